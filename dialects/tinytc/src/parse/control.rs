//! Instructions with regions.

use mnc2_text::message;

use super::recover::Follower;
use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::{ByteRange, Instruction, InstructionId, Operation, Origin, Tile, ValueId};
use crate::issue::{Elsewhere, Issue};
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
            "foreach" | "foreach_tile" => self.foreach_header(id, into, word == "foreach_tile"),
            "cooperative_matrix_apply" => self.apply_header(id, into),
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
        // What the compiler of 2025-02 calls the place of a `foreach` ends before the bounds.
        if word != "foreach" || header.is_none() || self.version.is_04() {
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
        if word == "for" && !into.regions.is_empty() {
            self.loop_attributes(into)?;
        }
        is_read.then_some(())
    }

    /// The attributes after a loop, which begin with the word `attributes` in 0.4 alone.
    fn loop_attributes(&mut self, into: &mut Instruction) -> Parsed<()> {
        let label = "attributes";
        let place = self.place();
        let is_labelled = self.accept(label);
        let is_empty = self.is_sign("{") && self.second() == "}";
        if !(self.is_attributed() || is_empty || is_labelled) {
            return Some(());
        }
        if is_labelled != self.version.is_04() {
            let issue = if is_labelled {
                let message = message!("the attributes of a loop follow its region without a word");
                let end = self.place().start;
                let issue = Issue::new(Code::Syntax, place.clone(), message);
                let title = message!("remove `{text}`", text = label);
                issue.suggest(title, place.start..end, "")
            } else {
                let message = message!(
                    "`{text}` is missing before the attributes of a loop",
                    text = label
                );
                let issue = Issue::new(Code::Syntax, place.start..place.start + 1, message);
                let title = message!("write `{text}`", text = label);
                issue.suggest(title, place.start..place.start, label)
            };
            self.issues.push(issue.right_elsewhere(Elsewhere::Right));
        }
        into.attributes = Some(self.dictionary()?);
        Some(())
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
        let stated = self.variable_type();
        let bounds = stated.and_then(|_| self.for_bounds(into));
        let scalar = stated.and_then(|stated| stated.or_else(|| self.bound_type(into, 0)));
        let variable_type = scalar.map(Type::Scalar);
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

    /// The type of a variable without one: of its lower bound, if that is an integer.
    fn bound_type(&self, into: &Instruction, index: usize) -> Option<Scalar> {
        let bound = into.operands.get(index)?;
        let scalar = self.function.type_of(bound)?.scalar()?;
        scalar.integer_range().map(|_| scalar)
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

    /// Names in parentheses.
    fn names(&mut self, names: &mut Vec<ByteRange>) -> Parsed<()> {
        self.expect("(")?;
        loop {
            names.push(self.name()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")
    }

    /// The sizes of tiles with the most that they can be.
    fn tile_header(&mut self, sizes: &mut Vec<ByteRange>, shape: &mut Vec<i64>) -> Parsed<()> {
        self.expect("as")?;
        self.names(sizes)?;
        self.expect("<=")?;
        self.expect("(")?;
        loop {
            shape.push(self.integer()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")
    }

    fn apply_header(&mut self, id: InstructionId, into: &mut Instruction) -> Parsed<()> {
        let mut names = Vec::new();
        let read = (|| {
            self.names(&mut names)?;
            self.expect("=")?;
            let matrix = self.operand()?;
            into.operands.push(matrix);
            self.expect("->")?;
            let ty = self.ty()?;
            into.result_types.push(ty);
            Some(())
        })();
        if let (Some(()), Some(first)) = (read, names.first().filter(|_| names.len() != 3)) {
            let place = first.start..names[names.len() - 1].end;
            let message = message!("the region has three names: row, column and component");
            self.issues
                .push(Issue::new(Code::BoundsCount, place, message));
        }
        let result = into.result_types.first().and_then(|(ty, _)| ty.as_ref());
        let component = result
            .and_then(Type::coopmatrix)
            .map(|it| Type::Scalar(it.component));
        let index = Some(Type::Scalar(Scalar::I32));
        let types = [index.clone(), index, component]
            .into_iter()
            .chain(std::iter::repeat(None));
        let names = names.into_iter().zip(types);
        let origin = Origin::LoopVariable(id);
        let variables = names
            .map(|(name, ty)| self.define(name, ty, origin))
            .collect();
        into.operation = Operation::MatrixApply(variables);
        read
    }

    fn foreach_header(
        &mut self,
        id: InstructionId,
        into: &mut Instruction,
        is_tile: bool,
    ) -> Parsed<()> {
        let mut names = Vec::new();
        let (mut sizes, mut shape) = (Vec::new(), Vec::new());
        let mut stated: Option<Option<Scalar>> = None;
        let mut lower_count = 0;
        let read = (|| {
            self.names(&mut names)?;
            stated = Some(self.variable_type()?);
            into.header.end = self.end_before();
            self.expect("=")?;
            into.operands = self.list(false)?;
            lower_count = into.operands.len() as u32;
            self.expect(",")?;
            let mut upper = self.list(false)?;
            into.operands.append(&mut upper);
            if is_tile {
                self.tile_header(&mut sizes, &mut shape)?;
            }
            Some(())
        })();
        let count = names.len();
        let place = names
            .first()
            .zip(names.last())
            .map(|(first, last)| first.start..last.end);
        let lower = lower_count as usize;
        let variable_types: Vec<Option<Scalar>> = (0..count)
            .map(|index| match stated? {
                None if index < lower => self.bound_type(into, index),
                stated => stated,
            })
            .collect();
        let mut variables = |names: Vec<ByteRange>| -> Vec<ValueId> {
            let types = variable_types
                .iter()
                .copied()
                .chain(std::iter::repeat(None));
            let names = names.into_iter().zip(types);
            let define = |(name, ty): (_, Option<Scalar>)| {
                self.define(name, ty.map(Type::Scalar), Origin::LoopVariable(id))
            };
            names.map(define).collect()
        };
        let size_count = sizes.len();
        let (variables, sizes) = (variables(names), variables(sizes));
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
        if is_tile && read.is_some() && (size_count != count || shape.len() != count) {
            let message = message!(
                "{sizes:# size|# sizes} and {shape:# number|# numbers} for {count:# variable|# variables}",
                sizes = size_count,
                shape = shape.len(),
                count
            );
            self.issues
                .push(Issue::new(Code::BoundsCount, into.word.clone(), message));
        }
        into.operation = Operation::Foreach {
            variable_types,
            variables,
            lower_count,
            tile: is_tile.then_some(Tile { sizes, shape }),
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
