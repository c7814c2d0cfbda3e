//! Where the steps of a program go: the work of its sections, what MV instructions hide under steps, and the longest
//! chain of results.
//!
//! Everything is from the text: nothing branches. One pass over the lines adds up the work, a second one follows the data
//! for the chain; both take time in proportion to the accesses.

mod critical_path;
mod mv_intervals;
mod trace;
mod uses;

use mnc2_isa::Memory;

use crate::flow::Flow;
use crate::memory_traffic::Traffic;
use crate::sections::{Section, sections};
use crate::unit_usage::Usage;
use mnc2_program::access::{Accesses, Direction, State, Store};
use mnc2_program::{Program, Statement};

pub use critical_path::{Chain, ChainLink};
pub use mv_intervals::{MvInterval, Transfers, Wait};
pub use trace::{MV_TRACKS_MAX, ProfileTrace, Span, SpanArrow, TRACE_EVENTS_MAX, Track};
pub use uses::{Arrow, arrows};

/// The work of some lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Steps, and those in which each unit works.
    pub usage: Usage,
    /// Bytes moved through each memory.
    pub traffic: Traffic,
    ports: [[u64; 2]; Traffic::PE_MEMORIES.len()],
}

impl Work {
    /// Steps in which the memories of PEs are read or written: one of [`Traffic::PE_MEMORIES`]; 0 for another memory.
    #[must_use]
    pub fn port_steps(&self, memory: Memory, direction: Direction) -> u64 {
        let place = Traffic::PE_MEMORIES.iter().position(|it| *it == memory);
        place.map_or(0, |place| self.ports[place][direction as usize])
    }

    /// Bytes read and written in all memories together.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let memories = Traffic::PE_MEMORIES.into_iter().chain(Traffic::MEMORIES);
        memories
            .flat_map(|memory| {
                let of = |direction| self.traffic.bytes(memory, direction);
                [of(Direction::Read), of(Direction::Write)]
            })
            .fold(0, u64::saturating_add)
    }

    fn add(&mut self, statement: &Statement, accesses: &Accesses) {
        self.traffic.add(statement, accesses);
        match statement {
            Statement::Mv(_) => self.usage.mv_instructions += 1,
            Statement::Step(step) => {
                self.usage.add(step);
                let mut used = [[false; 2]; Traffic::PE_MEMORIES.len()];
                for access in accesses.list() {
                    let place = Traffic::PE_MEMORIES
                        .iter()
                        .position(|memory| access.store == Store::Memory(*memory));
                    if let Some(place) = place {
                        used[place][access.direction as usize] = true;
                    }
                }
                for (ports, used) in self.ports.iter_mut().zip(used) {
                    for (steps, used) in ports.iter_mut().zip(used) {
                        *steps += u64::from(used);
                    }
                }
            }
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Directive(_) => {}
        }
    }
}

/// The work of a section, with the sections in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionWork {
    /// The section with its lines.
    pub section: Section,
    /// The number of sections around it.
    pub depth: usize,
    /// The steps before it.
    pub first_step: u64,
    /// The work of its lines.
    pub work: Work,
}

/// Where the steps of a program go, up to its `quit`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The work of all lines.
    pub total: Work,
    /// The work of the lines in no section.
    pub outside: Work,
    /// The sections with their work, in order; nested ones follow the section that contains them.
    pub sections: Vec<SectionWork>,
    /// The MV instructions and the waits for them.
    pub transfers: Transfers,
    /// The longest chain of expressions that wait for each other, which bounds the steps from below.
    pub chain: Chain,
}

impl Profile {
    /// The profile of a program.
    #[must_use]
    pub fn from_program(program: &Program) -> Self {
        Self::with(program, &Flow::new(program))
    }

    /// When a step begins, counted from 0, in steps and waits.
    #[must_use]
    pub fn time_of(&self, step: u64) -> u64 {
        let after = self.transfers.waits.partition_point(|it| it.step <= step);
        let waited = self.transfers.waits[..after].last();
        step.saturating_add(waited.map_or(0, |it| it.waited))
    }

    /// The profile of a program, given its flow in one part ([`Flow::new`]).
    #[must_use]
    pub fn with(program: &Program, flow: &Flow) -> Self {
        let mut profile = Self {
            transfers: Transfers::from_program(program),
            chain: Chain::longest(program, flow),
            ..Self::default()
        };
        let mut coming = sections(program.iter()).into_iter().peekable();
        // Indices of the sections around the line, the innermost last.
        let mut open: Vec<usize> = Vec::new();
        let mut state = State::default();
        let mut accesses = Accesses::default();
        for (number, line) in (0_u32..).zip(program.live()) {
            open.retain(|&index| number <= profile.sections[index].section.end);
            while let Some(section) = coming.next_if(|section| section.start <= number) {
                let index = profile.sections.len();
                profile.sections.push(SectionWork {
                    section,
                    depth: open.len(),
                    first_step: profile.total.usage.steps,
                    work: Work::default(),
                });
                if number <= section.end {
                    open.push(index);
                }
            }
            let Some(statement) = &line.statement else {
                continue;
            };
            if let Statement::Step(_) = statement {
                accesses.fill(statement, &state);
            }
            profile.total.add(statement, &accesses);
            if open.is_empty() {
                profile.outside.add(statement, &accesses);
            }
            for &index in &open {
                profile.sections[index].work.add(statement, &accesses);
            }
            state.advance(statement);
        }
        profile
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Memory;

    use super::*;
    use crate::unit_usage::Unit;

    #[test]
    fn sections_contain_the_work_of_those_in_them() {
        let profile = Profile::from_program(&mnc2_asm::parse(
            "nop/2\n\n# === load ===\nmvp/n64 $p0@0 $lc0@0.0\nnop/3\n# first\nlpassa $lm0v $ln0v\n\n\
             # === sum ===\ndvadd $lm0v $ln0v $lr0v\nquit\nnop/9\n",
        ));
        let shown: Vec<(u32, usize, u64, u64)> = profile
            .sections
            .iter()
            .map(|it| {
                let line = it.section.title_line;
                (line, it.depth, it.first_step, it.work.usage.steps)
            })
            .collect();
        assert_eq!(shown, [(2, 0, 2, 4), (5, 1, 5, 1), (8, 0, 6, 1)]);
        assert_eq!(profile.total.usage.steps, 7);
        assert_eq!(profile.outside.usage.steps, 2);
        assert_eq!(profile.sections[0].work.usage.mv_instructions, 1);
        let sum = &profile.sections[2].work;
        assert_eq!(sum.usage.busy_steps(Unit::Mau), 1);
        assert_eq!(sum.usage.flops, profile.total.usage.flops);
        assert_eq!(sum.port_steps(Memory::Lm0, Direction::Read), 1);
        assert_eq!(sum.port_steps(Memory::Lm0, Direction::Write), 0);
        assert_eq!(sum.bytes(), 3 * 4 * 8 * 4096);
    }

    #[test]
    fn hostile_numbers_are_added_up() {
        let text = "nop/4294967295\nmvp/n4294967232 $p0@0 $d0@1\n".repeat(3);
        let profile = Profile::from_program(&mnc2_asm::parse(&text));
        assert!(profile.transfers.end() >= profile.total.usage.steps);
        assert_eq!(profile, Profile::from_program(&mnc2_asm::parse(&text)));
        assert_eq!(
            Profile::from_program(&Program::default()),
            Profile::default()
        );
    }
}
