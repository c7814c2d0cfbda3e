//! A checker for the certificates of the scheduler's solver: that a problem has no solution of fewer steps than claimed.
//!
//! It shares no code with the solver. It reads the rules from the [`Problem`], and a proof in the DRCP format: a list of
//! nogoods, which are facts that cannot all hold. Each must follow by propagation, which means: if its facts are assumed,
//! the rules and the nogoods before it narrow the domains until one is empty. At the end that must happen without any
//! fact. The propagation here is the plain one, over everything until nothing changes. It is at least as strong as the
//! solver's: of tasks that exclude each other, it counts how many must fit into each interval of steps (Hall).

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use drcp_format::reader::ProofReader;
use drcp_format::{IntAtomic, IntComparison, Step};
use mnc2_dataflow::depends::{AtomKind, Limit};
use mnc2_schedule::bound;
use mnc2_schedule::problem::{Node, Problem};

/// Why a certificate is refused.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// The proof cannot be read.
    Unreadable(String),
    /// The proof names a variable that the problem does not have.
    Unknown(String),
    /// The search requires that these two tasks do not share a step, which no rule states.
    MayShareAStep(usize, usize),
    /// The nogood of this number, counted from 1, does not follow.
    DoesNotFollow(usize),
    /// The shorter lengths are not ruled out when all nogoods are known.
    NotConcluded,
}

/// Checks that no solution of a problem has fewer than `steps` steps; returns how many nogoods the proof has. Without a
/// proof, the rules alone must show it.
///
/// The solver has the lower `bound` from elsewhere, so it must follow from the rules alone.
///
/// # Errors
/// If that does not follow.
pub fn check(
    problem: &Problem,
    steps: i64,
    bound: i64,
    proof: impl BufRead,
) -> Result<usize, Refused> {
    let mut checker = Checker::new(problem, steps - 1);
    checker.add_crowds(problem)?;
    let below_bound = Fact::at_most(checker.length, bound - 1);
    if checker.is_consistent_with(&[below_bound]) {
        return Err(Refused::NotConcluded);
    }
    checker.nogoods.push(vec![below_bound]);
    let mut reader = ProofReader::<_, i32>::new(proof);
    let mut checked = 0;
    loop {
        let step = reader.next_step();
        match step.map_err(|error| Refused::Unreadable(error.to_string()))? {
            None | Some(Step::Conclusion(_)) => break,
            // The inferences of a nogood are found again.
            Some(Step::Inference(_)) => {}
            Some(Step::Deduction(deduction)) => {
                checked += 1;
                let facts = deduction.premises.iter().map(|it| checker.fact(it));
                let facts = facts.collect::<Result<Vec<Fact>, Refused>>()?;
                if checker.is_consistent_with(&facts) {
                    return Err(Refused::DoesNotFollow(checked));
                }
                checker.nogoods.push(facts);
            }
        }
    }
    if checker.is_consistent_with(&[]) {
        return Err(Refused::NotConcluded);
    }
    Ok(checked)
}

type Variable = usize;

/// A statement about a variable.
#[derive(Clone, Copy, Debug)]
struct Fact {
    variable: Variable,
    comparison: IntComparison,
    value: i64,
}

impl Fact {
    const fn at_most(variable: Variable, value: i64) -> Self {
        Self {
            variable,
            comparison: IntComparison::LessEqual,
            value,
        }
    }

    const fn at_least(variable: Variable, value: i64) -> Self {
        Self {
            variable,
            comparison: IntComparison::GreaterEqual,
            value,
        }
    }

    /// Of a variable that is 0 or 1.
    const fn holds(variable: Variable) -> Self {
        Self::at_least(variable, 1)
    }

    const fn allows(self, value: i64) -> bool {
        match self.comparison {
            IntComparison::GreaterEqual => value >= self.value,
            IntComparison::LessEqual => value <= self.value,
            IntComparison::Equal => value == self.value,
            IntComparison::NotEqual => value != self.value,
        }
    }

