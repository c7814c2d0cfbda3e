//! From a linker's output back to the program with directives that it was made from.
//!
//! `vsmlink` copies ordinary lines as they are, and puts each directive as a comment into what it expands to. Therefore those
//! comments are anchors, in the order of the directives, and the lines between two directives are found between their anchors.
//! An expansion may begin before its anchor, with lines that look like lines of the program, so the last such place is used.
//!
//! The output has no date: if its ordinary lines or directives differ, it is not an output of this program. Finding this out
//! costs a search through both texts; only an output that fits is parsed and checked.

use std::collections::HashSet;
use std::ops::Range;

use memchr::memmem;

use mnc2_program::FileForm;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Rules;
use mnc2_program::rules::check::check;
use mnc2_text::{Edit, Fix, Note, Value, line, message};

/// Where a line of the output comes from, by the line of the program, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It is this line.
    Line(u32),
    /// This directive was expanded to it.
    Directive(u32),
}

/// The origins of the lines of an output.
#[derive(Debug)]
struct Origins(Vec<Origin>);

/// The findings that only the linker's output of a program shows, at the lines of the program; `None` if the text is not an output of this program.
///
/// Errors in the expansion of a directive are reported at the directive.
#[must_use]
pub fn findings(program: &str, output: &str, rules: &Rules) -> Option<Vec<Finding>> {
    let origins = Origins::new(program, output)?;
    let checked = check(&mnc2_asm::parse_as(FileForm::Unlinked, program), rules.mode);
    let key = |finding: &Finding| {
        let diagnostic = &finding.diagnostic;
        (finding.line, diagnostic.code, diagnostic.range.clone())
    };
    let known: HashSet<_> = checked.findings.iter().map(key).collect();
    let names = Names::from_program(program);
    let found = check(&mnc2_asm::parse(output), rules.mode).findings;
    let found = found
        .into_iter()
        .filter_map(|finding| origins.moved(finding, &names));
    Some(found.filter(|it| !known.contains(&key(it))).collect())
}

/// The place of the name of each directive, by line.
struct Names(Vec<(u32, Range<u32>)>);

impl Names {
    fn from_program(program: &str) -> Self {
        let directives = (0..)
            .zip(line::lines(program))
            .filter(|it| is_directive(it.1));
        let named = directives.map(|(number, line)| {
            let start = line.len() - line.trim_start().len();
            let length = line[start..]
                .find([' ', '\t'])
                .unwrap_or(line.len() - start);
            (number, mnc2_text::line::range(start..start + length))
        });
        Self(named.collect())
    }

    fn at(&self, line: u32) -> Range<u32> {
        let found = self.0.binary_search_by_key(&line, |(number, _)| *number);
        found.map_or(0..0, |index| self.0[index].1.clone())
    }
}

fn is_directive(line: &str) -> bool {
    line.trim_start().starts_with('@')
}

/// The directive that a comment of the output quotes: `# @free left`, or `#@ @free left` if it is expanded to nothing or
/// to comments first.
fn quoted(line: &str) -> Option<&str> {
    let quoted = line.trim_start().strip_prefix('#')?;
    let quoted = quoted.strip_prefix("@ ").unwrap_or(quoted).trim();
    quoted.starts_with('@').then_some(quoted)
}

/// A text whose runs of lines are searched.
struct Lines<'a> {
    lines: Vec<&'a str>,
    /// All of them, each with a line end before and after it.
    joined: String,
    /// Where each line begins in it.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn from_source(source: &'a str) -> Self {
        let mut lines: Vec<&str> = line::lines(source).collect();
        // The text after the last line end.
        lines.pop_if(|line| line.is_empty());
        let mut joined = String::with_capacity(source.len() + 2);
        joined.push('\n');
        let mut starts = Vec::with_capacity(lines.len() + 1);
        for line in &lines {
            starts.push(joined.len());
            joined.push_str(line);
            joined.push('\n');
        }
        starts.push(joined.len());
        Self {
            lines,
            joined,
            starts,
        }
    }

    /// Some lines, with the line ends around them.
    fn run(&self, lines: Range<usize>) -> &str {
        &self.joined[self.starts[lines.start] - 1..self.starts[lines.end]]
    }

    /// The first line of the last such run among some lines.
    fn find_last(&self, within: Range<usize>, run: &str) -> Option<usize> {
        let area = self.run(within.clone());
        let at = self.starts[within.start] + memmem::rfind(area.as_bytes(), run.as_bytes())?;
        self.starts.binary_search(&at).ok()
    }
}

