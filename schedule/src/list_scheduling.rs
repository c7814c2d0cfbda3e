//! List scheduling: a quick good order, with which the exact search starts, and which is the answer if there is no time.
//!
//! Tasks that pass results in forwarding registers keep together as a *cluster* with fixed distances. Clusters are placed one
//! after another, each at the first step at which it keeps all rules with the clusters placed before. The orders that are tried are
//! the order of the text, the order of the longest chain that follows, and some that differ from this one by a few steps: where
//! chains compete for a unit, which of them begins first decides how long another unit waits. The cost is linear in the number of
//! rules.

use std::cmp::Reverse;
use std::iter;
use std::ops::Range;

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
    let of_tasks = RulesOfTasks::new(problem);
    iter::once(clusters.clone())
        .chain(in_chains)
        .filter_map(|order: Vec<Cluster>| List::new(problem, &of_tasks, &distances).place(&order))
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

/// Rules by the tasks that they are about.
struct RulesOfTasks<'a> {
    /// The rules of each task with others, and those with the surroundings.
    rules: Vec<Vec<&'a DistanceRule>>,
    /// The links that each task makes or reads.
    links: Vec<Vec<&'a ForwardingLink>>,
    /// The rules of the surroundings with each other.
    around: Vec<&'a DistanceRule>,
    /// Whether each task takes some of a resource.
    is_demanding: Vec<bool>,
}

impl<'a> RulesOfTasks<'a> {
    fn new(problem: &'a Problem) -> Self {
        let count = problem.tasks.len();
        let mut found = Self {
            rules: vec![Vec::new(); count],
            links: vec![Vec::new(); count],
            around: Vec::new(),
            is_demanding: vec![false; count],
        };
        for rule in &problem.rules {
            let tasks = [rule.from, rule.to].into_iter().filter_map(Node::task);
            tasks.clone().for_each(|task| found.rules[task].push(rule));
            if tasks.count() == 0 {
                found.around.push(rule);
            }
        }
        for link in &problem.links {
            let tasks = [link.from, link.to].into_iter().filter_map(Node::task);
            tasks.for_each(|task| found.links[task].push(link));
        }
        for (task, _) in problem.resources.iter().flat_map(|it| &it.demands) {
            found.is_demanding[*task] = true;
        }
        found
    }
}

/// The steps at which a cluster can begin, as far as rules with what is placed decide.
struct Starts {
    first: i64,
    last: i64,
    except: Vec<i64>,
}

impl Starts {
    fn contains(&self, start: i64) -> bool {
        (self.first..=self.last).contains(&start) && !self.except.contains(&start)
    }
}

struct List<'a> {
    problem: &'a Problem,
    of_tasks: &'a RulesOfTasks<'a>,
    distances: &'a Distances,
    steps: Vec<Option<i64>>,
    variants: Vec<usize>,
    /// The steps between which forwarding registers hold a result that is read.
    held: Vec<(i64, i64)>,
}

impl<'a> List<'a> {
    fn new(problem: &'a Problem, of_tasks: &'a RulesOfTasks<'a>, distances: &'a Distances) -> Self {
        Self {
            problem,
            of_tasks,
            distances,
            steps: vec![None; problem.tasks.len()],
            variants: vec![0; problem.tasks.len()],
            held: Vec::new(),
        }
    }

    fn place(mut self, order: &[Cluster]) -> Option<Schedule> {
        // Beyond the longest chains, which heads include, no rule keeps two clusters more than four steps apart.
        let enough = 4 * self.problem.tasks.len() as i64 + SLACK;
        for cluster in order {
            let head = &self.distances.head;
            let first = cluster.iter().map(|&(task, at)| head[task] - at).max()?;
            let found = self.first_start(cluster, first..first + enough)?;
            for &(task, at) in cluster {
                self.steps[task] = Some(found + at);
            }
            self.hold(cluster);
        }
        let steps: Vec<i64> = self.steps.iter().map(|step| step.unwrap_or(0)).collect();
        Some(Schedule {
            length: self.length(&steps),
            variants: self.variants,
            steps,
        })
    }

    /// The first step at which a cluster can begin; a single task then has the variant that reads the most from forwarding
    /// registers.
    fn first_start(&mut self, cluster: &Cluster, mut among: Range<i64>) -> Option<i64> {
        let [(task, _)] = cluster[..] else {
            let starts = self.starts(cluster)?;
            return among.find(|&start| starts.contains(start) && self.fits(cluster, start));
        };
        let own = &self.problem.tasks[task].variants;
        let mut variants: Vec<usize> = (0..own.len()).collect();
        variants.sort_by_key(|it| Reverse(own[*it].len()));
        let mut of_variants = Vec::new();
        for variant in variants {
            self.variants[task] = variant;
            of_variants.extend(self.starts(cluster).map(|starts| (variant, starts)));
        }
        among.find(|&start| {
            of_variants.iter().any(|(variant, starts)| {
                self.variants[task] = *variant;
                starts.contains(start) && self.fits(cluster, start)
            })
        })
    }

