//! The word of a typed step, and how each part of it is known.

use mnc2_isa::field::observed_forms::{VECTOR_PRECISIONS, has_alu};
use mnc2_isa::field::{Component, DESTINATIONS, Evidence, Field, FieldPlace};
use mnc2_isa::spelling::ProductHalf;
use mnc2_isa::{AluOp, ControlOp, L2bmOp, MauOp, Mode, Op, Width};

use super::{Stated, Word};
use mnc2_program::rules::step::fields::{Claim, Content, claims};
use mnc2_program::{
    Conversion, Expression, LiteralType, MaskSuffix, OperandKind, Step, WriteMaskSetting,
};
use mnc2_text::{LineRange, Message, message};

/// How a part of a word is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// As the fields of the table are.
    Known(Evidence),
    /// From a row that was learned from a user's own assembler.
    Learned,
    /// The text of the step states it.
    Stated,
    /// Not at all: the field keeps its idle content.
    Unknown,
}

impl Status {
    /// Whether the bits are those that pairs of source and output show, or that the text states.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        match self {
            Self::Known(evidence) => evidence.is_observed(),
            Self::Learned | Self::Stated => true,
            Self::Unknown => false,
        }
    }

    /// The status in one word, for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Known(evidence) => evidence.name(),
            Self::Learned => "learned",
            Self::Stated => "stated",
            Self::Unknown => "unknown",
        }
    }

    /// The status in words, as a message.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            Self::Known(Evidence::Obs) => message!("observed"),
            Self::Known(Evidence::Obs1) => message!("observed once"),
            Self::Known(Evidence::Pub) => message!("published"),
            Self::Known(Evidence::Inf) => message!("inferred"),
            Self::Learned => message!("learned"),
            Self::Stated => message!("stated"),
            Self::Unknown => message!("unknown"),
        }
    }

    /// The less certain of two.
    pub(super) const fn and(self, other: Self) -> Self {
        if other.rank() > self.rank() {
            other
        } else {
            self
        }
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Stated => 0,
            Self::Known(Evidence::Obs) => 1,
            Self::Known(Evidence::Obs1) => 2,
            Self::Learned => 3,
            Self::Known(Evidence::Pub) => 4,
            Self::Known(Evidence::Inf) => 5,
            Self::Unknown => 6,
        }
    }
}

/// A field that a step uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedField {
    /// The field in words of this mode.
    pub place: FieldPlace,
    /// The content that the step needs.
    pub content: Content,
    /// How well it is known.
    pub status: Status,
    /// The part of the line that needs it.
    pub range: LineRange,
    /// Whether something in the step uses it. Otherwise it is listed because no word shows what it holds then.
    pub is_used: bool,
}

/// A field whose content is not certain.
pub type Doubt = UsedField;

/// The word of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedStep {
    /// The bits. Fields that are unknown have their idle content.
    pub word: Word,
    /// The fields that the step uses, in the order of the text.
    pub fields: Vec<UsedField>,
    /// Contradictions between a learned row and public pairs: the field, as an index, and the bits that differ. The word has
    /// the public content.
    pub contradicted: Vec<(usize, Vec<u16>)>,
}

impl EncodedStep {
    /// The fields whose content is not certain.
    pub fn doubts(&self) -> impl Iterator<Item = &Doubt> {
        self.fields
            .iter()
            .filter(|known| !known.status.is_certain())
    }

    /// How well the least certain field is known.
    #[must_use]
    pub fn status(&self) -> Status {
        let all = self.fields.iter().map(|known| known.status);
        all.fold(Status::Known(Evidence::Obs), Status::and)
    }

    /// How the content of a field is known: a field that nothing in the step uses is idle, unless it holds what is not
    /// known for certain.
    #[must_use]
    pub fn status_of(&self, place: FieldPlace) -> Status {
        let known = self.fields.iter().filter(|known| known.place == place);
        let status = known.map(|known| known.status).reduce(Status::and);
        status.unwrap_or_else(|| match self.status() {
            Status::Known(Evidence::Pub) => Status::Known(Evidence::Inf),
            other => other,
        })
    }

    /// Puts contents that the text states in place of those that follow from the step.
    pub fn state(&mut self, stated: &[Stated], range: &LineRange) {
        for &Stated { place, content } in stated {
            self.word.set(place, content);
            self.fields.retain(|known| known.place != place);
            self.fields.push(UsedField {
                place,
                content: Content::Bits(content),
                status: Status::Stated,
                range: range.clone(),
                is_used: true,
            });
        }
    }
}

/// The word of a step without errors, under the `mask` setting in force. Of `nop/n` it is the word of each `nop`.
///
/// The codes of flat mode are assumed to be the codes of auto-stride mode; only what the public flat word has is
/// observed.
#[must_use]
pub fn encode(step: &Step, in_force: WriteMaskSetting, mode: Mode) -> EncodedStep {
    let mut encoder = Encoder {
        step,
        encoded: EncodedStep {
            word: Word::idle(mode),
            fields: Vec::new(),
            contradicted: Vec::new(),
        },
    };
    let forwards = u32::from(!step.expressions.is_empty() && step.forwards());
    encoder.encoded.word.set(Field::Ll, forwards);
    let claims = claims(step);
    for claim in &claims {
        encoder.claim(claim);
    }
    for expression in &step.expressions {
        encoder.half(expression);
        encoder.operands_without_fields(expression);
    }
    encoder.setting(step.setting(in_force));
    encoder.idle_of_flat_mode();
    encoder.encoded
}

