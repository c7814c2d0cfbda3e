//! What a debugger lists: the values in scope by region, memrefs and matrices by row and element, one for each work-item where
//! work-items differ.

use std::ops::Range;

use mnc2_text::machine_locations::not_settable;
use mnc2_text::{Described, Location, Locations, Message, Number as Shown, message};

use super::Machine;
use super::code::component;
use super::number::{Number, round, wrap};
use super::value::{Slot, Value, View};
use crate::types::{Numbers, Scalar, Type};

/// First indices of locations.
mod kind {
    /// The next index is the number of regions around it.
    pub(super) const REGION: u64 = 0;
    pub(super) const ARGUMENTS: u64 = 1;
    pub(super) const WORK_GROUP: u64 = 2;
    /// The next indices are the value, the work-item where they differ, the memref of a group, and the indices of an
    /// element.
    pub(super) const VALUE: u64 = 3;
    /// The same for the value with that name that is in scope.
    pub(super) const NAME: u64 = 4;
    /// What the function computed, after the end.
    pub(super) const RESULTS: u64 = 5;
}

/// What is at the end of a path.
enum Found<'a> {
    /// Work-items have values of their own: how many.
    Items(usize),
    Value(&'a Value),
    View(&'a View),
    /// The row of a memref of two modes.
    Row(&'a View),
    /// An element of a memref, by its place in the buffer.
    Element(&'a View, usize),
    /// The row of a matrix.
    MatrixRow(&'a super::value::Matrix),
    Component(Number),
}

impl Machine {
    /// The value with a name where the run is, if there are several.
    fn in_scope_as(&self, value: usize) -> usize {
        let name = &self.code.values[value].name;
        let named = |it: &usize| self.code.values[*it].name == *name;
        self.named_in_scope()
            .into_iter()
            .find(named)
            .unwrap_or(value)
    }

    /// The value of a location, and the rest of its path.
    fn value_of_path<'p>(&self, path: &'p [u64]) -> Option<(usize, &'p [u64])> {
        let (value, rest) = match path {
            [kind::VALUE, value, rest @ ..] => (*value as usize, rest),
            [kind::NAME, value, rest @ ..] => (self.in_scope_as(*value as usize), rest),
            _ => return None,
        };
        (value < self.slots.len()).then_some((value, rest))
    }

    fn find(&self, path: &[u64]) -> Option<Found<'_>> {
        let (value, rest) = self.value_of_path(path)?;
        let parameter = self.code.parameters.iter().position(|it| *it == value);
        // After the end no slot holds what a work-group computed of its arguments.
        let slot = match (&self.slots[value], parameter) {
            (Slot::Unset, Some(index)) => &self.arguments[index],
            (slot, _) => slot,
        };
        let (value, rest) = match (slot, rest) {
            (Slot::Unset, _) => return None,
            (Slot::Uniform(value), rest) => (value, rest),
            (Slot::Varying(values), []) => return Some(Found::Items(values.len())),
            (Slot::Varying(values), [item, rest @ ..]) => (values.get(*item as usize)?, rest),
        };
        match (value, rest) {
            (Value::View(view), rest) => find_in_view(view, rest),
            (Value::Group(views), [index, rest @ ..]) => {
                find_in_view(views.get(*index as usize)?, rest)
            }
            (Value::Matrix(matrix), [row]) => {
                (*row < matrix.rows as u64).then_some(Found::MatrixRow(matrix))
            }
            (Value::Matrix(matrix), [row, column]) => {
                let at = *row as usize + *column as usize * matrix.rows;
                let is_there = *row < matrix.rows as u64 && *column < matrix.columns as u64;
                matrix
                    .numbers
                    .get(at)
                    .copied()
                    .filter(|_| is_there)
                    .map(Found::Component)
            }
            (value, []) => Some(Found::Value(value)),
            _ => None,
        }
    }

    /// How many parts there are, and whether they are numbered.
    fn count(&self, found: &Found<'_>) -> u64 {
        match found {
            Found::Items(count) => *count as u64,
            Found::Value(Value::Number(_)) | Found::Element(..) | Found::Component(_) => 0,
            Found::Value(Value::Group(views)) => views.len() as u64,
            Found::Value(Value::Matrix(matrix)) => matrix.rows as u64,
            Found::Value(Value::View(view)) => count_of_view(view),
            Found::View(view) => count_of_view(view),
            Found::Row(view) => view.shape[1].max(0) as u64,
            Found::MatrixRow(matrix) => matrix.columns as u64,
        }
    }

    fn shape(found: &Found<'_>) -> String {
        let joined = |sizes: &[i64]| {
            let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
            sizes.join("x")
        };
        match found {
            Found::Value(Value::View(view)) if view.shape.len() > 1 => joined(&view.shape),
            Found::View(view) if view.shape.len() > 1 => joined(&view.shape),
            Found::Value(Value::Matrix(matrix)) => format!("{}x{}", matrix.rows, matrix.columns),
            _ => String::new(),
        }
    }

    /// The values that a group lists.
    fn listed(&self, path: &[u64]) -> Vec<usize> {
        match path {
            [kind::REGION, depth] => self.values_of_region(*depth as usize),
            [kind::ARGUMENTS] => self.code.parameters.clone(),
            [kind::RESULTS] => self.in_scope(),
            _ => Vec::new(),
        }
    }

    fn work_group_parts(&self) -> [(&'static str, String); 3] {
        let [rows, columns] = self.code.work_group;
        [
            ("group_id", format!("{} of {}", self.group, self.groups)),
            ("subgroup_size", self.code.subgroup_size.to_string()),
            ("work_group_size", format!("{rows} x {columns}")),
        ]
    }

    /// The scalar type of a value, or of its elements; `None` of truth values.
    fn scalar_of(&self, value: usize) -> Option<Scalar> {
        match &self.code.values[value].ty {
            Type::Memref(memref) => Some(memref.element),
            Type::Group(group) => Some(group.memref.element),
            other => component(other),
        }
    }
}

fn find_in_view<'a>(view: &'a View, rest: &[u64]) -> Option<Found<'a>> {
    match (view.shape.as_slice(), rest) {
        (_, []) => Some(Found::View(view)),
        ([rows, _], [row]) => (*row < *rows as u64).then_some(Found::Row(view)),
        ([_, _], [row, column]) => {
            let at = view.at([*row as i64, *column as i64]).ok()?;
            Some(Found::Element(view, at))
        }
        (_, [index]) => {
            let mut left = *index;
            if left >= view.count() {
                return None;
            }
            let modes = view.shape.iter().zip(&view.stride);
            let at = modes.fold(view.offset, |at, (&size, &stride)| {
                let size = size.max(1) as u64;
                let here = left % size;
                left /= size;
                at + here as i64 * stride
            });
            Some(Found::Element(view, at as usize))
        }
        _ => None,
    }
}

/// A memref of two modes is listed by row, any other one by element, the first mode fastest.
fn count_of_view(view: &View) -> u64 {
    match view.shape.as_slice() {
        [rows, _] => (*rows).max(0) as u64,
        _ => view.count(),
    }
}

fn shown(number: Number) -> Option<Shown> {
    Some(match number {
        Number::Boolean(truth) => Shown::Whole(truth.into()),
        Number::Integer(number) => Shown::Whole(number.into()),
        Number::Float(number) => Shown::Real(number),
        Number::Complex(..) => return None,
    })
}

/// A number in a type, without a type as a truth value; `None` if it does not fit.
fn typed(number: Shown, ty: Option<Scalar>) -> Option<Number> {
    let Some(ty) = ty else {
        return match number.whole()? {
            0 => Some(Number::Boolean(false)),
            1 => Some(Number::Boolean(true)),
            _ => None,
        };
    };
    match ty.numbers() {
        Numbers::Integer => {
            let whole = i64::try_from(number.whole()?).ok()?;
            (wrap(whole, ty) == whole).then_some(Number::Integer(whole))
        }
        Numbers::Floating => Some(Number::Float(round(number.real(), ty))),
        Numbers::Complex => Some(Number::Complex(round(number.real(), ty), 0.0)),
    }
}

impl Locations for Machine {
    fn groups(&self, _thread: usize, frame: usize) -> Vec<Location> {
        let ended = self
            .frames
            .is_empty()
            .then_some(Location::new(&[kind::RESULTS]));
        let outside = self.frames.len().saturating_sub(frame);
        let regions = (0..outside).rev();
        let regions = regions.map(|depth| Location::new(&[kind::REGION, depth as u64]));
        let rest = [kind::ARGUMENTS, kind::WORK_GROUP].map(|kind| Location::new(&[kind]));
        ended.into_iter().chain(regions).chain(rest).collect()
    }

    fn describe(&self, at: Location) -> Described {
        let path = at.path();
        let group = |name: String, parts: usize| Described {
            name,
            parts: parts as u64,
            ..Described::default()
        };
        match path {
            [kind::REGION, depth] => {
                return group(self.frame_name(*depth as usize), self.listed(path).len());
            }
            [kind::ARGUMENTS] => return group("arguments".into(), self.listed(path).len()),
            [kind::RESULTS] => return group("values".into(), self.listed(path).len()),
            [kind::WORK_GROUP] => return group(format!("@{}", self.code.name), 3),
            [kind::WORK_GROUP, index] => {
                let [first, second, third] = self.work_group_parts();
                let (name, value) = [first, second, third]
                    .into_iter()
                    .nth(*index as usize)
                    .unwrap_or_default();
                return Described {
                    value,
                    ..group(name.to_owned(), 0)
                };
            }
            _ => {}
        }
        let Some((value, rest)) = self.value_of_path(path) else {
            return Described::default();
        };
        let whole = format!("%{}", self.code.values[value].name);
        let indices: String = rest.iter().map(|index| format!("[{index}]")).collect();
        let name = match rest.last() {
            Some(last) => format!("[{last}]"),
            None => whole.clone(),
        };
        let found = self.find(path);
        let value = match &found {
            Some(Found::Value(Value::Number(number))) => number.plain(),
            Some(Found::Component(number)) => number.plain(),
            Some(Found::Element(view, at)) => match self.memory.peek(view.buffer, *at) {
                Some(number) => number.plain(),
                None => "?".to_owned(),
            },
            Some(found) => Self::shape(found),
            None => String::new(),
        };
        let parts = found.as_ref().map_or(0, |found| self.count(found));
        Described {
            name,
            expression: whole + &indices,
            value,
            parts,
            is_indexed: parts > 0,
            is_settable: matches!(
                found,
                Some(Found::Value(Value::Number(_)) | Found::Element(..))
            ),
            memory: None,
        }
    }

    fn parts(&self, at: Location, range: Range<u64>) -> Vec<Location> {
        let path = at.path();
        let count = range.end.saturating_sub(range.start) as usize;
        match path.first() {
            Some(&(kind::REGION | kind::ARGUMENTS | kind::RESULTS)) => {
                let listed = self.listed(path).into_iter();
                let listed = listed.skip(range.start as usize).take(count);
                listed
                    .map(|value| Location::new(&[kind::VALUE, value as u64]))
                    .collect()
            }
            Some(&kind::WORK_GROUP) if path.len() == 1 => (range.start..range.end.min(3))
                .map(|index| at.part(index))
                .collect(),
            _ => {
                let parts = self.find(path).map_or(0, |found| self.count(&found));
                (range.start..range.end.min(parts))
                    .map(|index| at.part(index))
                    .collect()
            }
        }
    }

    fn named(&self, name: &str, _thread: Option<usize>) -> Option<Location> {
        if name == "arguments" {
            return Some(Location::new(&[kind::ARGUMENTS]));
        }
        let name = name.strip_prefix('%')?;
        let mut all = (0..self.code.values.len()).filter(|it| self.code.values[*it].name == name);
        let first = all.next()?;
        let is_only = all.next().is_none();
        // Sibling regions can use a name again: the position of the run determines the value.
        let kind = if is_only { kind::VALUE } else { kind::NAME };
        Some(Location::new(&[kind, first as u64]))
    }

    fn names(&self) -> Vec<String> {
        let scope = self.named_in_scope().into_iter();
        let all = scope.chain(self.code.parameters.iter().copied());
        all.map(|value| format!("%{}", self.code.values[value].name))
            .collect()
    }

    fn number(&self, at: Location) -> Option<Shown> {
        match self.find(at.path())? {
            Found::Value(Value::Number(number)) => shown(*number),
            Found::Component(number) => shown(number),
            Found::Element(view, at) => shown(self.memory.peek(view.buffer, at)?),
            _ => None,
        }
    }

    fn set(&mut self, at: Location, number: Shown) -> Result<(), Message> {
        let described = self.describe(at);
        let refused = || not_settable(&described.expression);
        let (value, rest) = self.value_of_path(at.path()).ok_or_else(refused)?;
        let new = typed(number, self.scalar_of(value)).ok_or_else(|| {
            let text = number.to_string();
            message!("`{text}` is not a value of this type", text)
        })?;
        if let Some(Found::Element(view, element)) = self.find(at.path()) {
            let buffer = view.buffer;
            self.memory.preset(buffer, element, new);
            return Ok(());
        }
        let slot = match (&mut self.slots[value], rest) {
            (Slot::Uniform(slot), []) => Some(slot),
            (Slot::Varying(slots), [item]) => slots.get_mut(*item as usize),
            _ => None,
        };
        match slot {
            Some(slot @ Value::Number(_)) => *slot = Value::Number(new),
            _ => return Err(refused()),
        }
        if let Some(index) = self.code.parameters.iter().position(|it| *it == value) {
            self.arguments[index] = self.slots[value].clone();
        }
        Ok(())
    }
}
