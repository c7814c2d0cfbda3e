//! Settings as JSON: from `initializationOptions`, `workspace/didChangeConfiguration` and `workspace/configuration`.

use serde_json::{Map, Value};

use crate::session::{Clock, Focus, InlayHints, Settings, parse_mode};

/// The section that the settings live in.
pub(super) const SECTION: &str = "mnc2";

/// Entries of the section that belong to the clients.
const OF_CLIENTS: [&str; 3] = ["server", "trace", "inlineValues"];

/// Settings, and what could not be understood.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// What was understood; the defaults elsewhere.
    pub(super) settings: Settings,
    /// A sentence for every entry that was not.
    pub(super) problems: Vec<String>,
}

/// Reads the section, or an object that holds it under its name. `None` when there is nothing to read.
pub(super) fn read(value: &Value) -> Option<Read> {
    let object = value.as_object()?;
    let section = match object.get(SECTION) {
        Some(section) => section.as_object()?,
        None => object,
    };
    let mut read = Read::default();
    for (name, value) in section {
        let text = value.as_str();
        let expected = match name.as_str() {
            "mode" => match text.and_then(parse_mode) {
                Some(mode) => {
                    read.settings.mode = mode;
                    continue;
                }
                None => "\"auto\", \"flat\" or \"infer\"",
            },
            "focus" => match text.and_then(Focus::parse) {
                Some(focus) => {
                    read.settings.focus = focus;
                    continue;
                }
                None => "an element such as \"n0c0b0m0p0\"",
            },
            "inlayHints" => match value.as_object() {
                Some(switches) => {
                    read.settings.hints = hints(switches, &mut read.problems);
                    continue;
                }
                None => "an object of switches such as { \"steps\": true }",
            },
            "clockMhz" => match value.as_u64().and_then(Clock::of) {
                Some(clock) => {
                    read.settings.clock = clock;
                    continue;
                }
                None => "a whole number of megahertz, at least 1",
            },
            client if OF_CLIENTS.contains(&client) => continue,
            _ => {
                read.problems
                    .push(format!("There is no setting {SECTION}.{name}."));
                continue;
            }
        };
        if !value.is_null() {
            read.problems
                .push(format!("The setting {SECTION}.{name} must be {expected}."));
        }
    }
    // The order of an object's entries is the JSON library's affair.
    read.problems.sort_unstable();
    Some(read)
}

/// The switches of inlay hints.
fn hints(switches: &Map<String, Value>, problems: &mut Vec<String>) -> InlayHints {
    let mut hints = InlayHints::default();
    for (name, value) in switches {
        match (hints.switch(name), value.as_bool()) {
            (None, _) => {
                problems.push(format!("There is no setting {SECTION}.inlayHints.{name}."));
            }
            (Some(switch), Some(on)) => *switch = on,
            (Some(_), None) if value.is_null() => {}
            (Some(_), None) => problems.push(format!(
                "The setting {SECTION}.inlayHints.{name} must be true or false."
            )),
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use mnc2_asm::{Mode, ModeChoice};
    use serde_json::json;

    use super::*;

    #[test]
    fn the_section_is_read_with_and_without_its_name() {
        let flat = Settings {
            mode: ModeChoice::Given(Mode::Flat),
            focus: Focus::parse("n1").unwrap_or_default(),
            hints: InlayHints {
                addresses: true,
                steps: false,
                ..InlayHints::default()
            },
            clock: Clock { megahertz: 500 },
        };
        for value in [
            json!({ "mode": "flat", "focus": "n1", "clockMhz": 500, "inlayHints": { "addresses": true, "steps": false, "readable": null },
                "server": { "path": "x" }, "inlineValues": true }),
            json!({ "mnc2": { "mode": "flat", "focus": "n1", "clockMhz": 500, "inlayHints": { "addresses": true, "steps": false } }, "other": 1 }),
        ] {
            assert_eq!(
                read(&value),
                Some(Read {
                    settings: flat.clone(),
                    problems: Vec::new()
                })
            );
        }
        assert_eq!(read(&Value::Null), None);
        assert_eq!(read(&json!({ "mnc2": null })), None);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let read = read(&json!({ "mode": "fast", "focus": 3, "speed": 1, "clockMhz": 0, "inlayHints": { "steps": 1, "x": true } })).unwrap_or_default();
        assert_eq!(read.settings, Settings::default());
        assert_eq!(
            read.problems,
            [
                "The setting mnc2.clockMhz must be a whole number of megahertz, at least 1.",
                "The setting mnc2.focus must be an element such as \"n0c0b0m0p0\".",
                "The setting mnc2.inlayHints.steps must be true or false.",
                "The setting mnc2.mode must be \"auto\", \"flat\" or \"infer\".",
                "There is no setting mnc2.inlayHints.x.",
                "There is no setting mnc2.speed.",
            ]
        );
    }
}
