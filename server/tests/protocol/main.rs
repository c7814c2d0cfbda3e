//! The server as a client sees it: a file for each feature, driven in the process over the protocol.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the server reads"
)]

mod chaos;
mod code_actions;
mod completion;
mod concurrency;
mod definition;
mod diagnostics;
#[cfg(feature = "rvmatrix")]
mod dialects;
mod document_links;
mod editors;
mod formatting;
mod highlight;
mod hostile;
mod hostile_texts;
mod hover;
mod hover_step;
mod inlay_hints;
mod judging;
mod language;
mod lenses_and_actions;
mod lifecycle;
mod linked;
mod load;
mod methods;
mod outline;
mod plain_text;
mod projects;
mod references;
mod rename;
mod run_to_here;
mod score_lenses;
mod semantic_tokens;
mod settings;
mod shorten;
mod signature_help;
mod solutions;
mod support;
mod testcases;
mod typing;
mod views;
mod workspace;
