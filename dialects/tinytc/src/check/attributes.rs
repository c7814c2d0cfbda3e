use mnc2_text::message;

use crate::code::Code;
use crate::ir::{Attribute, Dictionary, Entry, Function, Instruction, Operation};
use crate::issue::Issue;
use crate::types::{Memref, Type};

/// The subgroup sizes of the device that the compiler assumes.
const SUBGROUP_SIZES: [i64; 2] = [16, 32];

/// The most work-items of a work-group of that device.
const WORK_GROUP_SIZE_MAX: i64 = 1024;

/// The default alignment of that device in bytes, which no alloca exceeds.
const ALIGNMENT_MAX: i64 = 128;

/// Parameters and attributes of the function.
pub(super) fn function(function: &Function, issues: &mut Vec<Issue>) {
    for parameter in &function.parameters {
        let ty = function.value(parameter.value).ty.as_ref();
        if let Some(Type::Coopmatrix(_)) = ty {
            let message =
                message!("a parameter cannot be a cooperative matrix, which belongs to a subgroup");
            issues.push(Issue::new(
                Code::CoopmatrixParameter,
                parameter.type_range.clone(),
                message,
            ));
        }
        let Some(attributes) = &parameter.attributes else {
            continue;
        };
        let memref = match ty {
            Some(Type::Memref(memref)) => Some(memref.as_ref()),
            Some(Type::Group(group)) => Some(group.memref.as_ref()),
            _ => None,
        };
        if let Some(memref) = memref {
            alignment(attributes, memref, i64::MAX, issues);
            for name in ["shape_gcd", "stride_gcd"] {
                if let Some(entry) = attributes.entry(name) {
                    divisors(entry, memref.order(), issues);
                }
            }
        }
    }
    if let Some(attributes) = &function.attributes {
        sizes(attributes, issues);
    }
}

/// Attributes of an instruction.
pub(super) fn instruction(function: &Function, instruction: &Instruction, issues: &mut Vec<Issue>) {
    let Some(attributes) = &instruction.attributes else {
        return;
    };
    match instruction.operation {
        Operation::Alloca => {
            let result = instruction
                .results
                .first()
                .and_then(|&id| function.value(id).ty.as_ref());
            if let Some(memref) = result.and_then(Type::memref) {
                alignment(attributes, memref, ALIGNMENT_MAX, issues);
            }
        }
        Operation::For { .. } => {
            let is_04 = function.version.is_04();
            let is_fine = |value: &Option<Attribute>| match value {
                Some(Attribute::Boolean(_)) => true,
                Some(Attribute::Integer(_)) => is_04,
                _ => false,
            };
            if let Some(entry) = attributes.entry("unroll")
                && !is_fine(&entry.value)
            {
                let message = if is_04 {
                    message!("`unroll` is `true`, `false` or an integer")
                } else {
                    message!("`unroll` is `true` or `false`")
                };
                wrong_type(entry, message, issues);
            }
        }
        _ => {}
    }
}

fn wrong_type(entry: &Entry, message: mnc2_text::Message, issues: &mut Vec<Issue>) {
    issues.push(Issue::new(
        Code::AttributeType,
        entry.value_range.clone(),
        message,
    ));
}

fn alignment(attributes: &Dictionary, memref: &Memref, most: i64, issues: &mut Vec<Issue>) {
    let Some(entry) = attributes.entry("alignment") else {
        return;
    };
    let Some(alignment) = entry.value.as_ref().and_then(Attribute::integer) else {
        return wrong_type(entry, message!("`alignment` is an integer"), issues);
    };
    let size = i64::from(memref.element.size_bytes());
    let message = if alignment <= 0 || alignment & (alignment - 1) != 0 {
        message!("an alignment is a power of two, not {alignment}", alignment)
    } else if alignment % size != 0 {
        message!(
            "the alignment {alignment} is not a multiple of {size}, the bytes of an element",
            alignment,
            size
        )
    } else if alignment > most {
        message!(
            "the alignment {alignment} is larger than {most}, the default of the device",
            alignment,
            most
        )
    } else {
        return;
    };
    issues.push(Issue::new(
        Code::Alignment,
        entry.value_range.clone(),
        message,
    ));
}

fn divisors(entry: &Entry, order: usize, issues: &mut Vec<Issue>) {
    let name = entry.name.as_str();
    match &entry.value {
        Some(Attribute::Array(items))
            if items
                .iter()
                .all(|item| item.integer().is_some_and(|number| number > 0)) =>
        {
            if items.len() > order {
                let message = message!(
                    "`{name}` has {found:# number|# numbers} for {order:# mode|# modes}",
                    name,
                    found = items.len() as i64,
                    order = order as i64
                );
                wrong_type(entry, message, issues);
            }
        }
        _ => wrong_type(
            entry,
            message!("`{name}` is a list of positive integers", name),
            issues,
        ),
    }
}

/// Subgroup size and work-group size.
fn sizes(attributes: &Dictionary, issues: &mut Vec<Issue>) {
    let mut subgroup = None;
    if let Some(entry) = attributes.entry("subgroup_size") {
        match entry.value.as_ref().and_then(Attribute::integer) {
            Some(size) if SUBGROUP_SIZES.contains(&size) => subgroup = Some(size),
            Some(size) => {
                let message = message!(
                    "the device has no subgroups of {size} work-items, only of 16 or 32",
                    size
                );
                issues.push(Issue::new(
                    Code::SubgroupSize,
                    entry.value_range.clone(),
                    message,
                ));
                return;
            }
            None => wrong_type(entry, message!("`subgroup_size` is an integer"), issues),
        }
    }
    let Some(entry) = attributes.entry("work_group_size") else {
        return;
    };
    let Some(Attribute::Array(items)) = &entry.value else {
        return wrong_type(
            entry,
            message!("`work_group_size` is a list of two integers"),
            issues,
        );
    };
    let [Some(rows), Some(columns)] = items.iter().map(Attribute::integer).collect::<Vec<_>>()[..]
    else {
        return wrong_type(
            entry,
            message!("`work_group_size` is a list of two integers"),
            issues,
        );
    };
    let allowed = subgroup
        .as_ref()
        .map_or(&SUBGROUP_SIZES[..], std::slice::from_ref);
    let message = if rows <= 0 || columns <= 0 {
        message!("a work-group has at least one work-item")
    } else if !allowed.iter().any(|size| rows % size == 0) {
        let size = allowed[0];
        message!(
            "the first size {rows} is not a multiple of {size}, the subgroup size",
            rows,
            size
        )
    } else if rows.saturating_mul(columns) > WORK_GROUP_SIZE_MAX {
        let found = rows.saturating_mul(columns);
        message!(
            "{found} work-items are more than the device's {most}",
            found,
            most = WORK_GROUP_SIZE_MAX
        )
    } else {
        return;
    };
    issues.push(Issue::new(
        Code::WorkGroupSize,
        entry.value_range.clone(),
        message,
    ));
}
