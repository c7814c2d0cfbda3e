//! The program as spans on tracks, for viewers of traces: units, MV instructions under way, what waits for them, and the
//! sections; with arrows from results to their uses.
//!
//! Time is in steps: the steps of the program and the steps in which it waits, as in [`super::Transfers`]. Each line has one
//! span for each unit that it uses, regardless of the number of steps of `nop/n`.

use std::collections::HashMap;
use std::ops::Range;

use super::{Arrow, Profile, arrows};
use crate::flow::Flow;
use crate::timeline::{Row, TimelineColumn, rows};
use mnc2_program::Program;
use mnc2_program::access::Store;
use mnc2_text::LineRange;

/// Maximum number of spans and arrows of a trace together. Spans come first.
pub const TRACE_EVENTS_MAX: usize = 1 << 18;
/// Maximum number of simultaneous MV instructions that have spans.
pub const MV_TRACKS_MAX: usize = 16;

/// A row of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Track {
    /// The sections; nested ones are within each other.
    Sections,
    /// A unit, or `nop` and the like.
    Column(TimelineColumn),
    /// Steps that are held back.
    Waits,
    /// MV instructions under way, one after the other; several tracks if they overlap.
    Mv(usize),
}

/// Something that takes time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The track that shows it.
    pub track: Track,
    /// When it begins, in steps and waits.
    pub begin: u64,
    /// How long it takes, in steps.
    pub steps: u64,
    /// The line, counted from 0; for a section, the line of its title.
    pub line: u32,
    /// Its place in the line; empty if it is about the line.
    pub range: LineRange,
    /// The steps of the program before it, without waits.
    pub step: u64,
}

/// An arrow from one span to another one, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanArrow {
    /// The span that writes.
    pub from: usize,
    /// The span that reads.
    pub to: usize,
    /// The store that holds the result in between.
    pub through: Store,
}

/// The spans of some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileTrace {
    /// The spans of all tracks.
    pub spans: Vec<Span>,
    /// Arrows from the spans that make results to the spans that use them.
    pub arrows: Vec<SpanArrow>,
    /// Whether something is left out, because there is too much.
    pub is_cut: bool,
}

impl ProfileTrace {
    /// The trace of some lines, counted from 0; with spans and arrows up to [`TRACE_EVENTS_MAX`]. The profile and the flow are
    /// of the whole program.
    #[must_use]
    pub fn new(program: &Program, flow: &Flow, profile: &Profile, lines: &Range<u32>) -> Self {
        let mut trace = Self::default();
        trace.sections(profile, lines);
        let spans = trace.steps(program, profile, lines);
        let room = TRACE_EVENTS_MAX.saturating_sub(trace.spans.len());
        let (found, has_more) = arrows(program, flow, lines, room);
        trace.is_cut |= has_more;
        let span = |place: (u32, u16)| spans.get(&place).copied();
        let joined = found.into_iter().filter_map(|Arrow { from, to, through }| {
            let (from, to) = (span(from)?, span(to)?);
            Some(SpanArrow { from, to, through })
        });
        trace.arrows = joined.collect();
        trace
    }

    fn push(&mut self, span: Span) -> Option<usize> {
        if self.spans.len() == TRACE_EVENTS_MAX {
            self.is_cut = true;
            return None;
        }
        self.spans.push(span);
        Some(self.spans.len() - 1)
    }

    fn sections(&mut self, profile: &Profile, lines: &Range<u32>) {
        for section in &profile.sections {
            let title = section.section.title_line;
            let within = section.section.start < lines.end && lines.start <= section.section.end;
            let steps = section.work.usage.steps;
            if !within || steps == 0 {
                continue;
            }
            let begin = profile.time_of(section.first_step);
            let end = profile.time_of(section.first_step + steps - 1) + 1;
            self.push(Span {
                track: Track::Sections,
                begin,
                steps: end.saturating_sub(begin),
                line: title,
                range: 0..0,
                step: section.first_step,
            });
        }
    }

