//! How long lines can be: the limit of each kind of line. Longer lines are not parsed.

/// A line with data, and any line with its comment. The longest meaningful line is a `c` statement that fills PDM, 8 MiB
/// of digits; a syntax tree can take about fifty times the memory of its text.
const LINE_BYTES_MAX: usize = 16 << 20;

/// Any other statement. The longest meaningful step has about a hundred bytes; each pair of expressions of a step is
/// compared.
const STATEMENT_BYTES_MAX: usize = 16 << 10;

/// The statements with data, or with an address and a length of data: `d set` and `d get`, and the host statements that write
/// PDM, read PDM and write DRAM. All others are short.
const WITH_DATA: [&str; 4] = ["d", "c", "e", "r"];

/// The limit that a line is longer than, if there is one.
pub(super) fn exceeded(line: &str) -> Option<usize> {
    if line.len() > LINE_BYTES_MAX {
        return Some(LINE_BYTES_MAX);
    }
    if line.len() <= STATEMENT_BYTES_MAX {
        return None;
    }
    let statement = line.split('#').next().unwrap_or_default().trim();
    let word = statement.split([' ', '\t']).next().unwrap_or_default();
    (!WITH_DATA.contains(&word) && statement.len() > STATEMENT_BYTES_MAX)
        .then_some(STATEMENT_BYTES_MAX)
}

#[cfg(test)]
mod tests {
    use super::{LINE_BYTES_MAX, STATEMENT_BYTES_MAX, exceeded};
    use crate::LineParser;
    use mnc2_program::{HostAction, Statement};

    #[test]
    fn the_limit_of_each_kind_of_line() {
        for (start, max) in [
            ("d set $lm0 1 ", LINE_BYTES_MAX),
            ("c 0 0 i01 i00 0 000000000 000001 ", LINE_BYTES_MAX),
            ("e\t0 0 i01 i00 0 000000000 000001 ", LINE_BYTES_MAX),
            (" r 0 000000000 001 ", LINE_BYTES_MAX),
            ("nop # ", LINE_BYTES_MAX),
            ("f ", STATEMENT_BYTES_MAX),
            ("lpassa $lm0 $ln0;", STATEMENT_BYTES_MAX),
            ("mvp/n64 ", STATEMENT_BYTES_MAX),
            ("cx ", STATEMENT_BYTES_MAX),
        ] {
            let line = |bytes: usize| format!("{start}{}", "0".repeat(bytes - start.len()));
            assert_eq!(exceeded(&line(max)), None, "{start}");
            assert_eq!(exceeded(&line(max + 1)), Some(max), "{start}");
        }
        let blank = format!("{}nop", " ".repeat(STATEMENT_BYTES_MAX));
        assert_eq!(exceeded(&blank), None);
    }

    /// A transfer of a whole memory is one line.
    #[test]
    fn a_line_of_megabytes_is_read() {
        let digits = "0123456789abcDEF".repeat(0x2_0000);
        let line = format!("c 0 0 i01 i00 0 000000000 020000 {digits}");
        let read = LineParser::new().parse(&line);
        assert_eq!(read.diagnostics.len(), 0);
        let Some(Statement::Host(host)) = &read.statement else {
            panic!("{:?}", read.statement);
        };
        let HostAction::WritePdm { payload, .. } = &host.action else {
            panic!("{:?}", host.action);
        };
        assert_eq!(payload.len(), 0x2_0000);
        assert!(payload.iter().all(|&word| word == 0x0123_4567_89ab_cdef));
    }
}
