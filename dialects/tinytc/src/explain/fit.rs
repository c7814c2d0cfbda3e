//! Which values fit as an operand, and which types follow from operands.

use crate::ir::{Builtin, Math, Unary};
use crate::types::{AddressSpace, Coopmatrix, MatrixUse, Memref, Numbers, Scalar, Type};

/// An operand of an instruction that is typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'s> {
    /// The word of the instruction.
    pub word: &'s str,
    /// How many operands are before it, without those in brackets.
    pub index: usize,
    /// In brackets, how many are before it there.
    pub bracket: Option<usize>,
    /// The types of the operands before it, as far as they are known.
    pub before: &'s [Option<Type>],
    /// The type of the variable of a loop; `None` if the bound determines it.
    pub variable: Option<Scalar>,
    /// Whether it is the initial value of what a loop carries.
    pub is_initial: bool,
    /// The types of the values that are known there, each once.
    pub known: &'s [&'s Type],
}

fn memref(ty: &Type) -> Option<&Memref> {
    match ty {
        Type::Memref(memref) => Some(memref),
        _ => None,
    }
}

fn scalar(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) => Some(*scalar),
        _ => None,
    }
}

fn matrix(ty: &Type) -> Option<&Coopmatrix> {
    match ty {
        Type::Coopmatrix(matrix) => Some(matrix),
        _ => None,
    }
}

/// Whether an instruction of 0.4 writes memory atomically: a number or a matrix.
fn is_atomic_write(word: &str) -> bool {
    let word = word.strip_prefix("cooperative_matrix_").unwrap_or(word);
    word.starts_with("atomic_") && word != "atomic_load"
}

/// How many operands are tried at most to find out whether others can follow.
const TRIES_MAX: usize = 4096;

/// How many operands an instruction has whose types depend on each other.
fn count(word: &str) -> Option<usize> {
    match word.split_once('.').map_or(word, |(family, _)| family) {
        "store"
        | "cooperative_matrix_store"
        | "cooperative_matrix_scale"
        | "cooperative_matrix_insert"
        | "subgroup_broadcast" => Some(2),
        "associated"
        | "atomic_load"
        | "cooperative_matrix_apply"
        | "cooperative_matrix_extract" => Some(1),
        _ if word.starts_with("cooperative_matrix_reduce_") => Some(1),
        _ if is_atomic_write(word) => Some(2),
        "cooperative_matrix_mul_add" => Some(3),
        _ => orders(word).map(<[_]>::len),
    }
}

/// Whether a value of a type can be an operand, with other known values after it. The sizes of modes are not compared.
pub(super) fn fits(slot: &Slot<'_>, ty: &Type) -> bool {
    if slot.bracket.is_some() {
        return is_operand(slot, ty);
    }
    // The mode of `cumsum` is not a value.
    let is_late = slot.word == "cumsum" && slot.index > 2;
    let index = slot.index - usize::from(is_late);
    let before = &slot.before[..slot.before.len().min(index)];
    let slot = Slot {
        index,
        before,
        ..*slot
    };
    let follows = |count| {
        let mut all = before.to_vec();
        all.push(Some(ty.clone()));
        before.len() < index || can_follow(&slot, &mut all, count, &mut 0)
    };
    is_operand(&slot, ty) && count(slot.word).is_none_or(follows)
}

/// Whether an instruction has operands among values of known types, as far as these depend on each other.
pub(super) fn has_operands(word: &str, known: &[&Type]) -> bool {
    let slot = Slot {
        word,
        index: 0,
        bracket: None,
        before: &[],
        variable: Some(Scalar::Index),
        is_initial: false,
        known,
    };
    count(word).is_none_or(|count| can_follow(&slot, &mut Vec::new(), count, &mut 0))
}

/// Whether operands of known types can follow others.
fn can_follow(
    slot: &Slot<'_>,
    before: &mut Vec<Option<Type>>,
    count: usize,
    tries: &mut usize,
) -> bool {
    before.len() >= count
        || slot.known.iter().any(|&ty| {
            *tries += 1;
            let next = Slot {
                index: before.len(),
                before,
                ..*slot
            };
            if *tries > TRIES_MAX || !is_operand(&next, ty) {
                return *tries > TRIES_MAX;
            }
            before.push(Some(ty.clone()));
            let can = can_follow(slot, before, count, tries);
            before.pop();
            can
        })
}