struct Encoder<'a> {
    step: &'a Step,
    encoded: EncodedStep,
}

impl Encoder<'_> {
    fn put(&mut self, place: FieldPlace, content: Content, status: Status, range: &LineRange) {
        let bits = content.bits().filter(|&bits| Word::fits(place, bits));
        let status = match bits {
            Some(bits) => {
                self.encoded.word.set(place, bits);
                status
            }
            None => Status::Unknown,
        };
        self.encoded.fields.push(UsedField {
            place,
            content,
            status,
            range: range.clone(),
            is_used: true,
        });
    }

    fn claim(&mut self, claim: &Claim) {
        let expression = &self.step.expressions[claim.expression];
        let is_immediate = expression.op == Op::Alu(AluOp::Imm);
        let is_value = is_immediate && claim.range == expression.range;
        let by_field = match claim.content.bits() {
            // An immediate value is seen as a whole.
            Some(_) if is_value => Evidence::Obs,
            Some(bits) => {
                let bits = u16::try_from(bits).unwrap_or(u16::MAX);
                claim.field.row().evidence_of(bits)
            }
            None => Evidence::Inf,
        };
        let mut status = Status::Known(by_field);
        if let Some(evidence) = form_evidence(claim.field, expression, &claim.content, is_value) {
            status = status.and(Status::Known(evidence));
        }
        let mode = self.encoded.word.mode();
        for place in FieldPlace::all_for_field(claim.field, mode) {
            let content = match (&claim.content, place) {
                (Content::Addresses(addresses), FieldPlace::Cycle(_, cycle)) => {
                    Content::Bits(addresses[usize::from(cycle)])
                }
                (content, _) => content.clone(),
            };
            let status = match (mode, content.bits()) {
                (Mode::AutoStride, _) => status,
                (Mode::Flat, Some(bits)) if is_immediate && bits == place.in_public_flat_word() => {
                    Status::Known(Evidence::Obs1)
                }
                (Mode::Flat, _) => Status::Known(Evidence::Inf),
            };
            self.put(place, content, status, &claim.range);
        }
    }

    /// In flat mode only the public word shows the idle content of what its statement does not use.
    fn idle_of_flat_mode(&mut self) {
        let word = self.encoded.word;
        if word.mode() == Mode::AutoStride {
            return;
        }
        let range = self.step.range.clone();
        for place in FieldPlace::all(Mode::Flat) {
            let is_claimed = self.encoded.fields.iter().any(|known| known.place == place);
            let content = word.get(place);
            let is_shown = match place {
                FieldPlace::Whole(Field::Ll) => content == place.in_public_flat_word(),
                place => !place.is_used_by_public_flat_word(),
            };
            if !is_claimed && !is_shown {
                self.encoded.fields.push(UsedField {
                    place,
                    content: Content::Bits(content),
                    status: Status::Known(Evidence::Inf),
                    range: range.clone(),
                    is_used: false,
                });
            }
        }
    }

    /// The field that distinguishes the halves of a product, and the rows of a matrix register write.
    fn half(&mut self, expression: &Expression) {
        let Op::Mau(op) = expression.op else {
            return;
        };
        let (content, evidence, range) = match (op, expression.spelling.half) {
            (MauOp::Mwrite, _) => {
                let is_two = expression.outputs.iter().any(|output| {
                    matches!(
                        output.kind,
                        OperandKind::MatrixRows {
                            width: Width::DoubleLong,
                            ..
                        }
                    )
                });
                let range = expression.outputs.first().map(|output| &output.range);
                (is_two, Evidence::Obs, range)
            }
            (MauOp::Mfma, Some(ProductHalf::Lower)) => (true, Evidence::Obs1, None),
            (_, Some(ProductHalf::Lower)) => (true, Evidence::Inf, None),
            (_, Some(ProductHalf::Upper)) => (false, Evidence::Obs, None),
            (_, None) => return,
        };
        let range = range.unwrap_or(&expression.mnemonic_range).clone();
        // One of two that are in a step decides, if it needs 1: it is not known whether the other then needs 0.
        let before = self.encoded.word.get(Field::MauHalf) == 1;
        let is_shared = self
            .encoded
            .fields
            .iter()
            .any(|known| known.place == Field::MauHalf.into());
        let is_flat = self.encoded.word.mode() == Mode::Flat;
        let evidence = match is_shared && before != content || is_flat {
            true => Evidence::Inf,
            false => evidence,
        };
        let content = Content::Bits(u32::from(before || content));
        self.put(
            Field::MauHalf.into(),
            content,
            Status::Known(evidence),
            &range,
        );
    }

    /// Adds the parts of operands without a known field.
    fn operands_without_fields(&mut self, expression: &Expression) {
        let words = |words: &'static str| Content::Words(words.into());
        for output in &expression.outputs {
            let range = &output.range;
            match &output.kind {
                OperandKind::Turnaround(_) => {
                    let content = words("turnaround register");
                    self.put(Field::L1bmRest.into(), content, Status::Unknown, range);
                }
                OperandKind::L1bm {
                    width: Width::DoubleLong,
                    ..
                } => {
                    let content = words("2 long words");
                    self.put(Field::L1bmRest.into(), content, Status::Unknown, range);
                }
                _ => {}
            }
            let suffix = output.mask.as_ref().and_then(|mask| mask.suffix);
            if let Some(suffix) = suffix {
                let content = match suffix {
                    MaskSuffix::Truncate => words("t after the mask"),
                    MaskSuffix::Pad => words("p after the mask"),
                };
                self.put(Field::MaskWidth.into(), content, Status::Unknown, range);
            }
        }
        if matches!(expression.op, Op::L2bm(L2bmOp::Darw)) {
            let content = words("entry of the DAR");
            let range = &expression.range;
            self.put(Field::L2bmRest.into(), content, Status::Unknown, range);
        }
    }

    /// The `mask` setting that applies to the step.
    fn setting(&mut self, setting: WriteMaskSetting) {
        if setting == WriteMaskSetting::default() || self.step.is_bare_nop() {
            return;
        }
        let range = self.step.range.clone();
        let mut inferred = |field: Field, bits: u32| {
            let status = Status::Known(Evidence::Inf);
            self.put(field.into(), Content::Bits(bits), status, &range);
        };
        inferred(Field::MaskEntry, setting.entry.into());
        inferred(Field::MaskWidth, setting.double_long.into());
        for (memory, .., field) in DESTINATIONS {
            if setting.covers(memory) {
                inferred(field, 1);
            }
        }
        if setting.mask_register {
            inferred(Field::MaskMaskRegister, 1);
        }
    }
}

