//! `--print PLACE,FORMAT`: a place in memory, printed after the run as a `d get` statement would print it.

use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::{Program, Scope};
use mnc2_text::{Message, message};

use super::MemoryRange;

/// The letters that can follow `d get` (manual table 3.1).
const FORMATS: [&str; 8] = ["", "d", "f", "h", "bd", "bf", "bg", "bh"];

/// Long words that are printed without a count.
const DEFAULT_COUNT: u32 = 1;

/// The place and format of `--print`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Print {
    /// The equivalent `d get` statement.
    pub(crate) statement: String,
    /// That statement as a program.
    pub(crate) program: Program,
}

impl Print {
    /// Parses a place such as `lm0n0c0b0m0p0:0+4,f`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) fn parse(text: &str) -> Result<Self, Message> {
        let (place, format) = text.split_once(',').unwrap_or((text, ""));
        let format = format.trim();
        if !FORMATS.contains(&format) {
            let formats = FORMATS[1..].join(", ");
            return Err(message!(
                "`{format}` is not a format; there are {formats}",
                format,
                formats
            ));
        }
        let place = MemoryRange::parse(place)?;
        let statement = statement(&place, format);
        let program = mnc2_asm::parse(&statement);
        // There is a statement for every place.
        match program.line(0) {
            Some(line) if !line.has_error() => Ok(Self { statement, program }),
            _ => Err(message!("`{statement}` cannot be executed", statement)),
        }
    }
}

/// The program that shows places, with all words from there on where no number is given.
pub(crate) fn shown(places: &[MemoryRange]) -> Program {
    let statements = places.iter().map(|place| {
        let rest = place.long_words() - place.address;
        let count = Some(place.count.unwrap_or(rest));
        statement(&MemoryRange { count, ..*place }, "")
    });
    mnc2_asm::parse(&statements.collect::<Vec<_>>().join("\n"))
}

/// The `d get` statement that reads a place.
fn statement(place: &MemoryRange, format: &str) -> String {
    let memory = match place.memory {
        Memory::Lm0 => "lm",
        Memory::Lm1 => "ln",
        Memory::Grf0 => "lr",
        Memory::Grf1 => "ls",
        Memory::L1bm => "lb",
        Memory::L2bm => "lc",
        Memory::Pdm => "p",
        _ => "d",
    };
    let address = if place.counts_single_words() {
        2 * place.address
    } else {
        place.address
    };
    let count = place.count.unwrap_or(DEFAULT_COUNT);
    let Scope {
        group,
        l2b,
        l1b,
        mab,
        pe,
    } = place.scope;
    let level = ChipLevel::from_memory(place.memory);
    let parts = [
        (ChipLevel::Group, 'n', group),
        (ChipLevel::L2b, 'c', l2b),
        (ChipLevel::L1b, 'b', l1b),
        (ChipLevel::Mab, 'm', mab),
        (ChipLevel::Pe, 'p', pe),
    ];
    let scope: String = parts
        .into_iter()
        .filter(|(of, ..)| *of <= level)
        .filter_map(|(_, letter, number)| number.map(|number| format!("{letter}{number}")))
        .collect();
    format!("d get{format} ${memory}{address}{scope} {count}")
}

#[cfg(test)]
mod tests {
    use super::Print;

    #[test]
    fn places_become_statements() {
        let check = |text: &str, expected: Option<&str>| {
            let read = Print::parse(text).map(|print| print.statement);
            assert_eq!(read.as_deref().ok(), expected, "{text}: {read:?}");
        };
        check("lm0n0c0b0m0p0:0+4,f", Some("d getf $lm0n0c0b0m0p0 4"));
        check("grf1n0c0b0m0p1:3+2", Some("d get $ls6n0c0b0m0p1 2"));
        check("l1bmn0c0b1:5,h", Some("d geth $lb5n0c0b1 1"));
        check("l2bmn1c1:0x10+2,d", Some("d getd $lc16n1c1 2"));
        check("pdm2:7", Some("d get $p7n2 1"));
        check("dram1:0x100 + 64, bf", Some("d getbf $d256n1 64"));
        check("lm0", Some("d get $lm0 1"));
        check("lm0,x", None);
        check("lm0:0+4f", None);
        check("omr0", None);
        check("", None);
    }
}
