//! Times and ratios that are robust on a busy host: two subjects are measured in turn, in short rounds. Most rounds are not
//! interrupted, and the results are the medians of many rounds.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Minimum time of one round of one subject: shorter than the time slice of a busy host. If one of two subjects takes
/// longer, both get as long, so that neither is measured in caches that the other has filled.
const ROUND: Duration = Duration::from_micros(300);

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of rounds; the median counts.
    pub rounds: usize,
    /// Whether each round repeats the measured work until it has taken long enough.
    pub is_long: bool,
}

impl Effort {
    /// The amount for measuring.
    pub const FULL: Self = Self {
        rounds: 201,
        is_long: true,
    };
    /// This many rounds of one run each: shows that everything runs, or counts instructions.
    pub const fn counted(rounds: usize) -> Self {
        Self {
            rounds,
            is_long: false,
        }
    }
}

/// The middle of some numbers; 0 of none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    values.get(middle).copied().unwrap_or(0.0)
}

/// The quantile of the values for a fraction from 0 to 1; 0 without values.
pub fn quantile(mut values: Vec<f64>, part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = (values.len() as f64 * part).ceil() as usize;
    let index = index.saturating_sub(1).min(values.len().saturating_sub(1));
    values.get(index).copied().unwrap_or(0.0)
}

/// Seconds that one run takes.
pub fn once<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = black_box(work());
    (result, start.elapsed().as_secs_f64())
}

/// How often it runs in a round of this many seconds.
fn repetitions(work: &mut dyn FnMut(), round: f64) -> u32 {
    let mut times = 1;
    loop {
        let ((), seconds) = once(|| (0..times).for_each(|_| work()));
        if seconds >= round || times > 1 << 24 {
            return times;
        }
        let wanted = round / seconds.max(1e-9) * f64::from(times);
        times = (wanted.ceil() as u32).clamp(times + 1, times * 16);
    }
}

/// The medians of two subjects measured in turn.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Seconds of the first.
    pub first: f64,
    /// Seconds of the second.
    pub second: f64,
    /// The ratio of the first to the second, round by round.
    pub ratio: f64,
}

/// Measures two subjects in turn.
pub fn compare(first: &mut dyn FnMut(), second: &mut dyn FnMut(), effort: Effort) -> Compared {
    let times = if effort.is_long {
        let longest = once(&mut *first).1.max(once(&mut *second).1);
        let round = longest.max(ROUND.as_secs_f64());
        (repetitions(first, round), repetitions(second, round))
    } else {
        (1, 1)
    };
    let (mut firsts, mut seconds, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..effort.rounds {
        let round = |work: &mut dyn FnMut(), times: u32| {
            let ((), seconds) = once(|| (0..times).for_each(|_| work()));
            seconds / f64::from(times)
        };
        let of_first = round(first, times.0);
        let of_second = round(second, times.1);
        firsts.push(of_first);
        seconds.push(of_second);
        ratios.push(of_first / of_second);
    }
    Compared {
        first: median(firsts),
        second: median(seconds),
        ratio: median(ratios),
    }
}

#[cfg(test)]
mod tests {
    use super::{median, quantile};

    #[test]
    fn middles_and_tails() {
        let values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!(median(values.clone()), 11.0);
        assert_eq!(quantile(values, 0.95), 19.0);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
