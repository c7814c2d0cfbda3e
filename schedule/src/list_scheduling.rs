//! List scheduling: a quick good order, with which the exact search starts, and which is the answer if there is no time.
//!
//! Tasks that pass results in forwarding registers keep together as a *cluster* with fixed distances. Clusters are placed one
//! after another, each at the first step at which it keeps all rules with the clusters placed before. Two orders are tried: the
//! order of the text, and the order of the longest chain that follows. The cost is linear in the number of rules.

use std::cmp::Reverse;

use mnc2_dataflow::depends::{AtomKind, Limit};

use crate::bound::Distances;
use crate::problem::{DistanceRule, ForwardingLink, Node, Problem, Schedule};

/// Steps that are tried beyond the last one that can be needed.
const SLACK: i64 = 8;

/// The best of the quick orders, if it is shorter than the text's; all operands are read as they are.
#[must_use]
pub fn schedule(problem: &Problem) -> Schedule {
    let distances = Distances::from_problem(problem);
    let clusters = clusters(problem);
    let by_tail = |cluster: &Cluster| {
        let (first, _) = cluster[0];
        Reverse(distances.tail[first])
    };
    let mut in_chains = clusters.clone();
    in_chains.sort_by_key(by_tail);
    [clusters, in_chains]
        .iter()
        .filter_map(|order| List::new(problem, &distances).place(order))
        .filter(|schedule| problem.is_kept_by(schedule))
        .chain([problem.now()])
        .min_by_key(|schedule| schedule.length)
        .unwrap_or_else(|| problem.now())
}

/// Tasks with their distances from the first one.
type Cluster = Vec<(usize, i64)>;

/// The tasks in the order of the text, those that pass results in forwarding registers together.
fn clusters(problem: &Problem) -> Vec<Cluster> {
    let count = problem.tasks.len();
    let mut of_task: Vec<usize> = (0..count).collect();
    let mut clusters: Vec<Cluster> = (0..count).map(|task| vec![(task, 0)]).collect();
    for link in problem.links.iter().filter(|link| link.variants.is_empty()) {
        let (Node::Task(from), Node::Task(to)) = (link.from, link.to) else {
            continue;
        };
        let (one, other) = (of_task[from], of_task[to]);
        if one == other {
            continue;
        }
        let offset = |cluster: usize, task: usize| {
            let mut members = clusters[cluster].iter();
            members.find(|it| it.0 == task).map_or(0, |it| it.1)
        };
        let shift = offset(one, from) + least_between(problem, from, to) - offset(other, to);
        let moved = std::mem::take(&mut clusters[other]);
        for (task, at) in moved {
            of_task[task] = one;
            clusters[one].push((task, at + shift));
        }
    }
    clusters.retain(|cluster| !cluster.is_empty());
    for cluster in &mut clusters {
        cluster.sort_unstable();
        let first = cluster[0].1;
        cluster.iter_mut().for_each(|it| it.1 -= first);
    }
    clusters.sort_by_key(|cluster| cluster[0].0);
    clusters
}

/// The distance of two tasks if the second reads the result of the first in a forwarding register.
fn least_between(problem: &Problem, from: usize, to: usize) -> i64 {
    let own = problem.rules.iter().filter(|rule| {
        rule.from == Node::Task(from) && rule.to == Node::Task(to) && rule.when.is_empty()
    });
    own.filter_map(|rule| match rule.limit {
        Limit::AtLeast(least) => Some(i64::from(least)),
        Limit::Not(_) => None,
    })
    .fold(1, i64::max)
}

struct List<'a> {
    problem: &'a Problem,
    head: Vec<i64>,
    /// The rules of each task with others, and those with the surroundings.
    rules: Vec<Vec<&'a DistanceRule>>,
    /// The rules of the surroundings with each other.
    around: Vec<&'a DistanceRule>,
    /// Minimum number of steps of these tasks.
    least: i64,
    /// Tasks that replace the forwarding registers.
    links: Vec<&'a ForwardingLink>,
    steps: Vec<Option<i64>>,
}

