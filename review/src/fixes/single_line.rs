//! Fixes that change only the line of the finding.
//!
//! For each code there are candidates: what people usually mean instead. A candidate is offered if the changed line no longer
//! has the finding and has no other one instead. Therefore a candidate is independent of the other rules.

mod debug;
mod expression;
mod mv;
mod operand;

use std::ops::Range;

use super::checked_program::Subject;
use super::try_change::{Trial, parsed};
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::{Expression, Statement, Step};
use mnc2_text::line::part;
use mnc2_text::{Applicability, Edit, Fix, LineRange, Message, message};

/// The findings that a change of their own line can fix.
pub(super) const CODES: &[Code] = &[
    Code::OptionNotAllowed,
    Code::OptionMissing,
    Code::MantissaLength,
    Code::L1bSetNotExpressible,
    Code::RotationOutOfRange,
    Code::OperandCount,
    Code::OperandNotAllowed,
    Code::WidthNotAllowed,
    Code::FlatListLength,
    Code::FlatListInAutoStride,
    Code::IndirectNotAllowed,
    Code::IndirectWithModification,
    Code::ModificationNotAllowed,
    Code::ConversionNotAllowed,
    Code::NoWriteWithOthers,
    Code::FirstInputOnly,
    Code::DestinationTwice,
    Code::DestinationTooShort,
    Code::MatrixWidth,
    Code::MalformedTag,
    Code::AddressMissing,
    Code::PartNotAllowed,
    Code::DoubtfulWidth,
    Code::MaskPattern,
    Code::ZeroFlushTwice,
    Code::MaskNotAllowed,
    Code::MaskStatement,
    Code::MaskSettingBesideZeroFlush,
    Code::UnknownDataType,
    Code::DataTypeTooWide,
    Code::DataTypeMissing,
    Code::TRegisterCount,
    Code::ScopeOutOfRange,
    Code::PayloadLength,
    Code::BeyondTheEnd,
    Code::SizeMissing,
    Code::SizeNotMultiple,
    Code::PriorityOutOfRange,
    Code::NoSuchTransfer,
    Code::IndirectionCount,
    Code::GroupsDiffer,
    Code::MvOption,
    Code::BroadcastAddress,
    Code::DoubleLongReduction,
    Code::NopWithOthers,
    Code::TagZero,
];

/// Maximum number of fixes that are offered for one finding.
const OFFERED_MAX: usize = 3;

/// Maximum number of candidates that are tried for one finding.
const TRIED_MAX: usize = 64;

/// A change of a line that can fix a finding.
struct Candidate {
    title: Message,
    applicability: Applicability,
    /// The new texts and their places, in the order of the line, not overlapping.
    edits: Vec<(LineRange, String)>,
}

/// A finding with its line.
struct Problem<'a> {
    code: Code,
    text: &'a str,
    /// The place of the finding.
    own: LineRange,
    /// Where its first note points, if it is in the same line.
    noted: Option<LineRange>,
    statement: Option<&'a Statement>,
}

pub(super) fn fixes(subject: &Subject<'_>, finding: &Finding) -> Vec<Fix> {
    let text = (subject.text)(finding.line);
    let line = finding.line;
    let Some(content) = subject.line(line) else {
        return Vec::new();
    };
    let diagnostic = &finding.diagnostic;
    let mut notes = diagnostic.notes.iter();
    let place = Problem {
        code: diagnostic.code,
        text: &text,
        own: diagnostic.range.clone(),
        noted: notes.find_map(|note| note.range.clone().filter(|_| note.line.is_none())),
        statement: content.statement.as_ref(),
    };
    let trial = match diagnostic.code {
        Code::MaskSettingBesideZeroFlush => Trial::to_next_setting(subject, line..line + 1),
        _ => Trial::around(subject, line..line + 1),
    };
    let Some(trial) = trial else {
        return Vec::new();
    };
    let now = trial.findings_now();
    let had_error = content.has_error();
    let helps = |candidate: &Candidate| {
        let Some(changed) = candidate.applied(&text) else {
            return false;
        };
        let lines: Vec<String> = changed.split('\n').map(str::to_owned).collect();
        let lines = parsed(&lines);
        let then = trial.findings(&lines);
        let count = |code: &Code| now.get(code).copied().unwrap_or(0);
        // Rules over lines, all but that on flat lists, pass over a line with an error, so fixing it can reveal more.
        let is_of_line = |code: &Code| {
            *code == Code::FlatListInAutoStride
                || lines
                    .iter()
                    .flat_map(|line| &line.diagnostics)
                    .any(|found| found.code == *code)
        };
        let may_appear = |code: &Code| had_error && !is_of_line(code);
        let is_fixed = then.get(&place.code).copied().unwrap_or(0) < count(&place.code);
        let brings_nothing = then
            .iter()
            .all(|(code, found)| *found <= count(code) || may_appear(code));
        is_fixed && brings_nothing
    };
    candidates(&place)
        .into_iter()
        .take(TRIED_MAX)
        .filter(helps)
        .take(OFFERED_MAX)
        .map(Candidate::into_fix)
        .collect()
}

