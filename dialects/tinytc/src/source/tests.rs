use super::*;

fn check(text: &str, expected: &[&str]) {
    let source = Source::new(text, None);
    let found: Vec<&str> = source.pieces().iter().map(|piece| piece.text()).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_piece_begins_with_a_function() {
    check("", &[""]);
    check(
        "; a\nfunc @a() {} func @b() {}",
        &["; a\n", "func @a() {} ", "func @b() {}"],
    );
    check(
        "func @a() {} ; func @b\n\"func\" %func @func functor",
        &["func @a() {} ; func @b\n\"func\" %func @func functor"],
    );
}

#[test]
fn any_edit_is_a_fresh_read() {
    let text = "; x\nfunc @a() {} func @b() {\n} ; c\n\nfunc @c() { }\n\"a\" func @d() {}";
    for start in 0..=text.len() {
        for end in start..=text.len() {
            for by in ["", "\n", ";", "\"", "func", " func @e() {} ", "x"] {
                let mut source = Source::new(text, None);
                source.edit(start..end, by);
                let mut expected = text.to_owned();
                expected.replace_range(start..end, by);
                let fresh = Source::new(&expected, None);
                let texts = |source: &Source| {
                    source
                        .pieces
                        .iter()
                        .map(|piece| piece.text.clone())
                        .collect::<Vec<_>>()
                };
                assert_eq!(texts(&source), texts(&fresh), "{start}..{end} {by:?}");
            }
        }
    }
}
