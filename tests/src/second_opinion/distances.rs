//! Manual 3.6.3, rule by rule, cycle by cycle and word by word, with the distances that accepted programs show.

use std::collections::{BTreeMap, BTreeSet};

use super::parse::{
    Expression, L2bm, Mask, Memory, Operand, PlacedOperand, Region, Setting, Statement, Unit,
};

/// A rule of manual 3.6.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// 3.6.3.1, where the MV instruction starts below what was written.
    L2bmThenMv,
    /// 3.6.3.1, where it starts there or above: accepted, but doubtful.
    L2bmThenMvDoubtful,
    /// 3.6.3.2, a transfer from L2BM after a transfer to it.
    UpThenDown,
    /// 3.6.3.3 and 3.6.3.4
    L1bPort,
    /// 3.6.3.5, a transfer from L1BM to the PEs after a multicast.
    MulticastThenPe,
    /// 3.6.3.6, a transfer from L1BM to the PEs after a transfer from L2BM.
    DownThenPe,
    /// 3.6.3.7, a transfer to L2BM or a multicast after a transfer from the PEs.
    PeThenUp,
    /// 3.6.3.8, a transfer from L1BM to the PEs after a transfer from the PEs.
    PeThenPe,
    /// 3.6.3.9 for an LM, and for its base address register.
    Lm,
    /// 3.6.3.9 for a GRF.
    Grf,
    /// 3.6.3.9 for the T-register.
    T,
    /// 3.6.3.9 for a GRF or the T-register after a write under a variable mask, which is accepted.
    UnderMask,
}

/// A read that is too early: its line, the rule, and the PE memory if it is one.
pub type Read = (u32, Rule, Option<Memory>);

/// The write that it follows too early.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Early {
    /// The lines that wrote.
    pub lines: BTreeSet<u32>,
    /// The words, if the rule is about words; the cycle for the T-register.
    pub words: BTreeSet<u32>,
    /// Whether one of the writes happens regardless of the data, so that a run must show it.
    pub is_sure: bool,
}

/// Everything that is read too early. Lines are counted from 0.
#[must_use]
pub fn hazards(program: &[Statement]) -> BTreeMap<Read, Early> {
    let mut found: BTreeMap<Read, Early> = BTreeMap::new();
    let mut past: Vec<Accesses> = Vec::new();
    let mut step = 0;
    let mut setting: Option<&Setting> = None;
    for (line, statement) in program.iter().enumerate() {
        let line = line as u32;
        let mut now = Accesses {
            line,
            step,
            ..Accesses::default()
        };
        match statement {
            Statement::Quit => break,
            Statement::Nothing => continue,
            Statement::Mask(new) => {
                setting = Some(new);
                continue;
            }
            Statement::Mv(read) => now.mv = *read,
            Statement::Step(expressions) => {
                for expression in expressions {
                    if let Unit::Nop(count) = expression.unit {
                        step += i64::from(count) - 1;
                    }
                    now.expression(expression, setting, cancels_setting(expressions));
                }
                step += 1;
            }
        }
        // No rule reaches further than three steps.
        past.retain(|before| before.step + 4 >= now.step);
        for before in &past {
            pair(before, &now, &mut |broken| {
                let key = (line, broken.rule, broken.memory);
                let early = found.entry(key).or_default();
                early.lines.insert(before.line);
                early.words.extend(broken.word);
                early.is_sure |= broken.certainty == Certainty::Sure;
            });
        }
        if matches!(statement, Statement::Step(_)) {
            past.push(now);
        }
    }
    found
}

/// Whether a step has a single-row mask, which cancels the multi-row setting for it.
fn cancels_setting(step: &[Expression]) -> bool {
    step.iter()
        .flat_map(|expression| &expression.outputs)
        .any(|place| place.mask.is_some())
}

/// Whether a word is written for certain, or under a variable mask register entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    Sure,
    Variable,
}

/// A rule that two statements break.
#[derive(Clone, Copy)]
struct Broken {
    rule: Rule,
    memory: Option<Memory>,
    word: Option<u32>,
    certainty: Certainty,
}

