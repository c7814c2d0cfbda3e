//! Findings as text: the line with carets under it, the other lines involved, help and the fix.
//!
//! The renderer draws them (`annotate-snippets`: wide characters, tabs, colours); here a finding becomes a report, and
//! very long lines become excerpts.

use std::borrow::Borrow;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet,
};
use mnc2_program::finding::generator::Generated;
use mnc2_text::{
    CodeTable, Diagnostic, Finding, Fix, Language, LineRange, Message, RelativePosition, Severity,
    message,
};

use crate::columns::Columns;
use crate::input::Source;
use crate::output::{Look, visible};

/// Lines within this distance are shown in one excerpt.
const BLOCK_LINES_MAX: u32 = 12;

/// Bytes of a line that the renderer is given around a place; it fits them to the width of the output.
const EXCERPT_BYTES_MAX: usize = 2000;

/// Bytes that are kept before the place when the beginning of a line is cut.
const KEPT_BEFORE_BYTES: usize = 500;

const CUT: &str = "…";

pub(crate) fn write<C: CodeTable>(
    out: &mut impl Write,
    source: &Source,
    findings: impl IntoIterator<Item: Borrow<Finding<C>>>,
    look: Look,
) -> io::Result<()> {
    let findings = findings.into_iter().map(|finding| (finding, 0));
    write_folded(out, source, findings, look)
}

/// Writes findings, each with the number of later findings that are [folded](super::fold) into it.
pub(crate) fn write_folded<C: CodeTable, F: Borrow<Finding<C>>>(
    out: &mut impl Write,
    source: &Source,
    findings: impl IntoIterator<Item = (F, usize)>,
    look: Look,
) -> io::Result<()> {
    let lines = source.lines();
    let columns = Columns::new(&lines);
    let renderer = renderer(look);
    let name = visible(&source.name);
    for (finding, more) in findings {
        let groups = groups(&name, &columns, finding.borrow(), more, look);
        writeln!(out, "{}\n", renderer.render(&groups))?;
    }
    Ok(())
}

/// The reason for the end of a run, shown like a finding.
pub(crate) fn stop(
    source: &Source,
    line: u32,
    range: &LineRange,
    message: &str,
    look: Look,
) -> String {
    let lines = source.lines();
    let columns = Columns::new(&lines);
    let mark = Mark {
        line,
        range: range.clone(),
        label: None,
        kind: AnnotationKind::Primary,
    };
    let group = Group::with_title(Level::ERROR.primary_title(message.to_owned()));
    let name = visible(&source.name);
    renderer(look).render(&[with_places(group, &name, &columns, &[mark])])
}

/// The renderer, with colours where they are enabled.
const fn renderer(look: Look) -> Renderer {
    if look.is_colored {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// A sentence in a drawing. It may quote the program, so that no control character of it stays.
fn say(message: &Message, language: Language) -> String {
    visible(&message.say(language)).into_owned()
}

/// A place to point at.
struct Mark {
    line: u32,
    range: LineRange,
    label: Option<String>,
    kind: AnnotationKind,
}

fn groups<'a, C: CodeTable>(
    name: &str,
    columns: &Columns<'_>,
    finding: &Finding<C>,
    more: usize,
    look: Look,
) -> Vec<Group<'a>> {
    let language = look.language;
    let diagnostic = &finding.diagnostic;
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR.with_name(message!("error").say(language)),
        Severity::Warning => Level::WARNING.with_name(message!("warning").say(language)),
        Severity::Info => Level::INFO.with_name(message!("info").say(language)),
        Severity::Hint => Level::HELP.with_name(message!("hint").say(language)),
    };
    let help = || Level::HELP.with_name(message!("help").say(language));
    let note = Level::NOTE.with_name(message!("note").say(language));
    let mut marks = vec![Mark {
        line: finding.line,
        range: diagnostic.range.clone(),
        label: None,
        kind: AnnotationKind::Primary,
    }];
    let mut remarks = Vec::new();
    for note in &diagnostic.notes {
        let line = note.line.unwrap_or(finding.line);
        match &note.range {
            Some(range) if *range == diagnostic.range && line == finding.line => {
                marks[0].label = Some(say(&note.message, language));
            }
            Some(range) => marks.push(Mark {
                line,
                range: range.clone(),
                label: Some(say(&note.message, language)),
                kind: AnnotationKind::Context,
            }),
            None => remarks.push(help().message(say(&note.message, language))),
        }
    }
    if let Some(generated) = Generated::from_line(columns.line(finding.line)) {
        let made = match more {
            0 => generated.message(),
            _ => message!(
                "made by `{place}`, as are {more:# more line|# more lines} with this finding",
                place = generated.to_string(),
                more
            ),
        };
        remarks.push(note.clone().message(made.say(language)));
    }
    if !diagnostic.manual().is_empty() {
        remarks.push(note.message(manual(diagnostic).say(language)));
    }
    let row = diagnostic.code.row();
    let mut title = level
        .primary_title(diagnostic.message.say(language))
        .id(row.id);
    if look.is_colored {
        // A link of the terminal.
        title = title.id_url(row.page_url());
    }
    let main = with_places(Group::with_title(title), name, columns, &marks);
    let mut groups = vec![main.elements(remarks)];
    groups.extend(
        diagnostic
            .fixes
            .first()
            .and_then(|fix| suggestion(columns, finding.line, fix, language)),
    );
    groups
}

/// The source of the rule.
fn manual<C: CodeTable>(diagnostic: &Diagnostic<C>) -> Message {
    message!("manual {section}", section = diagnostic.manual())
}

