//! The text of a word.
//!
//! The text is found by fields, then read again and encoded: what the word has otherwise, and what is not observed, is
//! stated after it. Therefore the text has the whole word, regardless of the word, and no guess is unmarked.

use std::sync::Arc;

use mnc2_isa::field::observed_forms::{MANTISSA_LENGTH, l1bm_of_code};
use mnc2_isa::field::{Field, FieldPlace, IMMEDIATE_FIELDS};
use mnc2_isa::mau::Port;
use mnc2_isa::{AluOp, Forwarding, L1bmOp, MauOp, Mode, Precision, spelling};

use super::decode_learned::{read_back, step_of};
use super::listing::{self, Loose};
use super::operands::{destinations, selected};
use super::{Bits, EncodedStep, Encodings, Stated, Status, Word, WordForm, encode_with};
use mnc2_asm::LineParser;
use mnc2_program::{Step, WriteMaskSetting};

/// Makes texts of words.
#[derive(Default)]
pub struct Decoder {
    parser: LineParser,
    learned: Arc<Encodings>,
}

/// A word as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The step, as far as it is known; empty if nothing of it is. A property that no learned row encodes is `?` and
    /// its name.
    pub step: String,
    /// Contents that the step does not determine, or determines only by inference, from the highest bits down.
    pub stated: Vec<Stated>,
    /// The word of the text, with how its fields are known. The ranges are in `step`.
    pub encoded: EncodedStep,
    /// How the bits of the word are known.
    pub known: KnownBits,
}

impl Decoded {
    /// The step and what is stated after it.
    #[must_use]
    pub fn text(&self) -> String {
        let step = (!self.step.is_empty()).then(|| self.step.clone());
        let stated = self.stated.iter().map(|stated| stated.text());
        let all: Vec<String> = step.into_iter().chain(stated).collect();
        all.join(" ")
    }
}

/// The bits of a word by how they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownBits {
    /// Pairs of source and output show them, or learned rows.
    pub observed: u64,
    /// They are published or inferred.
    pub inferred: u64,
    /// The text does not state them, or its content is not known.
    pub unknown: u64,
}

impl KnownBits {
    /// The fields of a word, next to the word that its text has alone.
    fn new(word: &Word, encoded: &EncodedStep) -> Self {
        let mut known = Self::default();
        for place in FieldPlace::all(word.mode()) {
            let agrees = encoded.word.get(place) == word.get(place);
            let listed = encoded.fields.iter().filter(|it| it.place == place);
            let status = listed.map(|it| it.status).reduce(Status::and);
            let bits = match status {
                _ if !agrees => &mut known.unknown,
                Some(Status::Unknown) => &mut known.unknown,
                Some(status) if !status.is_certain() => &mut known.inferred,
                Some(_) => &mut known.observed,
                // Unused fields are idle, if all used fields have their content.
                None if encoded.status() == Status::Unknown => &mut known.inferred,
                None => &mut known.observed,
            };
            *bits += u64::from(place.size_bits());
        }
        known
    }
}

impl Decoded {
    /// Whether the text states something by codes that are only published or inferred.
    #[must_use]
    pub fn is_inferred(&self) -> bool {
        self.encoded.doubts().next().is_some()
    }
}

