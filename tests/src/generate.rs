//! Random statements of every row, with operands in every form that their positions take.

use mnc2_isa::spelling::{self, Spelling};
use mnc2_isa::{
    AluOp, Constant, ControlOp, Forwarding, Group, L1bmOp, Op, OperandClass, OperandRole,
    Precision, TargetRule, Width,
};
use mnc2_text::random::Random;

/// A stream of choices from a seed: the same seed makes the same statements.
pub struct Choices(Random);

impl Choices {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize].clone()
    }

    fn once_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

/// Every spelling of a PE or MV instruction with each of its rows.
pub fn instructions() -> impl Iterator<Item = (&'static Spelling, Op)> {
    spelling::all()
        .iter()
        .flat_map(|spelling| spelling.ops.iter().map(move |&op| (spelling, op)))
        .filter(|(_, op)| op.row().group != Group::Control)
}

/// An expression of a row, or an MV statement.
pub fn instruction(choices: &mut Choices, spelling: &Spelling, op: Op) -> String {
    let mut text = spelling.text.clone();
    if op.row().group == Group::Mv {
        text.push_str(&mv_parameters(choices, op));
    } else {
        text.push_str(&options(choices, spelling, op));
    }
    for spec in op.row().operands {
        text.push(' ');
        text.push_str(&operand(choices, spec.class));
        while spec.role == OperandRole::Outputs && choices.once_in(4) {
            text.push(' ');
            text.push_str(&operand(choices, spec.class));
        }
    }
    text
}

fn mv_parameters(choices: &mut Choices, op: Op) -> String {
    if op.row().operands.is_empty() {
        return String::new();
    }
    let mut parameters = vec![format!("n{}", 64 * choices.below(100).max(1))];
    if choices.once_in(2) {
        parameters.push(format!("i{:02x}", choices.below(256).max(1)));
    }
    if choices.once_in(3) {
        parameters.push(format!("p{}", choices.below(4)));
    }
    if choices.once_in(3) {
        parameters.push(format!("nd{}", 1 + choices.below(9)));
    }
    let first = choices.below(parameters.len() as u64) as usize;
    parameters.rotate_left(first);
    format!("/{}", parameters.concat())
}

fn options(choices: &mut Choices, spelling: &Spelling, op: Op) -> String {
    let set = |choices: &mut Choices, immodes: u64| match choices.below(3) {
        0 => format!("@{}", choices.below(8)),
        1 => format!("@{}/{}", choices.below(8), choices.below(immodes)),
        _ => choices.one_of(&["@[3]", "@[0,4]", "@[1,3,5,7]"]).to_owned(),
    };
    let mut text = match op.target_rule() {
        TargetRule::None => String::new(),
        TargetRule::OptionalL1bSet if choices.once_in(2) => String::new(),
        TargetRule::OptionalL1bSet => set(choices, 8),
        TargetRule::MulticastL1bSet => set(choices, 7),
        TargetRule::L1b => format!("@{}", choices.below(8)),
        TargetRule::Mab(last) => format!("@{}", choices.below(u64::from(last) + 1)),
    };
    if matches!(op, Op::L1bm(L1bmOp::Distribute | L1bmOp::Gather)) && choices.once_in(2) {
        let sign = choices.one_of(&["+", "-"]);
        text.push_str(&format!("{sign}{}", choices.below(16)));
    }
    if op == Op::Control(ControlOp::Nop) && choices.once_in(2) {
        text.push_str(&format!("/{}", choices.below(1000)));
    }
    let is_half = spelling.precision == Some(Precision::Half);
    if is_half && matches!(op, Op::Alu(AluOp::Bfn | AluOp::Bfe)) {
        text.push_str(&format!("/{}", 6 + choices.below(4)));
    }
    let flushes = match op {
        Op::L1bm(op) => op.is_to_pe(),
        Op::Alu(_) | Op::Mau(_) => op.row().group != Group::MauMwrite,
        Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    };
    if flushes && choices.once_in(3) {
        text.push_str(&mask(choices));
    }
    text
}

