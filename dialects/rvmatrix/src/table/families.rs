//! What is written about an operation, and how a table of it is made.

/// The documentation of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name, the key of its translations.
    pub name: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// What it does, in sentences.
    pub doc: &'static str,
    /// The computation of each element, as pseudocode.
    pub pseudocode: &'static str,
    /// The section of the specification.
    pub section: &'static str,
}

/// Makes families, and the list of them.
macro_rules! families {
    ($list:ident; $($constant:ident $name:literal $section:ident $title:literal, $doc:literal, $pseudocode:literal;)*) => {
        $(const $constant: Family = Family { name: $name, title: $title, doc: $doc, pseudocode: $pseudocode, section: $section };)*

        /// The families, in the order of the specification.
        pub const $list: &[Family] = &[$($constant),*];
    };
}
pub(super) use families;