    /// Where a cluster can begin next to everything that is placed; `None` if it breaks a rule of its own.
    fn starts(&self, cluster: &Cluster) -> Option<Starts> {
        let earliest = cluster.iter().map(|it| it.1).min().unwrap_or(0);
        let mut starts = Starts {
            first: -earliest,
            last: i64::MAX,
            except: Vec::new(),
        };
        let own = |node: Node| {
            let task = node.task()?;
            cluster.iter().find(|it| it.0 == task).map(|it| it.1)
        };
        for &(task, _) in cluster {
            for rule in &self.of_tasks.rules[task] {
                if !self.applies(rule) {
                    continue;
                }
                match (own(rule.from), own(rule.to)) {
                    (Some(from), Some(to)) if !rule.limit.allows(to - from) => return None,
                    (Some(at), None) => match (self.at(rule.to), rule.limit) {
                        (Some(to), Limit::AtLeast(least)) => {
                            starts.last = starts.last.min(to - at - i64::from(least));
                        }
                        (Some(to), Limit::Not(distance)) => {
                            starts.except.push(to - at - i64::from(distance));
                        }
                        (None, _) => {}
                    },
                    (None, Some(at)) => match (self.at(rule.from), rule.limit) {
                        (Some(from), Limit::AtLeast(least)) => {
                            starts.first = starts.first.max(from - at + i64::from(least));
                        }
                        (Some(from), Limit::Not(distance)) => {
                            starts.except.push(from - at + i64::from(distance));
                        }
                        (None, _) => {}
                    },
                    (Some(_), Some(_)) | (None, None) => {}
                }
            }
        }
        Some(starts)
    }

    /// Whether a cluster that keeps the rules can begin at a step: each result stays in its forwarding register, and no
    /// step takes too much of a resource.
    fn fits(&mut self, cluster: &Cluster, start: i64) -> bool {
        let replaces = |&(task, at): &(usize, i64)| {
            let step = start + at;
            let is_within = |it: &(i64, i64)| it.0 < step && step < it.1;
            self.problem.tasks[task].forwards && self.held.iter().any(is_within)
        };
        if cluster.iter().any(replaces) {
            return false;
        }
        for &(task, at) in cluster {
            self.steps[task] = Some(start + at);
        }
        let mut links = cluster.iter().flat_map(|it| &self.of_tasks.links[it.0]);
        let is_demanding = cluster.iter().any(|it| self.of_tasks.is_demanding[it.0]);
        let mut resources = self.problem.resources.iter();
        let fits = links.all(|link| self.is_linked(link))
            && (!is_demanding || resources.all(|it| it.is_enough(|task| self.steps[task])));
        for &(task, _) in cluster {
            self.steps[task] = None;
        }
        fits
    }

    /// Remembers the results that a placed cluster makes or reads, once both are placed.
    fn hold(&mut self, cluster: &Cluster) {
        for &(task, _) in cluster {
            for link in &self.of_tasks.links[task] {
                if let Some(span) = self.span(link) {
                    self.held.push(span);
                }
            }
        }
    }

    fn at(&self, node: Node) -> Option<i64> {
        match node {
            Node::Task(task) => self.steps[task],
            Node::Before(step) => Some(step),
            Node::After(_) => None,
        }
    }

    fn applies(&self, rule: &DistanceRule) -> bool {
        let mut when = rule.when.iter();
        when.all(|&(task, variant)| self.variants[task] == variant)
    }

    /// The steps from one to another of a link that is in use and whose tasks are placed.
    fn span(&self, link: &ForwardingLink) -> Option<(i64, i64)> {
        let (from, to) = (self.at(link.from)?, self.at(link.to)?);
        let is_used = match link.to {
            Node::Task(reader) if !link.variants.is_empty() => {
                link.variants.contains(&self.variants[reader])
            }
            _ => true,
        };
        is_used.then_some((from, to))
    }

    fn is_linked(&self, link: &ForwardingLink) -> bool {
        let Some((from, to)) = self.span(link) else {
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
            self.of_tasks
                .rules
                .iter()
                .flatten()
                .chain(&self.of_tasks.around)
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
        let end = end.max(self.distances.around);
        (end..end + SLACK)
            .find(|&length| allows(length))
            .unwrap_or(end)
    }
}
