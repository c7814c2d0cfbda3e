//! Labels: defined once, and near enough.

use std::collections::HashSet;

use mnc2_assembly::{Source, Symbols, local};
use mnc2_text::{Diagnostic, message};

use crate::code::Code;
use crate::layout::{Layout, Placed};
use crate::link_errors::LinkErrors;
use crate::lower::reaches;
use crate::register::Register;
use crate::table::Form;

pub(super) fn check(
    source: &Source,
    (symbols, layout): (&Symbols, &Layout),
    linkage: Option<&LinkErrors>,
    report: &mut dyn FnMut(u32, Diagnostic<Code>),
) {
    for (name, places) in &symbols.labels {
        let name: &str = name;
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        if let (Some(first), false) = (places.first(), is_number) {
            for place in places.iter().skip(1) {
                let diagnostic = Diagnostic::new(
                    Code::DuplicateLabel,
                    place.range.clone(),
                    message!("`{name}` is defined twice", name),
                );
                let first_here = message!("it is defined here first");
                report(
                    place.line,
                    diagnostic.note_at(first.line, first.range.clone(), first_here),
                );
            }
            if Register::find(name).is_some() && source.line(first.line).is_some() {
                let diagnostic = Diagnostic::new(
                    Code::LabelOfRegister,
                    first.range.clone(),
                    message!("`{name}` is the name of a register", name),
                );
                report(first.line, diagnostic.explained());
            }
        }
    }
    // Several of one call have the same place.
    let mut made_labels: Vec<_> = symbols.made_labels.iter().collect();
    made_labels.sort_unstable();
    for (name, made) in made_labels {
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        let is_first = !symbols.labels.contains_key(name.as_str());
        for (line, _) in made.iter().skip(usize::from(is_first)) {
            if !is_number && let Some(text) = source.line(*line) {
                let range = 0..text.text().len() as u32;
                let message = message!("`{name}` is defined twice", name);
                let diagnostic = Diagnostic::new(Code::DuplicateLabel, range, message);
                report(*line, diagnostic.explained());
            }
        }
    }
    // A name that the linker has to find is reported once.
    let mut undefined = HashSet::new();
    for placed in layout.targets() {
        if let Some(diagnostic) = target(symbols, layout, linkage, &placed) {
            let name = placed
                .statement()
                .lowered
                .read()
                .and_then(|read| read.target.as_ref());
            let name = name.map(|target| target.name.as_str());
            if diagnostic.code == Code::UndefinedLabel && !undefined.insert(name) {
                continue;
            }
            report(placed.line, super::at_call(source, &placed, diagnostic));
        }
    }
    if let Some(linkage) = linkage {
        linked(source, (symbols, layout), linkage, report);
    }
}

/// What only the other files of a program show.
fn linked(
    source: &Source,
    (symbols, layout): (&Symbols, &Layout),
    linkage: &LinkErrors,
    report: &mut dyn FnMut(u32, Diagnostic<Code>),
) {
    for (line, diagnostic) in linkage.findings() {
        report(line, diagnostic);
    }
    if !linkage.is_complete {
        return;
    }
    for (line, name) in &layout.data(symbols).undefined {
        let text = source.line(*line);
        let range = text.map_or(0..0, |text| 0..text.text().len() as u32);
        report(*line, linkage.undefined(name, range));
    }
}

fn target(
    symbols: &Symbols,
    layout: &Layout,
    linkage: Option<&LinkErrors>,
    placed: &Placed<'_>,
) -> Option<Diagnostic<Code>> {
    let read = placed.lowered.read()?;
    let target = read.target.as_ref()?;
    let name = &target.name;
    let range = target.range.clone();
    let is_known = layout.undefined(symbols, placed).is_none();
    if !is_known {
        if local(name).is_some() {
            let message = message!("there is no label `{name}` in that direction", name);
            return Some(Diagnostic::new(Code::NoLocalLabel, range, message).explained());
        }
        if let Some(linkage) = linkage.filter(|linkage| linkage.is_complete) {
            return Some(linkage.undefined(name, range));
        }
        if symbols.is_open() || symbols.globals.contains(name) {
            return None;
        }
        let message = message!(
            "`{name}` is not defined here: the linker has to find it",
            name
        );
        let section = read.instruction.row.form.kind().section();
        return Some(Diagnostic::new(Code::UndefinedLabel, range, message).cited(section));
    }
    // What is not seen has a length, too.
    if symbols.is_open() {
        return None;
    }
    // To another section it is that of our layout, which is what is encoded.
    let (_, distance) = layout.reach(symbols, placed)?;
    let form = read.instruction.row.form;
    let (code, message) = match form {
        Form::Offset | Form::Conditional if distance % 4 != 0 => (
            Code::BranchAlignment,
            message!(
                "{value} bytes are not a whole number of instructions",
                value = distance
            ),
        ),
        Form::Offset | Form::Conditional if !reaches(distance) => (
            Code::BranchReach,
            message!(
                "{value} bytes are farther than a branch reaches",
                value = distance
            ),
        ),
        Form::ScalarMemory | Form::VectorMemory | Form::SsAddress
            if !(-256..=255).contains(&distance) =>
        {
            (
                Code::RelativeReach,
                message!(
                    "`{name}` is {distance} bytes away: 255 forward and 256 back can be reached",
                    name,
                    distance
                ),
            )
        }
        _ => return None,
    };
    Some(Diagnostic::new(code, range, message).explained())
}
