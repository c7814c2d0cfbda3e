use super::forms::FORMS;
use super::*;

#[test]
fn samples_are_accepted_where_they_stand() {
    for op in Op::all() {
        for spec in op.row().operands {
            for sample in samples(spec.class) {
                let mut parser = LineParser::without_suggestions();
                let text = if *sample == "i01" {
                    "nop; wait i01".to_owned()
                } else {
                    format!("lpassa {sample} $nowrite")
                };
                let kinds = operand_kinds(&mut parser, &text);
                assert!(
                    kinds
                        .iter()
                        .any(|operand| overload::accepts(spec.class, &operand.kind)),
                    "{sample} for {:?}",
                    spec.class
                );
            }
        }
    }
}

#[test]
fn every_class_has_a_form() {
    for op in Op::all() {
        for spec in op
            .row()
            .operands
            .iter()
            .filter(|spec| spec.class != OperandClass::Tag)
        {
            let accepted = FORMS
                .iter()
                .filter(|form| overload::accepts(spec.class, &form.kind));
            assert!(accepted.count() > 0, "{:?}", spec.class);
        }
    }
}