    const fn negated(self) -> Self {
        let Self {
            variable, value, ..
        } = self;
        let (comparison, value) = match self.comparison {
            IntComparison::GreaterEqual => (IntComparison::LessEqual, value - 1),
            IntComparison::LessEqual => (IntComparison::GreaterEqual, value + 1),
            IntComparison::Equal => (IntComparison::NotEqual, value),
            IntComparison::NotEqual => (IntComparison::Equal, value),
        };
        Self {
            variable,
            comparison,
            value,
        }
    }
}

/// The values that are left of a variable: `values[i]` is whether `first + i` is one.
#[derive(Clone, Debug)]
struct Domain {
    first: i64,
    values: Vec<bool>,
}

impl Domain {
    fn new(first: i64, last: i64) -> Self {
        let count = usize::try_from(last - first + 1).unwrap_or(0);
        Self {
            first,
            values: vec![true; count],
        }
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = i64> {
        let values = self.values.iter().enumerate();
        values.filter_map(|(index, &is_left)| is_left.then_some(self.first + index as i64))
    }

    fn least(&self) -> Option<i64> {
        self.all().next()
    }

    fn most(&self) -> Option<i64> {
        self.all().next_back()
    }

    /// Keeps what a fact allows; whether that changes anything. `Err` if nothing is left.
    fn keep(&mut self, fact: Fact) -> Result<bool, Empty> {
        let mut changed = false;
        let mut is_empty = true;
        for (index, is_left) in self.values.iter_mut().enumerate() {
            if *is_left && !fact.allows(self.first + index as i64) {
                *is_left = false;
                changed = true;
            }
            is_empty &= !*is_left;
        }
        if is_empty { Err(Empty) } else { Ok(changed) }
    }

    fn truth(&self, fact: Fact) -> Truth {
        let mut all = self.all().map(|value| fact.allows(value));
        let Some(first) = all.next() else {
            return Truth::Open;
        };
        match (first, all.all(|it| it == first)) {
            (_, false) => Truth::Open,
            (true, true) => Truth::Holds,
            (false, true) => Truth::Fails,
        }
    }
}

/// That a domain has no value left.
struct Empty;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Holds,
    Fails,
    Open,
}

/// A step: a variable with an offset, or a number.
#[derive(Clone, Copy, Debug)]
struct Place {
    variable: Option<Variable>,
    offset: i64,
}

/// A consequence of some facts: the distance of two places is within a limit.
#[derive(Clone, Debug)]
struct Distance {
    from: Place,
    to: Place,
    limit: Limit,
    when: Vec<Fact>,
}

struct Checker {
    domains: Vec<Domain>,
    length: Variable,
    tasks: Vec<Variable>,
    by_name: BTreeMap<String, Variable>,
    distances: Vec<Distance>,
    /// Of each, one fact must hold.
    clauses: Vec<Vec<Fact>>,
    /// Tasks that each need a step of their own.
    crowds: Vec<Vec<Variable>>,
    /// The demands of tasks in their step, and the capacity.
    resources: Vec<(Vec<(Variable, usize)>, usize)>,
    /// Of each, one fact must fail.
    nogoods: Vec<Vec<Fact>>,
}

