//! Instruction words: of a step, next to the assembler's output, and as documents of their own.

use std::fs;
use std::path::PathBuf;

use crate::support::{Client, URI, at, cursor, file_uri};
use mnc2_program::rules::Rules;
use mnc2_project::encodings;
use mnc2_words::{Pair, assemble, learn};
use serde_json::{Value, json};

const PROGRAM: &str = "lpassa $lm0v $lr0v\nnop/2\nd get $lm0n0c0b0m0p0 1\nlpassa $lr8v $ln0v\n";

/// The output of a program, as far as its bits are known; one line has a bit inverted.
fn output(program: &str, turned: Option<(usize, usize)>) -> String {
    let assembly = assemble(program, &Rules::default());
    assert!(assembly.can_be_written(true), "{program}");
    let mut lines: Vec<String> = assembly.lines.into_iter().map(|line| line.text).collect();
    if let Some((line, bit)) = turned {
        let at = "i ".len() + 291 - bit;
        let digit = if &lines[line][at..=at] == "0" {
            "1"
        } else {
            "0"
        };
        lines[line].replace_range(at..=at, digit);
    }
    lines.join("\n") + "\n"
}

/// A folder with files and a client; the folder is removed when the test ends.
struct Beside {
    client: Client,
    folder: PathBuf,
}

impl Beside {
    async fn start(test: &str, capabilities: Value) -> Self {
        let name = format!("mnc2-lsp-{}-words-{test}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let client = Client::start(capabilities).await;
        Self { client, folder }
    }

    fn uri(&self, name: &str) -> String {
        file_uri(&self.folder.join(name))
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.folder.join(name), content).expect("it can be written");
    }

    /// The next diagnostics of a file: severity, source, line and message.
    async fn found(&mut self, name: &str) -> Vec<String> {
        let uri = self.uri(name);
        let incoming = self
            .client
            .wait_for(|message| {
                message["method"] == "textDocument/publishDiagnostics"
                    && message["params"]["uri"] == uri
            })
            .await;
        let found = incoming["params"]["diagnostics"].as_array().cloned();
        let shown = |it: &Value| {
            let (severity, source) = (&it["severity"], it["source"].as_str().unwrap_or(""));
            let line = &it["range"]["start"]["line"];
            format!(
                "{severity} {source} {line}: {}",
                it["message"].as_str().unwrap_or("")
            )
        };
        found.unwrap_or_default().iter().map(shown).collect()
    }

    async fn changed_on_disk(&mut self, name: &str) {
        let changes = json!({ "changes": [{ "uri": self.uri(name), "type": 2 }] });
        self.client
            .notify("workspace/didChangeWatchedFiles", changes)
            .await;
    }

    async fn definition(&mut self, name: &str, line: u32, character: u32) -> Value {
        let place = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": { "line": line, "character": character },
        });
        self.client.request("textDocument/definition", place).await
    }

    /// Opens an output as an editor without a language for it does.
    async fn open_output(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        let document = json!({ "uri": uri, "languageId": "asm", "version": 1, "text": text });
        self.client
            .notify("textDocument/didOpen", json!({ "textDocument": document }))
            .await;
    }

    async fn disassembly(&mut self, name: &str) -> String {
        let uri = format!("mnc2-disassembly:/{name}.vsm?{}", self.uri(name));
        let params = json!({ "uri": uri });
        let answer = self
            .client
            .request("mnc2/textDocumentContent", params)
            .await;
        answer["text"].as_str().unwrap_or_default().to_owned()
    }

    async fn finish(self) {
        self.client.finish().await;
        fs::remove_dir_all(&self.folder).expect("the folder can be removed");
    }
}

const DIFFERS: &str = "3 mnc2 asm 0: its word in `a.asm`, line 1, differs in bits 263:255, GRF0 write address (0x0 here, 0x10 there)";

