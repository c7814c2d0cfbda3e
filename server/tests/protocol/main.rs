//! The server as a client sees it: a file for each feature, driven in the process over the protocol.

mod code_actions;
mod completion;
mod concurrency;
mod definition;
mod diagnostics;
mod document_links;
mod formatting;
mod highlight;
mod hover;
mod hover_step;
mod inlay_hints;
mod judging;
mod lenses_and_actions;
mod lifecycle;
mod outline;
mod projects;
mod references;
mod rename;
mod run_to_here;
mod score_lenses;
mod semantic_tokens;
mod settings;
mod signature_help;
mod support;
mod views;
mod workspace;
