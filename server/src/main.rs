//! The command `mnc2-lsp`: serves one editor over standard input and output.

mod output;

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::RwLock;
use std::thread;
use std::time::Duration;

use mimalloc::MiMalloc;
use mnc2_lsp::Ending;

/// A program consists of many small allocations, made by one thread and dropped by another. This allocator returns
/// their memory to the system after a document is closed; the allocator of the C library often keeps it. Huge pages
/// would double the memory of a program of 10 000 lines.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const HELP: &str = "\
A language server for MN-Core 2 assembly. Editors start it; it speaks the
language server protocol over standard input and output.

Usage: mnc2-lsp [--stdio]

Options:
  --stdio    Serve over standard input and output (the default)
  --version  Print the version
  --help     Print this text

Exit status: 0 after an orderly shutdown, 1 when the editor left without one,
2 for wrong arguments.
";

/// How long the last answers may take to get out.
const PATIENCE: Duration = Duration::from_secs(2);

/// Exit status for wrong arguments.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--stdio") => {}
            Some("--version" | "-V") => {
                return print(&format!("mnc2-lsp {}\n", env!("CARGO_PKG_VERSION")));
            }
            Some("--help" | "-h") => return print(HELP),
            Some(_) | None => {
                eprintln!(
                    "mnc2-lsp: unknown argument {}; try mnc2-lsp --help",
                    argument.to_string_lossy()
                );
                return ExitCode::from(USAGE);
            }
        }
    }
    serve()
}

fn print(text: &str) -> ExitCode {
    // An error means that the reader has closed its end, and does not need the text.
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Whether as many threads can be started as the runtime starts; it panics where they cannot.
fn try_threads() -> io::Result<()> {
    let count = thread::available_parallelism().map_or(1, usize::from);
    let gate = RwLock::new(());
    thread::scope(|scope| {
        // All threads live until the last one was started.
        let closed = gate.write();
        let started = (0..=count).try_for_each(|_| {
            let wait = || drop(gate.read());
            thread::Builder::new().spawn_scoped(scope, wait).map(drop)
        });
        drop(closed);
        started
    })
}

fn serve() -> ExitCode {
    if let Err(error) = try_threads() {
        eprintln!("mnc2-lsp: cannot start a thread: {error}");
        return ExitCode::FAILURE;
    }
    // Standard input and output are read by threads: with the driver of sockets there would be sockets to wait for.
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("mnc2-lsp: cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let ending = runtime.block_on(async {
        let (output, mut written) = output::standard();
        let ending = tokio::select! {
            ending = mnc2_lsp::serve(tokio::io::stdin(), output) => ending,
            // No answer can reach the client any more.
            _ = &mut written => return Ending::Abrupt,
        };
        // The last answers may still be in the pipe. A client that does not read them delays the end by at most `PATIENCE`.
        let _ = tokio::time::timeout(PATIENCE, written).await;
        ending
    });
    // A read of standard input may still block in the system, without effect.
    runtime.shutdown_background();
    match ending {
        Ending::Orderly => ExitCode::SUCCESS,
        Ending::Abrupt => ExitCode::FAILURE,
    }
}
