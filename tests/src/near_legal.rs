//! Random programs on the edge of what is allowed: each single expression is correct, and conflicts within steps and reads that
//! are too early are about as frequent as steps without errors.
//!
//! Each step chooses one region for each port and mostly keeps to it; addresses come from small pools, some
//! at the end of a memory, so that steps meet the words of those before them.

use crate::generate::Choices;

/// The parts that a program may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Flat lists, besides strides.
    pub is_flat: bool,
    /// Variable masks, T-indirection and base registers, where data decides what is accessed.
    pub is_data_dependent: bool,
    /// One in this many choices deviates from what the step has chosen; large numbers make steps legal.
    pub deviation: u64,
}

/// Makes a program line by line.
pub struct Maker<'a> {
    choices: &'a mut Choices,
    style: Style,
}

/// The operands and options that the expressions of a step share.
struct Shared {
    /// For LM0, LM1, GRF0 and GRF1 the region to be read, and for the GRFs the one to be written: width and place.
    reads: [(&'static str, String); 4],
    writes: [(&'static str, String); 4],
    precision: &'static str,
    mask: String,
}

impl<'a> Maker<'a> {
    /// Programs of this style.
    pub fn new(choices: &'a mut Choices, style: Style) -> Self {
        Self { choices, style }
    }

    /// Statements that write values other than zero where programs read first.
    #[must_use]
    pub fn start(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for letter in ["m", "n", "r", "s"] {
            let words: Vec<String> = (0..16)
                .map(|_| {
                    // Small numbers, as they become addresses, some of them negative, as signs become masks.
                    let high = self.choices.below(64) + (self.choices.below(2) << 31);
                    format!("{high:08x}{:08x}", self.choices.below(1 << 32))
                })
                .collect();
            lines.push(format!("d set $l{letter}0 16 {}", words.concat()));
        }
        lines.push("isub $subpeid $lr0v $omr1".to_owned());
        lines.push("sdec $lr0v $omr2".to_owned());
        lines
    }

    /// A statement that takes part in timing: mostly a step of several expressions.
    pub fn statement(&mut self) -> String {
        match self.choices.below(40) {
            0..=3 => "nop".to_owned(),
            4 | 5 => format!("nop/{}", 1 + self.choices.below(4)),
            6 | 7 => self.mv(),
            8 => self.setting(),
            _ => self.step(),
        }
    }

    fn once_in(&mut self, count: u64) -> bool {
        self.choices.below(count) == 0
    }

    fn deviates(&mut self) -> bool {
        let deviation = self.style.deviation;
        self.once_in(deviation)
    }

    fn mv(&mut self) -> String {
        let group = self.choices.below(4);
        let size = self
            .choices
            .one_of(&["n64", "n128", "n4160", "i01n64", "n256p1"]);
        let from = self.l2bm();
        match self.choices.below(8) {
            0 => format!("mvp/{size} {from}@{group}.1 $d0@{group}"),
            1 => format!("mvp/{size} {from}@.0 $p0"),
            2 => format!("mvp/{size} {from}@.1 $d64"),
            3 => format!("mvrdfadd/{size} {from} $p0@{group}"),
            4 => format!("mvr4fmax/{size} {from} $d0"),
            5 => format!("mvd/{size} {from} $p0@{group}"),
            6 => format!("mvp/{size} $d0 {from}@.1"),
            _ => format!("mvb/{size} $p0@{group} {from}"),
        }
    }

    fn setting(&mut self) -> String {
        let letters = self
            .choices
            .one_of(&["", "r", "s", "rs", "m", "n", "t", "rstmn", "llr", "lltm"]);
        let entry = match self.choices.below(4) {
            0 => 0,
            1 if self.style.is_data_dependent => 1 + self.choices.below(2),
            _ => 16 + self.choices.below(16),
        };
        format!("mask{letters} {entry}")
    }

    fn step(&mut self) -> String {
        let shared = Shared {
            reads: std::array::from_fn(|memory| self.access(memory)),
            writes: std::array::from_fn(|memory| self.access(memory)),
            precision: self.choices.one_of(&["d", "f", "g", "h"]),
            mask: self.mask(),
        };
        let mut expressions = Vec::new();
        // How often each kind of expression is tried, in 64ths.
        for (chance, make) in [
            (34, Self::alu as fn(&mut Self, &Shared) -> String),
            (24, Self::mau),
            (8, Self::mwrite),
            (8, Self::mread),
            (14, Self::send),
            (12, Self::receive),
            (4, Self::turnaround),
            (18, Self::l2bm_instruction),
            (4, |_, _| "l2bmdarw".to_owned()),
            (4, |_, _| "noforward".to_owned()),
            (4, |_, _| "wait i01".to_owned()),
            (1, |_, _| "nop".to_owned()),
        ] {
            if self.choices.below(64) < chance {
                expressions.push(make(self, &shared));
            }
        }
        if expressions.is_empty() {
            expressions.push(self.alu(&shared));
        }
        let first = self.choices.below(expressions.len() as u64) as usize;
        expressions.rotate_left(first);
        expressions.join("; ")
    }

    /// A region of LM0, LM1, GRF0, GRF1 by number, without `$`, width and letter: `4v`, `[0,0,2,2]`.
    fn region(&mut self, memory: usize) -> String {
        let last = if memory < 2 { 4096 } else { 512 };
        let width = 4;
        let mut address = || match self.choices.below(12) {
            0 => last - width * (1 + self.choices.below(3)),
            _ => width * self.choices.below(4),
        };
        let (first, second, third) = (address(), address(), address());
        let mut text = match self.choices.below(9) {
            0..=2 => format!("{first}"),
            3..=5 => format!("{first}v"),
            6 => format!("{first}v{}", 4 * self.choices.below(3)),
            7 if self.style.is_flat => format!("[{first},{second},{third},{first}]"),
            8 if self.style.is_flat => format!("[{first},{first},{second},{second}]"),
            _ => format!("{first}v4"),
        };
        if memory < 2 && self.once_in(8) {
            text.push_str(&format!("j{}", self.choices.below(4)));
        }
        text
    }

    /// A region with its width: long words mostly.
    fn access(&mut self, memory: usize) -> (&'static str, String) {
        let width = self.choices.one_of(&["l", "l", "l", "l", "ll", "ll", ""]);
        (width, self.region(memory))
    }

    /// An operand in a memory and its width, mostly the operand that the step has chosen for the memory.
    fn operand(
        &mut self,
        memory: usize,
        shared: &Shared,
        is_write: bool,
    ) -> (String, &'static str) {
        // An LM has one region for both.
        let chosen = if is_write && memory >= 2 {
            &shared.writes[memory]
        } else {
            &shared.reads[memory]
        };
        let (width, place) = if self.deviates() {
            self.access(memory)
        } else {
            chosen.clone()
        };
        let is_indirect = memory == 0 && self.style.is_data_dependent && self.once_in(5);
        let letter = if is_indirect && !place.contains('j') {
            "mt"
        } else {
            ["m", "n", "r", "s"][memory]
        };
        (format!("${width}{letter}{place}"), width)
    }

    fn input(&mut self, shared: &Shared) -> String {
        match self.choices.below(8) {
            0 => self.choices.one_of(&["$t", "$lt", "$llt"]).to_owned(),
            1 => self.choices.one_of(&["$mauf", "$aluf", "$lbf"]).to_owned(),
            _ => {
                let memory = self.choices.below(4) as usize;
                self.operand(memory, shared, false).0
            }
        }
    }

    fn mask(&mut self) -> String {
        let width = if self.once_in(4) { "ll" } else { "" };
        if self.style.is_data_dependent && self.once_in(2) {
            return format!("${width}imr{}", 1 + self.choices.below(3));
        }
        format!("{width}{:04b}", self.choices.below(16))
    }

    /// The mask after a destination of a width, with the suffix that it needs.
    fn write_mask(&mut self, width: &str, shared: &Shared) -> String {
        if !self.once_in(4) {
            return String::new();
        }
        let mask = if self.deviates() {
            self.mask()
        } else {
            shared.mask.clone()
        };
        let suffix = match (width == "ll", mask.contains("ll")) {
            (true, false) => "p",
            (false, true) => "t",
            _ => "",
        };
        format!("/{mask}{suffix}")
    }

    fn outputs(&mut self, shared: &Shared, is_double: bool, others: &[&str]) -> String {
        if self.once_in(8) {
            return "$nowrite".to_owned();
        }
        let count = if self.once_in(5) { 2 } else { 1 };
        let first = self.choices.below(6);
        let destinations: Vec<String> = (0..count)
            .map(|index| {
                // LM0, LM1, GRF0, GRF1, T and the others, each of them once.
                let (operand, width) = match (first + index) % 6 {
                    4 if is_double => ("$llt".to_owned(), "ll"),
                    4 => ("$t".to_owned(), ""),
                    5 if !is_double && !others.is_empty() => {
                        (self.choices.one_of(others).to_owned(), "")
                    }
                    memory => {
                        let (mut operand, mut width) =
                            self.operand(memory as usize % 4, shared, true);
                        if is_double {
                            let place = operand.trim_start_matches(['$', 'l']);
                            operand = format!("$ll{place}");
                            width = "ll";
                        }
                        (operand, width)
                    }
                };
                let mask = self.write_mask(width, shared);
                operand + &mask
            })
            .collect();
        destinations.join(" ")
    }

    fn zero_flush(&mut self, shared: &Shared) -> String {
        if self.once_in(12) {
            format!("/{}", shared.mask)
        } else {
            String::new()
        }
    }

    fn others(&self) -> &'static [&'static str] {
        if self.style.is_data_dependent {
            &["$omr1", "$omr2", "$mb", "$nb", "$lmb", "$lnb"]
        } else {
            &["$omr1", "$omr2"]
        }
    }

    fn alu(&mut self, shared: &Shared) -> String {
        let flush = self.zero_flush(shared);
        let outputs = self.outputs(shared, false, self.others());
        match self.choices.below(12) {
            0 => format!("imm{flush} f\"1.5\" {outputs}"),
            1 => format!("zero{flush} {outputs}"),
            2 => format!("msl{flush} {} {outputs}", self.input(shared)),
            3 => format!("isub{flush} $subpeid {} {outputs}", self.input(shared)),
            4 => format!("dbfn{flush} $mreadf {outputs}"),
            5..=8 => {
                let opcode = self
                    .choices
                    .one_of(&["lpassa", "sinc", "ipassa", "ulinc", "drsqrt", "hfloor"]);
                format!("{opcode}{flush} {} {outputs}", self.input(shared))
            }
            _ => {
                let opcode = self
                    .choices
                    .one_of(&["ladd", "isub", "fmax", "drelu", "ullsr", "ipackbit"]);
                let (first, second) = (self.input(shared), self.input(shared));
                format!("{opcode}{flush} {first} {second} {outputs}")
            }
        }
    }

    fn precision(&mut self, shared: &Shared) -> &'static str {
        if self.deviates() {
            self.choices.one_of(&["d", "f", "g", "h"])
        } else {
            shared.precision
        }
    }

    fn side(&mut self) -> &'static str {
        self.choices.one_of(&["x", "y"])
    }

    fn mau(&mut self, shared: &Shared) -> String {
        let precision = self.precision(shared);
        let flush = self.zero_flush(shared);
        let outputs = self.outputs(shared, false, self.others());
        let input = |maker: &mut Self| {
            let sign = if maker.once_in(4) { "-" } else { "" };
            format!("{sign}{}", maker.input(shared))
        };
        let (a, b, c) = (input(self), input(self), input(self));
        let half = if self.once_in(2) { "u" } else { "d" };
        let half = if precision == "d" { half } else { "" };
        // There is no vector mode for pseudo-single precision.
        let is_matrix = precision == "g" || self.once_in(3);
        if is_matrix {
            let side = self.side();
            return if self.once_in(2) {
                format!("{precision}mfma{half}{flush} $l{side} {a} {b} {outputs}")
            } else {
                format!("{precision}mmul{half}{flush} $l{side} {a} {outputs}")
            };
        }
        match self.choices.below(4) {
            0 => format!("{precision}vfma{half}{flush} {a} {b} {c} {outputs}"),
            1 => format!("{precision}vmul{half}{flush} {a} {b} {outputs}"),
            2 => format!("{precision}vadd{flush} {a} {b} {outputs}"),
            _ => format!("{precision}vpassa{flush} {a} {outputs}"),
        }
    }

    fn row(&mut self) -> u64 {
        if self.deviates() { 2 } else { 0 }
    }

    fn mwrite(&mut self, shared: &Shared) -> String {
        let precision = self.precision(shared);
        let side = self.side();
        let row = self.row();
        let input = self.input(shared);
        // Half precision writes as many rows in a cycle as the access is wide.
        let is_double = precision == "h" && input.starts_with("$ll");
        let width = if is_double { "ll" } else { "l" };
        format!("{precision}mwrite {input} ${width}{side}{row}")
    }

    fn mread(&mut self, shared: &Shared) -> String {
        let precision = self.precision(shared);
        let width = if precision == "h" { "ll" } else { "l" };
        let flush = self.zero_flush(shared);
        let side = self.side();
        let row = self.row();
        let outputs = self.outputs(shared, false, &[]);
        format!("{precision}mread{flush} ${width}{side}{row} {outputs}")
    }

    /// Addresses that every transfer of the L1B's two sides can start at, a few of them close to the end.
    fn l1bm_address(&mut self, alignment: u64) -> u64 {
        let start = match self.choices.below(10) {
            0 => 8192 - 64,
            1..=5 => 64 * self.choices.below(4),
            _ => 4 * self.choices.below(64),
        };
        start / alignment * alignment
    }

    fn l2bm(&mut self) -> String {
        let address = match self.choices.below(8) {
            0 => 32768 - 64,
            _ => 64 * self.choices.below(5),
        };
        format!("$lc{address}")
    }

    fn send(&mut self, shared: &Shared) -> String {
        let input = self.input(shared);
        let (opcode, width, alignment) = self.choices.one_of(&[
            ("l1bmm@3", "l", 4),
            ("l1bmm@3", "ll", 8),
            ("l1bmrdfadd", "l", 4),
            ("l1bmrffadd", "ll", 8),
            ("l1bmm4@1", "l", 16),
            ("l1bmm4@1", "ll", 32),
            ("l1bmr4dfadd", "l", 16),
            ("l1bmr4fmax", "ll", 32),
            ("l1bmd", "l", 64),
            ("l1bmd+3", "l", 64),
        ]);
        if self.once_in(5) {
            return format!("{opcode} {input} ${width}bi");
        }
        format!("{opcode} {input} ${width}b{}", self.l1bm_address(alignment))
    }

    fn receive(&mut self, shared: &Shared) -> String {
        let (opcode, width, alignment) = self.choices.one_of(&[
            ("l1bmp", "l", 1),
            ("l1bmp", "ll", 1),
            ("l1bmm", "l", 4),
            ("l1bmm", "ll", 8),
            ("l1bmm4", "l", 16),
            ("l1bmm4", "ll", 32),
            ("l1bmd", "l", 64),
            ("l1bmd-1", "l", 64),
        ]);
        let flush = self.zero_flush(shared);
        let outputs = self.outputs(shared, width == "ll", &[]);
        let address = self.l1bm_address(alignment);
        format!("{opcode}{flush} ${width}b{address} {outputs}")
    }

    fn turnaround(&mut self, shared: &Shared) -> String {
        let outputs = self.outputs(shared, false, &[]);
        format!("l1bmm $lbi {outputs}")
    }

    fn l1b_set(&mut self) -> String {
        let set = ["", "", "@0", "@1/2", "@[1,3]", "@0/4", "@5/1", "@[4,5,6,7]"];
        self.choices.one_of(&set).to_owned()
    }

    fn l2bm_instruction(&mut self, _: &Shared) -> String {
        let (set, l2bm) = (self.l1b_set(), self.l2bm());
        let (wide, l1bm) = (self.l1bm_address(16), self.l1bm_address(8));
        let to = self.l1bm_address(16);
        match self.choices.below(11) {
            0 | 1 => format!("l2bmb{set} {l2bm} $lb{wide}"),
            2 => format!("l2bmb2{set} {l2bm} $lb{wide}"),
            3 => format!("l2bmd{set} {l2bm} $lb{l1bm}"),
            4 | 5 => format!("l2bm@{} $lb{wide} {l2bm}", self.choices.below(8)),
            6 => format!("l2bmrdfadd{set} $lb{wide} {l2bm}"),
            7 => format!("l2bmr2fmax $lb{wide} {l2bm}"),
            8 => format!("l2bmd $lb{l1bm} {l2bm}"),
            9 => format!(
                "l2bmi@{}/{} $lb{wide} $lb{to}",
                self.choices.below(8),
                self.choices.below(7)
            ),
            _ => format!("l2bmdars {l2bm}@.1 $dar0"),
        }
    }
}
