//! The page and the schemas of settings agree with the table, and editors offer what the table has.

use mnc2_tests::files;
use serde_json::{Value, json};

/// Where the generated table begins and ends on the page.
const MARKS: [&str; 2] = ["<!-- settings -->\n", "<!-- end of settings -->\n"];

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

#[test]
fn the_page_of_settings_is_fresh() -> Result<(), String> {
    let path = files::root().join("docs/configuration.md");
    let page = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let parts = page
        .split_once(MARKS[0])
        .and_then(|(before, rest)| Some((before, rest.split_once(MARKS[1])?.1)));
    let (before, after) = parts.ok_or("the page has no marks")?;
    let table = mnc2_project::settings_table();
    let [begin, end] = MARKS;
    files::fresh(&path, &format!("{before}{begin}{table}{end}{after}"))
}

#[test]
fn schemas_are_fresh() -> Result<(), String> {
    let folder = files::root().join("docs/schemas");
    let file = mnc2_project::file_schema(mnc2_ide::languages::known());
    files::fresh(&folder.join("mnc2.json"), &pretty(&file))?;
    let editor = mnc2_project::editor_schema(mnc2_ide::languages::known());
    files::fresh(&folder.join("settings.json"), &pretty(&editor))
}

/// Checks how many violations a schema sees in each of some values.
fn check(schema: &Value, values: &[(Value, usize)]) {
    let validator = jsonschema::draft7::new(schema).expect("the schema is one");
    for (value, expected) in values {
        assert_eq!(validator.iter_errors(value).count(), *expected, "{value}");
    }
}

#[test]
fn schemas_know_right_from_wrong() {
    check(
        &mnc2_project::file_schema(mnc2_ide::languages::known()),
        &[
            (json!({}), 0),
            (
                json!({ "profile": "hardware", "mode": "flat", "levels": { "E1010": "warning", "W10": "off" },
                        "testcase": { "a/*.vsm": "b.vsm" }, "clock-mhz": 500, "exclude": ["old/"] }),
                0,
            ),
            (json!({ "testcase": "b.vsm" }), 0),
            (
                json!({ "languages": { "*.S": "rvmatrix@0.2 mlen=256", "*.s": "mnc2" } }),
                0,
            ),
            (json!({ "languages": { "*.S": "rvmatrx" } }), 1),
            (json!({ "profile": "hardwear" }), 1),
            (
                json!({ "levels": { "RV": "hint", "RV04": "off", "RV0401": "error" } }),
                0,
            ),
            (json!({ "levels": { "E9999": "off" } }), 1),
            (json!({ "levels": { "E1010": "warn" } }), 1),
            (json!({ "clock-mhz": 0.5 }), 2),
            (json!({ "focus": "n0" }), 1),
        ],
    );
    check(
        &mnc2_project::editor_schema(mnc2_ide::languages::known()),
        &[
            (json!({ "profile": null, "inlayHints": null }), 0),
            (
                json!({ "profile": "contest", "focus": "n1m15", "clockMhz": 1, "inlayHints": { "steps": false } }),
                0,
            ),
            (json!({ "focus": "n4" }), 1),
            (json!({ "inlayHints": { "stepps": true } }), 1),
            (json!({ "testcase": "b.vsm" }), 1),
        ],
    );
}

#[test]
fn the_extension_for_vs_code_offers_every_setting() {
    let path = files::root().join("editors/vscode/package.json");
    let manifest = std::fs::read_to_string(path).expect("the extension has a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("a manifest is JSON");
    let offered = &manifest["contributes"]["configuration"]["properties"];
    let schema = mnc2_project::editor_schema(mnc2_ide::languages::known());
    for key in mnc2_project::KEYS {
        let Some(name) = key.in_editor else { continue };
        let setting = &offered[format!("mnc2.{name}")];
        assert!(setting.is_object(), "{name}");
        let (object, inner) = name.split_once('.').unwrap_or(("", name));
        let schema = match object {
            "" => &schema["properties"][inner]["oneOf"][1],
            object => &schema["properties"][object]["oneOf"][1]["properties"][inner],
        };
        for limit in ["minimum", "maximum", "pattern"] {
            assert_eq!(setting[limit], schema[limit], "{name}");
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let names = choices.iter().filter_map(|choice| choice.get("const"));
            let nothing = key.in_file.map(|_| &Value::Null);
            let expected: Vec<&Value> = nothing.into_iter().chain(names).collect();
            let offered = setting["enum"].as_array().expect(name);
            assert_eq!(offered.iter().collect::<Vec<_>>(), expected, "{name}");
        }
        // VS Code also sends defaults; only an empty default leaves the decision to the project.
        if key.in_file.is_some() {
            let default = &setting["default"];
            assert!(default.is_null() || *default == json!({}), "{name}");
        }
    }
}
