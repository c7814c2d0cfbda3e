//! Characters outside comments that are not ASCII: input methods, word processors and web pages leave them in a
//! program. Many look like the ASCII character that is meant, some are invisible.

use super::Context;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::{Applicability, Edit, Fix, LineRange, Message, message};

/// Maximum number of code points that a message names; of a longer run it names the first ones.
const NAMED_CODE_POINTS: usize = 3;

/// Maximum number of other places in a line that a finding points at.
const NOTED_MAX: usize = 8;

/// The probable meaning of a character.
#[derive(Clone, PartialEq, Eq)]
enum Meant {
    /// This character is meant.
    Text(char),
    /// Nothing: it is invisible.
    Nothing,
    /// A comma in a list of addresses, a space elsewhere.
    Comma,
    /// The meaning is unknown.
    Unknown,
}

/// The name of a character in a message, and what was meant by it.
fn look_up(character: char) -> (Message, Meant) {
    use Meant::{Comma, Nothing, Text, Unknown};
    let ascii = |character: char| {
        char::from_u32(character as u32 - 0xff01 + u32::from(b'!')).map_or(Unknown, Text)
    };
    match character {
        '\u{3000}' => (message!("full-width space"), Text(' ')),
        '；' => (message!("full-width semicolon"), Text(';')),
        '０'..='９' => (message!("full-width digit"), ascii(character)),
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => (message!("full-width letter"), ascii(character)),
        '，' => (message!("full-width comma"), Comma),
        '、' => (message!("ideographic comma"), Comma),
        '！'..='～' => (message!("full-width character"), ascii(character)),
        '。' => (message!("ideographic full stop"), Text('.')),
        '「' | '」' | '『' | '』' => (message!("Japanese quotation mark"), Text('"')),
        '【' | '〔' => (message!("Japanese bracket"), Text('[')),
        '】' | '〕' => (message!("Japanese bracket"), Text(']')),
        'ー' | 'ｰ' => (message!("Japanese long vowel mark"), Text('-')),
        '\u{2010}'..='\u{2015}' | '﹣' => (message!("dash"), Text('-')),
        '\u{2212}' => (message!("minus sign"), Text('-')),
        '“' | '”' | '„' | '‟' | '″' | '〝' | '〞' | '〟' => {
            (message!("typographic quotation mark"), Text('"'))
        }
        '‘' | '’' | '‚' | '‛' | '′' => (message!("typographic apostrophe"), Text('\'')),
        '×' | '∗' => (message!("multiplication sign"), Text('*')),
        '¥' | '￥' => (message!("yen sign"), Text('$')),
        '・' => (message!("Japanese middle dot"), Text(' ')),
        '\u{a0}' | '\u{202f}' => (message!("no-break space"), Text(' ')),
        '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{205f}' => {
            (message!("typographic space"), Text(' '))
        }
        '\u{feff}' => (message!("byte order mark inside the text"), Nothing),
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}' => {
            (message!("invisible character"), Nothing)
        }
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            (message!("invisible mark of the writing direction"), Nothing)
        }
        '\u{85}' | '\u{2028}' | '\u{2029}' => (message!("Unicode line separator"), Unknown),
        char::REPLACEMENT_CHARACTER => (message!("bytes that are not UTF-8"), Unknown),
        _ => (message!("character that is not ASCII"), Unknown),
    }
}

/// Whether the fix is certain. The replacement of other characters is a guess from their shape.
fn is_sure(character: char, meant: &Meant) -> bool {
    match meant {
        Meant::Nothing | Meant::Comma => true,
        Meant::Text(_) => !matches!(character, '¥' | '￥' | '・' | '×' | '∗' | '。'),
        Meant::Unknown => false,
    }
}

/// Marks that begin a comment when they are typed on a Japanese keyboard, and the replacement for the beginning of the
/// comment.
const COMMENT_MARKS: [(&str, &str); 3] = [("＃", "#"), ("／／", "#"), ("！", "#")];

/// A run of characters of one kind.
struct Run {
    range: LineRange,
    name: Message,
    meant: Meant,
    is_sure: bool,
    ascii: String,
}

/// Each run of characters outside the comment that are not ASCII, with what was meant.
pub(super) fn foreign(context: &Context<'_>, comment: Option<&LineRange>) -> Vec<Diagnostic> {
    let text = context.text();
    // A comment mark inside a broken line is not a comment node, so the text decides.
    let end = comment.map_or_else(
        || text.find('#').unwrap_or(text.len()),
        |comment| comment.start as usize,
    );
    let code = text.get(..end).unwrap_or(text);
    if code.is_ascii() {
        return Vec::new();
    }
    let (code, comment) = match comment_mark(code) {
        Some((at, mark, replacement)) => (&code[..at], Some((at, mark, replacement))),
        None => (code, None),
    };
    let runs = runs(code);
    let (sure, others): (Vec<Run>, Vec<Run>) = runs.into_iter().partition(|run| run.is_sure);
    let mut findings: Vec<Diagnostic> = together(context, &sure).into_iter().collect();
    findings.extend(others.iter().map(|run| say(context, run)));
    if let Some((at, mark, replacement)) = comment {
        let range = mnc2_text::line::range(at..at + mark.len());
        findings.push(
            Diagnostic::new(
                Code::FullWidthCharacter,
                range.clone(),
                message!(
                    "a comment begins with the ASCII character `#`, not with `{mark}`",
                    mark
                ),
            )
            .explained()
            .fix(message!("Begin the comment with `#`"), range, replacement),
        );
    }
    findings
}

