//! What the module exports and imports.
#![expect(
    unsafe_code,
    reason = "the names of what a module exports and imports are unsafe"
)]

use std::cell::RefCell;
use std::sync::Arc;

use mnc2_lsp::Ending;
use mnc2_project::frames::Frames;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, ReadHalf, WriteHalf};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// Bytes on their way to the server or from it.
const UNDER_WAY_BYTES_MAX: usize = 64 << 10;

/// Longest message of the server.
const MESSAGE_BYTES_MAX: usize = 1 << 30;

#[link(wasm_import_module = "mnc2")]
unsafe extern "C" {
    /// Takes a message of the server, in UTF-8.
    fn send(message: *const u8, length: usize);
}

/// A server and what it is to be told next.
struct Page {
    runtime: Runtime,
    to_server: WriteHalf<DuplexStream>,
    server: JoinHandle<Ending>,
    /// Told when the runtime has nothing to do.
    is_idle: Arc<Notify>,
    message: Vec<u8>,
}

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// What becomes of the session.
#[repr(C)]
enum State {
    /// It goes on.
    Open,
    /// It has ended after `shutdown`.
    Orderly,
    /// It has ended.
    Abrupt,
}

/// Starts the server. To be called once.
#[unsafe(no_mangle)]
extern "C" fn start() {
    PAGE.set(Some(Page::new()));
}

/// Room for the next message, of this many bytes; its address.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        let page = page.as_mut().expect("the server was started");
        page.message = vec![0; length];
        page.message.as_mut_ptr()
    })
}

/// Hands over the message that was written into that room, and works until there is nothing to do. No work waits for a
/// time to come when this returns: the only timers are those of the progress of work, which is done by then.
#[unsafe(no_mangle)]
extern "C" fn receive() -> State {
    PAGE.with_borrow_mut(|page| page.as_mut().expect("the server was started").turn())
}

impl Page {
    fn new() -> Self {
        let is_idle = Arc::<Notify>::default();
        let idle = Arc::clone(&is_idle);
        let runtime = Builder::new_current_thread()
            .enable_time()
            .on_thread_park(move || idle.notify_one())
            .build()
            .expect("a runtime of one thread asks the system for nothing");
        let (ours, theirs) = tokio::io::duplex(UNDER_WAY_BYTES_MAX);
        let (from_server, to_server) = tokio::io::split(ours);
        let (input, output) = tokio::io::split(theirs);
        let server = runtime.spawn(mnc2_lsp::serve(input, output));
        runtime.spawn(pass_on(from_server));
        Self {
            runtime,
            to_server,
            server,
            is_idle,
            message: Vec::new(),
        }
    }

    fn turn(&mut self) -> State {
        let Self {
            runtime,
            to_server,
            server,
            is_idle,
            message,
        } = self;
        let message = std::mem::take(message);
        runtime.block_on(async {
            let header = format!("Content-Length: {}\r\n\r\n", message.len());
            // A server that has ended reads nothing.
            let _ = to_server.write_all(header.as_bytes()).await;
            let _ = to_server.write_all(&message).await;
            // The first time may have come while it was written.
            is_idle.notified().await;
            is_idle.notified().await;
            if !server.is_finished() {
                return State::Open;
            }
            match server.await {
                Ok(Ending::Orderly) => State::Orderly,
                Ok(Ending::Abrupt) | Err(_) => State::Abrupt,
            }
        })
    }
}

/// Passes the messages of the server on to the page.
async fn pass_on(mut from_server: ReadHalf<DuplexStream>) {
    let mut frames = Frames::new(MESSAGE_BYTES_MAX);
    let mut bytes = vec![0; UNDER_WAY_BYTES_MAX];
    while let Ok(length @ 1..) = from_server.read(&mut bytes).await {
        frames.push(&bytes[..length]);
        while let Some(message) = frames.read() {
            let message = message.expect("the server writes valid messages");
            // SAFETY: the page reads these bytes before it returns.
            unsafe { send(message.as_ptr(), message.len()) };
        }
    }
}
