//! The commands of this server.

use std::sync::Arc;

use mnc2_ide::features::page;
use mnc2_program::rules::Profile;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    ExecuteCommandOptions, ExecuteCommandParams, LSPAny, MessageType, ShowDocumentParams, Uri,
    WorkDoneProgressOptions,
};

use super::run::shortening::Wish;
use super::shared::Shared;
use super::{content, reply, run};

/// Runs a program up to a line.
pub(super) const RUN_TO_HERE: &str = "mnc2.runToHere";
/// Judges a program with its testcase.
pub(super) const JUDGE: &str = "mnc2.judge";
/// Explains the lenses above a program.
pub(super) const SHOW_USAGE: &str = "mnc2.showUsage";
/// Shows the page of a diagnostic code.
pub(super) const EXPLAIN: &str = "mnc2.explain";
/// Searches for a shorter order of some lines.
pub(super) const SHORTEN: &str = "mnc2.shorten";
/// Explains why some lines cannot be shorter.
pub(super) const WHY_NO_SHORTER: &str = "mnc2.whyNoShorter";

/// The commands as the server announces them.
pub(super) fn offer() -> ExecuteCommandOptions {
    let commands = [
        RUN_TO_HERE,
        JUDGE,
        SHOW_USAGE,
        EXPLAIN,
        SHORTEN,
        WHY_NO_SHORTER,
    ];
    ExecuteCommandOptions {
        commands: commands.map(str::to_owned).into(),
        work_done_progress_options: WorkDoneProgressOptions {
            work_done_progress: Some(true),
        },
    }
}

/// Carries out a command.
pub(super) async fn answer(
    shared: Arc<Shared>,
    params: ExecuteCommandParams,
) -> Result<Option<LSPAny>> {
    let arguments = params.arguments;
    let token = params.work_done_progress_params.work_done_token;
    let answer = match params.command.as_str() {
        SHOW_USAGE => return show_usage(&shared, &arguments).await,
        RUN_TO_HERE => match run::machine::Request::new(&shared, &arguments, &token) {
            Some(request) => request.answer(shared).await,
            None => {
                let request = run::here::Request::new(&shared, arguments, token)?;
                request.answer(shared).await
            }
        },
        EXPLAIN => explain(&shared, &arguments),
        JUDGE => {
            let request = run::judging::Request::new(&shared, arguments, token)?;
            request.answer(shared).await
        }
        SHORTEN | WHY_NO_SHORTER => {
            let wish = match params.command == SHORTEN {
                true => Wish::Shorten,
                false => Wish::Explain,
            };
            let request = run::shortening::Request::new(&shared, wish, arguments, token)?;
            request.answer(shared).await
        }
        other => Err(Error::invalid_params(format!(
            "there is no command {other}"
        ))),
    };
    answer.map(Some)
}

/// Explains the lenses above a program.
async fn show_usage(shared: &Arc<Shared>, arguments: &[Value]) -> Result<Option<LSPAny>> {
    let uri: Uri = arguments
        .first()
        .and_then(|argument| argument["uri"].as_str()?.parse().ok())
        .ok_or_else(|| Error::invalid_params("an argument with a `uri` is needed"))?;
    let settings = shared.session().settings().clone();
    let with_shared = Arc::clone(shared);
    let message = shared
        .analyse_open(uri, move |snapshot, uri, features| {
            let before = with_shared.baselines.before(uri);
            let profile = snapshot.profile(settings.layer.profile);
            let before = (profile == Profile::Contest).then_some(before);
            let clock = snapshot.clock(settings.clock);
            reply::score::message(snapshot, before, clock, features.language())
        })
        .await?;
    shared.client.show_message(MessageType::INFO, message).await;
    Ok(None)
}

/// Answers with the URI of the page of a code. Where the client does not show it, a browser does.
fn explain(shared: &Shared, arguments: &[Value]) -> Result<Value> {
    let code = arguments.first().and_then(|it| it["code"].as_str());
    let page = code.and_then(|it| Some((it, page::address(it)?.0)));
    let (code, address) = page
        .ok_or_else(|| Error::invalid_params("an argument with a diagnostic `code` is needed"))?;
    let features = shared.features();
    if !features.reading.shows_pages && features.reading.shows_documents {
        let params = ShowDocumentParams {
            uri: address.parse().map_err(|_| Error::internal_error())?,
            external: Some(true),
            take_focus: Some(true),
            selection: None,
        };
        shared.spawn_request(|client| async move { client.show_document(params).await });
    }
    Ok(json!({ "content": content::page(code) }))
}
