//! The languages of documents: which one a text is in.

use mnc2_program::FileForm;
use mnc2_text::{LanguageChoice, Message};

use crate::languages::{self, Listed, Options};

/// Extensions that belong to every assembler.
const EVERYBODYS: [&str; 4] = ["s", "S", "asm", "ir"];

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentLanguage {
    /// The assembly of MN-Core 2.
    Mnc2,
    /// A language of [`languages::ALL`].
    Listed(Listed),
}

impl DocumentLanguage {
    /// Its identifier in editors.
    pub fn id(self) -> &'static str {
        match self {
            Self::Mnc2 => "mnc2",
            Self::Listed(listed) => listed.about().id,
        }
    }

    /// The extension of MN-Core 2 assembly, without the dot.
    pub const EXTENSION: &str = mnc2_project::find_programs::EXTENSION;

    /// The name of the source of findings in MN-Core 2 assembly.
    pub const SOURCE: &str = "mnc2";

    /// The language with an identifier.
    pub fn find(id: &str) -> Option<Self> {
        if id == Self::Mnc2.id() {
            return Some(Self::Mnc2);
        }
        languages::find(id).map(Self::Listed)
    }

    /// Whether a file has an extension that many languages share, and that therefore does not identify the language.
    pub fn is_everybodys(name: &str) -> bool {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        extension.is_some_and(|it| EVERYBODYS.contains(&it))
    }

    /// The language of a file with a name, if its extension belongs to one. Programs for the linker and their parameters belong
    /// to the assembly that they become.
    pub fn from_file_name(name: &str) -> Option<Self> {
        if FileForm::from_file_name(name) != FileForm::Program {
            return Some(Self::Mnc2);
        }
        let (_, extension) = name.rsplit_once('.')?;
        if extension.eq_ignore_ascii_case(Self::EXTENSION) {
            return Some(Self::Mnc2);
        }
        languages::language_for_extension(extension).map(Self::Listed)
    }
}

/// The sources that determine the language of a text; the earlier fields take precedence.
#[derive(Clone, Copy, Debug, Default)]
pub struct LanguageSources<'a> {
    /// What the editor or the command line states.
    pub given: Option<&'a LanguageChoice>,
    /// The choice of the project.
    pub project: Option<&'a LanguageChoice>,
    /// The text, whose first lines can name the language.
    pub text: &'a str,
    /// The name of the file.
    pub name: &'a str,
    /// The content of the file that describes the machine, if there is one.
    pub architecture: Option<&'a str>,
}

/// The option of every language that has files which describe the machine: the path of one.
const ARCHITECTURE: &str = "arch";

/// The option of every language whose programs have several files: their names.
const LINK: &str = "link";

/// The path of the description of the machine, as a source names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedArchitecture {
    /// The path as it is written.
    pub path: String,
    /// Whether the project names it. The path is then relative to the folder of the project, otherwise to the folder of the
    /// text.
    pub is_of_project: bool,
}

