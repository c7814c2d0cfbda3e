//! The expressions of the units of a step, of contents.

use mnc2_isa::field::Field;
use mnc2_isa::instruction::TargetRule;
use mnc2_isa::mau::Port;
use mnc2_isa::spelling::{self, ProductHalf, Spelling};
use mnc2_isa::{AluOp, Forwarding, MauOp, Op, OperandClass, OperandRole, OperandSpec, Width};

use super::super::property::BOTH;
use super::Unit;
use super::contents::{Contents, name_of};
use super::operands::{destinations, flush, port, selected, suffixes};

/// The meaning of an opcode's name: its letters, and the row.
pub(super) struct Meaning {
    pub(super) mnemonic: String,
    pub(super) op: Op,
    is_turnaround: bool,
}

/// The meanings of the name that a property has for an opcode: its letters, and what distinguishes rows with these letters.
pub(super) fn meanings(name: &str) -> Vec<Meaning> {
    let mut words = name.split(' ');
    let mnemonic = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let is_turnaround = rest.contains(&"turnaround");
    let row = rest.iter().find(|word| **word != "turnaround");
    let Some(spelling) = spelling::find(mnemonic) else {
        return Vec::new();
    };
    let ops = spelling.ops.iter().filter(|op| {
        let name = match op {
            Op::L1bm(op) => format!("{op:?}"),
            Op::L2bm(op) => format!("{op:?}"),
            Op::Mv(op) => format!("{op:?}"),
            op => format!("{op:?}"),
        };
        row.is_none_or(|row| *row == name)
    });
    let meaning = |&op: &Op| Meaning {
        mnemonic: mnemonic.to_owned(),
        op,
        is_turnaround,
    };
    ops.map(meaning).collect()
}

/// The alternatives of each unit, for each use of the step as a whole, the likely one first. A row may leave open whether it is
/// `nop` or `noforward`.
pub(super) fn alternatives(contents: &Contents<'_>) -> Vec<Vec<Unit>> {
    let choices = contents.choices("ll");
    let first = choices.first().map(String::as_str);
    if first == Some("nop") {
        return vec![bare(contents)];
    }
    let is_idle = first == Some("noforward") || contents.number("ll") == Some(0);
    let with = |is_idle: bool| units(contents, is_idle.then(|| "noforward".to_owned()));
    vec![with(is_idle), bare(contents), with(!is_idle)]
}

/// The alternatives of each unit, next to the expression that is about the step as a whole.
fn units(contents: &Contents<'_>, control: Option<String>) -> Vec<Unit> {
    let control = vec![control];
    let mut units = vec![Unit { texts: control }];
    let mut push = |texts: Vec<String>, prefixes: &[&str]| {
        let is_used = contents.is_used(prefixes);
        let mut texts: Vec<Option<String>> = texts.into_iter().map(Some).collect();
        let nothing = if is_used { texts.len() } else { 0 };
        texts.insert(nothing, None);
        units.push(Unit { texts });
    };
    push(calculations(contents), &["mau_calc", "mau_matrix"]);
    push(matrix_writes(contents), &["matrix_write"]);
    push(matrix_reads(contents), &["matrix_start"]);
    push(alu(contents), &["alu_", "immediate"]);
    push(
        transfers(contents, "l1bm_turnaround"),
        &["l1bm_turnaround_"],
    );
    push(transfers(contents, "l1bm"), &["l1bm_"]);
    push(upper(contents, "l2bm"), &["l2bm_", "l1b_set"]);
    push(upper(contents, "l2bmdars"), &["l2bmdars_"]);
    if contents.can_be("dar_write", "l2bmdarw") {
        push(vec!["l2bmdarw".to_owned()], &["dar_write"]);
    }
    units.extend(wait(contents));
    units
}

fn bare(contents: &Contents<'_>) -> Vec<Unit> {
    let nop = Unit {
        texts: vec![Some("nop".to_owned())],
    };
    std::iter::once(nop).chain(wait(contents)).collect()
}

