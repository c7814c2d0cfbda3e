//! Collisions in one step.

use mnc2_program::rules::step::fields::{PAIRS_MAX, claims, collisions, pairs};

#[test]
fn a_line_of_hundreds_of_expressions_has_few_pairs() {
    const EXPRESSIONS: usize = 500;
    let program = mnc2_asm::parse(&vec!["lpassa $lm0v $ln0v"; EXPRESSIONS].join("; "));
    let line = program.line(0).expect("there is a line");
    let step = line.step().expect("it is a step");
    let claims = claims(step);
    let collisions = collisions(step, &claims);
    assert!(!collisions.is_empty());
    for collision in collisions {
        assert_eq!(collision.claims.len(), EXPRESSIONS, "{:?}", collision.field);
        let pairs = pairs(step, &claims, &collision).len();
        assert!(
            (EXPRESSIONS - 1..PAIRS_MAX * EXPRESSIONS).contains(&pairs),
            "{:?}: {pairs}",
            collision.field
        );
    }
}
