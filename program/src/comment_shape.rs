//! The shapes of comments in a program: rules, headings, code that is commented out, words.

use mnc2_isa::spelling;

/// Signs that rules are made of, and the level of the headings between them.
const SIGNS: [(char, u8); 7] = [
    ('#', 1),
    ('=', 1),
    ('*', 1),
    ('+', 2),
    ('-', 2),
    ('~', 2),
    ('_', 2),
];
/// Signs at the start of a heading.
const HEADING_SIGNS_MIN: usize = 2;
/// The fewest signs of a rule on a line of its own.
const RULE_SIGNS_MIN: usize = 3;

/// The shape of a comment on a line of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentShape {
    /// No words, or signs other than a rule.
    #[default]
    Other,
    /// Words that are neither a statement nor a heading.
    Words,
    /// A statement that is commented out.
    Code,
    /// Signs only, with the level of the headings between such rules.
    Rule(u8),
    /// Words after signs, with the level of the heading.
    Heading(u8),
}

impl CommentShape {
    /// Whether rules are made of a sign.
    #[must_use]
    pub fn is_sign(character: char) -> bool {
        SIGNS.iter().any(|(sign, _)| *sign == character)
    }

    /// The shape of a comment, from its `#`.
    pub fn from_comment(comment: &str) -> Self {
        match shape_from_signs(comment) {
            Some(shape) => shape,
            None if !has_words(comment) => Self::Other,
            None if is_code(comment) => Self::Code,
            None => Self::Words,
        }
    }

    /// Whether it has words.
    #[must_use]
    pub const fn has_words(self) -> bool {
        !matches!(self, Self::Other | Self::Rule(_))
    }
}

fn shape_from_signs(comment: &str) -> Option<CommentShape> {
    let hashes = comment.len() - comment.trim_start_matches('#').len();
    let rest = comment[hashes..].trim();
    let Some(first) = rest.chars().next() else {
        return (hashes >= RULE_SIGNS_MIN).then_some(CommentShape::Rule(1));
    };
    if let Some(&(sign, level)) = SIGNS.iter().find(|(sign, _)| *sign == first) {
        let words = rest.trim_start_matches(sign);
        let count = rest.len() - words.len();
        if words.is_empty() && count >= RULE_SIGNS_MIN {
            return Some(CommentShape::Rule(level));
        }
        if count >= HEADING_SIGNS_MIN && !words.trim().is_empty() {
            return Some(CommentShape::Heading(level));
        }
    }
    if hashes >= HEADING_SIGNS_MIN {
        // As in Markdown: more signs, deeper level.
        return Some(CommentShape::Heading((hashes - 1).min(8) as u8));
    }
    None
}

fn has_words(comment: &str) -> bool {
    comment.chars().any(char::is_alphanumeric)
}

/// Whether a comment is a commented-out statement: it begins with an opcode, or like a debug statement.
fn is_code(comment: &str) -> bool {
    let code = comment.trim_start_matches('#').trim_start();
    let mut words = code.split_whitespace();
    let first = words.next().unwrap_or_default();
    let opcode = first.split(['/', '@', ';']).next().unwrap_or_default();
    match words.next() {
        Some(second) if first == "d" => second.starts_with("get") || second.starts_with("set"),
        // In an instruction an operand follows; a sentence can also begin with the name of an instruction.
        Some(second) => {
            spelling::find(opcode).is_some() && second.starts_with(['$', '-', ';', '#'])
                || opcode == "imm"
                || opcode == "immu"
        }
        None => spelling::find(opcode).is_some(),
    }
}
