//! `mnc2 check --format sarif` against the official schema of SARIF 2.1.0, and the content of logs.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::binary::{file, folder, mnc2_in, mnc2_reading};

/// The schema of OASIS, from the source of the crate `serde-sarif`, which contains it.
fn schema() -> Value {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", "host-tuple"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo tells where sources are");
    assert!(
        metadata.status.success(),
        "{}",
        String::from_utf8_lossy(&metadata.stderr)
    );
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("metadata is JSON");
    let manifest = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|package| package["name"] == "serde-sarif")
        .and_then(|package| package["manifest_path"].as_str())
        .expect("the crate is a dependency");
    let path = PathBuf::from(manifest).with_file_name("src/schema.json");
    let mut schema: Value =
        serde_json::from_str(&fs::read_to_string(path).expect("the schema is in the crate"))
            .expect("the schema is JSON");
    assert_eq!(
        schema["title"],
        "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    );
    // Its pattern of a language has one `]` too many, which only lax engines accept. Our logs name no language.
    for owner in ["run", "toolComponent"] {
        schema["definitions"][owner]["properties"]["language"]
            .as_object_mut()
            .expect("it has a language")
            .remove("pattern");
    }
    schema
}

/// The errors that the schema finds in a log.
fn violations(schema: &Value, log: &Value) -> Vec<String> {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .expect("the schema is one");
    validator
        .iter_errors(log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

const SOURCE: &str = "lpassa $lm0v $lr0v # 😀\r\n\
                      lpassa $lr0v $ln0v\r\n\
                      d get $lm0n0c0b0m0p0 1 # 長い\r\n\
                      lpassa ＄lm0 $ln0\r\n\
                      l2bm@0 $lb0 $lc0\r\n\
                      mvp/n64 $lc0@.0 $d0\r\n\
                      nop # mnc2: allow(E1010)";

#[test]
fn the_log_is_what_the_schema_asks_for() {
    let folder = folder("sarif");
    file(&folder, "a b.vsm", SOURCE);
    file(&folder, "clean.vsm", "nop\n");
    let arguments = ["check", ".", "--format", "sarif", "--level", "W0106=hint"];
    let outcome = mnc2_in(&folder, arguments);
    assert_eq!((outcome.code, outcome.err.as_str()), (1, ""));
    let log: Value = serde_json::from_str(&outcome.out).expect("the log is JSON");
    let schema = schema();
    assert_eq!(violations(&schema, &log), [""; 0]);

    // The validator finds errors.
    let mut broken = log.clone();
    broken["runs"][0]["results"][0]["level"] = json!("grave");
    broken["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] =
        json!(0);
    assert_eq!(violations(&schema, &broken).len(), 2);

    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    let results = run["results"].as_array().expect("results are a list");
    let found: Vec<(&Value, &Value)> = results
        .iter()
        .map(|result| (&result["ruleId"], &result["level"]))
        .collect();
    let expected = [
        ("E1010", "error"),
        ("E0102", "error"),
        ("W1002", "warning"),
        ("W0106", "note"),
    ]
    .map(|(id, level)| (json!(id), json!(level)));
    assert_eq!(found, expected.each_ref().map(|(id, level)| (id, level)));
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("a number") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let artifact = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(
            artifact,
            &json!({ "uri": "a%20b.vsm", "uriBaseId": "SRCROOT" })
        );
    }
    let hazard = &results[0];
    assert_eq!(
        hazard["locations"][0]["physicalLocation"]["region"],
        json!({ "startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 13 })
    );
    let related = &hazard["relatedLocations"][0];
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 1);
    assert_eq!(related["message"]["text"], "written here");
    let change = &hazard["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "nop\r\n");
    assert_eq!(change["deletedRegion"]["startLine"], 2);
    // A full-width character is one unit.
    let region = &results[1]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&region["startColumn"], &region["endColumn"]),
        (&json!(8), &json!(9))
    );
}

#[test]
fn every_rule_has_its_page() {
    let outcome = mnc2_reading(b"nop\n", ["check", "-", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&outcome.out).expect("the log is JSON");
    assert_eq!(violations(&schema(), &log), [""; 0]);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array();
    let rules = rules.expect("rules are a list");
    assert!(rules.len() > 90, "{}", rules.len());
    for rule in rules {
        let id = rule["id"].as_str().expect("an id is text");
        let page = rule["help"]["markdown"].as_str().expect("a page is text");
        assert!(page.starts_with(&format!("# {id}: ")), "{id}");
        let link = rule["helpUri"].as_str().expect("a link is text");
        assert!(
            link.ends_with(&format!("/docs/diagnostics/{id}.md")),
            "{id}"
        );
    }
}

/// An absolute path, as there is no base for it.
#[test]
fn a_file_outside_of_the_folder_is_named_as_a_whole() {
    let folder = folder("sarif-outside");
    let inner = folder.join("inner");
    std::fs::create_dir(&inner).expect("a new folder");
    file(&folder, "a.vsm", "lpasa\n");
    let outcome = mnc2_in(&inner, ["check", "../a.vsm", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&outcome.out).expect("the log is JSON");
    assert_eq!(violations(&schema(), &log), [""; 0]);
    let location = &log["runs"][0]["results"][0]["locations"][0];
    let place = &location["physicalLocation"]["artifactLocation"];
    let uri = place["uri"].as_str().unwrap_or_default();
    assert!(
        uri.starts_with("file:///") && uri.ends_with("/sarif-outside/a.vsm"),
        "{uri}"
    );
    assert_eq!(place["uriBaseId"], Value::Null);
}

#[test]
fn unreadable_files_and_standard_input_fit_into_the_log() {
    let folder = folder("sarif-unreadable");
    file(&folder, "a.vsm", "lpasa\n");
    let outcome = mnc2_in(&folder, ["check", "a.vsm", "none.vsm", "--format", "sarif"]);
    assert_eq!(outcome.code, 2);
    let log: Value = serde_json::from_str(&outcome.out).expect("the log is JSON");
    assert_eq!(violations(&schema(), &log), [""; 0]);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert!(
        notification
            .as_str()
            .is_some_and(|text| text.contains("none.vsm"))
    );

    let outcome = mnc2_reading(b"lpassa $lm1 $ln0", ["check", "-", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&outcome.out).expect("the log is JSON");
    assert_eq!(violations(&schema(), &log), [""; 0]);
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(1));
}
