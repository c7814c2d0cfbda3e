//! Patterns of paths, from files that anyone may have written. Compiling a pattern takes stack for each level of
//! nesting and memory for each character, so both are bounded first.

use globset::{GlobBuilder, GlobSet};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use mnc2_text::{Message, message};

/// The longest pattern, in bytes.
const PATTERN_BYTES_MAX: usize = 512;

/// The deepest nesting of `{` in a pattern.
const NESTING_MAX: usize = 8;

/// All patterns of a file together, in bytes.
const FILE_PATTERNS_BYTES_MAX: usize = 64 << 10;

/// How much of the patterns of a file was taken.
#[derive(Debug, Default)]
pub(crate) struct Room {
    taken_bytes: usize,
}

impl Room {
    /// Takes a pattern in.
    ///
    /// # Errors
    /// A sentence if it is too long, too deep, or too much after those before it.
    pub(crate) fn take(&mut self, pattern: &str) -> Result<(), Message> {
        if pattern.len() > PATTERN_BYTES_MAX {
            return Err(message!(
                "this pattern is longer than {max} bytes",
                max = PATTERN_BYTES_MAX
            ));
        }
        let (mut depth, mut deepest) = (0_usize, 0);
        for byte in pattern.bytes() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        if deepest > NESTING_MAX {
            return Err(message!(
                "this pattern nests `{brace}` more than {max} times",
                brace = "{",
                max = NESTING_MAX
            ));
        }
        // An empty pattern takes memory too.
        self.taken_bytes += pattern.len() + 1;
        if self.taken_bytes > FILE_PATTERNS_BYTES_MAX {
            return Err(message!(
                "the patterns of this file are longer than {max} bytes together",
                max = FILE_PATTERNS_BYTES_MAX
            ));
        }
        Ok(())
    }
}

/// A matcher of one pattern of paths, in which `*` stops at a `/`.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn matcher(pattern: &str, room: &mut Room) -> Result<GlobSet, Message> {
    room.take(pattern)?;
    let verbatim = |error: globset::Error| Message::verbatim(error.kind().to_string());
    let glob = GlobBuilder::new(pattern)
        .literal_separator(true)
        .build()
        .map_err(verbatim)?;
    // Unlike a matcher of the pattern alone, a set reports when it cannot be compiled.
    GlobSet::builder().add(glob).build().map_err(verbatim)
}

/// Adds a line as in a `.gitignore`.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn add_line(
    builder: &mut GitignoreBuilder,
    line: &str,
    room: &mut Room,
) -> Result<(), Message> {
    room.take(line)?;
    builder
        .add_line(None, line)
        .map(|_| ())
        .map_err(|error| Message::verbatim(error.to_string()))
}

/// Compiles lines as in a `.gitignore`.
///
/// # Errors
/// Why they cannot be compiled.
pub(crate) fn lines(builder: &GitignoreBuilder) -> Result<Gitignore, Message> {
    builder
        .build()
        .map_err(|error| Message::verbatim(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, expected: Result<(), &str>) {
        let found = matcher(pattern, &mut Room::default()).map(|_| ());
        let found = found.map_err(|message| message.to_string());
        let start: String = pattern.chars().take(20).collect();
        assert_eq!(found, expected.map_err(str::to_owned), "{start}");
        let mut builder = GitignoreBuilder::new("");
        let added = add_line(&mut builder, pattern, &mut Room::default());
        assert_eq!(added.is_ok(), expected.is_ok(), "{start}");
        assert!(lines(&builder).is_ok(), "{start}");
    }

    #[test]
    fn what_is_long_or_deep_is_refused_before_it_is_compiled() {
        let long = Err("this pattern is longer than 512 bytes");
        let deep = Err("this pattern nests `{` more than 8 times");
        check("04-*/{a,b}/**/*.vsm", Ok(()));
        check(&"{".repeat(52_700), long);
        check(&format!("{}a{}", "{".repeat(9), "}".repeat(9)), deep);
        check(&format!("{}a{}", "{".repeat(8), "}".repeat(8)), Ok(()));
        check(&"*a".repeat(10_000), long);
        check(&format!("{{{}}}", "a,".repeat(100_000)), long);
    }

    /// The worst that is taken is compiled, or refused with a sentence.
    #[test]
    fn whatever_is_taken_can_be_compiled() {
        for piece in [
            "*a", "a,", "[!a-z]", "?", "**/", "é", "{a,*}", "\\*", "[", "{,",
        ] {
            let pattern = piece.repeat(PATTERN_BYTES_MAX / piece.len());
            let _ = matcher(&pattern, &mut Room::default());
            let braces = format!("{{{}}}", &pattern[..pattern.len() - 2 * piece.len()]);
            let _ = matcher(&braces, &mut Room::default());
        }
    }

    #[test]
    fn all_patterns_together_have_a_bound() {
        let mut room = Room::default();
        let taken = (0..10_000).take_while(|_| room.take("0123456789").is_ok());
        assert_eq!(taken.count(), FILE_PATTERNS_BYTES_MAX / 11);
    }
}
