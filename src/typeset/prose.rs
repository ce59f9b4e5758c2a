//! Markdown → styled lines.
