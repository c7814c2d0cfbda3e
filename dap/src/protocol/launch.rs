//! `launch` and `attach`: the keys of a launch configuration.

use serde::Deserialize;

/// A launch configuration. Editors add keys of their own, which are ignored.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LaunchArguments {
    /// See [`KEYS`], where each field is described.
    pub program: Option<String>,
    /// The testcase that is executed first; see [`KEYS`].
    pub testcase: Option<String>,
    /// Whether to stop before the first statement.
    #[serde(default)]
    pub stop_on_entry: bool,
    /// The rules that the program is checked by.
    pub profile: Option<String>,
    /// Whether hazards and uninitialized reads stop the run.
    #[serde(default)]
    pub strict: bool,
    /// The seed of the garbage that memories and registers start with.
    pub dirty: Option<u64>,
    /// The PE whose values are shown first.
    pub focus: Option<String>,
    /// Arguments that fill memories from files, as for `mnc2 run`.
    #[serde(default)]
    pub args: Vec<String>,
    /// Whether to debug a program with errors, up to the line of the first one.
    #[serde(default)]
    pub debug_anyway: bool,
    /// The language of the file and its options.
    pub language: Option<String>,
    /// A file that describes the machine.
    pub arch: Option<String>,
    /// A JSON file with memories, registers or arguments before the run.
    pub mem: Option<String>,
    /// Whether the client requests a run without debugging.
    #[serde(default)]
    pub no_debug: bool,
    /// Whether the client reports the error of a program itself, with a way to debug up to it.
    #[serde(default)]
    pub offers_anyway: bool,
    /// The token of a host program, whose kernel is debugged then; see [`ATTACH_KEYS`].
    #[serde(default)]
    pub token: String,
}

/// A configuration of a debugger on a host program.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachArguments {
    /// See [`ATTACH_KEYS`], where each field is described.
    #[serde(default)]
    pub token: String,
    /// The PE whose values are shown first.
    pub focus: Option<String>,
    /// Whether hazards stop the run.
    #[serde(default)]
    pub strict: bool,
    /// Whether the client reports the error of a program itself.
    #[serde(default)]
    pub offers_anyway: bool,
}

impl From<LaunchArguments> for AttachArguments {
    fn from(launch: LaunchArguments) -> Self {
        Self {
            token: launch.token,
            focus: launch.focus,
            strict: launch.strict,
            offers_anyway: launch.offers_anyway,
        }
    }
}

impl From<AttachArguments> for LaunchArguments {
    fn from(attach: AttachArguments) -> Self {
        Self {
            token: attach.token,
            focus: attach.focus,
            strict: attach.strict,
            offers_anyway: attach.offers_anyway,
            ..Self::default()
        }
    }
}

/// A key of a launch configuration.
#[derive(Clone, Copy, Debug)]
pub struct LaunchKey {
    /// The name in JSON.
    pub name: &'static str,
    /// Its type in JSON.
    pub kind: &'static str,
    pub doc: &'static str,
}

/// The keys of a launch configuration, for the documentation and for editors.
pub const KEYS: [LaunchKey; 12] = [
    LaunchKey {
        name: "program",
        kind: "string",
        doc: "The file to debug. Required.",
    },
    LaunchKey {
        name: "testcase",
        kind: "string",
        doc: "A testcase whose `d set` and `r` lines are executed first. By default, the testcase in `mnc2.toml`, otherwise `testcase.vsm` next to the program.",
    },
    LaunchKey {
        name: "stopOnEntry",
        kind: "boolean",
        doc: "Stop before the first statement.",
    },
    LaunchKey {
        name: "profile",
        kind: "string",
        doc: "The rules that the program is checked by, as in `mnc2.toml`.",
    },
    LaunchKey {
        name: "strict",
        kind: "boolean",
        doc: "Stop at hazards and at uninitialized reads, even if the filters for them are off.",
    },
    LaunchKey {
        name: "dirty",
        kind: "integer",
        doc: "Start memories and registers with reproducible garbage; another number makes other garbage.",
    },
    LaunchKey {
        name: "focus",
        kind: "string",
        doc: "The PE whose values are shown first, such as `n0c1b2m3p1`.",
    },
    LaunchKey {
        name: "args",
        kind: "list of strings",
        doc: "`--load` and `PLACE=FILE`, as often as needed: fill a memory from a raw or `.npy` file first, as `mnc2 run` does.",
    },
    LaunchKey {
        name: "debugAnyway",
        kind: "boolean",
        doc: "Debug a program with errors, up to the line with the first one.",
    },
    LaunchKey {
        name: "language",
        kind: "string",
        doc: "The language of the file and its options, such as `rvmatrix@0.2 mlen=256`. Without it `mnc2.toml`, a modeline or the extension says it, as everywhere.",
    },
    LaunchKey {
        name: "arch",
        kind: "string",
        doc: "A file that describes the machine, for languages that have such files.",
    },
    LaunchKey {
        name: "mem",
        kind: "string",
        doc: "A JSON file with memories, registers or arguments before the run, for languages other than MN-Core 2, as for `mnc2 run --mem`.",
    },
];

/// The keys of a configuration with `"request": "attach"`. The editor needs `port`, the adapter the others.
pub const ATTACH_KEYS: [LaunchKey; 4] = [
    LaunchKey {
        name: "port",
        kind: "integer",
        doc: "The port of 127.0.0.1 that the host program has printed. Required; clients connect to it.",
    },
    LaunchKey {
        name: "token",
        kind: "string",
        doc: "The token that the host program has printed. Required.",
    },
    LaunchKey {
        name: "focus",
        kind: "string",
        doc: "The PE whose values are shown first, such as `n0c1b2m3p1`.",
    },
    LaunchKey {
        name: "strict",
        kind: "boolean",
        doc: "Stop at hazards, even if the filter for them is off.",
    },
];

/// Keys as a table in Markdown.
#[must_use]
pub fn keys_table(keys: &[LaunchKey]) -> String {
    let rows = keys
        .iter()
        .map(|LaunchKey { name, kind, doc }| format!("| `{name}` | {kind} | {doc} |\n"));
    let head = "| key | value | what it is for |\n|---|---|---|\n".to_owned();
    std::iter::once(head).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_page_has_the_table() {
        let page = include_str!("../../../docs/debugging.md");
        for table in [keys_table(&KEYS), keys_table(&ATTACH_KEYS)] {
            assert!(page.contains(&table), "{table}");
        }
    }

    /// Each of these keys is read, in the type that the table states.
    fn keys_are_read<'a, A>(keys: impl IntoIterator<Item = &'a LaunchKey>)
    where
        A: DeserializeOwned + Default + Debug,
    {
        for key in keys {
            let right = match key.kind {
                "string" => json!("x"),
                "boolean" => json!(true),
                "integer" => json!(7),
                "list of strings" => json!(["x"]),
                other => panic!("{other}"),
            };
            let read = |value: Value| {
                serde_json::from_value::<A>(json!({ (key.name): value }))
                    .map(|arguments| format!("{arguments:?}"))
            };
            let without = format!("{:?}", A::default());
            assert_ne!(
                read(right).expect("the right type"),
                without,
                "{}",
                key.name
            );
            assert!(read(json!({})).is_err(), "{}", key.name);
        }
    }

    /// The port is for editors.
    #[test]
    fn the_keys_of_attach_are_read_as_the_table_says() {
        keys_are_read::<AttachArguments>(ATTACH_KEYS.iter().filter(|it| it.name != "port"));
    }

    #[test]
    fn every_key_is_read_as_the_table_says() {
        keys_are_read::<LaunchArguments>(&KEYS);
    }
}
