//! Packed programs for the board (`.idma.dat`): blocks of 128 bytes, as far as their bits are published.
//!
//! A block has steps and an MV instruction. Of them only the mode, the tags that steps wait for and the tag of the MV
//! instruction are published (open-mncore2-sdk, mnc2-inspect); how a word is in its slot is not, so none is shown.

use mnc2_text::{Message, message};

/// The size of a block.
pub const BLOCK_BYTES: usize = 128;

/// The largest tag that programs use.
pub const TAG_MAX: u8 = 0x3f;

const MODE_BIT: usize = 1022;
const MODE_BITS: usize = 2;
const TAG_BITS: usize = 8;

/// The instruction mode of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockMode {
    /// Two steps and an MV instruction.
    Flat,
    /// Three steps and an MV instruction.
    AutoStride,
    /// Loop expansion, which the manual does not have and of which nothing else is published.
    Loop,
    /// A number without a meaning.
    Unknown,
}

/// The published part of a mode: the places of its tags.
struct Layout {
    first_wait_bit: usize,
    step_bits: usize,
    steps: usize,
    mv_bit: usize,
}

impl BlockMode {
    /// The mode in one word, for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::AutoStride => "auto-stride",
            Self::Loop => "loop",
            Self::Unknown => "unknown",
        }
    }

    const fn layout(self) -> Option<Layout> {
        match self {
            Self::Flat => Some(Layout {
                first_wait_bit: 270,
                step_bits: 432,
                steps: 2,
                mv_bit: 911,
            }),
            Self::AutoStride => Some(Layout {
                first_wait_bit: 292,
                step_bits: 304,
                steps: 3,
                mv_bit: 935,
            }),
            Self::Loop | Self::Unknown => None,
        }
    }
}

/// A block. Tags are 0 where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PacketBlock {
    /// The mode of the block, which decides how many steps it has.
    pub mode: BlockMode,
    /// The tag that each step waits for.
    pub waits: Vec<u8>,
    /// The tag of the MV instruction; `None` if its place is not known.
    pub mv: Option<u8>,
}

impl PacketBlock {
    /// As a row of a table, with its number.
    #[must_use]
    pub fn row(&self, number: usize) -> String {
        let shown: Vec<String> = self.waits.iter().copied().map(tag_text).collect();
        let mv = self.mv.map_or_else(|| "?".to_owned(), tag_text);
        let waits = match shown.is_empty() {
            true => "?".to_owned(),
            false => shown.join(" "),
        };
        format!("{number:>6}  {:<11}  {waits:<11}  {mv}", self.mode.name())
    }

    /// The names of the columns.
    #[must_use]
    pub fn heading() -> String {
        format!("{:>6}  {:<11}  {:<11}  MV", "block", "mode", "waits")
    }
}

/// A tag as in programs; `-` for none.
#[must_use]
pub fn tag_text(number: u8) -> String {
    match number {
        0 => "-".to_owned(),
        number => format!("i{number:02x}"),
    }
}

/// The blocks of a packed program.
///
/// # Errors
/// If it ends within a block.
pub fn blocks(bytes: &[u8]) -> Result<Vec<PacketBlock>, Message> {
    let rest = bytes.len() % BLOCK_BYTES;
    if rest != 0 {
        let whole = bytes.len() / BLOCK_BYTES;
        return Err(message!(
            "a packed program consists of blocks of {size} bytes, but after {whole} blocks there are {rest} bytes",
            size = BLOCK_BYTES,
            whole,
            rest
        ));
    }
    Ok(bytes.chunks_exact(BLOCK_BYTES).map(block).collect())
}

fn block(bytes: &[u8]) -> PacketBlock {
    let bits = |from: usize, count: usize| {
        let bit = |place: usize| u32::from(bytes[place / 8] >> (place % 8) & 1);
        (0..count).fold(0, |all, place| all | bit(from + place) << place)
    };
    let mode = match bits(MODE_BIT, MODE_BITS) {
        0 => BlockMode::Flat,
        1 => BlockMode::AutoStride,
        2 => BlockMode::Loop,
        _ => BlockMode::Unknown,
    };
    let tag = |from| bits(from, TAG_BITS) as u8;
    let layout = mode.layout();
    let waits = layout.iter().flat_map(|layout| {
        (0..layout.steps).map(|step| tag(layout.first_wait_bit + step * layout.step_bits))
    });
    PacketBlock {
        mode,
        waits: waits.collect(),
        mv: layout.map(|layout| tag(layout.mv_bit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block with numbers at bits.
    fn made(contents: &[(usize, u32)]) -> Vec<u8> {
        let mut bytes = vec![0; BLOCK_BYTES];
        for &(from, number) in contents {
            for place in 0..32 {
                if number >> place & 1 == 1 {
                    bytes[(from + place) / 8] |= 1 << ((from + place) % 8);
                }
            }
        }
        bytes
    }

    #[test]
    fn tags_are_read_by_mode() {
        let auto = made(&[
            (1022, 1),
            (292, 0x42),
            (596, 0x10),
            (900, 0xff),
            (935, 0xab),
        ]);
        let flat = made(&[(270, 0x23), (702, 0x19), (911, 0x7f)]);
        let other = made(&[(1022, 2), (292, 5)]);
        let bytes = [auto, flat, other, made(&[(1022, 3)])].concat();
        let found = blocks(&bytes).expect("whole blocks");
        let shown: Vec<_> = found
            .iter()
            .map(|block| (block.mode.name(), block.waits.clone(), block.mv))
            .collect();
        assert_eq!(
            shown,
            [
                ("auto-stride", vec![0x42, 0x10, 0xff], Some(0xab)),
                ("flat", vec![0x23, 0x19], Some(0x7f)),
                ("loop", vec![], None),
                ("unknown", vec![], None),
            ]
        );
        assert_eq!(blocks(&[]), Ok(Vec::new()));
        let error = blocks(&bytes[..200]).expect_err("it ends within a block");
        assert_eq!(
            error.to_string(),
            "a packed program consists of blocks of 128 bytes, but after 1 blocks there are 72 bytes"
        );
    }
}
