//! All accesses that are connected with one through data.
//!
//! Asking each write for its reads and each read for its writes takes one step for each pair, which under a variable
//! mask is the square of the accesses. Therefore the accesses to the store are visited once, in order of time, and joined in
//! a union-find structure: a read joins the writes whose values its words hold. A write that may leave the old value
//! is put in front of it as a [`Value`]; the first read that gets both joins them, and later reads need not look
//! further.

use std::ops::ControlFlow;

use mnc2_isa::Memory;

use super::contents::{Contents, known_pieces};
use super::{AccessId, Flow, NONE};
use mnc2_program::access::{Certainty, Direction, Piece, Store};
use mnc2_program::{Statement, access};

/// Lines that are visited between two checks for cancellation.
pub const LINES_BETWEEN_QUESTIONS: usize = 1024;

/// The possible content of a word: the value of one write or, if that write may have left it unchanged, an older value.
#[derive(Clone, Copy)]
struct Value {
    /// The write, or a read that joined several values.
    member: u32,
    /// The value that the write may have left; [`NONE`] if the program did not write it.
    older: u32,
    /// Whether all of it is joined.
    is_joined: bool,
    /// Unknown writes from this access on may have changed it; 0 is the start of the program.
    since: u32,
}

/// The accesses to a store, in sets.
#[derive(Default)]
struct Sets {
    /// The ids of the accesses.
    ids: Vec<u32>,
    /// For each access another one of its set; the representative has itself.
    parents: Vec<u32>,
    values: Vec<Value>,
    /// The last write to words that are known only in a run.
    last_unknown: Option<u32>,
    /// Steps of this algorithm so far.
    work: u64,
}

impl Flow {
    /// All accesses that are connected with one through data, in order of time: the writes that reach a read, the
    /// reads that get what they write, and so on. Mask entries that one `mask` statement reads belong together. An
    /// access to words that are known only in a run is included, but not what is connected only through it. `None` if
    /// `is_cancelled` returns true.
    #[must_use]
    pub fn connected(
        &self,
        start: AccessId,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Vec<AccessId>> {
        self.connected_counted(start, is_cancelled).0
    }

    /// As [`Self::connected`], with the number of steps of the algorithm.
    pub(crate) fn connected_counted(
        &self,
        start: AccessId,
        is_cancelled: &dyn Fn() -> bool,
    ) -> (Option<Vec<AccessId>>, u64) {
        let Some(store) = self
            .entry(start.0)
            .and_then(|(_, entry)| super::chunk_index::stores().nth(usize::from(entry.store)))
        else {
            return (None, 0);
        };
        let mut sets = Sets::default();
        let mut contents = Contents::new(store, NONE);
        // The first access under the `mask` statement in force.
        let mut of_setting: Option<u32> = None;
        let mut id = 0;
        let gone_through = access::walk(&self.program, |number, _, accesses| {
            sets.work += 1;
            if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
                return ControlFlow::Break(());
            }
            if store == Store::Memory(Memory::MaskRegister) && self.is_mask_statement(number) {
                of_setting = None;
            }
            for access in accesses.list() {
                if access.store == store {
                    let own = sets.add(id);
                    sets.access(
                        own,
                        access.direction,
                        accesses.pieces(access),
                        &mut contents,
                    );
                    if access.is_by_setting {
                        let first = *of_setting.get_or_insert(own);
                        sets.join(first, own);
                    }
                }
                id += 1;
            }
            ControlFlow::Continue(())
        });
        if gone_through.is_break() {
            return (None, sets.work);
        }
        let mut connected = sets.with(start.0);
        let unknown: Vec<AccessId> = connected
            .iter()
            .filter_map(|&id| self.read_somewhere(id))
            .collect();
        connected.extend(unknown);
        connected.sort_unstable();
        connected.dedup();
        (Some(connected), sets.work)
    }

    fn is_mask_statement(&self, line: usize) -> bool {
        let line = self.program.line(line);
        line.is_some_and(|line| matches!(line.statement, Some(Statement::Mask(_))))
    }
}

impl Sets {
    fn add(&mut self, id: u32) -> u32 {
        let own = self.ids.len() as u32;
        self.ids.push(id);
        self.parents.push(own);
        own
    }

