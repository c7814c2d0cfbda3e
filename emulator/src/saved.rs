//! A machine as bytes, and back: in files, in pickles, to another process.
//!
//! It holds what differs from the start content, equal PEs once, as little-endian words of 64 bits: a magic number, the
//! version, the state, the state of strict mode, a checksum. What is read takes memory in proportion to its length. No bytes
//! lead to a panic or to an impossible machine.

use std::fmt;
use std::ops::ControlFlow;

use crate::machine::Machine;
use crate::strict::Strict;
pub use crate::word_stream::ByteSink;
use crate::word_stream::{Damaged, Writer, checked, sum_of};

/// The first bytes of a saved machine.
const MAGIC: [u8; 8] = *b"mnc2chip";

/// The version of the format: a change of what is written changes it.
const VERSION: u64 = 2;

/// Passes a machine to a sink, in blocks, with the state of strict mode. Returns whether the sink took all.
pub fn save(
    machine: &Machine,
    strict: Option<&Strict>,
    sink: &mut ByteSink<'_>,
) -> ControlFlow<()> {
    let mut out = Writer::new(sink);
    out.word(u64::from_le_bytes(MAGIC));
    out.word(VERSION);
    machine.write_words(&mut out);
    out.flag(strict.is_some());
    if let Some(strict) = strict {
        strict.write_words(&mut out);
    }
    out.finish()
}

/// Why bytes are not a saved machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// They are something else.
    Foreign,
    /// They are of another version of the format.
    OtherVersion(u64),
    /// Some are missing, or were changed.
    Damaged,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is not a saved machine"),
            Self::OtherVersion(version) => write!(
                f,
                "the machine was saved in version {version} of the format; this is version {VERSION}"
            ),
            Self::Damaged => f.write_str("the saved machine is cut or damaged"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// The machine that was saved, and what strict mode knew about it.
///
/// # Errors
/// If the bytes are not what [`save`] writes.
pub fn load(bytes: &[u8]) -> Result<(Machine, Option<Strict>), Unreadable> {
    if bytes.first_chunk() != Some(&MAGIC) {
        return Err(Unreadable::Foreign);
    }
    let version = bytes[MAGIC.len()..].first_chunk();
    match version.map(|version| u64::from_le_bytes(*version)) {
        Some(VERSION) => {}
        Some(version) => return Err(Unreadable::OtherVersion(version)),
        None => return Err(Unreadable::Damaged),
    }
    parts(bytes).map_err(|Damaged| Unreadable::Damaged)
}

fn parts(bytes: &[u8]) -> Result<(Machine, Option<Strict>), Damaged> {
    let mut input = checked(bytes)?;
    let _magic_and_version = (input.word()?, input.word()?);
    let machine = Machine::read_words(&mut input)?;
    let strict = input.flag()?.then(|| Strict::read_words(&mut input));
    let strict = strict.transpose()?;
    input.end()?;
    Ok((machine, strict))
}

/// Replaces the last word of bytes by the checksum that [`load`] requires: for tests, whose changed bytes would otherwise be
/// refused because of the checksum alone.
#[doc(hidden)]
pub fn seal(bytes: &mut [u8]) {
    if let Some((words, sum)) = bytes.split_last_chunk_mut() {
        *sum = sum_of(words).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{load, save, seal};
    use crate::machine::{Machine, RunOptions};
    use crate::strict::Strict;
    use crate::test_random::advance;

    /// Programs that touch all that a machine holds.
    const USED: &str = "linc $peid $lr8v $omr1\nlpassa $mabid $lmb\nlpassa $subpeid $lr0v\nmaskr 1\n\
        l1bmd $lr0v $lb0\nl1bmd $lr0v $lbi\nl2bmb $lb0 $lc0\nmvp/n64 $c0@0 $p0@0\nmvp/n64 $p0@0 $d0@0\n\
        ladd $aluf $lr0v $lm0v\nlpassa $lr0v $lt\n";
    /// Programs that read it.
    const USES: &str = "ladd $lm0v $lr0v $ln0v; l1bmd $lbi $ls0v\nlpassa/$imr1 $lr0v $lm8v\nl2bmb $lc0 $lb0\n\
        l1bmd $lb0 $lr0v\nladd $mauf $aluf $lr8v\nlpassa $lmt0 $ls8v\nmvp/n64 $d0@0 $p0@0\n";

    fn bytes(machine: &Machine, strict: &Strict) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _ = save(machine, Some(strict), &mut |piece| {
            bytes.extend_from_slice(piece);
            ControlFlow::Continue(())
        });
        bytes
    }

    fn run(machine: &mut Machine, strict: &mut Strict, source: &str) {
        let program = mnc2_asm::parse(source);
        machine.run_observed(&program, &RunOptions::default(), &mut Vec::new(), strict);
        strict.take_findings();
    }

    #[test]
    fn nothing_hostile_panics() {
        let rounds = std::env::var("MNC2_SAVED_ROUNDS").map_or(400, |it| it.parse().unwrap());
        let (mut machine, mut strict) = (Machine::new(), Strict::new());
        run(&mut machine, &mut strict, USED);
        let saved = bytes(&machine, &strict);
        let count = saved.len() / 8;
        let (mut state, mut read) = (1, 0);
        let mut below = |limit: usize| {
            advance(&mut state);
            (state >> 33) as usize % limit
        };
        for _ in 0..rounds {
            let mut hostile = saved.clone();
            for _ in 0..=below(2) {
                let place = 8 * (2 + below(count - 3));
                let near = u64::from_le_bytes(hostile[place..place + 8].try_into().unwrap());
                let word = [
                    0,
                    1,
                    2,
                    64,
                    u64::MAX,
                    near ^ 1 << below(64),
                    near.wrapping_add(1),
                    near.wrapping_mul(2),
                ][below(8)];
                hostile[place..place + 8].copy_from_slice(&word.to_le_bytes());
            }
            seal(&mut hostile);
            let Ok((mut machine, strict)) = load(&hostile) else {
                continue;
            };
            read += 1;
            let mut strict = strict.unwrap_or_default();
            run(&mut machine, &mut strict, USES);
            let _ = machine.state_hash();
        }
        assert!(read > rounds / 20, "only {read} files were read");
    }
}
