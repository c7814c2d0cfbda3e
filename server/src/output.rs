//! Standard output, whether or not a write to it waits for its reader.
//!
//! The parent process may have set its pipe or socket to return immediately when it is full. The runtime's own
//! standard output loses what it cannot write then.

use std::io::{self, Write};

use mnc2_project::nonblocking_streams::Waiting;
use tokio::io::{AsyncReadExt as _, DuplexStream};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// Bytes that wait to be written.
const WAITING_BYTES: usize = 64 << 10;

/// A stream whose bytes a thread writes to standard output, and the end of that thread: when the stream was dropped
/// and everything is written, or when standard output cannot be written.
pub(crate) fn standard() -> (DuplexStream, JoinHandle<io::Result<()>>) {
    let (ours, theirs) = tokio::io::duplex(WAITING_BYTES);
    let runtime = Handle::current();
    let written = tokio::task::spawn_blocking(move || pass_on(&runtime, theirs, io::stdout()));
    (ours, written)
}

/// Writes what is read, until nothing more comes.
fn pass_on(runtime: &Handle, mut from: DuplexStream, to: impl Write) -> io::Result<()> {
    let mut to = Waiting(to);
    let mut bytes = vec![0; WAITING_BYTES];
    loop {
        let length = runtime.block_on(from.read(&mut bytes))?;
        if length == 0 {
            return Ok(());
        }
        to.write_all(&bytes[..length])?;
        to.flush()?;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tokio::io::AsyncWriteExt as _;

    use super::*;

    /// Takes a few bytes at every second attempt, as a full pipe does.
    #[derive(Clone, Default)]
    struct Full {
        taken: Arc<Mutex<Vec<u8>>>,
        attempts: usize,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.attempts += 1;
            if self.attempts % 2 == 1 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let part = &bytes[..bytes.len().min(1000)];
            self.taken.lock().expect("no panic").extend_from_slice(part);
            Ok(part.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.attempts += 1;
            match self.attempts % 2 {
                1 => Err(io::ErrorKind::WouldBlock.into()),
                _ => Ok(()),
            }
        }
    }

    #[tokio::test]
    async fn a_stream_that_does_not_wait_gets_every_byte() {
        let (mut ours, theirs) = tokio::io::duplex(100);
        let full = Full::default();
        let (to, runtime) = (full.clone(), Handle::current());
        let written = tokio::task::spawn_blocking(move || pass_on(&runtime, theirs, to));
        let sent: Vec<u8> = (0..20_000_u32).map(|number| number as u8).collect();
        ours.write_all(&sent).await.expect("it is read");
        drop(ours);
        written
            .await
            .expect("no panic")
            .expect("everything is written");
        assert!(*full.taken.lock().expect("no panic") == sent);
    }
}
