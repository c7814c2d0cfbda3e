//! Findings as SARIF 2.1.0 (OASIS), for code scanning and for tools that show reports.
//!
//! One log holds one run over all files. Columns count UTF-16 units from 1, and
//! paths below the current folder are relative to it.

mod paths;

use std::borrow::Borrow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use mnc2_assist::explain;
use mnc2_ide::languages::{self, Listed};
use mnc2_program::code::Code;
use mnc2_program::finding::generator::Generated;
use mnc2_text::{
    CodeTable, Edit, Finding, Fix, Language, LineRange, Message, Severity, fix, message,
};
use serde_json::{Value, json};

use crate::columns::Columns;
use crate::input::Source;

use self::paths::{BASE, artifact, uri};

pub(crate) use self::paths::from_here;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The indentation of a property of the run, and of a result.
const RUN: &str = "      ";
const RESULT: &str = "        ";

/// A log that is being written: results are many, and none is kept.
#[derive(Default)]
pub(crate) struct Log {
    is_begun: bool,
    has_results: bool,
    /// The languages other than MN-Core 2 that files were in.
    languages: Vec<Listed>,
}

/// The place of a rule in the log: the tool's own come first, then an extension for each other language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RulePlace {
    extension: Option<usize>,
    index: usize,
}

impl RulePlace {
    /// The row of a code of any language.
    fn for_code(code: languages::Code) -> Option<Self> {
        let of_tool = Code::ALL.iter().position(|own| own.row() == code);
        let of_tool = of_tool.map(|index| Self {
            extension: None,
            index,
        });
        of_tool.or_else(|| {
            (0..).zip(languages::ALL).find_map(|(extension, listed)| {
                let index = listed.codes().iter().position(|own| *own == code)?;
                Some(Self {
                    extension: Some(extension),
                    index,
                })
            })
        })
    }
}

impl Log {
    /// Adds results that [`results`] has written.
    pub(crate) fn append(&mut self, out: &mut impl Write, results: &[u8]) -> io::Result<()> {
        self.begin(out)?;
        if results.is_empty() {
            return Ok(());
        }
        self.separate(out)?;
        out.write_all(results)
    }

    /// Records that a file is in a language, whose rules are then listed.
    pub(crate) fn note(&mut self, listed: Listed) {
        if !self.languages.contains(&listed) {
            self.languages.push(listed);
        }
    }

    /// Writes the beginning before the results, once.
    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        writeln!(
            out,
            "{{\n  \"$schema\": \"{SCHEMA}\",\n  \"version\": \"2.1.0\","
        )?;
        writeln!(out, "  \"runs\": [\n    {{")?;
        let mut bases = json!({});
        if let Ok(folder) = std::env::current_dir() {
            bases[BASE] = json!({ "uri": format!("{}/", uri(&folder)) });
        }
        for (name, value) in [
            ("columnKind", json!("utf16CodeUnits")),
            ("newlineSequences", json!(["\r\n", "\n", "\r"])),
            ("originalUriBaseIds", bases),
        ] {
            write!(out, "{RUN}\"{name}\": ")?;
            write_indented(out, &value, RUN)?;
            writeln!(out, ",")?;
        }
        write!(out, "{RUN}\"results\": [")
    }

    /// The tool with its rules.
    fn tool(&self, language: Language) -> Value {
        let help = |code: &Code| explain::diagnostic(*code, language);
        let rules = Code::ALL.iter();
        let rules: Vec<Value> = rules
            .map(|code| rule(*code, format!("{code:?}"), help(code), language))
            .collect();
        let mut tool = json!({ "driver": {
            "name": "mnc2",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "rules": rules,
        } });
        if !self.languages.is_empty() {
            let extensions = languages::ALL.iter();
            tool["extensions"] = extensions
                .map(|listed| self.extension(listed, language))
                .collect();
        }
        tool
    }

    /// A language, with its rules if files were in it: the index of an extension identifies the language.
    fn extension(&self, listed: Listed, language: Language) -> Value {
        let about = listed.about();
        let mut extension = json!({
            "name": about.id,
            "fullName": about.name,
            "semanticVersion": env!("CARGO_PKG_VERSION"),
        });
        if self.languages.contains(&listed) {
            let options = listed.options();
            let rules = listed.codes().into_iter().map(|code| {
                let id = code.row().id;
                let help = options.explain(id, language).unwrap_or_default();
                rule(code, id.to_owned(), help, language)
            });
            extension["rules"] = rules.collect();
        }
        extension
    }

    /// Writes what separates the next result from the one before it.
    pub(crate) fn separate(&mut self, out: &mut impl Write) -> io::Result<()> {
        let is_first = !std::mem::replace(&mut self.has_results, true);
        out.write_all(if is_first { b"\n" } else { b",\n" })
    }

    /// Writes what follows the results; `complaints` names the files that could not be read.
    pub(crate) fn finish(
        &mut self,
        out: &mut impl Write,
        complaints: &[String],
        language: Language,
    ) -> io::Result<()> {
        self.begin(out)?;
        let end = if self.has_results { "\n      ]" } else { "]" };
        let notifications: Vec<Value> = complaints
            .iter()
            .map(|complaint| json!({ "level": "error", "message": { "text": complaint } }))
            .collect();
        let invocations = json!([{
            "executionSuccessful": complaints.is_empty(),
            "toolExecutionNotifications": notifications,
        }]);
        write!(out, "{end},\n{RUN}\"invocations\": ")?;
        write_indented(out, &invocations, RUN)?;
        // Only now it is known which languages there are.
        write!(out, ",\n{RUN}\"tool\": ")?;
        write_indented(out, &self.tool(language), RUN)?;
        writeln!(out, "\n    }}\n  ]\n}}")
    }
}