impl Checker {
    /// The rules of a problem, with at most some steps.
    fn new(problem: &Problem, longest: i64) -> Self {
        let mut checker = Self {
            domains: Vec::new(),
            length: 0,
            tasks: Vec::new(),
            by_name: BTreeMap::new(),
            distances: Vec::new(),
            clauses: Vec::new(),
            crowds: Vec::new(),
            resources: Vec::new(),
            nogoods: Vec::new(),
        };
        checker.length = checker.variable("length".to_owned(), 0, longest);
        for (number, task) in problem.tasks.iter().enumerate() {
            let step = checker.variable(format!("step_{number}"), 0, longest);
            checker.tasks.push(step);
            // A task of a step needs that step; a statement between steps may follow the last one.
            let own = i32::from(task.kind == AtomKind::Step);
            let (from, to) = (
                checker.place(Node::Task(number)),
                checker.place(Node::After(0)),
            );
            checker.distance(from, to, Limit::AtLeast(own), Vec::new());
        }
        for (number, task) in problem.tasks.iter().enumerate() {
            if task.variants.len() > 1 {
                let all: Vec<Variable> = (0..task.variants.len())
                    .map(|variant| checker.variable(format!("variant_{number}_{variant}"), 0, 1))
                    .collect();
                checker
                    .clauses
                    .push(all.iter().map(|&it| Fact::holds(it)).collect());
                for (index, &one) in all.iter().enumerate() {
                    for &other in &all[..index] {
                        let both = [Fact::holds(one), Fact::holds(other)];
                        checker.clauses.push(both.map(Fact::negated).to_vec());
                    }
                }
            }
        }
        for (number, rule) in problem.rules.iter().enumerate() {
            let variants = rule.when.iter();
            let mut when: Vec<Fact> = variants
                .map(|(task, variant)| {
                    Fact::holds(checker.named(&format!("variant_{task}_{variant}")))
                })
                .collect();
            if when.len() > 1 {
                let all = Fact::holds(checker.variable(format!("when_{number}"), 0, 1));
                checker.is_all_of(all, &when);
                when = vec![all];
            }
            let (from, to) = (checker.place(rule.from), checker.place(rule.to));
            checker.distance(from, to, rule.limit, when);
        }
        for (number, link) in problem.links.iter().enumerate() {
            let mut when = Vec::new();
            if let (Node::Task(task), false) = (link.to, link.variants.is_empty()) {
                let reads = Fact::holds(checker.variable(format!("read_{number}"), 0, 1));
                let of_variant = |it: &usize| {
                    Fact::holds(checker.named(&format!("variant_{task}_{it}"))).negated()
                };
                let unless: Vec<Fact> = link.variants.iter().map(of_variant).collect();
                checker.is_all_of(reads.negated(), &unless);
                when.push(reads);
            }
            let (from, to) = (checker.place(link.from), checker.place(link.to));
            checker.distance(from, to, Limit::AtLeast(1), when.clone());
            for other in problem.forwarding_nodes() {
                if other == link.from || other == link.to {
                    continue;
                }
                let mut clause: Vec<Fact> = when.iter().map(|it| it.negated()).collect();
                clause.push(checker.order(other, link.from));
                clause.push(checker.order(link.to, other));
                checker.clauses.push(clause);
            }
        }
        for resource in &problem.resources {
            let demands = resource.demands.iter();
            let demands = demands.map(|&(task, demand)| (checker.tasks[task], demand));
            checker
                .resources
                .push((demands.collect(), resource.capacity));
        }
        checker
    }

    fn variable(&mut self, name: String, first: i64, last: i64) -> Variable {
        self.domains.push(Domain::new(first, last));
        self.by_name.insert(name, self.domains.len() - 1);
        self.domains.len() - 1
    }

    fn named(&self, name: &str) -> Variable {
        self.by_name[name]
    }

    /// A fact as the proof writes it.
    fn fact(&self, atomic: &IntAtomic<std::rc::Rc<str>, i32>) -> Result<Fact, Refused> {
        let variable = self.by_name.get(&*atomic.name).copied();
        Ok(Fact {
            variable: variable.ok_or_else(|| Refused::Unknown(atomic.name.to_string()))?,
            comparison: atomic.comparison,
            value: i64::from(atomic.value),
        })
    }

    fn place(&self, node: Node) -> Place {
        let (variable, offset) = match node {
            Node::Task(task) => (Some(self.tasks[task]), 0),
            Node::Before(step) => (None, step),
            Node::After(distance) => (Some(self.length), distance),
        };
        Place { variable, offset }
    }

    fn distance(&mut self, from: Place, to: Place, limit: Limit, when: Vec<Fact>) {
        self.distances.push(Distance {
            from,
            to,
            limit,
            when,
        });
    }

    /// That one fact holds exactly if all the others do.
    fn is_all_of(&mut self, one: Fact, others: &[Fact]) {
        let mut clause = vec![one];
        for other in others {
            clause.push(other.negated());
            self.clauses.push(vec![one.negated(), *other]);
        }
        self.clauses.push(clause);
    }

