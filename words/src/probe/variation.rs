//! Statements for each row of the table, and statements that differ from one in a single place.

use mnc2_isa::{
    AluOp, Constant, Forwarding, MauOp, Mnemonic, Mode, Op, OperandClass, OperandRole, Width,
    spelling,
};

/// The most bits of a number in a statement.
const NUMBER_BITS_MAX: u32 = 32;

/// Addresses of L1BM and above are multiples of these.
const ALIGNMENTS: [u32; 6] = [1, 2, 4, 8, 16, 64];

/// How much is varied of a statement: the properties of its operands alone are the same for every opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Nothing: another spelling of a row.
    Opcode,
    /// The operands and selections of its unit.
    Unit,
    /// Also every part of the operands of PE memories.
    Operands,
}

/// Steps of two statements whose word can differ from what each of them shows: an instruction that reads the turnaround
/// register next to one that writes to L1BM, and two of a product, a matrix register write and a transposed read.
pub(super) fn pairs(plain: &[(Op, String)]) -> Vec<Base> {
    let of = |is_meant: &dyn Fn(Op) -> bool| -> Vec<&str> {
        let all = plain.iter().filter(|(op, _)| is_meant(*op));
        all.map(|(_, text)| text.as_str()).collect()
    };
    let to_pe = of(&|op| matches!(op, Op::L1bm(op) if op.is_to_pe()));
    let from_pe = of(&|op| matches!(op, Op::L1bm(op) if !op.is_to_pe()));
    let is_calculation =
        |op| matches!(op, Op::Mau(op) if !matches!(op, MauOp::Mwrite | MauOp::Mread));
    let calculations = of(&is_calculation);
    let writes = of(&|op| op == Op::Mau(MauOp::Mwrite));
    let reads = of(&|op| op == Op::Mau(MauOp::Mread));
    let mut all = Vec::new();
    let mut push = |forms: Vec<String>| {
        all.push(Base {
            forms,
            depth: Depth::Opcode,
            op: None,
        });
    };
    for reader in &to_pe {
        let turned = reader.replace("b0 ", "bi ");
        for writer in &from_pe {
            push(vec![format!("{turned}; {writer}")]);
        }
    }
    let sides = |text: &str| ["x", "y"].map(|side| text.replace("lx", &format!("l{side}")));
    let widths = |text: &str| {
        [
            text.to_owned(),
            text.replace(" $ll", " $l"),
            text.replace(" $lx", " $llx").replace(" $ly", " $lly"),
        ]
    };
    let combinations = [
        (&calculations, &writes),
        (&calculations, &reads),
        (&writes, &reads),
    ];
    for (firsts, seconds) in combinations {
        for first in firsts {
            let alike = seconds.iter().filter(|second| second[..1] == first[..1]);
            for second in alike {
                for first in sides(first) {
                    for second in sides(second) {
                        for second in widths(&second) {
                            // Both can need the second port: then they read the same operand.
                            let other = second.replace("$lr0", "$ls0").replace("$llr0", "$lls0");
                            push(vec![
                                format!("{first}; {second}"),
                                format!("{first}; {other}"),
                            ]);
                        }
                    }
                }
            }
        }
    }
    all
}

/// A statement that is as plain as possible.
pub(super) struct Base {
    /// The forms to be tried; the first that is accepted counts.
    pub(super) forms: Vec<String>,
    pub(super) depth: Depth,
    /// The row, if it is of one.
    pub(super) op: Option<Op>,
}

/// Statements for each spelling of a row.
pub(super) fn bases(mode: Mode) -> Vec<Base> {
    let mut all = Vec::new();
    let mut met: Vec<Op> = Vec::new();
    for spelling in spelling::all() {
        for &op in &spelling.ops {
            let row = op.row();
            let example = row.example;
            match (op, row.mnemonic) {
                (Op::Control(_), _) | (_, Mnemonic::Fixed("l2bmdarw")) => {
                    let is_step = !matches!(
                        example.split(' ').next(),
                        Some("quit" | "d" | "c" | "e" | "f" | "r")
                    );
                    if is_step && !example.starts_with("mask") && !example.starts_with("d ") {
                        let forms = [alone(example, &spelling.text), example];
                        let forms = forms.map(|text| text.replace("nop/2", "nop")).to_vec();
                        all.push(Base {
                            forms,
                            depth: Depth::Unit,
                            op: Some(op),
                        });
                    }
                    continue;
                }
                (Op::Mv(_), _) if mode == Mode::Flat => continue,
                _ => {}
            }
            let mut forms = Vec::new();
            let is_upper = matches!(op, Op::Mv(_) | Op::L2bm(_));
            if !is_upper {
                forms.extend(made(op, &spelling.text));
            }
            let example = with_mnemonic(example, &spelling.text);
            forms.push(alone(&example, &spelling.text).to_owned());
            forms.push(example);
            let is_first = !met.contains(&op);
            met.push(op);
            let depth = match op {
                Op::Alu(AluOp::Passa) if is_first => Depth::Operands,
                Op::Mau(_) => Depth::Unit,
                _ if is_first || spelling.shortened => Depth::Unit,
                _ => Depth::Opcode,
            };
            all.push(Base {
                forms,
                depth,
                op: Some(op),
            });
        }
    }
    all
}

