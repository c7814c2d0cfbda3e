//! Memory: buffers of elements, the elements that are initialised, and the accesses to them.
//!
//! A buffer is the memory of an argument, or of an `alloca`. Copies of a machine share buffers until one of the copies writes.

use std::sync::Arc;

use half::{bf16, f16};
use mnc2_text::{Message, message};

use super::number::Number;
use super::race::{Access, Conflict, Marks};
use super::value::{BufferId, View};
use crate::types::Scalar;

/// The bytes of elements and of marks that a run may hold.
pub const MEMORY_BYTES_MAX: u64 = 1 << 29;

/// Declares the elements of a buffer in their own types.
macro_rules! elements {
    ($($variant:ident $type:ty, $zero:expr, $scalar:pat, $get:expr, $set:expr;)*) => {
        #[derive(Clone, Debug)]
        enum Elements {
            $($variant(Vec<$type>),)*
        }

        impl Elements {
            fn new(ty: Scalar, count: usize) -> Self {
                match ty {
                    $($scalar => Self::$variant(vec![$zero; count]),)*
                }
            }

            fn len(&self) -> usize {
                match self {
                    $(Self::$variant(all) => all.len(),)*
                }
            }

            fn get(&self, at: usize) -> Number {
                match self {
                    $(Self::$variant(all) => $get(all[at]),)*
                }
            }

            fn set(&mut self, at: usize, number: Number) {
                match self {
                    $(Self::$variant(all) => all[at] = $set(number),)*
                }
            }
        }
    };
}

elements! {
    I8 i8, 0, Scalar::I8, |it| Number::Integer(i64::from(it)), |it: Number| it.integer() as i8;
    I16 i16, 0, Scalar::I16, |it| Number::Integer(i64::from(it)), |it: Number| it.integer() as i16;
    I32 i32, 0, Scalar::I32, |it| Number::Integer(i64::from(it)), |it: Number| it.integer() as i32;
    I64 i64, 0, Scalar::I64 | Scalar::Index, Number::Integer, Number::integer;
    Bf16 bf16, bf16::ZERO, Scalar::Bf16, |it: bf16| Number::Float(it.to_f64()), |it| bf16::from_f32(real(it) as f32);
    F16 f16, f16::ZERO, Scalar::F16, |it: f16| Number::Float(it.to_f64()), |it| f16::from_f32(real(it) as f32);
    F32 f32, 0.0, Scalar::F32, |it| Number::Float(f64::from(it)), |it| real(it) as f32;
    F64 f64, 0.0, Scalar::F64, Number::Float, real;
    C32 [f32; 2], [0.0; 2], Scalar::C32,
        |[re, im]: [f32; 2]| Number::Complex(f64::from(re), f64::from(im)),
        |it| [real(it) as f32, imaginary(it) as f32];
    C64 [f64; 2], [0.0; 2], Scalar::C64,
        |[re, im]: [f64; 2]| Number::Complex(re, im),
        |it| [real(it), imaginary(it)];
}

const fn real(number: Number) -> f64 {
    match number {
        Number::Float(number) | Number::Complex(number, _) => number,
        _ => 0.0,
    }
}

const fn imaginary(number: Number) -> f64 {
    match number {
        Number::Complex(_, number) => number,
        _ => 0.0,
    }
}

/// A buffer with the marks of its accesses.
#[derive(Clone, Debug)]
struct Buffer {
    elements: Arc<Elements>,
    /// A bit for each element that has a value; none if all have.
    known: Option<Arc<Vec<u64>>>,
    marks: Marks,
    is_alive: bool,
    is_written: bool,
    /// Whether it is an argument that is not given.
    is_missing: bool,
    bytes: u64,
}

/// All buffers of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    buffers: Vec<Buffer>,
    bytes: u64,
}

