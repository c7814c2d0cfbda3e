//! A debugger reads the operands that editors send it as expressions.

use mnc2_debug::machine::expressions::ValueExpression;
use mnc2_ide::languages;
use mnc2_text::LanguageChoice;
use mnc2_text::line::part;

/// Programs in the other languages, with how many operands each has.
const EXAMPLES: [(&str, usize); 4] = [
    ("int8.S", 19),
    ("double.s", 14),
    ("product.ir", 9),
    ("relu.tasm", 15),
];

#[test]
fn operands_in_other_languages_are_expressions_of_their_debugger() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/languages");
    let mut counts = EXAMPLES.map(|(name, _)| (name, 0));
    for (name, count) in &mut counts {
        let content = std::fs::read_to_string(format!("{folder}/{name}")).expect("an example");
        let chosen = LanguageChoice::from_modeline(content.lines()).expect("a modeline");
        let mut options = languages::find(&chosen.id).expect("a language").options();
        for (key, value) in &chosen.options {
            options.set(key, value).expect("an option");
        }
        let text = options.read(&content);
        let machine = text.machine().expect("it can run");
        for (number, line) in (0..).zip(content.lines()) {
            for place in text.operands(number) {
                let operand = part(line, &place.range);
                let parsed = ValueExpression::parse(operand, &*machine, None);
                assert!(parsed.is_ok(), "{name}: {operand}: {parsed:?}");
                *count += 1;
            }
        }
    }
    assert_eq!(counts, EXAMPLES);
}