/// The characters of a text that are not ASCII, neighbours of one kind together.
fn runs(code: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut is_in_list = false;
    for (offset, character) in code.char_indices() {
        is_in_list = match character {
            '[' | '［' => true,
            ']' | '］' => false,
            _ => is_in_list,
        };
        if character.is_ascii() {
            continue;
        }
        let (name, meant) = look_up(character);
        let ascii = match meant {
            Meant::Text(ascii) => String::from(ascii),
            Meant::Comma => String::from(if is_in_list { ',' } else { ' ' }),
            Meant::Nothing | Meant::Unknown => String::new(),
        };
        let is_sure = is_sure(character, &meant);
        let range = mnc2_text::line::range(offset..offset + character.len_utf8());
        let before = runs.last_mut().filter(|run| run.range.end == range.start);
        // `ー` is a dash alone, and a letter in a Japanese word.
        let is_word = |run: &Run| run.meant == Meant::Unknown && character.is_alphabetic();
        match before {
            Some(run) if run.name == name || is_word(run) => {
                run.range.end = range.end;
                run.ascii.push_str(&ascii);
                run.is_sure &= is_sure;
            }
            _ => runs.push(Run {
                range,
                name,
                meant,
                is_sure,
                ascii,
            }),
        }
    }
    runs
}

/// The start of a comment that was typed with full-width characters: after a blank, or at the start of the line.
fn comment_mark(code: &str) -> Option<(usize, &'static str, &'static str)> {
    let starts = COMMENT_MARKS.iter().filter_map(|&(mark, replacement)| {
        let at = code.find(mark)?;
        // A full-width exclamation mark at the end of a line may also be a typing error.
        let is_comment = mark != "！" || !code[at + mark.len()..].trim().is_empty();
        is_comment.then_some((at, mark, replacement))
    });
    starts.min_by_key(|&(at, ..)| at)
}

/// A run by its name and code points.
fn named(context: &Context<'_>, run: &Run) -> Message {
    let text = context.at(&run.range);
    let mut code_points: Vec<String> = text
        .chars()
        .take(NAMED_CODE_POINTS)
        .map(|character| format!("U+{:04X}", character as u32))
        .collect();
    if text.chars().nth(NAMED_CODE_POINTS).is_some() {
        code_points.push("…".to_owned());
    }
    message!(
        "{name} ({code_points})",
        name = run.name.clone(),
        code_points = code_points.join(" ")
    )
}

fn title(run: &Run) -> Message {
    match run.meant {
        Meant::Nothing => message!("Remove it"),
        _ if run.ascii.trim().is_empty() => {
            message!(
                "Replace with {characters}",
                characters = message!("a space")
            )
        }
        _ => message!(
            "Replace with {characters}",
            characters = Message::verbatim(format!("`{}`", run.ascii))
        ),
    }
}

/// One finding for all characters of a line whose ASCII replacement is certain.
fn together(context: &Context<'_>, runs: &[Run]) -> Option<Diagnostic> {
    let (first, others) = runs.split_first()?;
    let message = message!(
        "{character}: the assembler reads only ASCII here",
        character = named(context, first)
    );
    let mut diagnostic = Diagnostic::new(Code::FullWidthCharacter, first.range.clone(), message);
    for other in others.iter().take(NOTED_MAX) {
        let note = message!("here too: {character}", character = named(context, other));
        diagnostic = diagnostic.note(other.range.clone(), note);
    }
    let title = if others.is_empty() {
        title(first)
    } else {
        message!("Replace them all with ASCII characters")
    };
    let edits = runs
        .iter()
        .map(|run| Edit::replace(0, run.range.clone(), run.ascii.as_str()));
    let fix = edits.fold(Fix::new(Applicability::Safe, title), Fix::with);
    Some(diagnostic.explained().fixed(fix))
}

fn say(context: &Context<'_>, run: &Run) -> Diagnostic {
    let message = message!(
        "{character}: the assembler reads only ASCII here",
        character = named(context, run)
    );
    let diagnostic =
        Diagnostic::new(Code::FullWidthCharacter, run.range.clone(), message).explained();
    match run.meant {
        Meant::Unknown => diagnostic,
        Meant::Text(_) | Meant::Comma | Meant::Nothing => {
            diagnostic.suggest(title(run), run.range.clone(), run.ascii.as_str())
        }
    }
}
