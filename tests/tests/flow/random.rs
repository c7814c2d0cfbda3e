//! Random programs on few addresses, so that reads meet writes.

use mnc2_asm::LineParser;
use mnc2_tests::generate::Choices;

/// A program without errors.
pub(crate) fn program(choices: &mut Choices, lines: usize, is_static: bool) -> String {
    let mut parser = LineParser::new();
    let mut source = String::new();
    let mut count = 0;
    while count < lines {
        let line = line(choices, is_static);
        let parsed = parser.parse(&line);
        if parsed.has_error() || parsed.statement.is_none() {
            continue;
        }
        source.push_str(&line);
        source.push('\n');
        count += 1;
    }
    source
}

fn chance(choices: &mut Choices, in_how_many: u64) -> bool {
    choices.below(in_how_many) == 0
}

fn line(choices: &mut Choices, is_static: bool) -> String {
    match choices.below(20) {
        0 => mask_statement(choices, is_static),
        1 | 2 => debug_get(choices),
        3 | 4 => debug_set(choices),
        5 | 6 => mv(choices, is_static),
        7 => host(choices),
        _ => step(choices, is_static),
    }
}

fn step(choices: &mut Choices, is_static: bool) -> String {
    let mut expressions = vec![expression(choices, is_static)];
    while chance(choices, 3) {
        expressions.push(expression(choices, is_static));
    }
    if chance(choices, 12) {
        expressions.push("noforward".to_owned());
    }
    expressions.join("; ")
}

fn expression(choices: &mut Choices, is_static: bool) -> String {
    let flush = if chance(choices, 10) {
        mask(choices, is_static)
    } else {
        String::new()
    };
    let mut input = || input(choices, is_static);
    let (a, b) = (input(), input());
    let out = outputs(choices, is_static);
    let l1bs = |choices: &mut Choices| {
        choices
            .one_of(&["", "@3", "@[0,4]", "@[0,2,4,6]", "@2/4", "@[2,3]"])
            .to_owned()
    };
    match choices.below(26) {
        0 => format!("nop/{}", 1 + choices.below(3)),
        1 => format!("imm{flush} i\"{}\" {out}", choices.below(24)),
        2 => format!("zero{flush} {out}"),
        3 | 4 => format!("lpassa{flush} {a} {out}"),
        5 => format!("ladd{flush} {a} {b} {out}"),
        6 => format!("iinc{flush} {a} {out}"),
        7 => format!("fvadd{flush} {a} {b} {out}"),
        8 => format!("dvpassa{flush} {a} {out}"),
        9 => {
            let precision = choices.one_of(&["d", "f", "h"]);
            let row = choices.one_of(&["$lx0", "$ly1", "$llx2", "$lx3"]);
            format!("{precision}mwrite {a} {row}")
        }
        10 => {
            let opcode = choices.one_of(&["dmread $lx0", "fmread $lx2", "hmread $lly2"]);
            format!("{opcode} {out}")
        }
        11 => {
            let opcode = choices.one_of(&["dmmulu $lx", "fmmul $ly", "hmmul $lx", "gmmul $ly"]);
            format!("{opcode} {a} {out}")
        }
        12 | 13 => {
            let (opcode, unit) = choices.one_of(&[
                ("l1bmp $lb", 1),
                ("l1bmp $llb", 1),
                ("l1bmm $lb", 4),
                ("l1bmm $llb", 8),
                ("l1bmm4 $lb", 16),
                ("l1bmm4 $llb", 32),
                ("l1bmd $lb", 64),
            ]);
            let address = if chance(choices, 5) {
                "i".to_owned()
            } else {
                (choices.below(5) * unit).to_string()
            };
            format!("{opcode}{address} {out}")
        }
        14 | 15 => {
            let (opcode, memory, unit) = choices.one_of(&[
                ("l1bmm@0", "$lb", 4),
                ("l1bmm@6", "$llb", 8),
                ("l1bmm4@2", "$lb", 16),
                ("l1bmm4@1", "$llb", 32),
                ("l1bmd", "$lb", 64),
                ("l1bmriadd", "$lb", 4),
                ("l1bmr4iadd", "$lb", 16),
            ]);
            let address = if chance(choices, 5) {
                "i".to_owned()
            } else {
                (choices.below(5) * unit).to_string()
            };
            format!("{opcode} {a} {memory}{address}")
        }
        16 | 17 => {
            let (opcode, from, to) =
                choices.one_of(&[("l2bmb", 16, 16), ("l2bmb2", 64, 16), ("l2bmd", 64, 8)]);
            let set = l1bs(choices);
            let (from, to) = (choices.below(5) * from, choices.below(5) * to);
            format!("{opcode}{set} $lc{from} $lb{to}")
        }
        18 | 19 => {
            let (opcode, from, to) = choices.one_of(&[
                ("l2bm@3", 16, 16),
                ("l2bm@0", 16, 16),
                ("l2bmriadd", 16, 16),
                ("l2bmriadd@[0,4]", 16, 16),
                ("l2bmr2iadd", 16, 64),
                ("l2bmd", 8, 64),
            ]);
            let (from, to) = (choices.below(5) * from, choices.below(5) * to);
            format!("{opcode} $lb{from} $lc{to}")
        }
        20 => {
            let set = choices.one_of(&["@0/0", "@0/6", "@3/4", "@[2,3]"]);
            let (from, to) = (choices.below(5) * 16, choices.below(5) * 16);
            format!("l2bmi{set} $lb{from} $lb{to}")
        }
        21 => format!(
            "l2bmdars $lc{}@.{} $dar{}",
            choices.below(3) * 64,
            choices.below(2),
            choices.one_of(&[0, 3, 1022])
        ),
        22 => "l2bmdarw".to_owned(),
        23 => format!("hbfn/6 {a} {out}"),
        24 => format!("msl {a} {out}"),
        _ => format!("lpassa $subpeid {out}"),
    }
}

