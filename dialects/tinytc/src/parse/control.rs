//! Instructions with regions.

use mnc2_text::message;

use super::recover::Follower;
use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::{ByteRange, Instruction, InstructionId, Operation, Origin};
use crate::issue::Issue;
use crate::lex::TokenKind;
use crate::types::{Scalar, Type};

impl Parser<'_> {
    /// `for`, `foreach`, `if` or `parallel` after its word. The regions of a header that could not be read are still
    /// read.
    pub(super) fn control(
        &mut self,
        id: InstructionId,
        into: &mut Instruction,
        word: &str,
    ) -> Parsed<()> {
        self.scopes.open();
        let header = match word {
            "for" => self.for_header(id, into),
            "foreach" => self.foreach_header(id, into),
            "if" => self.if_header(into),
            _ => {
                into.operation = Operation::Parallel;
                Some(())
            }
        };
        if header.is_none() {
            while self.token().is_some()
                && !self.is_sign("{")
                && !self.is_sign("}")
                && !self.is_start()
            {
                self.at += 1;
            }
        }
        // What the compiler calls the place of a `foreach` ends before the bounds.
        if word != "foreach" || header.is_none() {
            into.header.end = self.end_before();
        }
        let mut is_read = header.is_some();
        let follower = match word {
            "if" => Follower::Else,
            "for" => Follower::Attributes,
            _ => Follower::None,
        };
        let start = self.place().start;
        is_read = self.region_of(into, is_read, follower);
        let end = self.end_before();
        if !is_read {
            // Those inside were read before it.
            while self
                .doubtful
                .pop_if(|inside| inside.start >= start)
                .is_some()
            {}
            self.doubtful.push(start..end);
        }
        self.close_scope(end);
        if word == "if" && !into.regions.is_empty() {
            if self.accept("else") {
                is_read &= self.region_of(into, true, Follower::None);
            } else if self.is_sign("{") {
                is_read = self
                    .unexpected::<()>(message!("`{text}`", text = "else"))
                    .is_some();
                self.region_of(into, false, Follower::None);
            }
        }
        let is_empty = self.is_sign("{") && self.second() == "}";
        let is_attributed = self.is_attributed() || is_empty;
        if word == "for" && !into.regions.is_empty() && is_attributed {
            into.attributes = Some(self.dictionary()?);
        }
        is_read.then_some(())
    }

    /// The region of an instruction; false if its brace or what is before it is missing.
    fn region_of(&mut self, into: &mut Instruction, is_read: bool, follower: Follower) -> bool {
        let is_open = self.is_sign("{");
        if !is_open && is_read {
            self.unexpected::<()>(message!("`{sign}`", sign = "{"));
        }
        if is_open || self.is_unopened() {
            let region = self.region(follower);
            into.regions.push(region);
        }
        is_open && is_read
    }

    pub(super) fn name(&mut self) -> Parsed<ByteRange> {
        if self.kind() == Some(TokenKind::Local) && !self.is_next_start() {
            return Some(self.take());
        }
        self.lost.push(self.place().start);
        self.unexpected(message!("the name of a value (`%name`)"))
    }

    fn for_header(&mut self, id: InstructionId, into: &mut Instruction) -> Parsed<()> {
        into.operation = Operation::For {
            variable_type: None,
            variable: None,
            has_step: false,
            carried: Vec::new(),
        };
        let name = self.name()?;
        let scalar = self.variable_type();
        let variable_type = scalar.map(Type::Scalar);
        let bounds = scalar.and_then(|_| self.for_bounds(into));
        let mut initial = Vec::new();
        let init = bounds.and_then(|has_step| {
            if self.is_word("init") {
                initial = self.initial_values(into)?;
                self.expect("->")?;
                into.result_types = self.types()?;
            }
            Some(has_step)
        });
        let variable = self.define(name, variable_type, Origin::LoopVariable(id));
        let mut carried = Vec::new();
        for (index, name) in initial.into_iter().enumerate() {
            let ty = into.result_types.get(index).and_then(|(ty, _)| ty.clone());
            carried.push(self.define(name, ty, Origin::Carried(id, index as u32)));
        }
        into.operation = Operation::For {
            variable_type: scalar,
            variable: Some(variable),
            has_step: init == Some(true),
            carried,
        };
        init.map(|_| ())
    }

    /// The bounds; whether there is a step.
    fn for_bounds(&mut self, into: &mut Instruction) -> Parsed<bool> {
        self.expect("=")?;
        let from = self.operand()?;
        into.operands.push(from);
        self.expect(",")?;
        let to = self.operand()?;
        into.operands.push(to);
        let has_step = self.accept(",");
        if has_step {
            let step = self.operand()?;
            into.operands.push(step);
        }
        Some(has_step)
    }

    /// The names of the values that the loop carries; their initial values become operands.
    fn initial_values(&mut self, into: &mut Instruction) -> Parsed<Vec<ByteRange>> {
        self.expect("init")?;
        self.expect("(")?;
        let mut names = Vec::new();
        loop {
            names.push(self.name()?);
            self.expect("=")?;
            let value = self.operand()?;
            into.operands.push(value);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Some(names)
    }

    fn foreach_header(&mut self, id: InstructionId, into: &mut Instruction) -> Parsed<()> {
        let mut names = Vec::new();
        let mut scalar: Option<Scalar> = None;
        let mut lower_count = 0;
        let read = (|| {
            self.expect("(")?;
            loop {
                names.push(self.name()?);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
            scalar = Some(self.variable_type()?);
            into.header.end = self.end_before();
            self.expect("=")?;
            into.operands = self.list(false)?;
            lower_count = into.operands.len() as u32;
            self.expect(",")?;
            let mut upper = self.list(false)?;
            into.operands.append(&mut upper);
            Some(())
        })();
        let count = names.len();
        let place = names
            .first()
            .zip(names.last())
            .map(|(first, last)| first.start..last.end);
        let mut variables = Vec::new();
        for name in names {
            variables.push(self.define(name, scalar.map(Type::Scalar), Origin::LoopVariable(id)));
        }
        let upper_count = into.operands.len() - lower_count as usize;
        if let Some(place) = place
            && read.is_some()
            && count != lower_count as usize
            && lower_count as usize == upper_count
        {
            let issue = Issue::new(
                Code::BoundsCount,
                place,
                message!(
                    "{count:# variable|# variables} for {bounds:# bound|# bounds}",
                    count,
                    bounds = upper_count
                ),
            );
            self.issues.push(issue);
        }
        into.operation = Operation::Foreach {
            variable_type: scalar,
            variables,
            lower_count,
        };
        read
    }

    fn if_header(&mut self, into: &mut Instruction) -> Parsed<()> {
        into.operation = Operation::If;
        let condition = self.operand()?;
        into.operands.push(condition);
        if self.accept("->") {
            into.result_types = self.types()?;
        }
        Some(())
    }
}
