//! Comments that silence findings: fixes that write them in every language, and in those other than MN-Core 2 their completion
//! and what their codes lead to.

use std::borrow::Cow;

use mnc2_text::silencing_comment::{MARK, Reach};
use mnc2_text::{
    CodeTable, Completion, CompletionKind, Edit, Finding, Fix, Language, LineRange,
    MODELINE_LINES_MAX, Position, Severity, Silence, line, message,
};

use crate::languages::{Code, Text, silences_of};
use crate::session::LanguageSnapshot;

/// Maximum number of findings of a selection that can be silenced.
const SILENCED_MAX: usize = 10;
/// Maximum number of lines before the first statement that are searched for a comment.
const LINES_MAX: u32 = 1000;
/// Maximum number of links of one document.
const LINKS_MAX: usize = 5000;

/// A fix that silences what was found in a line.
pub struct SilencingFix<C> {
    /// The findings that it silences: at least one, all of the same line and code.
    pub findings: Vec<Finding<C>>,
    /// The edits that insert the comment.
    pub fix: Fix,
}

/// A code in a silencing comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLink {
    /// The line, counted from 0.
    pub line: u32,
    /// Its place in the line.
    pub range: LineRange,
    /// The code that it links to.
    pub code: Code,
}

/// The fixes that silence findings, which `fix` makes for a code of a line: each code of a line once on that line, and once for
/// the whole file. Errors are left out: the assembler rejects the program even if they are silenced.
pub(super) fn each_once<C: Copy + PartialEq + CodeTable>(
    found: impl Iterator<Item = Finding<C>>,
    fix: impl Fn(u32, C, Reach) -> Option<Fix>,
) -> Vec<SilencingFix<C>> {
    let mut all: Vec<(u32, C, Reach, SilencingFix<C>)> = Vec::new();
    let is_error = |finding: &Finding<C>| finding.diagnostic.code.row().severity == Severity::Error;
    for finding in found.filter(|it| !is_error(it)).take(SILENCED_MAX) {
        let (line, code) = (finding.line, finding.diagnostic.code);
        for reach in Reach::ALL {
            let same = all.iter_mut().find(|(at, known, of, _)| {
                (*known, *of) == (code, reach) && (reach == Reach::File || *at == line)
            });
            match same {
                Some((at, .., same)) if *at == line => same.findings.push(finding.clone()),
                Some(_) => {}
                None => all.extend(fix(line, code, reach).map(|fix| {
                    let findings = vec![finding.clone()];
                    (line, code, reach, SilencingFix { findings, fix })
                })),
            }
        }
    }
    // Silencing a whole file is the rarer wish.
    all.sort_by_key(|(_, _, reach, _)| *reach == Reach::File);
    all.into_iter().map(|(.., fix)| fix).collect()
}

/// The fixes that silence the findings between two lines, both included.
pub fn fixes(snapshot: &LanguageSnapshot, first: u32, last: u32) -> Vec<SilencingFix<Code>> {
    let Some(text) = snapshot.read() else {
        return Vec::new();
    };
    let writer = Writer { snapshot, text };
    let findings = snapshot.findings();
    let found = findings.lines();
    let found = found.filter(|(line, _)| (first..=last).contains(line));
    let found = found.map(|(line, diagnostic)| Finding {
        line,
        diagnostic: diagnostic.clone(),
    });
    each_once(found, |at, code, reach| writer.fix(at, code, reach))
}

/// Writes comments into a text.
struct Writer<'a> {
    snapshot: &'a LanguageSnapshot,
    text: &'a dyn Text,
}

