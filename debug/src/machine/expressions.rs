//! Expressions over the locations of a machine: conditions, watches, log messages and what a person types.
//!
//! The syntax is the syntax of MN-Core 2's watches, with names of the machine instead of operands:
//! `t0 == 0x10 && memory[a0 + 4] < 0`. Names are looked up once; what is read at a stop is what is named, and nothing else.

use std::cmp::Ordering;

use mnc2_asm::watch;
use mnc2_asm::watch::{Operands, Read, Reader};
use mnc2_program::{
    Arithmetic, ComparisonOperator, WatchExpression, WatchKind, WatchNumber, WatchType,
};
use mnc2_text::{Described, Location, Locations, Message, Number, line, message};

/// The numbers of a location whose changes are followed, or which are compared; more are refused.
pub const WATCHED_NUMBERS_MAX: usize = 4096;

/// The brackets around the number of an element.
const BRACKETS: [(&str, &str); 2] = [("[", "]"), ("(", ")")];

/// Characters of a summary.
const SUMMARY_CHARACTERS_MAX: usize = 120;

/// An expression whose names are looked up.
#[derive(Clone, Debug)]
pub struct ValueExpression {
    node: Node,
    value_type: WatchType,
}

#[derive(Clone, Debug)]
enum Node {
    Location(Location),
    Element(Box<(Node, Node)>, String),
    Number(Number),
    Negated(Box<Node>),
    Not(Box<Node>),
    Arithmetic(Arithmetic, Box<[Node; 2]>),
    Comparison(ComparisonOperator, Box<[Node; 2]>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MachineValue {
    /// The content of a location, which can have parts.
    Location(Location),
    /// A number without a location, which has no parts.
    Number(Number),
    /// Whether a condition holds.
    Truth(bool),
}

/// A name with its indices, as it is written.
#[derive(Debug)]
struct Access {
    location: Location,
    /// Each with the text before it.
    indices: Vec<(WatchExpression<Self>, String)>,
}

/// The names of a machine, in a thread or where the run is.
struct Names<'a> {
    machine: &'a dyn Locations,
    thread: Option<usize>,
    text: &'a str,
}

impl Operands for Names<'_> {
    type Place = Access;
    const CONDITION: &'static str = "`t0 == 0`";

    fn read(reader: &mut Reader<'_, Self>, first: char) -> Option<Read<WatchExpression<Access>>> {
        let begins = first.is_alphabetic() || matches!(first, '_' | '%' | '@');
        begins.then(|| access(reader))
    }
}

fn access(reader: &mut Reader<'_, Names<'_>>) -> Read<WatchExpression<Access>> {
    let start = reader.here();
    let is_of_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '%' | '@' | '.' | '$');
    let name = reader.take_while(is_of_name);
    let mut end = start + name.len();
    let names = reader.operands();
    let (machine, text) = (names.machine, names.text);
    let Some(location) = find(machine, name, names.thread) else {
        let message = unknown(machine, name);
        return Err(reader.wrong(start..end, message));
    };
    let mut indices = Vec::new();
    // The Tensil tensor unit has its addresses in parentheses.
    while let Some((_, close)) = BRACKETS.into_iter().find(|(open, _)| reader.takes(open)) {
        loop {
            let before = text.get(start..end).unwrap_or_default().to_owned();
            let at = reader.here();
            let index = reader.inside()?;
            if index.value_type() != WatchType::Numbers {
                let message = message!("this is a condition; a number is needed here");
                return Err(reader.wrong(at..at + 1, message));
            }
            indices.push((index, before));
            if !reader.takes(",") {
                break;
            }
        }
        if !reader.takes(close) {
            let at = reader.here();
            return Err(reader.wrong(at..at + 1, message!("a `{close}` is missing", close)));
        }
        end = text.len() - reader.rest().len();
    }
    Ok(WatchExpression {
        range: mnc2_text::line::range(start..end),
        kind: WatchKind::Place(Access { location, indices }),
    })
}

/// The location that a name means; a list that it is in may be named before it: `registers.t0`.
fn find(machine: &dyn Locations, name: &str, thread: Option<usize>) -> Option<Location> {
    machine.named(name, thread).or_else(|| {
        let (list, rest) = name.split_once('.')?;
        let list = machine.named(list, thread)?;
        let found = machine.named(rest, thread)?;
        found.path().starts_with(list.path()).then_some(found)
    })
}

fn unknown(machine: &dyn Locations, name: &str) -> Message {
    let names = machine.names();
    let near = line::similar(name, names.iter().map(String::as_str), line::SIMILARITY_MIN);
    match near {
        Some(near) => message!(
            "nothing here is called `{name}`; did you mean `{near}`?",
            name,
            near
        ),
        None => message!("nothing here is called `{name}`", name),
    }
}

