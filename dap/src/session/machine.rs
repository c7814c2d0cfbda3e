//! A program on any other machine than the chip, as a client sees it.

mod launch;
mod values;

use std::ops::Range;
use std::sync::Arc;

use mnc2_debug::breakpoints::Filter;
use mnc2_debug::machine::Debugger;
use mnc2_debug::machine::expressions::summary;
use mnc2_debug::{Debuggee, Watched};
use mnc2_text::{Described, Encoded, Language, Location, Message, message};

pub(super) use self::launch::program;
use super::Done;
use super::client_capabilities::exception_filter;
use super::references::References;
use super::view::{Asking, Candidate, Changed, Instruction, ProgramView};
use crate::protocol::{
    EvaluateArguments, EvaluateResponse, OtherCapabilities, Scope, Variable, VariablesArguments,
};

/// The type of a program's text.
const MIME_TYPE: &str = "text/plain";

/// The program that is debugged.
pub(super) struct Machine {
    debugger: Debugger,
    /// Its machine words, once they are needed.
    words: Option<Arc<[Encoded]>>,
    /// The lists of variables that the client has received.
    references: References<List>,
}

/// A list of variables: the parts of a location, all of them or a range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct List {
    of: Location,
    parts: Range<u64>,
}

impl Machine {
    fn new(debugger: Debugger) -> Self {
        Self {
            debugger,
            words: None,
            references: References::default(),
        }
    }

    /// The number of the parts of a location; 0 if it has none, or the client has received too many lists.
    fn give(&mut self, of: Location, parts: Range<u64>) -> i64 {
        match parts.is_empty() {
            true => 0,
            false => self.references.give(List { of, parts }),
        }
    }

    /// The reference to the bytes of a location, such as `memory:0x1000`.
    fn memory_reference(&self, described: &Described) -> Option<String> {
        let (memory, address) = described.memory?;
        let memories = self.debugger.machine().memories();
        Some(format!("{}:0x{address:x}", memories.get(memory)?.name))
    }

    /// The memory of a reference, and the address.
    fn memory_of(&self, reference: &str) -> Result<(usize, u64), Message> {
        let found = || {
            let (name, address) = reference.split_once(':')?;
            let memories = self.debugger.machine().memories();
            let memory = memories.iter().position(|it| it.name == name)?;
            let address = u64::from_str_radix(address.strip_prefix("0x")?, 16).ok()?;
            Some((memory, address))
        };
        found().ok_or_else(|| {
            message!(
                "`{text}` names no memory; one is written like `memory:0x1000`",
                text = reference
            )
        })
    }

    /// The machine words of the program, in its order; none if the language has none.
    fn words(&mut self) -> &[Encoded] {
        let snapshot = self.debugger.snapshot();
        self.words.get_or_insert_with(|| {
            let has_words = snapshot.language().has_words;
            let text = has_words.then(|| snapshot.read()).flatten();
            text.map_or_else(Vec::new, |text| text.assemble(&|| false))
                .into()
        })
    }
}

impl ProgramView for Machine {
    fn debuggee(&self) -> &dyn Debuggee {
        &self.debugger
    }

    fn debuggee_mut(&mut self) -> &mut dyn Debuggee {
        &mut self.debugger
    }

