//! Macros: their parameters, the arguments of a call, and a line of a body with the arguments in their places.

use mnc2_text::{Message, Place, message};

use crate::line::LINE_BYTES_MAX;

/// More parameters than that are not kept.
const PARAMETERS_MAX: usize = 64;

/// A macro with the last of its definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    /// Its name where it is defined last.
    pub place: Place,
    /// Its name where it is defined first.
    pub first: Place,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The first and the last line of its body, exclusive.
    pub body: std::ops::Range<u32>,
    /// The statements of its body.
    pub(super) statements: Vec<String>,
}

/// A parameter of a macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name, without a backslash.
    pub name: String,
    /// The text that it has without an argument.
    default: String,
    /// Whether it needs an argument.
    is_required: bool,
    /// Whether it takes everything that is left.
    takes_rest: bool,
}

/// The parameters of a macro from what follows its name: separated by commas or spaces, with defaults after `=` and
/// kinds after `:`.
pub(super) fn parameters(text: &str) -> Vec<Parameter> {
    text.split([',', ' ', '\t'])
        .filter(|parameter| !parameter.is_empty())
        .take(PARAMETERS_MAX)
        .map(|parameter| {
            let (name, default) = parameter.split_once('=').unwrap_or((parameter, ""));
            let (name, kind) = name.split_once(':').unwrap_or((name, ""));
            Parameter {
                name: name.to_owned(),
                default: default.to_owned(),
                is_required: kind == "req",
                takes_rest: kind == "vararg",
            }
        })
        .collect()
}

/// The parts of a list of arguments: commas separate them, and spaces that are not next to an operator, outside of parentheses and
/// strings.
pub(super) fn arguments(text: &str) -> Vec<&str> {
    let is_operator = |byte: u8| b"+-*/%<>=!&|^~".contains(&byte);
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            b',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            b' ' | b'\t' if depth == 0 && !text[start..at].trim().is_empty() => {
                let rest = text[at..].trim_start();
                let next = rest.bytes().next();
                let last = text[start..at].trim_end().bytes().next_back();
                let joins = [next, last].into_iter().flatten().any(is_operator);
                if !joins && next.is_some_and(|next| next != b',') {
                    found.push(text[start..at].trim());
                    start = text.len() - rest.len();
                    at = start;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    let last = text.get(start..).unwrap_or_default().trim();
    if !last.is_empty() || !found.is_empty() {
        found.push(last);
    }
    found
}

/// For each parameter of a macro, the argument of a call.
pub(super) fn bind(
    name: &str,
    parameters: &[Parameter],
    text: &str,
) -> Result<Vec<(String, String)>, Message> {
    let mut bound: Vec<Option<String>> = vec![None; parameters.len()];
    let mut position = 0;
    let all = arguments(text);
    for argument in &all {
        let keyword = argument.split_once('=').and_then(|(key, value)| {
            let mut names = parameters.iter().map(|parameter| parameter.name.as_str());
            Some((names.position(|name| name == key.trim())?, value.trim()))
        });
        let (index, value) = keyword.unwrap_or_else(|| {
            position += 1;
            (position - 1, argument)
        });
        let Some(parameter) = parameters.get(index) else {
            return Err(message!(
                "macro `{name}` has fewer parameters than this",
                name
            ));
        };
        if parameter.takes_rest && keyword.is_none() {
            // From this argument to the end, as it is written.
            let start = argument.as_ptr() as usize - text.as_ptr() as usize;
            bound[index] = Some(text[start..].trim().to_owned());
            break;
        }
        bound[index] = Some(value.to_owned());
    }
    let values = parameters.iter().zip(bound).map(|(parameter, value)| {
        let value = value.filter(|value| !value.is_empty());
        match value {
            None if parameter.is_required => {
                let parameter = &parameter.name;
                Err(message!(
                    "macro `{name}` needs a value for `{parameter}`",
                    name,
                    parameter
                ))
            }
            value => Ok((
                parameter.name.clone(),
                value.unwrap_or_else(|| parameter.default.clone()),
            )),
        }
    });
    values.collect()
}

/// A statement of a body with its arguments.
pub(super) fn substitute(text: &str, parameters: &[(String, String)], call: usize) -> String {
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        made.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix("()") {
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('@') {
            made.push_str(&call.to_string());
            rest = after;
            continue;
        }
        let is_part = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$')
        };
        let end = rest
            .find(|character| !is_part(character))
            .unwrap_or(rest.len());
        match parameters.iter().find(|(name, _)| *name == rest[..end]) {
            Some((_, argument)) => {
                made.push_str(argument);
                rest = &rest[end..];
            }
            None => made.push('\\'),
        }
        // A line that grows without end is refused by its length.
        if made.len() > LINE_BYTES_MAX {
            return made;
        }
    }
    made.push_str(rest);
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_separated_as_the_assembler_does() {
        let check = |text: &str, expected: &[&str]| assert_eq!(arguments(text), expected, "{text}");
        check("", &[]);
        check("a, b", &["a", "b"]);
        check("a b", &["a", "b"]);
        check("a , b", &["a", "b"]);
        check("a + 1 b", &["a + 1", "b"]);
        check("4(s1) b", &["4(s1)", "b"]);
        check("(a, b c), d", &["(a, b c)", "d"]);
        check("\"x, y\" z", &["\"x, y\"", "z"]);
        check("a,,b", &["a", "", "b"]);
        check("a,", &["a", ""]);
        check("\"", &["\""]);
        check("\"\\", &["\"\\"]);
    }

    #[test]
    fn parameters_have_defaults_and_kinds() {
        let parameters = parameters("a, b=2 c:req,d:vararg");
        let bound = |text: &str| {
            let bound = bind("f", &parameters, text).ok()?;
            Some(
                bound
                    .into_iter()
                    .map(|(_, value)| value)
                    .collect::<Vec<_>>(),
            )
        };
        let values = |values: [&str; 4]| Some(values.map(str::to_owned).to_vec());
        assert_eq!(bound("1, , 3, 4, 5"), values(["1", "2", "3", "4, 5"]));
        assert_eq!(bound("c=7"), values(["", "2", "7", ""]));
        assert_eq!(bound("1"), None);
        assert!(bind("f", &parameters[..1], "1, 2").is_err());
    }

    #[test]
    fn arguments_are_put_in() {
        let given = [("a".to_owned(), "s1".to_owned())];
        let check = |text: &str, expected: &str| assert_eq!(substitute(text, &given, 5), expected);
        check("add \\a, \\ab, x\\@", "add s1, \\ab, x5");
        check("\\a\\()b", "s1b");
        check("\\", "\\");
    }
}