impl<'a> List<'a> {
    fn new(problem: &'a Problem, distances: &Distances) -> Self {
        let mut rules = vec![Vec::new(); problem.tasks.len()];
        let mut around = Vec::new();
        let is_base = |rule: &&DistanceRule| rule.when.iter().all(|&(_, variant)| variant == 0);
        for rule in problem.rules.iter().filter(is_base) {
            let nodes = [rule.from, rule.to];
            let tasks = nodes.into_iter().filter_map(Node::task);
            tasks.clone().for_each(|task| rules[task].push(rule));
            if tasks.count() == 0 {
                around.push(rule);
            }
        }
        let links = problem.links.iter().filter(|link| link.variants.is_empty());
        Self {
            problem,
            head: distances.head.clone(),
            rules,
            around,
            least: distances.around,
            links: links.collect(),
            steps: vec![None; problem.tasks.len()],
        }
    }

    fn place(mut self, order: &[Cluster]) -> Option<Schedule> {
        // Beyond the longest chains, which heads include, no rule keeps two clusters more than four steps apart.
        let enough = 4 * self.problem.tasks.len() as i64 + SLACK;
        for cluster in order {
            let first = cluster
                .iter()
                .map(|&(task, at)| self.head[task] - at)
                .max()?;
            let found = (first..first + enough).find(|&start| self.fits(cluster, start))?;
            for &(task, at) in cluster {
                self.steps[task] = Some(found + at);
            }
        }
        let steps: Vec<i64> = self.steps.iter().map(|step| step.unwrap_or(0)).collect();
        Some(Schedule {
            length: self.length(&steps),
            variants: vec![0; steps.len()],
            steps,
        })
    }

    /// Whether a cluster can begin at a step next to everything that is placed.
    fn fits(&mut self, cluster: &Cluster, start: i64) -> bool {
        for &(task, at) in cluster {
            self.steps[task] = Some(start + at);
        }
        let fits = start + cluster.iter().map(|it| it.1).min().unwrap_or(0) >= 0
            && cluster.iter().all(|&(task, _)| self.keeps(task))
            && self.links.iter().all(|link| self.is_linked(link))
            && self
                .problem
                .resources
                .iter()
                .all(|it| it.is_enough(|task| self.steps[task]));
        for &(task, _) in cluster {
            self.steps[task] = None;
        }
        fits
    }

    fn at(&self, node: Node) -> Option<i64> {
        match node {
            Node::Task(task) => self.steps[task],
            Node::Before(step) => Some(step),
            Node::After(_) => None,
        }
    }

    fn keeps(&self, task: usize) -> bool {
        self.rules[task].iter().all(|rule| {
            let (Some(from), Some(to)) = (self.at(rule.from), self.at(rule.to)) else {
                return true;
            };
            rule.limit.allows(to - from)
        })
    }

    fn is_linked(&self, link: &ForwardingLink) -> bool {
        let (Some(from), Some(to)) = (self.at(link.from), self.at(link.to)) else {
            return true;
        };
        let mut others = self.problem.forwarding_nodes();
        from < to
            && (to - from == 1
                || others.all(|node| self.at(node).is_none_or(|step| step <= from || step >= to)))
    }

    /// The least number of steps after which what follows keeps its rules.
    fn length(&self, steps: &[i64]) -> i64 {
        let tasks = self.problem.tasks.iter().zip(steps);
        let end = tasks
            .map(|(task, step)| step + i64::from(task.kind == AtomKind::Step))
            .max()
            .unwrap_or(0);
        let allows = |length: i64| {
            self.rules
                .iter()
                .flatten()
                .chain(&self.around)
                .all(|rule| match (rule.from, rule.to) {
                    (Node::Task(from), Node::After(distance)) => {
                        rule.limit.allows(length + distance - steps[from])
                    }
                    (Node::Before(step), Node::After(distance)) => {
                        rule.limit.allows(length + distance - step)
                    }
                    (_, Node::Task(_) | Node::Before(_)) | (Node::After(_), Node::After(_)) => true,
                })
        };
        let end = end.max(self.least);
        (end..end + SLACK)
            .find(|&length| allows(length))
            .unwrap_or(end)
    }
}
