//! The languages of documents.

use mnc2_asm::program::Form;

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentLanguage {
    /// MN-Core 2 assembly.
    Mnc2,
}

impl DocumentLanguage {
    /// All of them.
    const ALL: [Self; 1] = [Self::Mnc2];

    /// Its identifier in editors.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Mnc2 => "mnc2",
        }
    }

    /// The extension of its files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Mnc2 => mnc2_project::walk::EXTENSION,
        }
    }

    /// The name of the source of findings in its documents.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Mnc2 => "mnc2",
        }
    }

    /// The language of a document with an identifier and a name. The name decides where an editor knows the language
    /// under another identifier; `None` if neither is known.
    pub fn of(id: &str, name: &str) -> Option<Self> {
        let by_id = Self::ALL.into_iter().find(|language| language.id() == id);
        by_id.or_else(|| Self::of_name(name))
    }

    /// The language of a file with a name, if its extension is known. Programs for the linker and their parameters belong
    /// to the assembly that they become.
    pub fn of_name(name: &str) -> Option<Self> {
        if Form::of_name(name) != Form::Program {
            return Some(Self::Mnc2);
        }
        let (_, extension) = name.rsplit_once('.')?;
        Self::ALL
            .into_iter()
            .find(|language| extension.eq_ignore_ascii_case(language.extension()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifier_or_extension_decide() {
        let known = Some(DocumentLanguage::Mnc2);
        for (id, name, expected) in [
            ("mnc2", "untitled:Untitled-1", known),
            ("mnc2", "file:///a.txt", known),
            ("plaintext", "file:///a.vsm", known),
            ("asm", "file:///A.VSM", known),
            ("toml", "file:///mnc2.toml", None),
            ("", "file:///vsm", None),
            ("plaintext", "file:///a._vsm", known),
            ("plaintext", "file:///a.param", known),
        ] {
            assert_eq!(DocumentLanguage::of(id, name), expected, "{id} {name}");
        }
    }
}