/// The expression of an example that has a mnemonic: what is next to it would be taken for a part of it.
fn alone<'a>(example: &'a str, mnemonic: &str) -> &'a str {
    let mut expressions = example.split("; ");
    let own = expressions.find(|it| it.starts_with(mnemonic));
    own.unwrap_or(example)
}

/// An example with another mnemonic.
fn with_mnemonic(example: &str, mnemonic: &str) -> String {
    let end = example
        .find([' ', '/', '@', '+', '-'])
        .unwrap_or(example.len());
    format!("{mnemonic}{}", &example[end..])
}

/// The statement of a row with operands of each width.
fn made(op: Op, mnemonic: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let widths = [Width::Long, Width::Single, Width::DoubleLong].map(Width::prefix);
    for options in ["", "/9", "@0"] {
        for read in widths {
            for third in widths {
                let mut words = vec![format!("{mnemonic}{options}")];
                let mut memories = ["r", "s", "n"].into_iter().cycle();
                for spec in op.row().operands {
                    let width = if words.len() == 4 { third } else { read };
                    let is_output = spec.role != OperandRole::Input;
                    words.push(match spec.class {
                        OperandClass::AluFirstInput | OperandClass::PeInput => {
                            format!("${width}{}0", memories.next().unwrap_or("r"))
                        }
                        OperandClass::PeOutput | OperandClass::PeOutputOrMask => {
                            match op.forwarding() {
                                Some(_) => "$nowrite".to_owned(),
                                None => format!("${width}r0"),
                            }
                        }
                        OperandClass::MatrixSide => "$lx".to_owned(),
                        OperandClass::MatrixRows if is_output => format!("${third}x0"),
                        OperandClass::MatrixRows => format!("${read}x0"),
                        OperandClass::L1bmPe(width) => format!("${}b0", width.prefix()),
                        OperandClass::Literal => "ui\"0x0\"".to_owned(),
                        OperandClass::Tag => "i01".to_owned(),
                        _ => return forms,
                    });
                }
                forms.push(words.join(" "));
            }
        }
    }
    forms
}

/// Lists of alternatives for one place of a statement. The first accepted alternative of each list is used; the first list
/// without one ends the family.
pub(super) type Family = Vec<Vec<String>>;

/// For each place of a statement its other contents.
pub(super) fn variations(base: &str, depth: Depth, mode: Mode) -> Vec<Family> {
    if depth == Depth::Opcode {
        return Vec::new();
    }
    let mut all = Vec::new();
    let parts: Vec<&str> = base.split("; ").collect();
    for (at, part) in parts.iter().enumerate() {
        let words: Vec<&str> = part.split(' ').collect();
        let with = |place: usize, word: &str| {
            let mut words = words.clone();
            words[place] = word;
            let changed = words.join(" ");
            let mut parts = parts.clone();
            parts[at] = &changed;
            parts.join("; ")
        };
        let mut push = |place: usize, families: Vec<Family>| {
            for family in families {
                let words = |all: Vec<String>| all.iter().map(|word| with(place, word)).collect();
                all.push(family.into_iter().map(words).collect());
            }
        };
        for (place, word) in words.iter().enumerate() {
            match place {
                0 => push(0, opcode(word)),
                _ => push(place, operand(word, depth, mode)),
            }
        }
        let is_output = words.last().is_some_and(|word| word.starts_with('$'));
        if let (true, Some(place)) = (is_output, words.len().checked_sub(1)) {
            push(place, outputs(depth, mode));
        }
    }
    all
}

