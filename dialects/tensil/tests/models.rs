//! Models: what is wrong with them, and runs by the names of inputs and outputs.

use mnc2_tensil::Options;
use mnc2_text::interface::{Assemble as _, Options as _, Settings as _, Text};
use mnc2_text::{Data, FileContent, Message, NamedFile};

const PROGRAM: &str = "DataMove(<-) Local(2) DRAM1(0) 2(+1)\nLoadWeights Local(2) 2(+1)\nDataMove(<-) Local(0) DRAM0(0) 1(+1)\nMatMul Local(0) Acc(0) 1(+1)\nDataMove(<-) Local(0) Acc(0) 1(+1)\nDataMove(->) Local(0) DRAM0(4) 1(+1)\n";

const MACHINE: &str = r#""arch": {"array_size": 2, "dram0_depth": 16, "dram1_depth": 16, "local_depth": 16, "accumulator_depth": 16}"#;

/// A bias of 0.5, and weights that exchange both scalars, one of them doubled.
const CONSTANTS: [i16; 6] = [128, 128, 0, 512, 256, 0];

fn model(more: &str) -> String {
    format!(
        r#"{{"name": "m", "prog": {{"file_name": "m.tprog", "size": 24}},
"consts": [{{"file_name": "m.tdata", "base": 0, "size": 3}}],
"inputs": [{{"name": "x", "base": 0, "size": 2}}],
"outputs": [{{"name": "y", "base": 4, "size": 1}}, {{"name": "y", "base": 5, "size": 1}}],
{MACHINE}{more}}}"#
    )
}

fn file(name: &str, bytes: Vec<u8>) -> NamedFile {
    NamedFile {
        name: name.to_owned(),
        content: FileContent::Bytes(bytes.into()),
    }
}

fn program() -> Vec<u8> {
    let mut options = Options::default();
    options
        .set_architecture(&format!(
            "{{{}}}",
            &MACHINE[MACHINE.find('{').expect("a brace") + 1..MACHINE.len() - 1]
        ))
        .expect("a machine");
    let words = mnc2_tensil::Document::new(PROGRAM, &options).assemble(&|| false);
    let digits = words
        .iter()
        .flat_map(|word| word.hex.as_bytes()[2..].chunks(2));
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16);
    digits.map(|pair| byte(pair).expect("a byte")).collect()
}

fn constants() -> Vec<u8> {
    CONSTANTS.iter().flat_map(|it| it.to_le_bytes()).collect()
}

fn read(text: &str, files: Vec<NamedFile>) -> Box<dyn Text> {
    let mut options = Options::default();
    options.set_model();
    options.set_files(files);
    options.read(text)
}

fn right_files() -> Vec<NamedFile> {
    vec![file("m.tprog", program()), file("m.tdata", constants())]
}

/// The findings as line, code and sentence.
fn found(text: &str, files: Vec<NamedFile>) -> Vec<String> {
    let findings = read(text, files).findings(&|| false);
    let findings = findings.iter().map(|finding| {
        let diagnostic = &finding.diagnostic;
        let (line, said) = (finding.line + 1, &diagnostic.message);
        format!("{line} {} {said}", diagnostic.code.id)
    });
    findings.collect()
}

fn run(text: &str, given: &[(&str, Data)]) -> Result<String, String> {
    let said = |message: Message| message.to_string();
    let text = read(text, right_files());
    let mut machine = text.machine().map_err(|trouble| said(trouble.message))?;
    let given: Vec<(String, Data)> = given
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    machine.load(&given).map_err(said)?;
    while machine.line().is_some() {
        machine.step().map_err(|trouble| said(trouble.message))?;
    }
    let shown = machine.computed(&given);
    Ok(shown.iter().map(ToString::to_string).collect())
}

fn numbers(numbers: &[f64]) -> Data {
    Data::List(numbers.iter().copied().map(Data::Number).collect())
}

#[test]
fn a_model_runs_by_the_names_of_inputs_and_outputs() {
    let expected = "y\n  [0] = 2.5 2.5\n  [1] = 0.5 -0.5\n";
    let flat = numbers(&[1.0, 2.0, -0.5, 0.0]);
    assert_eq!(run(&model(""), &[("x", flat)]).as_deref(), Ok(expected));
    // The last scalar is filled with a zero.
    let vectors = Data::List(vec![numbers(&[1.0, 2.0]), numbers(&[-0.5])]);
    assert_eq!(run(&model(""), &[("x", vectors)]).as_deref(), Ok(expected));
    let bytes = Data::Text("0001000280ff0000".to_owned());
    assert_eq!(run(&model(""), &[("x", bytes)]).as_deref(), Ok(expected));
    let local = r#", "load_consts_to_local": true"#;
    assert!(run(&model(local), &[]).is_ok());
}

