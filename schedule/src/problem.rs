//! The problem that a scheduler solves: tasks, the limits between them, and what may be chosen.
//!
//! It is made from [`mnc2_dataflow::depends`] and is independent of instructions. A [`Task`] is an atom that moves. Tasks keep
//! limits to each other and to what does not move: the steps before the region, which are at fixed numbers below 0, and those
//! after it, which are at fixed distances from its end. A task may have several *variants*, which read different operands from
//! forwarding registers; a rule may hold for some variants only.

mod common_rules;

use std::collections::BTreeMap;
use std::fmt;

use mnc2_dataflow::depends;
use mnc2_dataflow::depends::{Atom, AtomKind, AtomPosition, Depends, Feed, Limit, Resource, Why};

/// Operands of one task that may be read from forwarding registers; more are left as they are. Each doubles the
/// variants.
const CHOICES_MAX: usize = 3;

/// Something with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// A task, by its number.
    Task(usize),
    /// A step before the region, by its number, which is below 0.
    Before(i64),
    /// A step after the region, by its distance from the region's end.
    After(i64),
}

impl Node {
    /// The task, unless it does not move.
    #[must_use]
    pub const fn task(self) -> Option<usize> {
        match self {
            Self::Task(task) => Some(task),
            Self::Before(_) | Self::After(_) => None,
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(task) => write!(f, "t{task}"),
            Self::Before(step) => write!(f, "b{}", -step),
            Self::After(distance) => write!(f, "a{distance}"),
        }
    }
}

/// An atom that moves.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its number among [`Depends::atoms`].
    pub atom: usize,
    /// Whether it is issued in a step.
    pub kind: AtomKind,
    /// Whether its step replaces the forwarding registers.
    pub forwards: bool,
    /// Its step in the program as it is, counted from the first of the region.
    pub now: i64,
    /// The operands that each variant reads from forwarding registers, by the number among [`Depends::forwarded`]. The first
    /// one is the text as it is.
    pub variants: Vec<Vec<usize>>,
}

/// Variants of tasks: a rule with a condition holds if each of these tasks has this variant.
pub type Condition = Vec<(usize, usize)>;

/// A limit on a distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistanceRule {
    /// The node at which the distance begins.
    pub from: Node,
    /// The node at which the distance ends.
    pub to: Node,
    /// The limit on the distance, in steps.
    pub limit: Limit,
    /// The reason for the limit.
    pub why: Why,
    /// When it holds; always if empty.
    pub when: Condition,
}

/// A result that is read from a forwarding register: no step between the two replaces the registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForwardingLink {
    /// The node that makes the result.
    pub from: Node,
    /// The node that reads the result.
    pub to: Node,
    /// The variants of the reader that read it; all if empty.
    pub variants: Vec<usize>,
}

/// The input of the schedulers.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The atoms that move, in the order of the text.
    pub tasks: Vec<Task>,
    /// Limits on the distances between the steps of nodes.
    pub rules: Vec<DistanceRule>,
    /// Results in forwarding registers.
    pub links: Vec<ForwardingLink>,
    /// The resources that the tasks of a step share; the demands are indexed by task.
    pub resources: Vec<Resource>,
    /// The steps around the region that replace the forwarding registers.
    pub replacing: Vec<Node>,
    /// The present number of steps.
    pub steps: i64,
}

/// The output of a scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The step of each task; for a statement between steps the step after it.
    pub steps: Vec<i64>,
    /// The variant of each task.
    pub variants: Vec<usize>,
    /// The number of steps.
    pub length: i64,
}

