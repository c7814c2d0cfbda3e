//! The requests that set breakpoints, and where these are in the program.

use mnc2_asm::{Message, message};
use mnc2_ide::debug::breakpoints::{BreakpointId, Filter};
use mnc2_ide::debug::dialect::breakpoints::{Breakpoints, DataBreakpoint, LineBreakpoint};
use mnc2_ide::debug::dialect::values::{Condition, LogMessage};
use mnc2_text::Location;

use super::{Run, language, run};
use crate::protocol::{
    self, BreakpointLocation, BreakpointLocations, BreakpointLocationsArguments, DataAccess,
    DataBreakpointInfo, DataBreakpointInfoArguments, SetBreakpointsArguments, SetBreakpointsBody,
    SetDataBreakpointsArguments, SetExceptionBreakpointsArguments, SetFunctionBreakpointsArguments,
    SetInstructionBreakpointsArguments, Source,
};
use crate::session::client::Client;
use crate::session::common::LOCATIONS_MAX;
use crate::session::points::{check_count, hits};
use crate::session::program::is_same_file;
use crate::session::{Done, Session};

/// All breakpoints, by the request that sets them.
#[derive(Clone)]
pub(super) struct Points {
    last_id: BreakpointId,
    source: Vec<Point>,
    function: Vec<Point>,
    instruction: Vec<Point>,
    data: Vec<DataPoint>,
    /// Whether the end of the program is a place to stop.
    pub(super) stops_at_end: bool,
}

impl Default for Points {
    /// Those of a client that has set none.
    fn default() -> Self {
        Self {
            last_id: 0,
            source: Vec::new(),
            function: Vec::new(),
            instruction: Vec::new(),
            data: Vec::new(),
            stops_at_end: true,
        }
    }
}

impl Points {
    /// The reason of the protocol for a stop at breakpoints before a line.
    pub(super) fn kind(&self, ids: &[BreakpointId]) -> &'static str {
        let has = |points: &[Point]| points.iter().any(|it| ids.contains(&it.id));
        if has(&self.function) {
            "function breakpoint"
        } else if has(&self.instruction) {
            "instruction breakpoint"
        } else {
            "breakpoint"
        }
    }

    fn give_id(&mut self) -> BreakpointId {
        self.last_id += 1;
        self.last_id
    }
}

impl Run {
    /// Gives the debugger the breakpoints as they are now, placed in the program as it is now.
    pub(super) fn apply(&mut self) {
        if self.configuration.no_debug {
            return;
        }
        let points = &self.points;
        let lines = points
            .source
            .iter()
            .chain(&points.function)
            .chain(&points.instruction);
        let lines = lines.filter_map(|point| self.placed(point).ok()).collect();
        let data = points
            .data
            .iter()
            .filter_map(|point| self.placed_data(point).ok())
            .collect();
        self.debugger.set_breakpoints(Breakpoints { lines, data });
    }

    /// A breakpoint in the program as it is now. What it names is looked up, so that nothing is left to go wrong at a stop.
    fn placed(&self, point: &Point) -> Result<LineBreakpoint, Message> {
        let machine = self.debugger.machine();
        let line = point.line.clone()?;
        let nothing = || message!("no instruction runs there or after it");
        let log = point.log.as_deref().filter(|text| !text.is_empty());
        Ok(LineBreakpoint {
            id: point.id,
            line: self.debugger.breakable(line).ok_or_else(nothing)?,
            condition: self.condition(point.condition.as_deref())?,
            hits: hits(point.hits.as_deref())?,
            log: log
                .map(|text| LogMessage::parse(text, machine))
                .transpose()?,
        })
    }

    /// What has become of a breakpoint.
    fn told(&mut self, point: &Point, client: &Client) -> protocol::Breakpoint {
        let placed = match self.placed(point) {
            Ok(placed) => placed,
            Err(message) => return failed(point.id, message.say(client.language)),
        };
        let moved = (point.line.as_ref().ok() != Some(&placed.line)).then(|| {
            let line = placed.line + 1;
            message!("moved to the next instruction, in line {line}", line)
        });
        protocol::Breakpoint {
            id: Some(point.id),
            verified: true,
            message: moved.map(|it| it.say(client.language)),
            source: Some(client.source(&self.path)),
            line: Some(client.line(placed.line as usize)),
            instruction_reference: self.instruction_at(placed.line),
            ..protocol::Breakpoint::default()
        }
    }

    /// What has become of the breakpoints before lines in a program that was read again.
    pub(super) fn all_told(&mut self, client: &Client) -> Vec<protocol::Breakpoint> {
        let points = self.points.clone();
        let all = points
            .source
            .iter()
            .chain(&points.function)
            .chain(&points.instruction);
        all.map(|point| self.told(point, client)).collect()
    }

