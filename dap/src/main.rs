//! The command `mnc2-dap`: serves one debugger over standard input and output, or over a port of this machine.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use mnc2_dap::{Ending, serve};

const HELP: &str = "\
A debug adapter for MN-Core 2 assembly. Editors start it; it speaks the Debug
Adapter Protocol over standard input and output, or over a port.

Usage: mnc2-dap [--stdio | --port PORT]

Options:
  --stdio      Serve over standard input and output (the default)
  --port PORT  Serve the first client that connects to this port of
               127.0.0.1 and speaks the protocol, then end; with 0 a free port is chosen. The port
               is printed as a line
  --version    Print the version
  --help       Print this text

Exit status: 0 after the client has disconnected, 1 when it left without, 2 for
wrong arguments.
";

/// How the header of each message begins: with `Content-Length` or `Content-Type`.
const BEGINNING: &[u8] = b"Content-";
/// How long a client may take to send as much.
const BEGINNING_TIME_MAX: Duration = Duration::from_secs(5);
/// The pause before the input of a client that has sent an incomplete request is checked again.
const PAUSE: Duration = Duration::from_millis(5);

/// Exit status for wrong arguments.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let mut port = None;
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        let value = match text.as_ref() {
            "--stdio" => {
                port = None;
                continue;
            }
            "--version" | "-V" => {
                return print(&format!("mnc2-dap {}\n", env!("CARGO_PKG_VERSION")));
            }
            "--help" | "-h" => return print(HELP),
            "--port" => arguments
                .next()
                .map(|value| value.to_string_lossy().into_owned()),
            other => match other.strip_prefix("--port=") {
                Some(value) => Some(value.to_owned()),
                None => {
                    return wrong(&format!("unknown argument {other}; try mnc2-dap --help"));
                }
            },
        };
        match value.as_deref().map(str::parse::<u16>) {
            Some(Ok(number)) => port = Some(number),
            Some(Err(_)) | None => return wrong("--port takes a number from 0 to 65535"),
        }
    }
    let ending = match port {
        None => serve(io::stdin(), io::stdout()),
        Some(port) => serve_port(port),
    };
    match ending {
        Ok(Ending::Orderly) => ExitCode::SUCCESS,
        Ok(Ending::Abrupt) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mnc2-dap: cannot start: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether a client begins as the protocol does: with the header of a message. A page in a browser begins with the name of a
/// method of HTTP, and is refused.
fn is_of_protocol(client: &TcpStream) -> bool {
    let mut begun = [0; BEGINNING.len()];
    let until = Instant::now() + BEGINNING_TIME_MAX;
    if client.set_read_timeout(Some(BEGINNING_TIME_MAX)).is_err() {
        return false;
    }
    loop {
        let Ok(length @ 1..) = client.peek(&mut begun) else {
            return false;
        };
        if !begun[..length].eq_ignore_ascii_case(&BEGINNING[..length]) || Instant::now() > until {
            return false;
        }
        if length == BEGINNING.len() {
            return client.set_read_timeout(None).is_ok();
        }
        // What has come is still there, so asking again does not wait.
        thread::sleep(PAUSE);
    }
}

fn wrong(message: &str) -> ExitCode {
    eprintln!("mnc2-dap: {message}");
    ExitCode::from(USAGE)
}

fn print(text: &str) -> ExitCode {
    // An error means that the reader has closed its end, and does not need the text.
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Serves the first client that speaks the protocol.
fn serve_port(port: u16) -> io::Result<Ending> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    print(&format!("mnc2-dap listens on 127.0.0.1:{port}\n"));
    let client = loop {
        let (client, _) = listener.accept()?;
        if is_of_protocol(&client) {
            break client;
        }
        eprintln!("mnc2-dap: refused a client that does not speak the Debug Adapter Protocol");
    };
    drop(listener);
    // Messages are whole already.
    client.set_nodelay(true)?;
    serve(client.try_clone()?, client)
}
