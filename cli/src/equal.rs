//! `mnc2 equal`: whether two programs are equivalent.

use std::io::{self, Write};
use std::sync::Arc;

use mnc2_asm::testcase::without_judge_comments;
use mnc2_emulator::judge::{Keep, Solution};
use mnc2_emulator::machine::debug::memory_name;
use mnc2_equal::{
    CounterExample, ElementWord, Equivalence, FollowStop, InitialWords, Limits, Places,
    RunsOutcome, Side, StateDifference, UndecidedReason, Unproven,
};
use mnc2_isa::{ChipLevel, Memory, Mode};
use mnc2_program::access::Store;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Rules;
use mnc2_program::{ModeChoice, Program};
use mnc2_schedule::in_testcase::{InTestcase, compared_places};
use mnc2_text::{Message, Severity, message};
use serde_json::{Value, json};

use crate::args::{EqualArguments, Format, memory_bytes_max};
use crate::exit::{Exit, Failure};
use crate::findings::{self, Checked};
use crate::input::{Source, is_stdin};
use crate::languages;
use crate::output::Streams;
use crate::rules::RuleBook;
use crate::run::stop_message;
use crate::testcase;

/// Maximum of `--runs`: more show nothing new.
const RUNS_MAX: u32 = 10_000;

pub(crate) fn command(arguments: &EqualArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    if arguments.runs > RUNS_MAX {
        return Err(Failure::Message(format!(
            "--runs {}: at most {RUNS_MAX}",
            arguments.runs
        )));
    }
    if is_stdin(&arguments.one) && is_stdin(&arguments.other) {
        return Err(Failure::Message(
            "standard input can be one of the programs, not both".to_owned(),
        ));
    }
    let book = RuleBook::new(&arguments.rules, streams.language)?;
    let testcase = testcase::read(arguments.testcase.as_deref())?;
    let mut has_errors = false;
    if let Some((source, testcase)) = &testcase {
        let rules = book.rules(&arguments.one);
        for part in [&testcase.inputs, &testcase.rest_in_place()] {
            has_errors |= refuse(streams, source, part, arguments.format, &rules)?;
        }
    }
    let mut read = Vec::with_capacity(2);
    for path in [&arguments.one, &arguments.other] {
        let mut source = languages::read_mnc2_program(path, &book)?;
        let (program, rules) = match &testcase {
            None => (mnc2_asm::parse(&source.text), book.rules(path)),
            Some(_) => {
                source.text = Arc::new(without_judge_comments(&source.text));
                let program = mnc2_asm::parse(&source.text);
                let program = Solution::new(&program, Keep::default()).program;
                let rules = book.rules(path).with_mode(ModeChoice::Given(Mode::Flat));
                (program, rules)
            }
        };
        has_errors |= refuse(streams, &source, &program, arguments.format, &rules)?;
        read.push((source, program));
    }
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    if has_errors {
        return Ok(Exit::ProgramErrors);
    }
    let [one, other] = &read[..] else {
        return Ok(Exit::Failure);
    };
    let of_testcase = testcase.as_ref().map(|(_, testcase)| testcase);
    let compared = Compared {
        arguments,
        sources: [&one.0, &other.0],
        programs: [one, other].map(|(_, program)| InTestcase::new(program, of_testcase)),
    };
    compared.report(streams)
}

/// Writes the first error of a program, if it has one.
fn refuse(
    streams: &mut Streams,
    source: &Source,
    program: &Program,
    format: Format,
    rules: &Rules,
) -> io::Result<bool> {
    let mut checked = Checked {
        program: program.clone(),
        report: mnc2_review::check_to_run(program, rules),
    };
    let is_error = |finding: &Finding| finding.diagnostic.severity() == Severity::Error;
    checked.report.findings.retain(is_error);
    checked.report.findings.truncate(1);
    let look = streams.look_of_err();
    findings::write(
        &mut streams.err,
        source,
        &checked.report,
        format,
        None,
        look,
    )?;
    Ok(checked.report.has_errors())
}

