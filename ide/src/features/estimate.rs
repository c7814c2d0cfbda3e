//! The estimated time of a program in another language, in words.

use mnc2_text::{Estimate, Language, Message, message};

/// The total in a few words.
#[must_use]
pub fn title(estimate: &Estimate) -> Message {
    message!(
        "estimate: {total:# cycle|# cycles}, {count:# instruction|# instructions}",
        total = estimate.cycles(),
        count = estimate.steps.len()
    )
}

/// A rule that applies to a program.
pub struct AppliedRule<'a> {
    /// Its index among the rules.
    pub index: usize,
    /// What it states.
    pub text: &'a Message,
    /// The number of instructions that it applies to.
    pub instructions: usize,
    /// The cycles of these instructions.
    pub cycles: u64,
}

/// The rules that apply.
pub fn rules(estimate: &Estimate) -> impl Iterator<Item = AppliedRule<'_>> {
    let rules = estimate.rules.iter().enumerate();
    rules.filter_map(|(index, text)| {
        let (instructions, cycles) = estimate.cycles_by_rule(index);
        (instructions > 0).then_some(AppliedRule {
            index,
            text,
            instructions,
            cycles,
        })
    })
}

/// The total by rules, with what the estimate leaves out.
#[must_use]
pub fn summary(estimate: &Estimate, language: Language) -> String {
    let mut lines = vec![title(estimate).say(language)];
    lines.extend(rules(estimate).map(|rule| {
        let text = rule.text.clone();
        message!("{cycles}: {text}", cycles = rule.cycles, text).say(language)
    }));
    lines.push(estimate.source.say(language));
    lines.extend(estimate.remarks.iter().map(|remark| remark.say(language)));
    lines.join("\n")
}
