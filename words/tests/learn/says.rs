//! The properties of statements, written from the manual: an independent opinion next to `mnc2_words::property`.
//!
//! A part of a statement that is missing here does not compile: structures are taken apart without `..`.

use std::collections::BTreeMap;

use mnc2_asm::LineParser;
use mnc2_isa::mau::Port;
use mnc2_isa::spelling::{ProductHalf, Spelling};
use mnc2_isa::{AluOp, Forwarding, L2bmOp, MauOp, Memory, Mode, Op, Width};
use mnc2_program::{
    Addressing, Conversion, Expression, Mask, MaskSuffix, MvInstruction, Operand, OperandKind,
    PeMemory, Statement, Step, TargetKind,
};
use mnc2_words::{PropertyContent, WordForm};

/// The parts of a statement, by name.
pub(crate) type Said = BTreeMap<String, PropertyContent>;

/// The properties of a statement; `None` if it has no word.
pub(crate) fn says(parser: &mut LineParser, text: &str, mode: Mode) -> Option<(WordForm, Said)> {
    let line = parser.parse(text);
    match &line.statement {
        Some(Statement::Step(step)) => Some((WordForm::from_mode(mode), said_by_step(step, mode))),
        Some(Statement::Mv(mv)) => Some((WordForm::Mv, said_by_mv(mv))),
        _ => None,
    }
}

struct Saying {
    said: Said,
    mode: Mode,
}

impl Saying {
    fn number(&mut self, name: impl Into<String>, number: impl Into<u64>) {
        self.said
            .insert(name.into(), PropertyContent::Number(number.into()));
    }

    fn name(&mut self, name: impl Into<String>, choice: impl Into<String>) {
        self.said
            .insert(name.into(), PropertyContent::Name(choice.into().into()));
    }

    /// Adds a part to a name that several expressions use: the effect of both on hardware is unknown.
    fn also(&mut self, name: &str, choice: String) {
        let before = match self.said.get(name) {
            Some(PropertyContent::Name(before)) => Some(before.to_string()),
            _ => None,
        };
        let mut parts: Vec<String> = before
            .iter()
            .flat_map(|it| it.split(" and "))
            .map(str::to_owned)
            .collect();
        if !parts.contains(&choice) {
            parts.push(choice);
        }
        parts.sort();
        self.name(name, parts.join(" and "));
    }
}

/// The parts of a step (manual 3.6).
fn said_by_step(step: &Step, mode: Mode) -> Said {
    let mut saying = Saying {
        said: Said::new(),
        mode,
    };
    let Step {
        range: _,
        expressions,
    } = step;
    let keeps = expressions.iter().any(|it| it.op.keeps_forwarding());
    let forwards = match (step.is_bare_nop(), keeps) {
        (true, _) => "nothing",
        (false, true) => "kept",
        (false, false) => "updated",
    };
    saying.name("forwarding", forwards);
    for expression in expressions {
        saying.expression(expression, expressions);
    }
    saying.said
}

impl Saying {
    fn expression(&mut self, expression: &Expression, all: &[Expression]) {
        let Expression {
            range: _,
            opcode_range: _,
            mnemonic_range: _,
            spelling,
            op,
            target,
            rotation,
            // `nop/n` is n words.
            repeat: _,
            mantissa_length,
            zero_flush,
            inputs,
            outputs,
        } = expression;
        let unit = self.opcode(spelling, *op, expression, all);
        if let Some(target) = target {
            match target.kind {
                TargetKind::Mab(mab) => self.number(format!("{unit} mab"), mab),
                TargetKind::L1b(l1b) => self.number("l2bm l1b", l1b),
                TargetKind::L1bSet { l1badr, immode } => {
                    self.number("l2bm l1b set", l1badr);
                    self.number("l2bm l1b mode", immode);
                }
            }
        }
        if let Some(rotation) = rotation {
            self.number(format!("{unit} rotation"), rotation.value as u8 & 31);
        }
        if let Some(length) = mantissa_length {
            self.name("alu length", length.value.to_string());
        }
        if let Some(mask) = zero_flush {
            self.mask(mask);
            let unit = op.forwarding().map_or("none", Forwarding::name);
            self.name("zero flush", unit);
        }
        self.inputs(*op, &unit, inputs, mantissa_length.is_some());
        for output in outputs {
            self.output(*op, &unit, output);
        }
    }

