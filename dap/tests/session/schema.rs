//! Validates messages against the published schema of the protocol, which is read from the file that `MNC2_DAP_SCHEMA`
//! names. `.ci/dap` gets it; without it only the tables in `shapes.rs` apply.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

static SCHEMA: LazyLock<Option<Value>> = LazyLock::new(|| {
    let path = std::env::var_os("MNC2_DAP_SCHEMA")?;
    let text = std::fs::read_to_string(path).expect("the schema can be read");
    Some(serde_json::from_str(&text).expect("the schema is JSON"))
});

/// The validators of definitions.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Validator>>> = LazyLock::new(Mutex::default);

/// Fields of version 1.66 of the protocol, which an older schema does not have.
pub(crate) const LATER: [&str; 3] = ["asAddress", "bytes", "supportsDataBreakpointBytes"];

/// Words of ours where the schema lists some and permits any: editors show the reason of a stop as it is.
const WORDS: [&str; 1] = ["restart"];

/// Where the schema states a few of the fields or of the words, and each adapter has its own.
const OPEN: [&str; 2] = ["ErrorResponse.message", "LaunchRequest.arguments"];

/// Whether there is a schema.
pub(crate) fn is_there() -> bool {
    SCHEMA.is_some()
}

/// The fields of an object in the schema.
#[derive(Default)]
pub(crate) struct Shape {
    pub(crate) properties: BTreeMap<&'static str, &'static Value>,
    pub(crate) required: Vec<&'static str>,
}

/// A definition of the schema.
#[track_caller]
pub(crate) fn definition(name: &str) -> &'static Value {
    let schema = SCHEMA.as_ref().expect("a schema");
    let found = schema["definitions"].get(name);
    found.unwrap_or_else(|| panic!("the schema has no {name}"))
}

/// A schema, or the definition that it refers to.
pub(crate) fn resolved(schema: &'static Value) -> &'static Value {
    match schema["$ref"].as_str() {
        Some(path) => definition(path.rsplit('/').next().unwrap_or_default()),
        None => schema,
    }
}

/// The fields of an object, from all parts of its schema.
pub(crate) fn shape(schema: &'static Value) -> Shape {
    let schema = resolved(schema);
    let mut all = Shape::default();
    for part in schema["allOf"].as_array().into_iter().flatten() {
        let part = shape(part);
        all.properties.extend(part.properties);
        all.required.extend(part.required);
    }
    let own = schema["properties"].as_object().into_iter().flatten();
    all.properties
        .extend(own.map(|(name, it)| (name.as_str(), it)));
    let required = schema["required"].as_array().into_iter().flatten();
    all.required.extend(required.filter_map(Value::as_str));
    all
}

/// The fields of a definition, or of the body if the definition is an event or a response.
pub(crate) fn body(name: &str) -> Shape {
    let message = shape(definition(name));
    match message.properties.get("body") {
        Some(body) => shape(body),
        None => message,
    }
}

/// The name of the definition of a kind of message.
pub(crate) fn definition_name(command: &str, kind: &str) -> String {
    let (first, rest) = command.split_at(1);
    format!("{}{rest}{kind}", first.to_uppercase())
}

/// Fails if a message does not fit the schema.
#[track_caller]
pub(crate) fn check(message: &Value) {
    let Some(schema) = &*SCHEMA else {
        return;
    };
    let name = name_of(message);
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = validators.entry(name.clone()).or_insert_with(|| {
        let of_name = json!({
            "$schema": "http://json-schema.org/draft-04/schema#",
            "allOf": [{ "$ref": format!("#/definitions/{name}") }],
            "definitions": schema["definitions"],
        });
        jsonschema::validator_for(&of_name).expect("a schema")
    });
    let mut faults: Vec<String> = validator
        .iter_errors(message)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    drop(validators);
    unlisted(message, definition(&name), &name, &mut faults);
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{message}");
}

/// Adds the fields of a value that the schema does not name, and the words that it does not list. The schema permits others,
/// so that a validator accepts a misspelt one.
fn unlisted(value: &Value, schema: &'static Value, path: &str, faults: &mut Vec<String>) {
    if OPEN.contains(&path) {
        return;
    }
    let schema = resolved(schema);
    match value {
        Value::Object(object) => {
            let shape = shape(schema);
            let object = object.iter().filter(|_| !shape.properties.is_empty());
            for (name, value) in object {
                let path = format!("{path}.{name}");
                match shape.properties.get(name.as_str()) {
                    Some(schema) => unlisted(value, schema, &path, faults),
                    None if LATER.contains(&name.as_str()) => (),
                    None => faults.push(path),
                }
            }
        }
        Value::Array(items) => {
            let items = items.iter();
            items.for_each(|item| unlisted(item, &schema["items"], path, faults));
        }
        Value::String(word) => {
            let words = schema["_enum"].as_array();
            let is_listed = words.is_none_or(|words| words.contains(value));
            if !is_listed && !WORDS.contains(&word.as_str()) {
                faults.push(format!("{path}: {word}"));
            }
        }
        _ => (),
    }
}

/// The name of the definition of a message.
fn name_of(message: &Value) -> String {
    let (key, kind) = match message["type"].as_str() {
        Some("event") => ("event", "Event"),
        Some("request") => ("command", "Request"),
        _ if message["success"] == false => return "ErrorResponse".to_owned(),
        _ => ("command", "Response"),
    };
    let name = message[key].as_str().expect("a name");
    // Requests of our own are of the general form only.
    if name.starts_with("mnc2/") || name == "nonsense" {
        return kind.to_owned();
    }
    definition_name(name, kind)
}

/// Whether a value of the schema can have a type of JSON.
pub(crate) fn has_type(schema: &Value, kind: &str) -> bool {
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|it| it == kind),
        own => own == kind,
    }
}
