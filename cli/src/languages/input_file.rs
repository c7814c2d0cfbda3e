//! Inputs of a model from files: `--input x=image.npy`.

use std::path::Path;

use mnc2_ide::transfer;
use mnc2_text::{Data, Language, Message, line, message};

use crate::exit::Failure;
use crate::input;

/// The value of an input: numbers of a `.npy` or `.csv` file, and of another file its bytes.
pub(crate) fn read(path: &Path, language: Language) -> Result<Data, Failure> {
    let bytes = input::bytes(path)?;
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or("");
    let read = match extension.to_ascii_lowercase().as_str() {
        "npy" => transfer::vectors(&bytes),
        "csv" => table(&line::decode(&bytes).0),
        _ => Ok(Data::Text(digits(&bytes))),
    };
    read.map_err(|reason| {
        let file = path.display().to_string();
        Failure::Message(message!("`{file}`: {reason}", file, reason).say(language))
    })
}

fn digits(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// A vector for each line, whose numbers are separated by commas.
fn table(text: &str) -> Result<Data, Message> {
    let mut vectors = Vec::new();
    for (row, text) in line::lines(text).enumerate() {
        if text.trim().is_empty() {
            continue;
        }
        let numbers = text.split(',').map(|number| {
            let number = number.trim();
            let read = number.parse::<f64>().ok().filter(|it| it.is_finite());
            read.map(Data::Number).ok_or_else(|| {
                message!(
                    "line {line}: `{number}` is not a number",
                    line = row + 1,
                    number
                )
            })
        });
        vectors.push(Data::List(numbers.collect::<Result<_, _>>()?));
    }
    Ok(Data::List(vectors))
}
