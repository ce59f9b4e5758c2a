//! The computation, on a thread of its own: it says how far it is, and it can be stopped. It writes nothing.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use fsrs::{CombinedProgressState, ComputeParametersInput, FSRSError, FSRSItem, compute_parameters};

use super::{Fit, Loss, MIN_ITEMS, MIN_REVIEWS, Reviews, reviews};
use crate::memory::schedule::Parameters;

/// One review in so many is held out, the newest ones.
const HELD_OUT: usize = 5;

/// Why there is no fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// Too little to learn from.
    #[error(
        "Too few reviews to fit a schedule to you: {reviews} of {MIN_REVIEWS}, on {items} of {MIN_ITEMS} questions. \
         A review counts when its question came back on a later day; until then the schedule of the average learner is used"
    )]
    TooFew {
        /// Reviews that count.
        reviews: usize,
        /// Questions that they are of.
        items: usize,
    },
    /// Stopped by the learner.
    #[error("The fit was stopped; nothing was changed")]
    Cancelled,
    /// The arithmetic failed.
    #[error("Your reviews could not be fitted ({0}); nothing was changed")]
    Failed(String),
}

/// What is fitted to.
pub(super) enum Source {
    /// Reviews that were read.
    Read(Reviews),
    /// A file, and the hour at which its days begin.
    File(PathBuf, u8),
}

impl Source {
    fn read(self, progress: &Progress) -> Result<Reviews, FitError> {
        match self {
            Source::Read(reviews) => Ok(reviews),
            Source::File(file, day_start) => reviews::read_file(&file, day_start, &|| !progress.is_cancelled())
                .map_err(|error| FitError::Failed(error.to_string())),
        }
    }
}

/// How far a fit is, and the way to stop it.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    state: Arc<Mutex<CombinedProgressState>>,
    /// Of our own: the computation begins its state anew, and would forget that it was stopped just before.
    stopped: Arc<AtomicBool>,
    /// Reviews that were read; 0 while they are.
    reviews: Arc<AtomicUsize>,
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, CombinedProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many reviews it is fitted to; `None` while they are read.
    pub fn reviews(&self) -> Option<usize> {
        Some(self.reviews.load(Ordering::SeqCst)).filter(|count| *count > 0)
    }

    /// From 0 to 100.
    pub fn percent(&self) -> u8 {
        let state = self.state();
        let part = state.current().saturating_mul(100).checked_div(state.total()).unwrap_or(0);
        u8::try_from(part.min(100)).unwrap_or(100)
    }

    /// Stops it at the next step.
    pub fn cancel(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.state().want_abort = true;
    }

    fn is_cancelled(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }
}

/// A fit that is being computed; one that is dropped stops.
#[derive(Debug)]
pub struct Job {
    progress: Progress,
    thread: Option<JoinHandle<Result<Fit, FitError>>>,
}

impl Job {
    /// Begins. Too few reviews are refused at once.
    pub fn start(reviews: Reviews, now: Parameters) -> Result<Job, FitError> {
        enough(&reviews)?;
        Ok(Job::over(Source::Read(reviews), now))
    }

    /// Begins with what is still to be read; a thread that cannot be had is a fit that failed.
    pub(super) fn over(source: Source, now: Parameters) -> Job {
        let progress = Progress::default();
        let told = progress.clone();
        let work = move || {
            let reviews = source.read(&told)?;
            told.reviews.store(reviews.len(), Ordering::SeqCst);
            fit(&reviews, &now, &told)
        };
        Job { progress, thread: std::thread::Builder::new().name("fit".into()).spawn(work).ok() }
    }

    /// How far it is, and the way to stop it.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Is there a result?
    pub fn is_done(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the result.
    pub fn finish(mut self) -> Result<Fit, FitError> {
        let result = self.thread.take().map(JoinHandle::join);
        result.and_then(Result::ok).unwrap_or_else(|| Err(FitError::Failed("the computation broke off".into())))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

fn enough(reviews: &Reviews) -> Result<(), FitError> {
    let (count, items) = (reviews.len(), reviews.items());
    if count < MIN_REVIEWS || items < MIN_ITEMS {
        return Err(FitError::TooFew { reviews: count, items });
    }
    Ok(())
}

/// Fits all but the newest fifth of the reviews, and measures the parameters, and those in force `now`, on that fifth: what
/// is measured is what is kept.
pub fn fit(reviews: &Reviews, now: &Parameters, progress: &Progress) -> Result<Fit, FitError> {
    // What was stopped while the log was read is not too little.
    if progress.is_cancelled() {
        return Err(FitError::Cancelled);
    }
    enough(reviews)?;
    let cut = reviews.len() - reviews.len() / HELD_OUT;
    let (train, held_out) = reviews.items.split_at_checked(cut).unwrap_or_default();
    let input = ComputeParametersInput {
        train_set: train.to_vec(),
        card_ids: reviews.of.get(..cut).map(<[i64]>::to_vec),
        progress: Some(Arc::clone(&progress.state)),
        ..ComputeParametersInput::default()
    };
    let computed = compute_parameters(input).map_err(failed)?;
    let parameters =
        Parameters::of(&computed).ok_or_else(|| FitError::Failed("what came out is no schedule".into()))?;
    let (before, after) = (measure(now, held_out, progress)?, measure(&parameters, held_out, progress)?);
    // A small fit never looks up while it computes.
    if progress.is_cancelled() {
        return Err(FitError::Cancelled);
    }
    let (count, items) = (reviews.len(), reviews.items());
    Ok(Fit { parameters, reviews: count, items, held_out: held_out.len(), before, after })
}

fn measure(parameters: &Parameters, held_out: &[FSRSItem], progress: &Progress) -> Result<Loss, FitError> {
    let model = parameters.model().ok_or_else(|| failed(FSRSError::InvalidParameters))?;
    let found = model.evaluate(held_out.to_vec(), |_| !progress.is_cancelled()).map_err(failed)?;
    Ok(Loss { log_loss: found.log_loss, rmse: found.rmse_bins })
}

fn failed(error: FSRSError) -> FitError {
    match error {
        FSRSError::Interrupted => FitError::Cancelled,
        FSRSError::NotEnoughData => FitError::Failed("too few of them are alike".into()),
        other => FitError::Failed(format!("{other:?}")),
    }
}