fn pe_memory(choices: &mut Choices, is_static: bool) -> String {
    let (width, words) = choices.one_of(&[("", 1), ("l", 2), ("ll", 4)]);
    let letter = choices.one_of(&["m", "n", "r", "s"]);
    let is_lm = matches!(letter, "m" | "n");
    let mut address = |limit: u64| choices.below(limit) * words;
    let (base, far) = (address(6), address(3));
    let stride = address(4);
    let list = [address(6), address(6), address(6), address(6)];
    if letter == "m" && !is_static && chance(choices, 4) {
        return format!("${width}mt{base}v");
    }
    let mut text = format!("${width}{letter}");
    match choices.below(6) {
        0 => text.push_str(&base.to_string()),
        1 | 2 => text.push_str(&format!("{base}v")),
        3 => text.push_str(&format!("{base}v{stride}")),
        // Around the end of the memory.
        4 => {
            let size = if is_lm { 4096 } else { 512 };
            text.push_str(&format!("{}v", size - words - far));
        }
        _ => text.push_str(&format!("{list:?}").replace(' ', "")),
    }
    if is_lm && chance(choices, 4) {
        text.push_str(&format!("j{}", choices.below(4)));
    }
    text
}

fn input(choices: &mut Choices, is_static: bool) -> String {
    match choices.below(8) {
        0 => choices
            .one_of(&["$aluf", "$mauf", "$lbf", "$mreadf"])
            .to_owned(),
        1 => "$lt".to_owned(),
        _ => pe_memory(choices, is_static),
    }
}

fn mask(choices: &mut Choices, is_static: bool) -> String {
    let width = choices.one_of(&["", "ll"]);
    if is_static || chance(choices, 2) {
        let pattern = choices.one_of(&["1000", "0110", "0001", "1011", "0000", "1111"]);
        format!("/{width}{pattern}")
    } else {
        format!("/${width}imr{}", 1 + choices.below(2))
    }
}

fn outputs(choices: &mut Choices, is_static: bool) -> String {
    let mut list = vec![output(choices, is_static)];
    while chance(choices, 4) {
        list.push(output(choices, is_static));
    }
    list.join(" ")
}

fn output(choices: &mut Choices, is_static: bool) -> String {
    let name = match choices.below(14) {
        0 => return "$nowrite".to_owned(),
        1 => "$lt".to_owned(),
        2 => format!("$omr{}", 1 + choices.below(2)),
        // What is added to addresses is known after `imm` and `zero` only.
        3 if !is_static => choices.one_of(&["$mb", "$lmb", "$nb", "$lnb"]).to_owned(),
        _ => pe_memory(choices, is_static),
    };
    if chance(choices, 4) {
        let suffix = choices.one_of(&["", "t", "p"]);
        let mask = mask(choices, is_static);
        format!("{name}{mask}{suffix}")
    } else {
        name
    }
}

