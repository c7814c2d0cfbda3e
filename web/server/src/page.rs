//! What the module exports and imports.
#![expect(
    unsafe_code,
    reason = "the names of what a module exports and imports are unsafe"
)]

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Arc;

use mnc2_dap::single_threaded::{Next, Turns};
use mnc2_lsp::Ending;
use mnc2_project::frames::{Frames, framed};
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
    /// Takes a message of what is served, in UTF-8.
    fn send(message: *const u8, length: usize);
}

/// The service of this instance of the module, and the next message for it.
struct Page {
    served: Served,
    message: Vec<u8>,
}

enum Served {
    Server(Server),
    Debugger(Turns),
}

struct Server {
    runtime: Runtime,
    to_server: WriteHalf<DuplexStream>,
    server: JoinHandle<Ending>,
    /// Notified when the runtime has nothing to do.
    is_idle: Arc<Notify>,
}

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// What becomes of the session.
#[repr(C)]
enum State {
    /// It accepts further messages.
    Open,
    /// It has ended after `shutdown`.
    Orderly,
    /// It has ended.
    Abrupt,
    /// It continues, and has more to do: `go_on` is to be called, after what has come meanwhile was handed over.
    Busy,
}

/// Starts the language server. It or `debug` is to be called once.
#[unsafe(no_mangle)]
extern "C" fn start() {
    serve(Served::Server(Server::new()));
}

/// Starts a debugger instead, for one session.
#[unsafe(no_mangle)]
extern "C" fn debug() {
    serve(Served::Debugger(Turns::new(ToPage(Frames::new(
        MESSAGE_BYTES_MAX,
    )))));
}

fn serve(served: Served) {
    PAGE.set(Some(Page {
        served,
        message: Vec::new(),
    }));
}

/// Allocates a buffer for the next message, of this many bytes; returns its address.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        let page = page.as_mut().expect("something was started");
        page.message = vec![0; length];
        page.message.as_mut_ptr()
    })
}

/// Hands over the message that was written to the buffer of `allocate`. The server works until there is nothing to do: the only
/// timers report the progress of work, so no timer is pending when this returns. A debugger only answers the message; its run
/// continues in turns.
#[unsafe(no_mangle)]
extern "C" fn receive() -> State {
    PAGE.with_borrow_mut(|page| {
        let Page { served, message } = page.as_mut().expect("something was started");
        let message = std::mem::take(message);
        match served {
            Served::Server(server) => server.turn(&message),
            Served::Debugger(turns) => {
                put(turns, &message);
                turn(turns)
            }
        }
    })
}

/// The next turn of a debugger.
#[unsafe(no_mangle)]
extern "C" fn go_on() -> State {
    PAGE.with_borrow_mut(
        |page| match &mut page.as_mut().expect("something was started").served {
            Served::Server(_) => State::Open,
            Served::Debugger(turns) => turn(turns),
        },
    )
}

// What a debugger does is not a part of what a server does, and is not in the part of the module that a page starts with.
#[inline(never)]
fn put(turns: &Turns, message: &[u8]) {
    turns.put(message);
}

#[inline(never)]
fn turn(turns: &mut Turns) -> State {
    match turns.take_turn() {
        Next::Waits => State::Open,
        Next::GoesOn => State::Busy,
        Next::Ends(mnc2_dap::Ending::Orderly) => State::Orderly,
        Next::Ends(mnc2_dap::Ending::Abrupt) => State::Abrupt,
    }
}

impl Server {
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
        }
    }

    fn turn(&mut self, message: &[u8]) -> State {
        let Self {
            runtime,
            to_server,
            server,
            is_idle,
        } = self;
        runtime.block_on(async {
            // A server that has ended reads nothing.
            let _ = to_server.write_all(&framed(message)).await;
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
        pass_on_all(&mut frames);
    }
}

/// Passes whole messages on.
fn pass_on_all(frames: &mut Frames) {
    while let Some(message) = frames.read() {
        let message = message.expect("what is served writes valid messages");
        // SAFETY: the page reads these bytes before it returns.
        unsafe { send(message.as_ptr(), message.len()) };
    }
}

/// The stream of a debugger.
struct ToPage(Frames);

impl Write for ToPage {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.push(bytes);
        pass_on_all(&mut self.0);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
