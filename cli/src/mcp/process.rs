//! A command of this program, in a process of its own: its output as an answer. It ends when this future is dropped.

use std::process::Stdio;
use std::time::Duration;

use mnc2_text::Language;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;
use tokio::time::timeout;

use super::answer::Answer;
use super::call_files::{Folder, Scratch};
use super::process_limits;
use super::tools::{CommandCall, Takes};

/// The longest answer, in bytes of what the command writes.
const ANSWER_BYTES_MAX: u64 = 256 * 1024;
/// The longest remarks, in bytes.
const REMARKS_BYTES_MAX: u64 = 16 * 1024;
/// Time limit of a call.
const TIME_MAX: Duration = Duration::from_secs(120);

pub(super) async fn run(
    call: &CommandCall,
    folder: Option<&Folder>,
    language: Language,
) -> Result<Answer, String> {
    let scratch = Scratch::with(&call.texts, folder)?;
    let cannot = |error: std::io::Error| format!("the command cannot be started: {error}");
    let mut command = Command::new(std::env::current_exe().map_err(cannot)?);
    command.arg(call.name);
    command.args(["--color", "never", "--lang"]);
    command.arg(match language {
        Language::English => "en",
        Language::Japanese => "ja",
    });
    match (call.takes, scratch.has_settings) {
        (Takes::Settings, true) => {
            command.args(["--config", "mnc2.toml"]);
        }
        (Takes::Settings, false) => {
            command.arg("--no-config");
        }
        (Takes::NoSettings, _) => {}
    }
    command.args(&call.arguments);
    command.current_dir(&scratch.path).kill_on_drop(true);
    command.env(process_limits::VARIABLE, &scratch.path);
    command
        // It stays open as long as this process lives.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(cannot)?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    // Waiting for the child would close it.
    let _input = child.stdin.take();
    let finished = async {
        let (out, err) = tokio::join!(
            limited(out, ANSWER_BYTES_MAX),
            limited(err, REMARKS_BYTES_MAX)
        );
        (child.wait().await, out, err)
    };
    let Ok(finished) = timeout(TIME_MAX, finished).await else {
        let seconds = TIME_MAX.as_secs();
        return Err(format!(
            "the command took more than {seconds} seconds, and was ended"
        ));
    };
    let (status, (out, is_out_cut), (err, is_err_cut)) = finished;
    let status = status.map_err(|error| format!("the command was lost: {error}"))?;
    let mut answer = Answer {
        is_cut: is_out_cut || is_err_cut,
        messages: err.lines().map(str::to_owned).collect(),
        ..Answer::default()
    };
    // Some commands write their objects as remarks.
    answer
        .messages
        .retain(|line| match serde_json::from_str(line) {
            Ok(object @ serde_json::Value::Object(_)) => {
                answer.results.push(object);
                false
            }
            _ => true,
        });
    for line in out.lines() {
        match serde_json::from_str(line) {
            Ok(object @ serde_json::Value::Object(_)) => answer.results.push(object),
            _ => {
                answer.text.push_str(line);
                answer.text.push('\n');
            }
        }
    }
    let code = status.code().unwrap_or(2);
    if code == 2 || status.code().is_none() {
        let said = answer.messages.join("\n");
        let results: Vec<String> = answer.results.iter().map(ToString::to_string).collect();
        return Err(format!("{said}\n{}", results.join("\n")).trim().to_owned());
    }
    answer.ok = code == 0;
    // Two programs of which one has errors are not different: nothing was compared.
    let is_refused = call.name == "equal" && answer.results.iter().any(|it| it["code"].is_string());
    answer.outcome = match is_refused {
        true => "a program has errors".to_owned(),
        false => (call.outcome)(code).to_owned(),
    };
    Ok(answer)
}

/// The first bytes of a stream as whole lines, and whether there are more. The rest is read and forgotten, so that the
/// command can end.
async fn limited(stream: Option<impl AsyncRead + Unpin>, bytes_max: u64) -> (String, bool) {
    let Some(mut stream) = stream else {
        return (String::new(), false);
    };
    let mut bytes = Vec::new();
    let read = (&mut stream).take(bytes_max).read_to_end(&mut bytes).await;
    let rest = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
    let is_cut = read.is_err() || rest.is_ok_and(|rest| rest > 0);
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if is_cut {
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    }
    (text, is_cut)
}