    /// That a node is at most as late as another one.
    fn order(&mut self, one: Node, than: Node) -> Fact {
        let name = format!("order_{one}_{than}");
        if let Some(&known) = self.by_name.get(&name) {
            return Fact::holds(known);
        }
        let holds = Fact::holds(self.variable(name, 0, 1));
        let (one, than) = (self.place(one), self.place(than));
        self.distance(one, than, Limit::AtLeast(0), vec![holds]);
        self.distance(than, one, Limit::AtLeast(1), vec![holds.negated()]);
        holds
    }

    /// Adds sets of tasks that each need a step of their own. The search finds the sets, and the rules must confirm them.
    fn add_crowds(&mut self, problem: &Problem) -> Result<(), Refused> {
        let mut apart = BTreeSet::new();
        for rule in problem.rules.iter().filter(|rule| rule.when.is_empty()) {
            if let (Node::Task(from), Node::Task(to), false) =
                (rule.from, rule.to, rule.limit.allows(0))
            {
                apart.extend([(from, to), (to, from)]);
            }
        }
        for crowd in bound::crowds(problem) {
            let pairs = crowd
                .iter()
                .flat_map(|one| crowd.iter().map(move |other| (*one, *other)));
            if let Some(pair) = pairs
                .filter(|it| it.0 != it.1)
                .find(|it| !apart.contains(it))
            {
                return Err(Refused::MayShareAStep(pair.0, pair.1));
            }
            self.crowds
                .push(crowd.iter().map(|&task| self.tasks[task]).collect());
        }
        Ok(())
    }

    /// Whether some facts may hold together, as far as propagation sees.
    fn is_consistent_with(&self, facts: &[Fact]) -> bool {
        let mut state = State {
            domains: self.domains.clone(),
        };
        let assumed = facts.iter().try_for_each(|&it| state.keep(it).map(drop));
        assumed.and_then(|()| state.propagate(self)).is_ok()
    }
}

/// The domains during a propagation.
struct State {
    domains: Vec<Domain>,
}

impl State {
    fn keep(&mut self, fact: Fact) -> Result<bool, Empty> {
        self.domains[fact.variable].keep(fact)
    }

    fn truth(&self, fact: Fact) -> Truth {
        self.domains[fact.variable].truth(fact)
    }