    /// Adds the spans of lines; returns them by line and expression.
    fn steps(
        &mut self,
        program: &Program,
        profile: &Profile,
        lines: &Range<u32>,
    ) -> HashMap<(u32, u16), usize> {
        let mut spans = HashMap::new();
        let mut transfers = profile.transfers.list.iter();
        // When each track of MV instructions is free.
        let mut free: Vec<u64> = Vec::new();
        let mut waits = profile.transfers.waits.iter().peekable();
        let mut waited = 0;
        for Row {
            line,
            step,
            steps,
            uses,
        } in rows(program)
        {
            let is_wanted = lines.contains(&line);
            while let Some(wait) = waits.next_if(|wait| wait.line == line) {
                waited += wait.steps;
                if is_wanted {
                    self.push(Span {
                        track: Track::Waits,
                        begin: wait.begin,
                        steps: wait.steps,
                        line,
                        range: 0..0,
                        step,
                    });
                }
            }
            for (expression, one) in (0_u16..).zip(uses) {
                let span = if one.column == TimelineColumn::Mv {
                    let Some(transfer) = transfers.next() else {
                        continue;
                    };
                    let place = free.iter().position(|free| *free <= transfer.begin);
                    let place = place.unwrap_or(free.len());
                    if place == MV_TRACKS_MAX {
                        self.is_cut |= is_wanted;
                        continue;
                    }
                    if place == free.len() {
                        free.push(0);
                    }
                    free[place] = transfer.end();
                    (Track::Mv(place), transfer.begin, transfer.steps)
                } else {
                    (Track::Column(one.column), step + waited, u64::from(steps))
                };
                if !is_wanted {
                    continue;
                }
                let (track, begin, steps) = span;
                let pushed = self.push(Span {
                    track,
                    begin,
                    steps,
                    line,
                    range: one.range,
                    step,
                });
                if let Some(index) = pushed {
                    spans.insert((line, expression), index);
                }
            }
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(text: &str) -> ProfileTrace {
        let program = mnc2_asm::parse(text);
        let flow = Flow::new(&program);
        let profile = Profile::with(&program, &flow);
        ProfileTrace::new(&program, &flow, &profile, &(0..u32::MAX))
    }

    #[test]
    fn spans_stand_where_they_run() {
        let trace = traced(
            "# load\nmvp/n1024i01 $p0@0 $lc0@0.0\nmvp/n1024 $p0@1 $lc0@1.0\nnop/4294967295\n\n# sum\nnop; wait i01\n\
             l2bmb $lc0 $lb0\nnop/2\nl1bmm $lb0 $lr0v\n",
        );
        let shown: Vec<(Track, u64, u64)> = trace
            .spans
            .iter()
            .map(|it| (it.track, it.begin, it.steps))
            .collect();
        let long = u64::from(u32::MAX);
        let control = Track::Column(TimelineColumn::Control);
        assert_eq!(shown[0], (Track::Sections, 0, long));
        assert_eq!(shown[1], (Track::Sections, long, 5));
        assert_eq!(shown[2..4], [(Track::Mv(0), 0, 16), (Track::Mv(1), 0, 16)]);
        assert_eq!(shown[4], (control, 0, long));
        // Both transfers reach the L2BMs that are read.
        assert_eq!(trace.arrows.len(), 3);
        assert!(!trace.is_cut);
    }

    #[test]
    fn waits_hold_back_what_follows() {
        let trace = traced(
            "mvp/n1024i01 $p0@0 $lc0@0.0\nnop/4\n# rest\nnop; wait i01\nlpassa $lm0v $ln0v\n",
        );
        let shown: Vec<(Track, u64, u64, u64)> = trace
            .spans
            .iter()
            .map(|it| (it.track, it.begin, it.steps, it.step))
            .collect();
        assert!(shown.contains(&(Track::Sections, 16, 2, 4)), "{shown:?}");
        assert!(shown.contains(&(Track::Waits, 4, 12, 4)), "{shown:?}");
        assert_eq!(shown.last().map(|it| (it.1, it.3)), Some((17, 5)));
    }

    #[test]
    fn too_much_is_cut() {
        let trace = traced(&"nop\n".repeat(TRACE_EVENTS_MAX + 1));
        assert_eq!((trace.spans.len(), trace.is_cut), (TRACE_EVENTS_MAX, true));
        let trace = traced(&"mvp/n64 $p0@0 $lc0@0.0\n".repeat(MV_TRACKS_MAX + 1));
        assert_eq!((trace.spans.len(), trace.is_cut), (MV_TRACKS_MAX, true));
    }
}
