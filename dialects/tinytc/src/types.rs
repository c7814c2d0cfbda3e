//! Types of values, as the section *Types* of the specification has them.

use std::fmt;
use std::sync::Arc;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A truth value, `bool`.
    Boolean,
    /// A number of a scalar type.
    Scalar(Scalar),
    /// A view on memory.
    Memref(Arc<Memref>),
    /// Several memrefs of one type.
    Group(Arc<Group>),
    /// A matrix distributed across a subgroup.
    Coopmatrix(Coopmatrix),
}

/// The type of one number, or of a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// An integer of 8 bits.
    I8,
    /// An integer of 16 bits.
    I16,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits.
    I64,
    /// As wide as an address: 64 bits.
    Index,
    /// bfloat16: 8 bits of exponent, 7 of fraction.
    Bf16,
    /// IEEE 754 `binary16`.
    F16,
    /// IEEE 754 `binary32`.
    F32,
    /// IEEE 754 `binary64`.
    F64,
    /// A complex number of two `f32`.
    C32,
    /// A complex number of two `f64`.
    C64,
}

/// What a scalar type counts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Numbers {
    /// Signed integers, `index` included.
    Integer,
    /// Floating-point numbers of any width.
    Floating,
    /// Complex numbers, `c32` and `c64`.
    Complex,
}

impl Scalar {
    /// Every scalar type, in the order of the specification.
    pub const ALL: [Self; 11] = [
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::Index,
        Self::Bf16,
        Self::F16,
        Self::F32,
        Self::F64,
        Self::C32,
        Self::C64,
    ];

    /// The name in the text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::Index => "index",
            Self::Bf16 => "bf16",
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::C32 => "c32",
            Self::C64 => "c64",
        }
    }

    /// The type with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// What it counts with.
    #[must_use]
    pub const fn numbers(self) -> Numbers {
        match self {
            Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::Index => Numbers::Integer,
            Self::Bf16 | Self::F16 | Self::F32 | Self::F64 => Numbers::Floating,
            Self::C32 | Self::C64 => Numbers::Complex,
        }
    }

    /// Its size in bytes.
    #[must_use]
    pub const fn size_bytes(self) -> u32 {
        match self {
            Self::I8 => 1,
            Self::I16 | Self::Bf16 | Self::F16 => 2,
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::Index | Self::F64 | Self::C32 => 8,
            Self::C64 => 16,
        }
    }

    /// The type of the real and of the imaginary part; of other numbers the type itself.
    #[must_use]
    pub const fn component(self) -> Self {
        match self {
            Self::C32 => Self::F32,
            Self::C64 => Self::F64,
            other => other,
        }
    }

    /// Whether all its values are values of another type too, as the table of promotions in the specification states.
    ///
    /// `index` and the pairs `i32`, `c32` are as in the compiler: the table has no row of the former, and is wrong about the latter.
    #[must_use]
    pub fn is_promotable_to(self, to: Self) -> bool {
        if self == to {
            return true;
        }
        let (from_part, to_part) = (self.component(), to.component());
        let is_narrower = match (self, to) {
            (Self::I64, Self::Index) | (Self::Index, _) => return false,
            _ => from_part.size_bytes() < to_part.size_bytes() || from_part == to_part,
        };
        let fits = match (self.numbers(), to.numbers()) {
            (Numbers::Integer, _)
            | (Numbers::Floating, Numbers::Floating | Numbers::Complex)
            | (Numbers::Complex, Numbers::Complex) => true,
            (Numbers::Floating, Numbers::Integer)
            | (Numbers::Complex, Numbers::Integer | Numbers::Floating) => false,
        };
        is_narrower && fits
    }

    /// The type that holds the values of both.
    #[must_use]
    pub fn promote(self, other: Self) -> Option<Self> {
        if self.is_promotable_to(other) {
            Some(other)
        } else {
            other.is_promotable_to(self).then_some(self)
        }
    }

    /// Whether `cast` takes it to another type: everything but complex to real.
    #[must_use]
    pub fn is_castable_to(self, to: Self) -> bool {
        self.numbers() != Numbers::Complex || to.numbers() == Numbers::Complex
    }

    /// The least and the greatest value of an integer type.
    #[must_use]
    pub const fn integer_range(self) -> Option<(i64, i64)> {
        match self {
            Self::I8 => Some((i8::MIN as i64, i8::MAX as i64)),
            Self::I16 => Some((i16::MIN as i64, i16::MAX as i64)),
            Self::I32 => Some((i32::MIN as i64, i32::MAX as i64)),
            Self::I64 | Self::Index => Some((i64::MIN, i64::MAX)),
            _ => None,
        }
    }
}

/// A size, a stride or an offset: known in the text, or at run time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// A number that the text states.
    Static(i64),
    /// `?`: known at run time only.
    Dynamic,
}

