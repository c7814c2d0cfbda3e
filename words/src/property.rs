//! The properties of a statement that bits of its word can hold.
//!
//! A property has the name of its field in the table, or a name of its own where the table has no field for it, and a
//! content: a number whose bits are written one by one, or a choice. What bits hold it is not a part of it: the table states
//! that, or rows that were learned.

use std::borrow::Cow;

use mnc2_isa::field::{Field, FieldPlace, IMMEDIATE_FIELDS};
use mnc2_isa::spelling::ProductHalf;
use mnc2_isa::{AluOp, Forwarding, L2bmOp, MauOp, Mode, Op};

use super::encode::{UsedField, encode};
use mnc2_program::rules::step::fields::Content;
use mnc2_program::{
    Expression, MvInstruction, Operand, OperandKind, Step, TargetKind, WriteMaskSetting,
};
use mnc2_text::LineRange;

mod choice;

use choice::chosen;
pub(super) use choice::{choice, is_choice};

/// The kinds of words of the assembler's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordForm {
    /// A step in auto-stride mode.
    AutoStride,
    /// A step in flat mode.
    Flat,
    /// An MV instruction, in any mode.
    Mv,
}

impl WordForm {
    /// All kinds of words.
    pub const ALL: [Self; 3] = [Self::AutoStride, Self::Flat, Self::Mv];

    /// The letter before the word.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::AutoStride => 'i',
            Self::Flat => 'j',
            Self::Mv => 'm',
        }
    }

    /// The kind with a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.letter() == letter)
    }

    /// The mode of the steps that have such words; `None` of MV instructions.
    #[must_use]
    pub const fn mode(self) -> Option<Mode> {
        match self {
            Self::AutoStride => Some(Mode::AutoStride),
            Self::Flat => Some(Mode::Flat),
            Self::Mv => None,
        }
    }

    /// The kind of a step's word.
    #[must_use]
    pub const fn from_mode(mode: Mode) -> Self {
        match mode {
            Mode::AutoStride => Self::AutoStride,
            Mode::Flat => Self::Flat,
        }
    }
}

/// The content of a property.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyContent {
    /// A number, whose bits are in the word.
    Number(u64),
    /// One of several names.
    Name(Cow<'static, str>),
}

impl PropertyContent {
    /// As in files of rows.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Number(number) => Cow::Owned(number.to_string()),
            Self::Name(name) => Cow::Borrowed(name),
        }
    }
}

/// A property of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name, which is the same in all statements with the property.
    pub name: Cow<'static, str>,
    /// The content in this statement.
    pub key: PropertyContent,
    /// The field that holds it, as an index into the fields of the encoded step; none in other words.
    pub of: Option<usize>,
    /// The part of the line that determines it.
    pub range: LineRange,
}

/// The properties of a step, in the order of the text.
#[must_use]
pub fn step_properties(step: &Step, in_force: WriteMaskSetting, mode: Mode) -> Vec<Property> {
    field_properties(step, &encode(step, in_force, mode).fields)
}

/// The properties of a step whose fields are known.
#[must_use]
pub(super) fn field_properties(step: &Step, fields: &[UsedField]) -> Vec<Property> {
    let mut listed = Listed(Vec::new());
    let forwarding = match step.forwards() && !step.expressions.is_empty() {
        true => "step",
        false if step.is_bare_nop() => "nop",
        false => "noforward",
    };
    let is_claimed = fields
        .iter()
        .position(|known| known.place == Field::Ll.into());
    listed.name("ll", forwarding, is_claimed, &step.range);
    for (index, known) in fields.iter().enumerate().filter(|(_, it)| it.is_used) {
        let contains = |it: &&Expression| {
            it.range.start <= known.range.start && known.range.end <= it.range.end
        };
        let expression = step.expressions.iter().find(contains);
        listed.known(index, known, expression, step);
    }
    listed.0
}

