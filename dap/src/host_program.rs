//! A kernel of a host program under the debugger. The host opens a port and waits; the first client that sends `attach` with
//! the host's token debugs the kernel on the state of the host's chip, and afterwards the host takes over the run.
//!
//! Until a client has attached, several can try, each in a session of its own, for a short time. Everything else is refused: a
//! message that is not of the protocol and a wrong token end a session, and so does a client that has attached for all others.

pub mod environment;

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::seat::{Awaited, Seat, State};
pub use crate::seat::{Debugged, HostKernel};
use crate::server::serve_host;

/// How long a client may take from its connection to `attach`.
const ATTACH_TIME_MAX: Duration = Duration::from_secs(5);
/// How long a client may take to leave after the end of its session.
const LEAVE_TIME_MAX: Duration = Duration::from_secs(1);
/// Maximum number of clients that try to attach simultaneously; further ones are refused.
const CLIENTS_MAX: usize = 8;
/// The pause before the host looks for clients again.
const PAUSE: Duration = Duration::from_millis(10);

/// A connection, and the session over it.
struct Client {
    number: usize,
    stream: TcpStream,
    began: Instant,
    session: JoinHandle<()>,
}

impl Client {
    fn start(stream: TcpStream, seat: Seat) -> io::Result<Self> {
        // On some systems it is as the listener is.
        stream.set_nonblocking(false)?;
        // Messages are whole already.
        stream.set_nodelay(true)?;
        let number = seat.client;
        let (input, output) = (stream.try_clone()?, stream.try_clone()?);
        let work = move || drop(serve_host(input, output, seat));
        Ok(Self {
            number,
            stream,
            began: Instant::now(),
            session: thread::Builder::new()
                .name("client".to_owned())
                .spawn(work)?,
        })
    }

    /// Whether its time is over: it has not attached, or it has not left.
    fn is_late(&self, state: &State) -> bool {
        match state.debugging {
            None => self.began.elapsed() > ATTACH_TIME_MAX,
            Some(number) if number != self.number => true,
            Some(_) => state.ended.is_some_and(|it| it.elapsed() > LEAVE_TIME_MAX),
        }
    }

    /// Closes the connection; what was sent last arrives, if the client reads it soon.
    fn close(&self) {
        let mut byte = [0];
        let until = Instant::now() + LEAVE_TIME_MAX;
        if self.stream.shutdown(Shutdown::Write).is_ok()
            && self.stream.set_read_timeout(Some(LEAVE_TIME_MAX)).is_ok()
        {
            while matches!(self.stream.peek(&mut byte), Ok(1..)) && Instant::now() < until {
                thread::sleep(PAUSE);
            }
        }
        self.cut();
    }

    /// Cuts the connection, which ends its session. An error means that it is closed already.
    fn cut(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// The port of a host program, on 127.0.0.1.
pub struct HostPort {
    listener: TcpListener,
    number: u16,
    token: String,
}

impl HostPort {
    /// Opens a port; 0 is a free one. Only clients that send the token debug.
    ///
    /// # Errors
    /// Why it cannot be opened, such as that it is in use.
    pub fn open(port: u16, token: String) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            number: listener.local_addr()?.port(),
            listener,
            token,
        })
    }

    /// The number of the port.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// What a client has to send.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Waits until a client has debugged a kernel. The run is where the client has left it, with the client's changes; `None` if
    /// its session failed, or if `cancel` is set, which disconnects all clients.
    #[must_use]
    pub fn debug(&self, kernel: HostKernel, cancel: Option<&AtomicBool>) -> Option<Debugged> {
        let awaited = Arc::new(Awaited {
            kernel,
            token: self.token.clone(),
            state: Mutex::default(),
        });
        let mut clients = Vec::new();
        let mut number = 0;
        while !cancel.is_some_and(|it| it.load(Ordering::Relaxed)) {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    number += 1;
                    let seat = Seat {
                        awaited: awaited.clone(),
                        client: number,
                    };
                    let has_room =
                        clients.len() < CLIENTS_MAX && awaited.state().debugging.is_none();
                    // A client that has left already needs no session.
                    clients.extend(has_room.then(|| Client::start(stream, seat).ok()).flatten());
                    continue;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => thread::sleep(PAUSE),
            }
            if let Some(client) = debugged(&mut clients, &awaited) {
                client.close();
                return awaited.state().debugged.take();
            }
        }
        clients.iter().for_each(Client::cut);
        None
    }
}

/// Ends the sessions of clients that are late, and removes those that have ended. Returns the client that has debugged.
fn debugged(clients: &mut Vec<Client>, awaited: &Awaited) -> Option<Client> {
    let state = awaited.state();
    for client in clients.iter().filter(|it| it.is_late(&state)) {
        client.cut();
    }
    let over = clients.extract_if(.., |it| it.session.is_finished());
    let mut debugged = None;
    for client in over {
        match state.debugging == Some(client.number) {
            true => debugged = Some(client),
            false => client.cut(),
        }
    }
    debugged
}
