//! Fixes that are tried before they are offered, and ways to rewrite a program without changing what it computes.
//!
//! A [`ContextFix`] is a pure function of a program and a place in it. It checks the lines around the place again, as they would be
//! after the change, so it never causes a finding. [`CONTEXT_FIXES`] lists them all. The workspace's tests run each change, before and
//! after, on a chip full of random values.

mod addressing;
mod checked_program;
mod fix_all;
mod forwarded_read;
mod hazard;
mod missing_nop;
mod move_step;
mod needless_nop;
mod pack;
mod read_first;
mod read_late;
mod silence;
mod single_line;
mod split;
mod try_change;
mod unpack;
mod write_early;
mod write_once;

use std::ops::Range;

use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::finding::generator::{GENERATOR_MARK, Generated};
use mnc2_program::rules::step::SHARING;
use mnc2_program::{Line, Step};
use mnc2_text::{Edit, Fix, Message};
use move_step::Way;

pub use checked_program::Subject;
pub use fix_all::{FixedText, fix_all};
pub(crate) use needless_nop::fix as needless_nops;
pub use needless_nop::needed as needed_nops;
pub use silence::silence;

/// A way to change a program.
#[derive(Clone, Copy, Debug)]
pub struct ContextFix {
    /// Its identifier, which stays the same between versions.
    pub name: &'static str,
    /// When it is offered, and how it is made.
    pub offer: Offer,
}