/// The properties of an MV instruction.
#[must_use]
pub fn mv_properties(mv: &MvInstruction) -> Vec<Property> {
    let mut listed = Listed(Vec::new());
    let range = &mv.range;
    listed.name(
        "mv_opcode",
        opcode(&mv.spelling.text, mv.op, mv.spelling.ops.len()),
        None,
        range,
    );
    listed.number("mv_size", mv.size_long_words, None, range);
    let tag = mv.tag.as_ref().map_or(0, |tag| tag.number);
    listed.number("mv_tag", tag, None, range);
    listed.number("mv_priority", mv.priority, None, range);
    if let Some(count) = mv.indirection_count {
        listed.number("mv_indirection", count, None, range);
    }
    for (side, operand) in ["mv_source", "mv_destination"]
        .into_iter()
        .zip(&mv.operands)
    {
        let Some(place) = operand.kind.mv_place() else {
            continue;
        };
        let range = &operand.range;
        let memory = match (place.memory.letters(), place.is_indirect) {
            ("d", true) => "di",
            (letters, _) => letters,
        };
        let named = |part: &str| Cow::Owned(format!("{side}_{part}"));
        listed.push(
            named("memory"),
            PropertyContent::Name(memory.into()),
            None,
            range,
        );
        listed.push(
            named("address"),
            PropertyContent::Number(place.address.into()),
            None,
            range,
        );
        if let Some(group) = place.group {
            listed.push(
                named("group"),
                PropertyContent::Number(group.into()),
                None,
                range,
            );
        }
        if let Some(l2b) = place.l2b {
            listed.push(
                named("l2b"),
                PropertyContent::Number(l2b.into()),
                None,
                range,
            );
        }
    }
    listed.0
}

/// An opcode; where several rows have its letters, the row too.
fn opcode(text: &str, op: Op, meanings: usize) -> Cow<'static, str> {
    Cow::Owned(match (op, meanings) {
        (_, ..=1) => text.to_owned(),
        (Op::L1bm(op), _) => format!("{text} {op:?}"),
        (Op::L2bm(op), _) => format!("{text} {op:?}"),
        (Op::Mv(op), _) => format!("{text} {op:?}"),
        (op, _) => format!("{text} {op:?}"),
    })
}

/// The name of a property that a step can have next to another content of the same field: which bits of it they need is not
/// known.
const fn beside_others(known: &UsedField) -> Option<&'static str> {
    match (known.place, &known.content) {
        (FieldPlace::Whole(Field::Lm0Mode), Content::Part(_)) => Some("lm0_base_register"),
        (FieldPlace::Whole(Field::Lm1Mode), Content::Part(_)) => Some("lm1_base_register"),
        (FieldPlace::Whole(Field::MaskWidth), Content::Words(_)) => Some("mask_suffix"),
        _ => None,
    }
}

/// Whether an L1BM instruction reads the turnaround register.
fn reads_turnaround(expression: &Expression) -> bool {
    let mut inputs = expression.inputs.iter();
    inputs.any(|input| matches!(input.kind, OperandKind::Turnaround(_)))
}

/// The use of a field by an expression of the MAU, if others of the step use it too.
fn matrix_content(expression: &Expression, known: &UsedField, field: Field) -> Cow<'static, str> {
    let user = match expression.op {
        Op::Mau(MauOp::Mwrite) => "write",
        Op::Mau(MauOp::Mread) => "read",
        _ => "product",
    };
    let content = match (&known.content, field, expression.op) {
        (Content::Meant(_, side), ..) => side.trim_start_matches('$').to_owned(),
        (_, Field::MauHalf, Op::Mau(MauOp::Mwrite)) => {
            let rows = expression
                .outputs
                .iter()
                .filter_map(|output| match output.kind {
                    OperandKind::MatrixRows { width, .. } => Some(width.name()),
                    _ => None,
                });
            rows.collect()
        }
        (_, Field::MauHalf, _) => match expression.spelling.half {
            Some(ProductHalf::Lower) => "lower".to_owned(),
            Some(ProductHalf::Upper) | None => "upper".to_owned(),
        },
        (content, ..) => content.bits().unwrap_or(0).to_string(),
    };
    format!("{user} {content}").into()
}

/// Collects properties. A property of two expressions has the content of both together: its bits can belong to neither.
struct Listed(Vec<Property>);

/// The common content of one property of two expressions. Numbers are equal, or the step has an error.
fn both(first: &PropertyContent, second: PropertyContent) -> PropertyContent {
    match (first, &second) {
        (PropertyContent::Name(one), PropertyContent::Name(other)) if one != other => {
            let mut parts: Vec<&str> = one.split(BOTH).chain(other.split(BOTH)).collect();
            parts.sort_unstable();
            parts.dedup();
            PropertyContent::Name(parts.join(BOTH).into())
        }
        (PropertyContent::Name(_) | PropertyContent::Number(_), _) => first.clone(),
    }
}

/// Between contents of a property that a step has together.
pub(super) const BOTH: &str = " + ";

