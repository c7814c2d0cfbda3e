//! Settings as JSON: from `initializationOptions`, `workspace/didChangeConfiguration` and `workspace/configuration`.

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_ide::languages;
use mnc2_ide::session::{ClockRate, Focus, InlayHints, Settings, Shorten};
use mnc2_project::{SHORTEN_LEVELS, SHORTEN_SECONDS_MAX, STEP_HINTS, StepHints};
use mnc2_text::{Level, Message, Selector, line, message};
use serde_json::{Map, Value, json};
use tower_lsp::ls_types::Registration;

/// The section of the settings.
pub(super) const SECTION: &str = "mnc2";

/// Registers for notifications about changed settings.
pub(super) fn registration() -> Registration {
    Registration {
        id: "configuration".to_owned(),
        method: "workspace/didChangeConfiguration".to_owned(),
        register_options: Some(json!({ "section": SECTION })),
    }
}

/// Entries of the section that only the clients use.
const OF_CLIENTS: [&str; 4] = ["server", "trace", "inlineValues", "dump"];

/// Settings, and what could not be understood.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// The valid entries; the defaults for others.
    pub(super) settings: Settings,
    /// A sentence for every invalid entry.
    pub(super) problems: Vec<String>,
}

/// Reads the section, or an object that contains it under its name. `None` if there is nothing to read.
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
            // Clients send `null` for a setting that is not set.
            "profile" | "mode" | "levels" | "language" | "architecture" | "embedded"
                if value.is_null() =>
            {
                continue;
            }
            "profile" => {
                read.settings.layer.profile =
                    choice(name, value, mnc2_project::profile, &mut read.problems);
                continue;
            }
            "mode" => {
                read.settings.layer.mode =
                    choice(name, value, mnc2_project::mode, &mut read.problems);
                continue;
            }
            "language" => {
                let language = choice(name, value, mnc2_project::language, &mut read.problems);
                read.settings.language = language.flatten();
                continue;
            }
            "levels" => match value.as_object() {
                Some(entries) => {
                    read.settings.layer.levels = levels(entries, &mut read.problems);
                    continue;
                }
                None => "an object from codes to levels such as { \"E1010\": \"warning\" }",
            },
            "architecture" => match text {
                Some(path) => {
                    read.settings.architecture = (!path.is_empty()).then(|| path.to_owned());
                    continue;
                }
                None => "the path of a file such as \"pynqz1.tarch\"",
            },
            "embedded" => match value.as_bool() {
                Some(embedded) => {
                    read.settings.ignores_embedded = !embedded;
                    continue;
                }
                None => "true or false",
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
            "clockMhz" => match value.as_u64().and_then(ClockRate::from_megahertz) {
                Some(clock) => {
                    read.settings.clock = Some(clock);
                    continue;
                }
                None => "a whole number of megahertz from 1 to 100000",
            },
            "shorten" => match value.as_object() {
                Some(entries) => {
                    read.settings.shorten = shorten(entries, &mut read.problems);
                    continue;
                }
                None => "an object such as { \"level\": \"order\" }",
            },
            client if OF_CLIENTS.contains(&client) => continue,
            _ => {
                let known: Vec<&str> = names().chain(OF_CLIENTS).collect();
                let meant = line::similar(name, known, line::SETTING_SIMILARITY_MIN)
                    .map_or_else(String::new, |meant| {
                        format!("; did you mean {SECTION}.{meant}?")
                    });
                read.problems.push(ended(format!(
                    "There is no setting {SECTION}.{name}{meant}"
                )));
                continue;
            }
        };
        if !value.is_null() {
            read.problems
                .push(format!("The setting {SECTION}.{name} must be {expected}."));
        }
    }
    // The JSON library decides the order of an object's entries.
    read.problems.sort_unstable();
    Some(read)
}

/// The entries of the section that the server reads, as the table of settings has them.
fn names() -> impl Iterator<Item = &'static str> {
    let settings = mnc2_project::KEYS.iter().filter_map(|key| key.in_editor);
    settings.map(|name| name.split_once('.').map_or(name, |(object, _)| object))
}

/// One of a few words; anything else is a problem.
fn choice<T>(
    name: &str,
    value: &Value,
    read: impl Fn(&str) -> Result<T, Message>,
    problems: &mut Vec<String>,
) -> Option<T> {
    let result = match value.as_str() {
        Some(text) => read(text),
        None => Err(message!("it must be a string")),
    };
    result
        .map_err(|problem| problems.push(setting_problem(name, &problem)))
        .ok()
}

/// Levels of codes and groups; a `null` entry is ignored.
fn levels(entries: &Map<String, Value>, problems: &mut Vec<String>) -> Vec<(Selector, Level)> {
    let mut levels = Vec::new();
    for (code, value) in entries.iter().filter(|(_, value)| !value.is_null()) {
        let name = format!("levels.{code}");
        let selector = mnc2_project::selector(code, languages::known())
            .map_err(|problem| problems.push(setting_problem("levels", &problem)))
            .ok();
        let level = choice(&name, value, mnc2_project::level, problems);
        levels.extend(selector.zip(level));
    }
    levels
}

