//! From lines to values: what the words of a run of lines hold after it.
//!
//! A line is followed if its results are decided word by word or long word by long word, at addresses that the text
//! gives. Any other line is kept as it is, and what is rewritten is between such lines.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{ControlFlow, Range};

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_isa::{AluOp, Forwarding, Memory, Op, Precision};
use mnc2_program::access::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use mnc2_program::{Expression, Operand, OperandKind, PeMemory, Statement, Step, access};

use super::grain::{Grain, grain};
use super::graph::{Graph, Node, Operation, Value, Word};
use super::planted::{Wrong, is_planted};
use crate::draft::Draft;
use crate::equal::Places;
use crate::values::{MEMORIES, PE_MEMORIES};

/// The words of the data path in a cycle.
type Path = [Value; 4];

/// The output of a unit in a step.
type Output = [Path; CYCLES_PER_STEP];

/// The flags of the words of a long word, cycle by cycle.
type Flags = [[Value; 2]; CYCLES_PER_STEP];

/// A run of lines that are followed, with what is needed after it.
pub(super) struct Followed {
    pub(super) lines: Range<usize>,
    pub(super) graph: Graph,
    /// What words must hold after the lines, of those that the lines write.
    pub(super) needed: BTreeMap<Word, Value>,
    /// Words that are needed after the lines and that these do not write.
    pub(super) kept: BTreeSet<Word>,
    /// Entries of the mask registers that are not needed after the lines.
    pub(super) free_masks: Vec<u8>,
    /// Words that hold zero from the start to the end of the lines, and that are not needed: the last such ones of each
    /// memory, [`ZERO_WORDS`] of them that begin at a multiple of two long words.
    pub(super) zeros: Vec<Word>,
    /// The addition that computes constants from others, if there are so many that this saves steps.
    pub(super) add: Option<Operation>,
}

/// Words of a memory that hold zero and are used as such.
pub(super) const ZERO_WORDS: u32 = 32;

/// Lines of a run at most; more are several runs.
const RUN_LINES_MAX: usize = 512;

/// Runs of a region at most; the lines after them stay.
const RUNS_MAX: usize = 256;

/// The runs of lines of a region that can be rewritten, in order.
pub(super) fn runs(draft: &Draft, places: &Places) -> Vec<Followed> {
    let described = Described::from_draft(draft);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for line in draft.region() {
        if !described.is_plain(draft, line) {
            continue;
        }
        match ranges.last_mut() {
            Some(last) if last.end == line && last.len() < RUN_LINES_MAX => last.end = line + 1,
            _ => ranges.push(line..line + 1),
        }
    }
    ranges.truncate(RUNS_MAX);
    let ends: Vec<usize> = ranges.iter().map(|it| it.end).collect();
    let lives = described.lives(&ends, places);
    let mut touched = places.from_zero.then(BTreeSet::new);
    let mut next = 0;
    let runs = ranges.into_iter().zip(&lives);
    runs.filter_map(|(lines, live)| {
        if let Some(touched) = &mut touched {
            (next..lines.start).for_each(|line| described.touch(line, touched));
            next = lines.start;
        }
        described.run(draft, lines, live, touched.as_ref())
    })
    .collect()
}

/// The accesses of each line of a program.
struct Described {
    reads: Vec<Vec<Touched>>,
    writes: Vec<Vec<Touched>>,
    is_exact: Vec<bool>,
}

/// The words of stores that are needed at a line.
type Live = HashMap<Store, BTreeSet<u32>>;

/// Words of a store.
#[derive(Clone, Copy)]
struct Touched {
    store: Store,
    first: u32,
    count: u32,
    is_certain: bool,
}

