//! The table of settings, of `mnc2.toml` and of editors.

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_program::ModeChoice;
use mnc2_program::rules::RuleProfile;
use mnc2_text::Language;

use crate::setting_value::{LANGUAGES, MODES};

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct SettingKey {
    /// Its name in `mnc2.toml`; `None` for settings of the editor only.
    pub in_file: Option<&'static str>,
    /// Its name in the settings of an editor, below `mnc2`; `None` for settings of the project only.
    pub in_editor: Option<&'static str>,
    /// The type of its value.
    pub kind: KeyKind,
    /// Its default, as JSON; `null` if something else decides.
    pub default: &'static str,
    /// Its purpose, in Markdown.
    pub doc: &'static str,
}

/// The type of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// One of the profiles.
    Profile,
    /// One of the modes.
    Mode,
    /// A table from codes and groups to levels.
    Levels,
    /// A path, or a table from patterns to paths.
    Testcase,
    /// The path of a file of encodings.
    Encodings,
    /// A frequency in MHz.
    Megahertz,
    /// A list of patterns.
    Patterns,
    /// A table from patterns to languages.
    Languages,
    /// An element of the chip.
    Focus,
    /// A language, or the language of the editor.
    Language,
    /// The value `true` or `false`.
    Switch,
    /// Which lines show the number of their step.
    StepHints,
    /// The kind of change when a program is shortened.
    ShortenLevel,
    /// A number of seconds.
    Seconds,
    /// The path of a file.
    Path,
}

/// The lines for which an inlay hint shows the step number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepHints {
    /// No line has such a hint.
    Off,
    /// The line with the cursor, in an editor that can show hints for it alone; no line in others.
    #[default]
    CurrentLine,
    /// Each line with a step.
    EveryLine,
}

/// Their names and meanings.
pub const STEP_HINTS: [(&str, StepHints, &str); 3] = [
    ("off", StepHints::Off, "On no line."),
    (
        "currentLine",
        StepHints::CurrentLine,
        "On the line with the cursor, in VS Code; on no line in editors that cannot show it there alone.",
    ),
    (
        "everyLine",
        StepHints::EveryLine,
        "On each line with a step.",
    ),
];

/// The kinds of change when a program is shortened: names and meanings.
pub const SHORTEN_LEVELS: [(&str, ChangeLevel, &str); 6] = [
    (
        "order",
        ChangeLevel::Order,
        "The order of expressions, and which of them share a step.",
    ),
    (
        "forwarding",
        ChangeLevel::Forwarding,
        "Also where a value is read: from the forwarding register instead of the memory it was written to.",
    ),
    (
        "renaming",
        ChangeLevel::Renaming,
        "Also which words of LM, GRF, L1BM and L2BM hold values that are overwritten later.",
    ),
    (
        "merging",
        ChangeLevel::Merging,
        "Also which steps there are: those that differ only in addresses become one, and unused copies are omitted.",
    ),
    (
        "unit",
        ChangeLevel::Unit,
        "Also which unit does a copy: the ALU, the MAU, L1BM, or the unit that computes the value.",
    ),
    (
        "rewrite",
        ChangeLevel::Rewrite,
        "Also which instructions compute the results: on wider words, and without work that is repeated or not needed.",
    ),
];

/// The longest search for a shorter program, in seconds.
pub const SHORTEN_SECONDS_MAX: u32 = 600;

/// The default time of a search for a shorter program, in seconds.
pub const SHORTEN_SECONDS_DEFAULT: u32 = 20;

/// The fastest clock that is accepted, in MHz.
pub const CLOCK_MHZ_MAX: u32 = 100_000;

/// The default clock of the chip in MHz.
pub const CLOCK_MHZ_DEFAULT: u32 = 750;

