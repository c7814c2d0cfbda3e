//! The tools: what each takes, and the command that it is.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::Answer;
use super::arguments::{
    Check, Equal, Expand, Explain, Judge, Origin, Profile, Run, Schedule, SearchBook, Target,
};
use super::call_files::Text;

/// Limits of calls: lower than on the command line, because a model reads every word.
const FINDINGS_MAX: usize = 50;
const MISMATCHES_MAX: usize = 20;
const DUMP_LINES_MAX: u64 = 1000;
const STEPS_MAX: u64 = 10_000_000;
const MEMORY_MIB_MAX: u64 = 1024;
const SECONDS_MAX: u64 = 60;

/// Maximum units of work of a search.
const WORK_MAX: u64 = 10_000_000;
const PLACES_MAX: usize = 32;
const WORD_BYTES_MAX: usize = 1000;

/// The content of a call.
pub(super) enum Call {
    /// A search in the book.
    Book(String),
    /// A call of a command.
    Command(CommandCall),
}

/// Whether a command takes settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Settings,
    NoSettings,
}

/// How long a command takes, as a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// It reads its texts once.
    Short,
    /// It runs a program, or searches.
    Long,
}

/// A command with its arguments, and the texts that they name.
pub(super) struct CommandCall {
    pub(super) name: &'static str,
    pub(super) takes: Takes,
    pub(super) length: Length,
    pub(super) arguments: Vec<String>,
    pub(super) texts: Vec<(&'static str, Text)>,
    /// The meaning of its exit code.
    pub(super) outcome: fn(i32) -> &'static str,
}

/// The names under which a command finds the texts.
const PROGRAM: &str = "program.vsm";
const OTHER: &str = "other.vsm";
const TESTCASE: &str = "testcase.vsm";

impl CommandCall {
    /// A command that runs or searches.
    fn new(name: &'static str, takes: Takes, outcome: fn(i32) -> &'static str) -> Self {
        Self {
            name,
            takes,
            length: Length::Long,
            arguments: Vec::new(),
            texts: Vec::new(),
            outcome,
        }
    }

    fn short(self) -> Self {
        Self {
            length: Length::Short,
            ..self
        }
    }

    fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments
            .extend(arguments.iter().map(|it| (*it).to_owned()));
        self
    }

    /// An option with its value, in one word: a value that begins with `-` is not an option.
    fn option(mut self, name: &str, value: Option<impl ToString>) -> Self {
        let value = value.map(|value| format!("{name}={}", value.to_string()));
        self.arguments.extend(value);
        self
    }

    /// A text that is an argument.
    fn text(mut self, name: &'static str, text: Text) -> Self {
        self.texts.push((name, text));
        self.arguments.push(name.to_owned());
        self
    }

    /// A text that is an option.
    fn text_option(mut self, option: &str, name: &'static str, text: Option<Text>) -> Self {
        if let Some(text) = text {
            self.arguments.push(format!("{option}={name}"));
            self.texts.push((name, text));
        }
        self
    }
}

/// A row of the table of tools.
struct Row {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    with_schema: fn(Tool) -> Tool,
    call: fn(JsonObject) -> Result<Call, String>,
}