/// Writes the findings of a file as results, which belong into a [`Log`].
pub(crate) fn results<C: CodeTable>(
    out: &mut impl Write,
    path: &Path,
    source: &Source,
    findings: impl IntoIterator<Item: Borrow<Finding<C>>>,
    language: Language,
) -> io::Result<()> {
    let lines = source.lines();
    let place = Placing {
        artifact: artifact(path),
        folder: path.parent().unwrap_or(Path::new("")),
        columns: Columns::utf16(&lines),
        source,
        line_end: fix::line_end(&source.text),
        language,
    };
    let mut occurrences: HashMap<(&str, u64), usize> = HashMap::new();
    let mut last = None;
    for finding in findings {
        let finding = finding.borrow();
        let (separator, hash) = match last {
            Some((line, hash)) if line == finding.line => (",\n", hash),
            Some(_) => (",\n", hash(place.columns.line(finding.line))),
            None => ("", hash(place.columns.line(finding.line))),
        };
        last = Some((finding.line, hash));
        let occurrence = occurrences
            .entry((finding.diagnostic.code.row().id, hash))
            .or_default();
        *occurrence += 1;
        let fingerprint = format!("{hash:016x}:{occurrence}");
        write!(out, "{separator}{RESULT}")?;
        write_indented(out, &place.result(finding, fingerprint), RESULT)?;
    }
    Ok(())
}

/// Writes JSON whose lines after the first are indented.
fn write_indented(out: &mut impl Write, value: &Value, indentation: &str) -> io::Result<()> {
    // A string in JSON has no line end, so that all of them are between tokens.
    let text = serde_json::to_string_pretty(value)?;
    out.write_all(text.replace('\n', &format!("\n{indentation}")).as_bytes())
}

/// A code as a rule, with its page.
fn rule(code: impl CodeTable, name: String, help: String, language: Language) -> Value {
    let row = code.row();
    let (title, rule) = (
        Message::from_table(row.title),
        Message::from_table(row.rule),
    );
    json!({
        "id": row.id,
        "name": name,
        "shortDescription": { "text": title.say(language) },
        "fullDescription": { "text": rule.say(language) },
        "helpUri": code.row().page_url(),
        "help": {
            "text": message!(
                "{title}: {rule} (manual {section})",
                title,
                rule,
                section = row.section
            )
            .say(language),
            "markdown": help,
        },
        "defaultConfiguration": { "enabled": !row.is_optional, "level": level(row.severity) },
        "properties": { "manual": row.section },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
    }
}

/// Places in one file.
struct Placing<'a> {
    artifact: Value,
    /// The folder of the file, from which generators are named.
    folder: &'a Path,
    columns: Columns<'a>,
    source: &'a Source,
    line_end: &'static str,
    language: Language,
}

