//! The requests that set breakpoints, and where these are in the program.

use mnc2_debug::Watched;
use mnc2_debug::breakpoints::{
    BreakpointId, Filter, WantedBreakpoints, WantedData, WantedLine, When,
};
use mnc2_debug::chip::not_in_memory;
use mnc2_project::unknown;
use mnc2_text::{Message, message};
use serde_json::Value;

use super::breakpoint_requests::{At, Point, Points, access, check_count};
use super::common::LOCATIONS_MAX;
use super::program::is_same_file;
use super::run::Run;
use super::{Done, Session};
use crate::protocol::{
    self, BreakpointLocation, BreakpointLocationsArguments, BreakpointLocationsResponse,
    DataBreakpointAccessType, DataBreakpointInfoArguments, DataBreakpointInfoResponse,
    SetBreakpointsArguments, SetBreakpointsResponse, SetDataBreakpointsArguments,
    SetExceptionBreakpointsArguments, SetFunctionBreakpointsArguments,
    SetInstructionBreakpointsArguments, Source,
};

impl Session<'_> {
    /// The line of the program, counted from 0, that a client means; `None` before the first one.
    pub(super) fn line_in_program(&mut self, source: &Source, line: i64) -> Done<Option<usize>> {
        let client = self.client;
        let run = self.program()?;
        let is_program = client
            .path_of(source)
            .is_some_and(|path| is_same_file(&path, &run.path));
        if !is_program {
            return Err(message!("this is not the program that is being debugged").into());
        }
        Ok(client.line_of(line))
    }

    pub(super) fn set_breakpoints(
        &mut self,
        arguments: SetBreakpointsArguments,
    ) -> Done<SetBreakpointsResponse> {
        let client = self.client;
        let is_program = self.line_in_program(&arguments.source, 0).is_ok();
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
            // Before the first line is at the first one, which is moved to a statement as every other is.
            let line = client.line_of(one.line).unwrap_or(0);
            let when = When {
                condition: one.condition,
                hits: one.hit_condition,
                log: one.log_message,
            };
            let at = match is_program {
                true => At::Line(line),
                false => At::Elsewhere,
            };
            (at, when)
        });
        let points = self.numbered(wanted)?;
        if !is_program {
            return self.told(&points);
        }
        self.replace(points, |all| &mut all.source)
    }

    pub(super) fn set_function_breakpoints(
        &mut self,
        arguments: SetFunctionBreakpointsArguments,
    ) -> Done<SetBreakpointsResponse> {
        let wanted = arguments.breakpoints.into_iter();
        let points = self.numbered(wanted.map(|one| {
            let when = when(one.condition, one.hit_condition);
            (At::Name(one.name), when)
        }))?;
        self.replace(points, |all| &mut all.function)
    }

    /// At the lines of instructions of the disassembly.
    pub(super) fn set_instruction_breakpoints(
        &mut self,
        arguments: SetInstructionBreakpointsArguments,
    ) -> Done<SetBreakpointsResponse> {
        let run = self.program()?;
        let wanted = arguments.breakpoints.into_iter().map(|one| {
            let line = run.instruction_line(&one.instruction_reference, one.offset);
            let when = when(one.condition, one.hit_condition);
            (At::Instruction(line), when)
        });
        let wanted: Vec<(At, When)> = wanted.collect();
        let points = self.numbered(wanted.into_iter())?;
        self.replace(points, |all| &mut all.instruction)
    }

    /// Breakpoints before lines, with new numbers.
    fn numbered(&mut self, wanted: impl ExactSizeIterator<Item = (At, When)>) -> Done<Vec<Point>> {
        check_count(wanted.len())?;
        let points = &mut self.program()?.points;
        let numbered = wanted.map(|(at, when)| Point {
            id: points.give_id(),
            at,
            when,
        });
        Ok(numbered.collect())
    }

    /// Replaces the breakpoints of one request.
    fn replace(
        &mut self,
        points: Vec<Point>,
        list: fn(&mut Points) -> &mut Vec<Point>,
    ) -> Done<SetBreakpointsResponse> {
        let body = self.told(&points)?;
        let run = self.program()?;
        *list(&mut run.points) = points;
        run.apply_breakpoints();
        Ok(body)
    }

    pub(super) fn set_data_breakpoints(
        &mut self,
        arguments: SetDataBreakpointsArguments,
    ) -> Done<SetBreakpointsResponse> {
        let language = self.language();
        check_count(arguments.breakpoints.len())?;
        let run = self.program()?;
        run.points.data.clear();
        let mut body = SetBreakpointsResponse::default();
        for one in arguments.breakpoints {
            let wanted = WantedData {
                id: run.points.give_id(),
                name: one.data_id,
                access: access(one.access_type),
                when: when(one.condition, one.hit_condition),
            };
            body.breakpoints
                .push(match run.debuggee().check_data(&wanted) {
                    Ok(_) => protocol::Breakpoint {
                        id: Some(wanted.id),
                        verified: true,
                        ..protocol::Breakpoint::default()
                    },
                    Err(message) => failed(Some(wanted.id), message.say(language)),
                });
            run.points.data.push(wanted);
        }
        run.apply_breakpoints();
        Ok(body)
    }

    pub(super) fn set_exception_breakpoints(
        &mut self,
        arguments: SetExceptionBreakpointsArguments,
    ) -> Done<SetBreakpointsResponse> {
        let language = self.language();
        let run = self.program()?;
        let options = arguments.filter_options.into_iter();
        let names = arguments.filters.into_iter();
        run.points.filters.clear();
        let mut body = SetBreakpointsResponse::default();
        for name in names.chain(options.map(|one| one.filter_id)) {
            body.breakpoints.push(match run.filter(&name) {
                Ok(filter) => {
                    run.points.filters.push(filter);
                    protocol::Breakpoint {
                        verified: true,
                        ..protocol::Breakpoint::default()
                    }
                }
                Err(message) => failed(None, message.say(language)),
            });
        }
        run.apply_breakpoints();
        Ok(body)
    }

    pub(super) fn data_breakpoint_info(
        &mut self,
        arguments: DataBreakpointInfoArguments,
    ) -> Done<DataBreakpointInfoResponse> {
        let language = self.language();
        let run = self.program()?;
        let is_straight = run.is_straight();
        Ok(match run.watchable(&arguments) {
            Ok(watched) => DataBreakpointInfoResponse {
                data_id: Some(watched.id),
                description: watched.shown,
                access_types: match is_straight {
                    true => vec![
                        DataBreakpointAccessType::Read,
                        DataBreakpointAccessType::Write,
                        DataBreakpointAccessType::ReadWrite,
                    ],
                    false => vec![DataBreakpointAccessType::Write],
                },
                can_persist: true,
            },
            Err(message) => DataBreakpointInfoResponse {
                data_id: None,
                description: message.say(language),
                access_types: Vec::new(),
                can_persist: false,
            },
        })
    }

    pub(super) fn breakpoint_locations(
        &mut self,
        arguments: BreakpointLocationsArguments,
    ) -> Done<BreakpointLocationsResponse> {
        let client = self.client;
        let first = self.line_in_program(&arguments.source, arguments.line)?;
        let end = arguments.end_line.unwrap_or(arguments.line);
        let run = self.program()?;
        let mut breakpoints = Vec::new();
        if let (Some(mut line), Some(last)) = (first, client.line_of(end)) {
            while let Some(next) = run.debuggee().breakable(line) {
                if next > last || breakpoints.len() >= LOCATIONS_MAX {
                    break;
                }
                breakpoints.push(BreakpointLocation {
                    line: client.line(next),
                });
                line = next + 1;
            }
        }
        Ok(BreakpointLocationsResponse { breakpoints })
    }

    /// Places all breakpoints in a new program, and reports the result of each.
    pub(super) fn place_breakpoints_again(&mut self) {
        let Some(run) = &mut self.run else {
            return;
        };
        let points: Vec<Point> = run.points.lines().cloned().collect();
        run.apply_breakpoints();
        let told = self.told(&points).unwrap_or_default();
        for breakpoint in told.breakpoints {
            let body: Value = serde_json::json!({ "reason": "changed", "breakpoint": breakpoint });
            self.later("breakpoint", body);
        }
    }

    /// What has become of breakpoints.
    fn told(&mut self, points: &[Point]) -> Done<SetBreakpointsResponse> {
        let client = self.client;
        let run = self.program()?;
        let source = client.source(&run.path);
        let told = points.iter().map(|point| match run.placed(point) {
            Ok(placed) => protocol::Breakpoint {
                id: Some(point.id),
                verified: true,
                message: moved(point, placed.line).map(|it| it.say(client.language)),
                source: Some(source.clone()),
                line: Some(client.line(placed.line)),
                instruction_reference: run.instruction_at(placed.line),
                reason: None,
            },
            Err(message) => failed(Some(point.id), message.say(client.language)),
        });
        Ok(SetBreakpointsResponse {
            breakpoints: told.collect(),
        })
    }
}