    /// Narrows the domains until nothing changes.
    fn propagate(&mut self, rules: &Checker) -> Result<(), Empty> {
        loop {
            let mut changed = false;
            for clause in &rules.clauses {
                changed |= self.clause(clause.iter().copied())?;
            }
            for nogood in &rules.nogoods {
                changed |= self.clause(nogood.iter().map(|it| it.negated()))?;
            }
            for distance in &rules.distances {
                changed |= self.distance(distance)?;
            }
            for crowd in &rules.crowds {
                changed |= self.crowd(crowd)?;
            }
            for (demands, capacity) in &rules.resources {
                changed |= self.resource(demands, *capacity)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// One of these facts must hold.
    fn clause(&mut self, facts: impl Iterator<Item = Fact>) -> Result<bool, Empty> {
        let mut open = None;
        for fact in facts {
            match self.truth(fact) {
                Truth::Holds => return Ok(false),
                Truth::Fails => {}
                Truth::Open if open.is_some() => return Ok(false),
                Truth::Open => open = Some(fact),
            }
        }
        self.keep(open.ok_or(Empty)?)
    }

    fn bounds(&self, place: Place) -> Result<(i64, i64), Empty> {
        let (least, most) = match place.variable {
            Some(variable) => {
                let domain = &self.domains[variable];
                (domain.least().ok_or(Empty)?, domain.most().ok_or(Empty)?)
            }
            None => (0, 0),
        };
        Ok((least + place.offset, most + place.offset))
    }

    fn keep_at(
        &mut self,
        place: Place,
        comparison: IntComparison,
        value: i64,
    ) -> Result<bool, Empty> {
        match place.variable {
            Some(variable) => self.keep(Fact {
                variable,
                comparison,
                value: value - place.offset,
            }),
            None => Ok(false),
        }
    }

    fn distance(&mut self, rule: &Distance) -> Result<bool, Empty> {
        let mut open = None;
        for &fact in &rule.when {
            match self.truth(fact) {
                Truth::Holds => {}
                Truth::Fails => return Ok(false),
                Truth::Open if open.is_some() => return Ok(false),
                Truth::Open => open = Some(fact),
            }
        }
        let (from, to) = (self.bounds(rule.from)?, self.bounds(rule.to)?);
        let (is_broken, is_fixed) = match rule.limit {
            Limit::AtLeast(least) => (to.1 - from.0 < i64::from(least), false),
            Limit::Not(distance) => {
                let is_fixed = from.0 == from.1 && to.0 == to.1;
                (is_fixed && to.0 - from.0 == i64::from(distance), is_fixed)
            }
        };
        match open {
            _ if is_fixed && !is_broken => return Ok(false),
            Some(fact) if is_broken => return self.keep(fact.negated()),
            Some(_) => return Ok(false),
            None if is_broken => return Err(Empty),
            None => {}
        }
        match rule.limit {
            Limit::AtLeast(least) => {
                let least = i64::from(least);
                let later = self.keep_at(rule.to, IntComparison::GreaterEqual, from.0 + least)?;
                let earlier = self.keep_at(rule.from, IntComparison::LessEqual, to.1 - least)?;
                Ok(later | earlier)
            }
            Limit::Not(distance) => {
                let distance = i64::from(distance);
                let mut changed = false;
                if from.0 == from.1 {
                    changed |= self.keep_at(rule.to, IntComparison::NotEqual, from.0 + distance)?;
                }
                if to.0 == to.1 {
                    changed |= self.keep_at(rule.from, IntComparison::NotEqual, to.0 - distance)?;
                }
                Ok(changed)
            }
        }
    }

    /// The demands of the tasks of a step are at most its capacity: where others leave too little, a task cannot be.
    fn resource(&mut self, demands: &[(Variable, usize)], capacity: usize) -> Result<bool, Empty> {
        let fixed = |state: &Self, variable: Variable| {
            let domain = &state.domains[variable];
            domain.least().filter(|it| domain.most() == Some(*it))
        };
        let mut taken: BTreeMap<i64, usize> = BTreeMap::new();
        for &(variable, demand) in demands {
            if let Some(step) = fixed(self, variable) {
                *taken.entry(step).or_default() += demand;
            }
        }
        let mut changed = false;
        for (step, taken) in taken {
            if taken > capacity {
                return Err(Empty);
            }
            for &(variable, demand) in demands {
                if fixed(self, variable) != Some(step) && taken + demand > capacity {
                    changed |= self.keep(Fact {
                        variable,
                        comparison: IntComparison::NotEqual,
                        value: step,
                    })?;
                }
            }
        }
        Ok(changed)
    }

    /// No two of these variables are equal. If an interval must contain as many of them as it has steps, the others cannot be
    /// in it.
    fn crowd(&mut self, crowd: &[Variable]) -> Result<bool, Empty> {
        let mut bounds = Vec::with_capacity(crowd.len());
        for &variable in crowd {
            let place = Place {
                variable: Some(variable),
                offset: 0,
            };
            bounds.push(self.bounds(place)?);
        }
        let mut changed = false;
        let firsts: Vec<i64> = bounds.iter().map(|it| it.0).collect();
        let lasts: Vec<i64> = bounds.iter().map(|it| it.1).collect();
        for &first in &firsts {
            for &last in lasts.iter().filter(|&&last| last >= first) {
                let is_inside = |it: &(i64, i64)| it.0 >= first && it.1 <= last;
                let inside = bounds.iter().filter(|it| is_inside(it)).count() as i64;
                let room = last - first + 1;
                if inside > room {
                    return Err(Empty);
                }
                if inside == room {
                    for (&variable, own) in crowd.iter().zip(&bounds) {
                        if is_inside(own) {
                            continue;
                        }
                        if own.0 >= first && own.0 <= last {
                            changed |= self.keep(Fact::at_least(variable, last + 1))?;
                        }
                        if own.1 >= first && own.1 <= last {
                            changed |= self.keep(Fact::at_most(variable, first - 1))?;
                        }
                    }
                }
            }
        }
        Ok(changed)
    }
}