impl Described {
    fn from_draft(draft: &Draft) -> Self {
        let mut described = Self {
            reads: Vec::new(),
            writes: Vec::new(),
            is_exact: Vec::new(),
        };
        let walked = access::walk(&draft.program, |number, _, accesses| {
            let line = draft.program.line(number);
            let step = line.and_then(|line| line.step());
            described
                .is_exact
                .push(step.is_some_and(|step| is_exact(step, accesses)));
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for access in accesses.list() {
                let all = match access.direction {
                    Direction::Read => &mut reads,
                    Direction::Write => &mut writes,
                };
                all.extend(accesses.pieces(access).iter().map(|piece| Touched {
                    store: access.store,
                    first: piece.first,
                    count: piece.count,
                    is_certain: piece.certainty == Certainty::Always
                        && piece.elements == Elements::ALL,
                }));
            }
            described.reads.push(reads);
            described.writes.push(writes);
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(walked.is_continue());
        described
    }

    fn is_plain(&self, draft: &Draft, line: usize) -> bool {
        match draft.program.line(line).map(|it| &it.statement) {
            Some(None) => true,
            Some(Some(Statement::Step(step))) => {
                step.is_bare_nop()
                    || self.is_exact.get(line).is_some_and(|it| *it)
                        && step.expressions.iter().all(|it| grain(it).is_some())
            }
            _ => false,
        }
    }

    /// The words of some stores that are needed before each of some lines, which are in order.
    fn lives(&self, lines: &[usize], places: &Places) -> Vec<Live> {
        let mut live = Live::new();
        for place in &places.at_end {
            let store = Store::Memory(place.memory);
            if is_followed(store) {
                let end = place.first.saturating_add(place.count).min(store.words());
                live.entry(store).or_default().extend(place.first..end);
            }
        }
        let mut found = Vec::new();
        let mut wanted = lines.iter().rev().peekable();
        for line in (0..=self.reads.len()).rev() {
            if wanted.next_if(|it| **it >= line).is_some() {
                found.push(live.clone());
            }
            if let Some(before) = line.checked_sub(1) {
                self.step_back(&mut live, before);
            }
        }
        found.reverse();
        found
    }

    /// From what is needed after a line to what is needed before it.
    fn step_back(&self, live: &mut Live, line: usize) {
        for it in self.writes[line].iter().filter(|it| it.is_certain) {
            if let Some(words) = live.get_mut(&it.store) {
                (it.first..it.first + it.count).for_each(|word| {
                    words.remove(&word);
                });
            }
        }
        for it in self.reads[line].iter().filter(|it| is_followed(it.store)) {
            let words = it.first..it.first + it.count;
            live.entry(it.store).or_default().extend(words);
        }
    }

    /// Adds the words of PE memories that a line may write.
    fn touch(&self, line: usize, touched: &mut BTreeSet<Word>) {
        for it in &self.writes[line] {
            let Store::Memory(name) = it.store else {
                continue;
            };
            let memory = MEMORIES[..PE_MEMORIES].iter().position(|it| *it == name);
            let words = memory.into_iter().flat_map(|memory| {
                (it.first..it.first + it.count).map(move |address| Word { memory, address })
            });
            touched.extend(words);
        }
    }

    /// What the lines of a run do. `touched` are the words that do not hold zero for certain before it; `None` if any may.
    fn run(
        &self,
        draft: &Draft,
        lines: Range<usize>,
        live: &Live,
        touched: Option<&BTreeSet<Word>>,
    ) -> Option<Followed> {
        let is_needed = |store: Store| live.get(&store).is_some_and(|it| !it.is_empty());
        if Forwarding::ALL
            .into_iter()
            .any(|it| is_needed(Store::Forwarding(it)))
        {
            return None;
        }
        let mut follower = Follower {
            touched: touched.cloned(),
            ..Follower::default()
        };
        for line in lines.clone() {
            if let Some(step) = draft.program.line(line)?.step() {
                follower.step(step, line)?;
            }
        }
        let of_masks = live.get(&Store::Memory(Memory::MaskRegister));
        let is_live = |entry: u8| {
            let first = u32::from(entry) * CYCLES_PER_STEP as u32;
            of_masks.is_some_and(|it| {
                it.range(first..first + CYCLES_PER_STEP as u32)
                    .next()
                    .is_some()
            })
        };
        if follower.masks.keys().any(|entry| is_live(*entry)) {
            return None;
        }
        let free_masks = (1..=7).filter(|entry| !is_live(*entry)).collect();
        let (mut needed, mut kept) = (BTreeMap::new(), BTreeSet::new());
        for (memory, name) in MEMORIES[..PE_MEMORIES].iter().enumerate() {
            for &address in live.get(&Store::Memory(*name)).into_iter().flatten() {
                let word = Word { memory, address };
                let before = follower.before(word);
                match follower.now.get(&word) {
                    Some(&value) if value != before => {
                        needed.insert(word, value);
                    }
                    _ => {
                        kept.insert(word);
                    }
                }
            }
        }
        let zeros: Vec<Word> = touched
            .map(|it| follower.zeros(it, &kept))
            .unwrap_or_default();
        for block in &zeros {
            kept.extend((0..ZERO_WORDS).map(|it| block.after(it)));
        }
        Some(Followed {
            lines,
            graph: follower.graph,
            needed,
            kept,
            free_masks,
            zeros,
            add: None,
        })
    }
}

const fn is_followed(store: Store) -> bool {
    matches!(
        store,
        Store::Forwarding(_)
            | Store::Memory(
                Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::MaskRegister
            )
    )
}

/// Whether the words of its operands follow from the text of a step.
fn is_exact(step: &Step, accesses: &Accesses) -> bool {
    let mut all = accesses.list().iter();
    all.all(|access| {
        let Some(expression) = step.expressions.get(usize::from(access.expression)) else {
            return false;
        };
        match (access.store, access.role) {
            (Store::Forwarding(_), _) => true,
            (Store::Memory(Memory::MaskRegister), _) => true,
            // What it adds is in the addresses.
            (Store::Memory(Memory::BaseLm0 | Memory::BaseLm1), AccessRole::Address) => true,
            (Store::Memory(memory), AccessRole::Data)
                if MEMORIES[..PE_MEMORIES].contains(&memory) =>
            {
                let mut operands = expression.operands();
                let operand = operands.find(|it| it.range == access.range);
                operand.is_some_and(|operand| is_at(operand, accesses.pieces(access)))
            }
            _ => false,
        }
    })
}

/// Whether an operand names just some words.
fn is_at(operand: &Operand, pieces: &[access::Piece]) -> bool {
    let OperandKind::PeMemory(memory) = &operand.kind else {
        return false;
    };
    let enabled = (0..CYCLES_PER_STEP).filter(|&cycle| mask_of(operand, cycle) != Enabled::No);
    let expected = enabled.map(|cycle| (cycle as u8, memory.address_words(cycle)));
    let width = memory.width.single_words();
    !memory.indirect
        && memory.madpe.is_none()
        && expected.eq(pieces.iter().map(|it| (it.cycle, it.first)))
        && pieces.iter().all(|it| {
            it.count == width
                && it.first % width == 0
                && it.elements == Elements::ALL
                && it.certainty != Certainty::Somewhere
        })
}

/// Whether a destination is written in a cycle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Enabled {
    Yes,
    No,
    /// As an entry of the mask registers decides.
    By(u8),
}

fn mask_of(operand: &Operand, cycle: usize) -> Enabled {
    let Some(mask) = &operand.mask else {
        return Enabled::Yes;
    };
    match u32::from(mask.entry).checked_sub(MASK_FIRST_PATTERN_ENTRY) {
        Some(pattern) if pattern >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1 => Enabled::Yes,
        Some(_) => Enabled::No,
        None if mask.entry == 0 => Enabled::Yes,
        None => Enabled::By(mask.entry),
    }
}

/// The values of a run so far.
#[derive(Default)]
struct Follower {
    graph: Graph,
    now: HashMap<Word, Value>,
    forwarded: HashMap<Forwarding, Output>,
    masks: HashMap<u8, Flags>,
    /// Words that may hold something else than zero before the lines; `None` if any may.
    touched: Option<BTreeSet<Word>>,
}

impl Follower {
    fn word(&mut self, word: Word) -> Value {
        match self.now.get(&word) {
            Some(&value) => value,
            None => self.before(word),
        }
    }