    fn access(
        &mut self,
        own: u32,
        direction: Direction,
        pieces: &[Piece],
        contents: &mut Contents<u32>,
    ) {
        let (known, is_somewhere) = known_pieces(pieces);
        match direction {
            Direction::Read => {
                for piece in &known {
                    self.read(own, piece, contents);
                }
            }
            Direction::Write => {
                for piece in &known {
                    self.write(own, piece, contents);
                }
                if is_somewhere {
                    self.last_unknown = Some(own);
                }
            }
        }
    }

    fn read(&mut self, own: u32, piece: &Piece, contents: &mut Contents<u32>) {
        let mut since = u32::MAX;
        // Whether there are several values that are joined from now on.
        let (mut first, mut is_several, mut has_start) = (NONE, false, false);
        contents.visit(piece.first, piece.count, piece.elements, |_, _, &value| {
            self.work += 1;
            if value == NONE {
                (since, has_start) = (0, true);
                return;
            }
            is_several |= first != NONE && first != value;
            first = value;
            since = since.min(self.values[value as usize].since);
            self.join_value(value, own);
        });
        if let Some(unknown) = self.last_unknown.filter(|&unknown| unknown >= since) {
            self.join(unknown, own);
        }
        if is_several && !has_start {
            let value = self.new_value(Value {
                member: own,
                older: NONE,
                is_joined: true,
                since,
            });
            self.put(piece, value, contents);
        }
    }

    fn write(&mut self, own: u32, piece: &Piece, contents: &mut Contents<u32>) {
        if piece.certainty == Certainty::Always {
            let value = self.new_value(Value {
                member: own,
                older: NONE,
                is_joined: true,
                since: own,
            });
            self.put(piece, value, contents);
            return;
        }
        let mut last = None;
        contents.change(piece.first, piece.count, piece.elements, |inside| {
            for (_, value) in inside {
                self.work += 1;
                let old = *value;
                *value = match (last, self.values.get(old as usize)) {
                    (Some((of, new)), _) if of == old => new,
                    // Another cycle of the same write.
                    (_, Some(before)) if before.member == own => old,
                    (_, before) => {
                        let since = before.map_or(0, |before| before.since);
                        self.new_value(Value {
                            member: own,
                            older: old,
                            is_joined: old == NONE,
                            since,
                        })
                    }
                };
                last = Some((old, *value));
            }
        });
    }

    fn new_value(&mut self, value: Value) -> u32 {
        self.values.push(value);
        self.values.len() as u32 - 1
    }

    fn put(&mut self, piece: &Piece, value: u32, contents: &mut Contents<u32>) {
        contents.change(piece.first, piece.count, piece.elements, |inside| {
            self.work += inside.len() as u64;
            inside.clear();
            inside.push((piece.elements, value));
        });
    }