fn mask_statement(choices: &mut Choices, is_static: bool) -> String {
    let letters = choices.one_of(&["", "r", "st", "rstmnk", "llr", "lls", "lm"]);
    let entry = if is_static {
        choices.one_of(&[0, 16, 24, 19, 30, 31])
    } else {
        choices.one_of(&[0, 1, 2, 24, 19])
    };
    format!("mask{letters} {entry}")
}

fn scope(choices: &mut Choices) -> String {
    choices
        .one_of(&["", "n0", "n0c0b0m0p0", "p3", "m0", "b3", "n1c1", "n2b7m15"])
        .to_owned()
}

fn debug_get(choices: &mut Choices) -> String {
    let memory = choices.one_of(&[
        "$lm0", "$ln2", "$llr4", "$ls0", "$lt", "$llt", "$lb8", "$llb6", "$lc32", "$p0", "$d16",
        "$omr1",
    ]);
    if chance(choices, 8) {
        let row = choices.one_of(&["d getbf $lx0", "d getd $lx1", "d geth $ly3"]);
        return format!("{row}{} {}", scope(choices), 1 + choices.below(3));
    }
    let scope = scope(choices);
    let scope = match memory.as_bytes()[1] {
        b'p' | b'd' => choices.one_of(&["", "n0", "n2"]).to_owned(),
        _ => scope,
    };
    format!("d get {memory}{scope} {}", 1 + choices.below(4))
}

fn debug_set(choices: &mut Choices) -> String {
    let (memory, long_words) = choices.one_of(&[
        ("$lm0", 1),
        ("$m1", 1),
        ("$lln4", 2),
        ("$lr2", 1),
        ("$s5", 1),
        ("$t", 1),
        ("$llt", 2),
        ("$lb8", 1),
        ("$llb2", 2),
        ("$lc30", 1),
        ("$lr510", 1),
    ]);
    let count = 1 + choices.below(3);
    let scope = scope(choices);
    let payload: String = (0..count * long_words)
        .map(|_| format!("{:016x}", choices.below(32)))
        .collect();
    format!("d set {memory}{scope} {count} {payload}")
}

fn mv(choices: &mut Choices, is_static: bool) -> String {
    let address = |choices: &mut Choices| choices.below(4) * 64;
    let size = 64 * (1 + choices.below(2));
    let (a, b) = (address(choices), address(choices));
    let text = match choices.below(12) {
        0 => format!("mvp/n{size} $p{a}@0 $d{b}@1"),
        1 => format!("mvp/n{size} $d{a}@2 $p{b}@0"),
        2 => format!("mvp/n{size} $p{a}@0 $lc{b}@0.0"),
        3 => format!("mvp/n{size} $lc{a}@2.1 $p{b}@0"),
        4 => format!("mvp/n{size} $lc{a}@.0 $d{b}"),
        5 => format!("mvp/n{size} $d{a} $lc{b}"),
        6 => format!("mvp/n{size} $p{a}@0 $p{b}@2"),
        7 => format!("mvb/n{size} $p{a}@0 $lc{b}"),
        8 => format!("mvriadd/n{size} $lc{a} $d{b}"),
        9 => format!("mvd/n{size} $p{}@0 $lc{b}", a * 8),
        10 => format!("mvd/n{size} $d{a} $p{b}@0"),
        _ => format!("mvb2/n{size} $d{a} $lc{b}"),
    };
    if !is_static && chance(choices, 4) {
        let first = text.replace(" $d", " $di");
        return if chance(choices, 2) {
            first.replacen(
                &format!("n{size}"),
                &format!("n{size}nd{}", 1 + choices.below(3)),
                1,
            )
        } else {
            first
        };
    }
    text
}

fn host(choices: &mut Choices) -> String {
    let address = choices.below(4) * 32;
    match choices.below(3) {
        0 => format!("e 0 0 i01 i00 0 {address:09x} 000020"),
        1 => format!(
            "c 0 0 i02 i00 0 {address:09x} 000002 {:032x}",
            choices.below(9)
        ),
        _ => format!(
            "r {} {address:09x} 003 {:048x}",
            choices.below(3),
            choices.below(9)
        ),
    }
}
