//! The server as a client sees it: a file for each feature, driven in the process over the protocol.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the server reads"
)]

mod chaos;
mod code_actions;
mod command_line;
mod completion;
mod concurrency;
mod definition;
mod diagnostics;
mod document_links;
mod editors;
mod embedded;
mod equal;
mod formatting;
mod hierarchy;
mod highlight;
mod hostile;
mod hostile_texts;
mod hover;
mod hover_step;
mod inlay_hints;
mod inline_values;
mod judging;
mod language;
#[cfg(feature = "languages")]
mod language_files;
#[cfg(feature = "languages")]
mod languages;
mod lenses_and_actions;
mod lifecycle;
mod linked;
mod load;
mod long_documents;
mod machines;
mod methods;
mod names;
mod outline;
mod plain_text;
mod pressing;
mod projects;
mod references;
mod rename;
mod run_to_here;
mod score_lenses;
mod semantic_tokens;
mod settings;
mod shorten;
mod signature_help;
#[cfg(feature = "languages")]
mod silencing;
mod solutions;
mod support;
mod testcases;
#[cfg(feature = "languages")]
mod tinytc;
mod typing;
mod views;
mod words;
mod workspace;