impl Writer<'_> {
    /// A fix that silences a code, for the statement on a line or for the whole file. It adds the code to an existing comment;
    /// otherwise it writes one: after the statement, above a line that has another comment, or before the first statement.
    fn fix(&self, at: u32, code: Code, reach: Reach) -> Option<Fix> {
        let mut candidates = match reach {
            Reach::Statement => self.statement_edits(at, code),
            Reach::File => self.file_edits(at, code),
        };
        candidates.retain(|edit| self.silences(at, edit, code, reach));
        let edit = candidates.into_iter().next()?;
        Some(reach.fix(code.row().id).with(edit))
    }

    fn statement_edits(&self, at: u32, code: Code) -> Vec<Edit> {
        let comment = self.comment(code, Reach::Statement);
        let mut edits = Vec::new();
        edits.extend(self.added(at, 0, code, Reach::Statement));
        if at > 0 && !self.text.lines().commented(at - 1).has_statement {
            edits.extend(self.added(at, -1, code, Reach::Statement));
        }
        if self.text.lines().commented(at).comment.is_none() {
            let end = self.line(at).trim_end().len() as u32;
            edits.push(Edit::replace(0, end..end, format!(" {comment}")));
        }
        edits.push(Edit::insert_line(0, &comment));
        edits
    }

    fn file_edits(&self, at: u32, code: Code) -> Vec<Edit> {
        let below = |line: u32| line as i32 - at as i32;
        let mut edits = Vec::new();
        // A modeline keeps its place among the first lines.
        let mut first = 0;
        for line in 0..LINES_MAX.min(self.snapshot.lines()) {
            if self.text.lines().commented(line).has_statement {
                break;
            }
            edits.extend(self.added(at, below(line), code, Reach::File));
            if (line as usize) < MODELINE_LINES_MAX && self.line(line).contains(MARK) {
                first = line + 1;
            }
        }
        let comment = self.comment(code, Reach::File);
        edits.push(Edit::insert_line(below(first), &comment));
        edits.push(Edit::insert_line(below(0), &comment));
        edits
    }

    fn comment(&self, code: Code, reach: Reach) -> String {
        let signs = self.text.language().about().comments;
        reach.comment(signs.first().copied().unwrap_or_default(), code.row().id)
    }

    fn line(&self, line: u32) -> Cow<'_, str> {
        let content = self.snapshot.text.get_line(line as usize);
        let content = content.map(Cow::from).unwrap_or_default();
        match content {
            Cow::Borrowed(content) => line::without_end(content).into(),
            Cow::Owned(content) => line::without_end(&content).to_owned().into(),
        }
    }

    /// The edit that adds a code to a comment that is there already, counted from the line of the fix.
    fn added(&self, at: u32, below: i32, code: Code, reach: Reach) -> Option<Edit> {
        let line = at.checked_add_signed(below)?;
        let content = self.line(line);
        let silences = silences_of(self.text, line, &content);
        let silence = silences.iter().find(|silence| silence.reach == reach)?;
        Some(silence.add(below, &content, code.row().id))
    }

    /// Whether the text has a comment with the code where an edit writes it: within a string or another comment it has none.
    fn silences(&self, at: u32, edit: &Edit, code: Code, reach: Reach) -> bool {
        let Some(line) = at.checked_add_signed(edit.start.line) else {
            return false;
        };
        let rope = &self.snapshot.text;
        let Ok(start) = rope.try_line_to_byte(line as usize) else {
            return false;
        };
        let (from, to) = (edit.start.byte as usize, edit.end.byte as usize);
        let mut text = self.text.copy();
        text.edit(start + from..start + to, &edit.text);
        let mut content = self.line(line).into_owned();
        content.replace_range(from..to, &edit.text);
        let content = line::without_end(content.split_inclusive('\n').next().unwrap_or(""));
        let has_code = |silence: &Silence| {
            let mut selectors = silence.selectors.iter();
            silence.reach == reach && selectors.any(|(selector, _)| selector.selects(code))
        };
        silences_of(&*text, line, content).iter().any(has_code)
    }
}

/// What can be written at a place within a silencing comment; `None` outside of one.
pub fn completion(
    snapshot: &LanguageSnapshot,
    at: Position,
    language: Language,
) -> Option<Vec<Completion>> {
    let text = snapshot.read()?;
    let writer = Writer { snapshot, text };
    let content = writer.line(at.line);
    let before = content.get(..at.byte as usize)?;
    let mark = before.rfind(MARK)?;
    let comment = text.lines().commented(at.line).comment?;
    let signs = text.language().about().comments;
    let is_comment = (comment.start..=comment.end).contains(&(mark as u32))
        && signs
            .iter()
            .chain(&["/*"])
            .any(|sign| before[..mark].trim_end().ends_with(sign));
    if !is_comment {
        return None;
    }
    let body = &before[mark + MARK.len()..];
    let (typed, candidates): (&str, Vec<_>) = match body.split_once('(') {
        None => {
            let typed = body.trim_start();
            (typed, Reach::ALL.map(directive).into())
        }
        Some((word, inside)) if !inside.contains(')') => {
            let words = Reach::ALL.map(Reach::word);
            if !words.contains(&word.trim()) {
                return None;
            }
            let typed = inside.rsplit([',', ' ']).next()?;
            let codes = text.language().codes().into_iter();
            (typed, codes.map(code_row).collect())
        }
        Some(_) => return None,
    };
    let start = at.byte - typed.len() as u32;
    let fits = |label: &str| {
        let part = label.get(..typed.len());
        part.is_some_and(|part| part.eq_ignore_ascii_case(typed))
    };
    let candidates = candidates
        .into_iter()
        .filter(|(label, ..)| fits(label))
        .map(|(label, kind, detail)| Completion {
            insert: label.clone(),
            label,
            kind,
            detail: language.template(detail).to_owned(),
            documentation: None,
            replace: start..at.byte,
        });
    Some(candidates.collect())
}

/// A label, what it is, and the English of what it is for.
type Candidate = (String, CompletionKind, &'static str);

fn directive(reach: Reach) -> Candidate {
    let detail = match reach {
        Reach::Statement => message!("silence findings of this line, or of the next statement"),
        Reach::File => message!("silence findings of the file"),
    };
    let detail = detail.template();
    (reach.word().to_owned(), CompletionKind::Directive, detail)
}

fn code_row(code: Code) -> Candidate {
    let row = code.row();
    (row.id.to_owned(), CompletionKind::Constant, row.title)
}

/// The codes in the silencing comments of a document, in order. A group has no page of its own.
pub fn links(snapshot: &LanguageSnapshot) -> Vec<CodeLink> {
    let Some(text) = snapshot.read() else {
        return Vec::new();
    };
    let codes = text.language().codes();
    let mut links = Vec::new();
    for (line, content) in (0..).zip(snapshot.text.lines().map(Cow::from)) {
        if links.len() >= LINKS_MAX || snapshot.is_cancelled() {
            break;
        }
        if !content.contains(MARK) {
            continue;
        }
        for silence in silences_of(text, line, &content) {
            for (selector, range) in &silence.selectors {
                let mut named = codes.iter().filter(|code| selector.selects(**code));
                if selector.is_one_code()
                    && let Some(&code) = named.next()
                {
                    let range = range.clone();
                    links.push(CodeLink { line, range, code });
                }
            }
        }
    }
    links.truncate(LINKS_MAX);
    links
}
