//! What can be written at a place, and the operands of the instruction that is typed.

use mnc2_text::interface::Complete;
use mnc2_text::{
    Completion, CompletionKind, Completions, Language, Message, Position, Signature, message,
};

use super::page;
use super::typed::{Part, Typed, typed};
use crate::document::Document;
use crate::options::{Encoding, Options};
use crate::table::{Arity, Memory, Mnemonic, OPERATIONS, Operation, REGISTERS, ROWS};

/// The most registers of the SIMD unit that are listed.
const REGISTERS_MAX: u64 = 16;

impl Complete for Document {
    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        let line = self.source.line(at.line);
        let Some(typed) = line.and_then(|line| typed(line, at.byte)) else {
            return Vec::new();
        };
        let mut list = List {
            list: Completions::new(typed.word, typed.replace.clone()),
            typed: &typed,
            options: &self.options,
            language,
        };
        match (typed.part, Mnemonic::find(typed.mnemonic)) {
            (Part::Mnemonic, _) => list.mnemonics(),
            (_, None) | (Part::Number, _) => {}
            (Part::Flags, Some(mnemonic)) => {
                for flags in mnemonic.row().flags {
                    list.list.add(flags, CompletionKind::Option, "");
                }
            }
            (Part::Stride, Some(mnemonic)) => {
                let architecture = &self.options.architecture;
                let is_first = typed.operand.is_some_and(|(index, _)| index == 0);
                let depth = if is_first {
                    architecture.stride0_depth
                } else {
                    architecture.stride1_depth
                };
                for exponent in (0..depth).filter(|_| mnemonic != Mnemonic::Simd) {
                    let label = format!("2^{exponent}");
                    let step = (1_u64 << exponent).to_string();
                    list.list.add(&label, CompletionKind::Constant, &step);
                }
            }
            (Part::Operand, Some(mnemonic)) => {
                let index = typed.operand.map_or(0, |(index, _)| index);
                list.operands(mnemonic, index);
            }
            (Part::Value, Some(_)) => list.values(),
            (Part::Source, Some(_)) => list.arguments(),
        }
        list.list.found
    }

    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        let typed = typed(self.source.line(at.line)?, at.byte)?;
        let mnemonic = Mnemonic::find(typed.mnemonic)?;
        let row = mnemonic.row();
        let docs = operand_docs(mnemonic).into_iter();
        let docs = docs.map(|doc| doc.say(language));
        let active = typed.operand.map(|(index, text)| match mnemonic {
            // Of the two accumulators, one can be missing.
            Mnemonic::Simd if index > 0 && text.starts_with('R') => 2,
            _ => index,
        });
        let operands = row.operands.iter().copied().zip(docs);
        let doc = Message::from_table(row.doc).say(language);
        Some(Signature::new(row.name, " ", operands, active, doc))
    }
}

struct List<'a> {
    list: Completions,
    typed: &'a Typed<'a>,
    options: &'a Options,
    language: Language,
}