impl Placing<'_> {
    /// A finding; `fingerprint` with its code identifies it.
    fn result<C: CodeTable>(&self, finding: &Finding<C>, fingerprint: String) -> Value {
        let diagnostic = &finding.diagnostic;
        let rule = RulePlace::for_code(diagnostic.code.row());
        let mut message = diagnostic.message.say(self.language);
        let mut related = Vec::new();
        for note in &diagnostic.notes {
            match &note.range {
                Some(range) => related.push(json!({
                    "id": related.len(),
                    "physicalLocation": self.location(note.line.unwrap_or(finding.line), range),
                    "message": { "text": note.message.say(self.language) },
                })),
                None => {
                    message.push('\n');
                    message.push_str(&note.message.say(self.language));
                }
            }
        }
        if let Some(generated) = Generated::from_line(self.columns.line(finding.line)) {
            related.push(json!({
                "id": related.len(),
                "physicalLocation": {
                    "artifactLocation": artifact(&self.folder.join(generated.file)),
                    "region": { "startLine": generated.line, "startColumn": generated.column.unwrap_or(1) },
                },
                "message": { "text": generated.message().say(self.language) },
            }));
        }
        let mut result = json!({
            "ruleId": diagnostic.code.row().id,
            "level": level(diagnostic.severity()),
            "message": { "text": message },
            "locations": [{ "physicalLocation": self.location(finding.line, &diagnostic.range) }],
            "partialFingerprints": { "lineAndOccurrence/v1": fingerprint },
            "properties": { "severity": diagnostic.severity().name() },
        });
        match rule {
            Some(RulePlace {
                extension: None,
                index,
            }) => result["ruleIndex"] = json!(index),
            Some(RulePlace {
                extension: Some(extension),
                index,
            }) => {
                let id = diagnostic.code.row().id;
                let component = json!({ "index": extension });
                result["rule"] = json!({ "id": id, "index": index, "toolComponent": component });
            }
            None => {}
        }
        if !related.is_empty() {
            result["relatedLocations"] = Value::Array(related);
        }
        // Edits of a cell are not edits of the file.
        let can_be_edited = self.artifact.get("uri").is_some() && self.source.cell.is_none();
        if can_be_edited && !diagnostic.fixes.is_empty() {
            let fixes = diagnostic.fixes.iter();
            result["fixes"] = fixes.map(|fix| self.fix(finding.line, fix)).collect();
        }
        result
    }

    fn location(&self, line: u32, range: &LineRange) -> Value {
        if let Some(line) = self.source.file_line(line) {
            return json!({
                "artifactLocation": self.artifact,
                "region": { "startLine": line + 1, "endLine": line + 1 },
            });
        }
        json!({
            "artifactLocation": self.artifact,
            "region": {
                "startLine": line + 1,
                "startColumn": self.columns.column(line, range.start),
                "endLine": line + 1,
                "endColumn": self.columns.column(line, range.end),
            },
        })
    }

    fn fix(&self, line: u32, fix: &Fix) -> Value {
        let replacements: Vec<Value> = fix
            .edits
            .iter()
            .map(|edit| self.replacement(line, edit))
            .collect();
        json!({
            "description": { "text": fix.title.say(self.language) },
            "artifactChanges": [{
                "artifactLocation": self.artifact,
                "replacements": replacements,
            }],
        })
    }

    fn replacement(&self, line: u32, edit: &Edit) -> Value {
        let (start_line, start_column) = self.columns.place(line, edit.start);
        let (end_line, end_column) = self.columns.place(line, edit.end);
        json!({
            "deletedRegion": {
                "startLine": start_line,
                "startColumn": start_column,
                "endLine": end_line,
                "endColumn": end_column,
            },
            "insertedContent": { "text": edit.text.replace('\n', self.line_end) },
        })
    }
}

/// A number that stays the same while the text of a line does, also in later versions (FNV-1a).
fn hash(line: &str) -> u64 {
    line.trim()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}