fn mask(choices: &mut Choices) -> String {
    let width = choices.one_of(&["", "ll"]);
    if choices.once_in(2) {
        format!("/{width}{:04b}", choices.below(16))
    } else {
        format!("/${width}imr{}", 1 + choices.below(15))
    }
}

fn operand(choices: &mut Choices, class: OperandClass) -> String {
    let group = |choices: &mut Choices| choices.below(4);
    match class {
        OperandClass::AluFirstInput | OperandClass::PeInput => input(choices, class),
        OperandClass::PeOutput => output(choices, &["$mb", "$lmb", "$nb", "$lnb", "$nowrite"]),
        OperandClass::PeOutputOrMask => {
            let entry = format!("$omr{}", 1 + choices.below(15));
            output(choices, &["$mb", "$lnb", "$nowrite", &entry])
        }
        OperandClass::MatrixSide => choices.one_of(&["$lx", "$ly"]).to_owned(),
        OperandClass::MatrixRows => {
            let name = choices.one_of(&["$lx", "$ly", "$llx", "$lly"]);
            format!("{name}{}", choices.below(16))
        }
        OperandClass::L1bmPe(width) if choices.once_in(4) => format!("${}bi", width.prefix()),
        OperandClass::L1bmPe(width) => {
            format!("${}b{}", width.prefix(), choices.below(128) * 64)
        }
        OperandClass::L1bm => format!("$lb{}", choices.below(512) * 16),
        OperandClass::L2bm | OperandClass::L2bmEvery => format!("$lc{}", choices.below(512) * 64),
        OperandClass::L2bmOfL2b | OperandClass::L2bmOneInEveryGroup => {
            format!("$lc{}@.{}", choices.below(512) * 64, choices.below(2))
        }
        OperandClass::L2bmOne => format!(
            "$lc{}@{}.{}",
            choices.below(512) * 64,
            group(choices),
            choices.below(2)
        ),
        OperandClass::L2bmOfGroup => format!("$lc{}@{}", choices.below(512) * 64, group(choices)),
        OperandClass::Dar => format!("$dar{}", choices.below(1024)),
        OperandClass::PdmOfGroup => format!("$p{}@{}", choices.below(8192) * 64, group(choices)),
        OperandClass::PdmOfEveryGroup => format!("$p{}", choices.below(8192) * 64),
        OperandClass::DramOfGroup => format!("{}@{}", dram(choices), group(choices)),
        OperandClass::DramOfEveryGroup => dram(choices),
        OperandClass::Literal => literal(choices),
        OperandClass::Tag => format!("i{:02x}", choices.below(256)),
    }
}

fn dram(choices: &mut Choices) -> String {
    if choices.once_in(3) {
        format!("$di{}", choices.below(1024))
    } else {
        format!("$d{}", choices.below(1 << 23) * 64)
    }
}

fn input(choices: &mut Choices, class: OperandClass) -> String {
    let sign = if choices.once_in(6) { "-" } else { "" };
    let conversion = choices.one_of(&["", "", "", "e", "r"]);
    let name = match choices.below(6) {
        0 => {
            let all: Vec<Forwarding> = Forwarding::ALL
                .into_iter()
                .filter(|item| class == OperandClass::AluFirstInput || *item != Forwarding::Mreadf)
                .collect();
            format!("${}", choices.one_of(&all).name())
        }
        1 if class == OperandClass::AluFirstInput => {
            return format!("${}", choices.one_of(&Constant::ALL).name());
        }
        2 => choices.one_of(&["$t", "$lt", "$llt"]).to_owned(),
        _ => pe_memory(choices),
    };
    format!("{sign}{name}{conversion}")
}

fn output(choices: &mut Choices, others: &[&str]) -> String {
    let name = match choices.below(6) {
        0 => choices.one_of(others).to_owned(),
        1 => choices.one_of(&["$t", "$lt", "$llt"]).to_owned(),
        _ => pe_memory(choices),
    };
    if choices.once_in(4) && name != "$nowrite" {
        let suffix = choices.one_of(&["", "t", "p"]);
        format!("{name}{}{suffix}", mask(choices))
    } else {
        name
    }
}