impl Origins {
    /// `None` if the text is not the output of the program.
    fn new(program: &str, output: &str) -> Option<Self> {
        let program = Lines::from_source(program);
        let output = Lines::from_source(output);
        let directives = (0..program.lines.len()).filter(|line| is_directive(program.lines[*line]));
        let directives: Vec<usize> = directives.collect();
        let mut anchors = Vec::with_capacity(directives.len());
        let mut next = 0;
        for directive in &directives {
            let wanted = program.lines[*directive].trim();
            let rest = &output.lines[next..];
            next += rest.iter().position(|line| quoted(line) == Some(wanted))? + 1;
            anchors.push(next - 1);
        }
        let mut origins = Vec::with_capacity(output.lines.len());
        // Lines before the first ordinary line belong to the first directive, if there is one.
        let owner = |count: usize| {
            let directive = directives.get(count).or(directives.last());
            Origin::Directive(directive.map_or(0, |line| *line as u32))
        };
        for part in 0..=directives.len() {
            let lines = match part {
                0 => 0,
                _ => directives[part - 1] + 1,
            }..directives.get(part).copied().unwrap_or(program.lines.len());
            let within = match part {
                0 => 0,
                _ => anchors[part - 1] + 1,
            }..anchors.get(part).copied().unwrap_or(output.lines.len());
            // Up to the next anchor it is the beginning of the next expansion; without a line between, the boundary is unknown.
            let end = anchors.get(part).map_or(output.lines.len(), |at| at + 1);
            if lines.is_empty() {
                origins.resize(end.saturating_sub(1), owner(part.saturating_sub(1)));
            } else {
                let first = if part == 0 {
                    let copied = output.joined.starts_with(program.run(lines.clone()));
                    copied.then_some(0)?
                } else {
                    output.find_last(within, program.run(lines.clone()))?
                };
                origins.resize(first, owner(part.saturating_sub(1)));
                origins.extend(lines.map(|line| Origin::Line(line as u32)));
            }
            origins.resize(end, owner(part));
        }
        Some(Self(origins))
    }

    fn at(&self, line: u32) -> Option<Origin> {
        self.0.get(line as usize).copied()
    }

    /// A finding of the output as one of the program; `None` if it cannot be fixed there.
    fn moved(&self, finding: Finding, names: &Names) -> Option<Finding> {
        let Finding {
            line: of_output,
            mut diagnostic,
        } = finding;
        let line = match self.at(of_output)? {
            Origin::Line(line) => {
                diagnostic.fixes = (diagnostic.fixes.into_iter())
                    .filter_map(|fix| self.moved_fix(fix, of_output, line))
                    .collect();
                line
            }
            Origin::Directive(line) => {
                if !diagnostic.is_error() {
                    return None;
                }
                let place = diagnostic.range.clone();
                let is_own =
                    |note: &Note| note.line.is_none() && note.range.as_ref() == Some(&place);
                diagnostic.notes.retain(|note| !is_own(note));
                diagnostic.range = names.at(line);
                diagnostic.fixes.clear();
                // Places in the line itself are places in what the directive expands to.
                for note in &mut diagnostic.notes {
                    if note.range.is_some() && note.line.is_none() {
                        note.line = Some(of_output);
                    }
                }
                diagnostic.notes.insert(
                    0,
                    Note {
                        line: Some(of_output),
                        range: Some(place),
                        message: message!("this directive is expanded to it"),
                    },
                );
                line
            }
        };
        diagnostic.message =
            std::mem::take(&mut diagnostic.message).with_lines(&|number| self.renumbered(number));
        for note in &mut diagnostic.notes {
            self.move_note(note, names);
        }
        Some(Finding { line, diagnostic })
    }

    /// The number of a line of the output, as a message about the program shows it; both count from 1.
    fn renumbered(&self, number: u64) -> Option<Value> {
        let of_output = u32::try_from(number.checked_sub(1)?).ok()?;
        Some(match self.at(of_output)? {
            Origin::Line(line) => Value::from(line + 1),
            Origin::Directive(_) => {
                Value::from(message!("{number} of the linker's output", number))
            }
        })
    }

    fn move_note(&self, note: &mut Note, names: &Names) {
        note.message =
            std::mem::take(&mut note.message).with_lines(&|number| self.renumbered(number));
        let Some(of_output) = note.line else {
            return;
        };
        match self.at(of_output) {
            Some(Origin::Line(line)) => note.line = Some(line),
            Some(Origin::Directive(line)) => {
                note.line = Some(line);
                note.range = Some(names.at(line));
                note.message = message!(
                    "line {number} of the linker's output: {message}",
                    number = of_output + 1,
                    message = note.message.clone()
                );
            }
            None => {}
        }
    }

