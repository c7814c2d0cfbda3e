//! Conditions: which branches are not taken, where the text says so.
//!
//! `.if` and its relatives with an expression whose value is known, `.ifdef` of a name that is defined above, and `#if` with a
//! number. Of others nothing is known: each of their branches may be taken.

use mnc2_assembly::{Line, Statement, evaluate};

use crate::symbols::Symbols;

/// How deep conditions are followed. Deeper ones count as unknown.
const DEPTH_MAX: usize = 256;

/// What a line says about conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    If(Option<bool>),
    ElseIf(Option<bool>),
    Else,
    End,
}

/// The conditions of one processor that are open, the innermost last.
#[derive(Debug, Default)]
struct Nest {
    open: Vec<Branch>,
    /// How many are open beyond the depth that is followed.
    deeper: usize,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    /// Whether this branch is taken.
    is_taken: Option<bool>,
    /// Whether this one or one before it is.
    has_taken: Option<bool>,
}

impl Nest {
    fn is_taken(&self) -> bool {
        self.open
            .iter()
            .all(|branch| branch.is_taken != Some(false))
    }

    /// Takes a sign; returns whether it is known which branches of its condition are taken.
    fn take(&mut self, sign: Sign) -> bool {
        if self.deeper > 0 || self.open.len() == DEPTH_MAX && matches!(sign, Sign::If(_)) {
            match sign {
                Sign::If(_) => self.deeper += 1,
                Sign::End => self.deeper -= 1,
                Sign::ElseIf(_) | Sign::Else => {}
            }
            return false;
        }
        let condition = match sign {
            Sign::If(condition) => {
                self.open.push(Branch {
                    is_taken: condition,
                    has_taken: condition,
                });
                return condition.is_some();
            }
            Sign::End => {
                let closed = self.open.pop();
                return closed.is_some_and(|branch| branch.has_taken.is_some());
            }
            Sign::ElseIf(condition) => condition,
            Sign::Else => Some(true),
        };
        let Some(branch) = self.open.last_mut() else {
            return false;
        };
        let before = branch.has_taken;
        branch.is_taken = match before {
            Some(true) => Some(false),
            Some(false) => condition,
            None if condition == Some(false) => Some(false),
            None => None,
        };
        branch.has_taken = match (before, condition) {
            (Some(true), _) => Some(true),
            (Some(false), condition) => condition,
            (None, _) => None,
        };
        branch.has_taken.is_some()
    }
}

/// The conditions that are open at a line.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    preprocessor: Nest,
    assembler: Nest,
}

impl Conditions {
    /// Takes the next line; returns whether it is code. Lines of a branch that is not taken are not code, and neither is the line of
    /// a condition whose value is known. What macros and repetitions contain is not judged here.
    pub(super) fn is_code(&mut self, line: &Line, symbols: &Symbols, is_in_block: bool) -> bool {
        if let Some(sign) = preprocessor_sign(line) {
            self.preprocessor.take(sign);
        } else if line.directive.is_none() && !is_in_block && self.preprocessor.is_taken() {
            let was_taken = self.assembler.is_taken();
            let is_alone = line.statements.len() == 1;
            let mut is_known = false;
            for statement in &line.statements {
                match sign(line, statement, symbols) {
                    // What stands beside a condition may be of either branch.
                    Some(Sign::If(_)) if !is_alone => {
                        is_known = self.assembler.take(Sign::If(None));
                    }
                    Some(sign) => is_known = self.assembler.take(sign),
                    None => {}
                }
            }
            return !is_known && (was_taken || self.assembler.is_taken());
        }
        self.preprocessor.is_taken() && self.assembler.is_taken()
    }
}

fn preprocessor_sign(line: &Line) -> Option<Sign> {
    let words = line.directive.as_deref()?;
    let keyword = words.first()?;
    let condition = || {
        let text = line.text().get(keyword.end as usize..)?;
        let number = text.trim().parse::<i64>().ok()?;
        Some(number != 0)
    };
    match line.part(keyword) {
        "if" => Some(Sign::If(condition())),
        "ifdef" | "ifndef" => Some(Sign::If(None)),
        "elif" => Some(Sign::ElseIf(condition())),
        "else" => Some(Sign::Else),
        "endif" => Some(Sign::End),
        _ => None,
    }
}