const ROWS: [Row; 10] = [
    Row {
        name: "check",
        title: "Check a program",
        description: "Errors and warnings of the assembler, each with line, column, code, notes and fixes (edits to apply). `explain` \
                      explains a code.",
        with_schema: Tool::with_input_schema::<Check>,
        call: |arguments| read(arguments).and_then(check),
    },
    Row {
        name: "run",
        title: "Run a program",
        description: "Runs a program on the whole chip, and shows its `d get` statements and the places that are asked for.",
        with_schema: Tool::with_input_schema::<Run>,
        call: |arguments| read(arguments).and_then(run),
    },
    Row {
        name: "judge",
        title: "Judge a solution",
        description: "Runs a solution within its testcase, and compares the values as the contest's judge does: accepted or not, \
                      the score, and the wrong values.",
        with_schema: Tool::with_input_schema::<Judge>,
        call: |arguments| read(arguments).map(judge),
    },
    Row {
        name: "expand",
        title: "Expand addresses",
        description: "The addresses that each operand touches, cycle by cycle.",
        with_schema: Tool::with_input_schema::<Expand>,
        call: |arguments| read(arguments).map(expand),
    },
    Row {
        name: "explain",
        title: "Explain a word",
        description: "The page of an opcode, an operand or the code of a finding, as Markdown.",
        with_schema: Tool::with_input_schema::<Explain>,
        call: |arguments| read(arguments).and_then(explain),
    },
    Row {
        name: "search_book",
        title: "Search the book",
        description: "Parts of the book about some words: the machine, timing, masks, transfers, golfing, settings.",
        with_schema: Tool::with_input_schema::<SearchBook>,
        call: |arguments| {
            let SearchBook { query } = read(arguments)?;
            Ok(Call::Book(word(query)?))
        },
    },
    Row {
        name: "schedule",
        title: "Make a program shorter",
        description: "The program in an order with fewer steps, proven equivalent; whether a shorter one is possible.",
        with_schema: Tool::with_input_schema::<Schedule>,
        call: |arguments| read(arguments).and_then(schedule),
    },
    Row {
        name: "equal",
        title: "Compare two programs",
        description: "Whether two programs are equivalent: a proof, a counterexample, or neither.",
        with_schema: Tool::with_input_schema::<Equal>,
        call: |arguments| read(arguments).and_then(equal),
    },
    Row {
        name: "origin",
        title: "Show the origin of a word",
        description: "Which line wrote the words of some places, and what it read for that.",
        with_schema: Tool::with_input_schema::<Origin>,
        call: |arguments| read(arguments).and_then(origin),
    },
    Row {
        name: "profile",
        title: "Profile a program",
        description: "Use of units and ports, bytes and floating-point operations by section, time of MV instructions, and the \
                      critical path, a lower bound for every order.",
        with_schema: Tool::with_input_schema::<Profile>,
        call: |arguments| read(arguments).map(profile),
    },
];

/// All tools, as a client receives them.
pub(super) fn list() -> Vec<Tool> {
    let rows = ROWS.iter().map(|row| {
        let tool = Tool::new(row.name, row.description, JsonObject::new()).with_title(row.title);
        let reads_only = ToolAnnotations::new().read_only(true).open_world(false);
        (row.with_schema)(tool)
            .with_output_schema::<Answer>()
            .with_annotations(reads_only)
    });
    rows.collect()
}

/// The content of a call, or the error in it; `None` for an unknown tool.
pub(super) fn call(name: &str, arguments: JsonObject) -> Option<Result<Call, String>> {
    let row = ROWS.iter().find(|row| row.name == name)?;
    Some((row.call)(arguments).map_err(|error| format!("`{name}`: {error}")))
}

fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, String> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| error.to_string())
}

/// A value of bounded length without line ends.
fn word(text: String) -> Result<String, String> {
    if text.len() > WORD_BYTES_MAX || text.contains(char::is_control) {
        return Err(format!(
            "a value is one line of at most {WORD_BYTES_MAX} bytes"
        ));
    }
    Ok(text)
}

fn words(texts: Vec<String>) -> Result<Vec<String>, String> {
    if texts.len() > PLACES_MAX {
        return Err(format!("at most {PLACES_MAX} places"));
    }
    texts.into_iter().map(word).collect()
}

fn done(code: i32) -> &'static str {
    match code {
        0 => "done",
        1 => "the program has errors",
        _ => "stopped before the end",
    }
}

fn check(arguments: Check) -> Result<Call, String> {
    let outcome = |code| match code {
        0 => "no errors",
        _ => "the program has errors",
    };
    let call = CommandCall::new("check", Takes::Settings, outcome)
        .short()
        .with(&["--format", "json"])
        .option("--max-findings", Some(FINDINGS_MAX))
        .option("--profile", arguments.profile.map(Target::name));
    Ok(Call::Command(call.text(PROGRAM, arguments.program)))
}

fn run(arguments: Run) -> Result<Call, String> {
    let mut call = CommandCall::new("run", Takes::Settings, done)
        .with(&["--format", "json"])
        .option("--max-findings", Some(FINDINGS_MAX))
        .option("--max-steps", Some(STEPS_MAX))
        .option("--max-memory", Some(MEMORY_MIB_MAX))
        .option("--max-dump-lines", Some(DUMP_LINES_MAX))
        .option("--until", arguments.until)
        .option("--dirty", arguments.dirty);
    for place in words(arguments.show)? {
        call = call.option("--print", Some(place));
    }
    if arguments.strict {
        call = call.with(&["--strict"]);
    }
    let call = call.text_option("--testcase", TESTCASE, arguments.testcase);
    Ok(Call::Command(call.text(PROGRAM, arguments.program)))
}