#[test]
fn wrong_inputs_are_refused_with_a_sentence() {
    let sentence = "the input `x` has 2 vectors of 2 scalars: give all numbers, or vectors of fewer numbers, or 8 bytes";
    for wrong in [
        numbers(&[1.0, 2.0, 3.0]),
        numbers(&[]),
        Data::List(vec![numbers(&[1.0]), numbers(&[1.0, 2.0, 3.0])]),
        Data::Text("0001".to_owned()),
        Data::Text("x".to_owned()),
        Data::Integer(1),
    ] {
        assert_eq!(run(&model(""), &[("x", wrong)]), Err(sentence.to_owned()));
    }
    let one = || numbers(&[1.0, 2.0, 3.0, 200.0]);
    assert_eq!(
        run(&model(""), &[("x", one())]),
        Err("the input `x` has 200, which FP16BP8 does not have".to_owned())
    );
    assert_eq!(
        run(&model(""), &[("z", one())]),
        Err("the model has no input `z`: it is `x`".to_owned())
    );
}

#[test]
fn a_right_model_has_no_findings() {
    assert_eq!(found(&model(""), right_files()), [""; 0]);
}

#[test]
fn files_are_checked() {
    let long = [program(), vec![0; 3]].concat();
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n".to_vec();
    let unreadable = NamedFile {
        name: "m.tprog".to_owned(),
        content: FileContent::Unreadable(Message::verbatim("gone")),
    };
    for (files, expected) in [
        (
            vec![file("m.tprog", long), file("m.tdata", vec![0; 11])],
            vec![
                "1 TE0705 `m.tprog` has 27 bytes, and an instruction of this architecture has 4",
                "1 TE0705 `m.tprog` has 27 bytes, and the model states 24",
                "2 TE0705 `m.tdata` has 11 bytes, and the model states 12",
            ],
        ),
        (
            vec![unreadable, file("m.tdata", pointer)],
            vec![
                "1 TE0704 `m.tprog` cannot be read: gone",
                "2 TE0704 `m.tdata` is a pointer of Git LFS, and not the file itself",
            ],
        ),
        (
            vec![
                file("m.tprog", vec![0x60; 24]),
                file("m.tdata", constants()),
            ],
            vec![
                "1 TE0708 `m.tprog` has 6 errors; the first is in instruction 0: no instruction has the opcode 0x6",
            ],
        ),
    ] {
        assert_eq!(found(&model(""), files), expected);
    }
}

#[test]
fn what_is_wrong_with_a_model_has_its_place() {
    for (text, expected) in [
        (
            "",
            "1 TE0701 a model is a JSON object: the file is cut off here",
        ),
        (
            "{\"name\": ",
            "1 TE0701 a model is a JSON object: the file is cut off here",
        ),
        ("[]", "1 TE0702 an object in braces is expected here"),
    ] {
        assert_eq!(found(text, Vec::new()), [expected], "{text}");
    }
    let huge = model("").replace(
        "\"base\": 4, \"size\": 1",
        "\"base\": 4294967296, \"size\": 18446744073709551615",
    );
    assert_eq!(
        found(&huge, right_files()),
        ["4 TE0706 `y` ends at vector 18446744073709551614 of `DRAM0`, which has 16 vectors"]
    );
    let twice = model("").replace("\"base\": 5", "\"base\": 4");
    assert_eq!(
        found(&twice, right_files()),
        ["4 TE0707 `y` and `y` share vector 4"]
    );
    let unknown = model(", \"author\": null");
    assert_eq!(
        found(&unknown, right_files()),
        ["5 TE0703 `author` is not a field of a model: the Python driver refuses it"]
    );
    let wrong = model("").replace("\"size\": 24", "\"size\": -1");
    assert_eq!(
        found(&wrong, right_files()),
        ["1 TE0702 `size` is a whole number that is not negative"]
    );
    let depth = model("").replace("\"local_depth\": 16", "\"local_depth\": 1e9");
    assert_eq!(found(&depth, right_files()).len(), 1);
}

#[test]
fn an_edit_is_a_fresh_reading() {
    let text = model("");
    let mut edited = read(&text, right_files());
    let at = text.find("\"x\"").expect("an input");
    edited.edit(at..at + 3, "\"é\"");
    let fresh = read(&text.replace("\"x\"", "\"é\""), right_files());
    assert_eq!(edited.findings(&|| false), fresh.findings(&|| false));
    assert_eq!(
        edited.lines().symbols(&|| false),
        fresh.lines().symbols(&|| false)
    );
    // Every prefix is read, and every position has an answer.
    for (end, _) in text.char_indices() {
        let cut = read(&text[..end], right_files());
        assert!(!cut.findings(&|| false).is_empty());
        assert!(cut.machine().is_err());
        let at = mnc2_text::Position {
            line: 0,
            byte: end as u32,
        };
        let _ = cut.hover(at, mnc2_text::Language::English);
    }
}
