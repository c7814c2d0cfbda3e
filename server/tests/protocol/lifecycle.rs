//! Start, end and nonsense: the handshake, unknown and malformed messages, documents that are not open.

use expect_test::expect;

use crate::methods::{About, about, question};
use crate::support::{Client, URI, at, frame, on_line};
use mnc2_lsp::Ending;
use serde_json::{Value, json};

#[tokio::test]
async fn providers_are_announced_to_a_client_that_declares_nothing() {
    let (client, answer) = Client::start_with(json!({ "capabilities": {} })).await;
    client.finish().await;
    let mut announced = answer["capabilities"].clone();
    assert_eq!(answer["serverInfo"]["name"], "mnc2-lsp");
    for provider in ["completionProvider", "signatureHelpProvider"] {
        assert!(announced[provider]["triggerCharacters"].take().is_array());
    }
    // The legend has a test of its own.
    let legend = announced["semanticTokensProvider"]["legend"].take();
    assert!(legend["tokenTypes"].is_array());
    let files = announced["workspace"]["fileOperations"].take();
    assert_eq!(files["didRename"], files["didDelete"]);
    expect![[r#"
        {
          "positionEncoding": "utf-16",
          "textDocumentSync": {
            "openClose": true,
            "change": 2,
            "save": {
              "includeText": false
            }
          },
          "selectionRangeProvider": true,
          "hoverProvider": true,
          "completionProvider": {
            "resolveProvider": true,
            "triggerCharacters": null
          },
          "signatureHelpProvider": {
            "triggerCharacters": null
          },
          "definitionProvider": true,
          "referencesProvider": true,
          "documentHighlightProvider": true,
          "documentSymbolProvider": true,
          "workspaceSymbolProvider": true,
          "codeActionProvider": true,
          "codeLensProvider": {
            "resolveProvider": false
          },
          "documentFormattingProvider": true,
          "documentRangeFormattingProvider": true,
          "renameProvider": true,
          "documentLinkProvider": {
            "resolveProvider": false
          },
          "foldingRangeProvider": true,
          "executeCommandProvider": {
            "commands": [
              "mnc2.runToHere",
              "mnc2.judge",
              "mnc2.equal",
              "mnc2.showUsage",
              "mnc2.explain",
              "mnc2.shorten",
              "mnc2.whyNoShorter"
            ],
            "workDoneProgress": true
          },
          "workspace": {
            "workspaceFolders": {
              "supported": true,
              "changeNotifications": true
            },
            "fileOperations": null
          },
          "callHierarchyProvider": true,
          "semanticTokensProvider": {
            "legend": null,
            "range": true,
            "full": {
              "delta": true
            }
          },
          "inlineValueProvider": true,
          "inlayHintProvider": {
            "resolveProvider": true
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&announced).expect("it can be written"));
}

/// Eglot applies it by default and does not declare it; in VS Code and Neovim the user turns it on.
#[tokio::test]
async fn formatting_while_typing_is_announced_to_clients_that_declare_it() {
    for (declared, announced) in [
        (
            json!({ "onTypeFormatting": { "dynamicRegistration": true } }),
            json!({ "firstTriggerCharacter": "\n", "moreTriggerCharacter": [";"] }),
        ),
        (
            json!({ "formatting": {}, "rangeFormatting": {} }),
            Value::Null,
        ),
    ] {
        let capabilities = json!({ "capabilities": { "textDocument": declared } });
        let (client, answer) = Client::start_with(capabilities).await;
        client.finish().await;
        let provider = &answer["capabilities"]["documentOnTypeFormattingProvider"];
        assert_eq!(provider, &announced, "{declared}");
    }
}

#[tokio::test]
async fn a_client_that_declares_nothing_can_use_everything() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked("# Add\nlpassa $lm0v $ln0v\nnop/2\nlpassa $ln0v $lr0v\n")
        .await;
    let place = json!({ "line": 3, "character": 8 });
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 4, "character": 0 } });
    let document = json!({ "uri": URI });
    for (method, more) in [
        ("completion", json!({ "position": place })),
        ("hover", json!({ "position": place })),
        ("definition", json!({ "position": place })),
        (
            "references",
            json!({ "position": place, "context": { "includeDeclaration": true } }),
        ),
        ("documentHighlight", json!({ "position": place })),
        ("documentSymbol", json!({})),
        ("codeLens", json!({})),
        ("foldingRange", json!({})),
        ("documentLink", json!({})),
        ("selectionRange", json!({ "positions": [place] })),
        (
            "formatting",
            json!({ "options": { "tabSize": 4, "insertSpaces": true } }),
        ),
        (
            "rangeFormatting",
            json!({ "range": whole, "options": { "tabSize": 4, "insertSpaces": true } }),
        ),
        ("inlayHint", json!({ "range": whole })),
        (
            "inlineValue",
            json!({ "range": whole, "context": { "frameId": 1, "stoppedLocation": whole } }),
        ),
        ("semanticTokens/full", json!({})),
        (
            "semanticTokens/full/delta",
            json!({ "previousResultId": "1" }),
        ),
        ("semanticTokens/range", json!({ "range": whole })),
        ("rename", json!({ "position": place, "newName": "$ln128" })),
        (
            "codeAction",
            json!({ "range": whole, "context": { "diagnostics": [] } }),
        ),
    ] {
        let mut params = more;
        params["textDocument"] = document.clone();
        let answer = client
            .request(&format!("textDocument/{method}"), params)
            .await;
        assert!(!answer.is_null(), "{method}");
    }
    let found = client
        .request("workspace/symbol", json!({ "query": "add" }))
        .await;
    assert_eq!(found[0]["name"], "Add", "{found}");
    // Signatures are shown while operands are missing.
    client.change(2, json!([{ "text": "lpassa " }])).await;
    client.diagnostics(2).await;
    let unfinished = json!({ "line": 0, "character": 7 });
    let help = client
        .request("textDocument/signatureHelp", at(&unfinished))
        .await;
    assert_eq!(help["signatures"].as_array().map(Vec::len), Some(1));
    client.finish().await;
}