/// A group with the lines of the marks, the first mark's line first.
fn with_places<'a>(
    group: Group<'a>,
    name: &str,
    columns: &Columns<'_>,
    marks: &[Mark],
) -> Group<'a> {
    let Some(primary) = marks.first() else {
        return group;
    };
    let text = columns.line(primary.line);
    let is_cut = Excerpt::new(text, primary.range.start as usize).kept.start > 0;
    let snippets = snippets(columns, marks);
    if is_cut {
        // The renderer counts columns in the excerpt; this sets the columns of the file.
        let origin = Origin::path(name.to_owned())
            .line(primary.line as usize + 1)
            .char_column(columns.column(primary.line, primary.range.start) as usize);
        group.element(origin).elements(snippets)
    } else {
        group.elements(
            snippets
                .into_iter()
                .map(|snippet| snippet.path(name.to_owned())),
        )
    }
}

/// One snippet for lines near each other, otherwise one for each line, the primary one first.
fn snippets<'a>(columns: &Columns<'_>, marks: &[Mark]) -> Vec<Snippet<'a, Annotation<'a>>> {
    let first = marks.iter().map(|mark| mark.line).min().unwrap_or(0);
    let last = marks.iter().map(|mark| mark.line).max().unwrap_or(0);
    if last - first <= BLOCK_LINES_MAX {
        return vec![block(columns, first..=last, marks)];
    }
    let mut shown: Vec<u32> = Vec::new();
    for mark in marks {
        if !shown.contains(&mark.line) {
            shown.push(mark.line);
        }
    }
    shown
        .into_iter()
        .map(|line| block(columns, line..=line, marks))
        .collect()
}

/// Some lines with their marks.
fn block<'a>(
    columns: &Columns<'_>,
    shown: std::ops::RangeInclusive<u32>,
    marks: &[Mark],
) -> Snippet<'a, Annotation<'a>> {
    let mut text = String::new();
    let mut annotations = Vec::new();
    for line in shown.clone() {
        let of_line = || marks.iter().filter(|mark| mark.line == line);
        let source = columns.line(line);
        let focus = of_line().map(|mark| mark.range.start).min().unwrap_or(0);
        let excerpt = Excerpt::new(source, focus as usize);
        let offset = text.len();
        text.push_str(&excerpt.text);
        text.push('\n');
        for mark in of_line() {
            let span = excerpt.span(&mark.range);
            annotations.push(
                mark.kind
                    .span(span.start + offset..span.end + offset)
                    .label(mark.label.clone()),
            );
        }
    }
    Snippet::source(text)
        .line_start(*shown.start() as usize + 1)
        .annotations(annotations)
}

/// The lines after the fix; only its description if it changes lines far apart.
fn suggestion<'a>(
    columns: &Columns<'_>,
    line: u32,
    fix: &Fix,
    language: Language,
) -> Option<Group<'a>> {
    let help = Level::HELP.with_name(message!("help").say(language));
    let title = help.secondary_title(say(&fix.title, language));
    let place = |place: RelativePosition| line.saturating_add_signed(place.line);
    let first = place(fix.edits.first()?.start);
    let last = place(fix.edits.last()?.end);
    if last.saturating_sub(first) > BLOCK_LINES_MAX {
        return Some(Group::with_title(title));
    }
    let mut text = String::new();
    let mut excerpts = Vec::new();
    for number in first..=last.max(first) {
        let focus = fix
            .edits
            .iter()
            .find(|edit| place(edit.start) == number)
            .map_or(0, |edit| edit.start.byte);
        let excerpt = Excerpt::new(columns.line(number), focus as usize);
        let offset = text.len();
        text.push_str(&excerpt.text);
        text.push('\n');
        excerpts.push((offset, excerpt));
    }
    let offset = |at: RelativePosition| {
        let (offset, excerpt) = excerpts.get((place(at) - first) as usize)?;
        Some(offset + excerpt.span(&(at.byte..at.byte)).start)
    };
    let patches: Vec<Patch<'a>> = fix
        .edits
        .iter()
        .filter_map(|edit| {
            let start = offset(edit.start)?;
            Some(Patch::new(
                start..offset(edit.end)?.max(start),
                edit.text.clone(),
            ))
        })
        .collect();
    Some(
        Group::with_title(title).element(
            Snippet::source(text)
                .line_start(first as usize + 1)
                .patches(patches),
        ),
    )
}

/// The part of a line that is shown.
struct Excerpt {
    text: String,
    /// The part of the line that `text` holds.
    kept: Range<usize>,
    /// Bytes in `text` before that part.
    lead_bytes: usize,
}

impl Excerpt {
    /// The whole line, or the part around a place in a line that is too long.
    fn new(line: &str, focus: usize) -> Self {
        if line.len() <= EXCERPT_BYTES_MAX {
            return Self {
                text: line.to_owned(),
                kept: 0..line.len(),
                lead_bytes: 0,
            };
        }
        let start = if focus < EXCERPT_BYTES_MAX - KEPT_BEFORE_BYTES {
            0
        } else {
            char_start(line, focus - KEPT_BEFORE_BYTES)
        };
        let end = char_start(line, start + EXCERPT_BYTES_MAX);
        let lead = if start > 0 { CUT } else { "" };
        let tail = if end < line.len() { CUT } else { "" };
        Self {
            text: format!("{lead}{}{tail}", &line[start..end]),
            kept: start..end,
            lead_bytes: lead.len(),
        }
    }

    /// A range of the line as a range of the excerpt; a part that is cut shrinks to its edge.
    fn span(&self, range: &LineRange) -> Range<usize> {
        let place = |offset: u32| {
            let offset = (offset as usize).clamp(self.kept.start, self.kept.end);
            char_start(&self.text, offset - self.kept.start + self.lead_bytes)
        };
        let start = place(range.start);
        start..place(range.end).max(start)
    }
}

/// The start of the character at or around an offset; the end of the text beyond it.
fn char_start(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests;
