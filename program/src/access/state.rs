//! The state of the lines before a statement, as far as it decides about accesses.

use mnc2_isa::geometry::{CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES};
use mnc2_isa::{AluOp, L2bmOp, Memory, Op, Width};

use super::Certainty;
use super::pe::WriteMasking;
use crate::{
    Expression, Operand, OperandKind, PeMemory, Program, Statement, Step, WriteMaskSetting,
};

/// The bits of an address that a base address register holds (manual 3.6.1.7).
const BASE_MASK: u32 = 0xfff;

/// The `mask` setting, the base address registers as far as the text determines them, and the next entries for
/// `l2bmdarw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The `mask` statement in force.
    pub setting: WriteMaskSetting,
    /// Base address registers of LM0 and LM1 in single words; `None` once they depend on data.
    base_words: [Option<u32>; 2],
    /// Whether the state was made by [`State::text_only`].
    pub(super) is_of_text: bool,
    /// Next entry of DAR that `l2bmdarw` writes.
    pub(super) dar_entry: u32,
    /// Next entry of DARBUF that `l2bmdarw` reads.
    pub(super) darbuf_entry: u32,
}

impl Default for State {
    fn default() -> Self {
        Self {
            setting: WriteMaskSetting::default(),
            base_words: [Some(0); 2],
            is_of_text: false,
            dar_entry: 0,
            darbuf_entry: 0,
        }
    }
}

impl State {
    /// A state in which a statement accesses exactly the words that its text names: base address registers and the T-register
    /// add nothing to addresses, and masks suppress nothing.
    #[must_use]
    pub fn text_only() -> Self {
        Self {
            is_of_text: true,
            ..Self::default()
        }
    }

    /// The state at the start of a program, but under a `mask` setting.
    #[must_use]
    pub fn with_setting(setting: WriteMaskSetting) -> Self {
        Self {
            setting,
            ..Self::default()
        }
    }

    /// The state before a line of a program, counted from 0. It follows all lines before that one.
    #[must_use]
    pub fn before(program: &Program, line: usize) -> Self {
        let mut state = Self::default();
        for before in program.range(0..line) {
            before.statement.iter().for_each(|it| state.advance(it));
        }
        state
    }

    /// What a run adds to the addresses of an operand in single words; `None` if the text does not determine it.
    pub(super) fn added_words(&self, memory: &PeMemory) -> Option<u32> {
        self.base_words(memory.memory)
            .filter(|_| !memory.indirect || self.is_of_text)
    }

    /// The value that is added to the addresses of a memory; `None` if it is known only in a run.
    #[must_use]
    pub const fn base_words(&self, memory: Memory) -> Option<u32> {
        match memory {
            Memory::Lm0 | Memory::BaseLm0 => self.base_words[0],
            Memory::Lm1 | Memory::BaseLm1 => self.base_words[1],
            _ => Some(0),
        }
    }

    /// Applies what a statement decides for later ones.
    pub fn advance(&mut self, statement: &Statement) {
        match statement {
            Statement::Mask(mask) => self.setting = mask.setting,
            Statement::Step(step) => self.step(step),
            Statement::Directive(directive) => {
                if directive.ends_mask_setting() {
                    self.setting = WriteMaskSetting::default();
                }
                self.base_words = [None; 2];
            }
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Host(_)
            | Statement::Mv(_) => {}
        }
    }

    fn step(&mut self, step: &Step) {
        let setting = step.setting(self.setting);
        for expression in &step.expressions {
            for output in &expression.outputs {
                if let OperandKind::BaseRegister(register, width) = output.kind {
                    self.base_written(expression, output, register, width, setting);
                }
            }
            if expression.op == Op::L2bm(L2bmOp::Dars)
                && let Some(OperandKind::Dar(entry)) =
                    expression.outputs.first().map(|output| &output.kind)
            {
                self.dar_entry = entry % DAR_ENTRIES;
                self.darbuf_entry = 0;
            }
        }
        // `l2bmdarw` moves what `l2bmdars` of the same step brings (manual 3.6.7.10).
        let moves = |expression: &&Expression| expression.op == Op::L2bm(L2bmOp::Darw);
        for _ in step.expressions.iter().filter(moves) {
            let cycles = CYCLES_PER_STEP as u32;
            self.dar_entry = (self.dar_entry + cycles) % DAR_ENTRIES;
            self.darbuf_entry = (self.darbuf_entry + cycles) % DARBUF_ENTRIES;
        }
    }

    fn base_written(
        &mut self,
        expression: &Expression,
        output: &Operand,
        register: Memory,
        width: Width,
        setting: WriteMaskSetting,
    ) {
        let index = usize::from(register == Memory::BaseLm1);
        let cycles = WriteMasking::from_output(output, register, setting).cycles;
        if cycles.iter().all(Option::is_none) {
            return;
        }
        let value = constant(expression, width);
        self.base_words[index] = if cycles.contains(&Some(Certainty::Always)) {
            value
        } else if value == self.base_words[index] {
            // Written or not, its value is the same.
            value
        } else {
            None
        };
    }
}

/// The value that an expression writes to a base address register in every cycle, if the text determines it.
fn constant(expression: &Expression, width: Width) -> Option<u32> {
    match expression.op {
        Op::Alu(AluOp::Zero) => Some(0),
        Op::Alu(AluOp::Imm) if expression.zero_flush.is_none() => {
            let OperandKind::Literal(literal) = &expression.inputs.first()?.kind else {
                return None;
            };
            // `immu` leaves the second single word, the low bits of a long word, at zero.
            let is_zero = expression.spelling.unsigned && width != Width::Single;
            Some(if is_zero { 0 } else { literal.bits & BASE_MASK })
        }
        Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => None,
    }
}