#[tokio::test]
async fn an_output_beside_the_program_is_compared_as_both_change() {
    let mut beside = Beside::start("compared", json!({})).await;
    beside.write("a.asm", output(PROGRAM, Some((0, 259))));
    let uri = beside.uri("a.vsm");
    beside.client.open_as(&uri, PROGRAM).await;
    assert_eq!(beside.found("a.vsm").await, [DIFFERS]);
    // The assembler writes it again.
    beside.write("a.asm", output(PROGRAM, None));
    beside.changed_on_disk("a.asm").await;
    assert_eq!(beside.found("a.vsm").await, [""; 0]);
    // A file of another format has the same name.
    beside.write("a.asm", "mov eax, 1\n");
    beside.changed_on_disk("a.asm").await;
    assert_eq!(beside.found("a.vsm").await, [""; 0]);
    beside.write("a.asm", output(PROGRAM, Some((0, 259))));
    beside.changed_on_disk("a.asm").await;
    assert_eq!(beside.found("a.vsm").await, [DIFFERS]);
    // The program is made equal by an edit.
    let edit = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [
        { "range": { "start": { "line": 0, "character": 13 }, "end": { "line": 0, "character": 18 } }, "text": "$lr16v" }
    ] });
    beside.client.notify("textDocument/didChange", edit).await;
    assert_eq!(beside.found("a.vsm").await, [""; 0]);
    fs::remove_file(beside.folder.join("a.asm")).expect("it is there");
    beside.finish().await;
}

#[tokio::test]
async fn what_is_inferred_is_a_hint() {
    let program = "lpassa $m0v $r0v\n";
    let mut beside = Beside::start("inferred", json!({})).await;
    beside.write("a.asm", output(program, Some((0, 154))));
    let uri = beside.uri("a.vsm");
    beside.client.open_as(&uri, program).await;
    assert_eq!(
        beside.found("a.vsm").await,
        [
            "4 mnc2 asm 0: its word in `a.asm`, line 1, differs in what mnc2 only inferred: bits 154:153, LM0 width (0x0 here, 0x2 there)"
        ]
    );
    beside.finish().await;
}

#[tokio::test]
async fn program_and_output_lead_to_each_other() {
    let mut beside = Beside::start("definition", json!({})).await;
    beside.write("a.asm", output(PROGRAM, None));
    let (program, words) = (beside.uri("a.vsm"), beside.uri("a.asm"));
    beside.client.open_as(&program, PROGRAM).await;
    assert_eq!(beside.found("a.vsm").await, [""; 0]);
    let found = beside.definition("a.vsm", 3, 2).await;
    assert_eq!(found[0]["uri"], words, "{found}");
    assert_eq!(found[0]["range"]["start"]["line"], 4, "{found}");
    // Operands lead to the writes that reach them, as ever.
    let found = beside.definition("a.vsm", 3, 8).await;
    assert_eq!(found[0]["uri"], Value::Null, "{found}");

    let text = output(PROGRAM, Some((0, 259)));
    beside.open_output("a.asm", &text).await;
    // The text of the editor counts.
    assert_eq!(beside.found("a.vsm").await, [DIFFERS]);
    let found = beside.definition("a.asm", 4, 30).await;
    assert_eq!(
        (&found["uri"], &found["range"]["start"]["line"]),
        (&json!(program), &json!(3))
    );
    let place =
        json!({ "textDocument": { "uri": words }, "position": { "line": 4, "character": 9 } });
    let hover = beside.client.request("textDocument/hover", place).await;
    let shown = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("lpassa $lr8v $ln0v"), "{hover}");
    // A program that is not open is read.
    beside.write("a.vsm", PROGRAM);
    let closed = json!({ "textDocument": { "uri": program } });
    beside.client.notify("textDocument/didClose", closed).await;
    assert_eq!(beside.found("a.vsm").await, [""; 0]);
    let found = beside.definition("a.asm", 2, 0).await;
    assert_eq!(found["range"]["start"]["line"], 1, "{found}");
    // What is not an output is left alone by every request.
    beside.open_output("b.asm", "mov eax, 1\n").await;
    assert_eq!(beside.definition("b.asm", 0, 0).await, Value::Null);
    beside.finish().await;
}

