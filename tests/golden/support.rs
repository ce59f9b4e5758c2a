//! Reading the golden files, and how close is close.

use ndarray::Array2;
use serde_json::Value;

/// One recorded call.
pub struct Entry(Value);

/// All entries of `tests/golden/TOPIC.json`; none is a failure.
pub fn entries(topic: &str) -> Vec<Entry> {
    let path = format!("{}/tests/golden/{topic}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let entries = file["entries"].as_array().unwrap().clone();
    assert!(!entries.is_empty(), "{path} is empty");
    entries.into_iter().map(Entry).collect()
}

impl Entry {
    pub fn id(&self) -> &str {
        self.0["id"].as_str().unwrap()
    }

    /// An argument of the call; null if it had none of this name.
    pub fn input(&self, name: &str) -> &Value {
        &self.0["inputs"][name]
    }

    pub fn output(&self) -> &Value {
        &self.0["outputs"]
    }

    pub fn uint(&self, name: &str) -> usize {
        self.input(name).as_u64().unwrap_or_else(|| panic!("{}: no {name}", self.id())) as usize
    }

    /// Whether a recorded behaviour was a result and not an error.
    pub fn succeeded(&self) -> bool {
        self.output()["ok"].as_bool().unwrap_or_else(|| panic!("{}: no outcome", self.id()))
    }

    /// Only "float64" alone: "float64 container, float32 accuracy" is not.
    pub fn is_f64(&self) -> bool {
        self.0["dtype"] == "float64"
    }

    /// The positions of the rows: listed, or counted from a start.
    pub fn positions(&self) -> Vec<i64> {
        if let Some(listed) = self.input("positions").as_array() {
            return listed.iter().map(|p| p.as_f64().unwrap() as i64).collect();
        }
        let start = self.input("start_index").as_i64().unwrap_or(0);
        let rows = self.input("n_pos").as_i64().or(self.input("num_embeddings").as_i64());
        (start..start + rows.unwrap_or_else(|| panic!("{}: no positions", self.id()))).collect()
    }

    /// f32 numbers were written as the shortest decimal that names them, so they are read as f32 and widened.
    pub fn matrix_f32(&self, value: &Value) -> Array2<f64> {
        let read = matrix(value);
        if self.0["dtype"] == "float32" { read.mapv(|x| f64::from(x as f32)) } else { read }
    }

    /// f64 tables and rotations: 1e-12 up to position 5000, 1e-10 beyond.
    pub fn close_f64(&self, got: &Array2<f64>, want: &Array2<f64>, positions: &[i64]) {
        assert_eq!(got.dim(), want.dim(), "{}", self.id());
        for (at, want) in want.indexed_iter() {
            close(self.id(), got[at], *want, if positions[at.0] <= 5000 { 1e-12 } else { 1e-10 });
        }
    }

    /// f64 arrays without positions: 1e-12.
    pub fn close_arrays(&self, got: &Array2<f64>, want: &Array2<f64>) {
        assert_eq!(got.dim(), want.dim(), "{}", self.id());
        for (at, want) in want.indexed_iter() {
            close(self.id(), got[at], *want, 1e-12);
        }
    }
}

/// f32 tables: 3e-7 below position 12; beyond, 1e-7 of the largest angle, which is the position: half the spacing of f32 there.
pub fn close_f32_angles(id: &str, got: &Array2<f64>, want: &Array2<f64>, positions: &[i64]) {
    assert_eq!(got.dim(), want.dim(), "{id}");
    for (at, want) in want.indexed_iter() {
        let pos = positions[at.0];
        close(id, got[at], *want, if pos < 12 { 3e-7 } else { 1e-7 * pos as f64 });
    }
}

#[track_caller]
pub fn close(id: &str, got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{id}: got {got}, recorded {want}, apart {:e}", (got - want).abs());
}

pub fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

pub fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect()
}

pub fn matrix(value: &Value) -> Array2<f64> {
    let rows: Vec<Vec<f64>> = value.as_array().unwrap().iter().map(list).collect();
    let width = rows.first().map_or(0, Vec::len);
    Array2::from_shape_vec((rows.len(), width), rows.concat()).unwrap()
}