fn wait(contents: &Contents<'_>) -> Option<Unit> {
    let tag = contents.number("wait_tag").filter(|&tag| tag > 0)?;
    let text = format!("wait i{tag:02x}");
    Some(Unit {
        texts: vec![Some(text), None],
    })
}

/// The spellings of a row that agree with the other properties of the word.
fn spellings<'a>(
    contents: &Contents<'_>,
    op: Op,
    precision: Field,
    is_meant: impl Fn(&Spelling) -> bool + 'a,
) -> impl Iterator<Item = &'static Spelling> + 'a {
    let precisions = contents.choices(&precision.name());
    spelling::all().iter().filter(move |spelling| {
        let own = spelling.precision.as_ref();
        let own = own.map_or_else(|| "none".to_owned(), name_of);
        spelling.ops.contains(&op) && precisions.contains(&own) && is_meant(spelling)
    })
}

fn half(contents: &Contents<'_>, spelling: &Spelling) -> bool {
    match spelling.half {
        None => true,
        Some(ProductHalf::Lower) => contents.can_say("mau_half", "product lower", 1),
        Some(ProductHalf::Upper) => contents.can_say("mau_half", "product upper", 0),
    }
}

fn calculations(contents: &Contents<'_>) -> Vec<String> {
    if !contents.is_set("mau_calc_enable") {
        return Vec::new();
    }
    let is_matrix = contents.is_set("mau_matrix_mode");
    let is_one = contents.is_set("mau_multiplier_one");
    let is_zero = contents.is_set("mau_addend_zero");
    let is_short = contents.is_set("mau_output_shortening");
    let ops = MauOp::ALL.iter().copied().filter(|op| {
        let ports = op.ports();
        !matches!(op, MauOp::Mwrite | MauOp::Mread)
            && op.multiplies_matrix() == is_matrix
            && (is_matrix || is_one != ports.contains(&Port::B))
            && is_zero != ports.contains(&Port::C)
    });
    let mut all = Vec::new();
    for op in ops {
        let is_meant = |it: &Spelling| it.shortened == is_short && half(contents, it);
        for spelling in spellings(contents, Op::Mau(op), Field::MauPrecision, is_meant) {
            let can_be = |side: &&str| match contents.is_listed("matrix_side") {
                true => contents.can_say("matrix_side", &format!("product {side}"), 0),
                false => true,
            };
            let sides = ["x", "y"].into_iter().filter(can_be);
            let sides: Vec<String> = match is_matrix {
                true => sides.map(|side| format!(" $l{side}")).collect(),
                false => vec![String::new()],
            };
            for side in &sides {
                let flush = flush(contents, Forwarding::Mauf);
                let mut texts = vec![format!("{}{flush}{side}", spelling.text)];
                for &each in op.ports() {
                    texts = joined(&texts, &port(contents, each));
                }
                all.extend(joined(&texts, &destinations(contents, Forwarding::Mauf)));
            }
        }
    }
    all
}

/// Each text with each operand after it.
fn joined(texts: &[String], operands: &[String]) -> Vec<String> {
    let with = |text: &String| {
        let operands = operands.iter();
        operands
            .map(|operand| format!("{text} {operand}"))
            .collect::<Vec<_>>()
    };
    texts.iter().flat_map(with).collect()
}

fn matrix_writes(contents: &Contents<'_>) -> Vec<String> {
    if !contents.is_set("matrix_write_enable") {
        return Vec::new();
    }
    let start = contents.number("matrix_start").unwrap_or(0);
    let mut rows = Vec::new();
    for (width, is_two) in [(Width::Long, 0), (Width::DoubleLong, 1)] {
        for (side, is_x) in [("x", 1), ("y", 0)] {
            let is_wide = contents.can_say("mau_half", &format!("write {}", width.name()), is_two);
            if is_wide && contents.can_say("matrix_side", &format!("write {side}"), is_x) {
                rows.push(format!("${}{side}{start}", width.prefix()));
            }
        }
    }
    let op = Op::Mau(MauOp::Mwrite);
    let all = spellings(contents, op, Field::MauPrecision, |_| true);
    let texts: Vec<String> = all.map(|spelling| spelling.text.clone()).collect();
    let texts = joined(&texts, &port(contents, Port::B));
    joined(&texts, &rows)
}

