//! `readMemory` and `writeMemory`: bytes of one memory of one element, big-endian.

use data_encoding::BASE64;
use mnc2_asm::access::Store;
use mnc2_asm::message;
use mnc2_ide::debug::look;
use mnc2_ide::debug::place::Place;

use super::place::{Reference, word_bytes};
use super::run::Run;
use super::{Done, Session};
use crate::protocol::{Bytes, ReadMemoryArguments, WriteMemoryArguments, Written};

/// Maximum number of bytes of an answer, and of a change.
const BYTES_MAX: i64 = 1 << 18;

impl Session<'_> {
    pub(super) fn read_memory(&mut self, arguments: ReadMemoryArguments) -> Done<Bytes> {
        let run = self.stopped()?;
        let reference = Reference::parse(&arguments.memory_reference)?;
        let start = arguments.offset;
        let count = arguments.count.max(0);
        let read = count.min(BYTES_MAX);
        let address = reference.byte.saturating_add(start);
        let bytes = run.bytes(reference, start, start.saturating_add(read));
        Ok(Bytes {
            address: format!("0x{:x}", address.max(0)),
            // Clients read numbers of 32 bits; no memory is longer.
            unreadable_bytes: (count > bytes.len() as i64)
                .then(|| (count - bytes.len() as i64).min(i64::from(i32::MAX))),
            data: (!bytes.is_empty()).then(|| BASE64.encode(&bytes)),
        })
    }

    pub(super) fn write_memory(&mut self, arguments: WriteMemoryArguments) -> Done<Written> {
        let run = self.stopped()?;
        let reference = Reference::parse(&arguments.memory_reference)?;
        let bytes = BASE64
            .decode(arguments.data.as_bytes())
            .map_err(|_| message!("the bytes are not in base 64"))?;
        let count = bytes.len() as i64;
        let start = arguments.offset;
        if count > BYTES_MAX {
            return Err(message!(
                "at most {max:# byte|# bytes} can be changed at once",
                max = BYTES_MAX
            )
            .into());
        }
        let end = start.saturating_add(count);
        let found = reference.words(start..end);
        let (place, skipped) =
            found.ok_or_else(|| message!("there are no such bytes in this memory"))?;
        let size = word_bytes(reference.memory).unwrap_or(1) as usize;
        let words = look::words(run.debugger.machine().chip(), &place);
        let mut all = as_bytes(&words, size);
        let room = (all.len() - skipped).min(bytes.len());
        if room < bytes.len() && !arguments.allow_partial {
            return Err(message!("the memory ends before the last of these bytes").into());
        }
        all[skipped..skipped + room].copy_from_slice(&bytes[..room]);
        run.debugger.write(&place, &as_words(&all, size))?;
        self.tell_changed(&place);
        Ok(Written {
            offset: 0,
            bytes_written: room as i64,
        })
    }
}

impl Run {
    /// The bytes from one to another, as far as they are there.
    fn bytes(&self, reference: Reference, start: i64, end: i64) -> Vec<u8> {
        let Some((place, skipped)) = reference.words(start..end) else {
            return Vec::new();
        };
        let wanted = usize::try_from(end - start).unwrap_or(0);
        let bytes = bytes_of(self, &place);
        bytes.into_iter().skip(skipped).take(wanted).collect()
    }
}

fn bytes_of(run: &Run, place: &Place) -> Vec<u8> {
    let Store::Memory(memory) = place.store else {
        return Vec::new();
    };
    let size = word_bytes(memory).unwrap_or(1) as usize;
    as_bytes(&look::words(run.debugger.machine().chip(), place), size)
}

/// The first byte of a word is on the MSB side, as in its hexadecimal text.
fn as_bytes(words: &[u64], size: usize) -> Vec<u8> {
    let bytes = words.iter().map(|word| word.to_be_bytes());
    bytes.flat_map(|bytes| bytes[8 - size..].to_vec()).collect()
}

fn as_words(bytes: &[u8], size: usize) -> Vec<u64> {
    let join = |word: u64, byte: &u8| word << 8 | u64::from(*byte);
    let words = bytes.chunks(size);
    words.map(|word| word.iter().fold(0, join)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_like_the_words() {
        let bytes = as_bytes(&[0x0102_0304, 0xa0b0_c0d0], 4);
        assert_eq!(bytes, [1, 2, 3, 4, 0xa0, 0xb0, 0xc0, 0xd0]);
        assert_eq!(as_words(&bytes, 4), [0x0102_0304, 0xa0b0_c0d0]);
        let long = as_bytes(&[0x0102_0304_0506_0708], 8);
        assert_eq!(as_words(&long, 8), [0x0102_0304_0506_0708]);
    }
}
