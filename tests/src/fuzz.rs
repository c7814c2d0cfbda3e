//! Properties that hold for any bytes: the bodies of the fuzz targets.
//!
//! A target takes bytes and panics if a property does not hold; it limits its own input, so that each input costs
//! milliseconds. `fuzz/` passes the same functions to libFuzzer, `tests/fuzz.rs` gives them fixtures and some
//! mutations of them in every test run.

pub mod corpus;
mod documents;
mod edits;
mod fixes;
mod formatter;
mod known;
mod language;
mod messages;
mod payloads;
mod settings;
mod testcases;

pub use documents::documents;
pub use edits::edits;
pub use fixes::fixes;
pub use formatter::formatter;
pub use language::language;
pub use messages::messages;
pub use payloads::payloads;
pub use settings::settings;
pub use testcases::testcases;

/// A target and its seeds.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, also in `fuzz/`.
    pub name: &'static str,
    /// Panics if a property does not hold.
    pub body: fn(&[u8]),
    /// Folders below the root whose files are seeds, and the ending of their names.
    pub seeds: (&'static [&'static str], &'static str),
}

/// Programs of the repository.
const PROGRAMS: (&[&str], &str) = (&["tests/diagnostics", "tests/programs", "examples"], "vsm");

/// Every target. The one that compares the machine with a slow model is beside the model,
/// in `emulator/tests/model/`.
pub const TARGETS: &[Target] = &[
    Target {
        name: "language",
        body: language,
        seeds: PROGRAMS,
    },
    Target {
        name: "edits",
        body: edits,
        seeds: PROGRAMS,
    },
    Target {
        name: "documents",
        body: documents,
        seeds: PROGRAMS,
    },
    Target {
        name: "formatter",
        body: formatter,
        seeds: PROGRAMS,
    },
    Target {
        name: "fixes",
        body: fixes,
        seeds: PROGRAMS,
    },
    Target {
        name: "messages",
        body: messages,
        seeds: (&["tests/fuzz/messages"], "txt"),
    },
    Target {
        name: "payloads",
        body: payloads,
        seeds: PROGRAMS,
    },
    Target {
        name: "settings",
        body: settings,
        seeds: (&["tests/fuzz/settings"], "toml"),
    },
    Target {
        name: "testcases",
        body: testcases,
        seeds: (&["examples", "tests/fuzz/testcases"], "vsm"),
    },
];

/// A target that must fail: a fuzzer that finds no fault here finds none anywhere.
///
/// # Panics
/// On `mask` before an 8.
pub fn canary(data: &[u8]) {
    let is_found = data
        .windows(5)
        .any(|window| window.starts_with(b"mask") && window[4] == b'8');
    assert!(!is_found, "the canary sings");
}

/// The first bytes as text, whatever they are.
fn text_of(data: &[u8], bytes_max: usize) -> String {
    mnc2_asm::text::decode(&data[..data.len().min(bytes_max)]).0
}