impl Decoder {
    /// A decoder that uses no learned rows.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Encodings::default())
    }

    /// A decoder that uses learned rows too.
    #[must_use]
    pub fn with(learned: impl Into<Arc<Encodings>>) -> Self {
        Self {
            parser: LineParser::without_suggestions(),
            learned: learned.into(),
        }
    }

    /// The learned rows that it uses.
    #[must_use]
    pub fn learned(&self) -> &Encodings {
        &self.learned
    }

    /// The text of a word. What [`encode_with`] makes of it, with what it states, is the word, unless learned rows of flat
    /// mode contradict the table.
    #[must_use]
    pub fn decode(&mut self, word: &Word) -> Decoded {
        let decoded = self.by_table(word);
        if decoded.stated.is_empty() {
            return decoded;
        }
        if let Some((step, encoded)) = step_of(&mut self.parser, word, &self.learned) {
            return Decoded {
                step,
                stated: Vec::new(),
                known: KnownBits::new(word, &encoded),
                encoded,
            };
        }
        let form = WordForm::from_mode(word.mode());
        let by_rows = match word.mode() {
            Mode::AutoStride => None,
            Mode::Flat => self.by_rows(form, &Bits::from(word)),
        };
        match by_rows {
            None => decoded,
            Some(step) => {
                let mut encoded = decoded.encoded;
                encoded.word = *word;
                encoded.fields.clear();
                Decoded {
                    step,
                    stated: Vec::new(),
                    known: decoded.known,
                    encoded,
                }
            }
        }
    }

    /// The text of a word of flat mode or of an MV instruction, by learned rows alone; `None` if there are none, or if no
    /// statement has this word by the rows.
    #[must_use]
    pub fn by_rows(&mut self, form: WordForm, word: &Bits) -> Option<String> {
        read_back(&mut self.parser, form, word, &self.learned)
    }

    /// The text of a line of an output with the word of an MV instruction, by learned rows alone.
    #[must_use]
    pub fn line_by_rows(&mut self, line: &str) -> Option<String> {
        match listing::loose(line) {
            Ok(Loose::Word(form, word)) => self.by_rows(form, &word),
            Ok(Loose::Emulator | Loose::Blank) | Err(_) => None,
        }
    }

    /// The text of the fields that the table has, with the rest stated.
    fn by_table(&mut self, word: &Word) -> Decoded {
        let mut expressions = expressions(word);
        let step = loop {
            match self.step(&expressions) {
                Some(step) => break Some(step),
                None => {
                    // An expression that is wrong alone is dropped first; after that, the last one.
                    let wrong = expressions
                        .iter()
                        .position(|it| self.step(std::slice::from_ref(it)).is_none());
                    let dropped = wrong.or_else(|| expressions.len().checked_sub(1));
                    match dropped {
                        Some(index) => drop(expressions.remove(index)),
                        None => break None,
                    }
                }
            }
        };
        let text = expressions.join("; ");
        let nothing = Step {
            range: 0..0,
            expressions: Vec::new(),
        };
        let step = step.unwrap_or(nothing);
        let mode = word.mode();
        let mut encoded = encode_with(&step, WriteMaskSetting::default(), &self.learned, mode);
        let is_doubted = |status| match mode {
            Mode::AutoStride => true,
            // Nearly all of flat mode is inferred: what agrees is not stated field by field.
            Mode::Flat => status == Status::Unknown,
        };
        let doubted: Vec<FieldPlace> = encoded
            .doubts()
            .filter(|doubt| is_doubted(doubt.status))
            .map(|doubt| doubt.place)
            .collect();
        let differing: Vec<FieldPlace> = encoded.word.differing(word).collect();
        let is_stated = |place: &FieldPlace| doubted.contains(place) || differing.contains(place);
        let stated: Vec<Stated> = FieldPlace::all(mode)
            .filter(is_stated)
            .map(|place| Stated {
                place,
                content: word.get(place),
            })
            .collect();
        let known = KnownBits::new(word, &encoded);
        encoded.state(&stated, &step.range);
        Decoded {
            step: text,
            stated,
            encoded,
            known,
        }
    }

    /// The step of expressions, if they have no error.
    fn step(&mut self, expressions: &[String]) -> Option<Step> {
        if expressions.is_empty() {
            return None;
        }
        let line = self.parser.parse(&expressions.join("; "));
        match (line.has_error(), line.step()) {
            (false, Some(step)) => Some(step.clone()),
            _ => None,
        }
    }
}

