//! The requests that set breakpoints, and where these are in the program.

use mnc2_asm::{Message, message, watch};
use mnc2_ide::debug::breakpoints::{Breakpoints, Filter, LineBreakpoint};
use mnc2_ide::debug::console::name;
use mnc2_ide::debug::place::Place;
use mnc2_ide::debug::spelling::places;
use mnc2_project::unknown;
use serde_json::Value;

use super::common::LOCATIONS_MAX;
use super::place::Reference;
use super::points::{
    AND, At, Point, Points, Wanted, check_count, condition, data_breakpoints, data_id, hits,
    log_message,
};
use super::program::is_same_file;
use super::run::Run;
use super::{Done, Session};
use crate::protocol::{
    self, BreakpointLocation, BreakpointLocations, BreakpointLocationsArguments, DataAccess,
    DataBreakpointInfo, DataBreakpointInfoArguments, SetBreakpointsArguments, SetBreakpointsBody,
    SetDataBreakpointsArguments, SetExceptionBreakpointsArguments, SetFunctionBreakpointsArguments,
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
    ) -> Done<SetBreakpointsBody> {
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
            let line = client.line_of(one.line).filter(|_| is_program);
            Wanted {
                at: line.map_or(At::Elsewhere, At::Line),
                condition: one.condition,
                hits: one.hit_condition,
                log: one.log_message,
                ..Wanted::default()
            }
        });
        let points = self.placed(wanted)?;
        if !is_program {
            return Ok(self.told(&points));
        }
        self.replace(points, |all| &mut all.source)
    }

    pub(super) fn set_function_breakpoints(
        &mut self,
        arguments: SetFunctionBreakpointsArguments,
    ) -> Done<SetBreakpointsBody> {
        let wanted = arguments.breakpoints.into_iter().map(|one| Wanted {
            at: At::Section(one.name),
            condition: one.condition,
            hits: one.hit_condition,
            ..Wanted::default()
        });
        let points = self.placed(wanted)?;
        self.replace(points, |all| &mut all.function)
    }

    pub(super) fn set_instruction_breakpoints(
        &mut self,
        arguments: SetInstructionBreakpointsArguments,
    ) -> Done<SetBreakpointsBody> {
        let run = self.program()?;
        let wanted = arguments.breakpoints.into_iter().map(|one| Wanted {
            at: At::Instruction(run.instruction_line(&one.instruction_reference, one.offset)),
            condition: one.condition,
            hits: one.hit_condition,
            ..Wanted::default()
        });
        let wanted: Vec<Wanted> = wanted.collect();
        let points = self.placed(wanted.into_iter())?;
        self.replace(points, |all| &mut all.instruction)
    }

    /// Breakpoints before lines, with new numbers.
    fn placed(&mut self, wanted: impl ExactSizeIterator<Item = Wanted>) -> Done<Vec<Point>> {
        check_count(wanted.len())?;
        let run = self.program()?;
        let placed = wanted.map(|one| {
            let id = run.points.give_id();
            run.point(Wanted { id, ..one })
        });
        Ok(placed.collect())
    }

    /// Replaces the breakpoints of one request.
    fn replace(
        &mut self,
        points: Vec<Point>,
        list: fn(&mut Points) -> &mut Vec<Point>,
    ) -> Done<SetBreakpointsBody> {
        let body = self.told(&points);
        *list(&mut self.program()?.points) = points;
        self.apply_breakpoints();
        Ok(body)
    }

    pub(super) fn set_data_breakpoints(
        &mut self,
        arguments: SetDataBreakpointsArguments,
    ) -> Done<SetBreakpointsBody> {
        let language = self.language();
        let run = self.program()?;
        check_count(arguments.breakpoints.len())?;
        run.points.data.clear();
        for one in arguments.breakpoints {
            let id = run.points.give_id();
            let wanted = Wanted {
                id,
                at: At::Data(one.data_id, one.access_type.unwrap_or(DataAccess::Write)),
                condition: one.condition,
                hits: one.hit_condition,
                log: None,
            };
            let data = data_breakpoints(&wanted);
            run.points.data.push((wanted, data));
        }
        let breakpoints = run.points.data.iter().map(|(wanted, data)| {
            let message = data.as_ref().err().map(|it| it.say(language));
            protocol::Breakpoint {
                id: Some(wanted.id),
                verified: data.is_ok(),
                reason: message.is_some().then_some("failed"),
                message,
                ..protocol::Breakpoint::default()
            }
        });
        let body = SetBreakpointsBody {
            breakpoints: breakpoints.collect(),
        };
        self.apply_breakpoints();
        Ok(body)
    }

    pub(super) fn set_exception_breakpoints(
        &mut self,
        arguments: SetExceptionBreakpointsArguments,
    ) -> Done<SetBreakpointsBody> {
        let language = self.language();
        let run = self.program()?;
        let options = arguments.filter_options.into_iter();
        let names = arguments
            .filters
            .into_iter()
            .chain(options.map(|one| one.filter_id));
        run.points.filters.clear();
        let mut body = SetBreakpointsBody::default();
        for name in names {
            let found = Filter::ALL.into_iter().find(|it| it.name() == name);
            let message = match found {
                Some(filter) => {
                    run.points.filters.push(filter);
                    None
                }
                None => {
                    let names = Filter::ALL.map(Filter::name);
                    let what = message!("filter");
                    Some(unknown(what, &name, &names).say(language))
                }
            };
            body.breakpoints.push(protocol::Breakpoint {
                verified: found.is_some(),
                reason: message.is_some().then_some("failed"),
                message,
                ..protocol::Breakpoint::default()
            });
        }
        self.apply_breakpoints();
        Ok(body)
    }

    pub(super) fn data_breakpoint_info(
        &mut self,
        arguments: DataBreakpointInfoArguments,
    ) -> Done<DataBreakpointInfo> {
        let language = self.language();
        let run = self.program()?;
        let found = run.watchable(&arguments);
        let (data_id, description) = match found {
            Ok(places) => {
                let ids: Vec<String> = places.iter().filter_map(data_id).collect();
                let names: Vec<String> = places.iter().map(name).collect();
                (
                    (ids.len() == places.len()).then(|| ids.join(&AND.to_string())),
                    names.join(", "),
                )
            }
            Err(message) => (None, message.say(language)),
        };
        let access_types = match data_id {
            Some(_) => vec![DataAccess::Read, DataAccess::Write, DataAccess::ReadWrite],
            None => Vec::new(),
        };
        Ok(DataBreakpointInfo {
            can_persist: data_id.is_some(),
            data_id,
            description,
            access_types,
        })
    }

    pub(super) fn breakpoint_locations(
        &mut self,
        arguments: BreakpointLocationsArguments,
    ) -> Done<BreakpointLocations> {
        let client = self.client;
        let first = self.line_in_program(&arguments.source, arguments.line)?;
        let end = arguments.end_line.unwrap_or(arguments.line);
        let run = self.program()?;
        let (Some(first), Some(last)) = (first, client.line_of(end)) else {
            return Ok(BreakpointLocations {
                breakpoints: Vec::new(),
            });
        };
        let mut breakpoints = Vec::new();
        let mut line = first;
        while let Some(next) = run.debugger.breakable(line) {
            if next > last || breakpoints.len() >= LOCATIONS_MAX {
                break;
            }
            breakpoints.push(BreakpointLocation {
                line: client.line(next),
            });
            line = next + 1;
        }
        Ok(BreakpointLocations { breakpoints })
    }

    /// Places all breakpoints in a new program, and tells what has become of them.
    pub(super) fn place_breakpoints_again(&mut self) {
        let Some(run) = &mut self.run else {
            return;
        };
        let mut points = std::mem::take(&mut run.points);
        let again = |list: &mut Vec<Point>| {
            for point in list {
                *point = run.point(std::mem::take(&mut point.wanted));
            }
        };
        again(&mut points.source);
        again(&mut points.function);
        again(&mut points.instruction);
        let all = points.source.iter();
        let all = all.chain(&points.function).chain(&points.instruction);
        let told: Vec<Value> = all
            .map(|point| {
                let breakpoint = self.tell(point);
                serde_json::json!({ "reason": "changed", "breakpoint": breakpoint })
            })
            .collect();
        if let Some(run) = &mut self.run {
            run.points = points;
        }
        for body in told {
            self.later("breakpoint", body);
        }
        self.apply_breakpoints();
    }

    /// What has become of breakpoints.
    fn told(&self, points: &[Point]) -> SetBreakpointsBody {
        SetBreakpointsBody {
            breakpoints: points.iter().map(|point| self.tell(point)).collect(),
        }
    }

    fn tell(&self, point: &Point) -> protocol::Breakpoint {
        let language = self.language();
        let run = self.run.as_ref();
        let source = run.map(|run| self.client.source(&run.path));
        let id = Some(point.wanted.id);
        match &point.placed {
            Ok(placed) => {
                let reference = run.and_then(|run| run.instruction_at(placed.line));
                protocol::Breakpoint {
                    id,
                    verified: true,
                    message: point.moved(placed.line).map(|it| it.say(language)),
                    source,
                    line: Some(self.client.line(placed.line)),
                    instruction_reference: reference,
                    reason: None,
                }
            }
            Err(message) => protocol::Breakpoint {
                id,
                verified: false,
                message: Some(message.say(language)),
                reason: Some("failed"),
                ..protocol::Breakpoint::default()
            },
        }
    }

    /// Gives the debugger the breakpoints as they are now.
    pub(super) fn apply_breakpoints(&mut self) {
        let Some(run) = &mut self.run else {
            return;
        };
        if run.configuration.no_debug {
            return;
        }
        let points = &run.points;
        let lines = points.source.iter();
        let lines = lines.chain(&points.function).chain(&points.instruction);
        let mut filters = points.filters.clone();
        if run.configuration.strict {
            filters.extend([Filter::Hazard, Filter::Unwritten]);
        }
        filters.sort_unstable();
        filters.dedup();
        let breakpoints = Breakpoints {
            lines: lines.filter_map(|it| it.placed.clone().ok()).collect(),
            data: points
                .data
                .iter()
                .filter_map(|(_, breakpoints)| breakpoints.as_ref().ok())
                .flatten()
                .cloned()
                .collect(),
            filters,
        };
        run.debugger.set_breakpoints(breakpoints);
    }
}

