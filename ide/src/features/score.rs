//! The lenses above a program: its score and its use of the machine, in few words.

use mnc2_dataflow::score::Score;
use mnc2_dataflow::unit_usage::{Unit, Usage};
use mnc2_program::message::wording;
use mnc2_text::{Language, Message, message};

use crate::session::{ClockRate, Snapshot};

/// Earlier states of a program to compare it with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The state that was saved last.
    pub saved: Option<Score>,
    /// The best state that a testcase accepted.
    pub accepted: Option<Score>,
}

/// The score of a document.
pub fn score(snapshot: &Snapshot) -> Score {
    let texts = (0..snapshot.program.len()).map(|line| snapshot.line_text(line));
    Score::new(&snapshot.program, snapshot.while_wanted(texts))
}

/// The lines of text above a program; empty if nothing executes. The score, which is only relevant in the contest, is shown
/// only with `before`.
pub fn titles(
    snapshot: &Snapshot,
    before: Option<Before>,
    clock: ClockRate,
    language: Language,
) -> Vec<String> {
    let score = score(snapshot);
    if score.total() == 0 {
        return Vec::new();
    }
    let usage = Usage::from_program(&snapshot.program);
    let of_score = before.map(|before| score_message(score, before).say(language));
    let mut titles: Vec<String> = of_score.into_iter().collect();
    let units: Vec<String> = Unit::ALL
        .into_iter()
        .filter(|&unit| usage.busy_steps(unit) > 0)
        .map(|unit| format!("{} {}", unit.name(), percent(usage.share(unit))))
        .collect();
    if !units.is_empty() {
        titles.push(units.join(" · "));
    }
    if usage.steps > 0 {
        titles.push(time_message(&usage, clock).say(language));
    }
    titles
}

/// Such as `score 20 = 19 steps + 1 MV instruction · 250 bytes · −3 since best accepted`.
fn score_message(score: Score, before: Before) -> Message {
    let Score { j, m, bytes } = score;
    let mut title = match m {
        0 => message!(
            "score {total} · {bytes:# byte|# bytes}",
            total = score.total(),
            bytes
        ),
        _ => message!(
            "score {total} = {steps} + {m:# MV instruction|# MV instructions} · {bytes:# byte|# bytes}",
            total = score.total(),
            steps = wording::steps(j),
            m,
            bytes
        ),
    };
    let since = |earlier: Option<Score>| earlier.and_then(|earlier| difference(score, earlier));
    if let Some(difference) = since(before.saved) {
        title = message!("{title} · {difference} since save", title, difference);
    }
    if let Some(difference) = since(before.accepted) {
        title = message!(
            "{title} · {difference} since best accepted",
            title,
            difference
        );
    }
    title
}

/// The difference of the score; the difference of the size only if the scores are equal.
fn difference(now: Score, before: Score) -> Option<Message> {
    if now.total() != before.total() {
        return Some(Message::verbatim(signed(now.total(), before.total())));
    }
    (now.bytes != before.bytes).then(|| {
        message!(
            "{count:# byte|# bytes}",
            count = signed(now.bytes, before.bytes)
        )
    })
}

fn signed(now: u64, before: u64) -> String {
    if now >= before {
        format!("+{}", now - before)
    } else {
        format!("−{}", before - now)
    }
}

fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent < 1.0 {
        "<1 %".to_owned()
    } else {
        format!("{percent:.0} %")
    }
}

/// Such as `19 steps · 101 ns at 750 MHz · 4.19 MFLOP, 41.4 TFLOP/s`.
fn time_message(usage: &Usage, clock: ClockRate) -> Message {
    let megahertz = clock.megahertz;
    let seconds = usage.seconds(f64::from(megahertz));
    let mut title = message!(
        "{steps} · {time} at {megahertz} MHz",
        steps = wording::steps(usage.steps),
        time = time(seconds),
        megahertz
    );
    if usage.flops > 0 {
        let flops = usage.flops as f64;
        title = message!(
            "{title} · {flop}FLOP, {rate}FLOP/s",
            title,
            flop = large(flops),
            rate = large(flops / seconds)
        );
    }
    title
}

fn time(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];
    let (size, unit) = units
        .into_iter()
        .find(|(size, _)| seconds >= *size)
        .unwrap_or((1e-9, "ns"));
    format!("{} {unit}", figures(seconds / size))
}

/// A number with an SI prefix: `4.19 M`.
fn large(number: f64) -> String {
    let units = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let (size, unit) = units
        .into_iter()
        .find(|(size, _)| number >= *size)
        .unwrap_or((1.0, ""));
    format!("{} {unit}", figures(number / size))
}

/// A number with three significant figures.
fn figures(number: f64) -> String {
    if number >= 100.0 {
        format!("{number:.0}")
    } else if number >= 10.0 {
        format!("{number:.1}")
    } else {
        format!("{number:.2}")
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::session::Mnc2Document;

    fn check(text: &str, before: Option<Before>, expected: Expect) {
        let snapshot = Mnc2Document::new(1, text).snapshot();
        expected.assert_eq(
            &titles(&snapshot, before, ClockRate::default(), Language::English).join("\n"),
        );
    }

    #[test]
    fn titles_are_short() {
        check(
            "# nothing\nd get $lm0n0 1",
            Some(Before::default()),
            expect![[""]],
        );
        check(
            "nop/19\nmvp/n64 $p0@0 $lc0@0.0",
            None,
            expect!["19 steps · 101 ns at 750 MHz"],
        );
        check(
            "nop/19\nmvp/n64 $p0@0 $lc0@0.0",
            Some(Before::default()),
            expect![[r#"
                score 20 = 19 steps + 1 MV instruction · 29 bytes
                19 steps · 101 ns at 750 MHz"#]],
        );
        check(
            "fvfma $lm0v $lr0v $ls0v $ln0v; linc $lm0v $ls0v\nnop/299\nlinc $lm0v $ls0v",
            Some(Before::default()),
            expect![[r#"
                score 301 · 72 bytes
                MAU <1 % · ALU <1 %
                301 steps · 1.61 µs at 750 MHz · 65.5 kFLOP, 40.8 GFLOP/s"#]],
        );
    }

    #[test]
    fn differences_are_told_where_there_are_any() {
        let of = |j, bytes| Some(Score { j, m: 0, bytes });
        let titles = |saved, accepted| {
            let now = Score {
                j: 5,
                m: 0,
                bytes: 50,
            };
            score_message(now, Before { saved, accepted }).to_string()
        };
        assert_eq!(titles(of(5, 50), None), "score 5 · 50 bytes");
        assert_eq!(
            titles(of(3, 50), of(17, 1)),
            "score 5 · 50 bytes · +2 since save · −12 since best accepted"
        );
        assert_eq!(
            titles(None, of(5, 60)),
            "score 5 · 50 bytes · −10 bytes since best accepted"
        );
    }
}
