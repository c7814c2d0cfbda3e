//! A host and an emulator that talk through pipes, and what the same bytes take without an emulator.

use std::io::{PipeReader, PipeWriter, Read as _, Write as _};
use std::thread;

use mnc2_emulator::Machine;
use mnc2_host::stream::Stream;

use crate::{Ready, Size};

/// Long words of a transfer: a line of 65 kB.
const TRANSFER_LONG_WORDS: usize = 4096;

/// Bytes of the reply for a long word: `PDM: `, 16 digits and the end of the line.
const REPLY_BYTES: usize = 22;

/// The lines of a transfer there and back.
fn lines() -> Vec<u8> {
    let digits: String = (0..TRANSFER_LONG_WORDS as u64)
        .map(|index| format!("{:016x}", index.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    let count = TRANSFER_LONG_WORDS;
    let send = format!("c 0 0 i01 i00 0 000000000 {count:06x} {digits}\n");
    let receive = format!("f\ne 0 0 i02 i00 0 000000000 {count:06x}\n");
    (send + &receive).into_bytes()
}

/// Writes the lines and waits for the reply, several times, to a peer on another thread.
fn exchange<T: Send>(
    times: usize,
    lines: &[u8],
    peer: impl FnOnce(PipeReader, PipeWriter) -> T + Send,
) -> (T, Vec<u8>) {
    let (their_input, mut output) = std::io::pipe().expect("a pipe");
    let (mut input, their_output) = std::io::pipe().expect("a pipe");
    let mut reply = vec![0; TRANSFER_LONG_WORDS * REPLY_BYTES];
    thread::scope(|scope| {
        let peer = scope.spawn(|| peer(their_input, their_output));
        for _ in 0..times {
            output.write_all(lines).expect("the peer reads");
            input.read_exact(&mut reply).expect("the peer answers");
        }
        drop(output);
        (peer.join().expect("the peer ends"), reply)
    })
}

fn times(size: Size) -> usize {
    size.choose(16, 1)
}

/// Bytes that go through the pipes in one run.
fn amount(times: usize, lines: &[u8]) -> u64 {
    (times * (lines.len() + TRANSFER_LONG_WORDS * REPLY_BYTES)) as u64
}

/// Transfers to PDM and back.
///
/// # Panics
/// If a pipe fails, or the emulator refuses a line.
#[must_use]
pub fn emulator(size: Size) -> Ready {
    let (times, lines) = (times(size), lines());
    let amount = amount(times, &lines);
    let run = move || {
        exchange(times, &lines, |input, output| {
            let mut stream = Stream::new(Machine::new(), u64::MAX);
            let mut output = std::io::BufWriter::with_capacity(1 << 16, output);
            let served = stream.serve(input, &mut output, &mut std::io::sink());
            served.expect("every line is executed");
            stream.machine().state_hash()
        })
    };
    let (hash, _) = run();
    Ready {
        run: Box::new(move || drop(run())),
        amount,
        hash,
    }
}

/// The same bytes to a peer that answers with as many, and computes nothing.
///
/// # Panics
/// If a pipe fails.
#[must_use]
pub fn pipe(size: Size) -> Ready {
    let (times, lines) = (times(size), lines());
    let amount = amount(times, &lines);
    let run = move || {
        let length = lines.len();
        exchange(times, &lines, |mut input, mut output| {
            let mut read = vec![0; length];
            let reply = vec![b'\n'; TRANSFER_LONG_WORDS * REPLY_BYTES];
            while input.read_exact(&mut read).is_ok() {
                output.write_all(&reply).expect("the host reads");
            }
        })
    };
    Ready {
        run: Box::new(move || drop(run())),
        amount,
        hash: 0,
    }
}