/// A problem of a setting as a sentence.
fn setting_problem(name: &str, problem: &Message) -> String {
    ended(format!("The setting {SECTION}.{name}: {problem}"))
}

/// A sentence with a full stop, unless it is a question.
fn ended(mut sentence: String) -> String {
    if !sentence.ends_with('?') {
        sentence.push('.');
    }
    sentence
}

/// Which inlay hints are shown.
fn hints(switches: &Map<String, Value>, problems: &mut Vec<String>) -> InlayHints {
    let mut hints = InlayHints::default();
    for (name, value) in switches.iter().filter(|(_, value)| !value.is_null()) {
        let expected = if name == "steps" {
            match step_hints(value) {
                Some(steps) => {
                    hints.steps = steps;
                    continue;
                }
                None => "\"off\", \"currentLine\" or \"everyLine\"",
            }
        } else {
            match (hints.switch(name), value.as_bool()) {
                (Some(switch), Some(on)) => {
                    *switch = on;
                    continue;
                }
                (Some(_), None) => "true or false",
                (None, _) => {
                    problems.push(format!("There is no setting {SECTION}.inlayHints.{name}."));
                    continue;
                }
            }
        };
        problems.push(format!(
            "The setting {SECTION}.inlayHints.{name} must be {expected}."
        ));
    }
    hints
}

/// How a shorter program is searched for.
fn shorten(entries: &Map<String, Value>, problems: &mut Vec<String>) -> Shorten {
    let mut shorten = Shorten::default();
    for (name, value) in entries.iter().filter(|(_, value)| !value.is_null()) {
        let read = match name.as_str() {
            "level" => shorten_level(value).map(|level| shorten.level = level),
            "time" => seconds(value).map(|seconds| shorten.seconds = seconds),
            "ranges" => {
                let on = value.as_bool().ok_or("true or false".to_owned());
                on.map(|on| shorten.ranges = on)
            }
            _ => {
                problems.push(format!("There is no setting {SECTION}.shorten.{name}."));
                continue;
            }
        };
        if let Err(expected) = read {
            problems.push(format!(
                "The setting {SECTION}.shorten.{name} must be {expected}."
            ));
        }
    }
    shorten
}

/// The kind of change when a program is shortened, or the names that are expected.
fn shorten_level(value: &Value) -> Result<ChangeLevel, String> {
    let mut levels = SHORTEN_LEVELS.into_iter();
    let found = levels.find(|(name, ..)| value.as_str() == Some(name));
    let names = || SHORTEN_LEVELS.map(|(name, ..)| format!("\"{name}\""));
    let found = found.ok_or_else(|| names().join(" or "));
    found.map(|(_, level, _)| level)
}

/// The time of a search in seconds, or the limits that are expected.
fn seconds(value: &Value) -> Result<u32, String> {
    let seconds = value.as_u64().and_then(Shorten::seconds_of);
    seconds.ok_or_else(|| format!("a whole number of seconds from 1 to {SHORTEN_SECONDS_MAX}"))
}