impl ValueExpression {
    /// Reads an expression, with the names of a thread, or of the one whose turn it is.
    ///
    /// # Errors
    /// A sentence if it is not one, or something in it has no meaning.
    pub fn parse(
        text: &str,
        machine: &dyn Locations,
        thread: Option<usize>,
    ) -> Result<Self, Message> {
        let text = text.trim();
        if text.is_empty() {
            return Err(message!("write the name of a value"));
        }
        let mut names = Names {
            machine,
            thread,
            text,
        };
        let parsed = watch::parse_with(text, &mut names).map_err(|error| error.message)?;
        let value_type = parsed.value_type();
        Ok(Self {
            node: node(parsed, machine, text)?,
            value_type,
        })
    }

    /// Reads a condition, such as `t0 == 0x10`.
    ///
    /// # Errors
    /// A sentence if it is neither true nor false, or something in it has no meaning.
    pub fn condition(text: &str, machine: &dyn Locations) -> Result<Self, Message> {
        let expression = Self::parse(text, machine, None)?;
        match expression.value_type {
            WatchType::Truth => Ok(expression),
            WatchType::Numbers | WatchType::List => Err(message!(
                "`{text}` is neither true nor false: compare it, as in `t0 == 0x0`",
                text
            )),
        }
    }

    /// Whether it holds; `false` for what is not a condition.
    ///
    /// # Errors
    /// A sentence if a value in it has no number now.
    pub fn holds(&self, machine: &dyn Locations) -> Result<bool, Message> {
        self.node.holds(machine)
    }

    /// The location that it names now.
    ///
    /// # Errors
    /// A sentence if it names none.
    pub fn place(&self, text: &str, machine: &dyn Locations) -> Result<Location, Message> {
        match self.evaluate(machine)? {
            MachineValue::Location(location) => Ok(location),
            MachineValue::Number(_) | MachineValue::Truth(_) => {
                Err(message!("`{text}` cannot be changed", text))
            }
        }
    }

    /// The location that it names without computing anything, if that is all that it does.
    pub fn location(&self) -> Option<Location> {
        match self.node {
            Node::Location(location) => Some(location),
            _ => None,
        }
    }

    /// Its value now.
    ///
    /// # Errors
    /// A sentence if it has none.
    pub fn evaluate(&self, machine: &dyn Locations) -> Result<MachineValue, Message> {
        Ok(match self.value_type {
            WatchType::Truth => MachineValue::Truth(self.node.holds(machine)?),
            WatchType::Numbers | WatchType::List => match self.node.location(machine)? {
                Some(location) => MachineValue::Location(location),
                None => MachineValue::Number(self.node.number(machine)?),
            },
        })
    }
}

/// Looks up what is written. Indices that are numbers are looked up as well.
fn node(
    expression: WatchExpression<Access>,
    machine: &dyn Locations,
    text: &str,
) -> Result<Node, Message> {
    let both = |parts: Box<[WatchExpression<Access>; 2]>| {
        let [left, right] = *parts;
        Ok::<_, Message>(Box::new([
            node(left, machine, text)?,
            node(right, machine, text)?,
        ]))
    };
    let range = expression.range.start as usize..expression.range.end as usize;
    Ok(match expression.kind {
        WatchKind::Place(access) => {
            let mut found = Node::Location(access.location);
            for (index, before) in access.indices {
                let index = node(index, machine, text)?;
                found = match (&found, &index) {
                    (Node::Location(whole), Node::Number(number)) => {
                        let part = element(machine, *whole, *number, &before);
                        // A value that is computed later may have the part then.
                        match machine.describe(*whole).parts {
                            0 if machine.number(*whole).is_none() => {
                                Node::Element(Box::new((found, index)), before)
                            }
                            _ => Node::Location(part?),
                        }
                    }
                    _ => Node::Element(Box::new((found, index)), before),
                };
            }
            found
        }
        WatchKind::Number(number) => Node::Number(match number {
            WatchNumber::Integer(value) => {
                let written = text.get(range).unwrap_or_default();
                let is_bits = written.starts_with("0x") || written.starts_with("0X");
                match u64::try_from(value) {
                    Ok(bits) if is_bits => Number::Bits(bits),
                    _ => Number::Whole(value),
                }
            }
            WatchNumber::Real(value) => Number::Real(value),
            WatchNumber::Typed(_, bits) => Number::Bits(bits),
        }),
        WatchKind::Negated(part) => Node::Negated(Box::new(node(*part, machine, text)?)),
        WatchKind::Not(part) => Node::Not(Box::new(node(*part, machine, text)?)),
        WatchKind::Arithmetic(operation, parts) => Node::Arithmetic(operation, both(parts)?),
        WatchKind::Comparison(comparison, parts) => Node::Comparison(comparison, both(parts)?),
        WatchKind::And(parts) => Node::And(both(parts)?),
        WatchKind::Or(parts) => Node::Or(both(parts)?),
        WatchKind::OverChip(_, part) => node(*part, machine, text)?,
    })
}

