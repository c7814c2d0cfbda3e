//! The inputs and outputs of a block on every PE in every cycle, from runs of the emulator.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_emulator::{Machine, OffChip, Outcome, RunOptions, Start, alu};
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES, PES_PER_MAB};
use mnc2_isa::{Constant, Forwarding, Memory, Precision};
use mnc2_program::{OperandKind, Program, Statement};

use super::Refusal;
use super::block::{Block, Input, Output, Word};
use super::sequence::Leaf;
use mnc2_schedule::lane_values::{LANES, Random, Values};

/// Lanes of a run: every PE in every cycle.
pub(super) const RUN_LANES: usize = PES * CYCLES_PER_STEP;

/// Steps that the lines before a block may take.
const STEPS_MAX: u64 = 10_000_000;

/// Bytes of PDM and DRAM that they may take.
const BYTES_MAX: u64 = 1 << 30;

/// PEs of the lanes of an enumeration.
const PICKED_PES: usize = LANES / CYCLES_PER_STEP;

/// The inputs and outputs of a block. Lanes count the PEs of a cycle, then the next cycle.
pub(super) struct Samples {
    /// The operands that it reads, on all lanes.
    pub(super) leaves: Vec<Leaf>,
    /// The required content of each output, with the bits that count on each lane.
    pub(super) targets: Vec<Target>,
    /// The lanes that are enumerated.
    pub(super) picked: Vec<usize>,
    /// Different inputs among all lanes.
    pub(super) inputs: u64,
}

/// The required content of an output.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) values: Values,
    pub(super) care: Values,
}

impl Target {
    /// Whether some lanes hold what they must.
    pub(super) fn is_met(&self, values: &Values) -> bool {
        let side = |own: &[u64], others: &[u64], care: &[u64]| {
            let lanes = own.iter().zip(others).zip(care);
            lanes
                .into_iter()
                .all(|((own, other), care)| (own ^ other) & care == 0)
        };
        side(&self.values.most, &values.most, &self.care.most)
            && side(&self.values.least, &values.least, &self.care.least)
    }

    /// Some of the lanes.
    pub(super) fn picked(&self, lanes: &[usize]) -> Self {
        Self {
            values: pick(&self.values, lanes),
            care: pick(&self.care, lanes),
        }
    }
}

/// Some lanes of a value.
pub(super) fn pick(values: &Values, lanes: &[usize]) -> Values {
    let side = |side: &[u64]| -> Vec<u64> {
        let lanes = lanes.iter().filter_map(|&lane| side.get(lane));
        lanes.copied().collect()
    };
    let mut picked = values.clone();
    picked.most = side(&values.most);
    picked.least = side(&values.least);
    picked
}

impl Samples {
    /// Runs the lines before a block and the block. With given inputs, those that the program sets are the only ones;
    /// otherwise what the block reads has values of all kinds.
    pub(super) fn from_runs(
        program: &Program,
        region: &Range<usize>,
        block: &Block,
        has_inputs: bool,
    ) -> Result<Self, Refusal> {
        let mut machine = if has_inputs {
            Machine::new()
        } else {
            Machine::starting(Start {
                dirty: Some(1),
                off_chip: OffChip::Undefined,
            })
        };
        if !has_inputs {
            fill(&mut machine, block);
        }
        let given = has_inputs.then(|| given_pes(program, region.start));
        run(&mut machine, program, 0..region.start)?;
        let mut parser = LineParser::new();
        let mut leaves = Vec::with_capacity(block.inputs.len());
        for input in &block.inputs {
            leaves.push(leaf(&machine, input, block.is_wide, &mut parser)?);
        }
        run(&mut machine, program, region.clone())?;
        let mut targets = Vec::with_capacity(block.outputs.len());
        for output in &block.outputs {
            targets.push(target(
                &machine,
                output,
                block.is_wide,
                given.as_ref(),
                &mut parser,
            )?);
        }
        let pes = picked_pes(&leaves, given.as_ref());
        let picked = (0..CYCLES_PER_STEP)
            .flat_map(|cycle| pes.iter().map(move |pe| cycle * PES + pe))
            .collect();
        let inputs = different(&leaves, &targets);
        Ok(Self {
            leaves,
            targets,
            picked,
            inputs,
        })
    }
}