/// When a [`ContextFix`] is offered.
#[derive(Clone, Copy, Debug)]
pub enum Offer {
    /// For findings with these codes. The fix belongs to the finding's line.
    Finding {
        /// The codes of the findings.
        codes: &'static [Code],
        /// Makes the fixes, the best one first.
        make: fn(&Subject<'_>, &Finding) -> Vec<Fix>,
    },
    /// For the lines that the user selects. The fix belongs to the first of them.
    Lines {
        /// Its kind of rewriting.
        kind: Rewriting,
        /// Makes the rewriting of the selected lines.
        make: Make,
        /// Why it cannot be made of lines that it is meant for, such as a step that cannot join the one above. `None`
        /// where it is not meant for these lines, or can be made.
        why_not: WhyNot,
    },
}

/// Rewrites lines; `None` if they cannot be rewritten.
pub type Make = fn(&Subject<'_>, Range<u32>) -> Option<Fix>;

/// Returns the reason why some lines cannot be rewritten.
pub type WhyNot = fn(&Subject<'_>, Range<u32>) -> Option<Impossible>;

/// A rewriting that is meant for some lines and cannot be made of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The effect that it would have, as a menu shows it.
    pub title: Message,
    /// Why it cannot be done.
    pub reason: Message,
}

/// The effect of a [`ContextFix`] that does not fix a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewriting {
    /// Fewer lines than before.
    Inline,
    /// More lines than before.
    Extract,
    /// These lines, written differently.
    Rewrite,
    /// These lines in another order.
    Move,
}

/// All fixes and rewritings. Of the fixes for one finding the preferred one is first.
pub const CONTEXT_FIXES: &[ContextFix] = &[
    ContextFix {
        name: "missing-nop",
        offer: Offer::Finding {
            codes: missing_nop::CODES,
            make: |subject, finding| Vec::from_iter(missing_nop::fix(subject, finding)),
        },
    },
    ContextFix {
        name: "forwarded-read",
        offer: Offer::Finding {
            codes: forwarded_read::CODES,
            make: |subject, finding| Vec::from_iter(forwarded_read::fix(subject, finding)),
        },
    },
    ContextFix {
        name: "write-once",
        offer: Offer::Finding {
            codes: write_once::CODES,
            make: write_once::fixes,
        },
    },
    ContextFix {
        name: "write-early",
        offer: Offer::Finding {
            codes: write_early::CODES,
            make: |subject, finding| Vec::from_iter(write_early::fix(subject, finding)),
        },
    },
    ContextFix {
        name: "read-late",
        offer: Offer::Finding {
            codes: read_late::CODES,
            make: read_late::fixes,
        },
    },
    ContextFix {
        name: "split",
        offer: Offer::Finding {
            codes: SHARING,
            make: |subject, finding| Vec::from_iter(split::fix(subject, finding)),
        },
    },
    ContextFix {
        name: "read-first",
        offer: Offer::Finding {
            codes: read_first::CODES,
            make: |subject, finding| Vec::from_iter(read_first::fix(subject, finding)),
        },
    },
    ContextFix {
        name: "in-line",
        offer: Offer::Finding {
            codes: single_line::CODES,
            make: single_line::fixes,
        },
    },
    ContextFix {
        name: "needless-nop",
        offer: Offer::Lines {
            kind: Rewriting::Inline,
            make: needless_nop::fix,
            why_not: |_, _| None,
        },
    },
    ContextFix {
        name: "pack",
        offer: Offer::Lines {
            kind: Rewriting::Inline,
            make: pack::fix,
            why_not: pack::why_not,
        },
    },
    ContextFix {
        name: "unpack",
        offer: Offer::Lines {
            kind: Rewriting::Extract,
            make: unpack::fix,
            why_not: |_, _| None,
        },
    },
    ContextFix {
        name: "addresses-to-strides",
        offer: Offer::Lines {
            kind: Rewriting::Rewrite,
            make: addressing::to_strides,
            why_not: |_, _| None,
        },
    },
    ContextFix {
        name: "addresses-to-lists",
        offer: Offer::Lines {
            kind: Rewriting::Rewrite,
            make: addressing::to_lists,
            why_not: |_, _| None,
        },
    },
    ContextFix {
        name: "move-up",
        offer: Offer::Lines {
            kind: Rewriting::Move,
            make: |subject, lines| move_step::fix(subject, lines, Way::Up),
            why_not: |subject, lines| move_step::why_not(subject, lines, Way::Up),
        },
    },
    ContextFix {
        name: "move-down",
        offer: Offer::Lines {
            kind: Rewriting::Move,
            make: |subject, lines| move_step::fix(subject, lines, Way::Down),
            why_not: |subject, lines| move_step::why_not(subject, lines, Way::Down),
        },
    },
];

/// Every fix of a finding, the preferred one first: the fixes that depend on the lines around it, then the fixes of its line.
/// If several fixes keep a distance, each shows the resulting score.
#[must_use]
pub fn fixes(subject: &Subject<'_>, finding: &Finding) -> Vec<Fix> {
    let mut fixes = untitled_fixes(subject, finding);
    if missing_nop::CODES.contains(&finding.diagnostic.code) && fixes.len() > 1 {
        hazard::say_scores(subject, finding.line, &mut fixes);
    }
    fixes
}

/// The fixes in the order of [`fixes`], without the scores in their titles: those take a pass over the whole program for each
/// finding.
fn untitled_fixes(subject: &Subject<'_>, finding: &Finding) -> Vec<Fix> {
    let code = finding.diagnostic.code;
    let made = CONTEXT_FIXES.iter().flat_map(|row| match row.offer {
        Offer::Finding { codes, make } if codes.contains(&code) => make(subject, finding),
        Offer::Finding { .. } | Offer::Lines { .. } => Vec::new(),
    });
    let mut fixes: Vec<Fix> = made.collect();
    // The distance's own fix does not depend on the lines around it.
    let is_distance = missing_nop::CODES.contains(&code);
    if !is_distance || fixes.is_empty() {
        for own in &finding.diagnostic.fixes {
            fixes.push(own.clone());
        }
    }
    let text = (subject.text)(finding.line);
    let generator = Generated::from_line(&text).map(|it| format!(" {GENERATOR_MARK} {it}"));
    // A menu shows titles and nothing else, so each title is that of one change.
    let mut offered: Vec<Fix> = Vec::new();
    for mut fix in fixes {
        if let Some(generator) = &generator {
            mark_new_lines(&mut fix, generator);
        }
        let is_there = |other: &Fix| other.edits == fix.edits || other.title == fix.title;
        if !offered.iter().any(is_there) {
            offered.push(fix);
        }
    }
    offered
}

/// Marks the lines that a fix adds as made by the program that made the line that it belongs to.
fn mark_new_lines(fix: &mut Fix, generator: &str) {
    for edit in &mut fix.edits {
        let pieces = edit.text.split_inclusive('\n').map(|piece| {
            let end = piece.strip_suffix('\n');
            match end.filter(|line| !line.trim().is_empty() && Generated::from_line(line).is_none())
            {
                Some(line) => format!("{line}{generator}\n"),
                None => piece.to_owned(),
            }
        });
        edit.text = pieces.collect();
    }
}

/// Other ways to write some lines; the fixes belong to the first of them. Only the selected kinds are made: some look at many
/// lines around.
#[must_use]
pub fn rewritings(
    subject: &Subject<'_>,
    lines: Range<u32>,
    is_wanted: &dyn Fn(Rewriting) -> bool,
) -> Vec<(Rewriting, Fix)> {
    map_rewritings(is_wanted, |make, _| make(subject, lines.clone()))
}

/// The rewritings that are meant for some lines and cannot be made of them, of the selected kinds.
#[must_use]
pub fn impossible(
    subject: &Subject<'_>,
    lines: Range<u32>,
    is_wanted: &dyn Fn(Rewriting) -> bool,
) -> Vec<(Rewriting, Impossible)> {
    map_rewritings(is_wanted, |_, why_not| why_not(subject, lines.clone()))
}

/// The results of the rewritings of the selected kinds.
fn map_rewritings<T>(
    is_wanted: &dyn Fn(Rewriting) -> bool,
    say: impl Fn(Make, WhyNot) -> Option<T>,
) -> Vec<(Rewriting, T)> {
    let said = CONTEXT_FIXES.iter().filter_map(|row| match row.offer {
        Offer::Lines {
            kind,
            make,
            why_not,
        } if is_wanted(kind) => Some((kind, say(make, why_not)?)),
        Offer::Lines { .. } | Offer::Finding { .. } => None,
    });
    said.collect()
}

/// Removes a step, and its line too unless there is a comment.
fn without_statement(line: &Line, step: &Step) -> Edit {
    match &line.comment {
        Some(comment) => Edit::replace(0, step.range.start..comment.start, ""),
        None => Edit::remove_lines(0..1),
    }
}

/// The line, if it is a single one.
fn only(lines: Range<u32>) -> Option<u32> {
    (lines.end.checked_sub(lines.start) == Some(1)).then_some(lines.start)
}
