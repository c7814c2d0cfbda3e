use std::io::{self, Read};

use mnc2_emulator::Machine;
use mnc2_host::stream::{Stream, StreamError};

const LINES: &str = "\
c 0 0 i01 i00 0 000000000 000002 0123456789abcdef fedcba9876543210\r
i ? #mnc2: lpassa $peid $lm0
d get $lm0n0c0b0m0p2 1
f
e 0 0 i02 i00 0 000000000 000003
r 1 000000000 001 00000000000000ff
d get $d0n1 1
";

/// An input that gives a few bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        let (now, rest) = self.0.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.0 = rest;
        Ok(count)
    }
}

fn served(input: impl Read) -> (Result<(), StreamError>, String, String) {
    let mut stream = Stream::new(Machine::new(), u64::MAX);
    let (mut replies, mut dump) = (Vec::new(), Vec::new());
    let end = stream.serve(input, &mut replies, &mut dump);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (end, text(replies), text(dump))
}

#[test]
fn lines_are_executed_however_they_arrive() {
    let expected_replies = "PDM: 0123456789abcdef\nPDM: fedcba9876543210\nPDM: 0000000000000000\n";
    for bytes in [1, 7, 1 << 16] {
        let (end, replies, dump) = served(Slow(LINES.as_bytes(), bytes));
        end.expect("every line is executed");
        assert_eq!(replies, expected_replies);
        assert_eq!(dump.lines().count(), 2);
        assert!(dump.contains("v:0x2) #d get $lm0n0c0b0m0p2 1"), "{dump}");
        assert!(dump.contains("v:0xFF) #d get $d0n1 1"), "{dump}");
    }
}

#[test]
fn a_stream_stops_at_the_first_wrong_line() {
    for bytes in [1, 1 << 16] {
        for (line, expected) in [
            ("i ? #mnc2: ladd $lr0", "`ladd` takes 2 inputs"),
            ("iadd $r0 $r2 $r4", "a word has only the digits"),
            (
                "lpassa $lr0 $lr2",
                "this is not a line of the assembler's output",
            ),
            ("c 0 0 i01 i00 0 000000000 000002 00", "the payload must be"),
            ("\u{0}\u{fffd}", ""),
        ] {
            let input = format!("{LINES}{line}\ne 0 0 i02 i00 0 000000000 000001\n");
            let (end, replies, _) = served(Slow(input.as_bytes(), bytes));
            let Err(StreamError::Line { number, reason }) = end else {
                panic!("{line}: {end:?}");
            };
            assert_eq!(number, 8, "{line}");
            assert!(reason.to_string().contains(expected), "{reason}");
            assert_eq!(replies.lines().count(), 3);
        }
    }
}

#[test]
fn a_line_of_a_stream_has_a_limit() {
    let (end, ..) = served(io::repeat(b'0'));
    let Err(StreamError::Line { number: _, reason }) = end else {
        panic!("{end:?}");
    };
    assert_eq!(
        reason.to_string(),
        "this line is longer than 16777216 bytes and is not read"
    );
}

#[test]
fn memory_has_a_limit() {
    let mut stream = Stream::new(Machine::new(), 1 << 10);
    let input = "i ? #mnc2: nop\nm ? #mnc2: mvp/n64 $lc0@0.0 $d0@0\n";
    let end = stream.serve(input.as_bytes(), &mut Vec::new(), &mut Vec::new());
    let Err(StreamError::Line { number, reason }) = end else {
        panic!("{end:?}");
    };
    assert_eq!(
        (number, reason.to_string().as_str()),
        (2, "the limit of memory is reached")
    );
}