fn run(machine: &mut Machine, program: &Program, lines: Range<usize>) -> Result<(), Refusal> {
    if lines.is_empty() {
        return Ok(());
    }
    let options = RunOptions {
        from_line: lines.start as u32,
        until_line: Some(lines.end as u32 - 1),
        budget_steps: STEPS_MAX,
        budget_bytes: BYTES_MAX,
        max_dump_lines: 0,
        cancel: None,
    };
    match machine.run(program, &options, &mut Vec::new()).outcome {
        Outcome::Finished | Outcome::ReachedLine => Ok(()),
        Outcome::StoppedAtLimit { .. }
        | Outcome::StoppedAtMemory { .. }
        | Outcome::NotExecutable { .. }
        | Outcome::NotInterpretable { .. }
        | Outcome::Cancelled { .. } => Err(Refusal::Stopped),
    }
}

/// Gives the words that a block reads values of all kinds; lines before the block may overwrite them.
fn fill(machine: &mut Machine, block: &Block) {
    let words: BTreeSet<Word> = block
        .inputs
        .iter()
        .flat_map(|input| &input.words)
        .map(|&(memory, word)| (memory, word / 2))
        .collect();
    let mut random = Random::new(0x1_2345);
    for (memory, long_word) in words {
        if let Some(planes) = machine.chip_mut().planes_mut(memory) {
            let values = planes.write(long_word as usize).make_mut(PES);
            values.fill_with(|| random.long_word());
        }
    }
}

/// The PEs that hold something after the inputs of a testcase are set.
fn given_pes(program: &Program, end: usize) -> BTreeSet<usize> {
    let mut machine = Machine::new();
    let is_set =
        |line: &Arc<mnc2_program::Line>| matches!(line.statement, Some(Statement::DebugSet(_)));
    let sets: Vec<_> = program
        .range(0..end)
        .filter(|line| is_set(line))
        .cloned()
        .collect();
    let sets = Program::from_lines(sets);
    let mut pes = BTreeSet::new();
    if run(&mut machine, &sets, 0..sets.len()).is_err() {
        return pes;
    }
    for memory in [
        Memory::Lm0,
        Memory::Lm1,
        Memory::Grf0,
        Memory::Grf1,
        Memory::T,
    ] {
        let planes = machine.chip().planes(memory);
        for (_, plane) in planes.into_iter().flat_map(|planes| planes.written()) {
            let held = plane.iter().enumerate().filter(|(_, value)| **value != 0);
            pes.extend(held.map(|(pe, _)| pe));
        }
    }
    pes
}

/// The value of an operand on all lanes.
fn read(
    machine: &Machine,
    operand: &str,
    is_wide: bool,
    parser: &mut LineParser,
) -> Result<Values, Refusal> {
    let mut line = parser.parse(&format!("lpassa {operand} $nowrite"));
    if line.has_error() {
        line = parser.parse(&format!("ipassa {operand} $nowrite"));
    }
    let program = Program::from_lines(vec![Arc::new(line)]);
    let mut machine = machine.clone();
    run(&mut machine, &program, 0..1)?;
    let cycles = machine
        .chip()
        .forwarded(Forwarding::Aluf)
        .ok_or(Refusal::Stopped)?;
    let mut values = Values::new(is_wide);
    values.resize(RUN_LANES);
    for (cycle, path) in cycles.iter().enumerate() {
        let lanes = cycle * PES..(cycle + 1) * PES;
        values.most[lanes.clone()].copy_from_slice(&path.most.extended(PES));
        if is_wide {
            values.least[lanes].copy_from_slice(&path.least.extended(PES));
        }
    }
    Ok(values)
}

