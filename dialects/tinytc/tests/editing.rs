//! Laws of editing, on all texts of the project.

use mnc2_laws::{Language, completing, naming, texts};
use mnc2_tinytc::LANGUAGE;
use mnc2_tinytc::table::{Execution, Row};
use mnc2_tinytc::types::Scalar;
use mnc2_tinytc::version::Version;

/// Instructions that are typed, each alone in a function that has values of every type. The result of none is used, so each can
/// become any other.
const INSTRUCTIONS: &[&str] = &[
    "%x = alloca : memref<f32x8x8,local>",
    "axpby.n %a, %A, %a, %B",
    "cumsum %a, %A, 0, %a, %B",
    "foreach (%q)=(%i),(%i) { }",
    "foreach (%k)=(%i),(%i) {\n  %x = arith.add %k, %k : index\n  }",
    "gemm.n.t %a, %A, %B, %a, %A",
    "gemv.n %a, %A, %v, %a, %w",
    "ger %a, %v, %w, %a, %A",
    "hadamard %a, %A, %B, %a, %A",
    "sum.n %a, %A, %a, %v",
    "parallel { }",
    "%x = arith.neg %d : f64",
    "%x = arith.and %b, %b : bool",
    "barrier.global.local",
    "%x = cast %n : i64",
    "%x = constant 1 : i32",
    "%x = constant 1.0 : f32",
    "%x = constant [1.0,2.0] : c32",
    "%x = alloca : memref<f32x8x8,strided<1,8>,local>",
    "%x = expand %A[1->2x4] : memref<f32x8x2x4>",
    "%x = expand %v[0->2x4] : memref<f32x2x4>",
    "%x = expand %w[0->2x4] : memref<f32x2x4>",
    "%x = expand %l[0->2x4] : memref<c64x2x4>",
    "%x = expand %L[1->2x4] : memref<c64x8x2x4>",
    "%x = expand %B[1->2x4] : memref<f32x8x2x4>",
    "%x = expand %A[1->%i x4] : memref<f32x8x?x4>",
    "%x = expand %v[0->%i x4] : memref<f32x?x4>",
    "%x = expand %l[0->%i x4] : memref<c64x?x4>",
    "%x = expand %L[1->%i x4] : memref<c64x8x?x4>",
    "for %k = %i, %i {\n  %x = arith.add %k, %k : index\n  }",
    "for %k:i32 = %n, %n {\n  %x = cast %k : f32\n  }",
    "%x = fuse %A[0,1] : memref<f32x64>",
    "%x = if %b -> (f32) { yield (%a) } else { yield (%a) }",
    "%x = load %s[] : f32",
    "%x = load %v[%i] : f32",
    "%x = load %w[%i] : f32",
    "%x = load %l[%i] : c64",
    "%x = load %B[%i,%i] : f32",
    "%x = load %L[%i,%i] : c64",
    "%x = load %A[%i,%i] : f32",
    "%x = load %g[%i] : memref<f32x8>",
    "%x = size %A[0] : index",
    "%x = subview %A[1:4,%i] : memref<f32x4>",
    "%x = subview %A[1:%i,%i] : memref<f32x?>",
    "%x = subview %l[1:4] : memref<c64x4>",
    "%x = subview %v[1:4] : memref<f32x4>",
    "%x = subview %w[1:4] : memref<f32x4>",
    "%x = subview %l[1:%i] : memref<c64x?>",
    "%x = subview %L[1:4,%i] : memref<c64x4>",
    "%x = subview %L[1:%i,%i] : memref<c64x?>",
    "%x = subview %B[1:4,%i] : memref<f32x4>",
    "%x = fuse %L[0,1] : memref<c64x64>",
    "%x = fuse %B[0,1] : memref<f32x64>",
    "%x = for %k = %i, %i init(%y = %a) -> (f32) { yield (%y) }",
    "store %a, %v[%i]",
    "store.atomic_add %a, %A[%i,%i]",
    "parallel {\n  %x = cooperative_matrix_load.n %A[%i,%i] : coopmatrix<f32x8x8,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_load.n %B[%i,%i] : coopmatrix<f32x8x8,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_load.n %L[%i,%i] : coopmatrix<c64x8x8,matrix_acc>\n  }",
    "parallel {\n  %used = constant 1.0 : coopmatrix<f32x8x8,matrix_acc>\n  cooperative_matrix_store %used, %A[%i,%i]\n  }",
    "parallel {\n  %used = constant 1.0 : coopmatrix<f32x8x8,matrix_acc>\n  \
     %x = cooperative_matrix_scale %a, %used : coopmatrix<f32x8x8,matrix_acc>\n  }",
    "parallel {\n  %used = constant 1.0 : coopmatrix<f32x8x8,matrix_a>\n  \
     %used1 = constant 1.0 : coopmatrix<f32x8x8,matrix_b>\n  %used2 = constant 1.0 : coopmatrix<f32x8x8,matrix_acc>\n  \
     %x = cooperative_matrix_mul_add %used, %used1, %used2 : coopmatrix<f32x8x8,matrix_acc>\n  }",
    "parallel {\n  %x = subgroup_broadcast %a, %n : f32\n  }",
];

