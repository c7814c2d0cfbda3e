//! What is written to the client, and the moment from which nothing can be.
//!
//! The library goes on reading after its output has failed, although no answer can reach the client any more.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

/// A stream that says once that it cannot be written.
pub(super) struct Outlet<O, F> {
    output: O,
    at_failure: Option<F>,
}

impl<O, F: FnOnce()> Outlet<O, F> {
    /// Writes to `output`; `at_failure` is called when it fails for the first time.
    pub(super) fn new(output: O, at_failure: F) -> Self {
        Self {
            output,
            at_failure: Some(at_failure),
        }
    }

    fn noted<T>(&mut self, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if let Poll::Ready(Err(error)) = &result
            && error.kind() != io::ErrorKind::Interrupted
            && let Some(at_failure) = self.at_failure.take()
        {
            at_failure();
        }
        result
    }
}

impl<O: AsyncWrite + Unpin, F: FnOnce() + Unpin> AsyncWrite for Outlet<O, F> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.output).poll_write(context, bytes);
        self.noted(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.output).poll_flush(context);
        self.noted(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.output).poll_shutdown(context)
    }
}
