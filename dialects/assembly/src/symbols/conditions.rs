//! Conditions: which branches are not taken, where the text states so.
//!
//! `.if` and its relatives with an expression whose value is known, `.ifdef` of a name that is defined above, and `#if` with a
//! number. Of others nothing is known: each of their branches may be taken.

use crate::expression::evaluate;
use crate::line::{Line, Statement};

/// The meaning of a statement for conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    If(Option<bool>),
    ElseIf(Option<bool>),
    Else,
    End,
}

/// The names in conditions.
pub(super) trait Names {
    /// The number that a name has so far.
    fn value(&self, name: &str) -> Option<i64>;
    /// Whether a name is a label or a constant so far.
    fn is_known(&self, name: &str) -> bool;
}

/// The conditions of one processor that are open, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Nest {
    open: Vec<Branch>,
    /// How many of these blocks have a branch that is not taken.
    untaken: usize,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    /// Whether this branch is taken.
    is_taken: Option<bool>,
    /// Whether this one or one before it is.
    has_taken: Option<bool>,
}

impl Nest {
    /// Whether no condition is open.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) fn is_taken(&self) -> bool {
        self.untaken == 0
    }

    /// Takes a sign; returns whether it is known which branches of its condition are taken.
    pub(super) fn take(&mut self, sign: Sign) -> bool {
        let condition = match sign {
            Sign::If(condition) => {
                self.open.push(Branch {
                    is_taken: condition,
                    has_taken: condition,
                });
                self.untaken += usize::from(condition == Some(false));
                return condition.is_some();
            }
            Sign::End => {
                let closed = self.open.pop();
                let was_untaken = closed.is_some_and(|branch| branch.is_taken == Some(false));
                self.untaken -= usize::from(was_untaken);
                return closed.is_some_and(|branch| branch.has_taken.is_some());
            }
            Sign::ElseIf(condition) => condition,
            Sign::Else => Some(true),
        };
        let Some(branch) = self.open.last_mut() else {
            return false;
        };
        let before = branch.has_taken;
        self.untaken -= usize::from(branch.is_taken == Some(false));
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
        self.untaken += usize::from(branch.is_taken == Some(false));
        branch.has_taken.is_some()
    }
}

/// What a line states to the C preprocessor.
pub(super) fn preprocessor_sign(line: &Line) -> Option<Sign> {
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

/// The meaning of a statement for the assembler.
pub(super) fn statement_sign(
    line: &Line,
    statement: &Statement,
    names: &dyn Names,
) -> Option<Sign> {
    let mnemonic = statement.mnemonic.as_ref()?;
    let word = line.part(mnemonic);
    let value = || {
        let [operand] = statement.operands.as_slice() else {
            return None;
        };
        evaluate(line, &operand.pieces, &|name| names.value(name))
    };
    let compared = |holds: fn(i64) -> bool| Some(Sign::If(value().map(holds)));
    let is_defined = || {
        let name = line.part(&statement.operands.first()?.range);
        names.is_known(name).then_some(true)
    };
    let rest = || line.part(&(mnemonic.end..statement.range.end)).trim();
    // Of two texts; quotes around them are read in another way.
    let are_equal = || {
        let (left, right) = rest().split_once(',')?;
        let is_plain = !rest().contains(['\'', '"']);
        is_plain.then(|| left.trim() == right.trim())
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
        ".ifb" => Some(Sign::If(Some(rest().is_empty()))),
        ".ifnb" => Some(Sign::If(Some(!rest().is_empty()))),
        ".ifc" => Some(Sign::If(are_equal())),
        ".ifnc" => Some(Sign::If(are_equal().map(|it| !it))),
        ".elseif" => Some(Sign::ElseIf(value().map(|value| value != 0))),
        ".else" => Some(Sign::Else),
        ".endif" => Some(Sign::End),
        // `.ifeqs` and others compare strings.
        word if word.starts_with(".if") => Some(Sign::If(None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::Source;
    use crate::symbols::{Symbols, Within};
    use crate::tests::GNU;

    /// The lines that are code, counted from 1.
    fn code(text: &str) -> Vec<usize> {
        let source = Source::with_syntax(&GNU, text);
        let symbols = Symbols::new(&source);
        let lines = 0..source.count() as usize;
        let code = lines.filter(|line| symbols.within_line(*line as u32) != Within::Untaken);
        code.map(|number| number + 1).collect()
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
        assert_eq!(code(".if 0 ; a ; .endif\n b"), [2]);
        assert_eq!(code(".ifc a, b\n a\n.endif\n.ifnb x\n b\n.endif"), [5]);
        let deep = |condition: &str, count: usize| {
            let (open, close) = (format!(".if {condition}\n"), ".endif\n");
            let text = format!(
                "{}.if 0\n a\n{}b",
                open.repeat(count),
                close.repeat(count + 1)
            );
            code(&text).len()
        };
        assert_eq!((deep("1", 300), deep("x", 300)), (1, 601));
    }

    #[test]
    fn what_is_not_known_may_be_taken() {
        for text in [
            ".if elsewhere\n a\n.else\n b\n.endif",
            ".ifc 'x', y\n a\n.endif",
            "#if NAME\n a\n#elif OTHER\n b\n#else\n c\n#endif",
            "#ifdef NAME\n a\n#endif",
            ".ifdef elsewhere\n a\n.endif",
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
    }
}
