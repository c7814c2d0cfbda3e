//! The explanation of debug statements: the data type of `d get`, the payload of `d set`.

use mnc2_asm::program::{DataType, DebugGet};
use mnc2_emulator::float::convert::to_f64;
use mnc2_emulator::float::format::DOUBLE;
use mnc2_emulator::float::print::general;
use mnc2_isa::ControlOp;

use super::opcode;

/// Long words of a payload that are shown.
const SHOWN_LONG_WORDS: usize = 16;

/// `d get` and its data type (manual 3.4.3).
pub(super) fn get(get: &DebugGet) -> String {
    format!(
        "Values are shown as {}.\n\n{}",
        data_type(get.data_type),
        opcode::control(ControlOp::DebugGet)
    )
}

const fn data_type(data_type: DataType) -> &'static str {
    match data_type {
        DataType::Plain => "double precision, half words and bits",
        DataType::Double => "double precision (`d`)",
        DataType::BlockDouble => "double-precision block floats (`bd`)",
        DataType::Single => "single precision (`f`)",
        DataType::BlockSingle => "single-precision block floats (`bf`)",
        DataType::BlockPseudoSingle => "pseudo-single-precision block floats (`bg`)",
        DataType::Half => "half precision (`h`)",
        DataType::BlockHalf => "half-precision block floats (`bh`)",
    }
}

/// The payload of `d set` (manual 3.4.4).
pub(super) fn payload(long_words: &[u64]) -> String {
    let mut out = format!(
        "**Payload** of {} long words (manual 3.4.4)\n\n| long word | bits | double precision |\n| --- | --- | --- |\n",
        long_words.len()
    );
    for (index, &bits) in long_words.iter().take(SHOWN_LONG_WORDS).enumerate() {
        out.push_str(&format!(
            "| {index} | `0x{bits:016X}` | `{}` |\n",
            general(to_f64(DOUBLE, bits))
        ));
    }
    if let Some(more) = long_words.len().checked_sub(SHOWN_LONG_WORDS + 1) {
        out.push_str(&format!("\n… and {} more.\n", more + 1));
    }
    out
}