    /// A fix of a line, if all that it changes are lines of the program that are in the same order there.
    fn moved_fix(&self, mut fix: Fix, of_output: u32, line: u32) -> Option<Fix> {
        let moved = |below: i32| {
            let Origin::Line(to) = self.at(of_output.checked_add_signed(below)?)? else {
                return None;
            };
            i32::try_from(i64::from(to) - i64::from(line)).ok()
        };
        for Edit { start, end, .. } in &mut fix.edits {
            let (first, last) = (moved(start.line)?, moved(end.line)?);
            if last - first != end.line - start.line {
                return None;
            }
            (start.line, end.line) = (first, last);
        }
        Some(fix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_text::Language;

    const PROGRAM: &str = "# first\n\t@distribute _a from_param 8 size 1 $lm0\n\tlpassa $lm0 $lr0\n\tnop\n\t@free a\n\t@collect _c to_param 16 size 1 $ln0\n\tnop\n";

    /// As the linker writes it: lines before the anchor, an anchor with and one without an expansion, lines at the end.
    const OUTPUT: &str = "# first\n\tnop; wait i10\n# @distribute _a from_param 8 size 1 $lm0\n\tl1bmd $lb0 $lm0v/1000\n\tlpassa $lm0 $lr0\n\tnop\n#@ @free a\n# more\n# @collect _c to_param 16 size 1 $ln0\n\tlpassa $lr0 $lr4\n\tnop\n";

    #[test]
    fn each_line_of_an_output_comes_from_one_line() {
        use Origin::{Directive, Line};
        let origins = Origins::new(PROGRAM, OUTPUT).expect("it fits");
        let expected = [
            Line(0),
            Directive(1),
            Directive(1),
            Directive(1),
            Line(2),
            Line(3),
            Directive(4),
            Directive(4),
            Directive(5),
            Directive(5),
            Line(6),
        ];
        assert_eq!(origins.0[..expected.len()], expected);
    }

    #[test]
    fn an_output_of_another_text_is_none_of_this_one() {
        let other = |from: &str, to: &str| {
            let changed = PROGRAM.replacen(from, to, 1);
            assert_ne!(changed, PROGRAM);
            assert!(Origins::new(&changed, OUTPUT).is_none(), "{changed}");
        };
        other("# first", "# second");
        other("lpassa $lm0", "lpassa $lm2");
        other("@free a", "@free b");
        other("\tnop\n\t@free", "\tnop\n\tnop\n\t@free");
        assert!(Origins::new(PROGRAM, "").is_none());
        assert!(
            Origins::new("", OUTPUT).is_some(),
            "an empty program is copied"
        );
    }

    /// Each finding: its line from 1, the text of its range, its code, and its notes with their lines.
    fn said(program: &str, output: &str) -> Vec<String> {
        let found = findings(program, output, &Rules::default()).expect("it is its output");
        let lines: Vec<&str> = line::lines(program).collect();
        let part = |line: u32, range: &Range<u32>| {
            let text = lines[line as usize];
            text.get(range.start as usize..range.end as usize)
                .unwrap_or("?")
        };
        let said = found.iter().map(|finding| {
            let Finding { line, diagnostic } = finding;
            let mut said = format!(
                "{} {} {}: {}",
                line + 1,
                part(*line, &diagnostic.range),
                diagnostic.code.id(),
                diagnostic.message.say(Language::English)
            );
            for note in &diagnostic.notes {
                if let (Some(at), Some(range)) = (note.line, &note.range) {
                    let message = note.message.say(Language::English);
                    said.push_str(&format!(" | {} {}: {message}", at + 1, part(at, range)));
                }
            }
            said
        });
        said.collect()
    }

    #[test]
    fn what_only_the_output_shows_stands_at_the_lines_of_the_program() {
        let expected = [
            "3 $lm0 E1009: LM0 is read too early: 0 steps between this and the write in line 4 of the linker's output, 2 needed | 2 @distribute: line 4 of the linker's output: written here",
            "6 @collect E1010: `$r0` is read too early: 4 cycles between this and the write in line 3, 6 needed | 6 @collect: line 10 of the linker's output: this directive is expanded to it | 3 $lr0: written here",
        ];
        assert_eq!(said(PROGRAM, OUTPUT), expected);
    }

    #[test]
    fn what_the_program_shows_itself_is_not_said_twice() {
        let program = "@free a\nlpassa $lm0 $lr0\nlpassa $lr0 $lm0\n";
        let output = "#@ @free a\nlpassa $lm0 $lr0\nlpassa $lr0 $lm0\n";
        assert_eq!(said(program, output), [""; 0]);
    }
}