/// The codes of a number's bits: in the code for a digit, bit `k` is set if `k + 1` has the digit.
fn codes() -> impl Iterator<Item = u32> {
    let digits = 0..NUMBER_BITS_MAX.ilog2() + 1;
    digits.map(|digit| {
        let bits = (0..NUMBER_BITS_MAX).filter(|bit| (bit + 1) >> digit & 1 == 1);
        bits.fold(0, |all, bit| all | 1 << bit)
    })
}

/// A number in the largest size that is accepted, for each alignment.
fn numbers(write: impl Fn(u32) -> String) -> Family {
    let mut all = Vec::new();
    for code in codes() {
        let mut alternatives = Vec::new();
        for alignment in ALIGNMENTS {
            for size in (6..=NUMBER_BITS_MAX).rev() {
                let number = code & (u32::MAX >> (NUMBER_BITS_MAX - size)) & !(alignment - 1);
                let text = write(number);
                if number > 0 && !alternatives.contains(&text) {
                    alternatives.push(text);
                }
            }
        }
        all.push(alternatives);
    }
    all
}

/// Contents that are tried one by one.
fn singles<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Vec<Family> {
    let words = words.into_iter();
    words
        .map(|word| vec![vec![word.as_ref().to_owned()]])
        .collect()
}

/// The options of an opcode.
fn opcode(word: &str) -> Vec<Family> {
    let bare = word.split(['/', '@', '+']).next().unwrap_or(word);
    let options = &word[bare.len()..];
    let mut all = Vec::new();
    // Sizes, tags, priorities of MV instructions.
    if options.starts_with("/n") {
        all.push(numbers(|number| format!("{bare}/n{number}")));
        all.extend(singles(TAGS.map(|tag| format!("{bare}/i{tag:02x}n64"))));
        all.extend(singles(
            (1..4).map(|priority| format!("{bare}/n64p{priority}")),
        ));
        all.extend(singles(
            [1, 2, 4, 8].map(|count| format!("{bare}/n64nd{count}")),
        ));
        return all;
    }
    all.push(
        (6..=9)
            .map(|length| vec![format!("{bare}/{length}")])
            .collect(),
    );
    // A MAB or an L1B, and a set of L1Bs by number and mode.
    all.push(
        [1, 2, 4, 8]
            .map(|number| vec![format!("{bare}@{number}")])
            .to_vec(),
    );
    let set = |address: u32, mode: u32| vec![format!("{bare}@{address}/{mode}")];
    let sets = (0..8).flat_map(|mode| [0, 1, 2, 4].map(|address| set(address, mode)));
    all.extend(sets.map(|alternatives| vec![alternatives]));
    let rotations = ["+1", "+2", "+4", "+8", "-1", "-2", "-4", "-8", "+15", "-15"];
    all.push(
        rotations
            .map(|rotation| vec![format!("{bare}{rotation}")])
            .to_vec(),
    );
    all.extend(singles(
        ["/$imr1", "/1000"].map(|mask| format!("{word}{mask}")),
    ));
    all
}

/// Tags in which each bit is set once.
const TAGS: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// The PE memories that have addresses.
const MEMORIES: [&str; 4] = ["r", "s", "m", "n"];

/// Prefixes of access word lengths.
const WIDTHS: [&str; 3] = ["", "l", "ll"];

/// The parts of an operand: prefix, letters, and what follows the address.
fn parted(word: &str) -> Option<(&str, &str, &str)> {
    let name = word.strip_prefix('$')?;
    let name_end = name
        .find(|it: char| !it.is_ascii_lowercase())
        .unwrap_or(name.len());
    let letters = &name[..name_end];
    let bare = letters.trim_start_matches('l');
    let width = &letters[..letters.len() - bare.len()];
    let rest = name[name_end..].trim_start_matches(|it: char| it.is_ascii_digit());
    Some((width, bare, rest))
}

