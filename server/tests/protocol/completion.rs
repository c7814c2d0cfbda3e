//! Completion: which items are offered where, how they are inserted, and their explanations.

use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// An answer must not be larger.
const REPLY_BYTES_MAX: usize = 100_000;

fn capabilities(item: Value) -> Value {
    json!({ "textDocument": { "completion": { "completionItem": item } } })
}

/// What a client with all features is offered at the cursor.
async fn offered(fixture: &str, item: Value, trigger: Option<&str>) -> (String, Value) {
    let mut client = Client::start(capabilities(item)).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let mut params = at(&position);
    if let Some(character) = trigger {
        params["context"] = json!({ "triggerKind": 2, "triggerCharacter": character });
    }
    let answer = client.request("textDocument/completion", params).await;
    client.finish().await;
    let size = answer.to_string().len();
    assert!(size < REPLY_BYTES_MAX, "{size} bytes for {fixture}");
    (text, answer)
}

/// The first items at the cursor in their order: label, what replaces which text, detail.
async fn check(fixture: &str, expected: Expect) {
    let everything = json!({ "snippetSupport": true, "insertReplaceSupport": true });
    check_as(fixture, everything, expected).await;
}

async fn check_as(fixture: &str, item: Value, expected: Expect) {
    let (text, answer) = offered(fixture, item, None).await;
    let mut items = answer["items"].as_array().expect("a list").clone();
    items.sort_by_key(|item| format!("{} {}", item["sortText"], item["label"]));
    let mut shown = format!("{} items\n", items.len());
    for item in items.iter().take(6) {
        let edit = &item["textEdit"];
        let range = |name: &str| {
            let range = if edit.get(name).is_some() {
                &edit[name]
            } else {
                return None;
            };
            let line = text
                .lines()
                .nth(range["start"]["line"].as_u64()? as usize)?;
            let units: Vec<u16> = line.encode_utf16().collect();
            let place = |end: &str| range[end]["character"].as_u64().map(|at| at as usize);
            Some(String::from_utf16_lossy(
                &units[place("start")?..place("end")?],
            ))
        };
        let place = match (range("range"), range("insert"), range("replace")) {
            (Some(range), ..) => format!("[{range}]"),
            (None, Some(insert), Some(replace)) => format!("[{insert}|{replace}]"),
            _ => "no edit".to_owned(),
        };
        shown.push_str(&format!(
            "{} {} {place} -> {} ({})\n",
            item["sortText"].as_str().unwrap_or_default(),
            item["label"].as_str().unwrap_or_default(),
            edit["newText"],
            item["detail"].as_str().unwrap_or_default(),
        ));
    }
    expected.assert_eq(&shown);
}