fn pe_memory(choices: &mut Choices) -> String {
    let width = choices.one_of(&[Width::Single, Width::Long, Width::DoubleLong]);
    let words = u64::from(width.single_words());
    let letter = choices.one_of(&["m", "n", "r", "s"]);
    let is_lm = matches!(letter, "m" | "n");
    let mut text = format!("${}{letter}", width.prefix());
    let mut address = |limit: u64| choices.below(limit / words) * words;
    let base = address(512);
    let stride = address(4096);
    let list = [address(512), address(512), address(512), address(512)];
    let indirect = letter == "m" && choices.once_in(4);
    if indirect {
        text.push('t');
    }
    match choices.below(6) {
        0 if indirect => {}
        0 | 1 => text.push_str(&base.to_string()),
        2 => text.push_str(&format!("{base}v")),
        3 => text.push_str(&format!("{base:#x}v")),
        4 => text.push_str(&format!("{base}v{stride}")),
        _ => {
            let [first, second, third, fourth] = list;
            text.push_str(&format!("[{first},{second},{third},{fourth}]"));
        }
    }
    if is_lm && !indirect && choices.once_in(4) {
        text.push_str(&format!("j{}", choices.below(4)));
    }
    text
}

fn literal(choices: &mut Choices) -> String {
    match choices.below(8) {
        0 => format!("f\"{:?}\"", f32::from_bits(choices.below(1 << 31) as u32))
            .replace("NaN", "nan"),
        1 => format!("h\"{}.{}\"", choices.below(70_000), choices.below(100)),
        2 => format!("f\"-{}e-{}\"", choices.below(1000), choices.below(60)),
        3 => format!("i\"-{}\"", choices.below(1 << 31)),
        4 => format!("ui\"{:#x}\"", choices.below(1 << 32)),
        5 => format!("s\"-{}\"", choices.below(1 << 15)),
        6 => format!("us\"{:#b}\"", choices.below(1 << 16)),
        _ => choices
            .one_of(&["f\"inf\"", "h\"-inf\"", "f\"-0.0\"", "f\"0x1.8p-3\""])
            .to_owned(),
    }
}

pub fn control(choices: &mut Choices) -> String {
    let scope = |choices: &mut Choices| {
        let mut text = String::new();
        for (letter, count) in [('n', 4), ('c', 2), ('b', 8), ('m', 16), ('p', 4)] {
            if choices.once_in(2) {
                text.push_str(&format!("{letter}{}", choices.below(count)));
            }
        }
        text
    };
    match choices.below(5) {
        0 => {
            let letters = choices.one_of(&["", "r", "st", "mnk", "rstmnk", "lr", "llrs", "llk"]);
            format!("mask{letters} {}", choices.below(32))
        }
        1 => {
            let memory = choices.one_of(&[
                "$lm0", "$m1", "$llr4", "$s3", "$t", "$lt", "$llt", "$lb5", "$llb6", "$lc7", "$p8",
                "$d9", "$omr3",
            ]);
            let data_type = if matches!(memory, "$m1" | "$s3") {
                choices.one_of(&["f", "h", "bf", "bg", "bh"])
            } else {
                choices.one_of(&["", "d", "f", "h", "bd", "bf", "bg", "bh"])
            };
            format!(
                "d get{data_type} {memory}{} {}",
                scope(choices),
                1 + choices.below(4)
            )
        }
        2 => {
            let row = choices.one_of(&["$lx0", "$ly3"]);
            format!("d getbf {row}{} {}", scope(choices), 1 + choices.below(4))
        }
        3 => {
            let (memory, payload) = choices.one_of(&[
                ("$lm0", "h1_2_3_4l5"),
                ("$r3", "s1_2s3_4"),
                ("$t", "0123456789ABCDEF0000000000000001"),
                ("$llt", "l1l2l3l4"),
                ("$llb0", "l1l2l3l4"),
                ("$lc9", "l0laabb"),
            ]);
            format!("d set {memory}{} 2 {payload}", scope(choices))
        }
        _ => choices
            .one_of(&[
                "quit",
                "f",
                "e 0 0 i01 i00 0 000000010 000002",
                "c 0 0 i02 i00 0 000000010 000001 0123456789abcdef",
                "r 2 000000040 001 0123456789abcdef",
            ])
            .to_owned(),
    }
}
