//! Findings: what cannot be encoded, labels, and values along the code.
//!
//! Unknown operands are not checked: operands that a macro fills in, and values from memory or from other code.

mod labels;
mod values;

pub use values::Kept;

use mnc2_assembly::{LINE_BYTES_MAX, PerChunk, Source, Symbols};
use mnc2_text::{Diagnostic, Findings, message};

use crate::code::Code;
use crate::layout::{Layout, Placed};
use crate::link_errors::LinkErrors;
use crate::lower::Lowered;
use crate::options::Options;

/// All findings, by line.
#[must_use]
pub fn findings(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    (options, linkage): (&Options, Option<&LinkErrors>),
    kept: &PerChunk<Kept>,
    is_cancelled: &dyn Fn() -> bool,
) -> Findings<Code> {
    let mut found = Findings::default();
    if let Some(trouble) = &symbols.trouble {
        let number = trouble.line.unwrap_or_default();
        let message = trouble.message.clone();
        let range = (source.line(number)).map_or(0..0, |line| 0..line.text().len() as u32);
        let diagnostic = Diagnostic::new(Code::Expansion, range, message).explained();
        found.push(number, diagnostic);
    }
    let mut report = |line, diagnostic| found.push(line, diagnostic);
    for (number, line) in (0_u32..).zip(source.lines()) {
        if line.is_too_long {
            let limit = LINE_BYTES_MAX;
            report(
                number,
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
    for placed in layout.diagnosed() {
        let diagnostics = match &*placed.lowered {
            Lowered::Wrong(_, diagnostics) => diagnostics,
            Lowered::Instruction(read) => &read.warnings,
            Lowered::Other | Lowered::Hidden(_) => continue,
        };
        if placed.is_in_body {
            continue;
        }
        for diagnostic in diagnostics {
            report(placed.line, at_call(source, &placed, diagnostic.clone()));
        }
    }
    for (line, diagnostic) in layout.wrong() {
        let mut diagnostic = diagnostic.clone();
        if diagnostic.range.is_empty() {
            let line = source.line(line);
            diagnostic.range = line.map_or(0..0, |line| 0..line.text().len() as u32);
            diagnostic.fixes.clear();
        }
        report(line, diagnostic);
    }
    if !is_cancelled() {
        labels::check(source, (symbols, layout), linkage, &mut report);
    }
    if !is_cancelled() {
        let checked = values::Checked {
            source,
            symbols,
            layout,
            options,
        };
        checked.check(kept, &mut report);
    }
    found.sort();
    // A repetition makes the same again and again.
    found.dedup();
    found
}

/// A finding about a statement; of one that a macro or a repetition makes, at the call.
fn at_call(
    source: &Source,
    placed: &Placed<'_>,
    mut diagnostic: Diagnostic<Code>,
) -> Diagnostic<Code> {
    if placed.is_made {
        let line = source.line(placed.line);
        let call = line.and_then(|line| line.statements.get(placed.index));
        diagnostic.range = call.map_or(0..0, |call| call.range.clone());
        diagnostic.fixes.clear();
    }
    diagnostic
}
