//! Rules of readers that have a choice: what holds in each of their variants holds without a condition.

use std::collections::BTreeMap;

use mnc2_dataflow::depends::{Limit, Why};

use super::{Case, DistanceRule, ForwardingLink, Node, Task};

/// What two nodes keep to each other in each of their variants.
struct Common {
    why: Why,
    /// The distance at least, and whether they have different steps, in each case.
    cases: BTreeMap<Case, (i32, bool)>,
}

/// The rules of two nodes that follow from another rule or link for each of their variants. They have no condition, so lower
/// bounds can be about them.
pub(super) fn common_rules(
    rules: &[DistanceRule],
    links: &[ForwardingLink],
    tasks: &[Task],
) -> Vec<DistanceRule> {
    let variants = |node: Node| 0..node.task().map_or(1, |task| tasks[task].variants.len());
    let mut pairs: BTreeMap<(Node, Node), Common> = BTreeMap::new();
    for rule in rules.iter().filter(|it| !it.when.is_empty()) {
        let common = pairs.entry((rule.from, rule.to)).or_insert(Common {
            why: rule.why,
            cases: BTreeMap::new(),
        });
        let holds = |node: Node, variant: usize| {
            let mut own = rule.when.iter().filter(|it| Some(it.0) == node.task());
            own.all(|it| it.1 == variant)
        };
        let (least, is_apart) = match rule.limit {
            Limit::AtLeast(least) => (least, least > 0),
            Limit::Not(distance) => (i32::MIN, distance == 0),
        };
        for from in variants(rule.from).filter(|it| holds(rule.from, *it)) {
            for to in variants(rule.to).filter(|it| holds(rule.to, *it)) {
                let case = common.cases.entry((from, to)).or_insert((i32::MIN, false));
                *case = (case.0.max(least), case.1 || is_apart);
            }
        }
    }
    for link in links.iter().filter(|it| !it.variants.is_empty()) {
        if let Some(common) = pairs.get_mut(&(link.from, link.to)) {
            for from in variants(link.from) {
                for &to in &link.variants {
                    let case = common.cases.entry((from, to)).or_insert((1, true));
                    *case = (case.0.max(1), true);
                }
            }
        }
    }
    let found = pairs.into_iter().filter_map(|((from, to), common)| {
        let is_complete = common.cases.len() == variants(from).len() * variants(to).len();
        let mut cases = common.cases.values();
        let least = cases.clone().map(|it| it.0).min()?;
        let limit = if least > 0 {
            Limit::AtLeast(least)
        } else {
            Limit::Not(0)
        };
        (is_complete && cases.all(|it| it.1)).then_some(DistanceRule {
            from,
            to,
            limit,
            why: common.why,
            when: Vec::new(),
        })
    });
    found.collect()
}
