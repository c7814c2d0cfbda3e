use super::*;

#[test]
fn long_pieces_of_source_are_cut() {
    let long = "あ".repeat(TEXT_BYTES_MAX);
    let said = message!("`{long}`", long).to_string();
    assert!(
        said.starts_with("`ああ") && said.ends_with("あ…`"),
        "{said}"
    );
    assert!(said.len() < TEXT_BYTES_MAX + 10);
}

#[test]
fn values_stand_in_their_places() {
    let check = |message: Message, expected: &str| assert_eq!(message.to_string(), expected);
    let count = 3;
    check(message!("no places"), "no places");
    check(
        message!("{count} of {name}, {count}", count, name = "`$t`"),
        "3 of `$t`, 3",
    );
    check(
        message!("either {what}", what = Message::any_of(["a", "b", "c"])),
        "either a, b or c",
    );
    check(
        message!("{what}", what = Message::all_of(Vec::<Message>::new())),
        "",
    );
    check(
        message!("{inner}!", inner = message!("{count} steps", count)),
        "3 steps!",
    );
    check(Message::from_table("a {brace} stays"), "a {brace} stays");
    check(Message::verbatim("a {brace} stays"), "a {brace} stays");
    check(message!("{what}", what = "{what}"), "{what}");
    check(
        Message::remark("After that, nothing."),
        "after that, nothing",
    );
    check(Message::remark("LM0 is free."), "LM0 is free");
}

#[test]
fn one_is_singular_and_everything_else_plural() {
    let check = |count: u64, expected: &str| {
        let said = message!("{count:# line is|# lines are} long, {count}", count);
        assert_eq!(said.to_string(), expected);
    };
    check(0, "0 lines are long, 0");
    check(1, "1 line is long, 1");
    check(2, "2 lines are long, 2");
    check(11, "11 lines are long, 11");
    let text = message!("{count:it|they}", count = "1");
    assert_eq!(text.to_string(), "they", "a text is no number");
}

#[test]
fn places_and_values_are_held_together() {
    let fits = |template: &'static str, names: &'static [&'static str]| {
        std::panic::catch_unwind(|| assert_places(template, names)).is_ok()
    };
    assert!(fits("{a} {b} {a}", &["a", "b"]));
    assert!(fits("", &[]));
    assert!(!fits("{a}", &[]));
    assert!(!fits("a", &["a"]));
    assert!(!fits("{a", &["a"]));
    assert!(!fits("a}", &[]));
    assert!(!fits("{ab}", &["a"]));
    assert!(fits("{a:# line|# lines}", &["a"]));
    assert!(!fits("{a:# line}", &["a"]));
    assert!(!fits("{a:1|2|3}", &["a"]));
}