impl Problem {
    /// The problem of a region; with `forwarding`, operands may be read from forwarding registers instead of memory.
    #[must_use]
    pub fn new(depends: &Depends, forwarding: bool) -> Self {
        let mut choices: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        if forwarding {
            for (index, it) in depends.forwarded.iter().enumerate() {
                let of_atom = choices.entry(it.atom).or_default();
                if of_atom.len() < CHOICES_MAX {
                    of_atom.push(index);
                }
            }
        }
        let mut task_of = BTreeMap::new();
        let mut tasks = Vec::new();
        for (index, atom) in depends.atoms.iter().enumerate() {
            if atom.place != AtomPosition::Inside {
                continue;
            }
            task_of.insert(index, tasks.len());
            tasks.push(Task {
                atom: index,
                kind: atom.kind,
                forwards: atom.forwards,
                now: atom.step,
                variants: subsets(choices.get(&index).map_or(&[], Vec::as_slice)),
            });
        }
        let node = |atom: usize| match depends.atoms[atom].place {
            AtomPosition::Inside => Node::Task(task_of[&atom]),
            AtomPosition::Before => Node::Before(depends.atoms[atom].step),
            AtomPosition::After => Node::After(depends.atoms[atom].step - depends.steps),
        };
        let resources = depends.resources.iter().map(|it| {
            let demands = it.demands.iter();
            Resource {
                demands: demands
                    .map(|(atom, demand)| (task_of[atom], *demand))
                    .collect(),
                ..*it
            }
        });
        let links = links(depends, &tasks, &node);
        let mut rules = rules(depends, &tasks, &node);
        rules.extend(common_rules::common_rules(&rules, &links, &tasks));
        let mut problem = Self {
            resources: resources.collect(),
            rules,
            links,
            replacing: (0..depends.atoms.len())
                .filter(|&atom| depends.atoms[atom].place != AtomPosition::Inside)
                .filter(|&atom| depends.atoms[atom].forwards)
                .map(node)
                .collect(),
            tasks,
            steps: depends.steps,
        };
        problem.replacing.sort_unstable();
        problem.replacing.dedup();
        problem
    }

    /// The order as it is now.
    #[must_use]
    pub fn now(&self) -> Schedule {
        Schedule {
            steps: self.tasks.iter().map(|task| task.now).collect(),
            variants: vec![0; self.tasks.len()],
            length: self.steps,
        }
    }

    /// The step of a node.
    #[must_use]
    pub fn step_of(schedule: &Schedule, node: Node) -> i64 {
        match node {
            Node::Task(task) => schedule.steps[task],
            Node::Before(step) => step,
            Node::After(distance) => schedule.length + distance,
        }
    }

    /// Whether a solution keeps every rule.
    #[must_use]
    pub fn is_kept_by(&self, schedule: &Schedule) -> bool {
        let at = |node| Self::step_of(schedule, node);
        let holds = |when: &Condition| {
            when.iter()
                .all(|&(task, variant)| schedule.variants[task] == variant)
        };
        let within = self.tasks.iter().zip(&schedule.steps).all(|(task, &step)| {
            let last = schedule.length - i64::from(task.kind == AtomKind::Step);
            (0..=last).contains(&step)
        });
        let rules = self
            .rules
            .iter()
            .all(|rule| !holds(&rule.when) || rule.limit.allows(at(rule.to) - at(rule.from)));
        let resources = self
            .resources
            .iter()
            .all(|it| it.is_enough(|task| Some(schedule.steps[task])));
        within && rules && resources && self.links.iter().all(|link| self.is_linked(schedule, link))
    }

    /// Whether the reader of a link finds the result in the register, or reads something else.
    fn is_linked(&self, schedule: &Schedule, link: &ForwardingLink) -> bool {
        let at = |node| Self::step_of(schedule, node);
        if let Node::Task(reader) = link.to
            && !link.variants.is_empty()
            && !link.variants.contains(&schedule.variants[reader])
        {
            return true;
        }
        let (from, to) = (at(link.from), at(link.to));
        from < to
            && self
                .forwarding_nodes()
                .all(|node| at(node) <= from || at(node) >= to)
    }

    /// Everything that replaces the forwarding registers.
    pub fn forwarding_nodes(&self) -> impl Iterator<Item = Node> {
        let tasks = self.tasks.iter().enumerate();
        let moving = tasks.filter(|(_, task)| task.forwards);
        let moving = moving.map(|(index, _)| Node::Task(index));
        moving.chain(self.replacing.iter().copied())
    }
}

/// Every subset, the empty one first.
fn subsets(items: &[usize]) -> Vec<Vec<usize>> {
    let of_bits = |bits: usize| {
        let chosen = items.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| bits >> index & 1 == 1);
        chosen.map(|(_, &item)| item).collect()
    };
    (0..1 << items.len()).map(of_bits).collect()
}

