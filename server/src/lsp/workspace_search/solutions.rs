//! `mnc2/solutions`: the testcases in the folders of the workspace, and under each the programs that it judges.
//!
//! Whether a file is a testcase is kept until it changes, because testcases are long.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mnc2_asm::testcase::has_marker;
use mnc2_ide::session::Placed;
use mnc2_program::FileForm;
use mnc2_project::files;
use mnc2_project::solutions::{Programs, Solutions};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::files as files_of_workspace;
use crate::lsp::document;
use crate::lsp::server_state::ServerState;
use crate::lsp::workspace::{FILE_BYTES_MAX, FileState};

/// Nothing can be chosen.
#[derive(Deserialize)]
pub(in crate::lsp) struct SolutionsParams {}

/// Answers the testcases of the workspace, and the programs that they judge.
pub(in crate::lsp) async fn answer(shared: Arc<ServerState>, _: SolutionsParams) -> Result<Value> {
    let (search, _stop) = shared.search(solutions).await;
    search.await.map_err(|_| Error::internal_error())
}

/// The list; what is found so far if it is cancelled.
fn solutions(shared: &ServerState, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Value {
    let files = files_of_workspace(shared, is_cancelled);
    let programs: Vec<(PathBuf, FileState)> = files
        .filter(|(_, _, form)| *form == FileForm::Program)
        .map(|(path, state, _)| (path, state))
        .collect();
    let known = Known {
        shared,
        states: programs.iter().cloned().collect(),
    };
    let paths = programs.into_iter().map(|(path, _)| path);
    let found = Solutions::among(paths.take_while(|_| !is_cancelled()), &known);
    let uri = |path: &PathBuf| Uri::from_file_path(path).map(|uri| uri.as_str().to_owned());
    let problems = found.problems();
    let problems = problems.iter().filter_map(|problem| {
        let solutions: Vec<String> = problem.solutions.iter().filter_map(uri).collect();
        Some(json!({ "testcase": uri(&problem.testcase)?, "solutions": solutions }))
    });
    json!({
        "problems": problems.collect::<Vec<_>>(),
        "withoutTestcase": found.without_testcase.len(),
    })
}

/// Programs as the client and its files have them.
struct Known<'a> {
    shared: &'a ServerState,
    states: HashMap<PathBuf, FileState>,
}

impl Known<'_> {
    fn project(&self, program: &Path) -> Option<Placed> {
        self.shared.project(&Uri::from_file_path(program)?)
    }
}

impl Programs for Known<'_> {
    fn is_excluded(&self, program: &Path) -> bool {
        self.project(program).is_some_and(|it| it.is_excluded())
    }

    fn is_testcase(&self, program: &Path) -> bool {
        let uri = Uri::from_file_path(program);
        let open = uri.and_then(|uri| self.shared.session().snapshot(&document::id(&uri)));
        if let Some(open) = open {
            return has_marker(&open.text.to_string());
        }
        let Some(state) = self.states.get(program).copied() else {
            return false;
        };
        let marked = &self.shared.workspace.marked;
        if let Some(known) = marked.get(program)
            && known.0 == state
        {
            return known.1;
        }
        // One that cannot be read is a solution, so that judging it reports the reason.
        let is_testcase = files::read(program, FILE_BYTES_MAX)
            .is_ok_and(|bytes| has_marker(&mnc2_text::line::decode(&bytes).0));
        marked.insert(program.to_owned(), (state, is_testcase));
        is_testcase
    }

    fn named_testcase(&self, program: &Path) -> Option<PathBuf> {
        self.project(program)?.testcase()
    }
}
