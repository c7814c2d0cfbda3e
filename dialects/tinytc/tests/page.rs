//! Programs on the page of the language do what the page states.

use std::fs;
use std::path::Path;

use mnc2_text::interface::{Machine as _, Settings as _};
use mnc2_text::{Data, Fields, Severity};
use mnc2_tinytc::{Document, Machine, Options, eval};
use serde_json::Value;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/languages/tinytc.md");
    fs::read_to_string(path).expect("the page")
}

/// The first block that begins with a line.
fn block<'t>(text: &'t str, first: &str) -> &'t str {
    let begin = format!("```{first}\n");
    let rest = text.split_once(&begin).map(|(_, rest)| rest);
    let block = rest.and_then(|rest| rest.split_once("```"));
    block.map(|(block, _)| block).expect("a block")
}

#[test]
fn the_first_example_of_the_page_is_canonical() {
    let page = page();
    let document = Document::new(block(&page, "tinytc"), &Options::default());
    assert_eq!(document.canonical(), block(&page, "tinytc"));
}

fn data(value: &Value) -> Data {
    match value {
        Value::Bool(truth) => Data::Truth(*truth),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Data::Integer(i128::from(number)),
            None => Data::Number(number.as_f64().expect("a number")),
        },
        Value::Array(values) => Data::List(values.iter().map(data).collect()),
        Value::Object(_) => Data::Fields(fields(value)),
        Value::String(text) => Data::Text(text.clone()),
        Value::Null => panic!("nothing is null"),
    }
}

fn fields(value: &Value) -> Fields {
    let object = value.as_object().expect("an object");
    let fields = object
        .iter()
        .map(|(name, value)| (name.clone(), data(value)));
    fields.collect()
}

#[test]
fn the_run_of_the_page_writes_what_it_says() {
    let page = page();
    let mut options = Options::default();
    options.set("groups", "2").expect("an option");
    options.set("entry", "axpy").expect("an option");
    let document = Document::new(block(&page, "tinytc run"), &options);
    let is_error = |it: &mnc2_tinytc::Finding| it.diagnostic.severity == Severity::Error;
    assert!(!document.findings(&|| false).iter().any(|it| is_error(&it)));
    let given: Value = serde_json::from_str(block(&page, "json in")).expect("an object");
    let given = fields(&given);
    let mut machine = Machine::new(&document).expect("the function");
    machine.load(&given).expect("its arguments");
    while machine.line().is_some() {
        machine.step().expect("a run");
    }
    let expected: Value = serde_json::from_str(block(&page, "json out")).expect("an object");
    let mut found = machine.dump(&given, 100).expect("few numbers");
    found.sort_by(|left, right| left.0.cmp(&right.0));
    let mut expected = fields(&expected);
    expected.sort_by(|left, right| left.0.cmp(&right.0));
    assert_eq!(found, expected);
}

#[test]
fn the_value_of_the_page_is_that_of_its_expression() {
    let page = page();
    let command = page.split_once("printf '").map(|(_, rest)| rest);
    let text = command
        .and_then(|rest| rest.split_once("' |"))
        .expect("a command")
        .0;
    let document = Document::new(&text.replace("%%", "%"), &Options::default());
    let value = eval(&document).expect("a constant").value.canonical();
    assert_eq!(value, block(&page, "text").trim());
}