/// All settings, in the order of the documentation.
pub const KEYS: &[SettingKey] = &[
    SettingKey {
        in_file: Some("profile"),
        in_editor: Some("profile"),
        kind: KeyKind::Profile,
        default: "\"assembler\"",
        doc: "What programs are written for.",
    },
    SettingKey {
        in_file: Some("mode"),
        in_editor: Some("mode"),
        kind: KeyKind::Mode,
        default: "\"infer\"",
        doc: "The instruction mode that programs are checked in. The profile `contest` uses `flat`.",
    },
    SettingKey {
        in_file: Some("levels"),
        in_editor: Some("levels"),
        kind: KeyKind::Levels,
        default: "{}",
        doc: "The level of codes such as `E1010`, of groups of codes such as `W10`, of the codes of another language such as `RV`, and of `all` codes: `off`, `hint`, \
              `info`, `warning` or `error`.",
    },
    SettingKey {
        in_file: Some("testcase"),
        in_editor: None,
        kind: KeyKind::Testcase,
        default: "null",
        doc: "The testcase that programs are judged by: one path for all, or a table from patterns of programs to \
              paths; the first pattern that matches counts. By default, the `testcase.vsm` next to the program.",
    },
    SettingKey {
        in_file: Some("encodings"),
        in_editor: None,
        kind: KeyKind::Encodings,
        default: "null",
        doc: "A file of instruction words that `mnc2 learn` wrote. `mnc2 asm`, `mnc2 disasm` and editors use it where nothing is public.",
    },
    SettingKey {
        in_file: Some("clock-mhz"),
        in_editor: Some("clockMhz"),
        kind: KeyKind::Megahertz,
        default: "750",
        doc: "The clock, in MHz, at which the time of a program is estimated.",
    },
    SettingKey {
        in_file: Some("exclude"),
        in_editor: None,
        kind: KeyKind::Patterns,
        default: "[]",
        doc: "Programs and folders that are not checked, as patterns like in `.gitignore`. `mnc2 check` still checks a \
              program that is named.",
    },
    SettingKey {
        in_file: Some("languages"),
        in_editor: None,
        kind: KeyKind::Languages,
        default: "{}",
        doc: "The languages of files that are not MN-Core 2 assembly: a table from patterns to languages, such as \
              `\"kernels/**/*.S\" = \"rvmatrix@0.2 mlen=256\"`; the first pattern that matches counts. \
              `mnc2 languages` lists languages and their options.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("focus"),
        kind: KeyKind::Focus,
        default: "\"n0c0b0m0p0\"",
        doc: "The PE whose values are shown, written as in a `d get` statement; for the memories above a PE, the values of \
              its MAB, L1B, L2B or group are shown.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("architecture"),
        kind: KeyKind::Path,
        default: "\"\"",
        doc: "The file that describes the machine, such as a `.tarch` file of the Tensil tensor unit; a relative path begins in \
              the folder of `mnc2.toml`, otherwise in the folder of the program. Without it, the file next to the program is used. In \
              `mnc2.toml`, `arch=` names one after the language.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("embedded"),
        kind: KeyKind::Switch,
        default: "true",
        doc: "Whether programs in C++, C, Python and Markdown files are checked and explained.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("language"),
        kind: KeyKind::Language,
        default: "\"auto\"",
        doc: "The language of diagnostics, explanations and titles.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("inlayHints.steps"),
        kind: KeyKind::StepHints,
        default: "\"currentLine\"",
        doc: "Which lines show the number of their step and the cycle in which it begins. `true` is `everyLine`, \
              `false` is `off`.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("inlayHints.addresses"),
        kind: KeyKind::Switch,
        default: "false",
        doc: "Show the addresses of each cycle after operands with a stride, and the range that a transfer accesses.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("inlayHints.readable"),
        kind: KeyKind::Switch,
        default: "false",
        doc: "Show after each step the first step in which its results can be read.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("inlayHints.values"),
        kind: KeyKind::Switch,
        default: "true",
        doc: "Show what the last run printed and wrote next to the lines: as inlay hints, or in the editor's own way.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("shorten.level"),
        kind: KeyKind::ShortenLevel,
        default: "\"forwarding\"",
        doc: "What may change when a program is shortened; each level allows what those before it do.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("shorten.time"),
        kind: KeyKind::Seconds,
        default: "20",
        doc: "How long to search for a shorter program, in seconds.",
    },
    SettingKey {
        in_file: None,
        in_editor: Some("shorten.ranges"),
        kind: KeyKind::Switch,
        default: "false",
        doc: "Also propose programs that are equivalent only for inputs in the ranges of the testcase; the message names the ranges.",
    },
];

/// One of several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The value, as settings write it.
    pub name: &'static str,
    /// The meaning of the value.
    pub doc: &'static str,
}

/// The profiles as values of a setting.
#[must_use]
pub fn profiles() -> [Choice; 3] {
    RuleProfile::ALL.map(|profile| Choice {
        name: profile.row().name,
        doc: profile.row().doc,
    })
}

/// The languages as values of a setting.
#[must_use]
pub fn languages() -> [Choice; 3] {
    LANGUAGES.map(|(name, language)| Choice {
        name,
        doc: match language {
            None => "By default the language of the editor if it is available, otherwise English.",
            Some(Language::English) => "English.",
            Some(Language::Japanese) => "Japanese.",
        },
    })
}

/// Which lines show the number of their step.
#[must_use]
pub fn step_hints() -> [Choice; 3] {
    STEP_HINTS.map(|(name, _, doc)| Choice { name, doc })
}

/// The kinds of change when a program is shortened.
#[must_use]
pub fn shorten_levels() -> [Choice; SHORTEN_LEVELS.len()] {
    SHORTEN_LEVELS.map(|(name, _, doc)| Choice { name, doc })
}

/// The modes as values of a setting.
#[must_use]
pub fn modes() -> [Choice; 3] {
    MODES.map(|(name, mode)| Choice {
        name,
        doc: match mode {
            ModeChoice::Infer => {
                "Flat as soon as a flat list such as `$lr[0,2,4,6]` occurs, else auto-stride."
            }
            ModeChoice::Given(mnc2_isa::Mode::AutoStride) => {
                "Auto-stride, the assembler's default: a flat list is an error."
            }
            ModeChoice::Given(mnc2_isa::Mode::Flat) => {
                "Flat: the addresses of all four cycles can be chosen."
            }
        },
    })
}