fn matrix_reads(contents: &Contents<'_>) -> Vec<String> {
    let start = contents.number("matrix_start").unwrap_or(0);
    let op = Op::Mau(MauOp::Mread);
    let flush = flush(contents, Forwarding::Mreadf);
    let all = spellings(contents, op, Field::MauPrecision, |_| true);
    let texts: Vec<String> = all
        .map(|spelling| format!("{}{flush}", spelling.text))
        .collect();
    let can_be = |side: &&str| match contents.is_listed("matrix_side") {
        true => contents.can_say("matrix_side", &format!("read {side}"), 0),
        // With a write, the bit belongs to the write.
        false => true,
    };
    let sides = match contents.number("matrix_side") {
        Some(1) => ["x", "y"],
        _ => ["y", "x"],
    };
    let sides = sides.into_iter().filter(can_be);
    let rows = sides.flat_map(|side| ["l", "ll"].map(|width| format!("${width}{side}{start}")));
    let texts = joined(&texts, &rows.collect::<Vec<_>>());
    joined(&texts, &destinations(contents, Forwarding::Mreadf))
}

fn alu(contents: &Contents<'_>) -> Vec<String> {
    let names = contents.choices("alu_opcode");
    let is_unsigned = contents.is_set("alu_unsigned");
    let ops = AluOp::ALL.iter().filter(|op| names.contains(&name_of(op)));
    let mut all = Vec::new();
    for &op in ops {
        if op == AluOp::Imm {
            let unsigned = if is_unsigned { "u" } else { "" };
            let value = contents.number("immediate").unwrap_or(0);
            let texts = [format!("imm{unsigned} ui\"{value:#010x}\"")];
            all.extend(joined(&texts, &destinations(contents, Forwarding::Aluf)));
            continue;
        }
        let is_meant = |it: &Spelling| it.unsigned == is_unsigned;
        for spelling in spellings(contents, Op::Alu(op), Field::AluPrecision, is_meant) {
            let lengths = contents.choices("alu_input2");
            let lengths = lengths.iter().filter_map(|it| it.strip_prefix("length "));
            let options: Vec<String> = lengths.map(|length| format!("/{length}")).collect();
            let flush = flush(contents, Forwarding::Aluf);
            let bare = format!("{}{flush}", spelling.text);
            let mut texts: Vec<String> = options
                .iter()
                .map(|option| format!("{}{option}{flush}", spelling.text))
                .chain([bare])
                .collect();
            let operands = Op::Alu(op).row().operands.iter();
            let inputs = operands.filter(|spec| spec.role == OperandRole::Input);
            let ports = [
                (Field::AluInput1, Field::AluRound1),
                (Field::AluInput2, Field::AluRound2),
            ];
            for (_, (select, round)) in inputs.zip(ports) {
                let suffixes = suffixes(contents, round);
                let operands = selected(contents, select);
                let operands: Vec<String> = operands
                    .iter()
                    .flat_map(|it| suffixes.iter().map(move |suffix| format!("{it}{suffix}")))
                    .collect();
                texts = joined(&texts, &operands);
            }
            all.extend(joined(&texts, &destinations(contents, Forwarding::Aluf)));
        }
    }
    all
}

/// The instructions of L1BM: one that reads the turnaround register has properties of its own.
fn transfers(contents: &Contents<'_>, unit: &str) -> Vec<String> {
    let is_turnaround = unit != "l1bm";
    let names = contents.choices(&format!("{unit}_opcode"));
    let mut parts: Vec<&str> = names.iter().flat_map(|name| name.split(BOTH)).collect();
    parts.sort_unstable();
    parts.dedup();
    let meanings = parts.into_iter().flat_map(meanings);
    meanings
        .filter(|meaning| meaning.is_turnaround == is_turnaround)
        .flat_map(|meaning| transfer(contents, &meaning, unit))
        .collect()
}