#[tokio::test]
async fn an_output_alone_is_shown_as_text() {
    let mut beside = Beside::start("disassembly", json!({})).await;
    beside.write("a.asm", output(PROGRAM, None));
    let text = beside.disassembly("a.asm").await;
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").trim())
        .collect();
    assert_eq!(
        lines,
        [
            "lpassa $lm0v $lr0v",
            "nop",
            "nop",
            "d get $lm0n0c0b0m0p0 1",
            "lpassa $lr8v $ln0v"
        ]
    );
    beside.write("b.asm", "mov eax, 1\n");
    let text = beside.disassembly("b.asm").await;
    assert_eq!(
        text,
        "# `b.asm` is not an output of the assembler for MN-Core 2\n"
    );
    beside.write("p.idma.dat", [0; 128]);
    let text = beside.disassembly("p.idma.dat").await;
    assert!(
        text.starts_with("# p.idma.dat: 128 bytes, 1 blocks\n"),
        "{text}"
    );
    let text = beside.disassembly("secret.txt").await;
    assert!(
        text.contains("is neither output of the assembler"),
        "{text}"
    );
    let text = beside.disassembly("missing.asm").await;
    assert!(text.starts_with("# `missing.asm`: "), "{text}");
    beside.finish().await;
}

/// The names of the fields that `mnc2/word` states are used, with their certainty.
async fn word(client: &mut Client, line: u32) -> Vec<String> {
    let params = json!({ "textDocument": { "uri": URI }, "line": line });
    let word = client.request("mnc2/word", params).await;
    let fields = word["fields"].as_array().cloned().unwrap_or_default();
    assert!(
        word == Value::Null
            || word["hexadecimal"]
                .as_str()
                .is_some_and(|it| it.len() == 73)
    );
    let used = fields.iter().filter(|field| field["used"] == true);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    used.map(|it| {
        format!(
            "{} {} {}",
            text(&it["name"]),
            it["content"],
            text(&it["certainty"])
        )
    })
    .collect()
}

#[tokio::test]
async fn the_word_of_a_step_has_its_fields() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked("lpassa $lm0v $lr0v\nlpassa $m0v $lr0v\nlinc $lm0v $lr0v\nlpassa $lm0v\n\n")
        .await;
    let known = word(&mut client, 0).await;
    assert!(
        known.contains(&"grf0_write 1 known".to_owned()),
        "{known:?}"
    );
    assert!(known.iter().all(|it| it.ends_with(" known")), "{known:?}");
    let inferred = word(&mut client, 1).await;
    assert!(
        inferred.contains(&"lm0_width 0 inferred".to_owned()),
        "{inferred:?}"
    );
    let unknown = word(&mut client, 2).await;
    assert!(
        unknown.contains(&"alu_opcode null unknown".to_owned()),
        "{unknown:?}"
    );
    for line in [3, 4, 99] {
        assert_eq!(word(&mut client, line).await, [""; 0], "{line}");
    }
    client.finish().await;
}

