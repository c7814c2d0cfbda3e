//! The catalogue of messages about MN-Core 2 and about the tools as a whole. `tests/tests/languages.rs` compares code, tables
//! and catalogue.

mod ja;
pub mod tables;

use mnc2_text::Catalogue;

/// The translation of all messages into Japanese.
pub static CATALOGUE: Catalogue = ja::CATALOGUE;

/// Installs the catalogue, so that messages can be written in every language. Whoever chooses a language calls it first.
pub fn install() {
    static ALL: [&Catalogue; 1] = [&CATALOGUE];
    mnc2_text::language::install(&ALL);
}
