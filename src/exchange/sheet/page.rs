//! The sheet as one HTML page: its own style, no script, no font, nothing from the network; it prints on a sheet of paper.

use crate::content::{Library, LoadError};

use super::super::markup::{Maths, escape, html as set};
use super::{Part, Topic, parts};

/// Columns on paper; what belongs together stays together.
const STYLE: &str = "
@page { size: A4 landscape; margin: 8mm; }
* { box-sizing: border-box; }
body { margin: 1rem auto; max-width: 84rem; padding: 0 1rem; color: #111; background: #fff;
  font: 0.84rem/1.35 system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; border-bottom: 2px solid #111; margin-bottom: 0.6rem; }
h1 { font-size: 1.3rem; margin: 0; }
header p { margin: 0; color: #555; }
main { columns: 4 17rem; column-gap: 1.2rem; }
section { break-inside: avoid; margin: 0 0 0.7rem; }
section.corrections { break-inside: auto; }
h2 { font-size: 0.95rem; margin: 0 0 0.15rem; border-bottom: 1px solid #999; break-after: avoid; }
p, ul, ol { margin: 0.15rem 0; }
ul { padding-left: 1rem; }
li { break-inside: avoid; margin-bottom: 0.12rem; }
math[display='block'] { margin: 0.2rem 0; overflow-x: auto; }
.scheme p ~ p { color: #444; font-size: 0.92em; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.02rem 0.3rem 0.02rem 0; vertical-align: top; }
th { border-bottom: 1px solid #999; font-weight: 600; }
.n { text-align: right; }
table + p { color: #555; font-size: 0.88em; }
footer { border-top: 1px solid #999; margin-top: 0.4rem; color: #555; font-size: 0.85em; }
@media print {
  body { font-size: 6.4pt; line-height: 1.2; margin: 0; max-width: none; padding: 0; }
  main { columns: 4; column-gap: 4mm; }
  h1 { font-size: 10pt; } h2 { font-size: 7.2pt; }
  section { margin-bottom: 1.4mm; }
  math[display='block'] { margin: 0.4mm 0; overflow: visible; }
}
";

/// The page.
pub fn html(library: &Library) -> Result<String, LoadError> {
    let index = library.index();
    let sections: String = parts(library)?.iter().map(section).collect();
    let (title, lang) = (escape(&index.title), if index.lang.is_empty() { "en" } else { &index.lang });
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: cheat sheet</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1><p>{}</p></header>\n<main>\n{sections}</main>\n\
         <footer>Made by posenc {} from the chapter with the mark {}.</footer>\n</body>\n</html>\n",
        escape(lang),
        escape(&index.subtitle),
        env!("CARGO_PKG_VERSION"),
        escape(library.hash().get(..12).unwrap_or_default()),
    ))
}

fn section(part: &Part) -> String {
    let class = match part.topic {
        Topic::Scheme => "scheme",
        Topic::Table => "table",
        Topic::Corrections => "corrections",
    };
    format!(
        "<section class=\"{class}\">\n<h2>{}</h2>\n{}\n</section>\n",
        escape(&part.title),
        set(&part.markdown, Maths::MathMl)
    )
}
