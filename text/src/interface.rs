//! The interface of languages, for editors, the command line and the debugger.
//!
//! A language is a crate with four types. [`Language`] is a value in the list of languages; it makes [`Options`], which hold
//! what a user chose. Options read a [`Text`], which answers the requests of an editor in the plain data of
//! [`editor`](crate::editor). A text makes a [`Machine`], which runs it and lists what it holds.
//!
//! What they answer is divided into traits, so that a crate implements each of them where its part of the answer is: [`Settings`],
//! [`Page`] and [`Disassemble`] for options, [`Explain`] to [`Start`] for a text, and [`Lines`] for its lines. A method with a body
//! here is about what not every language has, or what follows from the others. Everything that takes a text, which can have millions of
//! lines, checks now and then whether it is cancelled, and then returns its incomplete result.

mod running;

use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use dyn_clone::{DynClone, clone_trait_object};

use crate::{
    About, Catalogue, Change, CodeRow, Codes, Commented, Completion, Data, Encoded, Entry,
    Estimate, Fields, Findings, Fold, Frame, Grid, Highlight, Hover, Inlay, LinkNames, LinkedFile,
    Locations, Message, NamedFile, Place, Position, Signature, Symbol, Token, Trouble, Variable,
};

pub use running::{Ended, Until};

/// Whether a long computation is cancelled; it is called now and then.
pub type IsCancelled<'a> = &'a dyn Fn() -> bool;

/// A code of any language.
pub type Code = &'static CodeRow;

/// Items as long as they are wanted, which is asked now and then.
pub fn wanted<'a, T>(
    items: impl Iterator<Item = T> + 'a,
    is_cancelled: IsCancelled<'a>,
) -> impl Iterator<Item = T> + 'a {
    /// Items between two questions.
    const ITEMS: usize = 1024;
    let is_wanted = move |(number, _): &(usize, T)| number % ITEMS != 0 || !is_cancelled();
    items
        .enumerate()
        .take_while(is_wanted)
        .map(|(_, item)| item)
}

/// A language: what is known of it before there is a text. Each crate of a language has one, and the list of languages is a list
/// of them.
pub struct Language {
    /// Its names, versions, files and options.
    pub about: &'static About,
    codes: fn() -> Vec<Code>,
    not_utf8: fn() -> Code,
    /// Its messages in other languages than English.
    pub catalogue: &'static Catalogue,
    options: fn() -> Box<dyn Options>,
    entries: fn() -> Vec<Entry>,
    /// Whether its instructions have machine words: a compiler may make something else of them.
    pub has_words: bool,
}

impl Language {
    /// A language whose instructions have machine words. `entries` is what can be explained, but its codes.
    #[must_use]
    pub const fn new<C: Codes, O: Options + Default>(
        about: &'static About,
        catalogue: &'static Catalogue,
        entries: fn() -> Vec<Entry>,
    ) -> Self {
        Self {
            about,
            codes: || C::ALL.iter().map(|code| code.row()).collect(),
            not_utf8: || C::NOT_UTF8.row(),
            catalogue,
            options: || Box::<O>::default(),
            entries,
            has_words: true,
        }
    }

    /// The language if its instructions have no machine words.
    #[must_use]
    pub const fn without_words(mut self) -> Self {
        self.has_words = false;
        self
    }

    /// Its names, versions, files and options.
    #[must_use]
    pub const fn about(&self) -> &'static About {
        self.about
    }

    /// The codes of its findings.
    #[must_use]
    pub fn codes(&self) -> Vec<Code> {
        (self.codes)()
    }

    /// The code for a file that is not UTF-8.
    #[must_use]
    pub fn not_utf8(&self) -> Code {
        (self.not_utf8)()
    }

    /// The options of a document whose settings state none.
    #[must_use]
    pub fn options(&self) -> Box<dyn Options> {
        (self.options)()
    }

    /// The entries that can be explained.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let codes = self.codes().into_iter();
        let codes = codes.map(|code| Entry::from_table(code.id, code.title));
        (self.entries)().into_iter().chain(codes).collect()
    }
}

