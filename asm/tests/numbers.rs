//! Numbers are written as they are read.

use mnc2_asm::LineParser;

#[test]
fn numbers_read_back() {
    let check = |text: &str, expected: &str| {
        let line = format!("imm {text} $lr0");
        let parsed = LineParser::new().parse(&line);
        let statement = parsed.statement.expect("an immediate value");
        let rendered = mnc2_program::render::statement(&statement);
        assert_eq!(rendered, format!("imm {expected} $lr0"), "{text}");
    };
    check("f\"1.0\"", "f\"1.0\"");
    check("f\"-0\"", "f\"-0.0\"");
    check("f\"1e30\"", "f\"1e30\"");
    check("f\"inf\"", "f\"inf\"");
    check("f\"-nan\"", "f\"-nan\"");
    check("h\"1.5\"", "h\"1.5\"");
    check("h\"0.25\"", "h\"0.25\"");
    check("h\"-1e30\"", "h\"-inf\"");
    check("s\"-1\"", "s\"-1\"");
    check("us\"0xffff\"", "us\"65535\"");
    check("i\"0x7fffffff\"", "i\"2147483647\"");
    check("ui\"0xffffffff\"", "ui\"4294967295\"");
}