impl Run {
    /// A breakpoint before a line, as far as it can be placed.
    fn point(&self, wanted: Wanted) -> Point {
        Point {
            placed: self.placed(&wanted),
            wanted,
        }
    }

    fn placed(&self, wanted: &Wanted) -> Result<LineBreakpoint, Message> {
        let line = match &wanted.at {
            At::Elsewhere | At::Data(..) => {
                return Err(message!("this is not the program that is being debugged"));
            }
            At::Line(line) => *line,
            At::Section(title) => self.section_line(title)?,
            At::Instruction(line) => {
                line.ok_or_else(|| message!("there is no such instruction"))?
            }
        };
        let Some(line) = self.debugger.breakable(line) else {
            return Err(message!("no statement runs there or after it"));
        };
        Ok(LineBreakpoint {
            id: wanted.id,
            line,
            condition: condition(wanted.condition.as_deref())?,
            hits: hits(wanted.hits.as_deref())?,
            log: wanted.log.as_deref().map(log_message).transpose()?,
        })
    }

    /// The first line of a section.
    fn section_line(&self, title: &str) -> Result<usize, Message> {
        let title = title.trim();
        let exact = self.sections.iter().find(|it| it.title == title);
        let found = exact.or_else(|| {
            let lower = title.to_lowercase();
            self.sections
                .iter()
                .find(|it| it.title.to_lowercase() == lower)
        });
        match found {
            Some(section) => Ok(section.start as usize),
            None => {
                let titles: Vec<&str> = self.sections.iter().map(|it| it.title.as_str()).collect();
                Err(unknown(message!("section"), title, &titles))
            }
        }
    }

    /// The words that a data breakpoint would be at.
    fn watchable(&self, arguments: &DataBreakpointInfoArguments) -> Result<Vec<Place>, Message> {
        let name = &arguments.name;
        if arguments.as_address {
            let reference = Reference::parse(name)?;
            let bytes = arguments.bytes.unwrap_or(1).max(1);
            let found = reference.words(0..bytes);
            let (place, _) =
                found.ok_or_else(|| message!("there are no such bytes in this memory"))?;
            return Ok(vec![place]);
        }
        let listed = arguments
            .variables_reference
            .and_then(|reference| self.variable_place(reference, name));
        if let Some(place) = listed {
            return Ok(vec![place]);
        }
        let expression = watch::parse(name).map_err(|error| error.message)?;
        let focus = self.debugger.focus();
        let places: Vec<Place> = expression
            .places()
            .into_iter()
            .flat_map(|place| places(place, focus))
            .collect();
        if places.is_empty() || places.iter().any(|place| data_id(place).is_none()) {
            return Err(message!(
                "`{name}` is not in memory: data breakpoints watch LM, GRF, the T-register, L1BM, L2BM, PDM and DRAM",
                name
            ));
        }
        Ok(places)
    }
}
