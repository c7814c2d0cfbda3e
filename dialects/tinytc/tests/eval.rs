//! Values of constant expressions.

use mnc2_tinytc::{Document, Options, eval};

fn check(text: &str, expected: &str) {
    let text = format!("func @f(%m: memref<f32x64x?>, %n: index) {{\n{text}\n}}");
    let document = Document::new(&text, &Options::default());
    let found = match eval(&document) {
        Ok(folded) => format!("{} : {}", folded.value.canonical(), folded.ty),
        Err(message) => message.to_string(),
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn expressions_of_constants_are_folded() {
    check("%0 = constant 1 : i64 %1 = arith.not %0 : i64", "-2 : i64");
    check(
        "%0 = constant -2.0 : f32 %1 = arith.abs %0 : f32",
        "0x1p+1 : f32",
    );
    check(
        "%0 = constant [1.0,-1.0] : c32 %1 = arith.add %0, %0 : c32",
        "[0x1p+1,-0x1p+1] : c32",
    );
    check(
        "%0 = constant 32768 : i32 %1 = cast %0 : i16",
        "-32768 : i16",
    );
    check("%0 = size %m[0] : index", "64 : index");
    check(
        "%0 = constant 2 : index %1 = arith.add %0, %n : index %2 = size %m[1] : index",
        "2 : index",
    );
    check(
        "%0 = constant true : bool %1 = arith.xor %0, %0 : bool",
        "false : bool",
    );
    check(
        "%0 = constant 1 : i32 %1 = constant 0 : i32 %2 = arith.div %0, %1 : i32",
        "an integer is divided by zero",
    );
    check(
        "%0 = arith.add %n, %n : index",
        "the function has no constant expression",
    );
}