    /// The value of a word before the lines.
    fn before(&mut self, word: Word) -> Value {
        let is_zero = self.touched.as_ref().is_some_and(|it| !it.contains(&word));
        self.graph.value(match is_zero {
            true => Node::Bits(0),
            false => Node::Start(word),
        })
    }

    /// Words that hold zero and that nothing needs.
    fn zeros(&self, touched: &BTreeSet<Word>, kept: &BTreeSet<Word>) -> Vec<Word> {
        let is_zero =
            |it: &Word| !touched.contains(it) && !kept.contains(it) && !self.now.contains_key(it);
        let of_memory = |memory: usize| {
            let words = Store::Memory(MEMORIES[memory]).words();
            let firsts = (0..words / ZERO_WORDS).rev().map(|it| it * ZERO_WORDS);
            let all = |first: u32| {
                (first..first + ZERO_WORDS).map(move |address| Word { memory, address })
            };
            let mut blocks = firsts.filter(|first| all(*first).all(|it| is_zero(&it)));
            blocks.next().map(|address| Word { memory, address })
        };
        (0..PE_MEMORIES).filter_map(of_memory).collect()
    }

    fn step(&mut self, step: &Step, line: usize) -> Option<()> {
        if step.is_bare_nop() {
            return Some(());
        }
        let mut done = Vec::new();
        for expression in &step.expressions {
            if !matches!(expression.op, Op::Control(_)) {
                done.push((expression, self.computed(expression, line)?));
            }
        }
        let mut flags = Vec::new();
        for (expression, (output, of_flags)) in &done {
            for operand in &expression.outputs {
                match &operand.kind {
                    OperandKind::PeMemory(memory) => self.write(memory, operand, output, line)?,
                    OperandKind::MaskRegister(entry) => flags.push((*entry, (*of_flags)?)),
                    _ => {}
                }
            }
        }
        self.masks.extend(flags);
        if step.forwards() {
            for (expression, (output, _)) in done {
                let register = match expression.op {
                    Op::Alu(_) => Forwarding::Aluf,
                    Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
                        Forwarding::Mauf
                    }
                };
                self.forwarded.insert(register, output);
            }
        }
        Some(())
    }