/// The hover between expressions for a client.
async fn hovered(general: Value, fixture: &str) -> String {
    let (text, position) = cursor(fixture);
    let mut client = Client::start(json!({
        "general": general,
        "textDocument": { "hover": { "contentFormat": ["markdown"] } },
    }))
    .await;
    client.open_checked(&text).await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    hover["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[tokio::test]
async fn the_hover_between_expressions_ends_with_the_word() {
    let plain = hovered(json!({}), "lpassa $m0v $lr0v ‸").await;
    assert!(plain.contains("#### Machine word: "), "{plain}");
    assert!(plain.contains("**lm0_width 0x0 (inferred)**"), "{plain}");
    assert!(!plain.contains("<span"), "{plain}");
    let general = json!({ "markdown": { "parser": "marked", "allowedTags": ["span"] } });
    let coloured = hovered(general, "lpassa $m0v $lr0v ‸").await;
    assert!(
        coloured.contains("<span style=\"color:#c07c1a;\">lm0_width 0x0 (inferred)</span>"),
        "{coloured}"
    );
    // Hovers at other places do not have it. In flat mode the hover has it, too; the codes are inferred there.
    let opcode = hovered(json!({}), "lpas‸sa $m0v $lr0v").await;
    assert!(!opcode.contains("Machine word"), "{opcode}");
    let flat = hovered(json!({}), "lpassa $lm[0,2,4,6] $lr0v ‸").await;
    assert!(flat.contains("#### Machine word: "), "{flat}");
    assert!(flat.contains("lm0_address_3 0x6 (inferred)"), "{flat}");
}

/// Rows of the user's own assembler that `mnc2.toml` names count in the word of a step, in hover, and in what is compared.
#[tokio::test]
async fn learned_rows_are_read() {
    let program = "lpassa $lr0v $nowrite\nladd $lr0v $ls0v $nowrite\n";
    let stated = "lpassa $lr0v $nowrite\nladd $lr0v $ls0v $nowrite ?alu_opcode=0xc ?alu_precision=0x0 ?alu_input2=0x1\n";
    let words = output(stated, None);
    let pair = Pair {
        name: "a.vsm",
        program,
        output: &words,
    };
    let rows = encodings::write(&learn(&[pair], false).encodings);
    let mut beside = Beside::start("learned", json!({})).await;
    beside.write("a.asm", output(stated, Some((1, 86))));
    beside.write("mnc2.toml", "encodings = \"rows.toml\"\n");
    beside.write("rows.toml", &rows);
    let uri = beside.uri("a.vsm");
    beside.client.open_as(&uri, program).await;
    let differs = "3 mnc2 asm 1: its word in `a.asm`, line 2, differs in bits 90:86, ALU opcode (0xc here, 0xd there)";
    assert_eq!(beside.found("a.vsm").await, [differs]);
    let place = json!({ "textDocument": { "uri": uri }, "line": 1 });
    let word = beside.client.request("mnc2/word", place.clone()).await;
    let opcode = |word: &Value| {
        let fields = word["fields"].as_array().cloned().unwrap_or_default();
        let mut fields = fields.into_iter();
        let field = fields.find(|it| it["name"] == "alu_opcode");
        let field = field.unwrap_or_default();
        (field["content"].clone(), field["status"].clone())
    };
    assert_eq!(opcode(&word), (json!(12), json!("learned")));
    // The file changes: removed rows no longer apply, and its errors are reported there.
    beside.write("rows.toml", "format = 1\nword = 3\n");
    beside.changed_on_disk("rows.toml").await;
    assert_eq!(
        beside.found("rows.toml").await,
        ["2 mnc2 1: `word` must be an array"]
    );
    assert_eq!(beside.found("a.vsm").await, [""; 0]);
    let word = beside.client.request("mnc2/word", place.clone()).await;
    assert_eq!(opcode(&word), (Value::Null, json!("unknown")));
    fs::remove_file(beside.folder.join("rows.toml")).expect("it is there");
    beside.changed_on_disk("rows.toml").await;
    assert_eq!(beside.found("rows.toml").await, [""; 0]);
    assert_eq!(beside.found("a.vsm").await, [""; 0]);
    let found = beside.found("mnc2.toml").await;
    assert!(
        found[0].starts_with("2 mnc2 0: the encodings `rows.toml` cannot be read: "),
        "{found:?}"
    );
    // It comes back.
    beside.write("rows.toml", &rows);
    beside.changed_on_disk("rows.toml").await;
    assert_eq!(beside.found("mnc2.toml").await, [""; 0]);
    assert_eq!(beside.found("a.vsm").await, [differs]);
    let word = beside.client.request("mnc2/word", place).await;
    assert_eq!(opcode(&word), (json!(12), json!("learned")));
    beside.finish().await;
}

/// An open output has diagnostics where a word is cut off, and none once it is whole or closed.
#[tokio::test]
async fn words_that_are_cut_off_are_named_in_their_file() {
    let mut beside = Beside::start("cut", json!({})).await;
    let whole = output(PROGRAM, None);
    let cut: String = whole
        .lines()
        .enumerate()
        .map(|(line, text)| format!("{}\n", if line == 1 { &text[..90] } else { text }))
        .collect();
    beside.open_output("a.asm", &cut).await;
    assert_eq!(
        beside.found("a.asm").await,
        ["1 mnc2 1: a word has 292 bits, but this one is cut off after 88"]
    );
    let uri = beside.uri("a.asm");
    let edit = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": whole }] });
    beside.client.notify("textDocument/didChange", edit).await;
    assert_eq!(beside.found("a.asm").await, [""; 0]);
    let edit = json!({ "textDocument": { "uri": uri, "version": 3 }, "contentChanges": [{ "text": cut }] });
    beside.client.notify("textDocument/didChange", edit).await;
    assert_eq!(beside.found("a.asm").await.len(), 1);
    let closed = json!({ "textDocument": { "uri": uri } });
    beside.client.notify("textDocument/didClose", closed).await;
    assert_eq!(beside.found("a.asm").await, [""; 0]);
    beside.finish().await;
}
