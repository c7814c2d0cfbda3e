//! `--stats`: what a run cost, on the chip and here.

use std::io::{self, Write};

use mnc2_dataflow::memory_traffic::Traffic;
use mnc2_dataflow::timeline::TimelineColumn;
use mnc2_dataflow::unit_usage::{Unit, Usage};
use mnc2_program::Program;
use mnc2_program::access::Direction;
use mnc2_text::{Language, message};
use serde_json::{Map, Value, json};

/// The costs of a run.
pub(super) struct Stats {
    /// Steps executed; `nop/n` counts as n.
    pub(super) steps: u64,
    /// Time that the run took here.
    pub(super) seconds: f64,
    /// Memory that the machine holds.
    pub(super) memory_bytes: u64,
    /// Identifies the final state.
    pub(super) state_hash: u64,
    /// The clock at which the time on the chip is estimated.
    pub(super) clock_mhz: u32,
    usage: Usage,
    traffic: Traffic,
}

impl Stats {
    /// The part of a program that ran: the lines before this one.
    pub(super) fn new(program: &Program, end_line: usize) -> Self {
        let end = end_line.min(program.len());
        let executed = Program::from_lines(program.range(0..end).cloned().collect());
        Self {
            steps: 0,
            seconds: 0.0,
            memory_bytes: 0,
            state_hash: 0,
            clock_mhz: mnc2_project::CLOCK_MHZ_DEFAULT,
            usage: Usage::from_program(&executed),
            traffic: Traffic::from_program(&executed),
        }
    }

    fn steps_per_second(&self) -> f64 {
        self.steps as f64 / self.seconds.max(f64::MIN_POSITIVE)
    }

    fn estimated_seconds(&self) -> f64 {
        self.usage.seconds(f64::from(self.clock_mhz))
    }

    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let units: Map<String, Value> = Unit::ALL
            .into_iter()
            .map(|unit| {
                let of_unit = json!({
                    "steps": self.usage.busy_steps(unit),
                    "share": self.usage.share(unit),
                });
                (TimelineColumn::Unit(unit).id().to_owned(), of_unit)
            })
            .collect();
        let moved: Map<String, Value> = Traffic::MEMORIES
            .into_iter()
            .map(|memory| {
                let of_memory = json!({
                    "read": self.traffic.bytes(memory, Direction::Read),
                    "written": self.traffic.bytes(memory, Direction::Write),
                });
                (memory.name().to_ascii_lowercase(), of_memory)
            })
            .collect();
        let object = json!({
            "steps": self.steps,
            "seconds": self.seconds,
            "steps_per_second": self.steps_per_second(),
            "memory_bytes": self.memory_bytes,
            "state_hash": format!("{:016x}", self.state_hash),
            "mv_instructions": self.usage.mv_instructions,
            "estimated_seconds": self.estimated_seconds(),
            "clock_mhz": self.clock_mhz,
            "flop": self.usage.flops,
            "units": units,
            "bytes_moved": moved,
        });
        writeln!(out, "{object}")
    }

    /// Writes lines for people.
    pub(super) fn write_text(&self, out: &mut impl Write, language: Language) -> io::Result<()> {
        let mut lines = vec![
            message!(
                "steps: {steps}, MV instructions: {transfers}; {seconds} s here ({rate} steps/s)",
                steps = self.steps,
                transfers = self.usage.mv_instructions,
                seconds = format!("{:.3}", self.seconds),
                rate = format!("{:.0}", self.steps_per_second())
            ),
            message!(
                "estimated {time} us on the chip at {clock} MHz, without waits for MV instructions",
                time = format!("{:.3}", self.estimated_seconds() * 1e6),
                clock = self.clock_mhz
            ),
        ];
        for unit in Unit::ALL {
            let busy = self.usage.busy_steps(unit);
            if busy > 0 {
                lines.push(message!(
                    "{unit}: {busy} of {steps:# step|# steps} ({percent} %)",
                    unit = TimelineColumn::Unit(unit).title(),
                    busy,
                    steps = self.usage.steps,
                    percent = format!("{:.1}", 100.0 * self.usage.share(unit))
                ));
            }
        }
        lines.push(message!(
            "{flop} floating-point operations",
            flop = self.usage.flops
        ));
        for memory in Traffic::MEMORIES {
            let read = self.traffic.bytes(memory, Direction::Read);
            let written = self.traffic.bytes(memory, Direction::Write);
            if read + written > 0 {
                lines.push(message!(
                    "{memory}: {read} bytes read, {written} bytes written",
                    memory = memory.name(),
                    read,
                    written
                ));
            }
        }
        lines.push(message!(
            "{bytes} bytes of memory here; state {hash}",
            bytes = self.memory_bytes,
            hash = format!("{:016x}", self.state_hash)
        ));
        for line in lines {
            writeln!(out, "{}", line.say(language))?;
        }
        Ok(())
    }
}