    fn language_id(&self) -> &'static str {
        self.debugger.snapshot().language().about().id
    }

    fn text(&self) -> (String, &'static str) {
        (self.debugger.snapshot().text.to_string(), MIME_TYPE)
    }

    fn capabilities(&self, language: Language) -> Option<OtherCapabilities> {
        let has_memory = !self.debugger.machine().memories().is_empty();
        let has_words = self.debugger.snapshot().language().has_words;
        Some(OtherCapabilities {
            exception_breakpoint_filters: vec![exception_filter(Filter::Quit, language)],
            supports_set_variable: true,
            supports_set_expression: true,
            supports_read_memory_request: has_memory,
            supports_write_memory_request: has_memory,
            supports_disassemble_request: has_words,
            supports_instruction_breakpoints: has_words,
            ..OtherCapabilities::default()
        })
    }

    fn results(&self) -> Vec<String> {
        let computed = self.debugger.machine().computed(self.debugger.given());
        let texts = computed.iter().map(|it| it.to_string());
        texts.map(|text| text.trim_end().to_owned()).collect()
    }

    fn forget(&mut self) {
        self.references.clear();
    }

    fn target_of(&self, line: usize) -> i64 {
        line as i64
    }

    fn line_of_target(&self, target: i64) -> Option<usize> {
        let line = usize::try_from(target).ok()?;
        self.debugger.breakable(line).filter(|it| *it == line)
    }

    fn instructions(&mut self) -> usize {
        self.words().len()
    }

    fn instruction(&mut self, number: usize) -> Option<Instruction> {
        let word = self.words().get(number)?;
        Some(Instruction {
            line: word.line as usize,
            bytes: Some(word.hex.clone()),
            text: word.text.trim().to_owned(),
            symbol: None,
        })
    }

    fn instruction_in(&mut self, line: usize) -> Option<usize> {
        let words = self.words();
        // They are in the order of lines.
        let index = words.partition_point(|it| (it.line as usize) < line);
        let is_there = words.get(index).is_some_and(|it| it.line as usize == line);
        is_there.then_some(index)
    }

    fn scopes(&mut self, (thread, frame): (usize, usize), _: Language) -> Vec<Scope> {
        let machine = self.debugger.machine();
        let groups = machine.groups(thread, frame).into_iter();
        let groups: Vec<_> = groups.map(|it| (it, machine.describe(it))).collect();
        let groups = groups.into_iter().enumerate();
        groups
            .map(|(index, (group, described))| Scope {
                presentation_hint: (index == 0).then_some("locals"),
                // Only the first one is opened.
                expensive: index > 0,
                variables_reference: self.give(group, 0..described.parts),
                name: described.name,
            })
            .collect()
    }

    fn variables(
        &mut self,
        arguments: &VariablesArguments,
        asking: Asking<'_>,
    ) -> Done<Vec<Variable>> {
        self.listed(arguments, asking.pages)
    }

    fn evaluate(&mut self, arguments: &EvaluateArguments) -> Done<EvaluateResponse> {
        self.value_of(arguments)
    }

    fn set_variable(&mut self, list: i64, name: &str, value: &str) -> Done<Changed> {
        let location = self.part_named(list, name);
        let location = location.ok_or_else(|| message!("`{name}` cannot be changed", name))?;
        self.set(location, value)
    }

    fn set_expression(&mut self, text: &str, value: &str) -> Done<Changed> {
        let location = self.settable(text)?;
        self.set(location, value)
    }

    fn watchable_in(&self, list: i64, name: &str) -> Option<Result<Watched, Message>> {
        let part = self.part_named(list, name)?;
        let described = self.debugger.machine().describe(part);
        Some(self.debugger.watchable(&described.expression))
    }

    fn watchable_bytes(&self, _: &str, _: i64) -> Result<Watched, Message> {
        Err(message!("values have names here, and no addresses"))
    }

    fn complete(&self, before: &str) -> (usize, Vec<Candidate>) {
        let is_of_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '%' | '@' | '.');
        let word = &before[before.trim_end_matches(is_of_name).len()..];
        let machine = self.debugger.machine();
        let names = machine.names().into_iter();
        let named = names.filter(|name| name.starts_with(word));
        let candidates = named.take(super::common::COMPLETIONS_MAX).map(|name| {
            let location = machine.named(&name, None);
            (name, location.map(|it| summary(machine, it)), "variable")
        });
        (word.len(), candidates.collect())
    }

    fn extent(&self, reference: &str) -> Result<(i128, i128), Message> {
        let (memory, address) = self.memory_of(reference)?;
        let last = self.debugger.machine().memories()[memory].last;
        Ok((address.into(), i128::from(last) + 1))
    }

    fn read_bytes(&self, reference: &str, address: u64, count: usize) -> Vec<u8> {
        let Ok((memory, _)) = self.memory_of(reference) else {
            return Vec::new();
        };
        let mut bytes = vec![0; count];
        let machine = self.debugger.machine();
        machine.read_bytes(memory, address, &mut bytes);
        bytes
    }

    fn write_bytes(&mut self, reference: &str, address: u64, bytes: &[u8]) -> Result<(), Message> {
        let (memory, _) = self.memory_of(reference)?;
        self.debugger.write(memory, address, bytes)
    }
}