fn judge(arguments: Judge) -> Call {
    let outcome = |code| match code {
        0 => "accepted",
        1 => "not accepted",
        _ => "stopped before the end",
    };
    let call = CommandCall::new("judge", Takes::Settings, outcome)
        .with(&["--format", "json"])
        .option("--max-mismatches", Some(MISMATCHES_MAX))
        .option("--max-steps", Some(STEPS_MAX))
        .option("--max-memory", Some(MEMORY_MIB_MAX))
        .text(TESTCASE, arguments.testcase);
    Call::Command(call.text(PROGRAM, arguments.program))
}

fn expand(arguments: Expand) -> Call {
    let call = CommandCall::new("expand", Takes::Settings, done)
        .short()
        .with(&["--format", "json"]);
    let call = match arguments.line {
        Some(line) => call.option("--line", Some(line)),
        None => call.with(&["--all"]),
    };
    Call::Command(call.text(PROGRAM, arguments.program))
}

fn explain(arguments: Explain) -> Result<Call, String> {
    let query = word(arguments.query)?;
    let call = CommandCall::new("explain", Takes::NoSettings, done).short();
    Ok(Call::Command(call.with(&["--", &query])))
}

fn schedule(arguments: Schedule) -> Result<Call, String> {
    let seconds = arguments.seconds.unwrap_or(SECONDS_MAX / 3);
    if seconds > SECONDS_MAX {
        return Err(format!("at most {SECONDS_MAX} seconds"));
    }
    if arguments.work.is_some_and(|it| it > WORK_MAX) {
        return Err(format!("at most {WORK_MAX} units of work"));
    }
    let region = arguments.region.map(word).transpose()?;
    let level = arguments.level.map(word).transpose()?;
    let seconds = arguments.work.is_none().then_some(seconds);
    let mut call = CommandCall::new("schedule", Takes::Settings, done)
        .with(&["--format", "json"])
        .option("--time", seconds)
        .option("--work", arguments.work)
        .option("--level", level)
        .option("--region", region);
    for place in words(arguments.at)? {
        call = call.option("--at", Some(place));
    }
    if arguments.ranges {
        if arguments.testcase.is_none() {
            return Err("`ranges` needs a testcase".to_owned());
        }
        call = call.with(&["--ranges"]);
    }
    let call = call.text_option("--testcase", TESTCASE, arguments.testcase);
    Ok(Call::Command(call.text(PROGRAM, arguments.program)))
}

fn equal(arguments: Equal) -> Result<Call, String> {
    let outcome = |code| match code {
        0 => "equivalent, proven",
        1 => "different",
        _ => "not decided",
    };
    let mut call = CommandCall::new("equal", Takes::Settings, outcome)
        .with(&["--format", "json"])
        .option("--max-steps", Some(STEPS_MAX))
        .option("--max-memory", Some(MEMORY_MIB_MAX));
    for place in words(arguments.at)? {
        call = call.option("--at", Some(place));
    }
    let call = call
        .text_option("--testcase", TESTCASE, arguments.testcase)
        .text(PROGRAM, arguments.one);
    Ok(Call::Command(call.text(OTHER, arguments.other)))
}

fn origin(arguments: Origin) -> Result<Call, String> {
    let goto = match arguments.line {
        Some(line) => format!("goto {line}"),
        None => "goto end".to_owned(),
    };
    let pe = arguments.pe.map(word).transpose()?;
    let mut call = CommandCall::new("debug", Takes::Settings, done)
        .option("--pe", pe)
        .option("--execute", Some(goto))
        .text_option("--testcase", TESTCASE, arguments.testcase);
    for place in words(arguments.places)? {
        call = call.option("--execute", Some(format!("origin {place}")));
    }
    Ok(Call::Command(call.text(PROGRAM, arguments.program)))
}

fn profile(arguments: Profile) -> Call {
    let call = CommandCall::new("profile", Takes::Settings, done)
        .with(&["--format", "json"])
        .text_option("--against", OTHER, arguments.against);
    Call::Command(call.text(PROGRAM, arguments.program))
}
