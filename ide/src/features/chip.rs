//! The values at one address on all elements of the chip, as the last run left them.

use mnc2_asm::access::Store;
use mnc2_asm::flow::Flow;
use mnc2_asm::numbers::{Numbers, Origins};
use mnc2_asm::program::DebugMemory;
use mnc2_asm::{Code, LineParser, Message, Program, Statement, message, wording};
use mnc2_emulator::Machine;
use mnc2_emulator::machine::upper;
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};
use mnc2_isa::{Level, Memory, Width};
use std::collections::HashMap;

use super::numbers::Format;

/// Which words of the chip, and how they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    /// Memory and address as `d get` spells them, such as `$lm0`; a scope is ignored.
    pub memory: &'a str,
    /// The cycle whose T-register entry is meant.
    pub cycle: u8,
    /// How to read the words; `None` for the format of the instruction that wrote them.
    pub format: Option<Format>,
}

/// The run whose chip is shown.
#[derive(Clone, Copy, Debug)]
pub struct After<'a> {
    /// The program that ran.
    pub program: &'a Program,
    /// Which write reaches which read in it.
    pub flow: &'a Flow,
    /// The line that ran last.
    pub line: u32,
}

/// A value that one or more elements have.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// In hexadecimal, one number for each word.
    pub bits: String,
    /// In the format asked for.
    pub text: String,
    /// Its first number.
    pub number: Option<f64>,
}

/// The values at one address.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The level that the elements belong to.
    pub level: Level,
    /// How the words are read.
    pub format: Format,
    /// Each value once.
    pub values: Vec<Value>,
    /// For each element of the level, in order, the index of its value in `values`.
    pub elements: Vec<u32>,
}

/// Reads the chip.
///
/// # Errors
///
/// A sentence if the question cannot be answered.
pub fn picture(
    machine: &Machine,
    question: &Question<'_>,
    after: After<'_>,
) -> Result<Picture, Message> {
    let memory = memory(question.memory)?;
    let level = Level::of(memory.memory);
    let word_bits = if memory.width == Width::Single && level == Level::Pe {
        32
    } else {
        64
    };
    let format = question.format.unwrap_or_else(|| {
        let meant = meant(&memory, question.cycle, after).map(Format::of);
        meant
            .filter(|format| format.fits(word_bits))
            .unwrap_or_default()
    });
    if !format.fits(word_bits) {
        return Err(message!(
            "a single word is too short for a double-precision number"
        ));
    }
    let mut picture = Picture {
        level,
        format,
        values: Vec::new(),
        elements: Vec::new(),
    };
    let mut known: HashMap<(u64, u64), u32> = HashMap::new();
    for element in 0..PES / level.pes() {
        let words = words(machine, &memory, question.cycle, element)?;
        let place = *known.entry(words).or_insert_with(|| {
            let count = if memory.width == Width::DoubleLong {
                2
            } else {
                1
            };
            let words = &[words.0, words.1][..count];
            picture.values.push(value(words, word_bits, format));
            picture.values.len() as u32 - 1
        });
        picture.elements.push(place);
    }
    Ok(picture)
}

/// The format of the instruction that wrote the words last.
fn meant(memory: &DebugMemory, cycle: u8, after: After<'_>) -> Option<Numbers> {
    let first = match memory.memory {
        Memory::T => u32::from(cycle) * Width::DoubleLong.single_words(),
        _ => memory.address,
    };
    let count = match Level::of(memory.memory) {
        Level::Pe => memory.width.single_words(),
        Level::Mab | Level::L1b | Level::L2b | Level::Group => {
            memory.width.single_words().div_ceil(2)
        }
    };
    let words = first..first.saturating_add(count);
    let store = Store::Memory(memory.memory);
    Origins::new(after.program, after.flow).after(after.line as usize, store, &words)
}

/// Parses a spelling.
fn memory(spelling: &str) -> Result<DebugMemory, Message> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'$';
    if !spelling.bytes().all(is_plain) {
        return Err(no_memory(spelling));
    }
    // A data type that can also read single words.
    let line = LineParser::new().parse(&format!("d getf {spelling} 1"));
    let error = line.diagnostics.iter().find(|one| one.is_error());
    match (error, line.statement) {
        (None, Some(Statement::DebugGet(get))) => Ok(get.memory),
        (Some(error), _) if error.code != Code::UnreadableStatement => Err(error.message.clone()),
        _ => Err(no_memory(spelling)),
    }
}