fn element(
    machine: &dyn Locations,
    whole: Location,
    number: Number,
    name: &str,
) -> Result<Location, Message> {
    let index = match number {
        Number::Word(bits, _) | Number::Bits(bits) => Some(bits),
        other => other.whole().and_then(|it| u64::try_from(it).ok()),
    };
    let found = index.and_then(|index| machine.element(whole, index));
    found.ok_or_else(|| {
        let number = number.to_string();
        message!("`{name}` has no element {number}", name, number)
    })
}

impl Node {
    /// Its numbers, if it names a location with several; `None` if it has one.
    fn several(&self, machine: &dyn Locations) -> Result<Option<Vec<Number>>, Message> {
        let location = match self {
            Self::Location(location) => *location,
            Self::Element(..) => match self.location(machine)? {
                Some(location) => location,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        if machine.number(location).is_some() {
            return Ok(None);
        }
        let mut found = Vec::new();
        numbers(machine, location, &mut found);
        // Nothing is compared in part.
        if found.len() > WATCHED_NUMBERS_MAX {
            return Err(not_one(&machine.describe(location)));
        }
        let found: Option<Vec<Number>> = found.into_iter().collect();
        match found {
            Some(found) => Ok(Some(found)),
            None => Err(no_number(&machine.describe(location))),
        }
    }

    /// The location that it names; `None` if it computes a number.
    fn location(&self, machine: &dyn Locations) -> Result<Option<Location>, Message> {
        match self {
            Self::Location(location) => Ok(Some(*location)),
            Self::Element(parts, name) => {
                let (whole, index) = &**parts;
                let Some(whole) = whole.location(machine)? else {
                    return Ok(None);
                };
                element(machine, whole, index.number(machine)?, name).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn number(&self, machine: &dyn Locations) -> Result<Number, Message> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Location(location) => {
                let found = machine.number(*location);
                found.ok_or_else(|| not_one(&machine.describe(*location)))
            }
            Self::Element(..) => {
                let Some(location) = self.location(machine)? else {
                    return Err(message!("this is a condition; a number is needed here"));
                };
                let found = machine.number(location);
                found.ok_or_else(|| not_one(&machine.describe(location)))
            }
            Self::Negated(part) => match part.number(machine)? {
                Number::Real(value) => Ok(Number::Real(-value)),
                other => Ok(Number::Whole(-other.whole().unwrap_or(0))),
            },
            Self::Arithmetic(operation, parts) => {
                let [left, right] = &**parts;
                compute(*operation, left.number(machine)?, right.number(machine)?)
            }
            Self::Not(_) | Self::Comparison(..) | Self::And(_) | Self::Or(_) => {
                Err(message!("this is a condition; a number is needed here"))
            }
        }
    }

    fn holds(&self, machine: &dyn Locations) -> Result<bool, Message> {
        match self {
            Self::And(parts) => Ok(parts[0].holds(machine)? && parts[1].holds(machine)?),
            Self::Or(parts) => Ok(parts[0].holds(machine)? || parts[1].holds(machine)?),
            Self::Not(part) => Ok(!part.holds(machine)?),
            Self::Comparison(comparison, parts) => {
                let [left, right] = &**parts;
                let is_so = |left: Number, right: Number| holds_for(*comparison, left, right);
                match (left.several(machine)?, right.several(machine)?) {
                    (None, None) => Ok(is_so(left.number(machine)?, right.number(machine)?)),
                    // As of several cycles in MN-Core 2: all of them must hold.
                    (Some(left), None) => {
                        let right = right.number(machine)?;
                        Ok(left.into_iter().all(|left| is_so(left, right)))
                    }
                    (None, Some(right)) => {
                        let left = left.number(machine)?;
                        Ok(right.into_iter().all(|right| is_so(left, right)))
                    }
                    (Some(left), Some(right)) => {
                        let is_same_size = left.len() == right.len();
                        let mut pairs = left.into_iter().zip(right);
                        Ok(is_same_size && pairs.all(|(left, right)| is_so(left, right)))
                    }
                }
            }
            Self::Location(_)
            | Self::Element(..)
            | Self::Number(_)
            | Self::Negated(_)
            | Self::Arithmetic(..) => Ok(false),
        }
    }
}

/// Whether two numbers satisfy a comparison.
fn holds_for(comparison: ComparisonOperator, left: Number, right: Number) -> bool {
    let order = left.compare(right);
    match comparison {
        ComparisonOperator::Equal => order == Some(Ordering::Equal),
        ComparisonOperator::NotEqual => order != Some(Ordering::Equal),
        ComparisonOperator::Less => order == Some(Ordering::Less),
        ComparisonOperator::Greater => order == Some(Ordering::Greater),
        ComparisonOperator::LessOrEqual => order.is_some_and(Ordering::is_le),
        ComparisonOperator::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
    }
}

/// The expression of a location, or its name in its list.
fn name_of(described: &Described) -> &str {
    match described.expression.is_empty() {
        true => &described.name,
        false => &described.expression,
    }
}

fn no_number(described: &Described) -> Message {
    let name = name_of(described);
    message!("`{name}` has no number yet", name)
}

/// A location holds no number, or several.
fn not_one(described: &Described) -> Message {
    let name = name_of(described);
    match described.parts {
        0 => no_number(described),
        _ => message!(
            "`{name}` has several numbers: choose one, as in `{name}[0]`",
            name
        ),
    }
}

fn compute(operation: Arithmetic, left: Number, right: Number) -> Result<Number, Message> {
    if let (Some(left), Some(right)) = (left.whole(), right.whole()) {
        let whole = match operation {
            Arithmetic::Plus => Some(left.wrapping_add(right)),
            Arithmetic::Minus => Some(left.wrapping_sub(right)),
            Arithmetic::Times => Some(left.wrapping_mul(right)),
            Arithmetic::Divided => left.checked_div(right),
        };
        return whole
            .map(Number::Whole)
            .ok_or_else(|| message!("a number is divided by 0"));
    }
    let (left, right) = (left.real(), right.real());
    Ok(Number::Real(match operation {
        Arithmetic::Plus => left + right,
        Arithmetic::Minus => left - right,
        Arithmetic::Times => left * right,
        Arithmetic::Divided => left / right,
    }))
}

/// The number that a text means for a location.
///
/// # Errors
/// A sentence if it means none.
pub fn number_of(text: &str, machine: &dyn Locations) -> Result<Number, Message> {
    let expression = ValueExpression::parse(text, machine, None)?;
    match expression.evaluate(machine)? {
        MachineValue::Truth(truth) => Ok(Number::Whole(truth.into())),
        MachineValue::Number(_) | MachineValue::Location(_) => expression.node.number(machine),
    }
}

/// A value on one line.
pub fn shown(machine: &dyn Locations, value: MachineValue) -> String {
    match value {
        MachineValue::Location(location) => summary(machine, location),
        MachineValue::Number(number) => number.to_string(),
        MachineValue::Truth(truth) => truth.to_string(),
    }
}

/// The content of a location, on one line; the beginning if it has many parts.
pub fn summary(machine: &dyn Locations, location: Location) -> String {
    let described = machine.describe(location);
    if !described.value.is_empty() {
        return described.value;
    }
    if described.parts == 0 {
        return machine
            .number(location)
            .map_or_else(String::new, |number| number.to_string());
    }
    let mut text = String::new();
    let parts = machine.parts(location, 0..SUMMARY_CHARACTERS_MAX as u64);
    let mut listed = 0;
    for part in parts {
        if text.len() > SUMMARY_CHARACTERS_MAX {
            break;
        }
        let own = machine.describe(part);
        let value = match own.parts {
            0 => summary(machine, part),
            _ => "…".to_owned(),
        };
        let separator = if listed == 0 { "" } else { ", " };
        let name = if described.is_indexed {
            String::new()
        } else {
            format!("{}=", own.name)
        };
        text.push_str(&format!("{separator}{name}{value}"));
        listed += 1;
    }
    let rest = if listed < described.parts {
        ", …"
    } else {
        ""
    };
    format!("[{text}{rest}]")
}

/// The numbers at a location and in its parts, at most [`WATCHED_NUMBERS_MAX`]; `None` where there is none now.
pub(super) fn numbers(
    machine: &dyn Locations,
    location: Location,
    found: &mut Vec<Option<Number>>,
) {
    if found.len() > WATCHED_NUMBERS_MAX {
        return;
    }
    // A number is read without a word about it.
    if let Some(number) = machine.number(location) {
        found.push(Some(number));
        return;
    }
    let parts = machine.parts(location, 0..WATCHED_NUMBERS_MAX as u64 + 1);
    if parts.is_empty() {
        found.push(None);
    }
    for part in parts {
        numbers(machine, part, found);
    }
}
