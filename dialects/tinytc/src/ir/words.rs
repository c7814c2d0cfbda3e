//! Operations that are distinguished by a word alone. The words are those that the table has regardless of the version.

use crate::types::Scalar;

/// Declares an enum of operations with the words that name them.
macro_rules! words {
    ($(#[$attribute:meta])* $name:ident $family:literal { $($variant:ident $word:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`.")] $variant,)*
        }

        impl $name {
            /// Every one, in the order of the specification.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The word after the family.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// The instruction with this word, with its family.
            #[must_use]
            pub fn find(word: &str) -> Option<Self> {
                let word = word.strip_prefix($family)?;
                Self::ALL.iter().copied().find(|found| found.word() == word)
            }
        }
    };
}

words! {
    /// The instructions `arith.*` with two operands.
    Binary "arith." {
        Add "add", Sub "sub", Mul "mul", Div "div", Rem "rem", Min "min", Max "max", Shl "shl", Shr "shr",
        And "and", Or "or", Xor "xor",
    }
}

words! {
    /// The instructions `arith.*` with one operand.
    Unary "arith." { Abs "abs", Neg "neg", Not "not", Conj "conj", Im "im", Re "re", }
}

words! {
    /// A comparison of two numbers.
    Compare "cmp." { Eq "eq", Ne "ne", Gt "gt", Ge "ge", Lt "lt", Le "le", }
}

words! {
    /// A value that the machine provides.
    Builtin "" {
        GroupId "builtin.group_id", GroupIdY "group_id.y", GroupIdZ "group_id.z",
        GroupSize "builtin.group_size", NumGroupsY "num_groups.y", NumGroupsZ "num_groups.z",
        NumSubgroups "builtin.num_subgroups", NumSubgroupsX "num_subgroups.x", NumSubgroupsY "num_subgroups.y",
        NumSubgroupsZ "num_subgroups.z", SubgroupSize "builtin.subgroup_size", SubgroupId "builtin.subgroup_id",
        SubgroupIdX "subgroup_id.x", SubgroupIdY "subgroup_id.y", SubgroupIdZ "subgroup_id.z",
        SubgroupLocalId "builtin.subgroup_local_id",
    }
}

impl Builtin {
    /// The type of the value.
    #[must_use]
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::GroupId
            | Self::GroupIdY
            | Self::GroupIdZ
            | Self::GroupSize
            | Self::NumGroupsY
            | Self::NumGroupsZ => Scalar::Index,
            Self::NumSubgroups
            | Self::NumSubgroupsX
            | Self::NumSubgroupsY
            | Self::NumSubgroupsZ
            | Self::SubgroupSize
            | Self::SubgroupId
            | Self::SubgroupIdX
            | Self::SubgroupIdY
            | Self::SubgroupIdZ
            | Self::SubgroupLocalId => Scalar::I32,
        }
    }
}

words! {
    /// A function of one number.
    Math "" {
        Cos "cos", Sin "sin", Exp "math.exp", Exp2 "exp2", Log "log", Log2 "log2",
        NativeCos "native_cos", NativeSin "native_sin", NativeExp "math.native_exp", NativeExp2 "native_exp2",
        NativeLog "native_log", NativeLog2 "native_log2",
    }
}

words! {
    /// What a subgroup operation computes.
    SubgroupOperation "subgroup_" { Add "add", Max "max", Min "min", }
}

words! {
    /// What each work-item gets of a subgroup operation.
    GroupOperation "" { ExclusiveScan "exclusive_scan", InclusiveScan "inclusive_scan", Reduce "reduce", }
}
