//! Lower bounds that a person can follow: no order of a region takes fewer steps.
//!
//! Three reasons are enough for most programs. A *chain* is a list of tasks: each must wait some steps for the one before it. A
//! *crowd* is a set of tasks, and no two of them can share a step: they take as many steps as there are tasks, after the
//! earliest of them can begin, and before the steps that the last of them leads to. Finally, the steps *after* the region may
//! have to wait for the steps before it. Only rules without a condition apply.

use std::cmp::Reverse;
use std::collections::HashSet;

use mnc2_dataflow::depends::{AtomKind, Limit};

use crate::problem::{Node, Problem};

/// Crowds that are kept.
const CROWDS_MAX: usize = 64;

/// Why no order is shorter than some number of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundReason {
    /// These tasks follow each other with these distances; the first begins at this step at the earliest.
    Chain(Vec<usize>),
    /// No two of these tasks share a step; the earliest of them begins at `head`, and `tail` steps follow the last one.
    Crowd {
        /// The indices of the tasks.
        tasks: Vec<usize>,
        /// Steps before the first of them.
        head: i64,
        /// Steps after the last of them.
        tail: i64,
    },
    /// The steps after the region wait for the steps before it.
    Around,
    /// A solver tried every order.
    Search,
}

impl BoundReason {
    /// The tasks that it is about.
    #[must_use]
    pub fn tasks(&self) -> &[usize] {
        match self {
            Self::Chain(tasks) | Self::Crowd { tasks, .. } => tasks,
            Self::Around | Self::Search => &[],
        }
    }
}

/// A lower bound with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The lower bound in steps.
    pub steps: i64,
    /// The reason for the bound.
    pub reason: BoundReason,
}

impl Bound {
    /// The bound zero, without a reason.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            steps: 0,
            reason: BoundReason::Chain(Vec::new()),
        }
    }
}

/// Distances that follow from the rules without a condition.
#[derive(Clone, Debug)]
pub struct Distances {
    /// The earliest step of each task.
    pub head: Vec<i64>,
    /// The steps that follow at least from the beginning of a task's step to the end of the region.
    pub tail: Vec<i64>,
    /// Minimum number of steps of the region, regardless of its content.
    pub around: i64,
    /// The edges that lead to each task, with their lengths.
    into: Vec<Vec<(usize, i64)>>,
    /// The edges that lead from each task.
    out: Vec<Vec<(usize, i64)>>,
}

impl Distances {
    /// The distances of a problem. The order of the text is an order in which every edge leads forward.
    #[must_use]
    pub fn from_problem(problem: &Problem) -> Self {
        let count = problem.tasks.len();
        let (mut into, mut out) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut head = vec![0_i64; count];
        let mut tail: Vec<i64> = problem
            .tasks
            .iter()
            .map(|task| i64::from(task.kind == AtomKind::Step))
            .collect();
        let mut around = 0;
        let mut edge = |from: Node, to: Node, least: i64| match (from, to) {
            (Node::Task(from), Node::Task(to)) => {
                into[to].push((from, least));
                out[from].push((to, least));
            }
            (Node::Before(step), Node::Task(to)) => head[to] = head[to].max(step + least),
            (Node::Task(from), Node::After(distance)) => {
                tail[from] = tail[from].max(least - distance);
            }
            (Node::Before(step), Node::After(distance)) => {
                around = around.max(step + least - distance);
            }
            (Node::Task(_) | Node::Before(_), Node::Before(_)) | (Node::After(_), _) => {}
        };
        for rule in problem.rules.iter().filter(|rule| rule.when.is_empty()) {
            if let Limit::AtLeast(least) = rule.limit {
                edge(rule.from, rule.to, i64::from(least));
            }
        }
        for link in problem.links.iter().filter(|link| link.variants.is_empty()) {
            edge(link.from, link.to, 1);
        }
        for task in 0..count {
            for &(from, least) in &into[task] {
                head[task] = head[task].max(head[from] + least);
            }
        }
        for task in (0..count).rev() {
            for &(to, least) in &out[task] {
                tail[task] = tail[task].max(tail[to] + least);
            }
        }
        Self {
            head,
            tail,
            around,
            into,
            out,
        }
    }

    fn chain(&self) -> Option<Bound> {
        let of = |task: usize| self.head[task] + self.tail[task];
        let longest = (0..self.head.len()).max_by_key(|&task| (of(task), Reverse(task)))?;
        let mut tasks = vec![longest];
        let mut at = longest;
        while let Some(&(from, _)) = self.into[at]
            .iter()
            .find(|(from, least)| self.head[*from] + least == self.head[at])
        {
            tasks.insert(0, from);
            at = from;
        }
        at = longest;
        while let Some(&(to, _)) = self.out[at]
            .iter()
            .find(|(to, least)| self.tail[*to] + least == self.tail[at])
        {
            tasks.push(to);
            at = to;
        }
        Some(Bound {
            steps: of(longest),
            reason: BoundReason::Chain(tasks),
        })
    }
}