/// The expressions of a word, in the order of its components.
fn expressions(word: &Word) -> Vec<String> {
    let is_immediate = word.get(Field::AluOpcode) == code_of(AluOp::Imm);
    let units = [
        calculation(word, is_immediate),
        matrix_write(word),
        matrix_read(word),
        alu(word),
        transfer(word),
    ];
    let mut all: Vec<String> = units.into_iter().flatten().collect();
    if word.get(Field::Ll) == 0 {
        let is_alone = all.is_empty();
        all.insert(0, if is_alone { "nop" } else { "noforward" }.to_owned());
    }
    match word.get(Field::WaitTag) {
        0 => {}
        tag => all.push(format!("wait i{tag:02x}")),
    }
    all
}

fn code_of(op: AluOp) -> u32 {
    op.columns().code.map_or(u32::MAX, u32::from)
}

/// The precisions of a field, floating point first.
fn precisions(word: &Word, field: Field) -> impl Iterator<Item = Precision> {
    let code = u16::try_from(word.get(field)).unwrap_or(u16::MAX);
    Precision::all_with_code(code)
}

/// The first precision with which a spelling has a meaning.
fn spelled(word: &Word, field: Field, with: impl Fn(char) -> String) -> Option<String> {
    let mut all = precisions(word, field).map(|precision| with(precision.letter()));
    all.find(|text| spelling::find(text).is_some())
}

fn alu(word: &Word) -> Option<String> {
    let code = u16::try_from(word.get(Field::AluOpcode)).ok()?;
    let op = AluOp::from_code(code)?;
    let unsigned = match word.get(Field::AluUnsigned) {
        0 => "",
        _ => "u",
    };
    if op == AluOp::Imm {
        return Some(immediate(word, unsigned));
    }
    let stem = match op {
        AluOp::Passa => "passa",
        AluOp::Rsqrt => "rsqrt",
        AluOp::Bfn => "bfn",
        AluOp::Bfe => "bfe",
        _ => return None,
    };
    // Integers first: a copy is spelled by its length.
    let opcode = match op {
        AluOp::Passa => {
            let mut all = precisions(word, Field::AluPrecision).filter(|it| !it.is_float());
            let letter = all.next()?.letter();
            Some(format!("{unsigned}{letter}{stem}"))
        }
        _ => spelled(word, Field::AluPrecision, |letter| {
            format!("{unsigned}{letter}{stem}")
        }),
    }?;
    let (length, length_code) = MANTISSA_LENGTH;
    let is_half = word.get(Field::AluPrecision) == u32::from(Precision::Half.code());
    let takes_length = matches!(op, AluOp::Bfn | AluOp::Bfe) && is_half;
    let has_known = word.get(Field::AluInput2) == u32::from(length_code);
    let option = match takes_length && has_known {
        true => format!("/{length}"),
        false => String::new(),
    };
    let input = selected(word, Field::AluInput1)?;
    let round = if word.get(Field::AluRound1) == 1 {
        "r"
    } else {
        ""
    };
    let outputs = destinations(word, Forwarding::Aluf, false).join(" ");
    Some(format!("{opcode}{option} {input}{round} {outputs}"))
}

fn immediate(word: &Word, unsigned: &str) -> String {
    let value = IMMEDIATE_FIELDS.iter().fold(0, |value, (bits, field)| {
        value | word.get(*field) << bits.start()
    });
    let outputs = destinations(word, Forwarding::Aluf, true).join(" ");
    format!("imm{unsigned} ui\"{value:#010x}\" {outputs}")
}

/// An input of a MAU port, with its sign and conversion.
fn port(word: &Word, port: Port) -> Option<String> {
    let (negate, convert, select) = match port {
        Port::A => (Field::MauNegateA, Field::MauConvertA, Field::MauSelectA),
        Port::B => (Field::MauNegateB, Field::MauConvertB, Field::MauSelectB),
        Port::C => (Field::MauNegateC, Field::MauConvertC, Field::MauSelectC),
    };
    let sign = if word.get(negate) == 1 { "-" } else { "" };
    let suffix = if word.get(convert) == 1 { "r" } else { "" };
    Some(format!("{sign}{}{suffix}", selected(word, select)?))
}