#[tokio::test]
async fn requests_outside_of_a_session_are_refused() {
    let mut client = Client::new();
    let early = client
        .request_error(
            "textDocument/hover",
            at(&json!({ "line": 0, "character": 0 })),
        )
        .await;
    assert_eq!(early["code"], -32002);
    client
        .request("initialize", json!({ "capabilities": {} }))
        .await;
    let again = client
        .request_error("initialize", json!({ "capabilities": {} }))
        .await;
    assert_eq!(again["code"], -32600);
    client.request("shutdown", Value::Null).await;
    let late = client
        .request_error(
            "textDocument/hover",
            at(&json!({ "line": 0, "character": 0 })),
        )
        .await;
    assert_eq!(late["code"], -32600);
    client.notify("exit", Value::Null).await;
    assert_eq!(client.close().await, Ending::Orderly);
}

#[tokio::test]
async fn a_client_that_leaves_without_a_word_is_noticed() {
    let client = Client::start(json!({})).await;
    assert_eq!(client.close().await, Ending::Abrupt);
    let mut client = Client::start(json!({})).await;
    client.notify("exit", Value::Null).await;
    assert_eq!(client.close().await, Ending::Abrupt);
}

#[tokio::test]
async fn unknown_messages_are_answered_as_the_specification_says() {
    let mut client = Client::start(json!({})).await;
    let error = client.request_error("textDocument/fly", json!({})).await;
    assert_eq!(error["code"], -32601);
    let error = client.request_error("$/fly", json!({})).await;
    assert_eq!(error["code"], -32601);
    client.notify("textDocument/didFly", json!({})).await;
    client.notify("$/fly", json!({})).await;
    let error = client
        .request_error("textDocument/hover", json!({ "line": 0 }))
        .await;
    assert_eq!(error["code"], -32602);
    client.notify("textDocument/didChange", json!(1)).await;
    client.finish().await;
}