    /// The letters of a mnemonic as parts; the name of the unit.
    fn opcode(
        &mut self,
        spelling: &Spelling,
        op: Op,
        expression: &Expression,
        all: &[Expression],
    ) -> String {
        let Spelling {
            text,
            ops: _,
            precision,
            unsigned,
            half,
            shortened,
            // A reduction has letters of its own.
            reduction: _,
        } = spelling;
        let precision = precision.map_or("none".to_owned(), |it| format!("{it:?}"));
        let turns = |it: &Expression| {
            let mut inputs = it.inputs.iter();
            inputs.any(|input| matches!(input.kind, OperandKind::Turnaround(_)))
        };
        match op {
            Op::Alu(alu) => {
                self.name("alu opcode", format!("{alu:?}"));
                self.number("alu unsigned", u64::from(*unsigned));
                if alu != AluOp::Imm {
                    self.name("alu precision", precision);
                }
                assert!(!shortened && half.is_none(), "{text}");
                "alu".to_owned()
            }
            Op::Mau(mau) => {
                self.name("mau precision", precision);
                match mau {
                    MauOp::Mwrite => self.number("matrix write", 1_u64),
                    MauOp::Mread => {}
                    MauOp::Vfma
                    | MauOp::Vmul
                    | MauOp::Vadd
                    | MauOp::Vpassa
                    | MauOp::Mfma
                    | MauOp::Mmul => {
                        self.number("mau product", 1_u64);
                        let is_matrix = matches!(mau, MauOp::Mfma | MauOp::Mmul);
                        self.number("mau matrix", u64::from(is_matrix));
                        let has_no_factor = matches!(mau, MauOp::Vadd | MauOp::Vpassa);
                        self.number("mau factor is 1", u64::from(has_no_factor));
                        let has_no_addend =
                            matches!(mau, MauOp::Vmul | MauOp::Vpassa | MauOp::Mmul);
                        self.number("mau addend is 0", u64::from(has_no_addend));
                        self.number("mau shortened", u64::from(*shortened));
                    }
                }
                match half {
                    Some(ProductHalf::Lower) => self.also("mau half", "lower".to_owned()),
                    Some(ProductHalf::Upper) => self.also("mau half", "upper".to_owned()),
                    None => {}
                }
                "mau".to_owned()
            }
            Op::L1bm(_) => {
                // What a pair is in the word need not be what its halves are.
                let transfers = all.iter().filter(|it| matches!(it.op, Op::L1bm(_)));
                let mut names: Vec<String> = transfers
                    .map(|it| format!("{} {:?} {}", it.spelling.text, it.op, turns(it)))
                    .collect();
                names.sort();
                let unit = match turns(expression) {
                    true => "l1bm turned",
                    false => "l1bm",
                };
                self.name(format!("{unit} opcode"), names.join(" and "));
                // Without `@` it is MAB 0 where the row has one.
                let has_mab = expression.target.is_some() || spelling.reduction.is_some();
                if !has_mab {
                    self.number(format!("{unit} mab"), 0_u64);
                }
                unit.to_owned()
            }
            Op::L2bm(L2bmOp::Darw) => {
                self.name("dar write", text.as_str());
                "dar write".to_owned()
            }
            Op::L2bm(L2bmOp::Dars) => {
                self.name("dar load", text.as_str());
                "dar load".to_owned()
            }
            Op::L2bm(own) => {
                self.name("l2bm opcode", format!("{text} {own:?}"));
                "l2bm".to_owned()
            }
            Op::Control(_) | Op::Mv(_) => "control".to_owned(),
        }
    }

