//! What is written to the client: whole messages, one after the other, from several senders.
//!
//! The library makes a tree of values from a message before it writes it as text. For hundreds of findings after every
//! key that is most of the work, so they are sent from here as text, between the messages of the library.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use mnc2_project::frames::framed;
use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_util::sync::{CancellationToken, PollSender};
use tower_lsp::ls_types::notification::Notification;

use super::opaque_uris;

/// Messages that wait to be written. Each sender has one more in its hands.
const WAITING_MAX: usize = 1;

/// The end of the library: a stream that takes the bytes of whole messages.
pub(in crate::lsp) struct LibraryOutput(PollSender<Vec<u8>>);

/// A sender of notifications.
#[derive(Clone)]
pub(in crate::lsp) struct Notifier(Sender<Vec<u8>>);

/// Messages that are to be written.
pub(in crate::lsp) struct Waiting(Receiver<Vec<u8>>);

/// The senders, and what writes the messages that they send.
pub(in crate::lsp) fn writer() -> (LibraryOutput, Notifier, Waiting) {
    let (sender, receiver) = channel(WAITING_MAX);
    let library = LibraryOutput(PollSender::new(sender.clone()));
    (library, Notifier(sender), Waiting(receiver))
}

impl Notifier {
    /// A sender without a reader.
    #[cfg(test)]
    pub(in crate::lsp) fn to_no_one() -> Self {
        Self(channel(WAITING_MAX).0)
    }

    /// Sends a notification once the queue has space. It is lost if the stream is closed.
    pub(in crate::lsp) async fn notify<N: Notification>(&self, params: &N::Params)
    where
        N::Params: Sync,
    {
        #[derive(Serialize)]
        struct Message<'a, P> {
            jsonrpc: &'static str,
            method: &'static str,
            params: &'a P,
        }
        let message = Message {
            jsonrpc: "2.0",
            method: N::METHOD,
            params,
        };
        let body = serde_json::to_vec(&message).expect("types of the protocol can be written");
        // The session ends when nothing can be written.
        let _ = self.0.send(framed(&body)).await;
    }
}

impl Waiting {
    /// Writes messages until the output fails, or until nothing waits after `ended`.
    pub(in crate::lsp) async fn write(
        mut self,
        mut output: impl AsyncWrite + Unpin,
        ended: CancellationToken,
    ) -> io::Result<()> {
        loop {
            let next = tokio::select! {
                next = self.0.recv() => next,
                () = ended.cancelled(), if !self.0.is_closed() => {
                    self.0.close();
                    continue;
                }
            };
            let Some(bytes) = next else {
                return Ok(());
            };
            output.write_all(&opaque_uris::restored(bytes)).await?;
            if self.0.is_empty() {
                output.flush().await?;
            }
        }
    }
}

fn closed<T>(_: T) -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

/// The library's buffer holds whole messages only, and the whole buffer is taken, so no other message gets into one.
impl AsyncWrite for LibraryOutput {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.0.poll_reserve(context)).map_err(closed)?;
        self.0.send_item(bytes.to_vec()).map_err(closed)?;
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::AsyncReadExt as _;
    use tower_lsp::ls_types::MessageType;
    use tower_lsp::ls_types::notification::LogMessage;

    use super::*;

    /// Messages of each sender, in the order in which they arrive.
    fn numbers(mut bytes: &str, of: &str) -> Vec<usize> {
        let mut found = Vec::new();
        while let Some(rest) = bytes.strip_prefix("Content-Length: ") {
            let (length, rest) = rest.split_once("\r\n\r\n").expect("a header");
            let (body, rest) = rest.split_at(length.parse().expect("a length"));
            let body: serde_json::Value = serde_json::from_str(body).expect("a whole message");
            let message = body["params"]["message"].as_str().expect("a text");
            let number = message.trim_end_matches('.').strip_prefix(of);
            found.extend(number.map(|number| number.parse::<usize>().expect("a number")));
            bytes = rest;
        }
        assert_eq!(bytes, "");
        found
    }

    #[tokio::test]
    async fn messages_of_two_senders_stay_whole() {
        let (mut library, notifier, waiting) = writer();
        let (output, mut client) = tokio::io::duplex(100);
        let ended = CancellationToken::new();
        let writing = tokio::spawn(waiting.write(output, ended.clone()));
        let message = |of: &str, number: usize| {
            let message = format!("{of}{number}{}", ".".repeat(number * 37 % 500));
            tower_lsp::ls_types::LogMessageParams {
                typ: MessageType::LOG,
                message,
            }
        };
        let ours = tokio::spawn(async move {
            for number in 0..100 {
                notifier.notify::<LogMessage>(&message("a", number)).await;
            }
        });
        let theirs = tokio::spawn(async move {
            for number in 0..100 {
                let body = serde_json::json!({ "params": message("b", number) }).to_string();
                let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
                library
                    .write_all(message.as_bytes())
                    .await
                    .expect("it is open");
            }
        });
        let reading = tokio::spawn(async move {
            let mut read = String::new();
            client.read_to_string(&mut read).await.expect("text");
            read
        });
        ours.await.expect("no panic");
        theirs.await.expect("no panic");
        ended.cancel();
        writing.await.expect("no panic").expect("all is written");
        let read = reading.await.expect("no panic");
        let expected: Vec<usize> = (0..100).collect();
        assert_eq!(numbers(&read, "a"), expected);
        assert_eq!(numbers(&read, "b"), expected);
    }

    #[tokio::test]
    async fn a_lost_client_ends_the_writing() {
        let (mut library, notifier, waiting) = writer();
        let (output, client) = tokio::io::duplex(100);
        drop(client);
        let writing = tokio::spawn(waiting.write(output, CancellationToken::new()));
        let written = library.write_all(b"Content-Length: 2\r\n\r\n{}").await;
        assert!(written.is_ok(), "it waits to be written");
        let end = tokio::time::timeout(Duration::from_secs(60), writing).await;
        assert!(end.expect("it ends").expect("no panic").is_err());
        assert!(library.write_all(b"x").await.is_err());
        let params = tower_lsp::ls_types::LogMessageParams {
            typ: MessageType::LOG,
            message: String::new(),
        };
        notifier.notify::<LogMessage>(&params).await;
    }
}
