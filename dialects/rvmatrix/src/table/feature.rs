//! The optional parts of the extension.

use crate::version::Version;

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
    /// Products of fp8 into fp16 and bf16.
    F8F16,
    /// Products of bf16 into fp32.
    Bf16F32,
    /// Products of fp8 into fp32.
    F8F32,
}

/// The features of 0.2 and 0.3 in the order of bits, with their names in the specification.
const FEATURES: [(Feature, &str); Feature::BITS] = [
    (Feature::I4I32, "MATRIX_MULT_I4I32"),
    (Feature::I8I32, "MATRIX_MULT_I8I32"),
    (Feature::I16I64, "MATRIX_MULT_I16I64"),
    (Feature::F16F16, "MATRIX_MULT_F16F16"),
    (Feature::F32F32, "MATRIX_MULT_F32F32"),
    (Feature::F64F64, "MATRIX_MULT_F64F64"),
    (Feature::PointwiseI64, "MATRIX_PW_I64"),
    (Feature::PointwiseI32, "MATRIX_PW_I32"),
    (Feature::F16F32, "MATRIX_MULT_F16F32"),
    (Feature::F32F64, "MATRIX_MULT_F32F64"),
];

/// The features of 0.6 that have one bit; operations on elements and conversions need two each.
const FEATURES_06: [(Feature, &str); Feature::BITS] = [
    (Feature::I4I32, "mmi4i32"),
    (Feature::I8I32, "mmi8i32"),
    (Feature::F16F16, "mmf16f16"),
    (Feature::F32F32, "mmf32f32"),
    (Feature::F64F64, "mmf64f64"),
    (Feature::F8F16, "mmf8f16"),
    (Feature::F16F32, "mmf16f32"),
    (Feature::Bf16F32, "mmbf16f32"),
    (Feature::F32F64, "mmf32f64"),
    (Feature::F8F32, "mmf8f32"),
];

impl Feature {
    /// How many bits of `xmisa` are features.
    pub const BITS: usize = 10;

    /// Its bit of `xmisa` in a version, and its name in the specification; `None` if the version has no such feature.
    #[must_use]
    pub fn place(self, version: Version) -> Option<(u32, &'static str)> {
        let features = match version {
            Version::V02 | Version::V03 => &FEATURES,
            Version::V06 => &FEATURES_06,
        };
        let index = features.iter().position(|(feature, _)| *feature == self)?;
        Some((index as u32, features[index].1))
    }
}