/// Whether a value of a type can be an operand, as far as the operands before it determine that.
fn is_operand(slot: &Slot<'_>, ty: &Type) -> bool {
    let before = |index: usize| slot.before.get(index).and_then(Option::as_ref);
    let order = |least: usize, most: usize| {
        memref(ty).is_some_and(|memref| (least..=most).contains(&memref.order()))
    };
    let is_number = scalar(ty).is_some();
    if let Some(index) = slot.bracket {
        let viewed = match slot.word {
            "store" | "cooperative_matrix_store" => before(1),
            word if is_atomic_write(word) => before(1),
            _ => before(0),
        };
        let count = match (slot.word, viewed) {
            ("load" | "store" | "atomic_load", Some(Type::Memref(memref))) => memref.order(),
            ("load", Some(Type::Group(_))) => 1,
            (word, _) if word.starts_with("cooperative_matrix_") => 2,
            (word, Some(Type::Memref(memref))) if is_atomic_write(word) => memref.order(),
            _ => usize::MAX,
        };
        return index < count && scalar(ty) == Some(Scalar::Index);
    }
    let (family, operation) = slot.word.split_once('.').unwrap_or((slot.word, ""));
    match (family, slot.index) {
        ("arith" | "cmp", 1) if before(0).is_some() => before(0) == Some(ty),
        ("arith", _) => is_arithmetic(slot.word, operation, ty),
        ("cmp", _) => {
            let is_order = !matches!(operation, "eq" | "ne");
            scalar(ty).is_some_and(|it| !is_order || it.numbers() != Numbers::Complex)
        }
        _ if Math::find(slot.word).is_some() => {
            let is_exponential = slot.word.contains("exp");
            scalar(ty).is_some_and(|it| match it.numbers() {
                Numbers::Integer => false,
                Numbers::Floating => true,
                Numbers::Complex => is_exponential,
            })
        }
        (word, 0) if is_atomic_write(word) => match word.starts_with("cooperative_matrix_") {
            true => matrix(ty).is_some(),
            false => is_number,
        },
        (word, _) if is_atomic_write(word) => {
            let stored = before(0).and_then(|ty| scalar(ty).or(Some(matrix(ty)?.component)));
            let fits = |memref: &Memref| stored.is_none_or(|stored| memref.element == stored);
            let is_matrix = word.starts_with("cooperative_matrix_");
            memref(ty).is_some_and(|it| fits(it) && (!is_matrix || it.order() == 2))
        }
        ("associated", _) => matches!(ty, Type::Memref(_) | Type::Group(_)),
        ("atomic_load", _) => memref(ty).is_some(),
        ("cooperative_matrix_atomic_load" | "cooperative_matrix_prefetch", _) => order(2, 2),
        ("cooperative_matrix_apply" | "cooperative_matrix_extract", _) => matrix(ty).is_some(),
        ("cooperative_matrix_construct", _) => is_number,
        (word, _) if word.starts_with("cooperative_matrix_reduce_") => matrix(ty).is_some(),
        ("cast", _) => is_number || matrix(ty).is_some(),
        ("load", _) => matches!(ty, Type::Memref(_) | Type::Group(_)),
        ("size", _) => matches!(ty, Type::Group(_)) || order(1, usize::MAX),
        ("expand" | "subview", _) => order(1, usize::MAX),
        ("fuse", _) => order(2, usize::MAX),
        ("store", 0) => is_number,
        ("store", _) => {
            let stored = before(0).and_then(scalar);
            memref(ty).is_some_and(|memref| stored.is_none_or(|stored| memref.element == stored))
        }
        ("if", _) => *ty == Type::Boolean,
        ("for", _) if slot.is_initial => {
            matches!(ty, Type::Boolean | Type::Scalar(_) | Type::Coopmatrix(_))
        }
        ("for" | "foreach" | "foreach_tile", _) => {
            scalar(ty).is_some_and(|it| match slot.variable {
                Some(variable) => it == variable,
                None => it.integer_range().is_some(),
            })
        }
        ("lifetime_stop", _) => {
            memref(ty).is_some_and(|memref| memref.space == AddressSpace::Local)
        }
        ("cooperative_matrix_load", _) => order(2, 2),
        ("cooperative_matrix_store", 0) => matrix(ty).is_some(),
        ("cooperative_matrix_store", _) => {
            let stored = before(0).and_then(matrix).map(|matrix| matrix.component);
            order(2, 2)
                && memref(ty).map(|memref| memref.element)
                    == stored.or(memref(ty).map(|it| it.element))
        }
        ("cooperative_matrix_scale" | "cooperative_matrix_insert", 0) => is_number,
        ("cooperative_matrix_scale" | "cooperative_matrix_insert", _) => {
            let factor = before(0).and_then(scalar);
            matrix(ty).is_some_and(|matrix| factor.is_none_or(|factor| matrix.component == factor))
        }
        ("cooperative_matrix_mul_add", index) => is_factor(index, before(0), before(1), ty),
        ("subgroup_broadcast", 1) => scalar(ty) == Some(Scalar::I32),
        ("subgroup_broadcast", _) => is_number,
        (family, _) if family.starts_with("subgroup_") => scalar(ty).is_some_and(|it| {
            operation.is_empty() || it.numbers() != Numbers::Complex || family == "subgroup_add"
        }),
        _ => orders(slot.word).is_none_or(|orders| {
            let orders = orders.get(slot.index);
            orders.is_some_and(|orders| is_linear(slot.word, *orders, slot.before, ty))
        }),
    }
}

