//! One error is one finding: a missing token causes no further findings.

use std::collections::BTreeMap;

use mnc2_text::Severity;
use mnc2_tinytc::lex::{self, TokenKind};
use mnc2_tinytc::version::Version;
use mnc2_tinytc::{Document, Options};

const PROGRAM: &str = "\
func @memory(%alpha: f32, %A: memref<f32x8x4> {alignment=16, shape_gcd=[8,4]}, %g: group<memref<f32x4>x?, offset: ?>) attributes{subgroup_size=16, work_group_size=[16,1]} {
  %0 = builtin.group_id : index
  %1 = load %g[%0] : memref<f32x4>
  %2 = subview %A[0:4,%0] : memref<f32x4>
  %3 = alloca {alignment=64} : memref<f32x4,local>
  axpby.n %alpha, %1, %alpha, %3
  %beta = constant 1.0 : f32
  hadamard.atomic %alpha, %1, %2, %beta, %3
  %size = size %A[0] : index
  foreach (%i) = (%0),(%size) {
    %one = constant 1.0 : f32
    store.atomic_add %one, %2[%i]
  }
}
func @control(%c: bool, %n: index, %m: memref<i32x4>) {
  %from = constant 2 : i32
  %to = constant 6 : i32
  %x = if %c -> (i32) {
    yield (%from)
  } else {
    %sum = arith.add %from, %to : i32
    yield (%sum)
  }
  %y, %z = for %k: i32 = %from,%to init(%a=%x,%b=%to) -> (i32,i32) {
    %next = arith.add %a, %b : i32
    yield (%b, %next)
  } {unroll=true}
  parallel {
    %local = builtin.subgroup_local_id : i32
    %all = subgroup_add.reduce %local : i32
    if %c {
      store %all, %m[%n]
    }
    store %y, %m[%n]
    store %z, %m[%n]
  }
}
";

/// The rest of a text without a token, and its errors.
fn check(range: std::ops::Range<usize>, failures: &mut BTreeMap<String, Vec<String>>) {
    let mut text = PROGRAM.to_owned();
    text.replace_range(range.clone(), " ");
    let findings = Document::new(&text, &Options::default()).findings(&|| false);
    let errors = findings
        .iter()
        .filter(|finding| finding.diagnostic.severity == Severity::Error);
    let errors: Vec<String> = errors
        .map(|finding| format!("{}: {}", finding.line + 1, finding.diagnostic.message))
        .collect();
    if errors.len() > 1 {
        let part = format!("{}: {}", range.start, &PROGRAM[range.clone()]);
        failures.insert(part, errors);
    }
}

#[test]
fn the_program_is_right() {
    assert_eq!(
        Document::new(PROGRAM, &Options::default()).findings(&|| false),
        []
    );
}

#[test]
fn a_token_that_is_missing_is_one_error() {
    let mut failures = BTreeMap::new();
    for token in lex::tokens(PROGRAM, Version::February2025) {
        if token.kind != TokenKind::Comment {
            check(
                token.range.start as usize..token.range.end as usize,
                &mut failures,
            );
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn a_line_that_is_half_typed_is_one_error() {
    let mut failures = BTreeMap::new();
    for token in lex::tokens(PROGRAM, Version::February2025) {
        let start = token.range.start as usize;
        let end = PROGRAM[start..]
            .find('\n')
            .map_or(PROGRAM.len(), |end| start + end);
        check(start..end, &mut failures);
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