    fn inputs(&mut self, op: Op, unit: &str, inputs: &[Operand], has_length: bool) {
        let mut ports = match op {
            Op::Mau(op) => op
                .ports()
                .iter()
                .map(|port| match port {
                    Port::A => "mau a",
                    Port::B => "mau b",
                    Port::C => "mau c",
                })
                .collect(),
            Op::Alu(_) => vec!["alu 1", "alu 2"],
            Op::L1bm(_) => vec!["l1bm source"],
            _ => Vec::new(),
        }
        .into_iter();
        assert!(!has_length || inputs.len() == 1);
        for input in inputs {
            let Operand {
                range: _,
                kind,
                negated,
                conversion,
                mask,
            } = input;
            assert!(mask.is_none(), "an input has no mask");
            let selected = match kind {
                OperandKind::PeMemory(memory) => {
                    self.memory(memory, false);
                    Some(memory.memory.letters())
                }
                OperandKind::T(_) => Some("t"),
                OperandKind::Forwarding(register) => Some(register.name()),
                OperandKind::Constant(constant) => Some(constant.name()),
                OperandKind::MatrixSide(side, _) => {
                    self.also("matrix side", format!("product {side:?}"));
                    continue;
                }
                OperandKind::MatrixRows {
                    side,
                    width: _,
                    row,
                } => {
                    self.number("matrix start", *row);
                    self.also("matrix side", format!("read {side:?}"));
                    None
                }
                OperandKind::Literal(literal) => {
                    self.number("immediate", literal.bits);
                    None
                }
                OperandKind::Tag(tag) => {
                    self.number("wait", *tag);
                    None
                }
                OperandKind::L1bm { width: _, address } => {
                    self.number(format!("{unit} address"), *address);
                    None
                }
                OperandKind::Turnaround(_) => None,
                OperandKind::L2bm {
                    address,
                    group,
                    l2b,
                } => {
                    self.say_l2bm(unit, *address, *group, *l2b);
                    None
                }
                OperandKind::Dar(entry) => {
                    self.number(format!("{unit} dar"), *entry);
                    None
                }
                OperandKind::BaseRegister(..)
                | OperandKind::MaskRegister(_)
                | OperandKind::NoWrite
                | OperandKind::Pdm { .. }
                | OperandKind::Dram { .. } => panic!("no input of a step"),
            };
            if let Some(selected) = selected {
                let port = ports.next().expect("a port");
                self.name(format!("{port} select"), selected);
                if port.starts_with("mau") {
                    self.number(format!("{port} negated"), u64::from(*negated));
                }
                if port != "l1bm source" {
                    self.name(
                        format!("{port} conversion"),
                        conversion_name(conversion.as_ref().map(|it| it.value)),
                    );
                }
            }
            if let (Some(suffix), true) = (conversion, unit.starts_with("l1bm")) {
                self.name(
                    format!("{unit} conversion"),
                    conversion_name(Some(suffix.value)),
                );
            }
        }
    }

    fn output(&mut self, op: Op, unit: &str, output: &Operand) {
        let Operand {
            range: _,
            kind,
            negated,
            conversion,
            mask,
        } = output;
        assert!(!negated, "a result is not inverted");
        if let (Some(suffix), true) = (conversion, unit.starts_with("l1bm")) {
            self.name(
                format!("{unit} conversion"),
                conversion_name(Some(suffix.value)),
            );
        }
        let source = op.forwarding().map_or("none", Forwarding::name);
        let masked = match kind {
            OperandKind::PeMemory(memory) => {
                self.memory(memory, true);
                self.number(format!("{} write", memory.memory.letters()), 1_u64);
                self.name(format!("{} source", memory.memory.letters()), source);
                memory.memory.letters()
            }
            OperandKind::T(_) => {
                self.number("t write", 1_u64);
                self.name("t source", source);
                "t"
            }
            OperandKind::BaseRegister(memory, _) => {
                let letters = match memory {
                    Memory::BaseLm0 => "m",
                    _ => "n",
                };
                self.name(format!("{letters} base register"), "written");
                letters
            }
            OperandKind::MaskRegister(entry) => {
                self.name("mask register source", source);
                self.number("mask register entry", *entry);
                "k"
            }
            OperandKind::MatrixRows { side, width, row } => {
                self.number("matrix start", *row);
                self.also("matrix side", format!("write {side:?}"));
                self.also("mau half", format!("write {width:?}"));
                return;
            }
            OperandKind::L1bm { width: _, address } => {
                self.number(format!("{unit} address"), *address);
                return;
            }
            OperandKind::Turnaround(_) => {
                self.name("l1bm turnaround", "written");
                return;
            }
            OperandKind::L2bm {
                address,
                group,
                l2b,
            } => {
                self.say_l2bm(unit, *address, *group, *l2b);
                return;
            }
            OperandKind::Dar(entry) => {
                self.number(format!("{unit} dar"), *entry);
                return;
            }
            OperandKind::NoWrite => return,
            OperandKind::MatrixSide(..)
            | OperandKind::Forwarding(_)
            | OperandKind::Constant(_)
            | OperandKind::Pdm { .. }
            | OperandKind::Dram { .. }
            | OperandKind::Literal(_)
            | OperandKind::Tag(_) => panic!("no output of a step"),
        };
        if let Some(mask) = mask {
            self.mask(mask);
            self.number(format!("{masked} masked"), 1_u64);
        }
    }