impl Memory {
    /// A buffer whose elements have no values.
    ///
    /// # Errors
    /// With a sentence, if a run may not hold so much.
    pub(super) fn allocate(&mut self, ty: Scalar, count: u64) -> Result<BufferId, Message> {
        let bytes = count.saturating_mul(u64::from(ty.size_bytes()));
        self.take(bytes)?;
        let count = count as usize;
        self.buffers.push(Buffer {
            elements: Arc::new(Elements::new(ty, count)),
            known: Some(Arc::new(vec![0; count.div_ceil(64)])),
            marks: Marks::default(),
            is_alive: true,
            is_written: false,
            is_missing: false,
            bytes,
        });
        Ok(BufferId(self.buffers.len() - 1))
    }

    /// The buffer of an argument that is not given: its elements have no values.
    ///
    /// # Errors
    /// With a sentence, if a run may not hold so much.
    pub(super) fn argument(&mut self, ty: Scalar, count: u64) -> Result<BufferId, Message> {
        let id = self.allocate(ty, count)?;
        self.buffers[id.0].is_missing = true;
        Ok(id)
    }

    /// A buffer with values.
    ///
    /// # Errors
    /// With a sentence, if a run may not hold so much.
    pub(super) fn given(
        &mut self,
        ty: Scalar,
        values: &[Option<Number>],
    ) -> Result<BufferId, Message> {
        let id = self.allocate(ty, values.len() as u64)?;
        let buffer = &mut self.buffers[id.0];
        let elements = Arc::make_mut(&mut buffer.elements);
        for (at, value) in values.iter().enumerate() {
            if let Some(value) = value {
                elements.set(at, *value);
            }
        }
        if values.iter().all(Option::is_some) {
            buffer.known = None;
        } else if let Some(known) = &mut buffer.known {
            let known = Arc::make_mut(known);
            for (at, value) in values.iter().enumerate() {
                known[at / 64] |= u64::from(value.is_some()) << (at % 64);
            }
        }
        Ok(id)
    }

    /// Gives an element of a buffer its value before a run.
    pub(super) fn preset(&mut self, id: BufferId, at: usize, value: Number) {
        let buffer = &mut self.buffers[id.0];
        Arc::make_mut(&mut buffer.elements).set(at, value);
        if let Some(known) = &mut buffer.known {
            Arc::make_mut(known)[at / 64] |= 1 << (at % 64);
        }
    }

    /// Marks all elements of a buffer as initialized.
    pub(super) fn complete(&mut self, id: BufferId) {
        self.buffers[id.0].known = None;
    }

    fn take(&mut self, bytes: u64) -> Result<(), Message> {
        let total = self.bytes.saturating_add(bytes);
        if total > MEMORY_BYTES_MAX {
            let limit = MEMORY_BYTES_MAX;
            return Err(message!(
                "a run holds at most {limit} bytes of memory",
                limit
            ));
        }
        self.bytes = total;
        Ok(())
    }

    /// Bytes that it holds.
    pub(super) fn size_bytes(&self) -> u64 {
        self.bytes
    }

    /// How many buffers there are; buffers of inner regions come last.
    pub(super) fn count(&self) -> usize {
        self.buffers.len()
    }

    /// Frees all buffers after this number.
    pub(super) fn free(&mut self, count: usize) {
        for buffer in self.buffers.drain(count.min(self.buffers.len())..) {
            self.bytes -= buffer.bytes + buffer.marks.size_bytes();
        }
    }

    /// Ends the life of a buffer. What reads or writes it later stops.
    pub(super) fn stop(&mut self, id: BufferId) {
        self.buffers[id.0].is_alive = false;
    }

    /// How many elements a buffer has.
    pub(super) fn len(&self, id: BufferId) -> usize {
        self.buffers[id.0].elements.len()
    }

    /// Whether the program wrote a buffer.
    pub(super) fn is_written(&self, id: BufferId) -> bool {
        self.buffers[id.0].is_written
    }

    /// An element without a trace; `None` if it has no value.
    pub(super) fn peek(&self, id: BufferId, at: usize) -> Option<Number> {
        let buffer = &self.buffers[id.0];
        let is_known = at < buffer.elements.len() && buffer.is_known(at);
        is_known.then(|| buffer.elements.get(at))
    }

