//! The generated page of the manual's sections is fresh, and everything that has a section is on it.

use mnc2_asm::{Code, explain};
use mnc2_isa::{Op, operand_doc};
use mnc2_tests::files;

#[test]
fn the_page_of_sections_is_fresh() -> Result<(), String> {
    files::fresh(
        &files::root().join("docs/sections.md"),
        &explain::sections(),
    )
}

#[test]
fn every_section_leads_to_a_heading() {
    let page = explain::sections();
    let rows = Op::all().map(|op| op.row().section);
    let operands = operand_doc::all().map(|entry| entry.section);
    let codes = Code::ALL.iter().map(|code| code.row().section);
    for section in rows.chain(operands).chain(codes) {
        let found = explain::documented_section(section).expect(section);
        let anchor = format!("<a id=\"{}\"></a>{found}\n", explain::section_anchor(found));
        assert!(page.contains(&anchor), "{section}");
    }
}