fn calculation(word: &Word, is_immediate: bool) -> Option<String> {
    if word.get(Field::MauCalcEnable) == 0 {
        return None;
    }
    let is_matrix = word.get(Field::MauMatrixMode) == 1;
    let one = word.get(Field::MauMultiplierOne) == 1;
    let zero = word.get(Field::MauAddendZero) == 1;
    let (op, stem) = match (is_matrix, one, zero) {
        (true, false, false) => (MauOp::Mfma, "mfma"),
        (true, false, true) => (MauOp::Mmul, "mmul"),
        (false, false, false) => (MauOp::Vfma, "vfma"),
        (false, false, true) => (MauOp::Vmul, "vmul"),
        (false, true, false) => (MauOp::Vadd, "vadd"),
        (false, true, true) => (MauOp::Vpassa, "vpassa"),
        (true, true, _) => return None,
    };
    let half = if word.get(Field::MauHalf) == 1 {
        "d"
    } else {
        "u"
    };
    let short = if word.get(Field::MauOutputShortening) == 1 {
        "r"
    } else {
        ""
    };
    let opcode = spelled(word, Field::MauPrecision, |letter| {
        let whole = format!("{letter}{stem}{short}");
        match spelling::find(&whole) {
            Some(_) => whole,
            None => format!("{letter}{stem}{half}{short}"),
        }
    })?;
    let mut words = vec![opcode];
    if is_matrix {
        let is_written = word.get(Field::MatrixWriteEnable) == 1;
        let side = word.get(Field::MatrixSide) == 1;
        words.push(if side && !is_written { "$ly" } else { "$lx" }.to_owned());
    }
    for &each in op.ports() {
        words.push(port(word, each)?);
    }
    words.extend(destinations(word, Forwarding::Mauf, is_immediate));
    Some(words.join(" "))
}

fn matrix_write(word: &Word) -> Option<String> {
    if word.get(Field::MatrixWriteEnable) == 0 {
        return None;
    }
    let opcode = spelled(word, Field::MauPrecision, |letter| {
        format!("{letter}mwrite")
    })?;
    let input = port(word, Port::B)?;
    let width = if word.get(Field::MauHalf) == 1 {
        "ll"
    } else {
        "l"
    };
    let side = if word.get(Field::MatrixSide) == 1 {
        "x"
    } else {
        "y"
    };
    let row = word.get(Field::MatrixStart);
    Some(format!("{opcode} {input} ${width}{side}{row}"))
}

/// A transposed read has no field of its own: it is taken for one where its precision or column would be left over.
fn matrix_read(word: &Word) -> Option<String> {
    let is_used = |field| word.get(field) == 1;
    let precision = word.get(Field::MauPrecision);
    let column = word.get(Field::MatrixStart);
    let is_of_other = is_used(Field::MauCalcEnable) || is_used(Field::MatrixWriteEnable);
    if is_of_other || precision == 0 && column == 0 {
        return None;
    }
    let opcode = spelled(word, Field::MauPrecision, |letter| format!("{letter}mread"))?;
    let side = if word.get(Field::MatrixSide) == 1 {
        "x"
    } else {
        "y"
    };
    let width = match precisions(word, Field::MauPrecision).next()? {
        Precision::Half => "ll",
        Precision::Double
        | Precision::Single
        | Precision::PseudoSingle
        | Precision::LongInteger
        | Precision::SingleInteger
        | Precision::HalfInteger => "l",
    };
    Some(format!("{opcode} ${width}{side}{column} $nowrite"))
}

fn transfer(word: &Word) -> Option<String> {
    let code = u16::try_from(word.get(Field::L1bmOpcode)).ok()?;
    let (op, reduction) = l1bm_of_code(code)?;
    let source = selected(word, Field::L1bmPeSource)?;
    let address = word.get(Field::L1bmAddress);
    let target = match op {
        L1bmOp::Transfer => format!("@{}", word.get(Field::L1bmMabOrReduction)),
        _ => String::new(),
    };
    let stem = reduction.map_or_else(
        || "l1bmm".to_owned(),
        |reduction| format!("l1bmr{}", reduction.spelling()),
    );
    Some(format!("{stem}{target} {source} $lb{address}"))
}
