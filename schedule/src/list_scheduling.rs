//! List scheduling: a quick good order, with which the exact search starts, and which is the answer if there is no time.
//!
//! Tasks that pass results in forwarding registers keep together as a *cluster* with fixed distances. Clusters are placed one
//! after another, each at the first step at which it keeps all rules with the clusters placed before. The orders that are tried are
//! the order of the text, the order of the longest chain that follows, and some that differ from this one by a few steps: where
//! chains compete for a unit, which of them begins first decides how long another unit waits. The cost is linear in the number of
//! rules.

use std::cmp::Reverse;
use std::iter;

use mnc2_dataflow::depends::{AtomKind, Limit};
use mnc2_text::random::Random;

use crate::bound::Distances;
use crate::problem::{DistanceRule, ForwardingLink, Node, Problem, Schedule};

/// Steps that are tried beyond the last one that can be needed.
const SLACK: i64 = 8;

/// The best of the quick orders, if it is shorter than the text's. An operand is read from a forwarding register if its step can
/// be earlier then.
#[must_use]
pub fn schedule(problem: &Problem) -> Schedule {
    let distances = Distances::from_problem(problem);
    let clusters = clusters(problem);
    let (next, mut random) = (next(problem), Random::new(clusters.len() as u64));
    let variants = problem.tasks.iter().map(|it| it.variants.len());
    let work: usize = variants.sum();
    let count = (TASKS_OF_ALL / work.max(1)).min(ORDERS_MAX);
    let in_chains = (0..=count).map(|number| {
        let tails = tails(&next, &distances, number % CHANGES, &mut random);
        let mut order = clusters.clone();
        order.sort_by_key(|it| Reverse(tails[it[0].0]));
        order
    });
    iter::once(clusters.clone())
        .chain(in_chains)
        .filter_map(|order: Vec<Cluster>| List::new(problem, &distances).place(&order))
        .filter(|schedule| problem.is_kept_by(schedule))
        .chain([problem.now()])
        .min_by_key(|schedule| schedule.length)
        .unwrap_or_else(|| problem.now())
}

/// The tasks that follow each task, with their distances; those that hold for some variants only are one step.
fn next(problem: &Problem) -> Vec<Vec<(usize, i64)>> {
    let mut next = vec![Vec::new(); problem.tasks.len()];
    let mut add = |from: Node, to: Node, steps: i64| {
        if let (Node::Task(from), Node::Task(to)) = (from, to) {
            next[from].push((to, steps));
        }
    };
    for rule in &problem.rules {
        match rule.limit {
            Limit::AtLeast(steps) if rule.when.is_empty() => add(rule.from, rule.to, steps.into()),
            Limit::AtLeast(steps) => add(rule.from, rule.to, i64::from(steps).min(1)),
            Limit::Not(_) => {}
        }
    }
    for link in &problem.links {
        add(link.from, link.to, 1);
    }
    next
}

/// The steps that follow each task, if each takes some more steps, up to a number of them. The order of the text is an order in
/// which every distance leads forward.
fn tails(
    next: &[Vec<(usize, i64)>],
    distances: &Distances,
    change: usize,
    random: &mut Random,
) -> Vec<i64> {
    let mut tails = distances.tail.clone();
    for (task, next) in next.iter().enumerate().rev() {
        let longest = next.iter().map(|&(other, steps)| tails[other] + steps);
        let longest = longest.fold(tails[task], i64::max);
        tails[task] = longest + random.index(1 + change) as i64;
    }
    tails
}

/// Steps by which an order changes the chains.
const CHANGES: usize = 8;

/// Orders that are tried at most, in addition to the text's.
const ORDERS_MAX: usize = 48;

/// Variants of tasks that all these orders have together: a long region has few orders.
const TASKS_OF_ALL: usize = 2048;

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
    links: &'a [ForwardingLink],
    steps: Vec<Option<i64>>,
    variants: Vec<usize>,
}

impl<'a> List<'a> {
    fn new(problem: &'a Problem, distances: &Distances) -> Self {
        let mut rules = vec![Vec::new(); problem.tasks.len()];
        let mut around = Vec::new();
        for rule in &problem.rules {
            let nodes = [rule.from, rule.to];
            let tasks = nodes.into_iter().filter_map(Node::task);
            tasks.clone().for_each(|task| rules[task].push(rule));
            if tasks.count() == 0 {
                around.push(rule);
            }
        }
        Self {
            problem,
            head: distances.head.clone(),
            rules,
            around,
            least: distances.around,
            links: &problem.links,
            steps: vec![None; problem.tasks.len()],
            variants: vec![0; problem.tasks.len()],
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
            let found =
                (first..first + enough).find(|&start| self.fits_by_a_variant(cluster, start))?;
            for &(task, at) in cluster {
                self.steps[task] = Some(found + at);
            }
        }
        let steps: Vec<i64> = self.steps.iter().map(|step| step.unwrap_or(0)).collect();
        Some(Schedule {
            length: self.length(&steps),
            variants: self.variants,
            steps,
        })
    }

    /// Whether a cluster can begin at a step; a single task then has the variant that reads the most from forwarding registers.
    fn fits_by_a_variant(&mut self, cluster: &Cluster, start: i64) -> bool {
        let [(task, _)] = cluster[..] else {
            return self.fits(cluster, start);
        };
        let own = &self.problem.tasks[task].variants;
        let mut variants: Vec<usize> = (0..own.len()).collect();
        variants.sort_by_key(|it| Reverse(own[*it].len()));
        variants.into_iter().any(|variant| {
            self.variants[task] = variant;
            self.fits(cluster, start)
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
            !self.applies(rule) || rule.limit.allows(to - from)
        })
    }

    fn applies(&self, rule: &DistanceRule) -> bool {
        let mut when = rule.when.iter();
        when.all(|&(task, variant)| self.variants[task] == variant)
    }

    fn is_linked(&self, link: &ForwardingLink) -> bool {
        let (Some(from), Some(to)) = (self.at(link.from), self.at(link.to)) else {
            return true;
        };
        if let Node::Task(reader) = link.to
            && !link.variants.is_empty()
            && !link.variants.contains(&self.variants[reader])
        {
            return true;
        }
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
                .filter(|rule| self.applies(rule))
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
