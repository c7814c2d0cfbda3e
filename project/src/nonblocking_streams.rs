//! Streams that return immediately when their pipe is full: another process that has the same pipe may have set it so.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

/// How soon a stream that is full is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// A stream that is tried again while it is full.
#[derive(Debug)]
pub struct Waiting<W>(pub W);

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        until_there_is_room(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        until_there_is_room(|| self.0.flush())
    }
}

fn until_there_is_room<T>(mut write: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match write() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
            result => return result,
        }
    }
}
