//! What the client gets: whole messages, numbered in the order in which they are written.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use mnc2_project::nonblocking_streams::Waiting;
use serde::Serialize;
use serde_json::Value;

use crate::framing;
use crate::protocol::{Event, Outgoing};

/// The stream to the client.
pub struct Outlet {
    stream: Mutex<Stream>,
    is_broken: AtomicBool,
}

struct Stream {
    output: Waiting<Box<dyn Write + Send>>,
    /// The number of the last message.
    seq: i64,
}

/// A message and its number.
#[derive(Serialize)]
struct Numbered<'a> {
    seq: i64,
    #[serde(flatten)]
    message: &'a Outgoing,
}

impl Outlet {
    /// Writes to a stream, which may return immediately when it is full.
    pub fn new(output: Box<dyn Write + Send>) -> Self {
        Self {
            stream: Mutex::new(Stream {
                output: Waiting(output),
                seq: 0,
            }),
            is_broken: AtomicBool::new(false),
        }
    }

    /// Whether the client cannot be reached any more.
    pub fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// Sends a message, unless the client cannot be reached any more.
    pub fn send(&self, message: &Outgoing) {
        if self.is_broken() {
            return;
        }
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        stream.seq += 1;
        let numbered = Numbered {
            seq: stream.seq,
            message,
        };
        let written = serde_json::to_vec(&numbered)
            .map_err(std::io::Error::from)
            .and_then(|body| framing::write(&mut stream.output, &body));
        if written.is_err() {
            self.is_broken.store(true, Ordering::Relaxed);
        }
    }

    pub fn event(&self, event: &'static str, body: impl Serialize) {
        let body = serde_json::to_value(body).unwrap_or(Value::Null);
        self.send(&Outgoing::Event(Event { event, body }));
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use super::*;
    use crate::protocol::OutputEvent;

    /// Takes this many bytes, then is closed.
    struct Closing(Arc<Mutex<Vec<u8>>>, usize);

    impl Write for Closing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.1);
            if taken == 0 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.1 -= taken;
            let mut written = self.0.lock().expect("no panic");
            written.extend_from_slice(&bytes[..taken]);
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn messages_are_numbered_until_the_client_is_gone() {
        let written = Arc::default();
        let outlet = Outlet::new(Box::new(Closing(Arc::clone(&written), 300)));
        for _ in 0..10 {
            outlet.event(
                "output",
                OutputEvent {
                    category: "console",
                    output: "x\n".to_owned(),
                    ..OutputEvent::default()
                },
            );
        }
        assert!(outlet.is_broken());
        let written = written.lock().expect("no panic");
        let text = String::from_utf8_lossy(&written);
        let message = |seq| {
            let body = format!(
                r#"{{"seq":{seq},"type":"event","event":"output","body":{{"category":"console","output":"x\n"}}}}"#
            );
            format!("Content-Length: {}\r\n\r\n{body}", body.len())
        };
        assert!(text.starts_with(&(message(1) + &message(2))), "{text}");
        assert_eq!(text.len(), 300);
    }
}
