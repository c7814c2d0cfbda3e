//! The thread, its stack and the scopes of its frame.

use mnc2_asm::message;
use mnc2_ide::debug::place::pe_of;
use mnc2_isa::{Level, Memory};

use super::common::THREAD;
use super::tree::List;
use super::{Done, Session};
use crate::protocol::{
    Nothing, Scope, Scopes, StackFrame, StackTrace, StackTraceArguments, Thread, Threads,
};

/// The only frame: the line.
const FRAME: i64 = 1;

impl Session<'_> {
    /// PEs are no threads: there is one run of the whole chip.
    pub(super) fn threads(&mut self, _: Nothing) -> Done<Threads> {
        Ok(Threads {
            threads: vec![Thread {
                id: THREAD,
                name: "chip".to_owned(),
            }],
        })
    }

    pub(super) fn stack_trace(&mut self, arguments: StackTraceArguments) -> Done<StackTrace> {
        let client = self.client;
        let run = self.stopped()?;
        let line = run.shown_line();
        let mut name = match run.section_of(line) {
            Some(section) => section.title.clone(),
            None => message!("line {line}", line = line + 1).say(client.language),
        };
        let cycle = run.debugger.cycle();
        if cycle > 0 {
            name = message!("{name}, cycle {cycle}", name, cycle).say(client.language);
        }
        let frame = StackFrame {
            id: FRAME,
            name,
            source: client.source(&run.path),
            line: client.line(line),
            column: client.column(0),
            can_restart: true,
            instruction_pointer_reference: Some(run.next_instruction()),
        };
        let frames = [frame].into_iter();
        let skipped = usize::try_from(arguments.start_frame).unwrap_or(0);
        Ok(StackTrace {
            stack_frames: frames.skip(skipped).collect(),
            total_frames: 1,
        })
    }

    pub(super) fn scopes(&mut self, _: Nothing) -> Done<Scopes> {
        let language = self.language();
        let run = self.stopped()?;
        let pe = pe_of(run.debugger.focus());
        let element = |level: Level, memories: &[Memory]| {
            let index = level.containing(pe);
            let lists = memories.iter().map(|&memory| {
                let name = memory.name().to_owned();
                (name, List::memory(memory, index))
            });
            (level.name(index), List::Element(lists.collect()))
        };
        let above = [
            ("MAB", Level::Mab, &[Memory::MatrixX, Memory::MatrixY][..]),
            ("L1B", Level::L1b, &[Memory::L1bm]),
            ("L2B", Level::L2b, &[Memory::L2bm]),
        ];
        let (own, of_pe) = element(
            Level::Pe,
            &[
                Memory::Lm0,
                Memory::Lm1,
                Memory::Grf0,
                Memory::Grf1,
                Memory::T,
                Memory::BaseLm0,
                Memory::BaseLm1,
            ],
        );
        let mut scopes = vec![
            (
                message!("This step").say(language),
                Some("locals"),
                List::Step,
            ),
            (format!("PE {own}"), Some("registers"), of_pe),
        ];
        for (kind, level, memories) in above {
            let (name, list) = element(level, memories);
            scopes.push((format!("{kind} {name}"), None, list));
        }
        let (name, list) = element(Level::Group, &[Memory::Pdm, Memory::Dram, Memory::Dar]);
        let group = message!("Group {name}", name);
        scopes.push((group.say(language), None, list));
        if !run.transfers().is_empty() {
            let name = message!("MV under way").say(language);
            scopes.push((name, None, List::Transfers));
        }
        scopes.push((message!("Masks").say(language), None, List::Masks(pe)));
        let forwarding = message!("Forwarding").say(language);
        scopes.push((forwarding, None, List::Forwarding(pe)));
        let scopes = scopes
            .into_iter()
            .map(|(name, presentation_hint, list)| Scope {
                name,
                presentation_hint,
                named_variables: None,
                indexed_variables: None,
                // Reading them costs nothing, but only the first ones are opened.
                expensive: list != List::Step,
                variables_reference: run.references.give(list),
            })
            .collect();
        Ok(Scopes { scopes })
    }
}