impl Broken {
    /// Of a rule that is about L1BM or L2BM, where no mask reaches.
    const fn above_the_pes(rule: Rule, word: Option<u32>) -> Self {
        Self {
            rule,
            memory: None,
            word,
            certainty: Certainty::Sure,
        }
    }
}

/// The accesses of a statement: words with the cycle.
#[derive(Debug, Default)]
struct Accesses {
    line: u32,
    step: i64,
    mv: Option<(u32, u32)>,
    /// LMs that are read, and those that are accessed at all.
    lm_reads: BTreeSet<Memory>,
    lm_accesses: BTreeSet<Memory>,
    lm_writes: Vec<(Memory, Certainty)>,
    base_writes: Vec<(Memory, Certainty)>,
    grf_reads: Vec<(Memory, u32, i64)>,
    grf_writes: Vec<(Memory, u32, i64, Certainty)>,
    t_reads: Vec<i64>,
    t_writes: Vec<(i64, Certainty)>,
    /// L1Bs that are read or written from the side of L2BM, and the words of L1BM.
    down: Option<(u8, Vec<(u32, i64)>)>,
    up: Option<(u8, Vec<(u32, i64)>)>,
    multicast: Option<(u8, u8)>,
    multicast_reads: Vec<(u32, i64)>,
    multicast_writes: Vec<(u32, i64)>,
    /// Start and count of the long words of L2BM that are written.
    l2bm_write: Option<(u32, u32)>,
    to_pe: Vec<(u32, i64)>,
    from_pe: Vec<(u32, i64)>,
}

const L1BM_LONG_WORDS: u32 = 8192;
const L2BM_LONG_WORDS: u32 = 32768;

/// `count` long words of L1BM in each cycle, one after the other.
fn l1bm_words(address: u32, count: u32) -> Vec<(u32, i64)> {
    (0..4 * count)
        .map(|word| {
            let cycle = i64::from(word / count);
            ((address + word) % L1BM_LONG_WORDS, cycle)
        })
        .collect()
}

impl Accesses {
    fn expression(&mut self, expression: &Expression, setting: Option<&Setting>, cancels: bool) {
        for place in &expression.inputs {
            self.read(place);
        }
        for place in &expression.outputs {
            self.write(place, setting, cancels);
        }
        let l1bm = |places: &[PlacedOperand]| {
            places.iter().find_map(|place| match place.operand {
                Operand::L1bm(Some(address), is_double) => Some((address, is_double)),
                _ => None,
            })
        };
        let l2bm = |places: &[PlacedOperand]| {
            places.iter().find_map(|place| match place.operand {
                Operand::L2bm(address) => Some(address),
                _ => None,
            })
        };
        match expression.unit {
            Unit::L2bm(L2bm::Down(l1bs, rate)) => {
                self.down =
                    l1bm(&expression.outputs).map(|(address, _)| (l1bs, l1bm_words(address, rate)));
            }
            Unit::L2bm(L2bm::Up(l1bs, rate, l2bm_rate)) => {
                self.up =
                    l1bm(&expression.inputs).map(|(address, _)| (l1bs, l1bm_words(address, rate)));
                self.l2bm_write = l2bm(&expression.outputs).map(|address| (address, 4 * l2bm_rate));
            }
            Unit::L2bm(L2bm::Multicast(from, to)) => {
                self.multicast = Some((from, to));
                let words = |places| l1bm(places).map(|(address, _)| l1bm_words(address, 16));
                self.multicast_reads = words(&expression.inputs).unwrap_or_default();
                self.multicast_writes = words(&expression.outputs).unwrap_or_default();
            }
            Unit::L1bm { is_to_pe, .. } => {
                let places = if is_to_pe {
                    &expression.inputs
                } else {
                    &expression.outputs
                };
                let words = match l1bm(places) {
                    Some((address, is_double)) => transfer(&expression.name, address, is_double),
                    None => Vec::new(),
                };
                if is_to_pe {
                    self.to_pe.extend(words);
                } else {
                    self.from_pe.extend(words);
                }
            }
            Unit::L2bm(L2bm::Dars)
            | Unit::Nop(_)
            | Unit::Noforward
            | Unit::L2bmdarw
            | Unit::MauCalc(..)
            | Unit::Mwrite(_)
            | Unit::Mread(_)
            | Unit::Alu { .. }
            | Unit::Wait => {}
        }
    }

