//! Carries out the commands of this server.

use std::sync::Arc;

use mnc2_ide::features::{code_page, estimate};
use mnc2_program::rules::RuleProfile;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, LSPAny, MessageType, ShowDocumentParams, Uri};

use super::commands::{EQUAL, EXPLAIN, JUDGE, RUN_TO_HERE, SHORTEN, SHOW_USAGE, WHY_NO_SHORTER};
use super::run::shortening::Wish;
use super::server_state::ServerState;
use super::{document, reply, run, virtual_documents};

/// Carries out a command.
pub(super) async fn answer(
    shared: Arc<ServerState>,
    params: ExecuteCommandParams,
) -> Result<Option<LSPAny>> {
    let arguments = params.arguments;
    let token = params.work_done_progress_params.work_done_token;
    let answer = match params.command.as_str() {
        SHOW_USAGE => return show_usage(&shared, &arguments).await,
        RUN_TO_HERE => match run::machine::Request::new(&shared, &arguments, &token) {
            Some(request) => request.answer(shared).await,
            None => {
                let request = run::run_to_here::Request::new(&shared, arguments, token)?;
                request.answer(shared).await
            }
        },
        EXPLAIN => explain(&shared, &arguments),
        JUDGE => {
            let request = run::judging::Request::new(&shared, arguments, token)?;
            request.answer(shared).await
        }
        EQUAL => {
            let request = run::equality::Request::new(&shared, arguments, token)?;
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
async fn show_usage(shared: &Arc<ServerState>, arguments: &[Value]) -> Result<Option<LSPAny>> {
    let uri: Uri = arguments
        .first()
        .and_then(|argument| argument["uri"].as_str()?.parse().ok())
        .ok_or_else(|| Error::invalid_params("an argument with a `uri` is needed"))?;
    let other = shared.session().in_language(&document::id(&uri));
    if let Some(snapshot) = other {
        let estimate = snapshot.read().and_then(|text| text.estimate(&|| false));
        let language = shared.features().language();
        if let Some(estimate) = estimate {
            let message = estimate::summary(&estimate, language);
            shared.client.show_message(MessageType::INFO, message).await;
        }
        return Ok(None);
    }
    let settings = shared.session().settings().clone();
    let with_shared = Arc::clone(shared);
    let message = shared
        .analyse_open(uri, move |snapshot, uri, features| {
            let before = with_shared.baselines.before(uri);
            let profile = snapshot.profile(settings.layer.profile);
            let before = (profile == RuleProfile::Contest).then_some(before);
            let clock = snapshot.clock(settings.clock);
            reply::score::message(snapshot, before, clock, features.language())
        })
        .await?;
    shared.client.show_message(MessageType::INFO, message).await;
    Ok(None)
}

/// Answers with the URI of the page of a code. Where the client does not show it, a browser does.
fn explain(shared: &ServerState, arguments: &[Value]) -> Result<Value> {
    let code = arguments.first().and_then(|it| it["code"].as_str());
    let page = code.and_then(|it| Some((it, code_page::address(it)?.0)));
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
    Ok(json!({ "content": virtual_documents::page(code) }))
}
