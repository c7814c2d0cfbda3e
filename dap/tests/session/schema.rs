//! Holds messages to the published schema of the protocol, which is read from the file that `MNC2_DAP_SCHEMA` names.
//! `.ci/dap` gets it; without it only the tables in `shapes.rs` count.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

static SCHEMA: LazyLock<Option<Value>> = LazyLock::new(|| {
    let path = std::env::var_os("MNC2_DAP_SCHEMA")?;
    let text = std::fs::read_to_string(path).expect("the schema can be read");
    Some(serde_json::from_str(&text).expect("the schema is JSON"))
});

/// The validators of definitions, and how many messages they have seen.
static VALIDATORS: LazyLock<Mutex<(HashMap<String, Validator>, usize)>> =
    LazyLock::new(Mutex::default);

/// The number of messages that were validated.
pub(crate) fn count() -> usize {
    VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner).1
}

/// Whether there is a schema.
pub(crate) fn is_there() -> bool {
    SCHEMA.is_some()
}

/// Fails if a message does not fit the schema.
#[track_caller]
pub(crate) fn check(message: &Value) {
    let Some(schema) = &*SCHEMA else {
        return;
    };
    let name = definition(message, schema);
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    validators.1 += 1;
    let validator = validators.0.entry(name.clone()).or_insert_with(|| {
        let of_name = json!({
            "$schema": "http://json-schema.org/draft-04/schema#",
            "allOf": [{ "$ref": format!("#/definitions/{name}") }],
            "definitions": schema["definitions"],
        });
        jsonschema::validator_for(&of_name).expect("a schema")
    });
    let faults: Vec<String> = validator
        .iter_errors(message)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    drop(validators);
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{message}");
}

/// The definition that a message must fit.
fn definition(message: &Value, schema: &Value) -> String {
    let (key, kind) = match message["type"].as_str() {
        Some("event") => ("event", "Event"),
        Some("request") => ("command", "Request"),
        _ if message["success"] == false => return "ErrorResponse".to_owned(),
        _ => ("command", "Response"),
    };
    let name = message[key].as_str().expect("a name");
    let (first, rest) = name.split_at(1);
    let specific = format!("{}{rest}{kind}", first.to_uppercase());
    // Requests of our own are of the general form only.
    if name.starts_with("mnc2/") || name == "nonsense" {
        return kind.to_owned();
    }
    assert!(schema["definitions"][&specific].is_object(), "{specific}");
    specific
}