    /// The address of an indirect operand is a read of the T-register, in either direction.
    fn address(&mut self, region: &Region) {
        if region.is_indirect {
            self.t_reads.extend(0..4);
        }
    }

    fn read(&mut self, place: &PlacedOperand) {
        match &place.operand {
            Operand::T => self.t_reads.extend(0..4),
            Operand::Region(region) => {
                self.address(region);
                if region.memory.is_lm() {
                    self.lm_reads.insert(region.memory);
                    self.lm_accesses.insert(region.memory);
                    return;
                }
                for (cycle, address) in region.addresses().into_iter().enumerate() {
                    for word in address..address + region.width_words {
                        let word = word % region.memory.size_words();
                        self.grf_reads.push((region.memory, word, cycle as i64));
                    }
                }
            }
            _ => {}
        }
    }

    fn write(&mut self, place: &PlacedOperand, setting: Option<&Setting>, cancels: bool) {
        let (letter, width_words) = match &place.operand {
            Operand::Region(region) => {
                self.address(region);
                let letter = match region.memory {
                    Memory::Lm0 => 'm',
                    Memory::Lm1 => 'n',
                    Memory::Grf0 => 'r',
                    _ => 's',
                };
                (letter, region.width_words)
            }
            // The T-register is always accessed in 2 long words.
            Operand::T => ('t', 4),
            Operand::Base(Memory::Lm0) => ('m', 2),
            Operand::Base(_) => ('n', 2),
            _ => return,
        };
        let mask = place.mask.or_else(|| {
            let setting = setting.filter(|setting| !cancels && setting.letters.contains(letter))?;
            Some(setting.mask)
        });
        for cycle in 0..4 {
            for offset in 0..width_words {
                let Some(certainty) = is_written(mask, cycle, offset) else {
                    continue;
                };
                match &place.operand {
                    Operand::T => self.t_writes.push((cycle, certainty)),
                    Operand::Base(memory) => self.base_writes.push((*memory, certainty)),
                    Operand::Region(region) if region.memory.is_lm() => {
                        self.lm_writes.push((region.memory, certainty));
                        self.lm_accesses.insert(region.memory);
                    }
                    Operand::Region(region) => {
                        let address = region.addresses()[cycle as usize] + offset;
                        let word = address % region.memory.size_words();
                        self.grf_writes
                            .push((region.memory, word, cycle, certainty));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Whether a mask lets a single word of a cycle through.
///
/// With a mask of long-word length "the LSB side long word" of 2 long words is not interfered with.
fn is_written(mask: Option<Mask>, cycle: i64, offset: u32) -> Option<Certainty> {
    match mask {
        None | Some(Mask { entry: 0, .. }) => Some(Certainty::Sure),
        // Accepted programs show that such a write is left out as a whole.
        Some(Mask { entry: 1..=15, .. }) => Some(Certainty::Variable),
        Some(mask) if !mask.is_double && offset >= 2 => Some(Certainty::Sure),
        Some(Mask { entry, .. }) => (entry >> (3 - cycle) & 1 == 1).then_some(Certainty::Sure),
    }
}

/// The words of L1BM that an L1BM instruction accesses (table 3.8).
fn transfer(name: &str, address: u32, is_double: bool) -> Vec<(u32, i64)> {
    if name == "l1bmp" {
        let lower = (0..4).map(|cycle| (address + cycle, i64::from(cycle)));
        let upper = (0..4).map(|cycle| (address + cycle + 4, i64::from(cycle)));
        let both = lower.chain(upper.filter(|_| is_double));
        return both
            .map(|(word, cycle)| (word % L1BM_LONG_WORDS, cycle))
            .collect();
    }
    let rate = if name == "l1bmd" {
        64
    } else if name == "l1bmm4" || name.starts_with("l1bmr4") {
        if is_double { 32 } else { 16 }
    } else if is_double {
        8
    } else {
        4
    };
    l1bm_words(address, rate)
}

/// The rules for one statement after another.
fn pair(before: &Accesses, now: &Accesses, report: &mut dyn FnMut(Broken)) {
    let steps = now.step - before.step - 1;
    mv_after(before, now, steps, report);
    ports(before, now, steps, report);
    words_of_l1bm(before, now, report);
    pe_memories(before, now, steps, report);
}

/// Cycles between a write and a read, each given with its cycle.
fn cycles(before: &Accesses, write: i64, now: &Accesses, read: i64) -> i64 {
    (4 * now.step + read) - (4 * before.step + write) - 1
}

/// 3.6.3.2, 3.6.3.3, 3.6.3.4 and 3.6.3.8: regardless of the addresses.
fn ports(before: &Accesses, now: &Accesses, steps: i64, report: &mut dyn FnMut(Broken)) {
    if before.l2bm_write.is_some() && now.down.is_some() && steps < 3 {
        report(Broken::above_the_pes(Rule::UpThenDown, None));
    }
    let read_upwards = match (&now.up, now.multicast) {
        (Some((l1bs, _)), _) => *l1bs,
        (None, Some((from, _))) => from,
        (None, None) => 0,
    };
    let written_down = before.down.as_ref().map_or(0, |(l1bs, _)| *l1bs);
    let written_across = before.multicast.map_or(0, |(_, to)| to);
    if written_down & read_upwards != 0 && steps < 2
        || written_across & read_upwards != 0 && steps < 3
    {
        report(Broken::above_the_pes(Rule::L1bPort, None));
    }
    if !before.from_pe.is_empty() && !now.to_pe.is_empty() && steps < 2 {
        report(Broken::above_the_pes(Rule::PeThenPe, None));
    }
}

/// 3.6.3.5 to 3.6.3.7: the same address.
fn words_of_l1bm(before: &Accesses, now: &Accesses, report: &mut dyn FnMut(Broken)) {
    let mut words = |rule, writes: &[(u32, i64)], reads: &[(u32, i64)], needed| {
        for (word, write) in writes {
            for (_, read) in reads.iter().filter(|(read, _)| read == word) {
                if cycles(before, *write, now, *read) < needed {
                    report(Broken::above_the_pes(rule, Some(*word)));
                }
            }
        }
    };
    let across = &before.multicast_writes;
    words(Rule::MulticastThenPe, across, &now.to_pe, 10);
    if let Some((_, written)) = &before.down {
        words(Rule::DownThenPe, written, &now.to_pe, 6);
    }
    if let Some((_, read)) = &now.up {
        words(Rule::PeThenUp, &before.from_pe, read, 10);
    }
    words(Rule::PeThenUp, &before.from_pe, &now.multicast_reads, 10);
}

/// The rules of 3.6.3.9.
fn pe_memories(before: &Accesses, now: &Accesses, steps: i64, report: &mut dyn FnMut(Broken)) {
    for (writes, reads) in [
        (&before.lm_writes, &now.lm_reads),
        (&before.base_writes, &now.lm_accesses),
    ] {
        for &(memory, certainty) in writes {
            if reads.contains(&memory) && steps < 2 {
                report(Broken {
                    rule: Rule::Lm,
                    memory: Some(memory),
                    word: None,
                    certainty,
                });
            }
        }
    }
    for &(memory, word, write, certainty) in &before.grf_writes {
        for &(other, read_word, read) in &now.grf_reads {
            if (memory, word) == (other, read_word) && cycles(before, write, now, read) < 6 {
                let rule = match certainty {
                    Certainty::Sure => Rule::Grf,
                    Certainty::Variable => Rule::UnderMask,
                };
                report(Broken {
                    rule,
                    memory: Some(memory),
                    word: Some(word),
                    certainty,
                });
            }
        }
    }
    for &(write, certainty) in &before.t_writes {
        // An entry of the T-register is read in the cycle of its own number (3.6.1.12).
        for read in now.t_reads.iter().filter(|read| **read == write) {
            if cycles(before, write, now, *read) < 6 {
                let rule = match certainty {
                    Certainty::Sure => Rule::T,
                    Certainty::Variable => Rule::UnderMask,
                };
                report(Broken {
                    rule,
                    memory: Some(Memory::T),
                    word: Some(*read as u32),
                    certainty,
                });
            }
        }
    }
}

/// 3.6.3.1. An MV instruction is not a step: the steps before it count.
fn mv_after(before: &Accesses, now: &Accesses, steps: i64, report: &mut dyn FnMut(Broken)) {
    let (Some((written, written_count)), Some((read, count))) = (before.l2bm_write, now.mv) else {
        return;
    };
    let words = |start: u32, count: u32| -> BTreeSet<u32> {
        (0..count)
            .map(|word| (start + word) % L2BM_LONG_WORDS)
            .collect()
    };
    if steps >= 1 || words(written, written_count).is_disjoint(&words(read, count)) {
        return;
    }
    let rule = if read < written {
        Rule::L2bmThenMv
    } else {
        Rule::L2bmThenMvDoubtful
    };
    report(Broken::above_the_pes(rule, None));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::second_opinion::parse;

    fn check(program: &str, expected: &[(u32, Rule)]) {
        let statements = parse::program(program).expect("understood");
        let found: Vec<(u32, Rule)> = hazards(&statements)
            .into_keys()
            .map(|(line, rule, _)| (line, rule))
            .collect();
        assert_eq!(found, expected, "{program}");
    }

    /// The examples of manual 3.6.3, each with the variant that the text states is an error.
    #[test]
    fn the_examples_of_the_manual_hold() {
        let check_both = |program: &str, from: &str, to: &str, expected: (u32, Rule)| {
            check(program, &[]);
            let variant = program.replacen(from, to, 1);
            assert_ne!(program, variant);
            check(&variant, &[expected]);
        };
        check_both(
            "l2bm@0 $lb0 $lc4096\nnop\nmvp/n4160 $lc0@.0 $d0",
            "nop",
            "",
            (2, Rule::L2bmThenMv),
        );
        check_both(
            "l2bm@0 $lb0 $lc0\nnop/3\nl2bmb $lc64 $lb64",
            "nop/3",
            "nop/2",
            (2, Rule::UpThenDown),
        );
        check_both(
            "l2bmb $lc0 $lb0\nnop/2\nl2bm@0 $lb64 $lc64",
            "nop/2",
            "nop",
            (2, Rule::L1bPort),
        );
        check("l2bmb@0 $lc0 $lb0\nl2bm@1 $lb0 $lc64", &[]);
        check_both(
            "l2bmi@0/0 $lb0 $lb0\nnop/3\nl2bm@1 $lb64 $lc64",
            "nop/3",
            "nop/2",
            (2, Rule::L1bPort),
        );
        check("l2bmi@0/0 $lb0 $lb0\nl2bmi@0/0 $lb64 $lb64", &[]);
        check_both(
            "l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb52 $lr0v",
            "$lb52",
            "$lb56",
            (2, Rule::MulticastThenPe),
        );
        check_both(
            "l2bmb $lc0 $lb64\nl1bmm $lb52 $lr0v",
            "$lb52",
            "$lb56",
            (1, Rule::DownThenPe),
        );
        check_both(
            "l1bmr4dfadd $r0v $lb48\nnop/2\nl2bmrdfadd $lb64 $lc0",
            "$lb48",
            "$lb32",
            (2, Rule::PeThenUp),
        );
        check_both(
            "l1bmrdfadd $r0v $lb0\nnop/2\nl1bmm $lb16 $ls0v",
            "nop/2",
            "nop",
            (2, Rule::PeThenPe),
        );
        let imm = "imm f\"1.0\" $r0/1000\nnop\ndvadd $lm0v $r0e $ln0v";
        check_both(imm, "1000", "0010", (2, Rule::Grf));
        check_both(imm, "1000", "0001", (2, Rule::Grf));
        check(&imm.replace("1000", "0100"), &[]);
    }
}