/// Whether a type can be an operand of an operation of `arith`.
fn is_arithmetic(word: &str, operation: &str, ty: &Type) -> bool {
    use Numbers::{Complex, Floating, Integer};
    let is_unary = Unary::find(word).is_some();
    match ty {
        Type::Boolean => matches!(operation, "and" | "or" | "xor" | "not"),
        Type::Coopmatrix(_) => matches!(operation, "add" | "sub" | "mul" | "div" | "neg"),
        Type::Scalar(scalar) => {
            let numbers = scalar.numbers();
            match operation {
                "shl" | "shr" | "and" | "or" | "xor" | "not" => numbers == Integer,
                "rem" | "min" | "max" => numbers != Complex,
                "conj" | "im" | "re" => numbers == Complex,
                _ => is_unary || matches!(numbers, Integer | Floating | Complex),
            }
        }
        Type::Memref(_) | Type::Group(_) => false,
    }
}

/// Whether a type can be an operand of a product of cooperative matrices.
fn is_factor(index: usize, a: Option<&Type>, b: Option<&Type>, ty: &Type) -> bool {
    let (a, b) = (a.and_then(matrix), b.and_then(matrix));
    let Some(found) = matrix(ty) else {
        return false;
    };
    match index {
        0 => found.usage == MatrixUse::A,
        1 => found.usage == MatrixUse::B && a.is_none_or(|a| a.columns == found.rows),
        _ => {
            found.usage == MatrixUse::Accumulator
                && a.is_none_or(|a| a.rows == found.rows)
                && b.is_none_or(|b| b.columns == found.columns)
        }
    }
}

/// A memref may have any order.
const ANY_ORDER: usize = usize::MAX;

/// The orders of the operands of an instruction of linear algebra: least and greatest of a memref, none for a scalar.
fn orders(word: &str) -> Option<&'static [Option<(usize, usize)>]> {
    Some(match word {
        "axpby" => &[None, Some((0, 2)), None, Some((0, 2))],
        "cumsum" => &[None, Some((1, ANY_ORDER)), None, Some((1, ANY_ORDER))],
        "sum" => &[None, Some((1, 2)), None, Some((0, 1))],
        "gemm" => &[None, Some((2, 2)), Some((2, 2)), None, Some((2, 2))],
        "gemv" => &[None, Some((2, 2)), Some((1, 1)), None, Some((1, 1))],
        "ger" => &[None, Some((1, 1)), Some((1, 1)), None, Some((2, 2))],
        "hadamard" => &[None, Some((1, 2)), Some((1, 2)), None, Some((1, 2))],
        _ => return None,
    })
}

/// Whether a type can follow the operands of an instruction of linear algebra.
fn is_linear(
    word: &str,
    orders: Option<(usize, usize)>,
    before: &[Option<Type>],
    ty: &Type,
) -> bool {
    let Some((least, most)) = orders else {
        return scalar(ty).is_some();
    };
    let Some(found) = memref(ty) else {
        return false;
    };
    let order = found.order();
    let mut memrefs = before.iter().flatten().filter_map(memref);
    let first = memrefs.next();
    let is_same = match (word, first.map(Memref::order)) {
        ("axpby" | "cumsum" | "hadamard", Some(first)) => order == first,
        ("sum", Some(first)) => order + 1 == first,
        _ => true,
    };
    let has_factors = matches!(word, "gemm" | "gemv" | "ger" | "hadamard");
    let mut elements = before.iter().flatten().filter_map(|ty| match ty {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Memref(memref) => Some(memref.element),
        _ => None,
    });
    let holds = match (has_factors, before.len()) {
        // The other factor can hold it.
        (true, 1) => true,
        (true, 2) => {
            let product = first.map_or(Some(found.element), |it| it.element.promote(found.element));
            product.is_some_and(|product| elements.all(|it| it.is_promotable_to(product)))
        }
        _ => elements.all(|element| element.is_promotable_to(found.element)),
    };
    (least..=most).contains(&order) && is_same && holds
}

