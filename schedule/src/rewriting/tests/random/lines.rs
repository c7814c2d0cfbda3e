//! The lines of random programs.

use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check as check_program;

use crate::merging::tests::Numbers;

/// Lines of a program.
const LINES: usize = 16;

/// One of this many programs ends with sums that half precision may compute, where nothing overwrites them.
const HALVES_PERIOD: u64 = 8;

/// Expressions of integers at the end of a program.
const INTEGERS: usize = 2;

impl Numbers {
    /// An operand of a width.
    fn operand(&mut self, width: &str, memories: &[&str]) -> String {
        let words = [("", 1), ("l", 2), ("ll", 4)];
        let words = words.iter().find(|it| it.0 == width).map_or(1, |it| it.1);
        let memory = self.pick(memories);
        let address = words * self.below(12 / words);
        let cycles = self.pick(&["v", "v", ""]);
        format!("${width}{memory}{address}{cycles}")
    }

    fn line(&mut self) -> String {
        let width = self.pick(&["", "l"]);
        let x = self.operand(width, &["m", "r"]);
        let y = self.operand(width, &["s", "r"]);
        let to = self.operand(width, &["n", "r", "s"]);
        let mask = self.pick(&["", "", "", "/1100", "/$imr1"]);
        let op = self.pick(&["iadd", "isub", "imax", "fvadd", "fvmul", "ixor"]);
        match self.below(10) {
            0 => format!("ipassa {x} {to}{mask}"),
            1 => format!("imm i\"{}\" {to}", self.below(3)),
            2 => format!("isub {x} {y} $omr1"),
            3 => {
                let [x, y] = [["m", "r"], ["s", "r"]].map(|it| self.operand("l", &it));
                format!("lsub {x} {y} {}", self.operand("l", &["n", "r", "s"]))
            }
            4 => {
                let x = self.operand("ll", &["m", "r"]);
                format!("lpassa {x} {}", self.operand("ll", &["n", "r", "s"]))
            }
            5 => {
                // What the ALU computes is in `$aluf`.
                let [first, second] = [(); 2].map(|()| self.pick(&["iadd", "isub", "imax"]));
                format!("{first} {x} {y} $nowrite\n{second} $aluf {y} {to}")
            }
            6 | 7 => self.algebra(),
            _ => format!("{op} {x} {y} {to}{mask}"),
        }
    }

