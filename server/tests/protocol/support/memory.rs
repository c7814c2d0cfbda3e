//! How much memory the process of a test takes, client and server together.

use std::fmt;
use std::fs;

/// Resident memory in KiB; `None` on systems that do not report it in a file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Resident {
    now: Option<u64>,
    peak: Option<u64>,
}

/// The current and the maximum size of the process.
pub(crate) fn resident() -> Resident {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Resident {
        now: field("VmRSS:"),
        peak: field("VmHWM:"),
    }
}

impl fmt::Display for Resident {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.now, self.peak) {
            (Some(now), Some(peak)) => {
                write!(formatter, "{} MiB (peak {})", now >> 10, peak >> 10)
            }
            _ => formatter.write_str("unknown"),
        }
    }
}