impl Run {
    /// A breakpoint in the program as it is now.
    pub(super) fn placed(&self, point: &Point) -> Result<WantedLine, Message> {
        let line = match &point.at {
            At::Elsewhere => {
                return Err(message!("this is not the program that is being debugged"));
            }
            At::Line(line) => *line,
            At::Name(name) => self.debuggee().line_named(name)?,
            At::Instruction(line) => {
                line.ok_or_else(|| message!("there is no such instruction"))?
            }
        };
        let wanted = WantedLine {
            id: point.id,
            line,
            when: point.when.clone(),
        };
        let line = self.debuggee().check_line(&wanted)?;
        Ok(WantedLine { line, ..wanted })
    }

    /// Gives the debugger the breakpoints as they are now.
    pub(super) fn apply_breakpoints(&mut self) {
        if self.configuration.no_debug {
            return;
        }
        let offered = self.debuggee().filters();
        let mut filters = self.points.filters.clone();
        if self.configuration.strict {
            filters.extend([Filter::Hazard, Filter::Unwritten]);
        }
        filters.retain(|filter| offered.contains(filter));
        filters.sort_unstable();
        filters.dedup();
        let lines = self.points.lines();
        let wanted = WantedBreakpoints {
            lines: lines.filter_map(|point| self.placed(point).ok()).collect(),
            data: self.points.data.clone(),
            filters,
        };
        self.debuggee_mut().stop_at(wanted);
    }

