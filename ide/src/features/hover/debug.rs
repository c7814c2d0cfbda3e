//! The explanation of debug statements: the data type of `d get`, the payload of `d set`.

use mnc2_isa::{ControlOp, Memory, Width};
use mnc2_program::message::wording;
use mnc2_program::{DataType, DebugGet, DebugMemory, DebugSet};
use mnc2_text::{Language, Message, message};

use super::opcode;
use super::values::Bits;

/// Maximum number of long words of a payload that are shown.
const SHOWN_LONG_WORDS: usize = 16;

/// `d get` and its data type (manual 3.4.3).
pub(super) fn get(get: &DebugGet, language: Language) -> String {
    let shown = message!(
        "Values are shown as {form}.",
        form = data_type(get.data_type)
    );
    let page = opcode::control(ControlOp::DebugGet, language);
    format!("{}\n\n{page}", shown.say(language))
}

fn data_type(data_type: DataType) -> Message {
    match data_type {
        DataType::Plain => message!("double precision, half words and bits"),
        DataType::Double => message!("double precision (`d`)"),
        DataType::BlockDouble => message!("double-precision block floats (`bd`)"),
        DataType::Single => message!("single precision (`f`)"),
        DataType::BlockSingle => message!("single-precision block floats (`bf`)"),
        DataType::BlockPseudoSingle => message!("pseudo-single-precision block floats (`bg`)"),
        DataType::Half => message!("half precision (`h`)"),
        DataType::BlockHalf => message!("half-precision block floats (`bh`)"),
    }
}

/// The payload of `d set` word by word, in every precision (manual 3.4.4).
pub(super) fn payload(set: &DebugSet, language: Language) -> String {
    let count = set.payload.len();
    let mut out = message!(
        "**Payload** of {length} (manual 3.4.4)\n\n\
         | to | bits | double precision | single precision | half precision | signed integer |\n\
         | --- | --- | --- | --- | --- | --- |\n",
        length = wording::long_words(count as u64)
    )
    .say(language);
    for (index, &long_word) in set.payload.iter().take(SHOWN_LONG_WORDS).enumerate() {
        out.push_str(&row(&set.memory, index as u32, long_word));
    }
    let more = count.saturating_sub(SHOWN_LONG_WORDS);
    if more > 0 {
        out.push_str(&message!("\n… and {count} more.\n", count = more).say(language));
    }
    out
}

fn row(memory: &DebugMemory, index: u32, long_word: u64) -> String {
    let is_single = memory.width == Width::Single && memory.memory.is_addressable_pe_memory();
    let letters = memory.memory.letters();
    // PE memories count single words, the others long words; T has no addresses. A single word gets the upper half.
    let to = match memory.memory {
        Memory::T => format!("${letters}"),
        _ if is_single => format!("${letters}{}", memory.address.saturating_add(index)),
        pe if pe.is_addressable_pe_memory() => {
            format!("$l{letters}{}", memory.address.saturating_add(2 * index))
        }
        _ => format!("$l{letters}{}", memory.address.saturating_add(index)),
    };
    let (bits, double) = if is_single {
        (Bits::single_word((long_word >> 32) as u32), "–".to_owned())
    } else {
        let bits = Bits::long_word(long_word);
        (bits, format!("`{}`", bits.double_precision()))
    };
    format!(
        "| `{to}` | `{}` | {double} | `{}` | `{}` | `{}` |\n",
        bits.hexadecimal(),
        bits.single_precision(),
        bits.half_precision(),
        bits.signed(if is_single { 32 } else { 64 })
    )
}
