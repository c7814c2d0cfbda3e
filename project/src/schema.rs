//! JSON schemas, with which editors complete and check settings.

use mnc2_program::code::Code;
use mnc2_text::{Level, Selector};
use serde_json::{Map, Value, json};

use crate::OtherLanguages;
use crate::keys::{
    CLOCK_MHZ_MAX, Choice, KEYS, KeyKind, SHORTEN_SECONDS_MAX, SettingKey, languages, modes,
    profiles, shorten_levels, step_hints,
};

/// The address of the published schemas.
const FOLDER: &str = "https://raw.githubusercontent.com/mnc2/mnc2/main/docs/schemas/";

/// A name of one or more PEs.
const FOCUS_PATTERN: &str = "^(n[0-3])?(c[01])?(b[0-7])?(m(1[0-5]|[0-9]))?(p[0-3])?$";

/// The schema of `mnc2.toml`.
#[must_use]
pub fn file_schema(others: &OtherLanguages) -> Value {
    let keys = KEYS.iter();
    let properties: Map<String, Value> = keys
        .filter_map(|key| Some((key.in_file?.to_owned(), key_schema(key, others))))
        .collect();
    document(
        "mnc2.toml",
        "What a project says about its MN-Core 2 programs.",
        "mnc2.json",
        properties,
    )
}

/// The schema of the section `mnc2` in the settings of an editor.
///
/// Editors send `null` for a setting that is not set; then the project decides, or the default.
#[must_use]
pub fn editor_schema(others: &OtherLanguages) -> Value {
    let mut properties = Map::new();
    for key in KEYS {
        let Some(name) = key.in_editor else { continue };
        let Some((object, name)) = name.split_once('.') else {
            properties.insert(name.to_owned(), key_schema(key, others));
            continue;
        };
        let object = properties.entry(object).or_insert_with(
            || json!({ "type": "object", "additionalProperties": false, "properties": {} }),
        );
        object["properties"][name] = key_schema(key, others);
    }
    for schema in properties.values_mut() {
        let inner = std::mem::take(schema);
        *schema = json!({ "oneOf": [{ "type": "null" }, inner] });
    }
    document(
        "mnc2",
        "The settings of the language server mnc2-lsp.",
        "settings.json",
        properties,
    )
}

fn document(title: &str, description: &str, file: &str, properties: Map<String, Value>) -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": format!("{FOLDER}{file}"),
        "title": title,
        "description": description,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

/// The schema of a value, with its purpose and default.
fn key_schema(key: &SettingKey, others: &OtherLanguages) -> Value {
    let mut schema = json!({ "description": key.doc });
    // A default that is not valid JSON would be an error in the table, which a test finds.
    if let Ok(default) = serde_json::from_str(key.default)
        && default != Value::Null
    {
        schema["default"] = default;
    }
    if let (Value::Object(schema), Value::Object(kind)) =
        (&mut schema, kind_schema(key.kind, others))
    {
        schema.extend(kind);
    }
    schema
}

fn kind_schema(kind: KeyKind, others: &OtherLanguages) -> Value {
    match kind {
        KeyKind::Profile => choices(&profiles()),
        KeyKind::Mode => choices(&modes()),
        KeyKind::Levels => levels_schema(others),
        KeyKind::Testcase => json!({
            "oneOf": [
                { "type": "string" },
                { "type": "object", "additionalProperties": { "type": "string" } },
            ]
        }),
        KeyKind::Megahertz => json!({ "type": "integer", "minimum": 1, "maximum": CLOCK_MHZ_MAX }),
        KeyKind::Patterns => json!({ "type": "array", "items": { "type": "string" } }),
        KeyKind::Languages => {
            let names = others.all_ids().join("|");
            let pattern = format!("^\\s*({names})(@\\S*)?(\\s|$)");
            json!({ "type": "object", "additionalProperties": { "type": "string", "pattern": pattern } })
        }
        KeyKind::Focus => json!({ "type": "string", "pattern": FOCUS_PATTERN }),
        KeyKind::Language => choices(&languages()),
        KeyKind::Switch => json!({ "type": "boolean" }),
        KeyKind::Encodings | KeyKind::Path => json!({ "type": "string" }),
        KeyKind::ShortenLevel => choices(&shorten_levels()),
        KeyKind::Seconds => {
            json!({ "type": "integer", "minimum": 1, "maximum": SHORTEN_SECONDS_MAX })
        }
        KeyKind::StepHints => {
            let mut alternatives: Vec<Value> = step_hints()
                .iter()
                .map(|choice| json!({ "const": choice.name, "description": choice.doc }))
                .collect();
            alternatives.push(json!({
                "type": "boolean",
                "description": "As before there were choices: `everyLine` or `off`."
            }));
            json!({ "oneOf": alternatives })
        }
    }
}

fn choices(choices: &[Choice]) -> Value {
    let alternatives: Vec<Value> = choices
        .iter()
        .map(|choice| json!({ "const": choice.name, "description": choice.doc }))
        .collect();
    json!({ "type": "string", "oneOf": alternatives })
}

/// The schema of an object from codes and groups to levels.
fn levels_schema(others: &OtherLanguages) -> Value {
    let level = json!({ "type": "string", "enum": Level::ALL.map(Level::name) });
    let mut properties = Map::new();
    let mut add = |name: &str, description: String| {
        let mut schema = level.clone();
        schema["description"] = Value::String(description);
        properties.insert(name.to_owned(), schema);
    };
    add(
        Selector::ALL.name(),
        "Every code, optional ones included.".to_owned(),
    );
    for group in Selector::groups(others.all_codes()) {
        let names = others.all_codes().filter(|id| group.selects_id(id));
        let names: Vec<&str> = names.collect();
        add(group.name(), format!("All of {}.", names.join(", ")));
    }
    let rows = Code::ALL.iter().map(|code| code.row());
    for row in rows.chain(others.codes.iter().copied()) {
        let off = if row.is_optional {
            ", off unless asked for"
        } else {
            ""
        };
        let level = row.severity.name();
        let section = match row.section {
            "" => String::new(),
            section => format!("; manual {section}"),
        };
        add(row.id, format!("{} ({level}{off}{section}).", row.title));
    }
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}
