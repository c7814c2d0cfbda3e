//! Between the streams of a session and the library: reads and writes messages, and keeps the promises that the library does
//! not.

mod client_process;
mod decode;
mod opaque_uris;
mod reader;
mod requests;
mod service;
mod writer;

pub(super) use client_process::watch;
pub(super) use reader::{INVALID, MALFORMED, Reader};
pub(super) use requests::ToClient;
pub(super) use service::SessionService;
pub(super) use writer::{Notifier, writer};