impl Listed {
    fn push(
        &mut self,
        name: Cow<'static, str>,
        key: PropertyContent,
        of: Option<usize>,
        range: &LineRange,
    ) {
        match self.0.iter_mut().find(|property| property.name == name) {
            Some(property) => property.key = both(&property.key, key),
            None => self.0.push(Property {
                name,
                key,
                of,
                range: range.clone(),
            }),
        }
    }

    fn number(
        &mut self,
        name: &'static str,
        number: impl Into<u64>,
        of: Option<usize>,
        range: &LineRange,
    ) {
        self.push(
            name.into(),
            PropertyContent::Number(number.into()),
            of,
            range,
        );
    }

    fn name(
        &mut self,
        name: &'static str,
        choice: impl Into<Cow<'static, str>>,
        of: Option<usize>,
        range: &LineRange,
    ) {
        self.push(name.into(), PropertyContent::Name(choice.into()), of, range);
    }

    /// Adds the property of a field's content.
    fn known(&mut self, index: usize, known: &UsedField, within: Option<&Expression>, step: &Step) {
        let (range, of) = (&known.range, Some(index));
        let Some(field) = known.place.field() else {
            return;
        };
        if let Some(expression) = within {
            let is_value = expression.op == Op::Alu(AluOp::Imm) && *range == expression.range;
            if is_value && IMMEDIATE_FIELDS.iter().any(|(_, it)| *it == field) {
                return self.immediate(expression, of);
            }
            match field {
                Field::AluOpcode => {
                    if let Op::Alu(op) = expression.op {
                        return self.push(field.name().into(), choice(&op), of, range);
                    }
                }
                Field::L1bmOpcode | Field::L1bmUnknown => {
                    return self.transfer(expression, step, field, of);
                }
                // It follows from the instruction, regardless of what the table has about its bits.
                Field::L1bmMabOrReduction => return,
                Field::DarWrite => return self.name("dar_write", "l2bmdarw", of, range),
                Field::L2bmRest => return self.l2bm(expression, of),
                Field::ZeroFlushAndMaskWrite => return self.mask_use(expression, known, of),
                Field::AluRound1
                | Field::AluRound2
                | Field::MauConvertA
                | Field::MauConvertB
                | Field::MauConvertC => {
                    let suffix = match known.content {
                        Content::Meant(_, suffix) => suffix,
                        Content::Bits(_)
                        | Content::Addresses(_)
                        | Content::Words(_)
                        | Content::Part(_) => "none",
                    };
                    return self.push(
                        field.name().into(),
                        PropertyContent::Name(suffix.into()),
                        of,
                        range,
                    );
                }
                Field::MauHalf | Field::MatrixSide => {
                    let part = matrix_content(expression, known, field);
                    return self.push(field.name().into(), PropertyContent::Name(part), of, range);
                }
                _ => {}
            }
            if let Some(name) = chosen(field, known, expression) {
                return self.push(field.name().into(), PropertyContent::Name(name), of, range);
            }
        }
        if let Some(name) = beside_others(known) {
            let key = PropertyContent::Name(match &known.content {
                Content::Words(words) => words.clone(),
                Content::Bits(_)
                | Content::Addresses(_)
                | Content::Meant(..)
                | Content::Part(_) => "write".into(),
            });
            return self.push(name.into(), key, of, range);
        }
        let key = match (field, known.content.bits()) {
            (field, Some(bits)) if is_choice(field) => {
                PropertyContent::Name(bits.to_string().into())
            }
            (_, Some(bits)) => PropertyContent::Number(bits.into()),
            (_, None) => match &known.content {
                Content::Words(words) => PropertyContent::Name(words.clone()),
                Content::Part(part) => PropertyContent::Name((*part).into()),
                Content::Bits(_) | Content::Addresses(_) | Content::Meant(..) => return,
            },
        };
        self.push(known.place.name().into(), key, of, range);
    }

    fn immediate(&mut self, expression: &Expression, of: Option<usize>) {
        for input in &expression.inputs {
            if let OperandKind::Literal(literal) = &input.kind {
                self.number("immediate", literal.bits, of, &input.range);
            }
        }
    }

