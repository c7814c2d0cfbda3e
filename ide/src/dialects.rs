//! The languages other than MN-Core 2, which stays concrete.
//!
//! Each is a crate below `dialects/` that knows nothing of the others, and a cargo feature. `dialects!` is the one list of them:
//! an enum for each kind of thing that they all have, and one `match` for each question that an editor or a command asks.
//! Without any of the features the enums have no values, but for codes about silencing comments.

mod functions;
mod names;
mod reported;
mod running;

use std::ops::Range;

use mnc2_text::{
    About, Catalogue, Change, Chosen, CodeRow, CodeTable, Commented, Completion, Data, Encoded,
    Entry, Fields, Findings, Fold, Frame, Grid, Highlight, Hover, Inlay, Language, Locations,
    Message, Place, Position, Signature, Symbol, Token, Trouble, Variable,
};

pub use self::functions::Evaluated;
pub use self::names::{known, unknown_language};
pub use self::reported::{reported, reported_to_run, silences_of};
pub use self::running::{Ended, Until};

/// What is asked now and then in a long computation: whether its answer is no longer wanted.
pub type IsCancelled<'a> = &'a dyn Fn() -> bool;

/// Everything about the dialects that is the same for each: the feature, the variant, the crate.
macro_rules! dialects {
    // A question that every dialect answers in the same words.
    (@ask [$($feature:tt $variant:ident)*]
        $(#[$attribute:meta])*
        fn $question:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty = $arguments:tt;
    ) => {
        $(#[$attribute])*
        pub fn $question(&self $(, $argument: $type)*) -> $answer {
            match *self {
                $(#[cfg(feature = $feature)] Self::$variant(ref asked) => asked.$question $arguments,)*
            }
        }
    };
    ($($feature:tt $variant:ident $dialect:ident;)*) => {
        /// A language other than MN-Core 2.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Dialect {
            $(#[cfg(feature = $feature)] #[doc = $feature] $variant,)*
        }

        /// What can be chosen about a language.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Options {
            $(#[cfg(feature = $feature)] #[doc = $feature] $variant(Box<$dialect::Options>),)*
        }

        /// A text that was read.
        #[derive(Clone)]
        pub enum Text {
            $(#[cfg(feature = $feature)] #[doc = $feature] $variant($dialect::Document),)*
        }

        /// A run of a text.
        #[derive(Clone)]
        pub enum Machine {
            $(#[cfg(feature = $feature)] #[doc = $feature] $variant(Box<$dialect::Machine>),)*
        }

        /// The code of a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            /// About silencing comments, which are the same in every language.
            Mnc2(mnc2_asm::Code),
            $(#[cfg(feature = $feature)] #[doc = $feature] $variant($dialect::Code),)*
        }

        /// What is said about MN-Core 2 and about every dialect, in other languages than English.
        static CATALOGUES: &[&Catalogue] = &[
            &mnc2_asm::language::CATALOGUE,
            $(#[cfg(feature = $feature)] &$dialect::CATALOGUE,)*
        ];

        impl Dialect {
            /// Every dialect of this build.
            pub const ALL: &[Self] = &[$(#[cfg(feature = $feature)] Self::$variant,)*];

            /// What it says about itself.
            #[must_use]
            pub fn about(self) -> &'static About {
                match self {
                    $(#[cfg(feature = $feature)] Self::$variant => &$dialect::ABOUT,)*
                }
            }

            /// What can be chosen, as it is without a choice.
            #[must_use]
            pub fn options(self) -> Options {
                match self {
                    $(#[cfg(feature = $feature)] Self::$variant => Options::$variant(Box::default()),)*
                }
            }

            /// What can be explained.
            #[must_use]
            pub fn entries(self) -> Vec<Entry> {
                match self {
                    $(#[cfg(feature = $feature)] Self::$variant => $dialect::entries(),)*
                }
            }

            /// The codes of its findings.
            #[must_use]
            pub fn codes(self) -> Vec<Code> {
                match self {
                    $(#[cfg(feature = $feature)] Self::$variant => {
                        $dialect::Code::ALL.iter().copied().map(Code::$variant).collect()
                    })*
                }
            }

            /// The code for a file that is not UTF-8.
            #[must_use]
            pub fn not_utf8(self) -> Code {
                match self {
                    $(#[cfg(feature = $feature)] Self::$variant => Code::$variant($dialect::Code::NOT_UTF8),)*
                }
            }
        }

        impl Options {
            /// The language that they belong to.
            #[must_use]
            pub fn dialect(&self) -> Dialect {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(_) => Dialect::$variant,)*
                }
            }

            /// Sets the version or an option from its text.
            ///
            /// # Errors
            /// What it can be, in a sentence.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref mut options) => options.set(key, value),)*
                }
            }

            /// Sets the description of the machine, for languages that have files of them.
            ///
            /// # Errors
            /// What is wrong with it, in a sentence.
            pub fn set_architecture(&mut self, content: &str) -> Result<(), Message> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref mut options) => options.set_architecture(content),)*
                }
            }

            /// The version of the language.
            #[must_use]
            pub fn version(&self) -> &'static str {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref options) => options.version(),)*
                }
            }

            /// Reads a text.
            #[must_use]
            pub fn read(&self, text: &str) -> Text {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref options) => {
                        Text::$variant($dialect::Document::new(text, options))
                    })*
                }
            }

            /// The text of an instruction, given its word in hexadecimal.
            ///
            /// # Errors
            /// Why it is none, in a sentence.
            pub fn disassemble(&self, word: &str) -> Result<String, Message> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref options) => $dialect::disassemble(word, options),)*
                }
            }

            /// The listing of a program as bytes; `None` if the language has no such files.
            #[must_use]
            pub fn listing(&self, bytes: &[u8]) -> Option<String> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref options) => $dialect::listing(bytes, options),)*
                }
            }

            /// The machine in a few words, and whether it is the one without a choice.
            #[must_use]
            pub fn machine(&self) -> Message {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref options) => options.machine(),)*
                }
            }

            /// A page about a mnemonic, a register or a code, in Markdown.
            #[must_use]
            pub fn explain(&self, query: &str, language: Language) -> Option<String> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref options) => $dialect::explain(query, options, language),)*
                }
            }
        }

        impl Text {
            /// Its language.
            #[must_use]
            pub fn dialect(&self) -> Dialect {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(_) => Dialect::$variant,)*
                }
            }

            /// Replaces a range of bytes, whose ends are between characters of the text.
            pub fn edit(&mut self, range: Range<usize>, by: &str) {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref mut document) => document.edit(range, by),)*
                }
            }

            /// All findings, in the order of lines.
            #[must_use]
            pub fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<Code> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref document) => {
                        document.findings(is_cancelled).with_code(Code::$variant)
                    })*
                }
            }

            /// Starts a run.
            ///
            /// # Errors
            /// Why it cannot run.
            pub fn machine(&self) -> Result<Machine, Trouble> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref document) => {
                        $dialect::Machine::new(document).map(|machine| Machine::$variant(Box::new(machine)))
                    })*
                }
            }

            dialects! { @ask [$($feature $variant)*]
                /// What of a line is a comment.
                fn commented(&self, line: u32) -> Commented = (line);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The explanation of what is at a place.
                fn hover(&self, at: Position, language: Language) -> Option<Hover> = (at, language);
            }
            dialects! { @ask [$($feature $variant)*]
                /// What can be written at a place.
                fn completion(&self, at: Position, language: Language) -> Vec<Completion> = (at, language);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The operands of the instruction at a place.
                fn signature(&self, at: Position, language: Language) -> Option<Signature> = (at, language);
            }
            dialects! { @ask [$($feature $variant)*]
                /// Words after instructions of some lines that are not part of the text.
                fn inlays(&self, lines: Range<u32>, language: Language, is_cancelled: IsCancelled<'_>) -> Vec<Inlay> = (lines, language, is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The colours of some lines.
                fn tokens(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Token> = (lines, is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The operands of a line that a run reads or writes.
                fn operands(&self, line: u32) -> Vec<Place> = (line);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The outline.
                fn symbols(&self, is_cancelled: IsCancelled<'_>) -> Vec<Symbol> = (is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// Where a run can begin: each function in a language whose functions run alone, otherwise the first instruction.
                fn starts(&self, is_cancelled: IsCancelled<'_>) -> Vec<Place> = (is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// Where what is at a place is defined.
                fn definition(&self, at: Position) -> Vec<Place> = (at);
            }
            dialects! { @ask [$($feature $variant)*]
                /// Where what is at a place is used.
                fn references(&self, at: Position, with_definition: bool) -> Vec<Place> = (at, with_definition);
            }
            dialects! { @ask [$($feature $variant)*]
                /// Reads and writes of what is at a place.
                fn highlights(&self, at: Position) -> Vec<Highlight> = (at);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The name at a place that can be changed.
                fn renamable(&self, at: Position) -> Option<Place> = (at);
            }
            dialects! { @ask [$($feature $variant)*]
                /// What changes if the name at a place becomes another one; why that is not possible otherwise.
                fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> = (at, name);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The layout of some lines.
                fn format(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Change> = (lines, is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// What can be folded.
                fn folding(&self, is_cancelled: IsCancelled<'_>) -> Vec<Fold> = (is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// The words of its instructions.
                fn assemble(&self, is_cancelled: IsCancelled<'_>) -> Vec<Encoded> = (is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// Lines with an instruction that has no word, though nothing is wrong with it: the text does not say all of it.
                fn unknown_words(&self, is_cancelled: IsCancelled<'_>) -> Vec<u32> = (is_cancelled);
            }
            dialects! { @ask [$($feature $variant)*]
                /// How many instructions have no word because they are not of the language, such as those of the base of an extension.
                fn other_instructions(&self) -> usize = ();
            }
        }

        impl Machine {
            /// Executes one instruction.
            ///
            /// # Errors
            /// Why it cannot be executed.
            pub fn step(&mut self) -> Result<(), Trouble> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref mut machine) => machine.step(),)*
                }
            }

            /// What it lists for a debugger.
            #[must_use]
            pub fn locations(&self) -> &dyn Locations {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref machine) => &**machine,)*
                }
            }

            /// What it lists, to change it.
            pub fn locations_mut(&mut self) -> &mut dyn Locations {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref mut machine) => &mut **machine,)*
                }
            }

            /// Sets memories, registers or arguments before a run.
            ///
            /// # Errors
            /// Which of them there is not, or what its value has to be.
            pub fn load(&mut self, given: &[(String, Data)]) -> Result<(), Message> {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$variant(ref mut machine) => machine.load(given),)*
                }
            }

            dialects! { @ask [$($feature $variant)*]
                /// The line that runs next; `None` at the end.
                fn line(&self) -> Option<u32> = ();
            }
            dialects! { @ask [$($feature $variant)*]
                /// How many instructions were executed.
                fn steps(&self) -> u64 = ();
            }
            dialects! { @ask [$($feature $variant)*]
                /// What was named before the run, and whatever else it wrote or answered: at most so many bytes or numbers; a
                /// sentence if there are more.
                fn dump(&self, named: &[(String, Data)], values_max: u64) -> Result<Fields, Message> = (named, values_max);
            }
            dialects! { @ask [$($feature $variant)*]
                /// What a run computed, as it is shown at its end: what was named before it, and what is not as it was at the start.
                fn computed(&self, named: &[(String, Data)]) -> Vec<Variable> = (named);
            }
            dialects! { @ask [$($feature $variant)*]
                /// What it holds as numbers in rows.
                fn grids(&self) -> Vec<Grid> = ();
            }
            dialects! { @ask [$($feature $variant)*]
                /// Registers and whatever else the machine holds.
                fn state(&self) -> Vec<Variable> = ();
            }
            dialects! { @ask [$($feature $variant)*]
                /// The lines with something that runs, in order, each once.
                fn lines(&self) -> Vec<u32> = ();
            }
            dialects! { @ask [$($feature $variant)*]
                /// Where a thread is, counted from 0, the innermost frame first; none after the end.
                fn frames(&self, thread: usize) -> Vec<Frame> = (thread);
            }
            dialects! { @ask [$($feature $variant)*]
                /// How many frames there are, which costs nothing to ask: a step over a call or a region runs until there are no
                /// more of them than before.
                fn depth(&self) -> usize = ();
            }
            dialects! { @ask [$($feature $variant)*]
                /// Bytes of memory that the machine takes at most. Copies may share a part of them.
                fn size_bytes(&self) -> u64 = ();
            }
        }

        impl CodeTable for Code {
            fn row(self) -> &'static CodeRow {
                match self {
                    Self::Mnc2(code) => code.row(),
                    $(#[cfg(feature = $feature)] Self::$variant(code) => code.row(),)*
                }
            }

            fn page_url(self) -> String {
                match self {
                    Self::Mnc2(code) => code.page_url(),
                    $(#[cfg(feature = $feature)] Self::$variant(code) => code.page_url(),)*
                }
            }
        }
    };
}

