//! Memories and registers of a run as JSON, for the languages other than MN-Core 2.

use std::path::{Path, PathBuf};

use mnc2_text::{Data, Fields, Message, message};
use serde_json::{Map, Number, Value};

/// Maximum number of bytes or numbers that are written after a run.
pub const DUMP_VALUES_MAX: u64 = 256 << 20;

/// The file next to a program with what its runs are given: `kernel.in.json` of `kernel.ir`.
#[must_use]
pub fn beside(program: &Path) -> PathBuf {
    program.with_extension("in.json")
}

/// Reads an object of values by name.
///
/// # Errors
/// Why it is none, in a sentence.
pub fn read(text: &str) -> Result<Fields, Message> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| Message::verbatim(error.to_string()))?;
    fields(object)
}

fn fields(object: Map<String, Value>) -> Result<Fields, Message> {
    let field = |(name, value)| Ok((name, data(value)?));
    object.into_iter().map(field).collect()
}

// JSON is nested at most 128 deep; its reader sees to that.
fn data(value: Value) -> Result<Data, Message> {
    Ok(match value {
        Value::Null => return Err(message!("`null` is not a value")),
        Value::Bool(value) => Data::Truth(value),
        Value::Number(value) => match value.as_i128() {
            Some(value) => Data::Integer(value),
            None => Data::Number(value.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Data::Text(text),
        Value::Array(values) => {
            let values = values.into_iter().map(data);
            Data::List(values.collect::<Result<_, _>>()?)
        }
        Value::Object(object) => Data::Fields(fields(object)?),
    })
}

/// Values by name as an object.
#[must_use]
pub fn write(fields: Fields) -> Value {
    let fields = fields.into_iter();
    Value::Object(fields.map(|(name, data)| (name, value(data))).collect())
}

/// Numbers that JSON does not have are texts: `nan`, `inf`, `-inf`; so are whole numbers that need more than 64 bits.
fn value(data: Data) -> Value {
    match data {
        Data::Truth(value) => Value::Bool(value),
        Data::Integer(value) => {
            Number::from_i128(value).map_or_else(|| Value::String(value.to_string()), Value::Number)
        }
        Data::Number(value) => match Number::from_f64(value) {
            Some(value) => Value::Number(value),
            None => Value::String(value.to_string().to_ascii_lowercase()),
        },
        Data::Text(text) => Value::String(text),
        Data::List(values) => Value::Array(values.into_iter().map(value).collect()),
        Data::Fields(fields) => write(fields),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            r#"{"0x10":"00ff","A":[[1,-2],[18446744073709551615]],"x":0.5}"#,
            r#"{"z":{"b":true,"a":[]},"1":-1e300}"#,
            "{}",
        ] {
            let read = read(text).expect(text);
            let again = super::read(&write(read.clone()).to_string());
            assert_eq!(again, Ok(read), "{text}");
        }
        assert_eq!(
            write(read(r#"{"b":1,"a":[2,0.25]}"#).expect("an object")).to_string(),
            r#"{"b":1,"a":[2,0.25]}"#,
            "in the same order"
        );
    }

    #[test]
    fn what_json_lacks_is_text() {
        let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(Data::Number);
        let written = write(vec![
            ("x".to_owned(), Data::List(numbers.to_vec())),
            ("y".to_owned(), Data::Integer(i128::MAX)),
        ]);
        let expected =
            r#"{"x":["nan","inf","-inf"],"y":"170141183460469231731687303715884105727"}"#;
        assert_eq!(written.to_string(), expected);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for (text, expected) in [
            ("[]", "invalid type"),
            (r#"{"a": [null]}"#, "`null` is not a value"),
            ("{", "EOF"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(read(&format!("{{\"a\":{}", "[".repeat(1 << 20))).is_err());
    }
}