impl Extent {
    /// The number, if it is known.
    #[must_use]
    pub const fn known(self) -> Option<i64> {
        match self {
            Self::Static(number) => Some(number),
            Self::Dynamic => None,
        }
    }

    /// The product; dynamic if one is, or if it is not a number of 64 bits.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::Static(left), Self::Static(right)) => {
                left.checked_mul(right).map_or(Self::Dynamic, Self::Static)
            }
            _ => Self::Dynamic,
        }
    }
}

/// Which memory a memref is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressSpace {
    /// Shared by all work-groups.
    #[default]
    Global,
    /// Shared by the work-items of a work-group.
    Local,
}

impl AddressSpace {
    /// The name in the text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Local => "local",
        }
    }
}

/// A memref type. Shape and stride have a number for each mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memref {
    /// The type of the elements.
    pub element: Scalar,
    /// The sizes of the modes.
    pub shape: Vec<Extent>,
    /// Elements from one index to the next, for each mode.
    pub stride: Vec<Extent>,
    /// The memory that the elements are in.
    pub space: AddressSpace,
}

impl Memref {
    /// The number of modes.
    #[must_use]
    pub fn order(&self) -> usize {
        self.shape.len()
    }

    /// The strides of the packed dense layout: 1, then the product of the sizes before; dynamic after the first dynamic size.
    #[must_use]
    pub fn canonical_stride(shape: &[Extent]) -> Vec<Extent> {
        let mut next = Extent::Static(1);
        let mut stride = Vec::with_capacity(shape.len());
        for &size in shape {
            stride.push(next);
            next = next.times(size);
        }
        stride
    }
}

/// Pointers to memrefs of one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// What each pointer points to.
    pub memref: Arc<Memref>,
    /// How many there are.
    pub size: Extent,
    /// Elements that are added to each pointer.
    pub offset: Extent,
}

/// A cooperative matrix type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coopmatrix {
    /// The type of the components.
    pub component: Scalar,
    /// Number of rows, as the type states it.
    pub rows: i64,
    /// Number of columns, as the type states it.
    pub columns: i64,
    /// Its place in a multiplication.
    pub usage: MatrixUse,
}

/// The place of a cooperative matrix in a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixUse {
    /// The left factor of a product.
    A,
    /// The right factor of a product.
    B,
    /// The sum that products are added to.
    Accumulator,
}

impl MatrixUse {
    /// All uses of a matrix.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::Accumulator];

    /// The name in the text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "matrix_a",
            Self::B => "matrix_b",
            Self::Accumulator => "matrix_acc",
        }
    }
}

impl Type {
    /// The scalar type, if it is one.
    #[must_use]
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    /// The memref type, if it is one.
    #[must_use]
    pub fn memref(&self) -> Option<&Arc<Memref>> {
        match self {
            Self::Memref(memref) => Some(memref),
            _ => None,
        }
    }

    /// The cooperative matrix type, if it is one.
    #[must_use]
    pub fn coopmatrix(&self) -> Option<&Coopmatrix> {
        match self {
            Self::Coopmatrix(matrix) => Some(matrix),
            _ => None,
        }
    }

    /// Whether `if`, `for` and `yield` can carry it.
    #[must_use]
    pub fn is_carried(&self) -> bool {
        matches!(self, Self::Boolean | Self::Scalar(_) | Self::Coopmatrix(_))
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Static(number) => number.fmt(out),
            Self::Dynamic => out.write_str("?"),
        }
    }
}

/// The canonical text: no default stride and no default address space.
impl fmt::Display for Memref {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "memref<{}", self.element.name())?;
        for size in &self.shape {
            write!(out, "x{size}")?;
        }
        if self.stride != Self::canonical_stride(&self.shape) {
            let stride: Vec<String> = self.stride.iter().map(Extent::to_string).collect();
            write!(out, ",strided<{}>", stride.join(","))?;
        }
        if self.space == AddressSpace::Local {
            out.write_str(",local")?;
        }
        out.write_str(">")
    }
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean => out.write_str("bool"),
            Self::Scalar(scalar) => out.write_str(scalar.name()),
            Self::Memref(memref) => memref.fmt(out),
            Self::Group(group) => {
                write!(out, "group<{}x{}", group.memref, group.size)?;
                if group.offset != Extent::Static(0) {
                    write!(out, ", offset: {}", group.offset)?;
                }
                out.write_str(">")
            }
            Self::Coopmatrix(matrix) => write!(
                out,
                "coopmatrix<{}x{}x{},{}>",
                matrix.component.name(),
                matrix.rows,
                matrix.columns,
                matrix.usage.name()
            ),
        }
    }
}

#[cfg(test)]
mod tests;