/// Instructions of 0.4 that 2025-02 lacks, as above.
const NEWER: &[&str] = &[
    "%x = sin %a : f32",
    "%x = add %n, %n : i32",
    "%x = less_than %n, %n : bool",
    "%x = group_id.y : index",
    "%x = subgroup_size : i32",
    "%x = associated %g : bool",
    "%x = atomic_load.device.acquire %v[%i] : f32",
    "%x = atomic_load %w[%i] : f32",
    "%x = atomic_load %l[%i] : c64",
    "%x = atomic_load %s[] : f32",
    "%x = atomic_load %A[%i,%i] : f32",
    "%x = atomic_load %B[%i,%i] : f32",
    "%x = atomic_load %L[%i,%i] : c64",
    "atomic_store.subgroup %a, %v[%i]",
    "%x = atomic_max %a, %v[%i] : f32",
    "gemm.atomic.t %a, %A, %B, %a, %A",
    "axpby %a, %A, %a, %B",
    "for %k = %n, %n {\n  %x = cast %k : f32\n  }",
    "parallel { }",
    "for %k = %i, %i { }",
    "%x = cast %n : i64",
    "foreach_tile (%q)=(%i),(%i) as (%r)<=(16) { }",
    "parallel {\n  %used = constant 1.0 : coopmatrix<f32x8x8,matrix_acc>\n  %x = cooperative_matrix_extract %used[0] : f32\n  }",
    "parallel {\n  %used = constant 1.0 : coopmatrix<f32x8x8,matrix_acc>\n  \
     %x = cooperative_matrix_insert %a, %used[0] : coopmatrix<f32x8x8,matrix_acc>\n  }",
    "parallel {\n  %used = constant 1.0 : coopmatrix<f32x8x8,matrix_acc>\n  \
     %x = cooperative_matrix_reduce_add.row %used : coopmatrix<f32x8x1,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_construct %a : coopmatrix<f32x8x8,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_construct %n : coopmatrix<i32x8x8,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_construct %i : coopmatrix<indexx8x8,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_construct %z : coopmatrix<c32x8x8,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_construct %d : coopmatrix<f64x8x8,matrix_acc>\n  }",
    "parallel {\n  %x = cooperative_matrix_load.t.rows_checked %A[%i,%i] : coopmatrix<f32x8x8,matrix_a>\n  }",
    "parallel {\n  %x = cooperative_matrix_load %B[%i,%i] : coopmatrix<f32x8x8,matrix_b>\n  }",
    "parallel {\n  %x = cooperative_matrix_load %L[%i,%i] : coopmatrix<c64x8x8,matrix_b>\n  }",
    "parallel {\n  %used = constant 1.0 : coopmatrix<f32x8x8,matrix_acc>\n  \
     %x = cooperative_matrix_atomic_add %used, %A[%i,%i] : coopmatrix<f32x8x8,matrix_acc>\n  }",
];

/// An instruction for each word of the rows with several words, in one function.
fn of_rows() -> String {
    let words = mnc2_tinytc::table::words(Version::February2025);
    let written = words.enumerate().filter_map(|(number, word)| {
        let row = Row::find(Version::February2025, word)?;
        let operands = match (row.section, word) {
            ("Arithmetic (binary)", _) => " %n, %n : i32",
            (_, "arith.conj") => " %z : c32",
            (_, "arith.im" | "arith.re") => " %z : f32",
            ("Arithmetic (unary)", _) => " %n : i32",
            ("Comparison", _) => " %n, %n : bool",
            ("Math (unary)", _) => " %a : f32",
            (_, "builtin.group_id" | "builtin.group_size") => " : index",
            ("Builtin (mixed)" | "Builtin (SPMD)", _) => " : i32",
            ("Subgroup operation", _) => " %n : i32",
            _ => return None,
        };
        let instruction = format!("%x{number} = {word}{operands}");
        Some(match row.execution {
            Execution::Spmd => format!("parallel {{\n  {instruction}\n  }}"),
            Execution::Collective | Execution::Mixed => instruction,
        })
    });
    written.collect::<Vec<_>>().join("\n  ")
}

