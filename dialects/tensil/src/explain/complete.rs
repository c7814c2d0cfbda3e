//! What can be written at a place, and the operands of the instruction that is typed.

use mnc2_text::{
    Completion, CompletionKind, Language, Message, Parameter, Position, Signature, message,
};

use super::page;
use super::typed::{Part, Typed, typed};
use crate::options::{Encoding, Options};
use crate::source::Source;
use crate::table::{Arity, Memory, Mnemonic, OPERATIONS, Operation, REGISTERS, ROWS};

/// The most registers of the SIMD unit that are listed.
const REGISTERS_MAX: u64 = 16;

/// What can be written at a place.
#[must_use]
pub fn completion(
    source: &Source,
    options: &Options,
    at: Position,
    language: Language,
) -> Vec<Completion> {
    let Some(typed) = source.line(at.line).and_then(|line| typed(line, at.byte)) else {
        return Vec::new();
    };
    let mut list = List {
        typed: &typed,
        options,
        language,
        found: Vec::new(),
    };
    match (typed.part, Mnemonic::find(typed.mnemonic)) {
        (Part::Mnemonic, _) => list.mnemonics(),
        (_, None) | (Part::Number, _) => {}
        (Part::Flags, Some(mnemonic)) => {
            for flags in mnemonic.row().flags {
                list.add(flags, CompletionKind::Option, "", None);
            }
        }
        (Part::Stride, Some(mnemonic)) => {
            let architecture = &options.architecture;
            let is_first = typed.operand.is_some_and(|(index, _)| index == 0);
            let depth = if is_first {
                architecture.stride0_depth
            } else {
                architecture.stride1_depth
            };
            for exponent in (0..depth).filter(|_| mnemonic != Mnemonic::Simd) {
                let label = format!("2^{exponent}");
                let step = (1_u64 << exponent).to_string();
                list.add(&label, CompletionKind::Constant, &step, None);
            }
        }
        (Part::Operand, Some(mnemonic)) => {
            let index = typed.operand.map_or(0, |(index, _)| index);
            list.operands(mnemonic, index);
        }
        (Part::Value, Some(_)) => list.values(),
        (Part::Source, Some(_)) => list.arguments(),
    }
    list.found
}

struct List<'a> {
    typed: &'a Typed<'a>,
    options: &'a Options,
    language: Language,
    found: Vec<Completion>,
}

impl List<'_> {
    fn add(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: &str,
        documentation: Option<String>,
    ) {
        if label.starts_with(self.typed.word) {
            self.found.push(Completion {
                label: label.to_owned(),
                kind,
                detail: detail.to_owned(),
                documentation,
                replace: self.typed.replace.clone(),
                insert: label.to_owned(),
            });
        }
    }

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
                let documentation = Some(page::of_row(row, self.language));
                self.add(row.name, CompletionKind::Instruction, title, documentation);
            }
        }
    }

    fn memory(&mut self, memory: Memory) {
        let detail = self.language.template(memory.doc());
        let documentation = Some(page::of_memory(memory, self.options, self.language));
        self.add(
            memory.name(),
            CompletionKind::Register,
            detail,
            documentation,
        );
    }

    fn zeroes(&mut self) {
        self.add("Zeroes", CompletionKind::Option, "", None);
    }

    fn registers(&mut self) {
        let count = self.options.architecture.simd_registers_depth;
        for number in 1..=count.min(REGISTERS_MAX) {
            self.add(&format!("R{number}"), CompletionKind::Register, "", None);
        }
    }

    /// What the SIMD unit computes. The flag R needs the input, and the input needs the flag.
    fn values(&mut self) {
        let [reads, writes] = ['R', 'W'].map(|flag| self.typed.flags.contains(flag));
        if reads {
            self.input();
        } else {
            self.registers();
            self.add("0", CompletionKind::Constant, "", None);
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
                let documentation = Some(page::of_operation(row.operation, self.language));
                self.add(row.name, CompletionKind::Option, detail, documentation);
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
        self.add("I", CompletionKind::Register, "", None);
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
                    let documentation = Some(page::of_register(register, self.language));
                    self.add(
                        register.name,
                        CompletionKind::Register,
                        detail,
                        documentation,
                    );
                }
            }
            (Mnemonic::Simd, 0) => {
                self.add("O", CompletionKind::Register, "", None);
                self.registers();
            }
            // The accumulator that is written comes first.
            (Mnemonic::Simd, 1 | 2) => {
                let all = [('W', "WAcc"), ('R', "RAcc")].into_iter();
                let mut wanted = all.filter(|(flag, _)| self.typed.flags.contains(*flag));
                if let Some((_, name)) = wanted.nth(index - 1) {
                    self.add(name, CompletionKind::Register, "", None);
                }
            }
            _ => {}
        }
    }
}

/// The operands of the instruction that is typed.
#[must_use]
pub fn signature(source: &Source, at: Position, language: Language) -> Option<Signature> {
    let typed = typed(source.line(at.line)?, at.byte)?;
    let mnemonic = Mnemonic::find(typed.mnemonic)?;
    let row = mnemonic.row();
    let mut label = row.name.to_owned();
    let mut parameters = Vec::new();
    for (operand, doc) in row.operands.iter().zip(operand_docs(mnemonic)) {
        label.push(' ');
        let start = label.len() as u32;
        label.push_str(operand);
        parameters.push(Parameter {
            label: start..label.len() as u32,
            documentation: doc.say(language),
        });
    }
    let active = typed.operand.map(|(index, text)| match mnemonic {
        // Of the two accumulators, one can be missing.
        Mnemonic::Simd if index > 0 && text.starts_with('R') => 2,
        _ => index,
    });
    let active = active.filter(|&active| active < parameters.len());
    Some(Signature {
        label,
        active: active.and_then(|active| u32::try_from(active).ok()),
        parameters,
        documentation: Some(Message::from_table(row.doc).say(language)),
    })
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