    /// Reads the element of a view at an address of its buffer.
    pub(super) fn read(
        &mut self,
        view: &View,
        at: usize,
        access: Access,
    ) -> Result<Number, Message> {
        let number = self.value(view, at)?;
        self.mark(view, at, access.reading())?;
        Ok(number)
    }

    /// Writes an element at an address of the buffer of a view.
    pub(super) fn write(
        &mut self,
        view: &View,
        at: usize,
        number: Number,
        access: Access,
    ) -> Result<(), Message> {
        let buffer = &self.buffers[view.buffer.0];
        buffer.alive()?;
        let stored = buffer.is_known(at).then(|| buffer.elements.get(at));
        // A write of the value that is already there is recorded as a read: it conflicts only with writes of other values.
        let is_same = stored.is_some_and(|stored| stored.is_same(number));
        if is_same && !access.is_atomic {
            self.remember(view, at, access.reading())?;
        } else {
            self.mark(view, at, access.writing())?;
        }
        let buffer = &mut self.buffers[view.buffer.0];
        buffer.is_written = true;
        if let Some(known) = &mut buffer.known {
            let bit = 1 << (at % 64);
            if known[at / 64] & bit == 0 {
                Arc::make_mut(known)[at / 64] |= bit;
            }
        }
        if !is_same {
            Arc::make_mut(&mut buffer.elements).set(at, number);
        }
        Ok(())
    }

    fn value(&self, view: &View, at: usize) -> Result<Number, Message> {
        let buffer = &self.buffers[view.buffer.0];
        buffer.alive()?;
        if !buffer.is_known(at) {
            return Err(match buffer.is_missing {
                true => message!(
                    "this element of an argument that is not given is read; write a JSON object to a file that `mnc2 run --mem FILE` reads, or that has the program's name with `.in.json`"
                ),
                false => message!("this element is read, and nothing was written to it"),
            });
        }
        Ok(buffer.elements.get(at))
    }

    fn mark(&mut self, view: &View, at: usize, access: Access) -> Result<(), Message> {
        if !access.is_followed() {
            return Ok(());
        }
        if let Some(conflict) = self.buffers[view.buffer.0].marks.conflict(at, access) {
            return Err(race(&conflict, access));
        }
        self.remember(view, at, access)
    }

    fn remember(&mut self, view: &View, at: usize, access: Access) -> Result<(), Message> {
        if !access.is_followed() {
            return Ok(());
        }
        let buffer = &mut self.buffers[view.buffer.0];
        let before = buffer.marks.size_bytes();
        buffer.marks.remember(at, access);
        let grown = buffer.marks.size_bytes() - before;
        if grown > 0 {
            self.take(grown)?;
        }
        Ok(())
    }
}

impl Buffer {
    fn is_known(&self, at: usize) -> bool {
        let known = self.known.as_ref();
        known.is_none_or(|known| known[at / 64] >> (at % 64) & 1 == 1)
    }

    fn alive(&self) -> Result<(), Message> {
        if self.is_alive {
            Ok(())
        } else {
            Err(message!("this memory is used after `lifetime_stop`"))
        }
    }
}

fn race(conflict: &Conflict, access: Access) -> Message {
    let (first, second) = (conflict.first(), conflict.second());
    match (conflict.is_between_groups(), access.is_write()) {
        (true, true) => message!(
            "race: work-group {second} writes an element that work-group {first} reads or writes, in no order",
            second,
            first
        ),
        (true, false) => message!(
            "race: work-group {second} reads an element that work-group {first} writes, in no order",
            second,
            first
        ),
        (false, true) => message!(
            "race: work-item {second} writes an element that work-item {first} reads or writes, in no order",
            second,
            first
        ),
        (false, false) => message!(
            "race: work-item {second} reads an element that work-item {first} writes, in no order",
            second,
            first
        ),
    }
}
