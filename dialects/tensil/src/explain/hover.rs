//! The explanation of what is at a place, as Markdown.

use mnc2_text::interface::Explain;
use mnc2_text::{Hover, Language, Position, message};

use super::cursor::{Cursor, Target, cursor};
use super::{effect, page};
use crate::document::Document;
use crate::encode::Encoder;
use crate::estimate::{self, Rule};
use crate::listing::hex;
use crate::options::Options;
use crate::place::{self, Operand, Space};
use crate::table::Mnemonic;

impl Explain for Document {
    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        let options = &*self.options;
        let cursor = cursor(&self.source, options, at)?;
        let markdown = match &cursor.target {
            Target::Mnemonic(mnemonic) => {
                let estimate = estimate::rule_at(self, at.line);
                instruction_hover(&cursor, (*mnemonic, estimate), options, language)
            }
            Target::Operand(operand) => operand_hover(operand, options, language),
            Target::Memory(memory) => page::memory_page(*memory, options, language),
            Target::Operation(operation) => page::operation_page(*operation, language),
            Target::Lookup => page::lookup_page(language),
            Target::Register(register) => page::register_page(register, language),
            Target::Input => message!("the input: the accumulator that `RAcc` names").say(language),
            Target::Output => {
                message!("the output: the accumulator that `WAcc` names").say(language)
            }
            Target::Zeroes => message!("vectors of zeros, which no memory holds").say(language),
            Target::Size(size) => {
                let count = size.saturating_add(1);
                message!(
                    "{count:# vector|# vectors}: the field holds {size}, one less",
                    count,
                    size = *size
                )
                .say(language)
            }
        };
        Some(Hover {
            range: cursor.range,
            markdown,
        })
    }
}

/// The page of an instruction, and what this one reads, writes and costs, with its bytes.
fn instruction_hover(
    cursor: &Cursor<'_>,
    (mnemonic, estimate): (Mnemonic, Option<(Rule, u64)>),
    options: &Options,
    language: Language,
) -> String {
    let mut text = page::row_page(mnemonic.row(), language);
    let machine = page::machine(options, language);
    let Some(instruction) = &cursor.instruction else {
        return text + &machine;
    };
    let operands = place::operands(cursor.line, cursor.statement, instruction);
    let mut lines = Vec::new();
    match effect::movement(instruction, &operands) {
        Some(movement) => lines.push(movement),
        None => {
            let accesses = operands.iter().map(|it| effect::access(it).say(language));
            lines.extend(accesses);
        }
    }
    let amount = effect::amount(instruction, &options.architecture);
    lines.extend(amount.map(|amount| amount.say(language)));
    lines.extend(estimate.map(|(rule, cycles)| {
        message!(
            "{cycles:# cycle|# cycles} by the estimate of the public compiler. {rule}",
            cycles,
            rule = rule.message()
        )
        .say(language)
    }));
    if !lines.is_empty() {
        let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
        text += &format!("\n\n{}", lines.join("\n"));
    }
    let encoder = Encoder::new(&options.architecture, options.encoding);
    if let Some(fields) = encoder.fields(instruction, cursor.thread) {
        text += &format!("\n\n```text\n{}\n```", hex(&encoder.bytes(&fields)));
    }
    text + &machine
}

fn operand_hover(operand: &Operand, options: &Options, language: Language) -> String {
    let mut text = effect::access(operand).say(language);
    if operand.size > 0 {
        let (count, step) = (operand.size.saturating_add(1), operand.step());
        text += "\n\n";
        text += &match step {
            1 => message!("{count:# vector|# vectors}, one after the other", count),
            _ => message!(
                "{count:# vector|# vectors}, {step} apart: `@2^{exponent}`",
                count,
                step,
                exponent = operand.address.stride
            ),
        }
        .say(language);
    }
    text += "\n\n";
    text += &match operand.space {
        Space::Memory(memory) => page::memory_page(memory, options, language),
        Space::Register => page::simd_register_page(operand.address.first, options, language),
    };
    text
}