fn no_memory(spelling: &str) -> Message {
    message!(
        "`{spelling}` is not a memory with an address, such as `$lm0`",
        spelling
    )
}

/// The words of an element; the second one counts if the access has two long words.
fn words(
    machine: &Machine,
    memory: &DebugMemory,
    cycle: u8,
    element: usize,
) -> Result<(u64, u64), Message> {
    let chip = machine.chip();
    match memory.memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T => {
            let address = if memory.memory == Memory::T {
                if usize::from(cycle) >= CYCLES_PER_STEP {
                    return Err(message!("there is no cycle {cycle}", cycle));
                }
                u32::from(cycle) * Width::DoubleLong.single_words()
            } else {
                memory.address
            };
            let size = memory.memory.size().unwrap_or(u32::MAX);
            if memory.memory != Memory::T && address + memory.width.single_words() > size {
                return Err(beyond(memory));
            }
            let planes = chip.planes(memory.memory);
            let long = |offset: usize| {
                planes.map_or(0, |planes| {
                    planes.read(address as usize / 2 + offset)[element]
                })
            };
            Ok(match memory.width {
                Width::Single if address.is_multiple_of(2) => (long(0) >> 32, 0),
                Width::Single => (long(0) & 0xffff_ffff, 0),
                Width::Long => (long(0), 0),
                Width::DoubleLong => (long(0), long(1)),
            })
        }
        Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
            let long_words = memory.width.single_words().div_ceil(2);
            let size = memory.memory.size().unwrap_or(u32::MAX);
            if memory.address.saturating_add(long_words) > size {
                return Err(beyond(memory));
            }
            let long = |offset| upper::read(chip, memory.memory, element, memory.address + offset);
            Ok((long(0), if long_words == 2 { long(1) } else { 0 }))
        }
        Memory::MaskRegister
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::Dar => Err(message!(
            "{memory} has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have",
            memory = wording::memory(memory.memory)
        )),
    }
}

fn beyond(memory: &DebugMemory) -> Message {
    message!(
        "address {address} is beyond the end of {memory}",
        address = memory.address,
        memory = wording::memory(memory.memory)
    )
}

