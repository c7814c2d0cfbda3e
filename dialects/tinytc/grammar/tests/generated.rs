//! The committed parser is what `grammar.js` states, byte for byte.

use mnc2_laws::grammar;

#[test]
fn generated_parser_is_fresh() {
    grammar::is_generated(env!("CARGO_MANIFEST_DIR"));
}