/// Languages are identified by their ids.
impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.about.id == other.about.id
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about.id)
    }
}

/// The choices of a user for a language: its version and the machine.
pub trait Options:
    Settings + Page + Disassemble + DynClone + Compare + fmt::Debug + Send + Sync
{
    /// Reads a text of the language; it never fails.
    fn read(&self, text: &str) -> Box<dyn Text>;
}

clone_trait_object!(Options);

impl dyn Options {
    /// A copy with the same choices.
    #[must_use]
    pub fn copy(&self) -> Box<Self> {
        dyn_clone::clone_box(self)
    }
}

impl PartialEq for dyn Options {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

impl Eq for dyn Options {}

/// A comparison of values whose types are not known. Every type with `==` has it.
pub trait Compare: Any {
    /// Whether the other value has the same type and is equal.
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + PartialEq> Compare for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// Options that are read from texts and written as texts.
pub trait Settings {
    /// The language that they belong to.
    fn language(&self) -> &'static Language;

    /// Sets the version or an option from its text.
    ///
    /// # Errors
    /// What it can be, in a sentence.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Message>;

    /// Sets the description of the machine, for languages that have files of them ([`About::architecture`]).
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    fn set_architecture(&mut self, content: &str) -> Result<(), Message>;

    /// Sets that texts are in files of [`About::model`].
    fn set_model(&mut self) {}

    /// The names of the files that a program consists of besides its text. The caller reads them for [`Self::set_files`].
    fn files(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// Sets the files of a program, in their order.
    fn set_files(&mut self, _files: Vec<NamedFile>) {}

    /// The version of the language.
    fn version(&self) -> &'static str {
        self.language().about.version()
    }

    /// The machine in a few words, and whether it is the one without a choice.
    fn machine(&self) -> Message;
}

/// Pages about what a language has, in Markdown.
pub trait Page: Settings {
    /// A page about a mnemonic, a register or something else of the language, but its codes. The query has no space around it.
    fn page(&self, query: &str, language: crate::Language) -> Option<String>;

    /// A page about anything, codes included.
    fn explain(&self, query: &str, language: crate::Language) -> Option<String> {
        let query = query.trim();
        self.page(query, language).or_else(|| {
            let mut codes = self.language().codes().into_iter();
            let code = codes.find(|code| code.id.eq_ignore_ascii_case(query))?;
            Some(code.markdown(language))
        })
    }
}

/// Text from words and files of a machine.
pub trait Disassemble {
    /// The text of an instruction, given its word in hexadecimal.
    ///
    /// # Errors
    /// Why it is none, in a sentence.
    fn disassemble(&self, word: &str) -> Result<String, Message>;

    /// What other versions of the language read where it is not the same instruction, by their names; the text is `None` if the
    /// word is not an instruction there. Empty if the version is chosen.
    fn other_readings(&self, _word: &str) -> Vec<(&'static str, Option<String>)> {
        Vec::new()
    }

    /// The listing of a program as bytes; `None` if the language has no such files ([`About::binary`]).
    fn listing(&self, _bytes: &[u8]) -> Option<String> {
        None
    }
}

/// A text that was read. Copies are cheap: they share what an edit does not change.
pub trait Text:
    Explain + Complete + Annotate + Colour + Name + Assemble + Start + DynClone + Send + Sync
{
    /// The language of the text.
    fn language(&self) -> &'static Language;

    /// Replaces a range of bytes, whose ends are between characters of the text.
    fn edit(&mut self, range: Range<usize>, by: &str);

    /// All findings, in the order of lines.
    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<Code>;

    /// The lines, which are independent of the machine.
    fn lines(&self) -> &dyn Lines;

    /// The text as the compiler of the language prints it, for languages that have such a form.
    fn canonical(&self) -> Option<String> {
        None
    }

    /// The names that the text gives to other files of its program, and those that it needs from them.
    fn link_names(&self) -> LinkNames {
        LinkNames::default()
    }
}

clone_trait_object!(Text);

impl dyn Text + '_ {
    /// A copy of the text.
    #[must_use]
    pub fn copy(&self) -> Box<Self> {
        dyn_clone::clone_box(self)
    }
}

/// The lines of a text: what they consist of and how they are laid out, regardless of the machine.
pub trait Lines {
    /// The commented part of a line.
    fn commented(&self, line: u32) -> Commented;

