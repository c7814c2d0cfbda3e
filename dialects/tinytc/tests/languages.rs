//! The Japanese has every sentence and every text of a row, and no other.

use mnc2_laws::catalogue;
use mnc2_tinytc::CATALOGUE;

#[test]
fn every_sentence_has_its_japanese() {
    catalogue::has_every_sentence(&CATALOGUE, env!("CARGO_MANIFEST_DIR"), &[]);
}

#[test]
fn every_text_of_a_row_has_its_japanese() {
    catalogue::has_every_text_of_a_row(&CATALOGUE);
}