struct Compared<'a> {
    arguments: &'a EqualArguments,
    sources: [&'a Source; 2],
    programs: [InTestcase; 2],
}

impl Compared<'_> {
    /// Compares, writes the verdict and returns the exit code.
    fn report(&self, streams: &mut Streams) -> Result<Exit, Failure> {
        let places = self.places();
        let [one, other] = &self.programs;
        let (one, other) = (&one.program, &other.program);
        let unproven = mnc2_equal::unproven(one, other, &places, &|| false);
        let reason = match (mnc2_equal::outcome(&unproven), &unproven) {
            (Equivalence::Same, Ok(proven)) => {
                return self.same(proven, places == Places::everything(), streams);
            }
            (Equivalence::Same, Err(stop)) => UndecidedReason::Stopped(*stop),
            (Equivalence::Undecided(reason), _) => reason,
        };
        let limits = Limits {
            runs: self.arguments.runs,
            seed: self.arguments.seed,
            steps: self.arguments.max_steps.unwrap_or(u64::MAX),
            bytes: memory_bytes_max(self.arguments.max_memory),
            cancel: None,
        };
        match mnc2_equal::refute(one, other, &places, &limits, &unproven) {
            RunsOutcome::Different(example) => {
                let object = json!({
                    "verdict": "different",
                    "counter_example": self.example_object(&example),
                });
                self.write(streams, &self.example(&example), &object)?;
                Ok(Exit::ProgramErrors)
            }
            RunsOutcome::Alike => {
                let runs = self.arguments.runs;
                let said = match runs {
                    0 => message!("not decided"),
                    1 => message!("not decided: equal in 1 run"),
                    runs => message!("not decided: equal in {runs} runs", runs),
                };
                let object = self.undecided(reason, runs);
                self.write(streams, &[said, self.unproven(reason)], &object)?;
                Ok(Exit::Undecided)
            }
            RunsOutcome::Stopped { side, outcome } => {
                let look = streams.look_of_err();
                let source = self.sources[side as usize];
                let outcome = self.in_file(side, outcome);
                if let Some(stopped) = stop_message(source, self.arguments.format, &outcome, look) {
                    writeln!(streams.err, "{stopped}")?;
                }
                let object = self.undecided(reason, 0);
                let said = message!("not decided");
                self.write(streams, &[said, self.unproven(reason)], &object)?;
                Ok(Exit::Undecided)
            }
        }
    }

    /// The verdict if the places are the same.
    fn same(
        &self,
        proven: &Unproven,
        is_everything: bool,
        streams: &mut Streams,
    ) -> Result<Exit, Failure> {
        let name = match proven.register {
            Some(Store::Forwarding(register)) => Some(format!("${}", register.name())),
            Some(_) => Some("$lbi".to_owned()),
            None => None,
        };
        if self.arguments.registers
            && let Some(name) = name
        {
            let said = message!(
                "not decided: the places are the same, and `{name}` at the end is not proven to be",
                name = name.as_str()
            );
            let object = json!({"verdict": "undecided", "register": name});
            self.write(streams, &[said], &object)?;
            return Ok(Exit::Undecided);
        }
        let mut said = vec![proven.proof()];
        let mut object = json!({"verdict": "same"});
        if proven.by_bits > 0 {
            object["bit_by_bit"] = proven.by_bits.into();
        }
        if is_everything && let Some(name) = name {
            said.push(message!(
                "forwarding registers are not compared: `{name}` may differ at the end; --registers compares them",
                name = name.as_str()
            ));
            object["register"] = name.into();
        }
        self.write(streams, &said, &object)?;
        Ok(Exit::Success)
    }

    fn places(&self) -> Places {
        if !self.arguments.at.is_empty() {
            return Places {
                shown: false,
                at_end: self.arguments.at.iter().map(testcase::place).collect(),
                from_zero: false,
            };
        }
        compared_places(&self.programs, self.arguments.testcase.is_some())
    }

    fn write(&self, streams: &mut Streams, said: &[Message], object: &Value) -> io::Result<()> {
        match self.arguments.format {
            Format::Json => writeln!(streams.out, "{object}"),
            Format::Text => {
                let language = streams.language;
                said.iter()
                    .try_for_each(|said| writeln!(streams.out, "{}", said.say(language)))
            }
        }
    }

    fn name(&self, side: Side) -> &str {
        &self.sources[side as usize].name
    }

    /// A line of the program, counted from 1, in its file.
    fn line(&self, side: Side, line: u32) -> u32 {
        self.programs[side as usize].line(line)
    }

    /// How a run ended, with the line in its file.
    fn in_file(&self, side: Side, outcome: mnc2_emulator::Outcome) -> mnc2_emulator::Outcome {
        use mnc2_emulator::Outcome as Ended;
        let in_file = |line: u32| self.line(side, line) - 1;
        match outcome {
            Ended::StoppedAtLimit { line } => Ended::StoppedAtLimit {
                line: in_file(line),
            },
            Ended::StoppedAtMemory { line } => Ended::StoppedAtMemory {
                line: in_file(line),
            },
            Ended::NotExecutable { line, refusal } => Ended::NotExecutable {
                line: in_file(line),
                refusal,
            },
            Ended::NotInterpretable { line, error } => Ended::NotInterpretable {
                line: in_file(line),
                error,
            },
            Ended::Cancelled { line } => Ended::Cancelled {
                line: in_file(line),
            },
            ended @ (Ended::Finished | Ended::ReachedLine) => ended,
        }
    }

    /// The counterexample, and how to reproduce it.
    fn example(&self, example: &CounterExample) -> Vec<Message> {
        let (first, second) = (self.name(Side::One), self.name(Side::Other));
        match &example.difference {
            StateDifference::Statements { one, other } => vec![self.statements(*one, *other)],
            StateDifference::Word {
                word,
                lines,
                one,
                other,
            } => {
                let place = place_name(word);
                let (one, other) = (hexadecimal(word, *one), hexadecimal(word, *other));
                let differs = match lines {
                    None => message!(
                        "different: at the end {place} is {one} in `{first}` and {other} in `{second}`",
                        place,
                        one,
                        first,
                        other,
                        second
                    ),
                    Some((line, line_of_second)) => message!(
                        "different: {place} is {one} in line {line} of `{first}` and {other} in line {line_of_second} of `{second}`",
                        place,
                        one,
                        line = self.line(Side::One, *line),
                        first,
                        other,
                        line_of_second = self.line(Side::Other, *line_of_second),
                        second
                    ),
                };
                let lines = set_lines(example).join("`, `");
                let start = match example.start.dirty {
                    None if lines.is_empty() => message!("both started with zeros"),
                    None => message!("both started with zeros and with `{lines}`", lines),
                    Some(seed) => message!(
                        "both started with the garbage of `mnc2 run --dirty={seed}`",
                        seed
                    ),
                };
                vec![differs, start]
            }
        }
    }

    fn statements(&self, one: Option<u32>, other: Option<u32>) -> Message {
        let (first, second) = (self.name(Side::One), self.name(Side::Other));
        match (one, other) {
            (Some(one), Some(other)) => message!(
                "different: line {one} of `{first}` and line {other} of `{second}` show different places",
                one = self.line(Side::One, one),
                first,
                other = self.line(Side::Other, other),
                second
            ),
            (Some(line), None) => message!(
                "different: line {line} of `{first}` shows something, and `{second}` shows nothing more",
                line = self.line(Side::One, line),
                first,
                second
            ),
            (None, line) => message!(
                "different: line {line} of `{first}` shows something, and `{second}` shows nothing more",
                line = self.line(Side::Other, line.unwrap_or(0)),
                first = second,
                second = first
            ),
        }
    }

    fn example_object(&self, example: &CounterExample) -> Value {
        let lines = set_lines(example);
        let start = match example.start.dirty {
            None if lines.is_empty() => json!("zero"),
            None => json!({"set": lines}),
            Some(seed) => json!({"dirty": seed}),
        };
        let line = |side: Side, line: &Option<u32>| line.map(|line| self.line(side, line));
        match &example.difference {
            StateDifference::Statements { one, other } => json!({
                "lines": [line(Side::One, one), line(Side::Other, other)],
            }),
            StateDifference::Word {
                word,
                lines,
                one,
                other,
            } => json!({
                "start": start,
                "memory": memory_name(word.memory),
                "element": word.element_name(),
                "address": address(word.memory, word.word),
                "one": hexadecimal(word, *one),
                "other": hexadecimal(word, *other),
                "lines": lines.map(|(one, other)| {
                    [self.line(Side::One, one), self.line(Side::Other, other)]
                }),
            }),
        }
    }

    /// Why nothing is proven.
    fn unproven(&self, reason: UndecidedReason) -> Message {
        let (first, second) = (self.name(Side::One), self.name(Side::Other));
        match reason {
            UndecidedReason::Stopped(
                FollowStop::NotFollowed { side, line } | FollowStop::Error { side, line },
            ) => {
                message!(
                    "not proven: the effect of line {line} of `{name}` is known only at run time",
                    line = self.line(side, line),
                    name = self.name(side)
                )
            }
            UndecidedReason::Stopped(FollowStop::TooLarge | FollowStop::Cancelled) => {
                message!("not proven: the programs are too large")
            }
            UndecidedReason::Shown {
                one: Some(one),
                other: Some(other),
            } => message!(
                "not proven: line {one} of `{first}` and line {other} of `{second}` show what is computed in different ways",
                one = self.line(Side::One, one),
                first,
                other = self.line(Side::Other, other),
                second
            ),
            UndecidedReason::Shown { one, other } => self.statements(one, other),
            UndecidedReason::Place(place) => message!(
                "not proven: {memory} from address {from} to {to} is computed in different ways",
                memory = memory_name(place.memory),
                from = address(place.memory, place.first),
                to = address(place.memory, place.first + place.count.saturating_sub(1))
            ),
        }
    }

    fn undecided(&self, reason: UndecidedReason, runs: u32) -> Value {
        let line = |side: Side, line: Option<u32>| line.map(|line| self.line(side, line));
        let unproven = match reason {
            UndecidedReason::Stopped(
                FollowStop::NotFollowed { side, line } | FollowStop::Error { side, line },
            ) => {
                json!({"program": self.name(side), "line": self.line(side, line)})
            }
            UndecidedReason::Stopped(FollowStop::TooLarge | FollowStop::Cancelled) => {
                json!({"too_large": true})
            }
            UndecidedReason::Shown { one, other } => {
                json!({"lines": [line(Side::One, one), line(Side::Other, other)]})
            }
            UndecidedReason::Place(place) => json!({
                "memory": memory_name(place.memory),
                "first": address(place.memory, place.first),
                "last": address(place.memory, place.first + place.count.saturating_sub(1)),
            }),
        };
        json!({"verdict": "undecided", "runs": runs, "unproven": unproven})
    }
}

/// The lines that set the words with which both programs start.
fn set_lines(example: &CounterExample) -> Vec<String> {
    let words = example.words.as_ref();
    words.map_or_else(Vec::new, InitialWords::lines)
}

/// The address of a word as programs name it.
fn address(memory: Memory, word: u32) -> u32 {
    match memory {
        // An entry has a word for each cycle.
        Memory::MaskRegister | Memory::T => word / 4,
        _ => word,
    }
}

fn place_name(word: &ElementWord) -> String {
    format!(
        "{}({},{})",
        memory_name(word.memory),
        word.element_name(),
        address(word.memory, word.word)
    )
}

fn hexadecimal(word: &ElementWord, value: u64) -> String {
    match ChipLevel::from_memory(word.memory) {
        ChipLevel::Pe => format!("{value:#010x}"),
        ChipLevel::Mab | ChipLevel::L1b | ChipLevel::L2b | ChipLevel::Group => {
            format!("{value:#018x}")
        }
    }
}