    fn placed_data(&self, point: &DataPoint) -> Result<DataBreakpoint, Message> {
        if !point.is_write {
            return Err(message!(
                "a breakpoint of a value stops when it changes only"
            ));
        }
        let location = self.watchable(&point.name)?;
        Ok(DataBreakpoint {
            id: point.id,
            name: point.name.clone(),
            location,
            condition: self.condition(point.condition.as_deref())?,
            hits: hits(point.hits.as_deref())?,
        })
    }

    /// The location of an expression whose changes can be followed.
    fn watchable(&self, name: &str) -> Result<Location, Message> {
        let location = match self.location_of(name, None) {
            Ok(location) => location,
            Err(refusal) => refusal.reason().map_or(Ok(None), Err)?,
        };
        let location = location.ok_or_else(|| {
            message!(
                "`{name}` names no place whose changes can be followed",
                name
            )
        })?;
        DataBreakpoint::check(location, self.debugger.machine())?;
        Ok(location)
    }

    /// A condition; `None` for an empty text.
    fn condition(&self, text: Option<&str>) -> Result<Option<Condition>, Message> {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        let machine = self.debugger.machine();
        text.map(|text| Condition::parse(text, machine)).transpose()
    }
}

/// What the client has said about a breakpoint before a line.
#[derive(Clone)]
struct Point {
    id: BreakpointId,
    line: Result<u32, Message>,
    condition: Option<String>,
    hits: Option<String>,
    log: Option<String>,
}

/// What the client has said about a breakpoint of a value.
#[derive(Clone)]
struct DataPoint {
    id: BreakpointId,
    name: String,
    is_write: bool,
    condition: Option<String>,
    hits: Option<String>,
}

/// The line of the program, counted from 0, that a client means; `None` before the first one.
pub(super) fn line_in_program(
    it: &mut Session<'_>,
    source: &Source,
    line: i64,
) -> Done<Option<u32>> {
    let client = it.client;
    let run = run(it)?;
    let path = client.path_of(source);
    if !path.is_some_and(|path| is_same_file(&path, &run.path)) {
        return Err(message!("this is not the program that is being debugged").into());
    }
    let line = client.line_of(line);
    Ok(line.and_then(|line| u32::try_from(line).ok()))
}

/// Places breakpoints, and tells what has become of them.
fn place(it: &mut Session<'_>, wanted: Vec<Point>) -> Done<(Vec<Point>, SetBreakpointsBody)> {
    check_count(wanted.len())?;
    let client = it.client;
    let run = run(it)?;
    let mut points = Vec::new();
    let mut body = SetBreakpointsBody::default();
    for one in wanted {
        let id = run.points.give_id();
        let one = Point { id, ..one };
        body.breakpoints.push(run.told(&one, &client));
        points.push(one);
    }
    Ok((points, body))
}

fn failed(id: BreakpointId, message: String) -> protocol::Breakpoint {
    protocol::Breakpoint {
        id: Some(id),
        verified: false,
        message: Some(message),
        reason: Some("failed"),
        ..protocol::Breakpoint::default()
    }
}

pub(in crate::session) fn set_breakpoints(
    it: &mut Session<'_>,
    arguments: SetBreakpointsArguments,
) -> Done<SetBreakpointsBody> {
    let client = it.client;
    let elsewhere = || message!("this is not the program that is being debugged");
    let is_program = line_in_program(it, &arguments.source, 0).is_ok();
    let mut wanted = arguments.breakpoints;
    if wanted.is_empty() {
        let lines = arguments.lines.into_iter();
        wanted = lines
            .map(|line| protocol::SourceBreakpoint {
                line,
                ..protocol::SourceBreakpoint::default()
            })
            .collect();
    }
    let wanted = wanted.into_iter().map(|one| {
        let line = client.line_of(one.line).filter(|_| is_program);
        let line = line.and_then(|line| u32::try_from(line).ok());
        Point {
            id: 0,
            line: line.ok_or_else(elsewhere),
            condition: one.condition,
            hits: one.hit_condition,
            log: one.log_message,
        }
    });
    let (points, body) = place(it, wanted.collect())?;
    if is_program {
        let run = run(it)?;
        run.points.source = points;
        run.apply();
    }
    Ok(body)
}

/// At functions, labels, and whatever else the outline names.
pub(in crate::session) fn set_function_breakpoints(
    it: &mut Session<'_>,
    arguments: SetFunctionBreakpointsArguments,
) -> Done<SetBreakpointsBody> {
    let program = run(it)?;
    let wanted = arguments.breakpoints.into_iter().map(|one| {
        let name = one.name.trim();
        let line = program.debugger.line_of(name);
        Point {
            id: 0,
            line: line
                .ok_or_else(|| message!("the program has nothing with the name `{name}`", name)),
            condition: one.condition,
            hits: one.hit_condition,
            log: None,
        }
    });
    let wanted = wanted.collect();
    let (points, body) = place(it, wanted)?;
    let run = run(it)?;
    run.points.function = points;
    run.apply();
    Ok(body)
}

