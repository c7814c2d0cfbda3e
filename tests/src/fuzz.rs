//! Properties that hold for any bytes: the bodies of the fuzz targets.
//!
//! A target takes bytes and panics if a property does not hold; it limits its own input, so that each input costs
//! milliseconds. `fuzz/` passes the same functions to libFuzzer, `tests/fuzz.rs` gives them fixtures and some
//! mutations of them in every test run.

pub mod commands;
pub mod corpus;
mod decoder;
mod documents;
mod edits;
mod encodings;
mod equal;
mod fixes;
mod folders;
mod formatter;
mod language;
mod languages;
mod linked;
mod messages;
mod parse_cache;
mod patterns;
mod payloads;
mod repeated;
mod saved;
mod sessions;
mod settings;
mod shortened;
mod testcases;
mod watches;

use std::sync::LazyLock;

use crate::languages::{Language, others};

pub use decoder::decoder;
pub use documents::documents;
pub use edits::edits;
pub use encodings::encodings;
pub use equal::equal;
pub use fixes::fixes;
pub use folders::folders;
pub use formatter::formatter;
pub use language::language;
pub use linked::linked;
pub use messages::messages;
pub use patterns::patterns;
pub use payloads::payloads;
pub use saved::saved;
pub use sessions::sessions;
pub use settings::settings;
pub use shortened::shortened;
pub use testcases::testcases;
pub use watches::watches;

/// A target and its seeds.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, also in `fuzz/`.
    pub name: &'static str,
    /// Panics if a property does not hold.
    pub body: Body,
    /// Folders below the root whose files are seeds, and the ending of their names.
    pub seeds: (&'static [&'static str], &'static str),
    /// The most bytes that are allocated at one time on the thread of the body, for each byte of input and besides;
    /// `None` if other threads do the work.
    pub memory: Option<Memory>,
}

/// The use of an input by a target.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// A function of its own.
    Plain(fn(&[u8])),
    /// Properties of any text in a language other than MN-Core 2.
    Of(&'static Language),
}

/// A bound of the memory that a target takes.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// For each byte of input.
    pub bytes_per_byte: u64,
    /// For an input of any size.
    pub bytes: u64,
}

impl Body {
    fn take(self, data: &[u8]) {
        match self {
            Self::Plain(body) => body(data),
            Self::Of(language) => languages::any(language.id, data),
        }
    }
}

/// Runs a target. A fuzzer that runs out of memory only finds inputs that take gigabytes; this finds those that take
/// far more than others of their length.
///
/// # Panics
/// If a property does not hold, or if the target takes more memory than it may.
pub fn run(target: &Target, data: &[u8]) {
    let taken = allocation_counter::measure(|| target.body.take(data)).bytes_max;
    if let Some(Memory {
        bytes_per_byte,
        bytes,
    }) = target.memory
    {
        let most = bytes + bytes_per_byte * data.len() as u64;
        assert!(
            taken <= most,
            "{taken} bytes of memory for {} bytes of input, {most} at most",
            data.len()
        );
    }
}

/// Runs the target with a name.
///
/// # Panics
/// If no target has the name, and as [`run`] does.
pub fn run_named(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    run(target.unwrap_or_else(|| panic!("no target {name}")), data);
}

/// Programs of the repository.
const PROGRAMS: (&[&str], &str) = (&["tests/diagnostics", "tests/programs", "examples"], "vsm");

/// Programs of every language, each after the number of its language as a byte.
const EVERY_LANGUAGE: (&[&str], &str) = (&[], "");

/// All targets except the comparison of the machine with a slow model, which is next to the model in `emulator/tests/model/`.
pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    // The machines of other languages have memory of their own.
    let other = |language: &'static Language| Target {
        name: language.id,
        body: Body::Of(language),
        seeds: (&[], ""),
        memory: Some(Memory {
            bytes_per_byte: 8000,
            bytes: 64 << 20,
        }),
    };
    OF_MNC2.iter().copied().chain(others().map(other)).collect()
});

/// Those that are not of another language.
const OF_MNC2: &[Target] = &[
    Target {
        name: "language",
        body: Body::Plain(language),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "linked",
        body: Body::Plain(linked),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "encodings",
        body: Body::Plain(encodings),
        seeds: (&["tests/fuzz/encodings"], "txt"),
        memory: Some(Memory {
            bytes_per_byte: 4000,
            bytes: 8 << 20,
        }),
    },
    Target {
        name: "edits",
        body: Body::Plain(edits),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "documents",
        body: Body::Plain(documents),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "formatter",
        body: Body::Plain(formatter),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "fixes",
        body: Body::Plain(fixes),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "messages",
        body: Body::Plain(messages),
        seeds: (&["tests/fuzz/messages"], "txt"),
        memory: None,
    },
    Target {
        name: "decoder",
        body: Body::Plain(decoder),
        seeds: (&["tests/fuzz/decoder"], "txt"),
        memory: None,
    },
    Target {
        name: "folders",
        body: Body::Plain(folders),
        seeds: (&["tests/fuzz/folders"], "txt"),
        memory: None,
    },
    Target {
        name: "sessions",
        body: Body::Plain(sessions),
        seeds: EVERY_LANGUAGE,
        memory: None,
    },
    Target {
        name: "watches",
        body: Body::Plain(watches),
        seeds: (&["tests/fuzz/watches"], "txt"),
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "patterns",
        body: Body::Plain(patterns),
        seeds: (&["tests/fuzz/patterns"], "txt"),
        memory: Some(Memory {
            bytes_per_byte: 0,
            bytes: 256 << 20,
        }),
    },
    Target {
        name: "payloads",
        body: Body::Plain(payloads),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "settings",
        body: Body::Plain(settings),
        seeds: (&["tests/fuzz/settings"], "toml"),
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "testcases",
        body: Body::Plain(testcases),
        seeds: (&["examples", "tests/fuzz/testcases"], "vsm"),
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 4 << 20,
        }),
    },
    Target {
        name: "equal",
        body: Body::Plain(equal),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 512 << 20,
        }),
    },
    Target {
        name: "saved",
        body: Body::Plain(saved),
        seeds: (&["tests/fuzz/saved"], "txt"),
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 512 << 20,
        }),
    },
    Target {
        name: "shortened",
        body: Body::Plain(shortened),
        seeds: PROGRAMS,
        memory: Some(Memory {
            bytes_per_byte: 2000,
            bytes: 512 << 20,
        }),
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

/// The first bytes as text, regardless of the y.
fn text_of(data: &[u8], bytes_max: usize) -> String {
    mnc2_text::line::decode(&data[..data.len().min(bytes_max)]).0
}