impl LanguageSources<'_> {
    /// The language; `None` if no source names a known language.
    pub fn language(&self) -> Option<DocumentLanguage> {
        let found = |chosen: &LanguageChoice| DocumentLanguage::find(&chosen.id);
        (self.given.and_then(found))
            .or_else(|| self.project.and_then(found))
            .or_else(|| self.modeline().as_ref().and_then(found))
            .or_else(|| DocumentLanguage::from_file_name(self.name))
    }

    /// What is chosen about the language that [`language`](Self::language) finds, by the source that names it; the name of the file
    /// chooses nothing.
    pub fn choice(&self) -> Option<LanguageChoice> {
        let is_known = |chosen: &LanguageChoice| DocumentLanguage::find(&chosen.id).is_some();
        let given = self.given.cloned().filter(is_known);
        given
            .or_else(|| self.project.cloned().filter(is_known))
            .or_else(|| self.modeline().filter(is_known))
    }

    /// The options of a language, and what is wrong with those that were chosen.
    pub fn options(&self, listed: Listed) -> (Box<dyn Options>, Vec<Message>) {
        let mut options = listed.options();
        let mut problems = Vec::new();
        if let Some(content) = self.architecture {
            problems.extend(options.set_architecture(content).err());
        }
        if languages::is_model(listed, self.name) {
            options.set_model();
        }
        let has_files = listed.about().architecture.is_some();
        let modeline = self.modeline();
        // The strongest is set last.
        for chosen in [modeline.as_ref(), self.project, self.given]
            .into_iter()
            .flatten()
            .filter(|chosen| chosen.id == listed.about().id)
        {
            let mut chosen = chosen.clone();
            // The caller reads the file.
            (chosen.options).retain(|(key, _)| !has_files || key != ARCHITECTURE);
            problems.extend(languages::choose(&mut *options, &chosen));
        }
        (options, problems)
    }

    /// The path of the description of the machine in the first source that names one.
    pub fn named_architecture(&self, listed: Listed) -> Option<NamedArchitecture> {
        listed.about().architecture?;
        let modeline = self.modeline();
        let sources = [
            (self.given, false),
            (self.project, true),
            (modeline.as_ref(), false),
        ];
        sources.into_iter().find_map(|(chosen, is_of_project)| {
            let chosen = chosen.filter(|it| it.id == listed.about().id)?;
            let named = chosen.options.iter().rev();
            let (_, path) = named.into_iter().find(|(key, _)| key == ARCHITECTURE)?;
            Some(NamedArchitecture {
                path: path.clone(),
                is_of_project,
            })
        })
    }

    /// Whether the project names the other files of a program: they are then relative to its folder, otherwise to the folder of
    /// the text.
    pub fn is_linked_by_project(&self, listed: Listed) -> bool {
        let links = |chosen: &LanguageChoice| {
            let is_named = || chosen.options.iter().any(|(key, _)| key == LINK);
            chosen.id == listed.about().id && is_named()
        };
        listed.about().is_linked
            && !self.given.is_some_and(links)
            && self.project.is_some_and(links)
    }

    fn modeline(&self) -> Option<LanguageChoice> {
        LanguageChoice::from_modeline(mnc2_text::line::lines(self.text))
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
            ("asm", "file:///a.S", None),
            ("toml", "file:///mnc2.toml", None),
            ("", "file:///vsm", None),
            ("plaintext", "file:///a._vsm", known),
            ("plaintext", "file:///a.param", known),
        ] {
            let given = LanguageChoice::parse(id);
            let sources = LanguageSources {
                given: Some(&given),
                name,
                ..LanguageSources::default()
            };
            assert_eq!(sources.language(), expected, "{id} {name}");
        }
    }

    #[cfg(feature = "rvmatrix")]
    #[test]
    fn the_strongest_that_is_known_decides() {
        let check = |given: &str, project: &str, modeline: &str, name: &str, expected: &str| {
            let chosen = |text: &str| (!text.is_empty()).then(|| LanguageChoice::parse(text));
            let (given, project) = (chosen(given), chosen(project));
            let text = format!("nop\n# mnc2: {modeline}\n");
            let sources = LanguageSources {
                given: given.as_ref(),
                project: project.as_ref(),
                text: &text,
                name,
                ..LanguageSources::default()
            };
            let found = sources.language().map_or("", DocumentLanguage::id);
            assert_eq!(found, expected, "{sources:?}");
        };
        check("rvmatrix", "", "", "a.vsm", "rvmatrix");
        check("asm", "rvmatrix", "language=mnc2", "a.S", "rvmatrix");
        check("mnc2", "rvmatrix", "language=rvmatrix", "a.S", "mnc2");
        check("asm", "", "language=rvmatrix", "a.S", "rvmatrix");
        check("", "", "language=rvmatrix", "a.vsm", "rvmatrix");
        check("", "", "language=fortran", "a.vsm", "mnc2");
        check("asm", "", "", "a.S", "");
    }

    #[cfg(feature = "rvmatrix")]
    #[test]
    fn options_are_those_of_the_language_and_the_strongest_counts() {
        let listed = languages::find("rvmatrix").expect("it is a feature");
        let given = LanguageChoice::parse("rvmatrix mlen=512");
        let project = LanguageChoice::parse("mnc2 mlen=wrong");
        let sources = LanguageSources {
            given: Some(&given),
            project: Some(&project),
            text: "# mnc2: language=rvmatrix mlen=256 depth=9",
            name: "a.S",
            ..LanguageSources::default()
        };
        let (options, problems) = sources.options(listed);
        let mut expected = listed.options();
        expected.set("mlen", "512").expect("an option");
        assert_eq!(*options, *expected);
        assert_eq!(problems.len(), 1, "there is no depth: {problems:?}");
        assert_eq!(options.version(), "0.2");
    }
}
