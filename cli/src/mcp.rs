//! `mnc2 mcp`: the commands as tools of the Model Context Protocol, for agents.
//!
//! Each call runs a command of this program in a process and a folder of its own, with copies of the texts that the call
//! names. So a tool says what the command says, a call can be stopped at any time, and what it does cannot harm the
//! session. Only the protocol is on standard output.

mod answer;
mod arguments;
mod book;
mod process;
mod texts;
mod tools;

use std::sync::Arc;
use std::time::Duration;

use mnc2_asm::Language;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ServiceExt as _, transport};
use tokio::sync::Semaphore;

use crate::args::McpArguments;
use crate::output::Streams;
use crate::{Exit, Failure};
use texts::Folder;

/// Maximum number of calls that are computed at once; others wait.
const CALLS_AT_ONCE_MAX: usize = 4;

/// How long the end of the session waits for what is under way.
const SHUTDOWN_TIME_MAX: Duration = Duration::from_secs(1);

/// What a model is told about all tools.
const INSTRUCTIONS: &str = "\
Tools for MN-Core 2 assembly (.vsm). A program is given as {\"text\": ..} or {\"file\": ..}, a file of the folder. Work in this \
order: `check` finds errors and has fixes for most; `explain` says what a code, an opcode or an operand means, and \
`search_book` finds pages; `run` shows memories, `origin` what wrote a word; `judge` compares a solution with its testcase; \
`schedule` makes a program shorter, and `equal` proves that two do the same; `profile` says where the steps go.";

pub(crate) fn command(arguments: &McpArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let folder = match &arguments.folder {
        Some(path) => Some(Folder::new(path)?),
        None => None,
    };
    let failed = |error: std::io::Error| Failure::Message(format!("cannot serve: {error}"));
    let server = Server {
        folder: Arc::new(folder),
        language: streams.language,
        calls: Arc::new(Semaphore::new(CALLS_AT_ONCE_MAX)),
        tools: tools::list(),
    };
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(failed)?;
    let ended = runtime.block_on(async {
        let session = server.serve(transport::stdio()).await;
        // A client that says nothing, or leaves before it has begun, is no failure.
        match session {
            Ok(session) => session.waiting().await.map(|_| ()),
            Err(_) => Ok(()),
        }
    });
    // The processes of calls end with them; standard input may still be waited for.
    runtime.shutdown_timeout(SHUTDOWN_TIME_MAX);
    match ended {
        Ok(()) => Ok(Exit::Success),
        Err(error) => Err(Failure::Message(format!("cannot serve: {error}"))),
    }
}

/// The session.
#[derive(Clone)]
struct Server {
    folder: Arc<Option<Folder>>,
    language: Language,
    calls: Arc<Semaphore>,
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
        let permit = self.calls.acquire().await;
        let answer = match call {
            Ok(tools::Call::Book(query)) => Ok(book::search(&query)),
            Ok(tools::Call::Command(command)) => {
                let folder = self.folder.as_ref().as_ref();
                process::run(&command, folder, self.language, &context.ct).await
            }
            Err(message) => Err(message),
        };
        drop(permit);
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
