//! Every example of the instruction table and of the operand entries is accepted without a finding.

use mnc2_isa::{Op, operand_doc};
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check;

#[test]
fn the_examples_of_the_table_are_accepted() {
    let rows = Op::all().map(|op| (format!("{op:?}"), op.row().example));
    let operands = operand_doc::all().map(|entry| (entry.title.to_owned(), entry.example));
    for (what, example) in rows.chain(operands) {
        let program = mnc2_asm::parse(example);
        let report = check(&program, ModeChoice::Infer);
        assert!(!report.has_errors(), "{what}: `{example}`: {report:#?}");
        let line = program.line(0).expect("a text has a line");
        assert!(line.statement.is_some(), "{what}: `{example}`");
        let diagnostics = &line.diagnostics;
        assert!(
            diagnostics.is_empty(),
            "{what}: `{example}`: {diagnostics:#?}"
        );
    }
}
