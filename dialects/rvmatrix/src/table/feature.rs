//! The optional parts of the extension.

/// An optional part of the extension: a bit of `xmisa`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Products of int4 into int32.
    I4I32,
    /// Products of int8, which every machine has.
    I8I32,
    /// Products of int16 into int64.
    I16I64,
    /// Products of fp16 into fp16.
    F16F16,
    /// Products of fp32 into fp32.
    F32F32,
    /// Products of fp64 into fp64.
    F64F64,
    /// Pointwise operations on int64.
    PointwiseI64,
    /// Pointwise operations on int32.
    PointwiseI32,
    /// Products of fp16 into fp32.
    F16F32,
    /// Products of fp32 into fp64.
    F32F64,
}

impl Feature {
    /// Every feature, in the order of bits.
    pub const ALL: [Self; 10] = [
        Self::I4I32,
        Self::I8I32,
        Self::I16I64,
        Self::F16F16,
        Self::F32F32,
        Self::F64F64,
        Self::PointwiseI64,
        Self::PointwiseI32,
        Self::F16F32,
        Self::F32F64,
    ];

    /// Its bit of `xmisa`.
    #[must_use]
    pub const fn bit(self) -> u32 {
        self as u32
    }

    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::I4I32 => "MATRIX_MULT_I4I32",
            Self::I8I32 => "MATRIX_MULT_I8I32",
            Self::I16I64 => "MATRIX_MULT_I16I64",
            Self::F16F16 => "MATRIX_MULT_F16F16",
            Self::F32F32 => "MATRIX_MULT_F32F32",
            Self::F64F64 => "MATRIX_MULT_F64F64",
            Self::PointwiseI64 => "MATRIX_PW_I64",
            Self::PointwiseI32 => "MATRIX_PW_I32",
            Self::F16F32 => "MATRIX_MULT_F16F32",
            Self::F32F64 => "MATRIX_MULT_F32F64",
        }
    }
}
