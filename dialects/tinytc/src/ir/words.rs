//! Operations that are distinguished by a word after a dot.

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
    Builtin "builtin." {
        GroupId "group_id", GroupSize "group_size", NumSubgroups "num_subgroups",
        SubgroupSize "subgroup_size", SubgroupId "subgroup_id", SubgroupLocalId "subgroup_local_id",
    }
}

words! {
    /// The instructions `math.*`, which have one operand.
    Math "math." { Exp "exp", NativeExp "native_exp", }
}

words! {
    /// What a subgroup operation computes.
    SubgroupOperation "subgroup_" { Add "add", Max "max", Min "min", }
}

words! {
    /// What each work-item gets of a subgroup operation.
    GroupOperation "" { ExclusiveScan "exclusive_scan", InclusiveScan "inclusive_scan", Reduce "reduce", }
}