/// Parameters that are typed.
const PARAMETERS: &[&str] = &[
    "%x: bool",
    "%x: f32, %y: i64",
    "%x: memref<f32x8x8,strided<1,8>>",
    "%x: memref<f32x8,local>",
    "%x: memref<f32x8,global>",
    "%x: memref<f32x8,strided<1>>",
    "%x: group<memref<f64x4>x?>",
    "%x: group<memref<f64x4>x8, offset: 2>",
];

fn language() -> Language {
    Language::new(&LANGUAGE, tree_sitter_tinytc::LANGUAGE.into())
}

fn all() -> Vec<(String, String)> {
    texts::language_texts(env!("CARGO_MANIFEST_DIR"), ".ir", "tinytc.md", "tinytc")
}

#[test]
fn renames_change_names_alone() {
    naming::keeps_tokens_and_findings(&language(), &all(), 100);
}

/// New names, shapes and words between operands need no offer.
fn is_free(text: &str, line: &str, at: usize) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "_.%@".contains(it);
    let rest = &line[at..];
    let word = &rest[..rest.find(|it| !is_part(it)).unwrap_or(rest.len())];
    let header = text.lines().next().unwrap_or_default();
    let is_value = line != header && header.contains(&format!("{word}:"));
    let is_type = word == "bool" || Scalar::find(word).is_some();
    let is_word = |version| Row::find(version, word).is_some();
    !(is_value || is_type || Version::ALL.into_iter().any(is_word))
}

/// What the next line uses stays.
fn is_typed(line: &str) -> bool {
    let is_used = line.contains("%used") && line.contains("= constant");
    !line.starts_with("func @f") && !is_used
}

/// The functions with each of some instructions, and what follows them.
fn functions(instructions: Vec<String>, rest: &str) -> impl Iterator<Item = String> {
    let values = "%a: f32, %d: f64, %i: index, %n: i32, %b: bool, %z: c32, %A: memref<f32x8x8>, \
        %B: memref<f32x8x8>, %v: memref<f32x8>, %w: memref<f32x8>, %s: memref<f32>, \
        %L: memref<c64x8x8>, %l: memref<c64x8>, %g: group<memref<f32x8>x?>";
    let instructions = instructions.into_iter();
    instructions.map(move |it| format!("func @f({values}) {{\n  {it}\n}}\n{rest}"))
}

fn offers_what_is_accepted(
    functions: impl Iterator<Item = String>,
    is_typed: fn(&str) -> bool,
    accepted_min: usize,
) {
    let lines = |text: String| (text.lines().skip(1).collect(), text);
    let texts: Vec<_> = functions.map(lines).collect();
    // No result is used.
    let language = Language {
        ignored: &["TC0804"],
        ..language()
    };
    completing::offers_what_is_accepted(&language, &texts, is_typed, is_free, accepted_min);
}

#[test]
fn what_is_offered_is_accepted() {
    let instructions = INSTRUCTIONS.iter().map(|&it| it.to_owned());
    let functions = functions(instructions.chain([of_rows()]).collect(), "");
    let parameters = PARAMETERS.iter();
    let typed = parameters.map(|it| format!("func @typed({it}) {{\n}}\n"));
    offers_what_is_accepted(functions.chain(typed), is_typed, 500);
}

/// A function that is certainly of 0.4 follows, so that what is typed is of 0.4, too.
#[test]
fn what_is_offered_in_04_is_accepted() {
    let instructions = NEWER.iter().map(|&it| it.to_owned()).collect();
    let rest = "func @newer() {\n  %x = num_groups.y : index\n  %y = num_groups.z : index\n}\n";
    // Without the words of the last function, or `parallel`, the text is another one; `indexx8` is two words.
    let is_own = |line: &str| {
        let others = ["func @newer", "num_groups", "parallel", "indexx"];
        is_typed(line) && !others.iter().any(|it| line.contains(it))
    };
    offers_what_is_accepted(functions(instructions, rest), is_own, 100);
}