    /// The filter with a name.
    fn filter(&self, name: &str) -> Result<Filter, Message> {
        let offered = self.debuggee().filters();
        let find = |filters: &[Filter]| filters.iter().copied().find(|it| it.name() == name);
        match (find(offered), find(&Filter::ALL)) {
            (Some(filter), _) => Ok(filter),
            (None, Some(_)) => Err(message!("`{name}` is for MN-Core 2 only", name)),
            (None, None) => {
                let names: Vec<&str> = offered.iter().map(|it| it.name()).collect();
                Err(unknown(message!("filter"), name, &names))
            }
        }
    }

    /// What a breakpoint of a value would be about.
    fn watchable(&self, arguments: &DataBreakpointInfoArguments) -> Result<Watched, Message> {
        let name = &arguments.name;
        if arguments.as_address {
            let bytes = arguments.bytes.unwrap_or(1).max(1);
            return self.shown.watchable_bytes(name, bytes);
        }
        let list = arguments.variables_reference.unwrap_or(0);
        let listed = self.shown.watchable_in(list, name);
        let watched = listed.unwrap_or_else(|| self.debuggee().watchable(name))?;
        match watched.is_kept {
            true => Ok(watched),
            false => Err(not_in_memory(name)),
        }
    }
}

/// That a breakpoint is at another line than the requested one.
fn moved(point: &Point, line: usize) -> Option<Message> {
    match point.at {
        At::Line(wanted) if wanted != line => Some(message!(
            "moved to the next statement, in line {line}",
            line = line + 1
        )),
        _ => None,
    }
}

const fn when(condition: Option<String>, hits: Option<String>) -> When {
    When {
        condition,
        hits,
        log: None,
    }
}

fn failed(id: Option<BreakpointId>, message: String) -> protocol::Breakpoint {
    protocol::Breakpoint {
        id,
        verified: false,
        message: Some(message),
        reason: Some("failed"),
        ..protocol::Breakpoint::default()
    }
}