impl List<'_> {
    /// The instructions that the encoding has.
    fn mnemonics(&mut self) {
        let encoding = self.options.encoding;
        for row in &ROWS {
            let opcode = match encoding {
                Encoding::Docs => row.opcode,
                Encoding::Compiler => row.compiler_opcode,
            };
            if opcode.is_some() {
                let title = self.language.template(row.title);
                let page = || page::row_page(row, self.language);
                (self.list).add_explained(row.name, CompletionKind::Instruction, title, page);
            }
        }
    }

    fn memory(&mut self, memory: Memory) {
        let detail = self.language.template(memory.doc());
        let page = || page::memory_page(memory, self.options, self.language);
        (self.list).add_explained(memory.name(), CompletionKind::Register, detail, page);
    }

    fn zeroes(&mut self) {
        self.list.add("Zeroes", CompletionKind::Option, "");
    }

    fn registers(&mut self) {
        let count = self.options.architecture.simd_registers_depth;
        for number in 1..=count.min(REGISTERS_MAX) {
            self.list
                .add(&format!("R{number}"), CompletionKind::Register, "");
        }
    }

    /// What the SIMD unit computes. The flag R needs the input, and the input needs the flag.
    fn values(&mut self) {
        let [reads, writes] = ['R', 'W'].map(|flag| self.typed.flags.contains(flag));
        if reads {
            self.input();
        } else {
            self.registers();
            self.list.add("0", CompletionKind::Constant, "");
        }
        for row in &OPERATIONS {
            let is_offered = match row.operation {
                Operation::Zero | Operation::Move => false,
                // It writes the input.
                Operation::NoOp => reads || !writes,
                _ => true,
            };
            if is_offered {
                let detail = self.language.template(row.doc);
                let page = || page::operation_page(row.operation, self.language);
                (self.list).add_explained(row.name, CompletionKind::Option, detail, page);
            }
        }
    }

    /// The sources of an operation.
    fn arguments(&mut self) {
        let operand = self.typed.operand.map_or("", |(_, operand)| operand);
        let (head, given) = operand.split_once('(').unwrap_or((operand, ""));
        let name = head.rsplit('=').next().unwrap_or_default().trim();
        let arity = Operation::find(name).map(|it| it.row().arity);
        let mut before: Vec<&str> = given.split(',').map(str::trim).collect();
        before.pop();
        let reads = self.typed.flags.contains('R');
        let is_ignored = arity == Some(Arity::None);
        let can_follow = arity == Some(Arity::Binary) && before.is_empty();
        if reads || is_ignored {
            self.input();
        }
        if !reads || is_ignored || can_follow || before.contains(&"I") {
            self.registers();
        }
    }

    fn input(&mut self) {
        self.list.add("I", CompletionKind::Register, "");
    }

    /// The first word of an operand, counted from 0.
    fn operands(&mut self, mnemonic: Mnemonic, index: usize) {
        match (mnemonic, index) {
            (Mnemonic::MatMul | Mnemonic::LoadWeights, 0) => {
                self.memory(Memory::Local);
                self.zeroes();
            }
            (Mnemonic::DataMove | Mnemonic::LoadLut, 0) => self.memory(Memory::Local),
            (Mnemonic::MatMul, 1) => self.memory(Memory::Accumulators),
            (Mnemonic::DataMove, 1) => {
                self.memory(Memory::Accumulators);
                // Only accumulators add.
                if !self.typed.flags.contains("Acc") {
                    self.memory(Memory::Dram0);
                    self.memory(Memory::Dram1);
                }
            }
            (Mnemonic::Configure, 0) => {
                for register in &REGISTERS {
                    let detail = self.language.template(register.doc);
                    let page = || page::register_page(register, self.language);
                    let kind = CompletionKind::Register;
                    (self.list).add_explained(register.name, kind, detail, page);
                }
            }
            (Mnemonic::Simd, 0) => {
                self.list.add("O", CompletionKind::Register, "");
                self.registers();
            }
            // The accumulator that is written comes first.
            (Mnemonic::Simd, 1 | 2) => {
                let all = [('W', "WAcc"), ('R', "RAcc")].into_iter();
                let mut wanted = all.filter(|(flag, _)| self.typed.flags.contains(*flag));
                if let Some((_, name)) = wanted.nth(index - 1) {
                    self.list.add(name, CompletionKind::Register, "");
                }
            }
            _ => {}
        }
    }
}

/// What each operand of an instruction is.
fn operand_docs(mnemonic: Mnemonic) -> Vec<Message> {
    let local =
        || message!("the first vector of the local memory; the next ones are 2^stride apart");
    let local_or_zeroes = || {
        message!(
            "the first vector of the local memory; the next ones are 2^stride apart; or `Zeroes`"
        )
    };
    let size = || message!("the vectors less one; without it one vector");
    match mnemonic {
        Mnemonic::NoOp => Vec::new(),
        Mnemonic::Wait => vec![message!("the number of the thread")],
        Mnemonic::MatMul => vec![
            local_or_zeroes(),
            message!("the first accumulator; the next ones are 2^stride apart"),
            size(),
        ],
        Mnemonic::DataMove => vec![
            local(),
            message!("the first vector of the other memory; the next ones are 2^stride apart"),
            size(),
        ],
        Mnemonic::LoadWeights => vec![local_or_zeroes(), size()],
        Mnemonic::Simd => vec![
            message!("what is computed, such as `O=Max(I,R1)`"),
            message!("the accumulator that is written, with the flag W"),
            message!("the accumulator that is read, with the flag R"),
        ],
        Mnemonic::LoadLut => vec![local(), message!("the number of the table")],
        Mnemonic::Configure => vec![
            message!("a configuration register"),
            message!("the number that is written"),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operand_is_documented() {
        for row in &ROWS {
            let count = operand_docs(row.mnemonic).len();
            assert_eq!(count, row.operands.len(), "{}", row.name);
        }
    }
}