/// How well a form is known that the content of its fields does not show; `None` if the field alone determines it.
fn form_evidence(
    field: Field,
    expression: &Expression,
    content: &Content,
    is_value: bool,
) -> Option<Evidence> {
    let inferred = Some(Evidence::Inf);
    match expression.op {
        Op::Control(ControlOp::Noforward) if field == Field::Ll => inferred,
        Op::Alu(AluOp::Imm) if is_value => {
            let is_repeated = expression.inputs.iter().any(|input| match &input.kind {
                OperandKind::Literal(literal) => is_half(literal.literal_type),
                _ => false,
            });
            is_repeated.then_some(Evidence::Inf)
        }
        Op::Alu(op) if field == Field::AluPrecision && op != AluOp::Imm => {
            let precision = expression.spelling.precision?;
            (!has_alu(op, precision)).then_some(Evidence::Inf)
        }
        Op::Alu(AluOp::Bfn | AluOp::Bfe) if field == Field::AluInput2 => {
            let precision = expression.spelling.precision?;
            let Op::Alu(op) = expression.op else {
                return None;
            };
            (!has_alu(op, precision)).then_some(Evidence::Inf)
        }
        Op::Mau(op) => mau_evidence(field, op, expression, content),
        _ => None,
    }
}

fn mau_evidence(
    field: Field,
    op: MauOp,
    expression: &Expression,
    content: &Content,
) -> Option<Evidence> {
    let is_vector = !op.multiplies_matrix() && !matches!(op, MauOp::Mwrite | MauOp::Mread);
    let is_inferred = match field {
        Field::MauPrecision if is_vector => {
            let precision = expression.spelling.precision?;
            !VECTOR_PRECISIONS.contains(&precision)
        }
        // Only `r` occurs, and only there.
        Field::MauConvertB => {
            let mut inputs = expression.inputs.iter();
            inputs.any(|input| {
                let suffix = input.conversion.as_ref().map(|it| it.value);
                suffix == Some(Conversion::Extend)
            })
        }
        // Alone, a read of x does not occur, nor does a product with y.
        Field::MatrixSide if op != MauOp::Mwrite => {
            content.bits() == Some(1) && {
                let is_y = matches!(content, Content::Meant(_, "$y"));
                op.multiplies_matrix() || !is_y
            }
        }
        _ => false,
    };
    is_inferred.then_some(Evidence::Inf)
}

/// Whether an immediate value of a type is repeated in the single word.
const fn is_half(literal_type: LiteralType) -> bool {
    match literal_type {
        LiteralType::Half | LiteralType::HalfInteger | LiteralType::UnsignedHalfInteger => true,
        LiteralType::Single | LiteralType::SingleInteger | LiteralType::UnsignedSingleInteger => {
            false
        }
    }
}

/// The fields of a component that are not idle in a word.
pub fn used(word: &Word, component: Component) -> impl Iterator<Item = FieldPlace> {
    let word = *word;
    let all = FieldPlace::all(word.mode());
    all.filter(move |place| {
        place.component() == Some(component) && word.get(*place) != u32::from(place.idle())
    })
}
