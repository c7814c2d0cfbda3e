//! Values that follow from the position of a PE alone, such as `$mabid << 5`: a constant on each element, regardless of how it is computed.
//! What is read or written at such an address is known on each element, too.
//!
//! Numbers that a testcase sets on some elements are not among them: a proof does not depend on which numbers these are.

use super::terms::{Kind, LEVELS, Terms, Value};

/// Elements that values are computed on at most, in all of a proof. What is computed after that stays an operation.
const ELEMENTS_MAX: usize = if cfg!(test) { 20_000 } else { 4_000_000 };

/// Different numbers that an address may have.
const NUMBERS_MAX: usize = 64;

/// The words of an operation on words that follow from the position alone; `None` for other words. The key is the operation with
/// its inputs.
pub(super) fn folded(
    terms: &mut Terms,
    key: (Kind, &[Value]),
    words: &[Value],
    function: &dyn Fn(&[u64]) -> [u64; 2],
) -> Option<[Value; 2]> {
    let words = words.iter().map(|it| terms.by_position(*it));
    let words: Vec<Value> = words.collect::<Option<_>>()?;
    let key = (key.0, key.1.to_vec());
    if let Some(known) = terms.positions.get(&key) {
        return *known;
    }
    let folded = folded_from(terms, &words, function);
    let folded = folded.map(|it| it.map(|it| terms.at_position(it)));
    terms.positions.insert(key, folded);
    folded
}

fn folded_from(
    terms: &mut Terms,
    words: &[Value],
    function: &dyn Fn(&[u64]) -> [u64; 2],
) -> Option<[Value; 2]> {
    let level = |it: &Value| match terms.kind_of(*it) {
        Kind::Split(level) => Some(usize::from(level)),
        _ => None,
    };
    let Some(level) = words.iter().filter_map(level).min() else {
        let numbers: Option<Vec<u64>> = words.iter().map(|it| terms.bits(*it)).collect();
        terms.position_elements += 1;
        if terms.position_elements > ELEMENTS_MAX {
            return None;
        }
        return Some(function(&numbers?).map(|it| terms.constant(it)));
    };
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    let mut last: Option<(Vec<Value>, [Value; 2])> = None;
    for number in 0..LEVELS[level].1 {
        let inner = words.iter().map(|it| terms.child(level, *it, number));
        let inner: Vec<Value> = inner.collect();
        let made = match last {
            Some((ref from, made)) if *from == inner => made,
            _ => folded_from(terms, &inner, function)?,
        };
        firsts.push(made[0]);
        seconds.push(made[1]);
        last = Some((inner, made));
    }
    Some([firsts, seconds].map(|it| terms.split(level, &it)))
}

/// The numbers that a value has on the elements, if it follows from the position alone and they are not many.
pub(super) fn numbers(terms: &Terms, value: Value) -> Option<Vec<u64>> {
    if terms.kind_of(value) != Kind::Position {
        return None;
    }
    let mut numbers = Vec::new();
    let mut rest = vec![terms.by_position(value)?];
    while let Some(value) = rest.pop() {
        match (terms.bits(value), terms.kind_of(value)) {
            (Some(number), _) if !numbers.contains(&number) => numbers.push(number),
            (Some(_), _) => {}
            (None, Kind::Split(_)) => rest.extend(terms.children(value)),
            (None, _) => return None,
        }
        if numbers.len() > NUMBERS_MAX {
            return None;
        }
    }
    Some(numbers)
}

/// On each element, the value that belongs to its number.
pub(super) fn chosen(terms: &mut Terms, selector: Value, values: &[(u64, Value)]) -> Value {
    let levels = values
        .iter()
        .fold(0, |all, it| all | split_levels(terms, it.1));
    let constants = terms.by_position(selector);
    constants.map_or(Value::NOTHING, |it| {
        chosen_from(terms, (0, levels), it, values)
    })
}

fn chosen_from(
    terms: &mut Terms,
    (level, levels): (usize, u8),
    selector: Value,
    values: &[(u64, Value)],
) -> Value {
    if let Some(number) = terms.bits(selector) {
        let found = values.iter().find(|it| it.0 == number);
        return found.map_or(Value::NOTHING, |it| it.1);
    }
    let Some((_, count)) = LEVELS.get(level) else {
        return Value::NOTHING;
    };
    let is_split = terms.kind_of(selector) == Kind::Split(level as u8) || levels >> level & 1 == 1;
    if !is_split {
        return chosen_from(terms, (level + 1, levels), selector, values);
    }
    let mut children = Vec::with_capacity(*count);
    for number in 0..*count {
        let inner = values.iter();
        let inner = inner.map(|it| (it.0, terms.child(level, it.1, number)));
        let inner: Vec<(u64, Value)> = inner.collect();
        let selector = terms.child(level, selector, number);
        children.push(chosen_from(terms, (level + 1, levels), selector, &inner));
    }
    terms.split(level, &children)
}

/// The levels whose elements differ in a value, a bit each.
fn split_levels(terms: &Terms, value: Value) -> u8 {
    match terms.kind_of(value) {
        Kind::Split(level) => {
            let children = terms.children(value).into_iter();
            children.fold(1 << level, |all, it| all | split_levels(terms, it))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
