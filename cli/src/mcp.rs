//! `mnc2 mcp`: the commands as tools of the Model Context Protocol, for agents.
//!
//! Each call runs a command of this program in a process and a folder of its own, with copies of the texts that the
//! call names. Therefore a tool returns the output of the command, a call can be stopped at any time, and cannot harm
//! the session. Only the protocol is on standard output.

mod answer;
mod arguments;
mod call_files;
mod process;
pub(crate) mod process_limits;
mod tools;

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use mnc2_text::Language;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ServiceExt as _, transport};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::args::McpArguments;
use crate::exit::{Exit, Failure};
use crate::output::Streams;
use call_files::Folder;
use tools::Length;

/// Maximum number of concurrent long calls, which run or search; others wait.
const LONG_CALLS_AT_ONCE_MAX: usize = 4;

/// Maximum number of concurrent short calls, which long ones do not delay.
const SHORT_CALLS_AT_ONCE_MAX: usize = 2;

/// How long the end of the session waits for what is under way.
const SHUTDOWN_TIME_MAX: Duration = Duration::from_secs(1);

/// The instructions about all tools for a model.
const INSTRUCTIONS: &str = "\
Tools for MN-Core 2 assembly (.vsm). A program is given as {\"text\": ..} or {\"file\": ..}, a file of the folder. Work in this \
order: `check` finds errors and has fixes for most; `explain` explains a code, an opcode or an operand, and \
`search_book` finds pages; `run` shows memories, `origin` what wrote a word; `judge` compares a solution with its testcase; \
`schedule` makes a program shorter, and `equal` proves that two are equivalent; `profile` shows where the steps go.";

pub(crate) fn command(arguments: &McpArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let folder = match &arguments.folder {
        Some(path) => Some(Folder::new(path)?),
        None => None,
    };
    let failed = |error: io::Error| Failure::Message(format!("cannot serve: {error}"));
    let server = Server {
        folder: Arc::new(folder),
        language: streams.language,
        long_calls: Arc::new(Semaphore::new(LONG_CALLS_AT_ONCE_MAX)),
        short_calls: Arc::new(Semaphore::new(SHORT_CALLS_AT_ONCE_MAX)),
        ended: CancellationToken::new(),
        tools: tools::list(),
    };
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(failed)?;
    let ended = runtime.block_on(async {
        let over = server.ended.clone();
        tokio::spawn(end_with_signal(over.clone()));
        let (input, output) = transport::stdio();
        let input = Input {
            input,
            ended: over.clone(),
        };
        let session = async {
            // A client that sends nothing, or leaves before it has begun, is not a failure.
            match server.serve((input, output)).await {
                Ok(session) => session.waiting().await.map(|_| ()),
                Err(_) => Ok(()),
            }
        };
        let late = async {
            over.cancelled().await;
            tokio::time::sleep(SHUTDOWN_TIME_MAX).await;
            Ok(())
        };
        tokio::select! {
            ended = session => ended,
            ended = late => ended,
        }
    });
    // The processes of calls end with them; standard input may still be waited for.
    runtime.shutdown_timeout(SHUTDOWN_TIME_MAX);
    match ended {
        Ok(()) => Ok(Exit::Success),
        Err(error) => Err(Failure::Message(format!("cannot serve: {error}"))),
    }
}

/// Ends the session on a signal of the system, so that nothing of a call is left.
async fn end_with_signal(ended: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};

        let kinds = [
            SignalKind::terminate(),
            SignalKind::interrupt(),
            SignalKind::hangup(),
        ];
        let [Ok(mut terminate), Ok(mut interrupt), Ok(mut hangup)] = kinds.map(signal) else {
            return;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hangup.recv() => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        return;
    }
    ended.cancel();
}

/// Standard input, whose end is the end of the session, without waiting for calls.
struct Input<I> {
    input: I,
    ended: CancellationToken,
}

impl<I: AsyncRead + Unpin> AsyncRead for Input<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.input).poll_read(context, buffer);
        let is_over = match &polled {
            Poll::Ready(Ok(())) => buffer.filled().len() == before && buffer.remaining() > 0,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_over {
            self.ended.cancel();
        }
        polled
    }
}

#[derive(Clone)]
struct Server {
    folder: Arc<Option<Folder>>,
    language: Language,
    long_calls: Arc<Semaphore>,
    short_calls: Arc<Semaphore>,
    /// Cancelled when the session is over.
    ended: CancellationToken,
    tools: Vec<Tool>,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let own = Implementation::new("mnc2", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities)
            .with_server_info(own)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let call = match tools::call(&request.name, arguments) {
            Some(call) => call,
            None => {
                let names: Vec<&str> = self.tools.iter().map(|tool| &*tool.name).collect();
                let message = format!(
                    "there is no tool `{}`; there are {}",
                    request.name,
                    names.join(", ")
                );
                return Err(ErrorData::invalid_params(message, None));
            }
        };
        let answer = match call {
            Ok(tools::Call::Book(query)) => Ok(answer::search_book(&query)),
            Ok(tools::Call::Command(command)) => {
                let calls = match command.length {
                    Length::Short => &self.short_calls,
                    Length::Long => &self.long_calls,
                };
                let folder = self.folder.as_ref().as_ref();
                let answer = async {
                    let _permit = calls.acquire().await;
                    process::run(&command, folder, self.language).await
                };
                tokio::select! {
                    answer = answer => answer,
                    () = context.ct.cancelled() => Err("the call was cancelled".to_owned()),
                    () = self.ended.cancelled() => Err("the session is over".to_owned()),
                }
            }
            Err(message) => Err(message),
        };
        Ok(match answer {
            Ok(answer) => match serde_json::to_value(&answer) {
                Ok(value) => CallToolResult::structured(value),
                Err(error) => return Err(ErrorData::internal_error(error.to_string(), None)),
            },
            Err(message) => CallToolResult::error(vec![ContentBlock::text(message)]),
        }
        .into())
    }
}