    /// Joins an access with all writes that a value may come from.
    fn join_value(&mut self, value: u32, own: u32) {
        let mut next = value;
        while let Some(here) = self.values.get_mut(next as usize) {
            let (member, was_joined) = (here.member, here.is_joined);
            here.is_joined = true;
            next = here.older;
            self.work += 1;
            self.join(member, own);
            if was_joined {
                break;
            }
        }
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.set(one), self.set(other));
        // The older one represents both.
        self.parents[one.max(other) as usize] = one.min(other);
    }

    /// The representative of an access.
    fn set(&mut self, mut of: u32) -> u32 {
        while self.parents[of as usize] != of {
            let parent = self.parents[of as usize];
            self.parents[of as usize] = self.parents[parent as usize];
            of = parent;
            self.work += 1;
        }
        of
    }

    /// The accesses in the set of an access.
    fn with(&mut self, id: u32) -> Vec<AccessId> {
        let Ok(start) = self.ids.binary_search(&id) else {
            return Vec::new();
        };
        let wanted = self.set(start as u32);
        let all = 0..self.ids.len() as u32;
        all.filter(|&own| self.set(own) == wanted)
            .collect::<Vec<u32>>()
            .into_iter()
            .map(|own| AccessId(self.ids[own as usize]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    use mnc2_text::random::Random;

    const PATIENT: &dyn Fn() -> bool = &|| false;

    /// The result of following links one by one.
    fn by_links(flow: &Flow, start: AccessId) -> Vec<AccessId> {
        let mut found = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            let line = flow.line_with(id);
            let links = match line.get(id).expect("it is there").direction {
                Direction::Read => flow.reaching(id, 10_000),
                Direction::Write => flow.uses(id, 10_000),
            };
            open.extend(
                links
                    .links
                    .iter()
                    .map(|link| link.access)
                    .filter(|&id| found.insert(id)),
            );
        }
        found.into_iter().collect()
    }

    #[test]
    fn it_is_what_links_connect() {
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
        let mut below = |limit: usize| random.index(limit);
        const LINES: [&str; 18] = [
            "zero $lm{}v",
            "zero $lm{}",
            "zero $lm{}v/1010",
            "zero $lm{}v/$imr1",
            "zero $lm{}v/$imr2",
            "zero $llm{}v/$imr1p",
            "lpassa $lr0v $omr1",
            "lpassa $lm{}v $ln0v",
            "lpassa $lm{} $ln0v",
            "lpassa $llm{}v $lr8v",
            "d set $lm{}n0c0b0m0p0 1 0000000000000001",
            "d set $lm{}n0c0b0m0p1 1 0000000000000001",
            "d set $lm{}n1 1 0000000000000001",
            "d get $lm{}n0c0b0m0p0 2",
            "d get $lm{}p1 2",
            "maskm 1",
            "mask 0",
            "l1bmp $lb{} $lm{}v",
        ];
        for _ in 0..60 {
            let lines: Vec<String> = (0..30)
                .map(|_| LINES[below(LINES.len())].replace("{}", &(below(4) * 4).to_string()))
                .collect();
            let source = lines.join("\n");
            let program = mnc2_asm::parse(&source);
            assert!(program.iter().all(|line| !line.has_error()), "{source}");
            let flow = Flow::new(&program);
            for number in 0..program.len() {
                let line = flow.line(number);
                let of_memory = line
                    .iter()
                    .filter(|(_, access)| access.store != Store::Memory(Memory::MaskRegister));
                for (id, access) in of_memory {
                    assert_eq!(
                        flow.connected(id, PATIENT),
                        Some(by_links(&flow, id)),
                        "{access:?} in line {number} of\n{source}"
                    );
                }
            }
        }
    }

    /// Twice the lines take twice the steps, however they are connected.
    #[test]
    fn steps_grow_as_lines_do() {
        let masked = |lines: usize| {
            format!(
                "zero $lr0v\n{}",
                "iadd $lr0v $ls0v $lr0v/$imr1\n".repeat(lines)
            )
        };
        let by_setting = |lines: usize| {
            format!(
                "zero $lr0v\nmaskr 1\n{}",
                "iadd $lr0v $ls0v $lr0v\n".repeat(lines)
            )
        };
        let shared = |lines: usize| format!("zero $lr0v\n{}", "lpassa $lr0v $ls0v\n".repeat(lines));
        let unread = |lines: usize| {
            format!(
                "zero $lr0v\n{}lpassa $lr0v $ls0v\n",
                "zero $lr0v/$imr1\n".repeat(lines)
            )
        };
        let alone = |lines: usize| {
            let lines = (0..lines).map(|pe| {
                let (mab, pe) = (pe / 4 % 16, pe % 4);
                format!("d set $lr0m{mab}p{pe} 1 0000000000000001\nd get $lr0m{mab} 1\n")
            });
            lines.collect::<String>()
        };
        let kinds: [&dyn Fn(usize) -> String; 5] = [&masked, &by_setting, &shared, &unread, &alone];
        for (number, make) in kinds.into_iter().enumerate() {
            let steps = |lines: usize| {
                let flow = Flow::new(&mnc2_asm::parse(&make(lines)));
                let (start, _) = flow.line(0).iter().next().expect("it writes");
                let (connected, steps) = flow.connected_counted(start, PATIENT);
                assert!(connected.is_some_and(|all| all.len() > 4), "{number}");
                steps
            };
            let (small, large) = (steps(500), steps(1000));
            assert!(
                large < small * 5 / 2,
                "kind {number}: {small} steps, then {large}"
            );
        }
    }

    #[test]
    fn it_ends_when_no_one_waits() {
        let flow = Flow::new(&mnc2_asm::parse(&"zero $lm0v\n".repeat(5000)));
        let (start, _) = flow.line(0).iter().next().expect("it writes");
        let asked = std::cell::Cell::new(0);
        let is_cancelled = || {
            asked.set(asked.get() + 1);
            asked.get() == 3
        };
        assert_eq!(flow.connected(start, &is_cancelled), None);
        assert_eq!(asked.get(), 3);
    }
}