    /// Lines that the rules of algebra apply to.
    fn algebra(&mut self) -> String {
        let x = self.operand("l", &["m"]);
        let to = self.operand("l", &["n", "r", "s"]);
        let number = self.below(5);
        match self.below(12) {
            5 if number > 2 => format!(
                "imm ui\"0x00ff0000\" $lr16v\nimm i\"{}\" $ls16v\nnop/9\nilsl {x} $ls16v $ls24v\n\
                 nop/9\niand $ls24v $lr16v {to}",
                number + 4
            ),
            10 | 11 => self.selection(&x, &to),
            9 => "lpassa $llr0v $lls0v\nnop/9\nlinc $ls0v $lr32v\nnop/9\nlinc $ls8v $lr40v"
                .to_owned(),
            8 => format!(
                "imm f\"inf\" $lr16v\nnop/9\nfvadd {x} {x} $omr1\nnop/9\nlpassa $lr16v {to}/$imr1"
            ),
            7 => format!(
                "imm s\"8\" $lr16v\nimm i\"16\" $ls16v\nnop/9\nsbsl {x} $lr16v $lr24v\nnop/9\n\
                 ibsl $lr24v $ls16v {to}"
            ),
            5 => format!("imm i\"1\" $ls16v\nnop/9\nilsl {x} $ls16v {to}"),
            4 => format!(
                "imm i\"16\" $ls16v\nimm i\"16\" $lr24v\nnop/9\nilsl {x} $ls16v $lr16v\nnop/9\n\
                 uilsr {x} $lr24v $ls24v\nnop/9\nior $lr16v $ls24v {to}"
            ),
            0 => format!(
                "imm f\"{number}.5\" $ls16v\nimm f\"8.0\" $ls24v\nnop/9\n\
                 fvadd {x} $ls16v $nowrite\nfvmul $mauf $ls24v {to}"
            ),
            1 => format!("imm f\"2.0\" $ls16v\nnop/9\nfvmul {x} $ls16v {to}"),
            2 => format!("imm h\"2.0\" $ls16v\nnop/9\nhvmulr {x} $ls16v {to}"),
            3 => format!("linc {x} $nowrite\nlinc $aluf {to}"),
            _ => {
                let load = |it: u64| format!("imm i\"{}\" $s{}/1000", 3 * it + number, 40 + it);
                (0..12).map(load).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// Lines that have fewer operations by the table of equal expressions.
    fn integers(&mut self) -> String {
        let x = self.operand("l", &["m"]);
        let to = self.operand("l", &["n"]);
        let y = self.operand("l", &["r", "s"]);
        let letter = self.pick(&["i", "l"]);
        let number = self.below(5);
        let load = format!("imm i\"{number}\" $ls16v\nnop/9");
        let then = |first: &str, second: &str| {
            format!("{load}\n{letter}{first} $nowrite\n{letter}{second} {to}")
        };
        match self.below(6) {
            0 => then(&format!("add {x} $ls16v"), &format!("sub $aluf {y}")),
            1 => then(&format!("sub {x} {y}"), &format!("add $aluf {y}")),
            2 => then(&format!("lsl {x} $ls16v"), "lsl $aluf $ls16v"),
            3 => format!("{letter}max {x} {x} {to}"),
            4 => {
                let masks = "imm i\"255\" $ls16v\nimm i\"4095\" $ls24v\nnop/9";
                format!("{masks}\niand {x} $ls16v $nowrite\niand $aluf $ls24v {to}")
            }
            _ => then(&format!("and {x} {y}"), "not $aluf"),
        }
    }

    /// Sums with a number that may have one digit more than a half.
    fn halves(&mut self) -> String {
        let bits = self.pick(&["3f804000", "3f802000"]);
        let [from, to] = [(); 2].map(|()| 4 * self.below(3));
        let sum = |by: u64| format!("fvadd $lm{}v $ls16v $ln{}v", from + by, to + by);
        let load = format!("imm ui\"0x{bits}\" $ls16v\nnop/9");
        format!("{load}\n{}\nnop/9\n{}", sum(0), sum(8))
    }

    /// Lines that choose a number by flags.
    fn selection(&mut self, x: &str, to: &str) -> String {
        let y = self.operand("l", &["r", "s"]);
        let flags = self.pick(&[
            "isub", "isub", "lsub", "imax", "lmin", "uisub", "ussub", "fmax", "fvadd",
        ]);
        let choose = |from: &str, new: &str| format!("nop/9\n{from} {to}\nnop/9\n{new} {to}/$imr1");
        match self.below(4) {
            0 => {
                let chosen = choose(&format!("lpassa {y}"), &format!("lpassa {x}"));
                format!("{flags} {x} {y} $omr1\n{chosen}")
            }
            1 => {
                let result = choose("zero", &format!("{flags} {x} {y}"));
                format!("{flags} {x} {y} $omr1\n{result}")
            }
            2 => {
                let sign = choose(&format!("ixor {x} $ls16v"), &format!("lpassa {x}"));
                format!(
                    "zero $ls24v\nimm ui\"0x80000000\" $ls16v\nnop/9\nisub {x} $ls24v $omr1\n{sign}"
                )
            }
            _ => {
                let absolute = choose(&format!("isub $ls24v {x}"), &format!("lpassa {x}"));
                format!("zero $ls24v\nnop/9\nisub {x} $ls24v $omr1\n{absolute}")
            }
        }
    }

    /// A program that the assembler accepts.
    pub(super) fn program(&mut self) -> String {
        let mut lines = vec!["isub $lm0v $ls0v $omr1".to_owned(), "nop/9".to_owned()];
        while lines.len() < 2 * LINES {
            let line = self.line();
            if !check_program(&mnc2_asm::parse(&line), ModeChoice::Infer).has_errors() {
                lines.extend([line, "nop/9".to_owned()]);
            }
        }
        for _ in 0..INTEGERS {
            lines.push(self.integers());
            lines.push("nop/9".to_owned());
        }
        if self.below(HALVES_PERIOD) == 0 {
            lines.push(self.halves());
            lines.push("nop/9".to_owned());
        }
        lines.join("\n")
    }
}
