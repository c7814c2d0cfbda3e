//! Tables of diagnostic codes: a stable id, a severity, a section, a title and a rule for each.
//!
//! Each language has a table of its own, written with [`codes!`](crate::codes!).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::Language;

/// The severity of a finding, ordered by importance, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The assembler would refuse the program.
    Error,
    /// The program is accepted but probably wrong.
    Warning,
    /// Correct, with a remark that helps the reader.
    Info,
    /// A suggestion that can be ignored.
    Hint,
}

impl Severity {
    /// Every severity, the worst first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Info, Self::Hint];

    /// The name used in output and settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Hint => "hint",
        }
    }
}

/// A row of a table of codes.
#[derive(Clone, Copy, Debug)]
pub struct CodeRow {
    /// The stable id, such as `E0201`.
    pub id: &'static str,
    /// Its severity, unless the user's levels change it.
    pub severity: Severity,
    /// Whether it is reported only if a profile or a setting enables it.
    pub is_optional: bool,
    /// Section of the language's manual that states the rule.
    pub section: &'static str,
    /// The problem, in a few words.
    pub title: &'static str,
    /// The rule, in one sentence; a diagnostic without other notes shows it.
    pub rule: &'static str,
    /// The address of its page, where `{ID}` and `{id}` mean the id, in capital and in small letters.
    pub page: &'static str,
}

impl CodeRow {
    /// The address of its page.
    #[must_use]
    pub fn page_url(&self) -> String {
        let id = self.id.to_ascii_lowercase();
        self.page.replace("{ID}", self.id).replace("{id}", &id)
    }

    /// The code with its title, its rule as a sentence, and the address of its page, as Markdown.
    #[must_use]
    pub fn markdown(&self, language: Language) -> String {
        let mut rule = language.template(self.rule).to_owned();
        if let Some(first) = rule.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let (id, severity, title) = (self.id, self.severity.name(), language.template(self.title));
        format!(
            "{id} ({severity}) — {title}\n\n{rule}\n\n{}",
            self.page_url()
        )
    }
}

/// Ids are unique among all languages.
impl PartialEq for CodeRow {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for CodeRow {}

impl PartialOrd for CodeRow {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CodeRow {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(other.id)
    }
}

impl Hash for CodeRow {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// The codes of a language, or of several.
pub trait CodeTable: Copy + Eq + fmt::Debug + 'static {
    /// The row of the table for this code.
    fn row(self) -> &'static CodeRow;
}

/// The codes of one language.
pub trait Codes: CodeTable {
    /// Every code, in the order of ids.
    const ALL: &'static [Self];

    /// The code for a file that is not UTF-8.
    const NOT_UTF8: Self;
}

/// A row is a code of any language.
impl CodeTable for &'static CodeRow {
    fn row(self) -> &'static CodeRow {
        self
    }
}

/// The table of codes of a language: an enum with a row for each variant.
///
/// The first line names the enum, its code for files that are not UTF-8, and the address of its pages ([`CodeRow::page`]). Each
/// row has the variant, the id, the severity, `optional` if it is reported only on request, the section, the title and the rule.
///
/// A table of two codes:
/// ```
/// mnc2_text::codes! {
///     /// A diagnostic code.
///     pub enum Code, not_utf8 NotUtf8, page "https://example.org/{id}.md";
///     NotUtf8 X0101 Warning "3.1" "file that is not UTF-8", "bytes that are not UTF-8 are read as unknown characters";
///     LongLine X0102 Hint optional "3.1" "long line", "a line has 80 characters";
/// }
/// assert_eq!(Code::find("x0102"), Some(Code::LongLine));
/// assert!(Code::LongLine.row().is_optional);
/// assert_eq!(Code::LongLine.row().page_url(), "https://example.org/x0102.md");
/// ```
#[macro_export]
macro_rules! codes {
    (
        $(#[$attribute:meta])* $visible:vis enum $name:ident, not_utf8 $not_utf8:ident, page $page:literal;
        $($variant:ident $id:ident $severity:ident $($optional:ident)? $section:literal $title:literal, $rule:literal;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visible enum $name {
            $(#[doc = concat!(stringify!($id), ": ", $title, ".")] $variant,)*
        }

        impl $name {
            /// The code for a file that is not UTF-8, which every language has.
            $visible const NOT_UTF8: Self = Self::$not_utf8;

            /// Every code, in the order of ids.
            $visible const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The row of the table for this code.
            #[must_use]
            $visible fn row(self) -> &'static $crate::CodeRow {
                static TABLE: [$crate::CodeRow; $name::ALL.len()] = [
                    $($crate::CodeRow {
                        id: stringify!($id),
                        severity: $crate::Severity::$severity,
                        is_optional: $crate::codes!(@is_optional $($optional)?),
                        section: $section,
                        title: $title,
                        rule: $rule,
                        page: $page,
                    }),*
                ];
                &TABLE[self as usize]
            }

            /// The code with this id, in any case.
            #[must_use]
            $visible fn find(id: &str) -> Option<Self> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|code| code.row().id.eq_ignore_ascii_case(id))
            }

            /// The name of the code, which never changes.
            #[must_use]
            $visible fn id(self) -> &'static str {
                self.row().id
            }
        }

        impl $crate::CodeTable for $name {
            fn row(self) -> &'static $crate::CodeRow {
                Self::row(self)
            }
        }

        impl $crate::Codes for $name {
            const ALL: &'static [Self] = Self::ALL;
            const NOT_UTF8: Self = Self::NOT_UTF8;
        }
    };
    (@is_optional) => { false };
    (@is_optional optional) => { true };
}