dialects! {
    "naplespu" NaplesPu mnc2_naplespu;
    "rvmatrix" RvMatrix mnc2_rvmatrix;
    "tensil" Tensil mnc2_tensil;
    "tinytc" Tinytc mnc2_tinytc;
}

/// Languages whose instructions have no machine words: their compilers make something else of them.
const WITHOUT_WORDS: &[&str] = &["tinytc"];

/// Lets messages be said in every language. Whoever chooses a language calls it first.
pub fn install_catalogues() {
    mnc2_text::language::install(CATALOGUES);
}

impl Options {
    /// Sets what a choice says. What it cannot say is returned in sentences.
    pub fn choose(&mut self, chosen: &Chosen) -> Vec<Message> {
        let set = |(key, value): &(String, String)| self.set(key, value).err();
        chosen.options.iter().filter_map(set).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::CATALOGUES;

    #[test]
    fn what_several_languages_say_is_translated_alike() {
        let mut known = HashMap::new();
        let mut different = Vec::new();
        for (english, text) in CATALOGUES.iter().flat_map(|part| part.by_english()) {
            let other = known.entry(english.clone()).or_insert_with(|| text.clone());
            if *other != text {
                different.push(format!("{english}\n  {other}\n  {text}"));
            }
        }
        assert!(different.is_empty(), "{}", different.join("\n"));
        assert!(known.len() > 1000);
    }
}
