//! Findings: what cannot be encoded, labels, and what values along the code say.
//!
//! Silent wherever something is not known: operands that a macro fills in, values that come from memory or from elsewhere.

mod labels;
mod values;

use mnc2_assembly::{LINE_BYTES_MAX, Source};
use mnc2_text::{Diagnostic, Finding, message};

use crate::code::Code;
use crate::layout::Layout;
use crate::lower::Lowered;
use crate::options::Options;
use crate::symbols::Symbols;

/// All findings, by line.
#[must_use]
pub fn findings(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    options: &Options,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Finding<Code>> {
    let mut found = Vec::new();
    let mut report = |line, diagnostic| found.push(Finding { line, diagnostic });
    for (number, line) in source.lines().iter().enumerate() {
        if line.is_too_long {
            let limit = LINE_BYTES_MAX;
            report(
                number as u32,
                Diagnostic::new(
                    Code::LongLine,
                    0..line.text().len() as u32,
                    message!(
                        "this line has more than {limit} bytes and is not read",
                        limit
                    ),
                ),
            );
        }
    }
    for placed in &layout.statements {
        match &placed.lowered {
            Lowered::Wrong(_, diagnostics) => {
                for diagnostic in diagnostics {
                    report(placed.line, diagnostic.clone());
                }
            }
            Lowered::Instruction(read) => {
                for diagnostic in &read.warnings {
                    report(placed.line, diagnostic.clone());
                }
            }
            Lowered::Other | Lowered::Hidden(_) => {}
        }
    }
    for (line, diagnostic) in &layout.wrong {
        report(*line, diagnostic.clone());
    }
    if !is_cancelled() {
        labels::check(source, symbols, layout, &mut report);
    }
    if !is_cancelled() {
        values::check(source, symbols, layout, options, &mut report);
    }
    found.sort_by_key(|finding| (finding.line, finding.diagnostic.range.start));
    found
}