    fn say_l2bm(&mut self, unit: &str, address: u32, group: Option<u8>, l2b: Option<u8>) {
        self.number(format!("{unit} l2bm address"), address);
        if let Some(group) = group {
            self.number(format!("{unit} group"), group);
        }
        if let Some(l2b) = l2b {
            self.number(format!("{unit} l2b"), l2b);
        }
    }

    fn mask(&mut self, mask: &Mask) {
        let Mask {
            range: _,
            double_long,
            entry,
            suffix,
        } = mask;
        self.number("mask entry", *entry);
        self.name("mask width", format!("{double_long}"));
        match suffix {
            Some(MaskSuffix::Truncate) => self.also("mask suffix", "t".to_owned()),
            Some(MaskSuffix::Pad) => self.also("mask suffix", "p".to_owned()),
            None => {}
        }
    }

    /// Manual 3.6.1.6 to 3.6.1.11. GRF has a region for reads and one for writes, LM one for both (3.6.4).
    fn memory(&mut self, memory: &PeMemory, is_write: bool) {
        let PeMemory {
            memory: of,
            width,
            addressing,
            indirect,
            madpe,
            address_range: _,
        } = memory;
        let is_lm = matches!(of, Memory::Lm0 | Memory::Lm1);
        let region = match (is_lm, is_write) {
            (true, _) => of.letters().to_owned(),
            (false, true) => format!("{} written", of.letters()),
            (false, false) => format!("{} read", of.letters()),
        };
        let words = match width {
            Width::Single => 1,
            Width::Long => 2,
            Width::DoubleLong => 4,
        };
        self.name(format!("{region} width"), format!("{width:?}"));
        if is_lm {
            let mode = match (indirect, madpe) {
                (true, _) => "T added".to_owned(),
                (false, Some(last)) => format!("j{last}"),
                (false, None) => "plain".to_owned(),
            };
            self.name(format!("{region} mode"), mode);
        }
        match (self.mode, addressing) {
            (
                Mode::AutoStride,
                Addressing::Stride {
                    base_words,
                    stride_words,
                },
            ) => {
                self.number(format!("{region} address"), *base_words);
                self.number(format!("{region} increment"), stride_words / words);
            }
            (Mode::AutoStride, Addressing::Flat(_)) => panic!("an error in this mode"),
            (Mode::Flat, _) => {
                for (cycle, address) in memory.addresses_words().into_iter().enumerate() {
                    self.number(format!("{region} address {cycle}"), address);
                }
            }
        }
    }
}

fn conversion_name(conversion: Option<Conversion>) -> &'static str {
    match conversion {
        None => "none",
        Some(Conversion::Extend) => "e",
        Some(Conversion::Shorten) => "r",
    }
}

/// The parts of an MV instruction (manual 3.5).
fn said_by_mv(mv: &MvInstruction) -> Said {
    let mut saying = Saying {
        said: Said::new(),
        mode: Mode::AutoStride,
    };
    let MvInstruction {
        range: _,
        opcode_range: _,
        mnemonic_range: _,
        spelling,
        op,
        size_long_words,
        size_range: _,
        tag,
        priority,
        indirection_count,
        operands,
    } = mv;
    saying.name("opcode", format!("{} {op:?}", spelling.text));
    saying.number("size", *size_long_words);
    saying.number("tag", tag.as_ref().map_or(0, |tag| tag.number));
    saying.number("priority", *priority);
    if let Some(count) = indirection_count {
        saying.number("indirections", *count);
    }
    for (side, operand) in ["from", "to"].into_iter().zip(operands) {
        let mut number = |part: &str, number: u64| {
            saying.number(format!("{side} {part}"), number);
        };
        let (memory, address, group) = match operand.kind {
            OperandKind::Pdm { address, group } => ("p", address, group),
            OperandKind::Dram {
                address,
                indirect,
                group,
            } => (if indirect { "di" } else { "d" }, address, group),
            OperandKind::L2bm {
                address,
                group,
                l2b,
            } => {
                if let Some(l2b) = l2b {
                    number("l2b", l2b.into());
                }
                ("c", address, group)
            }
            _ => panic!("no operand of an MV instruction"),
        };
        number("address", address.into());
        if let Some(group) = group {
            number("group", group.into());
        }
        saying.name(format!("{side} memory"), memory);
    }
    saying.said
}