fn rules(depends: &Depends, tasks: &[Task], node: &impl Fn(usize) -> Node) -> Vec<DistanceRule> {
    let has_variants = |atom: usize| match node(atom) {
        Node::Task(task) => tasks[task].variants.len() > 1,
        Node::Before(_) | Node::After(_) => false,
    };
    let mut rules: Vec<DistanceRule> = depends
        .limits
        .iter()
        .filter(|it| !has_variants(it.from) && !has_variants(it.to))
        .map(|it| DistanceRule {
            from: node(it.from),
            to: node(it.to),
            limit: it.limit,
            why: it.why,
            when: Vec::new(),
        })
        .collect();
    let variants: Vec<Vec<Atom>> = (0..depends.atoms.len())
        .map(|atom| match node(atom) {
            Node::Task(task) if tasks[task].variants.len() > 1 => {
                let sets = tasks[task].variants.iter();
                let reading = |set: &Vec<usize>| {
                    let chosen = set.iter().map(|&it| &depends.forwarded[it]);
                    depends.atoms[atom].reading(chosen)
                };
                sets.map(reading).collect()
            }
            Node::Task(_) | Node::Before(_) | Node::After(_) => vec![depends.atoms[atom].clone()],
        })
        .collect();
    for to in 0..depends.atoms.len() {
        for from in 0..to {
            if has_variants(from) || has_variants(to) {
                push_pair_rules(
                    (from, to),
                    (&variants[from], &variants[to]),
                    node,
                    &mut rules,
                );
            }
        }
    }
    rules
}

/// A variant of each of two atoms.
type Case = (usize, usize);

/// The rules between two atoms if one of them has variants. A limit that all variants share has no condition.
fn push_pair_rules(
    (from, to): (usize, usize),
    (first, second): (&[Atom], &[Atom]),
    node: &impl Fn(usize) -> Node,
    rules: &mut Vec<DistanceRule>,
) {
    let mut of_limit: Vec<(Limit, Why, Vec<Case>)> = Vec::new();
    for (index, one) in first.iter().enumerate() {
        for (other_index, other) in second.iter().enumerate() {
            for (limit, why) in depends::between(one, other) {
                match of_limit.iter_mut().find(|(known, ..)| *known == limit) {
                    Some((_, _, cases)) => cases.push((index, other_index)),
                    None => of_limit.push((limit, why, vec![(index, other_index)])),
                }
            }
        }
    }
    for (limit, why, cases) in of_limit {
        let mut add = |when: Condition| {
            rules.push(DistanceRule {
                from: node(from),
                to: node(to),
                limit,
                why,
                when,
            });
        };
        let of = |atom: usize, variant: usize| match node(atom) {
            Node::Task(task) => Some((task, variant)),
            Node::Before(_) | Node::After(_) => None,
        };
        if cases.len() == first.len() * second.len() {
            add(Vec::new());
            continue;
        }
        // Cases that differ only in one of the two tasks need no condition on it.
        let whole =
            |index: usize| cases.iter().filter(|case| case.0 == index).count() == second.len();
        let whole_second =
            |index: usize| cases.iter().filter(|case| case.1 == index).count() == first.len();
        for index in (0..first.len()).filter(|&index| whole(index)) {
            add(of(from, index).into_iter().collect());
        }
        for index in (0..second.len()).filter(|&index| whole_second(index)) {
            add(of(to, index).into_iter().collect());
        }
        for &(one, other) in &cases {
            if !whole(one) && !whole_second(other) {
                add([of(from, one), of(to, other)]
                    .into_iter()
                    .flatten()
                    .collect());
            }
        }
    }
}

fn links(depends: &Depends, tasks: &[Task], node: &impl Fn(usize) -> Node) -> Vec<ForwardingLink> {
    let of = |feed: &Feed, variants| ForwardingLink {
        from: node(feed.from),
        to: node(feed.to),
        variants,
    };
    let mut links: Vec<ForwardingLink> = depends
        .feeds
        .iter()
        .map(|feed| of(feed, Vec::new()))
        .collect();
    for (index, it) in depends.forwarded.iter().enumerate() {
        let Node::Task(task) = node(it.atom) else {
            continue;
        };
        let variants = tasks[task].variants.iter().enumerate();
        let reading = variants.filter(|(_, set)| set.contains(&index));
        let reading: Vec<usize> = reading.map(|(variant, _)| variant).collect();
        if !reading.is_empty() {
            links.push(of(&it.feed, reading));
        }
    }
    links
}
