//! The fields of syntax nodes, by number: a lookup by name compares the name with all names.

use std::num::NonZero;
use std::sync::LazyLock;

use tree_sitter::Language;

macro_rules! fields {
    ($($field:ident $name:literal,)*) => {
        /// A field of a syntax node.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum NodeField {
            $($field,)*
        }

        const NAMES: &[&str] = &[$($name,)*];
    };
}

fields! {
    Address "address",
    Command "command",
    Conversion "conversion",
    Count "count",
    Dtype "dtype",
    Entry "entry",
    Group "group",
    Immode "immode",
    Index "index",
    Indirect "indirect",
    L2b "l2b",
    Level "level",
    Location "location",
    Madpe "madpe",
    Mask "mask",
    Memories "memories",
    Memory "memory",
    Mnemonic "mnemonic",
    Name "name",
    Number "number",
    Opcode "opcode",
    Pattern "pattern",
    Payload "payload",
    Rotation "rotation",
    Scope "scope",
    Sign "sign",
    Stride "stride",
    Suffix "suffix",
    Target "target",
    Turnaround "turnaround",
    Type "type",
    Value "value",
    Width "width",
}

impl NodeField {
    /// Its number in the grammar.
    pub(super) fn id(self) -> Option<NonZero<u16>> {
        static IDS: LazyLock<Vec<Option<NonZero<u16>>>> = LazyLock::new(|| {
            let language = Language::from(tree_sitter_mnc2::LANGUAGE);
            let id = |name: &&str| language.field_id_for_name(name);
            NAMES.iter().map(id).collect()
        });
        IDS.get(self as usize).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use tree_sitter::Language;

    use super::NAMES;

    #[test]
    fn the_grammar_has_every_field() {
        let language = Language::from(tree_sitter_mnc2::LANGUAGE);
        for name in NAMES {
            assert!(language.field_id_for_name(name).is_some(), "{name}");
        }
    }
}