#[tokio::test]
async fn malformed_messages_do_not_end_the_session() {
    let mut client = Client::start(json!({})).await;
    for (body, id, code) in [
        ("", Value::Null, -32700),
        ("{", Value::Null, -32700),
        ("\u{0}", Value::Null, -32700),
        (&"[".repeat(1_000_000), Value::Null, -32700),
        ("1", Value::Null, -32600),
        ("{}", Value::Null, -32600),
        ("[]", Value::Null, -32600),
        // The protocol has no batches.
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]"#,
            Value::Null,
            -32600,
        ),
        (r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, json!(1), -32600),
        (r#"{"id":"a","method":"x"}"#, json!("a"), -32600),
        (r#"{"jsonrpc":"2.0","id":7}"#, json!(7), -32601),
        (r#"{"jsonrpc":"2.0","id":7,"method":1}"#, json!(7), -32600),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#,
            Value::Null,
            -32600,
        ),
    ] {
        client.send_bytes(&frame(body)).await;
        let answer = client.receive().await.expect("an answer");
        let start: String = body.chars().take(100).collect();
        assert_eq!(answer["id"], id, "{start}");
        assert_eq!(answer["error"]["code"], code, "{start}");
    }
    assert_eq!(client.open_checked("nop").await, json!([]));
    client.finish().await;
}

#[tokio::test]
async fn documents_that_are_not_open_get_empty_answers() {
    let pull = json!({ "textDocument": { "diagnostic": {} } });
    let mut client = Client::start(pull).await;
    let document = json!({ "textDocument": { "uri": URI } });
    // Not open yet, then open and closed.
    for round in 0..2 {
        if round == 1 {
            client.open("# A\nlpasa $lm0v $ln0v\n").await;
            client
                .notify("textDocument/didClose", document.clone())
                .await;
        }
        client.change(2, json!([{ "text": "nop" }])).await;
        client
            .notify("textDocument/didSave", document.clone())
            .await;
        let place = json!({ "line": 0, "character": 0 });
        let params = question(URI, &place, &place, 1);
        let questions = [about(About::Place), about(About::Document)].concat();
        for method in questions.iter().filter(|it| !it.starts_with("mnc2/")) {
            let answer = client.request(method, params.clone()).await;
            let expected = match *method {
                "textDocument/diagnostic" => json!({ "kind": "full", "items": [] }),
                _ => Value::Null,
            };
            assert_eq!(answer, expected, "{method}");
        }
    }
    client
        .notify("textDocument/didClose", document.clone())
        .await;
    client.finish().await;
}

/// A request that the user made to this server in particular gets the reason why nothing happens.
#[tokio::test]
async fn commands_and_views_say_that_a_document_is_not_open() {
    let mut client = Client::start(json!({})).await;
    for command in [
        "mnc2.runToHere",
        "mnc2.judge",
        "mnc2.showUsage",
        "mnc2.shorten",
        "mnc2.whyNoShorter",
    ] {
        let arguments = json!([{ "uri": URI, "line": 0 }]);
        let params = json!({ "command": command, "arguments": arguments });
        let error = client
            .request_error("workspace/executeCommand", params)
            .await;
        assert_eq!(error["code"], -32602, "{command}");
        assert_eq!(error["message"], format!("{URI} is not open"), "{command}");
    }
    for method in ["mnc2/timeline", "mnc2/chip", "mnc2/memory"] {
        let params = json!({ "textDocument": { "uri": URI }, "memory": "$lm0" });
        let error = client.request_error(method, params).await;
        assert_eq!(error["message"], format!("{URI} is not open"), "{method}");
    }
    client.finish().await;
}