    fn write(
        &mut self,
        memory: &PeMemory,
        operand: &Operand,
        output: &Output,
        line: usize,
    ) -> Option<()> {
        let index = MEMORIES.iter().position(|it| *it == memory.memory)?;
        for (cycle, path) in output.iter().enumerate() {
            let enabled = mask_of(operand, cycle);
            if enabled == Enabled::No {
                continue;
            }
            for position in 0..memory.width.single_words() {
                let word = Word {
                    memory: index,
                    address: memory.address_words(cycle) + position,
                };
                let mut value = path[position as usize];
                if let Enabled::By(entry) = enabled {
                    let flags = self.masks.get(&entry)?[cycle];
                    let of_word = if is_planted(Wrong::OneFlag) {
                        0
                    } else {
                        position
                    };
                    let flag = *flags.get(of_word as usize)?;
                    let old = self.word(word);
                    if value != old {
                        let node = Node::Select(flag, value, old);
                        value = self.graph.computed(node, line);
                    }
                }
                self.now.insert(word, value);
            }
        }
        Some(())
    }

    /// The output of an expression, and its flags.
    fn computed(
        &mut self,
        expression: &Expression,
        line: usize,
    ) -> Option<(Output, Option<Flags>)> {
        let zero = self.graph.value(Node::Bits(0));
        if let Op::Alu(AluOp::Zero) = expression.op {
            return Some(([[zero; 4]; CYCLES_PER_STEP], None));
        }
        if let Op::Alu(AluOp::Imm) = expression.op {
            let OperandKind::Literal(literal) = &expression.inputs.first()?.kind else {
                return None;
            };
            let bits = self.graph.value(Node::Bits(literal.bits));
            let second = if expression.spelling.unsigned {
                zero
            } else {
                bits
            };
            return Some(([[bits, second, bits, second]; CYCLES_PER_STEP], None));
        }
        let inputs: Option<Vec<Output>> = expression
            .inputs
            .iter()
            .map(|it| self.read(expression, it))
            .collect();
        let inputs = inputs?;
        let operation = (
            self.graph.operation(expression, grain(expression)?),
            grain(expression)?,
        );
        let is_copy = expression.op == Op::Alu(AluOp::Passa);
        let (mut output, mut flags) = ([[zero; 4]; CYCLES_PER_STEP], [[zero; 2]; CYCLES_PER_STEP]);
        for cycle in 0..CYCLES_PER_STEP {
            let of_cycle: Vec<&Path> = inputs.iter().map(|it| &it[cycle]).collect();
            let first = **of_cycle.first()?;
            if matches!(expression.op, Op::Alu(_)) {
                output[cycle][2..].copy_from_slice(&first[2..]);
            }
            for word in 0..2 {
                let (value, flag) = self.result(operation, &of_cycle, word, line);
                output[cycle][word] = if is_copy { first[word] } else { value };
                flags[cycle][word] = flag;
            }
        }
        Some((output, (!is_copy).then_some(flags)))
    }

    fn result(
        &mut self,
        (operation, grain): (Operation, Grain),
        inputs: &[&Path],
        word: usize,
        line: usize,
    ) -> (Value, Value) {
        let mut words: Vec<Value> = match grain {
            Grain::Word => inputs.iter().map(|path| path[word]).collect(),
            Grain::Long => inputs.iter().flat_map(|path| &path[..2]).copied().collect(),
        };
        if is_planted(Wrong::AnyInputOrder) {
            words.sort_unstable();
        }
        let part = if grain == Grain::Word { 0 } else { word as u8 };
        let flags = self.graph.value(Node::Flags(operation, words.clone()));
        let result = Node::Result(operation, words, part);
        (self.graph.computed(result, line), flags)
    }

    fn read(&mut self, expression: &Expression, operand: &Operand) -> Option<Output> {
        let zero = self.graph.value(Node::Bits(0));
        let mut output = [[zero; 4]; CYCLES_PER_STEP];
        match &operand.kind {
            OperandKind::PeMemory(memory) => {
                let index = MEMORIES.iter().position(|it| *it == memory.memory)?;
                for (cycle, path) in output.iter_mut().enumerate() {
                    for position in 0..memory.width.single_words() {
                        let word = Word {
                            memory: index,
                            address: memory.address_words(cycle) + position,
                        };
                        path[position as usize] = self.word(word);
                    }
                }
            }
            OperandKind::Forwarding(register) => output = *self.forwarded.get(register)?,
            OperandKind::Constant(constant) => {
                let bits = expression
                    .spelling
                    .precision
                    .map_or(64, Precision::element_bits);
                let name = format!("{constant:?} {bits}");
                let words = [0, 1].map(|word| self.graph.value(Node::Constant(name.clone(), word)));
                output = [[words[0], words[1], words[0], words[1]]; CYCLES_PER_STEP];
                self.graph.constants.insert(name, operand.clone());
            }
            _ => return None,
        }
        Some(output)
    }
}