/// The beginning of a result's type, if it follows from the instruction.
pub(super) fn result_word(word: &str) -> Option<&'static str> {
    match word {
        "alloca" | "expand" | "fuse" | "subview" => Some("memref"),
        "cooperative_matrix_extract" => None,
        _ if word.starts_with("cooperative_matrix_") => Some("coopmatrix"),
        _ => None,
    }
}

/// The operand whose elements the result has, if there is one.
fn like_result<'t>(word: &str, before: &'t [Option<Type>]) -> Option<&'t Type> {
    let operand = match word {
        "expand"
        | "fuse"
        | "subview"
        | "load"
        | "atomic_load"
        | "cooperative_matrix_load"
        | "cooperative_matrix_atomic_load"
        | "cooperative_matrix_construct"
        | "cooperative_matrix_apply" => before.first(),
        "cooperative_matrix_scale" | "cooperative_matrix_insert" => before.get(1),
        _ if word.starts_with("cooperative_matrix_reduce_") || is_atomic_write(word) => {
            before.first()
        }
        "cooperative_matrix_mul_add" => before.get(2),
        _ if word.starts_with("arith.") => before.first(),
        _ => None,
    };
    operand?.as_ref()
}

/// The element of the result, if it follows from the operands.
pub(super) fn result_element(word: &str, before: &[Option<Type>]) -> Option<Scalar> {
    match like_result(word, before)? {
        Type::Memref(memref) => Some(memref.element),
        Type::Group(group) => Some(group.memref.element),
        Type::Coopmatrix(matrix) => Some(matrix.component),
        Type::Scalar(scalar) if word == "cooperative_matrix_construct" => Some(*scalar),
        Type::Boolean | Type::Scalar(_) => None,
    }
}

/// The use of a cooperative matrix that is the result, if it follows from the operands.
pub(super) fn result_usage(word: &str, before: &[Option<Type>]) -> Option<MatrixUse> {
    Some(matrix(like_result(word, before)?)?.usage)
}

/// The types that the result can have, if they follow from the operands.
pub(super) fn results(
    word: &str,
    before: &[Option<Type>],
    literal: Option<&str>,
) -> Option<Vec<Type>> {
    let first = before.first().and_then(Option::as_ref);
    let scalars = |keep: &dyn Fn(Scalar) -> bool| {
        let kept = Scalar::ALL.into_iter().filter(|&scalar| keep(scalar));
        Some(kept.map(Type::Scalar).collect())
    };
    let family = word.split_once('.').map_or(word, |(family, _)| family);
    match (family, word) {
        (_, "arith.abs" | "arith.im" | "arith.re") => {
            let component = first.and_then(scalar)?.component();
            Some(vec![Type::Scalar(component)])
        }
        ("cmp", _) => Some(vec![Type::Boolean]),
        (_, "size") => Some(vec![Type::Scalar(Scalar::Index)]),
        (_, "associated") => Some(vec![Type::Boolean]),
        _ if Builtin::find(word).is_some() => {
            let builtin = Builtin::find(word)?;
            Some(vec![Type::Scalar(builtin.scalar())])
        }
        (_, "for" | "foreach") => scalars(&|scalar| scalar.numbers() == Numbers::Integer),
        (_, "cooperative_matrix_extract") => {
            Some(vec![Type::Scalar(first.and_then(matrix)?.component)])
        }
        (_, "cooperative_matrix_apply") => Some(vec![first?.clone()]),
        _ if is_atomic_write(word) || Math::find(word).is_some() => Some(vec![first?.clone()]),
        (_, "load" | "atomic_load") => match first? {
            Type::Memref(memref) => Some(vec![Type::Scalar(memref.element)]),
            Type::Group(group) => Some(vec![Type::Memref(group.memref.clone())]),
            _ => None,
        },
        (_, "cast") => {
            let from = first.and_then(scalar)?;
            scalars(&|to| from != to && from.is_castable_to(to))
        }
        (_, "constant") => {
            let literal = literal?;
            let numbers = match literal {
                "true" | "false" => return Some(vec![Type::Boolean]),
                "[" => Numbers::Complex,
                _ if literal.contains(['.', 'e', 'p']) => Numbers::Floating,
                _ => Numbers::Integer,
            };
            scalars(&|scalar| scalar.numbers() == numbers)
        }
        (_, "cooperative_matrix_scale" | "cooperative_matrix_insert") => {
            Some(vec![before.get(1)?.clone()?])
        }
        (_, "cooperative_matrix_mul_add") => Some(vec![before.get(2)?.clone()?]),
        ("arith" | "subgroup_broadcast" | "subgroup_add" | "subgroup_max" | "subgroup_min", _) => {
            Some(vec![first?.clone()])
        }
        _ => None,
    }
}
