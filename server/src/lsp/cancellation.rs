//! Every long answer stops when its request is cancelled and when the text is edited. The tests count checks for cancellation,
//! not time.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tower_lsp::LspService;
use tower_lsp::jsonrpc::Request;
use tower_service::Service as _;

use super::methods::Backend;
use super::test_server::{self, PATIENCE, URI, params};

/// Maximum number of checks of a computation after the first one that returns true: each part of it may check once more.
const LAST_QUESTIONS_MAX: u64 = 5;

/// Counts the checks for cancellation, and holds the computation at one of them until it is cancelled.
#[derive(Default)]
struct Questions {
    asked: AtomicU64,
    held: AtomicU64,
}

impl Questions {
    /// Number of checks so far.
    fn asked(&self) -> u64 {
        self.asked.load(Ordering::SeqCst)
    }

    /// Holds the question with this number, counted from 1.
    fn hold(&self, number: u64) {
        self.held.store(number, Ordering::SeqCst);
    }

    fn ask(&self, is_over: &dyn Fn() -> bool) {
        let number = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let start = Instant::now();
        while number == self.held.load(Ordering::SeqCst) && !is_over() {
            assert!(start.elapsed() < PATIENCE, "no one ended the waiting");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What happens to a request while it is being answered.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Cancel,
    Edit,
}

/// The code of the error that a request is answered by, if it is one.
type Answer = Pin<Box<dyn Future<Output = Option<i64>> + Send>>;

/// A server with one document.
struct Driven {
    service: LspService<Backend>,
    questions: Arc<Questions>,
}

impl Driven {
    async fn open(text: &str) -> Self {
        let mut service = test_server::start();
        let literals = json!({ "codeActionKind": { "valueSet": [] } });
        // Diagnostics are pulled: what is pushed is checked for every version.
        let features =
            json!({ "codeAction": { "codeActionLiteralSupport": literals }, "diagnostic": {} });
        let capabilities = json!({ "textDocument": features });
        let initialize = json!({ "capabilities": capabilities });
        let answer = call(&mut service, "initialize", initialize).await;
        assert_eq!(answer, None);
        test_server::open(service.inner(), text).await;
        let questions = Arc::<Questions>::default();
        let watched = Arc::clone(&questions);
        let snapshot = service.inner().0.snapshot(&params(json!(URI)));
        let snapshot = snapshot.expect("it is open");
        snapshot.watch(Box::new(move |is_over| watched.ask(is_over)));
        Self { service, questions }
    }

    /// Sends a request about the document.
    fn ask(&mut self, method: &'static str, of: &Value) -> Answer {
        let mut of = of.clone();
        of["textDocument"] = json!({ "uri": URI });
        call(&mut self.service, method, of)
    }
}

fn call(service: &mut LspService<Backend>, method: &'static str, params: Value) -> Answer {
    let request = Request::build(method).params(params).id(1);
    let answer = service.call(request.finish());
    Box::pin(async move {
        let response = answer.await.expect("the server runs")?;
        Some(response.error()?.code.code())
    })
}

/// Waits without holding up the other tasks.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Answers a request about a program, then again with something happening at its first, middle and last question.
async fn check(method: &'static str, text: &str, of: &Value) {
    let mut driven = Driven::open(text).await;
    assert_eq!(driven.ask(method, of).await, None, "{method}");
    let all = driven.questions.asked();
    assert!(all > 2 * LAST_QUESTIONS_MAX, "{method}: {all}");
    for (event, helds) in [
        (Event::Cancel, &[2, all / 2, all][..]),
        (Event::Edit, &[all / 2]),
    ] {
        for &held in helds {
            let mut driven = Driven::open(text).await;
            let questions = Arc::clone(&driven.questions);
            questions.hold(held);
            let mut answer = driven.ask(method, of);
            tokio::select! {
                code = &mut answer => panic!("{method}: {code:?} before {held} of {all} questions"),
                () = until("it asks", || questions.asked() >= held) => {}
            }
            match event {
                Event::Cancel => drop(answer),
                Event::Edit => {
                    test_server::edit(driven.service.inner()).await;
                    let code = answer.await;
                    assert!(matches!(code, Some(-32801 | -32802)), "{method}: {code:?}");
                }
            }
            drop(driven);
            // The computation owns a part of the document as long as it continues.
            until("it ends", || Arc::strong_count(&questions) == 1).await;
            let more = questions.asked() - held;
            assert!(
                more <= LAST_QUESTIONS_MAX,
                "{method}, {event:?}: {more} questions after {held} of {all}"
            );
        }
    }
}

/// A program of 16 000 lines with data, comments and findings in it.
fn program() -> String {
    "# load\nlpassa $lm0v $ln0v\nnop/2\nlpassa  $ln0v $lm0v # manual 3.6.3\nnop\nnop\nd get $lm0n0c0b0m0p0 1\n\n"
        .repeat(2000)
}

/// Checks some methods with one program, each with its parameters.
async fn check_all(text: &str, methods: &[(&'static str, Value)]) {
    for (method, of) in methods {
        check(method, text, of).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn following_data_stops() {
    let at = json!({ "line": 1, "character": 18 });
    let of = json!({ "position": at });
    let context = json!({ "includeDeclaration": true });
    let whole_line = json!({ "start": at, "end": at });
    let item = json!({
        "name": "lpassa", "kind": 25, "uri": URI, "range": whole_line, "selectionRange": whole_line,
    });
    check_all(
        &program(),
        &[
            ("textDocument/hover", of.clone()),
            ("textDocument/prepareCallHierarchy", of.clone()),
            ("callHierarchy/incomingCalls", json!({ "item": item })),
            ("callHierarchy/outgoingCalls", json!({ "item": item })),
            ("textDocument/definition", of.clone()),
            ("textDocument/documentHighlight", of),
            (
                "textDocument/references",
                json!({ "position": at, "context": context }),
            ),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rename_stops() {
    let text = format!("zero $lm0v\nnop/2\n{}", program());
    let at = json!({ "line": 0, "character": 6 });
    let of = json!({ "position": at, "newName": "$lm64" });
    check("textDocument/rename", &text, &of).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_and_lenses_stop() {
    check_all(
        &program(),
        &[
            ("mnc2/timeline", json!({ "count": 100 })),
            ("textDocument/codeLens", json!({})),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fixing_everything_stops() {
    let text = "lpassa $lm0v $t\nlpassa $t $lr0\n".repeat(500);
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 900, "character": 0 } });
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let of = json!({ "range": whole, "context": context });
    check("textDocument/codeAction", &text, &of).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_goes_through_the_text_stops() {
    let whole = json!({
        "start": { "line": 0, "character": 0 },
        "end": { "line": 100_000, "character": 0 }
    });
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    check_all(
        &program(),
        &[
            ("textDocument/formatting", json!({ "options": options })),
            ("textDocument/inlayHint", json!({ "range": whole })),
            ("textDocument/foldingRange", json!({})),
            ("textDocument/documentSymbol", json!({})),
            ("textDocument/documentLink", json!({})),
            ("textDocument/diagnostic", json!({})),
            ("textDocument/semanticTokens/full", json!({})),
        ],
    )
    .await;
}