/// Which tasks cannot share a step, a row of bits for each task.
struct Apart {
    words: usize,
    bits: Vec<u64>,
}

impl Apart {
    fn from_problem(problem: &Problem) -> Self {
        let count = problem.tasks.len();
        let words = count.div_ceil(64);
        let mut apart = Self {
            words,
            bits: vec![0; count * words],
        };
        for rule in problem.rules.iter().filter(|rule| rule.when.is_empty()) {
            let keeps_apart = match rule.limit {
                Limit::AtLeast(least) => least > 0,
                Limit::Not(distance) => distance == 0,
            };
            if let (Node::Task(from), Node::Task(to), true) = (rule.from, rule.to, keeps_apart) {
                apart.bits[from * words + to / 64] |= 1 << (to % 64);
                apart.bits[to * words + from / 64] |= 1 << (from % 64);
            }
        }
        apart
    }

    fn row(&self, task: usize) -> &[u64] {
        &self.bits[task * self.words..(task + 1) * self.words]
    }
}

/// Sets of tasks that each need a step of their own, the largest first.
#[must_use]
pub fn crowds(problem: &Problem) -> Vec<Vec<usize>> {
    let apart = Apart::from_problem(problem);
    let is_step = |task: &usize| problem.tasks[*task].kind == AtomKind::Step;
    let steps: Vec<usize> = (0..problem.tasks.len()).filter(is_step).collect();
    let degree = |task: &usize| -> u32 { apart.row(*task).iter().map(|it| it.count_ones()).sum() };
    let mut by_degree = steps.clone();
    by_degree.sort_by_cached_key(|task| Reverse(degree(task)));
    let mut seen: HashSet<Vec<usize>> = HashSet::new();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for &seed in &steps {
        let mut crowd = vec![seed];
        // The tasks that are apart from all of the crowd.
        let mut others = apart.row(seed).to_vec();
        for &task in &by_degree {
            if task != seed && others[task / 64] >> (task % 64) & 1 == 1 {
                crowd.push(task);
                let both = others.iter_mut().zip(apart.row(task));
                both.for_each(|(other, own)| *other &= own);
            }
        }
        crowd.sort_unstable();
        if crowd.len() > 2 && seen.insert(crowd.clone()) {
            found.push(crowd);
        }
    }
    found.sort_by_key(|crowd| Reverse(crowd.len()));
    found.truncate(CROWDS_MAX);
    found
}

/// The strongest bound of a crowd: of those tasks in it that begin late and are followed by much.
fn crowd_bound(distances: &Distances, crowd: &[usize]) -> Option<Bound> {
    let mut best: Option<Bound> = None;
    let mut heads: Vec<i64> = crowd.iter().map(|&task| distances.head[task]).collect();
    heads.sort_unstable();
    heads.dedup();
    for head in heads {
        let mut late: Vec<usize> = crowd
            .iter()
            .copied()
            .filter(|&task| distances.head[task] >= head)
            .collect();
        late.sort_by_key(|&task| Reverse(distances.tail[task]));
        for (index, &last) in late.iter().enumerate() {
            // A tail counts the task's own step.
            let tail = distances.tail[last] - 1;
            let steps = head + index as i64 + 1 + tail;
            if best.as_ref().is_none_or(|known| steps > known.steps) {
                let mut tasks = late[..=index].to_vec();
                tasks.sort_unstable();
                best = Some(Bound {
                    steps,
                    reason: BoundReason::Crowd { tasks, head, tail },
                });
            }
        }
    }
    best
}

/// No bound of a crowd is longer than this.
fn longest_of_crowd(distances: &Distances, crowd: &[usize]) -> i64 {
    let longest = |steps: &[i64]| crowd.iter().map(|task| steps[*task]).max().unwrap_or(0);
    longest(&distances.head) + crowd.len() as i64 + longest(&distances.tail) - 1
}

/// The best lower bound that has a simple reason.
#[must_use]
pub fn lower_bound(problem: &Problem) -> Bound {
    let distances = Distances::from_problem(problem);
    let crowds = crowds(problem);
    let around = Bound {
        steps: distances.around,
        reason: BoundReason::Around,
    };
    let longer = |best: Bound, bound: Bound| match bound.steps > best.steps {
        true => bound,
        false => best,
    };
    let mut best = distances.chain().into_iter().fold(Bound::none(), longer);
    for crowd in &crowds {
        if longest_of_crowd(&distances, crowd) > best.steps {
            best = crowd_bound(&distances, crowd)
                .into_iter()
                .fold(best, longer);
        }
    }
    longer(best, around)
}