fn leaf(
    machine: &Machine,
    input: &Input,
    is_wide: bool,
    parser: &mut LineParser,
) -> Result<Leaf, Refusal> {
    let (is_constant, values) = match input.kind {
        OperandKind::Constant(constant) => {
            let of = |precision| constant_values(constant, precision, is_wide);
            let values = [
                of(Precision::HalfInteger),
                of(Precision::SingleInteger),
                of(Precision::LongInteger),
            ];
            (true, values)
        }
        _ => {
            let values = read(machine, &input.text, is_wide, parser)?;
            (false, [values.clone(), values.clone(), values])
        }
    };
    Ok(Leaf {
        text: input.text.clone(),
        is_constant,
        values,
    })
}

fn constant_values(constant: Constant, precision: Precision, is_wide: bool) -> Values {
    let mut values = Values::new(is_wide);
    values.resize(RUN_LANES);
    let of_lane = |lane: usize| alu::constant(constant, Some(precision), lane % PES);
    let lanes = values.most.iter_mut().enumerate();
    lanes.for_each(|(lane, value)| *value = of_lane(lane));
    let lanes = values.least.iter_mut().enumerate();
    lanes.for_each(|(lane, value)| *value = of_lane(lane));
    values
}

fn target(
    machine: &Machine,
    output: &Output,
    is_wide: bool,
    given: Option<&BTreeSet<usize>>,
    parser: &mut LineParser,
) -> Result<Target, Refusal> {
    let values = read(machine, &output.read, is_wide, parser)?;
    let mut care = Values::new(is_wide);
    care.resize(RUN_LANES);
    for (cycle, (most, least)) in output.care.into_iter().enumerate() {
        for pe in (0..PES).filter(|pe| given.is_none_or(|given| given.contains(pe))) {
            care.most[cycle * PES + pe] = most;
            if is_wide {
                care.least[cycle * PES + pe] = least;
            }
        }
    }
    Ok(Target { values, care })
}

/// Two MABs whose inputs differ most: those that a testcase gives, or simply the first.
fn picked_pes(leaves: &[Leaf], given: Option<&BTreeSet<usize>>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let mut seen = BTreeSet::new();
    let mabs = PES / PES_PER_MAB;
    let pes = |mab: usize| mab * PES_PER_MAB..(mab + 1) * PES_PER_MAB;
    let is_given = |mab: usize| given.is_none_or(|given| pes(mab).any(|pe| given.contains(&pe)));
    let mut order: Vec<usize> = (0..mabs).filter(|&mab| is_given(mab)).collect();
    order.extend((0..mabs).filter(|&mab| !is_given(mab)));
    for mab in order {
        let words: Vec<u64> = leaves
            .iter()
            .flat_map(|leaf| pes(mab).map(|pe| leaf.long_words().most[pe]))
            .collect();
        if seen.insert(words) || found.is_empty() {
            found.extend(pes(mab));
        }
        if found.len() >= PICKED_PES {
            break;
        }
    }
    let mut next = PES - PES_PER_MAB;
    while found.len() < PICKED_PES {
        found.extend(next..next + PES_PER_MAB);
        next -= PES_PER_MAB;
    }
    found
}

/// How many different inputs the lanes that count have.
fn different(leaves: &[Leaf], targets: &[Target]) -> u64 {
    let counts = |lane: usize| {
        targets.iter().any(|target| {
            let least = target.care.least.get(lane);
            target.care.most[lane] != 0 || least.is_some_and(|least| *least != 0)
        })
    };
    let of_lane = |lane: usize| -> Vec<u64> {
        let varying = leaves.iter().filter(|leaf| !leaf.is_constant);
        varying.map(|leaf| leaf.long_words().most[lane]).collect()
    };
    let lanes = (0..RUN_LANES).filter(|&lane| counts(lane));
    lanes.map(of_lane).collect::<BTreeSet<_>>().len() as u64
}