    /// An L1BM instruction. A step can have one that reads the turnaround register next to another one. What each says then is
    /// a property of its own, but for the opcode: that of one can depend on the other.
    fn transfer(&mut self, expression: &Expression, step: &Step, field: Field, of: Option<usize>) {
        let range = &expression.mnemonic_range;
        let expressions = step.expressions.iter();
        let opcodes = expressions.filter(|it| matches!(it.op, Op::L1bm(_)));
        let mut names: Vec<String> = opcodes
            .map(|it| {
                let spelling = it.spelling;
                let name = opcode(&spelling.text, it.op, spelling.ops.len());
                match reads_turnaround(it) {
                    true => format!("{name} turnaround"),
                    false => name.into_owned(),
                }
            })
            .collect();
        names.sort_unstable();
        let unit = match field {
            Field::L1bmUnknown => "l1bm_turnaround",
            _ => "l1bm",
        };
        let mut push = |part: &str, key: PropertyContent, range: &LineRange| {
            self.push(format!("{unit}_{part}").into(), key, of, range);
        };
        push(
            "opcode",
            PropertyContent::Name(names.join(BOTH).into()),
            range,
        );
        if let Some(rotation) = &expression.rotation {
            let number = u64::from(rotation.value as u8 & 31);
            push("rotation", PropertyContent::Number(number), &rotation.range);
        }
        if let Some(target) = &expression.target {
            let name = "mab_or_reduction";
            if let TargetKind::Mab(number) | TargetKind::L1b(number) = target.kind {
                push(name, PropertyContent::Number(number.into()), &target.range);
            }
        } else if expression.spelling.reduction.is_none() {
            push("mab_or_reduction", PropertyContent::Number(0), range);
        }
        self.upper_operands(unit, expression, of);
    }

    /// An L2BM instruction. A step can have one for the DAR next to another one, so each has properties of its own.
    fn l2bm(&mut self, expression: &Expression, of: Option<usize>) {
        let range = &expression.mnemonic_range;
        let spelling = expression.spelling;
        let name = opcode(&spelling.text, expression.op, spelling.ops.len());
        match expression.op {
            Op::L2bm(L2bmOp::Darw) => return self.name("dar_write_rest", name, of, range),
            Op::L2bm(L2bmOp::Dars) => {
                self.name("l2bmdars_opcode", name, of, range);
                return self.upper_operands("l2bmdars", expression, of);
            }
            _ => self.name("l2bm_opcode", name, of, range),
        }
        if let Some(target) = &expression.target {
            self.target("l2bm_target", target.kind, of, &target.range);
        }
        self.upper_operands("l2bm", expression, of);
    }

    fn target(
        &mut self,
        name: &'static str,
        kind: TargetKind,
        of: Option<usize>,
        range: &LineRange,
    ) {
        match kind {
            TargetKind::Mab(number) | TargetKind::L1b(number) => {
                self.number(name, number, of, range);
            }
            TargetKind::L1bSet { l1badr, immode } => {
                self.number("l1b_set_address", l1badr, of, range);
                self.number("l1b_set_mode", immode, of, range);
            }
        }
    }

    /// Addresses of memories above the PEs; the address of L1BM is a field of its own in L1BM instructions.
    fn upper_operands(&mut self, unit: &str, expression: &Expression, of: Option<usize>) {
        for operand in expression.operands() {
            let range = &operand.range;
            let mut number = |part: &str, number: u64| {
                let name = format!("{unit}_{part}");
                self.push(name.into(), PropertyContent::Number(number), of, range);
            };
            match operand.kind {
                OperandKind::L1bm { address, .. } => number("address", address.into()),
                OperandKind::L2bm {
                    address,
                    group,
                    l2b,
                } => {
                    number("l2bm_address", address.into());
                    if let Some(group) = group {
                        number("group", group.into());
                    }
                    if let Some(l2b) = l2b {
                        number("l2b", l2b.into());
                    }
                }
                OperandKind::Dar(entry) => number("dar_entry", entry.into()),
                _ => {}
            }
            self.conversion(unit, operand, of);
        }
    }

    fn conversion(&mut self, unit: &str, operand: &Operand, of: Option<usize>) {
        if unit.starts_with("l1bm")
            && let Some(suffix) = &operand.conversion
        {
            let key = choice(&suffix.value);
            self.push(format!("{unit}_conversion").into(), key, of, &suffix.range);
        }
    }

    /// The zero-flush mask and the write to a mask register, which share bits that do not distinguish them.
    fn mask_use(&mut self, expression: &Expression, known: &UsedField, of: Option<usize>) {
        if matches!(known.content, Content::Part("zero-flush")) {
            let unit = expression.op.forwarding().map_or("none", Forwarding::name);
            return self.name("zero_flush", unit, of, &known.range);
        }
        for output in &expression.outputs {
            if let OperandKind::MaskRegister(entry) = output.kind {
                let unit = expression.op.forwarding().map_or("none", Forwarding::name);
                self.name("mask_write_source", unit, of, &output.range);
                self.number("mask_write_entry", entry, of, &output.range);
            }
        }
    }
}