#[tokio::test]
async fn an_opcode_comes_with_its_operands() {
    check(
        "lpas‸",
        expect![[r#"
            1 items
            0000 lpassa [lpas] -> "lpassa" (Copy)
        "#]],
    )
    .await;
    check_as(
        "lpas‸",
        json!({}),
        expect![[r#"
            1 items
            0000 lpassa [lpas] -> "lpassa" (Copy)
        "#]],
    )
    .await;
    check(
        "nop; w‸",
        expect![[r#"
            1 items
            0000 wait [w] -> "wait" (Wait for an MV instruction)
        "#]],
    )
    .await;
}

#[tokio::test]
async fn an_operand_takes_the_place_of_the_word_from_its_dollar_on() {
    check(
        "# 😀\nlpassa $lm0v $l‸n8v # 😀",
        expect![[r#"
            24 items
            0000 $lm0v [$ln8v] -> "$lm0v" (LM0)
            0001 $ln0v [$ln8v] -> "$ln0v" (LM1)
            0002 $lr0v [$ln8v] -> "$lr0v" (GRF0)
            0003 $ls0v [$ln8v] -> "$ls0v" (GRF1)
            0004 $lln0v [$ln8v] -> "$lln0v" (LM1)
            0005 $llr0v [$ln8v] -> "$llr0v" (GRF0)
        "#]],
    )
    .await;
    check_as(
        "lpassa $lm0v $l‸n8v",
        json!({}),
        expect![[r#"
            24 items
            0000 $lm0v [$ln8v] -> "$lm0v" (LM0)
            0001 $ln0v [$ln8v] -> "$ln0v" (LM1)
            0002 $lr0v [$ln8v] -> "$lr0v" (GRF0)
            0003 $ls0v [$ln8v] -> "$ls0v" (GRF1)
            0004 $lln0v [$ln8v] -> "$lln0v" (LM1)
            0005 $llr0v [$ln8v] -> "$llr0v" (GRF0)
        "#]],
    )
    .await;
    check(
        "lpassa ‸$lm0v $ln8v",
        expect![[r#"
            0 items
        "#]],
    )
    .await;
}

#[tokio::test]
async fn tags_masks_sets_and_options() {
    check(
        "mvp/n64i02 $p0@0 $d0@0\nnop; wait ‸",
        expect![[r#"
            2 items
            0000 i02 [] -> "i02" (Tag)
            0001 i01 [] -> "i01" (Tag)
        "#]],
    )
    .await;
    check(
        "lpassa $lm0v $ln0v/‸",
        expect![[r#"
            34 items
            0000 $ln0v/$imr1 [$ln0v/] -> "$ln0v/$imr1" (LM1)
            0001 $ln0v/$llimr1t [$ln0v/] -> "$ln0v/$llimr1t" (LM1)
            0002 $ln0v/0000 [$ln0v/] -> "$ln0v/0000" (LM1)
            0003 $ln0v/0001 [$ln0v/] -> "$ln0v/0001" (LM1)
            0004 $ln0v/0010 [$ln0v/] -> "$ln0v/0010" (LM1)
            0005 $ln0v/0011 [$ln0v/] -> "$ln0v/0011" (LM1)
        "#]],
    )
    .await;
    check(
        "l2bmi@‸",
        expect![[r#"
            52 items
            0000 l2bmi@0 [l2bmi@] -> "l2bmi@0" (L1B set)
            0001 l2bmi@0/1 [l2bmi@] -> "l2bmi@0/1" (L1B set)
            0002 l2bmi@0/2 [l2bmi@] -> "l2bmi@0/2" (L1B set)
            0003 l2bmi@0/3 [l2bmi@] -> "l2bmi@0/3" (L1B set)
            0004 l2bmi@0/4 [l2bmi@] -> "l2bmi@0/4" (L1B set)
            0005 l2bmi@0/5 [l2bmi@] -> "l2bmi@0/5" (L1B set)
        "#]],
    )
    .await;
    check(
        "mvp/‸",
        expect![[r#"
            7 items
            0000 mvp/n64 [mvp/] -> "mvp/n64" (Transfer size)
            0001 mvp/i01 [mvp/] -> "mvp/i01" (Tag)
            0002 mvp/nd1 [mvp/] -> "mvp/nd1" (Accesses per DAR entry)
            0003 mvp/p0 [mvp/] -> "mvp/p0" (Priority)
            0004 mvp/p1 [mvp/] -> "mvp/p1" (Priority)
            0005 mvp/p2 [mvp/] -> "mvp/p2" (Priority)
        "#]],
    )
    .await;
    check(
        "d getf $lm0‸",
        expect![[r#"
            6 items
            0000 $lm0n0 [$lm0] -> "$lm0n0" (LM0)
            0001 $lm0n0c0b0m0p0 [$lm0] -> "$lm0n0c0b0m0p0" (LM0)
            0002 $lm0b0 [$lm0] -> "$lm0b0" (LM0)
            0003 $lm0c0 [$lm0] -> "$lm0c0" (LM0)
            0004 $lm0m0 [$lm0] -> "$lm0m0" (LM0)
            0005 $lm0p0 [$lm0] -> "$lm0p0" (LM0)
        "#]],
    )
    .await;
    check(
        "mask‸",
        expect![[r#"
            8 items
            0000 maskk [mask] -> "maskk ${1:0b10001}" (Write mask for the following lines)
            0001 maskl [mask] -> "maskl ${1:0b10001}" (Write mask for the following lines)
            0002 maskll [mask] -> "maskll ${1:0b10001}" (Write mask for the following lines)
            0003 maskm [mask] -> "maskm ${1:0b10001}" (Write mask for the following lines)
            0004 maskn [mask] -> "maskn ${1:0b10001}" (Write mask for the following lines)
            0005 maskr [mask] -> "maskr ${1:0b10001}" (Write mask for the following lines)
        "#]],
    )
    .await;
}

#[tokio::test]
async fn what_an_opcode_does_stands_beside_it_or_in_the_detail() {
    let item_of = async |item: Value, locale: &str| {
        let parameters = json!({ "capabilities": capabilities(item), "locale": locale });
        let (mut client, _) = Client::start_with(parameters).await;
        let (text, position) = cursor("lpas‸");
        client.open_checked(&text).await;
        let answer = client
            .request("textDocument/completion", at(&position))
            .await;
        client.finish().await;
        answer["items"][0].clone()
    };
    let beside = json!({ "labelDetailsSupport": true });
    let item = item_of(beside.clone(), "en").await;
    assert_eq!(item["labelDetails"], json!({ "description": "Copy" }));
    assert_eq!(item.get("detail"), None);
    let item = item_of(beside, "ja").await;
    assert_eq!(item["labelDetails"], json!({ "description": "コピー" }));
    let item = item_of(json!({}), "en").await;
    assert_eq!(item.get("labelDetails"), None);
    assert_eq!(item["detail"], "Copy");
}

#[tokio::test]
async fn comments_and_finished_statements_are_left_alone() {
    check("nop # lpas‸", expect!["0 items\n"]).await;
    check("quit ‸", expect!["0 items\n"]).await;
    check("nop ‸", expect!["0 items\n"]).await;
    check(
        "nop # mnc2: allow(E0101, e030‸",
        expect![[r#"
            9 items
            0000 E0301 [e030] -> "E0301" (unknown operand)
            0001 E0302 [e030] -> "E0302" (wrong number of operands)
            0002 E0303 [e030] -> "E0303" (operand that is not possible here)
            0003 E0304 [e030] -> "E0304" (address beyond the memory)
            0004 E0305 [e030] -> "E0305" (misaligned address)
            0005 E0306 [e030] -> "E0306" (misaligned stride)
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_space_offers_only_what_is_missing() {
    let count = async |fixture: &str| {
        let (_, answer) = offered(fixture, json!({}), Some(" ")).await;
        answer["items"].as_array().expect("a list").len()
    };
    assert!(count("lpassa ‸").await > 0);
    assert!(count("lpassa $lm0v ‸").await > 0);
    assert_eq!(count("lpassa $lm0v $ln0v ‸").await, 0);
    assert!(count("nop; ‸").await > 0);
    assert_eq!(count(" ‸").await, 0);
    assert_eq!(count("# ‸").await, 0);
    assert!(count("d get ‸").await > 0);
}

#[tokio::test]
async fn the_longest_answers_stay_small() {
    let everything = json!({ "snippetSupport": true, "insertReplaceSupport": true });
    for fixture in [
        "‸",
        "l‸",
        "lpassa $lm0v $ln0v; ‸",
        "lpassa ‸",
        "l2bmb@‸",
        "lpassa $lm0v $ln0v/‸",
        "mask ‸",
    ] {
        for item in [everything.clone(), json!({})] {
            let (_, answer) = offered(fixture, item, None).await;
            assert!(
                answer["items"]
                    .as_array()
                    .is_some_and(|items| items.len() > 10),
                "{fixture}"
            );
        }
    }
}

#[tokio::test]
async fn an_item_is_explained_when_asked_for() {
    let mut client =
        Client::start(capabilities(json!({ "documentationFormat": ["markdown"] }))).await;
    let explained = async |client: &mut Client, label: &str| {
        let item = json!({ "label": label, "kind": 3 });
        let item = client.request("completionItem/resolve", item).await;
        assert_eq!(item["label"], label);
        item["documentation"]["value"]
            .as_str()
            .map(|text| text.lines().next().unwrap_or_default().to_owned())
    };
    let mut check = async |label: &str, expected: Option<&str>| {
        let found = explained(&mut client, label).await;
        assert_eq!(found.as_deref(), expected, "{label}");
    };
    check("lpassa", Some("**lpassa: Copy**")).await;
    check("$lm0v", Some("**$m: LM0**")).await;
    check("-$mauf", Some("**$mauf: Forwarding of the MAU**")).await;
    check("i05", Some("**i<tag>: Tag**")).await;
    check("d getf", Some("**d get: Debug get**")).await;
    check("E0305", Some("**E0305: misaligned address**")).await;
    check("nop/2", Some("**nop: Do nothing**")).await;
    check("no such thing", None).await;
    client.finish().await;
}

/// A client that names no format of documentation supports only strings.
#[tokio::test]
async fn documentation_comes_in_the_form_that_the_client_names() {
    for (item, is_string, kind) in [
        (json!({}), true, Value::Null),
        (
            json!({ "documentationFormat": ["plaintext"] }),
            false,
            json!("plaintext"),
        ),
        (
            json!({ "documentationFormat": ["plaintext", "markdown"] }),
            false,
            json!("markdown"),
        ),
    ] {
        let mut client = Client::start(capabilities(item)).await;
        let item = json!({ "label": "lpassa", "kind": 3 });
        let item = client.request("completionItem/resolve", item).await;
        let documentation = &item["documentation"];
        assert_eq!(documentation.is_string(), is_string, "{documentation}");
        assert_eq!(documentation["kind"], kind);
        client.finish().await;
    }
}