fn transfer(contents: &Contents<'_>, meaning: &Meaning, unit: &str) -> Vec<String> {
    let own = |part: &str| contents.number(&format!("{unit}_{part}")).unwrap_or(0);
    let rotations = match own("rotation") {
        0 => vec![String::new()],
        // A rotation has five bits, of which the highest is the sign.
        right @ 1..16 => vec![format!("+{right}"), String::new()],
        left => vec![format!("-{}", 32_u64.saturating_sub(left)), String::new()],
    };
    let target = match meaning.op.target_rule() {
        TargetRule::Mab(_) => {
            format!("@{}", own("mab_or_reduction"))
        }
        TargetRule::None
        | TargetRule::OptionalL1bSet
        | TargetRule::MulticastL1bSet
        | TargetRule::L1b => String::new(),
    };
    let flush = match meaning.op.forwarding() {
        Some(unit) => flush(contents, unit),
        None => String::new(),
    };
    let mut all = Vec::new();
    for rotation in &rotations {
        let mut texts = vec![format!("{}{rotation}{target}{flush}", meaning.mnemonic)];
        for spec in meaning.op.row().operands {
            texts = joined(&texts, &transfer_texts(contents, meaning, spec, unit));
        }
        all.extend(texts);
    }
    all
}

fn transfer_texts(
    contents: &Contents<'_>,
    meaning: &Meaning,
    spec: &OperandSpec,
    unit: &str,
) -> Vec<String> {
    let conversion = format!("{unit}_conversion");
    let conversions = contents.choices(&conversion);
    let is_converted = contents.is_used(&[&conversion]);
    let converted = |operand: String| {
        let mut all = vec![operand.clone()];
        for conversion in conversions.iter().filter(|_| is_converted) {
            let suffix = if conversion == "extend" { "e" } else { "r" };
            all.insert(0, format!("{operand}{suffix}"));
        }
        all
    };
    match spec.class {
        OperandClass::L1bmPe(width) => {
            let address = contents.number("l1bm_address").unwrap_or(0);
            let prefix = width.prefix();
            match meaning.is_turnaround {
                true => vec![format!("${prefix}bi")],
                false => vec![format!("${prefix}b{address}"), format!("${prefix}bi")],
            }
        }
        _ if spec.role == OperandRole::Input => {
            let operands = selected(contents, Field::L1bmPeSource).into_iter();
            operands.flat_map(converted).collect()
        }
        _ => {
            let operands = destinations(contents, Forwarding::Lbf).into_iter();
            operands.flat_map(converted).collect()
        }
    }
}

/// The instructions of L2BM: those for the DAR have properties of their own.
fn upper(contents: &Contents<'_>, unit: &str) -> Vec<String> {
    let number = |name: &str| contents.number(name).unwrap_or(0);
    let own = |part: &str| number(&format!("{unit}_{part}"));
    let mut all = Vec::new();
    let names = contents.choices(&format!("{unit}_opcode")).into_iter();
    for meaning in names.flat_map(|name| meanings(&name)) {
        let set = || {
            let (address, mode) = (number("l1b_set_address"), number("l1b_set_mode"));
            format!("@{address}/{mode}")
        };
        let targets = match meaning.op.target_rule() {
            TargetRule::L1b => vec![format!("@{}", number("l2bm_target"))],
            TargetRule::MulticastL1bSet => vec![set()],
            TargetRule::OptionalL1bSet if contents.is_used(&["l1b_set"]) => {
                vec![set(), String::new()]
            }
            TargetRule::OptionalL1bSet => vec![String::new(), set()],
            TargetRule::None | TargetRule::Mab(_) => vec![String::new()],
        };
        for target in targets {
            let mut text = format!("{}{target}", meaning.mnemonic);
            for spec in meaning.op.row().operands {
                text += &match spec.class {
                    OperandClass::L1bm => format!(" $lb{}", own("address")),
                    OperandClass::L2bm => format!(" $lc{}", own("l2bm_address")),
                    OperandClass::L2bmOfL2b => {
                        format!(" $lc{}@.{}", own("l2bm_address"), own("l2b"))
                    }
                    OperandClass::Dar => format!(" $dar{}", own("dar_entry")),
                    _ => String::new(),
                };
            }
            all.push(text);
        }
    }
    all
}