/// Which lines show the number of their step. The setting was a switch once, and that form is still read.
fn step_hints(value: &Value) -> Option<StepHints> {
    match value.as_bool() {
        Some(true) => Some(StepHints::EveryLine),
        Some(false) => Some(StepHints::Off),
        None => STEP_HINTS
            .into_iter()
            .find(|(name, ..)| value.as_str() == Some(name))
            .map(|(_, steps, _)| steps),
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Mode;
    use mnc2_program::ModeChoice;
    use mnc2_program::code::Code;
    use mnc2_program::rules::Layer;
    use mnc2_program::rules::{RuleProfile, Rules};
    use mnc2_text::Language;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_section_is_read_with_and_without_its_name() {
        let flat = Settings {
            layer: Layer {
                mode: Some(ModeChoice::Given(Mode::Flat)),
                ..Layer::default()
            },
            focus: Focus::parse("n1").unwrap_or_default(),
            language: Some(Language::Japanese),
            hints: InlayHints {
                addresses: true,
                steps: StepHints::Off,
                ..InlayHints::default()
            },
            clock: Some(ClockRate { megahertz: 500 }),
            shorten: Shorten {
                level: ChangeLevel::Order,
                seconds: 3,
                ranges: true,
            },
            ..Settings::default()
        };
        for value in [
            json!({ "mode": "flat", "focus": "n1", "language": "ja", "clockMhz": 500, "inlayHints": { "addresses": true, "steps": false, "readable": null },
                "shorten": { "level": "order", "time": 3, "ranges": true },
                "server": { "path": "x" }, "inlineValues": true }),
            json!({ "mnc2": { "mode": "flat", "focus": "n1", "language": "ja", "clockMhz": 500, "inlayHints": { "addresses": true, "steps": false },
                "shorten": { "level": "order", "time": 3, "ranges": true } }, "other": 1 }),
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
    fn levels_name_codes_and_groups() {
        let read = read(&json!({
            "profile": "contest",
            "mode": null,
            "levels": { "E1010": "warning", "W10": "off", "E1009": null, "E10l0": "off", "W1002": "of", "W0409": 1 }
        }))
        .unwrap_or_default();
        let layer = &read.settings.layer;
        assert_eq!(
            (layer.profile, layer.mode),
            (Some(RuleProfile::Contest), None)
        );
        let levels = Rules::from_layers(&[layer]).levels;
        assert_eq!(levels.level(Code::GrfHazard), Level::Warning);
        assert_eq!(levels.level(Code::L2bmMvDoubtful), Level::Off);
        assert_eq!(
            read.problems,
            [
                "The setting mnc2.levels.W0409: it must be a string.",
                "The setting mnc2.levels.W1002: there is no level `of`; did you mean `off`?",
                "The setting mnc2.levels: there is no diagnostic code or group `E10l0`; did you mean `E1010`?",
            ]
        );
    }

    #[test]
    fn every_setting_of_the_table_is_read() {
        for key in mnc2_project::KEYS {
            let Some(name) = key.in_editor else { continue };
            let default: Value = serde_json::from_str(key.default).expect(name);
            let section = |value: Value| match name.split_once('.') {
                Some((object, name)) => json!({ object: { name: value } }),
                None => json!({ name: value }),
            };
            let read_of = |value| read(&section(value)).unwrap_or_default();
            assert_eq!(read_of(default).problems, [""; 0], "{name}");
            assert_eq!(read_of(Value::Null), Read::default(), "{name}");
            assert_eq!(read_of(json!([])).problems.len(), 1, "{name}");
        }
        let switches = InlayHints::default();
        for key in mnc2_project::KEYS {
            if let Some(name) = key.in_editor.and_then(|it| it.strip_prefix("inlayHints.")) {
                let default = { switches }.switch(name).map(|on| on.to_string());
                let default = default.unwrap_or_else(|| "\"currentLine\"".to_owned());
                assert_eq!(default, key.default, "{name}");
            }
        }
    }

    #[test]
    fn what_the_extension_for_vs_code_offers_is_known() {
        let manifest = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../editors/vscode/package.json"
        );
        let manifest = std::fs::read_to_string(manifest).expect("the extension has a manifest");
        let manifest: Value = serde_json::from_str(&manifest).expect("a manifest is JSON");
        let offered = manifest["contributes"]["configuration"]["properties"].as_object();
        let mut section = json!({});
        for (name, setting) in offered.expect("it has settings") {
            let (object, name) = name[SECTION.len() + 1..]
                .split_once('.')
                .map_or((None, &name[SECTION.len() + 1..]), |(object, name)| {
                    (Some(object), name)
                });
            match object {
                Some(object) => section[object][name] = setting["default"].clone(),
                None => section[name] = setting["default"].clone(),
            }
        }
        assert_eq!(read(&section).unwrap_or_default().problems, [""; 0]);
    }

    #[test]
    fn step_hints_were_a_switch_once() {
        let check = |value: Value, expected: StepHints| {
            let read = read(&json!({ "inlayHints": { "steps": value } })).unwrap_or_default();
            assert_eq!(read.problems, [""; 0]);
            assert_eq!(read.settings.hints.steps, expected);
        };
        check(json!("off"), StepHints::Off);
        check(json!("currentLine"), StepHints::CurrentLine);
        check(json!("everyLine"), StepHints::EveryLine);
        check(json!(true), StepHints::EveryLine);
        check(json!(false), StepHints::Off);
        check(Value::Null, StepHints::CurrentLine);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let read = read(&json!({ "mode": "fast", "focus": 3, "speed": 1, "profil": "x", "clockMhz": 0, "inlayHints": { "steps": 1, "values": "on", "x": true },
            "shorten": { "level": "all", "time": 0, "ranges": "on", "speed": 1 } })).unwrap_or_default();
        assert_eq!(read.settings, Settings::default());
        assert_eq!(
            read.problems,
            [
                "The setting mnc2.clockMhz must be a whole number of megahertz from 1 to 100000.",
                "The setting mnc2.focus must be an element such as \"n0c0b0m0p0\".",
                "The setting mnc2.inlayHints.steps must be \"off\", \"currentLine\" or \"everyLine\".",
                "The setting mnc2.inlayHints.values must be true or false.",
                "The setting mnc2.mode: there is no mode `fast`; did you mean `flat`?",
                "The setting mnc2.shorten.level must be \"order\" or \"forwarding\" or \"renaming\" or \"merging\" or \"unit\" or \"rewrite\".",
                "The setting mnc2.shorten.ranges must be true or false.",
                "The setting mnc2.shorten.time must be a whole number of seconds from 1 to 600.",
                "There is no setting mnc2.inlayHints.x.",
                "There is no setting mnc2.profil; did you mean mnc2.profile?",
                "There is no setting mnc2.shorten.speed.",
                "There is no setting mnc2.speed.",
            ]
        );
    }
}