fn value(words: &[u64], word_bits: u32, format: Format) -> Value {
    let bits = format.bits(word_bits);
    let numbers: Vec<u64> = words
        .iter()
        .flat_map(|&word| format.split(word, word_bits))
        .collect();
    let texts = |text: &dyn Fn(u64) -> String, of: &[u64]| {
        of.iter()
            .map(|&one| text(one))
            .collect::<Vec<_>>()
            .join(", ")
    };
    Value {
        bits: texts(&|word| Format::Hexadecimal.text(word_bits, word), words),
        text: texts(&|number| format.text(bits, number), &numbers),
        number: numbers
            .first()
            .and_then(|&number| format.number(bits, number)),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use mnc2_emulator::RunOptions;
    use std::ops::ControlFlow;

    use super::*;

    const PROGRAM: &str = "linc $subpeid $lm0\n\
        d set $lr0n3c1b7m15p3 1 3FF8000040000000\n\
        d set $lb4n0c1b2 1 7E003E0000000001\n\
        d set $ln4 2 00000000000000010000000000000002\n";

    fn check(memory: &str, cycle: u8, format: Format, expected: Expect) {
        check_after(PROGRAM, memory, cycle, Some(format), expected);
    }

    fn check_after(text: &str, memory: &str, cycle: u8, format: Option<Format>, expected: Expect) {
        let mut machine = Machine::new();
        let program = Program::parse(text);
        let flow = Flow::new(&program);
        let after = After {
            program: &program,
            flow: &flow,
            line: program.len() as u32 - 1,
        };
        machine.run(&program, &RunOptions::default(), &mut |_| {
            ControlFlow::Continue(())
        });
        let question = Question {
            memory,
            cycle,
            format,
        };
        let shown = match picture(&machine, &question, after) {
            Err(reason) => format!("refused: {reason}\n"),
            Ok(picture) => {
                let mut shown = format!("{} elements", picture.elements.len());
                if format.is_none() {
                    shown += &format!(" as {:?}", picture.format);
                }
                shown.push('\n');
                for (place, value) in picture.values.iter().enumerate() {
                    let of = picture
                        .elements
                        .iter()
                        .enumerate()
                        .filter(|(_, of)| **of == place as u32);
                    let of: Vec<usize> = of.map(|(element, _)| element).collect();
                    let first = picture.level.name(of[0]);
                    shown += &format!(
                        "{} as {} ({:?}): {} from {first} on\n",
                        value.bits,
                        value.text,
                        value.number,
                        of.len()
                    );
                }
                shown
            }
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn each_value_stands_once() {
        check(
            "$lm0",
            0,
            Format::Integer,
            expect![[r#"
            4096 elements
            0x0000000000000001 as 1 (Some(1.0)): 1024 from n0c0b0m0p0 on
            0x0000000000000002 as 2 (Some(2.0)): 1024 from n0c0b0m0p1 on
            0x0000000000000003 as 3 (Some(3.0)): 1024 from n0c0b0m0p2 on
            0x0000000000000004 as 4 (Some(4.0)): 1024 from n0c0b0m0p3 on
        "#]],
        );
        check(
            "$m1",
            0,
            Format::Hexadecimal,
            expect![[r#"
                4096 elements
                0x00000001 as 0x00000001 (Some(1.0)): 1024 from n0c0b0m0p0 on
                0x00000002 as 0x00000002 (Some(2.0)): 1024 from n0c0b0m0p1 on
                0x00000003 as 0x00000003 (Some(3.0)): 1024 from n0c0b0m0p2 on
                0x00000004 as 0x00000004 (Some(4.0)): 1024 from n0c0b0m0p3 on
            "#]],
        );
        check(
            "$lln4",
            0,
            Format::Integer,
            expect![[r#"
            4096 elements
            0x0000000000000001, 0x0000000000000002 as 1, 2 (Some(1.0)): 4096 from n0c0b0m0p0 on
        "#]],
        );
    }

    #[test]
    fn formats() {
        check(
            "$lr0",
            0,
            Format::Double,
            expect![[r#"
            4096 elements
            0x0000000000000000 as 0 (Some(0.0)): 4095 from n0c0b0m0p0 on
            0x3ff8000040000000 as 1.5 (Some(1.500000238418579)): 1 from n3c1b7m15p3 on
        "#]],
        );
        check(
            "$lr0",
            0,
            Format::Single,
            expect![[r#"
            4096 elements
            0x0000000000000000 as 0, 0 (Some(0.0)): 4095 from n0c0b0m0p0 on
            0x3ff8000040000000 as 1.9375, 2 (Some(1.9375)): 1 from n3c1b7m15p3 on
        "#]],
        );
        check(
            "$lb4",
            0,
            Format::Half,
            expect![[r#"
            64 elements
            0x0000000000000000 as 0, 0, 0, 0 (Some(0.0)): 63 from n0c0b0 on
            0x7e003e0000000001 as inf, 1, 0, 0 (None): 1 from n0c1b2 on
        "#]],
        );
        check(
            "$lb4",
            0,
            Format::SingleInteger,
            expect![[r#"
            64 elements
            0x0000000000000000 as 0, 0 (Some(0.0)): 63 from n0c0b0 on
            0x7e003e0000000001 as 2113945088, 1 (Some(2113945088.0)): 1 from n0c1b2 on
        "#]],
        );
    }

    #[test]
    fn the_format_is_that_of_the_instruction_that_wrote_the_value() {
        let check = |text, memory, expected| check_after(text, memory, 0, None, expected);
        let text = "imm f\"1.5\" $r0\ndvadd $lr2 $lr2 $ls0\nnop\nlinc $subpeid $lm0\n\
            hvaddr $lr2 $lr2 $ln0\nlpassa $lm0 $lr8\n";
        check(
            text,
            "$r0",
            expect![[r#"
            4096 elements as Single
            0x3fc00000 as 1.5 (Some(1.5)): 4096 from n0c0b0m0p0 on
        "#]],
        );
        check(
            text,
            "$ls0",
            expect![[r#"
            4096 elements as Double
            0x0000000000000000 as 0 (Some(0.0)): 4096 from n0c0b0m0p0 on
        "#]],
        );
        check(
            text,
            "$lm0",
            expect![[r#"
            4096 elements as Integer
            0x0000000000000001 as 1 (Some(1.0)): 1024 from n0c0b0m0p0 on
            0x0000000000000002 as 2 (Some(2.0)): 1024 from n0c0b0m0p1 on
            0x0000000000000003 as 3 (Some(3.0)): 1024 from n0c0b0m0p2 on
            0x0000000000000004 as 4 (Some(4.0)): 1024 from n0c0b0m0p3 on
        "#]],
        );
        check(
            text,
            "$ln0",
            expect![[r#"
            4096 elements as Half
            0x0000000000000000 as 0, 0, 0, 0 (Some(0.0)): 4096 from n0c0b0m0p0 on
        "#]],
        );
        check(
            text,
            "$lr8",
            expect![[r#"
            4096 elements as Integer
            0x0000000000000001 as 1 (Some(1.0)): 1024 from n0c0b0m0p0 on
            0x0000000000000002 as 2 (Some(2.0)): 1024 from n0c0b0m0p1 on
            0x0000000000000003 as 3 (Some(3.0)): 1024 from n0c0b0m0p2 on
            0x0000000000000004 as 4 (Some(4.0)): 1024 from n0c0b0m0p3 on
        "#]],
        );
        // Half of a double-precision number is not a number.
        check(
            text,
            "$s0",
            expect![[r#"
            4096 elements as Hexadecimal
            0x00000000 as 0x00000000 (Some(0.0)): 4096 from n0c0b0m0p0 on
        "#]],
        );
        // Nothing wrote it.
        check(
            text,
            "$lm100",
            expect![[r#"
            4096 elements as Hexadecimal
            0x0000000000000000 as 0x0000000000000000 (Some(0.0)): 4096 from n0c0b0m0p0 on
        "#]],
        );
    }

    #[test]
    fn other_memories() {
        check(
            "$lt",
            3,
            Format::Hexadecimal,
            expect![[r#"
            4096 elements
            0x0000000000000000 as 0x0000000000000000 (Some(0.0)): 4096 from n0c0b0m0p0 on
        "#]],
        );
        check(
            "$lc0",
            0,
            Format::Hexadecimal,
            expect![[r#"
            8 elements
            0x0000000000000000 as 0x0000000000000000 (Some(0.0)): 8 from n0c0 on
        "#]],
        );
        check(
            "$ld0",
            0,
            Format::Hexadecimal,
            expect![[r#"
            refused: `$ld` cannot be accessed by a debug statement; write `$d`
        "#]],
        );
    }

    #[test]
    fn refusals() {
        let hexadecimal =
            |memory: &str, expected: Expect| check(memory, 0, Format::Hexadecimal, expected);
        hexadecimal(
            "",
            expect![[r#"
                refused: `` is not a memory with an address, such as `$lm0`
            "#]],
        );
        hexadecimal(
            "$lm0 1 #",
            expect![[r#"
            refused: `$lm0 1 #` is not a memory with an address, such as `$lm0`
        "#]],
        );
        hexadecimal(
            "$lm99999",
            expect![[r#"
            refused: address 99999 is beyond LM0: its addresses go from 0 to 4095 single words
        "#]],
        );
        hexadecimal(
            "$q0",
            expect![[r#"
                refused: `$q0` is not a memory with an address, such as `$lm0`
            "#]],
        );
        hexadecimal(
            "lm0",
            expect![[r#"
                refused: `lm0` is not a memory with an address, such as `$lm0`
            "#]],
        );
        hexadecimal(
            "$omr1",
            expect![[r#"
            refused: mask register has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have
        "#]],
        );
        hexadecimal(
            "$lx0",
            expect![[r#"
            refused: matrix register x has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have
        "#]],
        );
        hexadecimal(
            "nop",
            expect![[r#"
                refused: `nop` is not a memory with an address, such as `$lm0`
            "#]],
        );
        check(
            "$lt",
            4,
            Format::Integer,
            expect![[r#"
            refused: there is no cycle 4
        "#]],
        );
        check(
            "$m0",
            0,
            Format::Double,
            expect![[r#"
            refused: a single word is too short for a double-precision number
        "#]],
        );
    }
}