fn sign(line: &Line, statement: &Statement, symbols: &Symbols) -> Option<Sign> {
    let word = line.part(statement.mnemonic.as_ref()?);
    let value = || {
        let [operand] = statement.operands.as_slice() else {
            return None;
        };
        evaluate(line, &operand.pieces, &|name| symbols.value(name))
    };
    let compared = |holds: fn(i64) -> bool| Some(Sign::If(value().map(holds)));
    let is_defined = || {
        let name = line.part(&statement.operands.first()?.range);
        let is_known = symbols.labels.contains_key(name) || symbols.constants.contains_key(name);
        is_known.then_some(true)
    };
    match word {
        ".if" | ".ifne" => compared(|value| value != 0),
        ".ifeq" => compared(|value| value == 0),
        ".ifge" => compared(|value| value >= 0),
        ".ifgt" => compared(|value| value > 0),
        ".ifle" => compared(|value| value <= 0),
        ".iflt" => compared(|value| value < 0),
        ".ifdef" => Some(Sign::If(is_defined())),
        ".ifndef" | ".ifnotdef" => Some(Sign::If(is_defined().map(|it| !it))),
        ".elseif" => Some(Sign::ElseIf(value().map(|value| value != 0))),
        ".else" => Some(Sign::Else),
        ".endif" => Some(Sign::End),
        // `.ifc`, `.ifb`, `.ifeqs` and others compare texts.
        word if word.starts_with(".if") => Some(Sign::If(None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::symbols::{Symbols, Within};
    use mnc2_assembly::Source;

    /// The lines that are code, counted from 1.
    fn code(text: &str) -> Vec<usize> {
        let symbols = Symbols::new(&Source::new(&crate::syntax::SYNTAX, text));
        let within = symbols.within.iter().enumerate();
        let code = within.filter(|(_, within)| **within != Within::Untaken);
        code.map(|(number, _)| number + 1).collect()
    }

    #[test]
    fn branches_that_are_not_taken_are_no_code() {
        assert_eq!(code(".if 1\n a\n.else\n b\n.endif\n c"), [2, 6]);
        assert_eq!(
            code(".if 0\n a\n.elseif 1\n b\n.else\n c\n.endif\n d"),
            [4, 8]
        );
        let text = ".set n, 3\n.if n > 3\n a\n.elseif n == 3\n b\n.endif\n.ifgt n - 2\n c\n.endif";
        assert_eq!(code(text), [1, 5, 8]);
        assert_eq!(
            code("l:\n.ifdef l\n a\n.endif\n.ifndef l\n b\n.endif"),
            [1, 3]
        );
        assert_eq!(code(".if 0\n.if 1\n a\n.endif\n b\n.endif\n c"), [7]);
        assert_eq!(code("#if 0\n a\n#else\n b\n#endif"), [3, 4, 5]);
        assert_eq!(code("#if 0\n.if 1\n#endif\n a"), [3, 4]);
    }

    #[test]
    fn what_is_not_known_may_be_taken() {
        for text in [
            ".if elsewhere\n a\n.else\n b\n.endif",
            ".ifc \\x, y\n a\n.endif",
            "#if NAME\n a\n#elif OTHER\n b\n#else\n c\n#endif",
            "#ifdef NAME\n a\n#endif",
            ".ifdef elsewhere\n a\n.endif",
            ".if 0 ; a ; .endif\n b",
            ".if x ; a\n b\n.else\n c\n.endif\n d",
            ".macro m\n.if 0\n a\n.endif\n.endm",
            ".else\n a\n.endif\n.endif\n b",
        ] {
            assert_eq!(code(text).len(), text.lines().count(), "{text}");
        }
        assert_eq!(
            code(".if elsewhere\n a\n.elseif 0\n b\n.endif"),
            [1, 2, 3, 5]
        );
        let deep = format!(
            "{}.if 0\n a\n{}",
            ".if x\n".repeat(300),
            ".endif\n".repeat(301)
        );
        assert_eq!(code(&deep).len(), deep.lines().count() + 1);
    }
}
