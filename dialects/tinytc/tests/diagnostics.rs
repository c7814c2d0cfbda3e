//! Annotated programs ([`mnc2_laws::annotated`]), and a program for another version.

use mnc2_laws::annotated::Annotated;
use mnc2_tinytc::version::Version;
use mnc2_tinytc::{Code, Document, Options};

#[test]
fn annotated_programs() {
    let programs = Annotated {
        language: &mnc2_tinytc::LANGUAGE,
        crate_folder: env!("CARGO_MANIFEST_DIR"),
        comment: ";",
        is_divided: false,
    };
    // It is raised where files are read. A file without a function cannot have near misses.
    programs.holds(&[Code::NotUtf8.id()], &["TC0105"], 9);
}

/// A program for another version has one finding, and its fix is not applied automatically.
#[test]
fn another_version_is_one_finding() {
    let text = "func @f(%a: f32, %A: memref<f32x4x4>) {
  gemm %a, %A, %A, %a, %A
  %x = add %a, %a : f32
  %y = mul %x, %a : f32
  %z = less_than %x, %y : bool
  %i = group_id.x : index
  %w = arith.addd %a, %y : f32
}
";
    let options = Options {
        version: Some(Version::February2025),
        ..Options::default()
    };
    let errors = |text: &str| {
        let found = Document::new(text, &options).findings(&|| false);
        let errors = found.iter().filter(|it| it.diagnostic.is_error());
        errors.collect::<Vec<_>>()
    };
    let found = errors(text);
    let lines: Vec<u32> = found.iter().map(|it| it.line).collect();
    assert_eq!(lines, [2, 6], "{found:#?}");
    // With an error in both versions, it is not known that the translation is exact.
    assert!(found[0].diagnostic.fixes.is_empty());
    let text = &text
        .replace("addd", "add")
        .replace("arith.add %a, %y", "add %a, %y");
    let found = errors(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    let [fix] = found[0].diagnostic.fixes.as_slice() else {
        panic!("one fix: {found:#?}");
    };
    assert!(!fix.is_safe());
    let (fixed, _) = mnc2_text::fix::apply(text, [(2, fix)]);
    let expected = text
        .replace("= add", "= arith.add")
        .replace("= mul", "= arith.mul")
        .replace("gemm ", "gemm.n.n ")
        .replace("group_id.x", "builtin.group_id");
    assert_eq!(fixed, expected.replace("less_than", "cmp.lt"));
    // Without such a word, what is missing is an error.
    let text = "func @f(%a: f32, %A: memref<f32x4x4>) {
  gemm %a, %A, %A, %a, %A
  axpby %a, %A, %a, %A
}
";
    assert_eq!(errors(text).len(), 2);
    let alone = errors("func @f(%a: f32) {\n  %0 = add %a, %a : f32\n}\n");
    assert_eq!(alone.len(), 1);
    assert!(alone[0].diagnostic.fixes.iter().all(|fix| !fix.is_safe()));
}
