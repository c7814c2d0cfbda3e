//! Instructions with the names of their results.

use mnc2_text::message;

use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::{ByteRange, Instruction, InstructionId, Operation, Origin};
use crate::issue::Issue;
use crate::lex::TokenKind;
use crate::table::{self, Row};

impl Parser<'_> {
    /// An instruction, whose first token is the name of a result; `None` if there are names without one. `is_said` if it is known that
    /// a name is missing.
    pub(super) fn instruction(&mut self, is_said: bool) -> Option<InstructionId> {
        let start = self.place().start;
        let (names, is_missing) = self.result_names();
        let is_said = is_said || is_missing;
        let is_assigned = self.is_sign("=") || !is_said;
        let is_assigned = is_assigned && self.expect("=").is_some();
        let begins_here = self.is_instruction() && self.is_same_line();
        if !(is_assigned || begins_here) {
            self.skip();
            // Names that are known are operands of something.
            let is_new = |name: &ByteRange| !self.is_known(self.part(name));
            let names = names.into_iter().filter(is_new).collect();
            self.define_results(names, None);
            return None;
        }
        let row = Row::find(self.version, self.word());
        let is_other = self.is_next_start() && row.is_none_or(|row| !row.has_result(self.version));
        if is_other || !self.is_instruction() {
            if is_other {
                self.missing::<()>(message!("an instruction is missing at the end of the line"));
            } else {
                self.unexpected::<()>(message!("an instruction"));
            }
            let before = self.at;
            self.skip();
            // A word that begins an instruction was not part of this one.
            let read = self.types_in(before);
            self.define_results(names, read);
            return None;
        }
        Some(self.operation(start, names, is_said))
    }

    /// The names in front of an instruction, and whether one is missing.
    fn result_names(&mut self) -> (Vec<ByteRange>, bool) {
        let mut names = vec![self.take()];
        loop {
            if !self.accept(",") {
                let is_next = self.kind() == Some(TokenKind::Local) && self.is_same_line();
                if !is_next || !self.is_assigned() {
                    return (names, false);
                }
                self.unexpected::<()>(message!("`{text}`", text = ","));
            }
            match self.name() {
                Some(name) => names.push(name),
                None => break,
            }
        }
        // The instruction determines how many names are missing.
        self.lost.pop();
        (names, true)
    }

    /// An instruction, whose word is next, after the names of its results; `is_said` if it is known that one is missing.
    pub(super) fn operation(
        &mut self,
        start: u32,
        names: Vec<ByteRange>,
        is_said: bool,
    ) -> InstructionId {
        let has_results = !names.is_empty();
        let word = self.take();
        let id = InstructionId(self.function.instructions.len() as u32);
        let new = self.new_instruction(start, word.clone());
        self.function.instructions.push(new.clone());
        let mut instruction = new;
        let before = self.at;
        let spelled = self.part(&word).to_owned();
        let key = table::key(self.version, &spelled).unwrap_or_default();
        let read = self.body(id, &mut instruction, key);
        instruction.is_whole = read.is_some();
        if read.is_none() {
            self.skip();
            if instruction.result_types.is_empty() && has_results {
                instruction.result_types = self.types_in(before).into_iter().collect();
            }
        }
        if instruction.regions.is_empty() {
            instruction.header.end = self.end_before().max(word.end);
        }
        instruction.range.end = self.end_before().max(word.end);
        self.results(id, &mut instruction, names, is_said);
        if matches!(spelled.as_str(), "hadamard_product" | "lifetime_stop") {
            let mut issue = Issue::new(
                Code::OtherVersion,
                word.clone(),
                message!(
                    "the compiler rejects `{word}`, which only its specification has",
                    word = spelled.clone()
                ),
            );
            if spelled == "hadamard_product" {
                issue = issue.fix(
                    message!("write `{word}`", word = "hadamard"),
                    word,
                    "hadamard",
                );
            }
            self.issues.push(issue);
        }
        self.function.instructions[id.0 as usize] = instruction;
        id
    }

    /// The type after the last colon of an instruction that could not be read.
    fn types_in(&mut self, from: usize) -> Option<super::types::Placed> {
        let end = self.at;
        let colon = (from..end)
            .rev()
            .find(|&at| self.part(&self.tokens[at].range) == ":")?;
        let issues = self.issues.len();
        self.at = colon + 1;
        let found = self.ty();
        self.issues.truncate(issues);
        let is_inside = self.at <= end;
        self.at = end;
        found.filter(|_| is_inside)
    }

    /// Names whose instruction was not read: they all may have the type that the text states.
    fn define_results(&mut self, names: Vec<ByteRange>, ty: Option<super::types::Placed>) {
        let ty = ty.and_then(|(ty, _)| ty).filter(|_| names.len() == 1);
        for name in names {
            self.define(name, ty.clone(), Origin::Parameter);
        }
    }

    /// Defines the results, and compares their number with the number of names.
    fn results(
        &mut self,
        id: InstructionId,
        instruction: &mut Instruction,
        names: Vec<ByteRange>,
        is_said: bool,
    ) {
        let types = &instruction.result_types;
        let can_be_nameless =
            matches!(instruction.operation, Operation::For { .. } | Operation::If);
        let is_wrong = names.len() != types.len() && !(names.is_empty() && can_be_nameless);
        if is_wrong || is_said {
            let missing = types.len().saturating_sub(names.len());
            self.lost.extend(vec![instruction.word.start; missing]);
            // An instruction with too many names is perhaps not the intended one.
            for name in names.iter().skip(types.len()) {
                let name = super::normal(self.part(name));
                self.function.unread.insert(name.to_owned());
            }
        }
        if is_wrong && instruction.is_whole && !is_said {
            let (place, message) = if names.is_empty() {
                (
                    instruction.word.clone(),
                    message!("the result needs a name: `%name = ..`"),
                )
            } else {
                let place = names[0].start..names[names.len() - 1].end;
                (
                    place,
                    message!(
                        "{names:# name|# names} for {results:# result|# results}",
                        names = names.len(),
                        results = types.len()
                    ),
                )
            };
            self.issues
                .push(Issue::new(Code::ResultCount, place, message));
        }
        for (index, name) in names.into_iter().enumerate() {
            let ty = instruction
                .result_types
                .get(index)
                .and_then(|(ty, _)| ty.clone());
            let value = self.define(name, ty, Origin::Result(id, index as u32));
            instruction.results.push(value);
        }
    }

    pub(super) fn operands(&mut self, into: &mut Instruction, count: usize) -> Parsed<()> {
        for index in 0..count {
            if index > 0 {
                self.expect(",")?;
            }
            let operand = self.operand()?;
            into.operands.push(operand);
        }
        Some(())
    }

    /// A colon and the type of the result.
    pub(super) fn result(&mut self, into: &mut Instruction) -> Parsed<()> {
        let place = self.place();
        if self.is_sign("->") {
            self.unexpected::<()>(message!("`{text}`", text = ":"));
            if let Some(issue) = self.issues.pop() {
                let title = message!("write `{text}`", text = ":");
                self.issues.push(issue.fix(title, place, ":"));
            }
            self.take();
        } else {
            self.expect(":")?;
        }
        let ty = self.ty()?;
        into.result_types.push(ty);
        Some(())
    }
}