#[tokio::test]
async fn positions_and_ranges_that_do_not_exist_are_moved_into_the_text() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    assert!(
        client
            .request("textDocument/hover", at(&far))
            .await
            .is_null()
    );
    let hover = client
        .request(
            "textDocument/hover",
            at(&json!({ "line": 0, "character": 99 })),
        )
        .await;
    assert_eq!(hover["range"], on_line(0, 0, 3));

    let reversed = json!({ "start": far, "end": { "line": 0, "character": 0 } });
    client
        .change(2, json!([{ "range": reversed, "text": "nap" }]))
        .await;
    let found = client.diagnostics(2).await;
    assert_eq!(found[0]["range"], on_line(1, 0, 3));
    client
        .change(3, json!([{ "range": { "start": { "line": 1, "character": 0 }, "end": far }, "text": "nop" }]))
        .await;
    assert_eq!(client.diagnostics(3).await, json!([]));

    let params = json!({
        "textDocument": { "uri": URI }, "range": { "start": far, "end": far },
        "context": { "diagnostics": [] }
    });
    let actions = client.request("textDocument/codeAction", params).await;
    assert_eq!(actions[0]["arguments"][0]["line"], 1);
    client.finish().await;
}

#[tokio::test]
async fn a_whole_text_may_replace_another() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    client.change(2, json!([{ "text": "nop\r\nnap\r" }])).await;
    assert_eq!(client.diagnostics(2).await[0]["range"], on_line(1, 0, 3));
    client.open("nop").await;
    assert_eq!(client.diagnostics(1).await, json!([]));
    client.finish().await;
}

/// Scripts write the end of a conversation without waiting; `shutdown` is still answered.
#[tokio::test]
async fn an_exit_that_comes_with_shutdown_waits_for_its_answer() {
    for _ in 0..20 {
        let mut client = Client::start(json!({})).await;
        client.open("nop\n").await;
        let shutdown = json!({ "jsonrpc": "2.0", "id": 77, "method": "shutdown" });
        let exit = json!({ "jsonrpc": "2.0", "method": "exit" });
        let both = [frame(&shutdown.to_string()), frame(&exit.to_string())].concat();
        client.send_bytes(&both).await;
        let answer = client.response(77).await;
        assert_eq!(answer["result"], Value::Null, "{answer}");
        assert!(answer.get("error").is_none(), "{answer}");
        assert_eq!(client.die().await, Ending::Orderly);
    }
}

/// Some clients write a path into a URI as it is.
#[tokio::test]
async fn a_uri_that_is_not_encoded_opens() {
    let mut client = Client::start(json!({})).await;
    for path in ["/日本.vsm", "/a b.vsm", "/é[1].vsm"] {
        let document = json!({
            "uri": format!("file://{path}"), "languageId": "mnc2", "version": 1, "text": "nap\n"
        });
        let params = json!({ "textDocument": document });
        client.notify("textDocument/didOpen", params).await;
        let found = client.incoming("textDocument/publishDiagnostics").await;
        assert_eq!(
            found["params"]["diagnostics"][0]["code"], "E0201",
            "{found}"
        );
        assert!(
            found["params"]["uri"].as_str().is_some_and(str::is_ascii),
            "{found}"
        );
        let place = json!({
            "textDocument": { "uri": format!("file://{path}") },
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 1, "character": 0 } },
        });
        let hints = client.request("textDocument/inlayHint", place).await;
        assert!(hints.is_array() || hints.is_null(), "{hints}");
    }
    client.finish().await;
}

#[tokio::test]
async fn documents_of_other_languages_are_left_alone() {
    let mut client = Client::start(json!({})).await;
    let open = |language: &str, uri: &str| {
        let text = "wrong";
        let opened = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        json!({ "textDocument": opened })
    };
    let other = "file:///mnc2.toml";
    client
        .notify("textDocument/didOpen", open("toml", other))
        .await;
    let log = client.incoming("window/logMessage").await;
    let said = log["params"]["message"].as_str().expect("a sentence");
    assert!(said.contains(other) && said.contains("toml"), "{said}");
    let asked =
        json!({ "textDocument": { "uri": other }, "position": { "line": 0, "character": 0 } });
    assert_eq!(
        client.request("textDocument/hover", asked).await,
        json!(null)
    );

    // An editor may have another name for the language.
    client
        .notify("textDocument/didOpen", open("asm", "file:///a.vsm"))
        .await;
    let published = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(published["params"]["uri"], "file:///a.vsm");
    let found = published["params"]["diagnostics"].as_array();
    assert_eq!(found.map(Vec::len), Some(1));
    client.finish().await;
}