fn candidates(place: &Problem<'_>) -> Vec<Candidate> {
    match place.code {
        Code::OptionNotAllowed
        | Code::OptionMissing
        | Code::MantissaLength
        | Code::L1bSetNotExpressible
        | Code::RotationOutOfRange
        | Code::OperandCount
        | Code::OperandNotAllowed
        | Code::NoWriteWithOthers
        | Code::FirstInputOnly
        | Code::DestinationTwice
        | Code::ZeroFlushTwice
        | Code::MaskSettingBesideZeroFlush
        | Code::NopWithOthers => expression::candidates(place),
        Code::TagZero => match place.statement {
            Some(Statement::Mv(_)) => mv::candidates(place),
            _ => expression::candidates(place),
        },
        Code::UnknownDataType
        | Code::DataTypeTooWide
        | Code::DataTypeMissing
        | Code::TRegisterCount
        | Code::ScopeOutOfRange
        | Code::PayloadLength
        | Code::BeyondTheEnd => debug::candidates(place),
        Code::SizeMissing
        | Code::SizeNotMultiple
        | Code::PriorityOutOfRange
        | Code::NoSuchTransfer
        | Code::IndirectionCount
        | Code::GroupsDiffer
        | Code::MvOption => mv::candidates(place),
        _ => operand::candidates(place),
    }
}

impl Candidate {
    fn new(title: Message, edits: Vec<(LineRange, String)>) -> Self {
        Self {
            title,
            applicability: Applicability::Suggestion,
            edits,
        }
    }

    /// Certainly right, if it helps at all.
    fn safe(self) -> Self {
        Self {
            applicability: Applicability::Safe,
            ..self
        }
    }

    /// The changed line; `None` if the edits do not fit it.
    fn applied(&self, text: &str) -> Option<String> {
        let mut changed = text.to_owned();
        for (range, new) in self.edits.iter().rev() {
            let range: Range<usize> = range.start as usize..range.end as usize;
            changed.get(range.clone())?;
            changed.replace_range(range, new);
        }
        (changed != text).then_some(changed)
    }

    fn into_fix(self) -> Fix {
        let fix = Fix::new(self.applicability, self.title);
        let edits = self.edits.into_iter();
        edits.fold(fix, |fix, (range, new)| {
            fix.with(Edit::replace(0, range, new))
        })
    }
}

impl<'a> Problem<'a> {
    /// The text of that place.
    fn word(&self) -> &'a str {
        self.at(&self.own)
    }

    fn at(&self, range: &LineRange) -> &'a str {
        part(self.text, range)
    }

    fn step(&self) -> Option<&'a Step> {
        match self.statement? {
            Statement::Step(step) => Some(step),
            _ => None,
        }
    }

    /// The expression that the finding is in.
    fn expression(&self) -> Option<&'a Expression> {
        self.step()?.expressions.iter().find(|expression| {
            expression.range.start <= self.own.start && self.own.end <= expression.range.end
        })
    }

    /// Removes a part of the line.
    fn remove(&self, range: LineRange) -> Candidate {
        let removed = self.at(&range).trim().to_owned();
        Candidate::new(
            message!("Remove `{removed}`", removed),
            vec![(range, String::new())],
        )
    }

    /// Removes an operand or an option, with the blanks before it.
    fn remove_word(&self, range: &LineRange) -> Candidate {
        let before = part(self.text, &(0..range.start));
        let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
        self.remove(range.start - blanks as u32..range.end)
    }

    /// Replaces a part of the line.
    fn write(&self, range: LineRange, new: impl Into<String>) -> Candidate {
        let new = new.into();
        Candidate::new(message!("Write `{text}`", text = &new), vec![(range, new)])
    }

    /// Inserts a text into the line.
    fn insert(&self, at: u32, new: &str) -> Candidate {
        let shown = new.trim();
        Candidate::new(
            message!("Insert `{new}`", new = shown),
            vec![(at..at, new.to_owned())],
        )
    }
}
