//! Completions at the mark `$`.

use expect_test::{Expect, expect};
use mnc2_laws::Editor;
use mnc2_text::Language;
use mnc2_tinytc::LANGUAGE;

fn check(text: &str, expected: &Expect) {
    let (document, at) = Editor(&LANGUAGE).open(text);
    let found: Vec<String> = document
        .completion(at, Language::English)
        .into_iter()
        .map(|found| {
            let is_named = found.insert == format!("%0 = {}", found.label);
            assert!(found.label == found.insert || is_named, "{found:?}");
            assert!(found.replace.contains(&at.byte) || found.replace.end == at.byte);
            found.label
        })
        .collect();
    expected.assert_eq(&found.join(" "));
}

/// A statement in the body of a function with values of several types.
fn check_in(statement: &str, expected: &Expect) {
    let text = format!(
        "func @f(%a: f32, %d: f64, %i: index, %n: i32, %b: bool, %z: c32, %A: memref<f32x4x8>,
  %B: memref<f64x8x4>, %v: memref<f32x8>, %w: memref<f64x4>, %s: memref<f32>, %g: group<memref<f32x4>x?>) {{
  parallel {{
    %l = constant 1.0 : f32
  }}
  {statement}
  %after = constant 1 : i32
}}
"
    );
    check(&text, expected);
}

#[test]
fn values_fit() {
    check_in("%x = arith.add $", &expect!["%z %n %i %d %a"]);
    check_in("%x = arith.and $", &expect!["%b %n %i"]);
    check_in("%x = arith.add %a, $", &expect!["%a"]);
    check_in("%x = arith.add %a, %$ : f32", &expect!["%a"]);
    check_in("%x = cmp.lt %$", &expect!["%n %i %d %a"]);
    check_in("%x = math.exp %$", &expect!["%z %d %a"]);
    check_in("%x = load $", &expect!["%g %s %w %v %B %A"]);
    check_in("%x = load %A[$", &expect!["%i"]);
    check_in("%x = load %A[%i,%i,$", &expect![]);
    check_in("%x = load %g[$] : memref<f32x4>", &expect!["%i"]);
    check_in("%x = fuse $", &expect!["%B %A"]);
    check_in("%x = subview %v[1:$", &expect!["%i"]);
    check_in("store %d, $", &expect!["%w %B"]);
    check_in("if $", &expect!["%b"]);
    check_in("for %k = $", &expect!["%i"]);
    check_in("for %k:i32 = %n, $", &expect!["%n"]);
    check_in("%x = for %k=%i,%i init(%y=$", &expect!["%z %b %n %i %d %a"]);
    check_in("foreach (%k) = ($", &expect!["%i"]);
    check_in("foreach ($", &expect![]);
    check_in("%x = if %b -> (f64) { yield ($", &expect!["%d"]);
    check_in(
        "%x = if %b -> (f64) { yield (%d) } else { yield (%$) }",
        &expect!["%d"],
    );
    check_in("%x = constant $", &expect![]);
}

#[test]
fn operands_of_linear_algebra_fit() {
    // No memref holds complex numbers or indices.
    check_in("gemm.n.t $", &expect!["%n %d %a"]);
    check_in("gemm.n.t %a, $", &expect!["%B %A"]);
    check_in("gemm.n.t %d, $", &expect!["%B %A"]);
    check_in("axpby.n %d, $", &expect!["%w %B"]);
    check_in("gemv.n %a, %A, $", &expect!["%w %v"]);
    check_in("gemv.n %a, %A, %v, %a, $", &expect!["%w %v"]);
    check_in("axpby.n %a, %v, %a, $", &expect!["%w %v"]);
    check_in("sum.n %a, %v, %a, $", &expect!["%s"]);
    check_in("cumsum %a, %v, $", &expect![]);
    check_in("cumsum %a, %v, 0, %a, $", &expect!["%w %v"]);
}

#[test]
fn types_follow_from_operands() {
    check_in("%x = arith.add %d, %d : $", &expect!["f64"]);
    check_in("%x = arith.abs %z : $", &expect!["f32"]);
    check_in("%x = cmp.eq %d, %d : $", &expect!["bool"]);
    check_in("%x = load %g[%i] : $", &expect!["memref<f32x4>"]);
    check_in("%x = cast %z : $", &expect!["c64"]);
    check_in("%x = constant 1.0 : $", &expect!["bf16 f16 f32 f64"]);
    check_in("%x = constant 1 : i$", &expect!["i8 i16 i32 i64 index"]);
    check_in("for %k:$", &expect!["i32 index"]);
    check_in(
        "%x = if %b -> ($",
        &expect!["bool i8 i16 i32 i64 index bf16 f16 f32 f64 c32 c64 memref group coopmatrix"],
    );
    check_in(
        "%x = alloca : memref<$",
        &expect!["i8 i16 i32 i64 index bf16 f16 f32 f64 c32 c64"],
    );
    check_in("%x = alloca : memref<f32x4,l$", &expect!["local"]);
    check(
        "func @f(%a: $",
        &expect!["bool i8 i16 i32 i64 index bf16 f16 f32 f64 c32 c64 memref group"],
    );
}

#[test]
fn instructions_are_those_of_the_region() {
    check_in(
        "a$",
        &expect![
            "alloca axpby arith.add arith.sub arith.mul arith.div arith.rem arith.shl arith.shr arith.and arith.or arith.xor arith.min arith.max arith.abs arith.neg arith.not arith.conj arith.im arith.re"
        ],
    );
    check_in("%x = s$", &expect!["size subview"]);
    check_in(
        "parallel {\n    a$",
        &expect![
            "arith.add arith.sub arith.mul arith.div arith.rem arith.shl arith.shr arith.and arith.or arith.xor arith.min arith.max arith.abs arith.neg arith.not arith.conj arith.im arith.re"
        ],
    );
    check_in(
        "parallel {\n    %x = s$",
        &expect![
            "size subview subgroup_broadcast subgroup_add.exclusive_scan subgroup_add.inclusive_scan subgroup_add.reduce subgroup_max.exclusive_scan subgroup_max.inclusive_scan subgroup_max.reduce subgroup_min.exclusive_scan subgroup_min.inclusive_scan subgroup_min.reduce"
        ],
    );
    check_in("gemm.$", &expect![".n .t .atomic"]);
    check_in("store.$", &expect![".atomic .atomic_add"]);
    check_in(
        "cooperative_matrix_store.$",
        &expect![".atomic .atomic_add .rows_checked .cols_checked .both_checked"],
    );
    check("$", &expect!["func"]);
    check("func @f() {}\nf$", &expect!["func"]);
    check(
        "func @f() attributes{s$",
        &expect!["shape_gcd stride_gcd subgroup_size"],
    );
    check_in("; arith.$", &expect![]);
    check_in("%x = constant 1 : i32 $", &expect![]);
}
