//! The matrix size after each instruction that sets a part of it.

use std::ops::Range;

use mnc2_text::interface::{Annotate, IsCancelled};
use mnc2_text::{Inlay, Language, Place};

use crate::check::{Step, configured};
use crate::document::Document;

/// The most lines before the first one that are read for what is known there.
const LINES_BEFORE_MAX: u32 = 1000;

impl Annotate for Document {
    /// The sizes that are set in some lines: rows and columns of the result, and the bytes of a row of the factors; `?` for what
    /// is not known.
    fn inlays(&self, lines: Range<u32>, _: Language, is_cancelled: IsCancelled<'_>) -> Vec<Inlay> {
        if is_cancelled() {
            return Vec::new();
        }
        let (source, symbols) = (self.source(), self.names());
        let end = lines.end.min(source.count());
        let all = lines.start.saturating_sub(LINES_BEFORE_MAX)..end;
        let steps = Step::from_lines(source, symbols, all, false);
        let found = configured(source, symbols, &steps).into_iter();
        let hints = found
            .filter(|it| lines.contains(&it.line))
            .filter_map(|it| {
                let text = |size: Option<u64>| size.map_or("?".to_owned(), |size| size.to_string());
                let [m, n, k] = it.sizes.map(text);
                it.sizes.iter().any(Option::is_some).then(|| Inlay {
                    place: Place {
                        line: it.line,
                        range: it.byte..it.byte,
                    },
                    text: format!("M × N × K = {m} × {n} × {k}"),
                })
            });
        hints.collect()
    }
}