fn operand(word: &str, depth: Depth, mode: Mode) -> Vec<Family> {
    if word.starts_with("ui\"") {
        return singles(codes().map(|code| format!("ui\"{code:#x}\"")));
    }
    if word.starts_with('i') {
        return singles(TAGS.map(|tag| format!("i{tag:02x}")));
    }
    let Some((width, letters, rest)) = parted(word) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    match letters {
        "r" | "s" | "m" | "n" => {
            all.extend(singles(MEMORIES.map(|other| format!("${width}{other}0"))));
            all.push(vec![vec!["$lt".to_owned(), "$t".to_owned()]]);
            let registers = Forwarding::ALL.iter().map(|it| it.name());
            let constants = Constant::ALL.iter().map(|it| it.name());
            all.extend(singles(
                registers.chain(constants).map(|name| format!("${name}")),
            ));
            all.extend(singles([format!("-{word}")]));
            for suffix in ["r", "e"] {
                let of = |it: &str| {
                    WIDTHS
                        .map(|width| format!("${width}{it}0{suffix}"))
                        .to_vec()
                };
                all.push(vec![of(letters)]);
            }
            if depth == Depth::Operands {
                for memory in MEMORIES {
                    all.extend(pe_memory(memory, mode));
                }
            }
        }
        "x" | "y" => {
            let sides = ["x", "y"];
            all.extend(singles(sides.map(|side| format!("$l{side}"))));
            for side in sides {
                let of = |width: &str| format!("${width}{side}0");
                all.extend(singles(["l", "ll"].map(of)));
            }
            let rows = 1..16;
            all.extend(singles(rows.map(|row| format!("${width}{letters}{row}"))));
        }
        "b" | "c" | "p" | "d" | "di" | "dar" => {
            all.push(numbers(|number| format!("${width}{letters}{number}{rest}")));
            if letters == "b" {
                all.extend(singles([format!("${width}bi")]));
            }
            let places = ["@1", "@2", "@3", "@1.0", "@2.0", "@0.1", "@.1", "@.0", ""];
            all.extend(singles(
                places.map(|place| format!("${width}{letters}0{place}")),
            ));
            all.extend(singles([format!("$di0{rest}")]));
        }
        _ => {}
    }
    all
}

/// Widths, addresses, strides and modes of a PE memory.
fn pe_memory(memory: &str, mode: Mode) -> Vec<Family> {
    let mut all = singles(WIDTHS.map(|width| format!("${width}{memory}0")));
    let with = |write: &dyn Fn(&str, u32) -> String| {
        let single = numbers(|number| write("", number));
        let long = numbers(|number| write("l", number));
        let pairs = single.into_iter().zip(long);
        pairs
            .map(|(single, long)| single.into_iter().chain(long).collect())
            .collect::<Family>()
    };
    match mode {
        Mode::AutoStride => {
            all.push(with(&|width, number| format!("${width}{memory}{number}")));
            all.push(with(&|width, number| format!("${width}{memory}0v{number}")));
        }
        Mode::Flat => all.extend((0..4).map(|cycle| {
            with(&|width, number| {
                let mut addresses = ["0"; 4].map(str::to_owned);
                addresses[cycle] = number.to_string();
                format!("${width}{memory}[{}]", addresses.join(","))
            })
        })),
    }
    let forms = |form: &str| {
        WIDTHS
            .map(|width| format!("${width}{memory}{form}"))
            .to_vec()
    };
    all.push(vec![[forms("t0v"), forms("t[0,0,0,0]")].concat()]);
    all.extend((0..4).map(|last| vec![forms(&format!("0j{last}"))]));
    all
}

/// Other destinations, and masks.
fn outputs(depth: Depth, mode: Mode) -> Vec<Family> {
    let mut all = Vec::new();
    let widths = ["l", "", "ll"];
    let of = |rest: &str| widths.map(|width| format!("${width}{rest}")).to_vec();
    for memory in MEMORIES {
        all.push(vec![of(&format!("{memory}0"))]);
        all.push(vec![of(&format!("{memory}0/1000"))]);
        if depth == Depth::Operands {
            all.extend(pe_memory(memory, mode));
        }
    }
    for register in ["t", "mb", "nb"] {
        all.push(vec![of(register)]);
        all.push(vec![of(&format!("{register}/1000"))]);
    }
    all.push(
        [1, 2, 4, 8]
            .map(|entry| vec![format!("$omr{entry}")])
            .to_vec(),
    );
    all.extend(singles(["$omr1/1000"]));
    let masks = [
        "/0000",
        "/0001",
        "/0010",
        "/0100",
        "/$imr1",
        "/$imr2",
        "/$imr4",
        "/$imr8",
        "/ll1000",
        "/$llimr1",
        "/1000t",
        "/1000p",
        "/ll1000t",
        "/ll1000p",
        "/$imr1t",
        "/$imr1p",
        "/$llimr1t",
        "/$llimr1p",
    ];
    all.extend(masks.map(|mask| vec![of(&format!("r0{mask}"))]));
    all
}