    /// The outline, in the order of the text.
    fn symbols(&self, is_cancelled: IsCancelled<'_>) -> Vec<Symbol>;

    /// Where a run can begin: each function in a language whose functions run alone, otherwise the first instruction.
    fn starts(&self, is_cancelled: IsCancelled<'_>) -> Vec<Place>;

    /// The parts that can be folded.
    fn folding(&self, is_cancelled: IsCancelled<'_>) -> Vec<Fold>;

    /// The layout of some lines: what changes, which is white space alone.
    fn format(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Change>;
}

/// Explanations of parts of a text.
pub trait Explain {
    /// The explanation of what is at a place.
    fn hover(&self, at: Position, language: crate::Language) -> Option<Hover>;

    /// The value of the last constant expression, for languages that have such expressions.
    ///
    /// # Errors
    /// With a sentence, if there is none, or its value is not defined.
    fn eval(&self) -> Option<Result<Evaluated, Message>> {
        None
    }
}

/// What an editor offers while a text is typed.
pub trait Complete {
    /// The completions at a place.
    fn completion(&self, at: Position, language: crate::Language) -> Vec<Completion>;

    /// The operands of the instruction at a place.
    fn signature(&self, at: Position, language: crate::Language) -> Option<Signature>;
}

/// Words that are not part of the text.
pub trait Annotate {
    /// Words after instructions of some lines.
    fn inlays(
        &self,
        lines: Range<u32>,
        language: crate::Language,
        is_cancelled: IsCancelled<'_>,
    ) -> Vec<Inlay>;

    /// The estimated time of the program, for languages with public rules for it.
    fn estimate(&self, _is_cancelled: IsCancelled<'_>) -> Option<Estimate> {
        None
    }
}

/// Colours that a grammar cannot determine.
pub trait Colour {
    /// The colours of some lines.
    fn tokens(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Token>;

    /// The operands of a line that a run reads or writes.
    fn operands(&self, line: u32) -> Vec<Place> {
        Token::operands(self.tokens(line..line.saturating_add(1), &|| false))
    }
}

/// Names and values: where they are defined and used.
pub trait Name {
    /// Where what is at a place is defined.
    fn definition(&self, at: Position) -> Vec<Place>;

    /// Where what is at a place is used, in any order; its definitions may be among them. References follow from it.
    fn uses(&self, _at: Position) -> Vec<Place> {
        Vec::new()
    }

    /// Reads and writes of the register or memory at a place; `None` for a name.
    fn touches(&self, _at: Position) -> Option<Vec<Highlight>> {
        None
    }

    /// Where what is at a place is used, in the order of the text.
    fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        let (mut places, definitions) = (self.uses(at), self.definition(at));
        places.extend(definitions.iter().cloned());
        places.sort_by_key(|place| (place.line, place.range.start));
        places.dedup();
        if !with_definition {
            let definitions = starts(&definitions);
            places.retain(|place| !definitions.contains(&(place.line, place.range.start)));
        }
        places
    }

    /// Reads and writes of what is at a place.
    fn highlights(&self, at: Position) -> Vec<Highlight> {
        self.touches(at).unwrap_or_else(|| {
            let definitions = starts(&self.definition(at));
            let places = self.references(at, true).into_iter();
            let highlight = |place: Place| Highlight {
                is_write: definitions.contains(&(place.line, place.range.start)),
                place,
            };
            places.map(highlight).collect()
        })
    }

    /// The name at a place that can be changed.
    fn renamable(&self, _at: Position) -> Option<Place> {
        None
    }

    /// The files that have the name at a place, if the files of a program share it; none for any other name.
    fn linked(&self, _at: Position) -> Vec<LinkedFile> {
        Vec::new()
    }

    /// Why the name at a place, which files share, cannot become another one in all of them.
    ///
    /// # Errors
    /// The reason.
    fn check_linked(&self, _at: Position, _name: &str) -> Result<(), Message> {
        Ok(())
    }

    /// The changes that rename the name at a place.
    ///
    /// # Errors
    /// Why that is not possible.
    fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message>;
}

/// Where places begin: a label can have as many as the text has lines.
fn starts(places: &[Place]) -> HashSet<(u32, u32)> {
    let starts = places.iter().map(|place| (place.line, place.range.start));
    starts.collect()
}

/// Machine words of instructions.
pub trait Assemble {
    /// The words of the instructions, in the order of lines.
    fn assemble(&self, _is_cancelled: IsCancelled<'_>) -> Vec<Encoded> {
        Vec::new()
    }

    /// Lines with an instruction that has no word, though it has no error: the text does not determine all of it.
    fn unknown_words(&self, _is_cancelled: IsCancelled<'_>) -> Vec<u32> {
        Vec::new()
    }

    /// The number of instructions without a word because they are not of the language, such as base instructions of an
    /// extension.
    fn other_instructions(&self) -> usize {
        0
    }
}

/// Runs of a text.
pub trait Start {
    /// Starts a run.
    ///
    /// # Errors
    /// Why it cannot run.
    fn machine(&self) -> Result<Box<dyn Machine>, Trouble>;

    /// Starts a run in the function at a line, for languages with several functions.
    ///
    /// # Errors
    /// Why it cannot run.
    fn machine_at(&self, _line: u32) -> Result<Box<dyn Machine>, Trouble> {
        self.machine()
    }
}

/// The value of a constant expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// The name of the value; empty without one.
    pub name: String,
    /// The name of the type.
    pub ty: String,
    /// The value as the language writes it.
    pub text: String,
    /// The value as people read it.
    pub plain: String,
}

/// A run of a text. Copies share what is alike: a debugger keeps many.
pub trait Machine: Locations + DynClone + Send + Sync {
    /// Executes one instruction; nothing after the end.
    ///
    /// # Errors
    /// Why it cannot be executed. The machine then stays before it.
    fn step(&mut self) -> Result<(), Trouble>;

    /// Sets memories, registers or arguments before a run.
    ///
    /// # Errors
    /// Which of them there is not, or what its value has to be.
    fn load(&mut self, given: &[(String, Data)]) -> Result<(), Message>;

    /// The line that runs next, counted from 0; `None` at the end.
    fn line(&self) -> Option<u32>;

    /// The number of executed instructions.
    fn steps(&self) -> u64;

    /// The file and its line, counted from 0, for a line of another file of the program: such lines follow the lines of the text.
    fn other_file(&self, _line: u32) -> Option<(String, u32)> {
        None
    }

    /// The values named before the run, and everything that it wrote or returned, up to this number of bytes or numbers.
    ///
    /// # Errors
    /// With a sentence, if there are more.
    fn dump(&self, named: &[(String, Data)], values_max: u64) -> Result<Fields, Message>;

    /// The results of a run, as shown at its end: the values named before it, and the values that differ from the start.
    fn computed(&self, named: &[(String, Data)]) -> Vec<Variable>;

    /// The content as numbers in rows.
    fn grids(&self) -> Vec<Grid>;

    /// Registers and the other values of the machine.
    fn state(&self) -> Vec<Variable>;

    /// The texts next to lines after a run, in ascending order, for languages with named values; lines count from 0.
    fn beside(&self) -> Vec<(u32, String)> {
        Vec::new()
    }

    /// The lines with something that runs, in order, each once.
    fn lines(&self) -> Vec<u32>;

    /// Where a thread is, counted from 0, the innermost frame first; none after the end.
    fn frames(&self, thread: usize) -> Vec<Frame>;

    /// The number of frames, in constant time: a step over a call or a region runs until there are no more of them than before.
    fn depth(&self) -> usize;

    /// Upper limit of the memory of the machine in bytes. Copies may share a part of them.
    fn size_bytes(&self) -> u64;
}

clone_trait_object!(Machine);
