//! `readMemory` and `writeMemory`: bytes of one memory.

use data_encoding::BASE64;
use mnc2_text::message;

use super::{Done, Session};
use crate::protocol::{
    MemoryEvent, ReadMemoryArguments, ReadMemoryResponse, WriteMemoryArguments, WriteMemoryResponse,
};

/// Maximum number of bytes of an answer, and of a change.
const BYTES_MAX: i64 = 1 << 18;

impl Session<'_> {
    pub(super) fn read_memory(
        &mut self,
        arguments: ReadMemoryArguments,
    ) -> Done<ReadMemoryResponse> {
        let run = self.stopped()?;
        let (start, end) = run.shown.extent(&arguments.memory_reference)?;
        // Clients read numbers of 32 bits.
        let count = arguments.count.clamp(0, i64::from(i32::MAX));
        let first = start + i128::from(arguments.offset);
        let bytes = match u64::try_from(first) {
            Ok(address) => {
                let read = i128::from(count.min(BYTES_MAX)).min(end - first).max(0);
                let reference = &arguments.memory_reference;
                run.shown.read_bytes(reference, address, read as usize)
            }
            Err(_) => Vec::new(),
        };
        let read = bytes.len() as i64;
        Ok(ReadMemoryResponse {
            address: format!("0x{:x}", first.max(0)),
            unreadable_bytes: (count > read).then_some(count - read),
            data: (!bytes.is_empty()).then(|| BASE64.encode(&bytes)),
        })
    }

    pub(super) fn write_memory(
        &mut self,
        arguments: WriteMemoryArguments,
    ) -> Done<WriteMemoryResponse> {
        let run = self.stopped()?;
        let (start, end) = run.shown.extent(&arguments.memory_reference)?;
        let bytes = BASE64
            .decode(arguments.data.as_bytes())
            .map_err(|_| message!("the bytes are not in base 64"))?;
        if bytes.len() as i64 > BYTES_MAX {
            return Err(message!(
                "at most {max:# byte|# bytes} can be changed in one request",
                max = BYTES_MAX
            )
            .into());
        }
        let first = start + i128::from(arguments.offset);
        let room = end - first;
        let Some(address) = u64::try_from(first).ok().filter(|_| room > 0) else {
            return Err(message!("there are no such bytes in this memory").into());
        };
        let written = (bytes.len() as i128).min(room) as usize;
        if written < bytes.len() && !arguments.allow_partial {
            return Err(message!("the memory ends before the last of these bytes").into());
        }
        let reference = arguments.memory_reference;
        run.shown
            .write_bytes(&reference, address, &bytes[..written])?;
        self.tell_changed(Some(MemoryEvent {
            memory_reference: reference,
            offset: arguments.offset,
            count: written as i64,
        }));
        Ok(WriteMemoryResponse {
            offset: 0,
            bytes_written: written as i64,
        })
    }

    /// Reports to the client that a value has changed, and bytes with it.
    pub(super) fn tell_changed(&mut self, changed: Option<MemoryEvent>) {
        if let Some(run) = &mut self.run {
            run.state_changed();
        }
        if let Some(changed) = changed.filter(|_| self.client.reads_memory_again) {
            self.later("memory", changed);
        }
        self.invalidate();
    }
}
