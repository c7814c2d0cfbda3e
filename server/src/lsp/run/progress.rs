//! The progress of one run, as the client shows it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use mnc2_ide::features::run::Control;
use tokio::sync::oneshot;
use tower_lsp::Client;
use tower_lsp::ls_types::notification::Progress as ProgressNotification;
use tower_lsp::ls_types::{
    ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressEnd, WorkDoneProgressReport,
};

/// How often the progress is reported.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// What the progress of a run is a part of.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    /// This many lines, and how many of them have been checked. It ends when all are.
    Checked(Arc<AtomicU32>, u32),
    /// This many lines, which are run one after the other.
    Lines(u32),
    /// The longest time that it takes.
    Time(Duration),
}

/// Shows the progress of one run.
pub(super) struct Shown {
    /// Where it is shown.
    pub(super) client: Client,
    pub(super) title: String,
    /// How long it is.
    pub(super) extent: Extent,
    pub(super) control: Arc<Control>,
}

impl Shown {
    async fn send(&self, token: &ProgressToken, value: WorkDoneProgress) {
        let params = ProgressParams {
            token: token.clone(),
            value: ProgressParamsValue::WorkDone(value),
        };
        self.client
            .send_notification::<ProgressNotification>(params)
            .await;
    }

    /// Whether the user can stop it.
    fn is_cancellable(&self) -> bool {
        match self.extent {
            Extent::Lines(_) | Extent::Time(_) => true,
            Extent::Checked(..) => false,
        }
    }

    /// Reports that the run begins.
    pub(super) async fn begin(&self, token: &ProgressToken) {
        let begin = WorkDoneProgressBegin {
            title: self.title.clone(),
            cancellable: Some(self.is_cancellable()),
            message: None,
            percentage: Some(0),
        };
        self.send(token, WorkDoneProgress::Begin(begin)).await;
    }

    /// Reports at intervals until the run is over.
    pub(super) async fn report_until(self, token: ProgressToken, mut ended: oneshot::Receiver<()>) {
        let start = Instant::now();
        while tokio::time::timeout(PROGRESS_INTERVAL, &mut ended)
            .await
            .is_err()
        {
            let (message, percentage) = match &self.extent {
                Extent::Checked(checked, lines) => {
                    let line = checked.load(Ordering::Relaxed);
                    let percentage = u64::from(line) * 100 / u64::from((*lines).max(1));
                    (format!("line {}", line + 1), percentage)
                }
                Extent::Lines(lines) => {
                    let line = self.control.line.load(Ordering::Relaxed);
                    let percentage = u64::from(line) * 100 / u64::from((*lines).max(1));
                    (format!("line {}", line + 1), percentage)
                }
                Extent::Time(longest) => {
                    let passed = start.elapsed();
                    let percentage = passed.as_millis() * 100 / longest.as_millis().max(1);
                    (format!("{} s", passed.as_secs()), percentage as u64)
                }
            };
            let report = WorkDoneProgressReport {
                cancellable: Some(self.is_cancellable()),
                message: Some(message),
                percentage: Some(percentage.min(100) as u32),
            };
            self.send(&token, WorkDoneProgress::Report(report)).await;
        }
        let end = WorkDoneProgress::End(WorkDoneProgressEnd { message: None });
        self.send(&token, end).await;
    }
}