/// At the lines of instructions of the disassembly.
pub(in crate::session) fn set_instruction_breakpoints(
    it: &mut Session<'_>,
    arguments: SetInstructionBreakpointsArguments,
) -> Done<SetBreakpointsBody> {
    let program = run(it)?;
    let wanted = arguments.breakpoints.into_iter().map(|one| {
        let line = program.instruction_line(&one.instruction_reference, one.offset);
        Point {
            id: 0,
            line: line.ok_or_else(|| message!("there is no such instruction")),
            condition: one.condition,
            hits: one.hit_condition,
            log: None,
        }
    });
    let wanted = wanted.collect();
    let (points, body) = place(it, wanted)?;
    let run = run(it)?;
    run.points.instruction = points;
    run.apply();
    Ok(body)
}

pub(in crate::session) fn set_data_breakpoints(
    it: &mut Session<'_>,
    arguments: SetDataBreakpointsArguments,
) -> Done<SetBreakpointsBody> {
    let language = language(it);
    check_count(arguments.breakpoints.len())?;
    let run = run(it)?;
    let mut body = SetBreakpointsBody::default();
    run.points.data.clear();
    for one in arguments.breakpoints {
        let id = run.points.give_id();
        let point = DataPoint {
            id,
            name: one.data_id,
            is_write: one.access_type.unwrap_or(DataAccess::Write) == DataAccess::Write,
            condition: one.condition,
            hits: one.hit_condition,
        };
        let placed = run.placed_data(&point);
        body.breakpoints.push(match &placed {
            Ok(_) => protocol::Breakpoint {
                id: Some(id),
                verified: true,
                ..protocol::Breakpoint::default()
            },
            Err(message) => failed(id, message.say(language)),
        });
        run.points.data.push(point);
    }
    run.apply();
    Ok(body)
}

pub(in crate::session) fn data_breakpoint_info(
    it: &mut Session<'_>,
    arguments: DataBreakpointInfoArguments,
) -> Done<DataBreakpointInfo> {
    let language = language(it);
    let run = run(it)?;
    let list = arguments.variables_reference.unwrap_or(0);
    let name = match run.part_named(list, &arguments.name) {
        Some(part) => run.debugger.machine().describe(part).expression,
        None => arguments.name,
    };
    let found = match arguments.as_address {
        true => Err(message!("values have names here, and no addresses")),
        false => run.watchable(&name),
    };
    Ok(match found {
        Ok(_) => DataBreakpointInfo {
            data_id: Some(name.clone()),
            description: name,
            access_types: vec![DataAccess::Write],
            can_persist: true,
        },
        Err(message) => DataBreakpointInfo {
            data_id: None,
            description: message.say(language),
            access_types: Vec::new(),
            can_persist: false,
        },
    })
}

pub(in crate::session) fn set_exception_breakpoints(
    it: &mut Session<'_>,
    arguments: SetExceptionBreakpointsArguments,
) -> Done<SetBreakpointsBody> {
    let language = language(it);
    let run = run(it)?;
    let options = arguments.filter_options.into_iter();
    let names = arguments.filters.into_iter();
    let names: Vec<String> = names.chain(options.map(|one| one.filter_id)).collect();
    let is_end = |name: &String| name == Filter::Quit.name();
    run.points.stops_at_end = names.iter().any(is_end);
    let breakpoints = names.iter().map(|name| {
        let is_known = is_end(name);
        let message = message!("`{name}` is for MN-Core 2 only", name);
        protocol::Breakpoint {
            verified: is_known,
            reason: (!is_known).then_some("failed"),
            message: (!is_known).then(|| message.say(language)),
            ..protocol::Breakpoint::default()
        }
    });
    Ok(SetBreakpointsBody {
        breakpoints: breakpoints.collect(),
    })
}

pub(in crate::session) fn breakpoint_locations(
    it: &mut Session<'_>,
    arguments: BreakpointLocationsArguments,
) -> Done<BreakpointLocations> {
    let client = it.client;
    let first = line_in_program(it, &arguments.source, arguments.line)?;
    let last = client.line_of(arguments.end_line.unwrap_or(arguments.line));
    let lines = run(it)?.debugger.lines().iter().copied();
    let is_inside = |line: &u32| {
        first.is_some_and(|first| first <= *line) && last.is_some_and(|last| *line as usize <= last)
    };
    let lines = lines.filter(is_inside).take(LOCATIONS_MAX);
    Ok(BreakpointLocations {
        breakpoints: lines
            .map(|line| BreakpointLocation {
                line: client.line(line as usize),
            })
            .collect(),
    })
}
