//! Operands that take all words which are left: names of flags, and the registers of a pool.

use super::Lowering;
use mnc2_program::code::Code;
use mnc2_program::directive::{
    DirectiveOperand, DirectivePart, DirectiveValue, FLAG_NAMES, PoolKind,
};
use mnc2_program::finding::Diagnostic;
use mnc2_text::line::{SIMILARITY_MIN, similar};
use mnc2_text::{LineRange, Message, message};

impl Lowering<'_> {
    /// The operands that take all words which are left.
    pub(super) fn rest(
        &mut self,
        part: DirectivePart,
        name_range: &LineRange,
        words: &[LineRange],
    ) {
        match part {
            DirectivePart::FlagNames => self.flag_names(name_range, words),
            DirectivePart::Pools => self.pools(name_range, words),
            _ => {
                for range in words {
                    let value = DirectiveValue::Name(self.at(range).into());
                    self.operands.push(DirectiveOperand {
                        range: range.clone(),
                        part,
                        value,
                    });
                }
            }
        }
    }

    fn flag_names(&mut self, name_range: &LineRange, words: &[LineRange]) {
        if words.is_empty() {
            self.wrong(name_range, message!("the names of the flags are missing"));
            return;
        }
        let mut are_known = true;
        for range in words {
            let word = self.at(range);
            if FLAG_NAMES.contains(&word) {
                self.operands.push(DirectiveOperand {
                    range: range.clone(),
                    part: DirectivePart::FlagNames,
                    value: DirectiveValue::Name(word.into()),
                });
                continue;
            }
            are_known = false;
            let message = message!("there is no boundary flag `{word}`", word);
            let mut diagnostic = Diagnostic::new(Code::DirectiveOperand, range.clone(), message);
            if let Some(near) = similar(word, FLAG_NAMES, SIMILARITY_MIN) {
                diagnostic = diagnostic
                    .help(message!("did you mean `{near}`?", near))
                    .suggest(message!("Replace with `{near}`", near), range.clone(), near);
            }
            self.report(diagnostic);
        }
        let are_in_order = words.iter().map(|range| self.at(range)).eq(FLAG_NAMES);
        if are_known && !are_in_order {
            let range = words[0].start..words[words.len() - 1].end;
            let message = message!("these are not the ten flags in the order of their bits");
            let names = FLAG_NAMES.join(" ");
            self.report(
                Diagnostic::new(Code::DirectiveDoubtful, range.clone(), message)
                    .help(message!(
                        "the SDK documents `{names}`",
                        names = names.as_str()
                    ))
                    .suggest(message!("Write all flags in their order"), range, names),
            );
        }
    }

    fn pools(&mut self, name_range: &LineRange, words: &[LineRange]) {
        let mut current = None;
        let mut has_keyword = false;
        for range in words {
            let word = self.at(range);
            if word.starts_with(':') {
                has_keyword = true;
                current = PoolKind::ALL
                    .into_iter()
                    .find(|kind| kind.keyword() == word);
                match current {
                    Some(kind) => self.operands.push(DirectiveOperand {
                        range: range.clone(),
                        part: DirectivePart::Pools,
                        value: DirectiveValue::PoolKind(kind),
                    }),
                    None => {
                        let message = message!("there is no kind of register `{word}`", word);
                        let known = PoolKind::ALL.map(|kind| format!("`{}`", kind.keyword()));
                        let help =
                            message!("the kinds are {kinds}", kinds = Message::all_of(known));
                        let diagnostic =
                            Diagnostic::new(Code::DirectiveOperand, range.clone(), message);
                        self.report(diagnostic.help(help));
                    }
                }
                continue;
            }
            if !has_keyword {
                self.wrong(
                    range,
                    message!("a keyword such as `:grf0` comes before the numbers of registers"),
                );
                has_keyword = true;
                continue;
            }
            let number = self.number(range);
            // Numbers after an unknown keyword are not judged.
            let (Some(kind), Some(number)) = (current, number) else {
                continue;
            };
            if self.is_pool_register(kind, number, range) {
                self.operands.push(DirectiveOperand {
                    range: range.clone(),
                    part: DirectivePart::Pools,
                    value: DirectiveValue::Number(number),
                });
            }
        }
        if !has_keyword {
            self.wrong(
                name_range,
                message!("`@alloc` names no registers, such as `:grf0 200 202`"),
            );
        }
    }

    /// Whether a register can be in a pool; what is wrong with it is reported.
    fn is_pool_register(&mut self, kind: PoolKind, number: u64, range: &LineRange) -> bool {
        let is_mask = kind == PoolKind::Masks;
        if !is_mask && number % 2 == 1 {
            self.wrong(
                range,
                message!("registers of a pool have even numbers, because each is a long word"),
            );
            return false;
        }
        let name = format!("{}{number}", kind.register());
        let statement = if is_mask {
            format!("lpassa $lr0 {name}")
        } else {
            format!("lpassa {name} $nowrite")
        };
        let exists = !self.parser.parse(&statement).has_error();
        if !exists {
            let name = name.as_str();
            self.wrong(range, message!("there is no register `{name}`", name));
        }
        exists
    }
}
