//! The Japanese has every sentence and every text of a row, and no other.

#[test]
fn everything_has_its_japanese() {
    let folder = env!("CARGO_MANIFEST_DIR");
    mnc2_laws::catalogue::is_complete(&mnc2_naplespu::CATALOGUE, folder, &["assembly"]);
}
