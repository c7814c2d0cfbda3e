//! Several files that make one program, as the public linker and its script (`misc/linkerscripts/default.ld`) place them.
//!
//! A file gives others the names that `.globl`, `.global`, `.weak` or `.comm` has, and all other names are its own. The code of a
//! file `vectors` is at 0x380, that of `crt0` from 0x400 on, followed by the code of the other files in their order, data from
//! 0x800000 on. Each section of a file begins at a multiple of 64 bytes.

mod placement;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use mnc2_assembly::COMMONS;
use mnc2_text::{Diagnostic, FileContent, LinkNames, Message, NamedFile, Place, line, message};

use super::Document;
use crate::code::Code;
use crate::layout::{Externals, Layout};
use crate::link_errors::LinkErrors;
use crate::options::Options;
use placement::{linker_symbols, placed};

/// The name of the place at which a program of several files starts.
pub(crate) const START: &str = "_start";

/// Another file of a program, read.
#[derive(Debug)]
pub(super) struct LinkedFile {
    pub(super) name: String,
    /// The text of the file; `None` for the text itself.
    pub(super) document: Option<Document>,
}

/// The files of a program that can be read, the text itself among them.
#[must_use]
pub(super) fn read(options: &Options) -> Vec<LinkedFile> {
    let alone = Options {
        files: Arc::default(),
        ..options.clone()
    };
    let read = |file: &NamedFile| {
        let document = match &file.content {
            FileContent::Own => None,
            FileContent::Bytes(bytes) => Some(Document::new(&line::decode(bytes).0, &alone)),
            FileContent::Unreadable(_) => return None,
        };
        Some(LinkedFile {
            name: file.name.clone(),
            document,
        })
    };
    options.files.iter().filter_map(read).collect()
}

/// The files that cannot be read, with the reasons.
fn unreadable(options: &Options) -> impl Iterator<Item = (&str, &Message)> {
    options.files.iter().filter_map(|file| match &file.content {
        FileContent::Unreadable(reason) => Some((file.name.as_str(), reason)),
        FileContent::Own | FileContent::Bytes(_) => None,
    })
}

/// How binding a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Weak,
    Common,
    Strong,
}

/// A name that a file gives to others.
#[derive(Clone, Debug)]
pub(super) struct Export {
    binding: Binding,
    pub(super) place: Place,
}

/// A file where it is in the program.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of the file; `None` for the text itself.
    pub name: Option<String>,
    /// The text, placed.
    pub document: Document,
}

/// A linked program, from the point of view of one of its files.
#[derive(Debug)]
pub struct Linkage {
    /// The places of the text itself.
    pub layout: Layout,
    /// What only the other files show to be wrong in the text.
    pub errors: LinkErrors,
    /// An error of another file, so that the program is not run.
    pub elsewhere: Option<Message>,
    /// All files in their order.
    pub parts: Vec<Part>,
}

/// The names that a text gives to other files.
pub(super) fn exports(document: &Document) -> BTreeMap<String, Export> {
    let symbols = document.names();
    let mut bindings: BTreeMap<String, Binding> = BTreeMap::new();
    for unit in symbols.units(document.source()) {
        let binding = match unit.mnemonic() {
            ".globl" | ".global" => Binding::Strong,
            ".weak" => Binding::Weak,
            ".lcomm" => continue,
            word if COMMONS.contains(&word) => Binding::Common,
            _ => continue,
        };
        let count = match binding {
            Binding::Common => 1,
            _ => usize::MAX,
        };
        for operand in unit.statement().operands.iter().take(count) {
            let Some(piece) = operand.pieces.first() else {
                continue;
            };
            let name = unit.line.part(&piece.range).to_owned();
            let known = bindings.entry(name).or_insert(binding);
            // `.weak` makes a name weak regardless of `.globl`.
            let is_weak = binding == Binding::Weak || *known == Binding::Weak;
            *known = if is_weak {
                Binding::Weak
            } else {
                (*known).min(binding)
            };
        }
    }
    let place = |name: &str| {
        let label = symbols.labels.get(name).and_then(|places| places.first());
        let constant = symbols.constant_places.get(name);
        label.or_else(|| constant.and_then(|places| places.last()))
    };
    let exported = bindings.into_iter().filter_map(|(name, binding)| {
        let place = place(&name)?.clone();
        Some((name, Export { binding, place }))
    });
    exported.collect()
}

/// The names that a text gives to other files, and those that it needs from them.
#[must_use]
pub(crate) fn names(document: &Document) -> LinkNames {
    let (symbols, layout) = (document.names(), document.alone());
    let statements = layout.targets();
    let undefined = statements.filter_map(|placed| layout.undefined(symbols, &placed));
    let needed = undefined.map(|target| target.name.clone());
    let data = layout.data(symbols).undefined.iter();
    LinkNames {
        defined: exports(document).into_keys().collect(),
        needed: needed.chain(data.map(|(_, name)| name.clone())).collect(),
    }
}

/// A definition that other files see: its file, and how binding it is.
struct Definition {
    file: usize,
    binding: Binding,
}

/// Links a text with the other files of its program.
#[must_use]
pub(crate) fn link(own: &Document) -> Linkage {
    let others = own.others();
    let mut files: Vec<(&str, &Document)> = (others.iter())
        .map(|file| (file.name.as_str(), file.document.as_ref().unwrap_or(own)))
        .collect();
    let is_own = others.iter().position(|file| file.document.is_none());
    let index = is_own.unwrap_or(files.len());
    if is_own.is_none() {
        files.push(("", own));
    }
    let placement = placed(&files);
    let exported: Vec<BTreeMap<String, Export>> = files
        .iter()
        .map(|(_, document)| exports(document))
        .collect();
    let mut table: BTreeMap<&str, Definition> = BTreeMap::new();
    for (file, names) in exported.iter().enumerate() {
        for (name, Export { binding, .. }) in names {
            let known = table.get(name.as_str());
            if known.is_none_or(|known| known.binding < *binding) {
                let binding = *binding;
                table.insert(name, Definition { file, binding });
            }
        }
    }
    let moved: Vec<Layout> = (files.iter().zip(&placement.starts))
        .map(|((_, document), starts)| {
            let externals = Arc::default();
            document
                .alone()
                .moved(starts.clone(), placement.end, externals)
        })
        .collect();
    let value = |name: &str, definition: &Definition| {
        let symbols = files[definition.file].1.names();
        moved[definition.file].value(symbols, name)
    };
    let mut values = linker_symbols(&placement);
    for (name, definition) in &table {
        if let Some(value) = value(name, definition) {
            values.insert((*name).to_owned(), value);
        }
    }
    let layouts: Vec<Layout> = (moved.iter().zip(&exported).enumerate())
        .map(|(file, (layout, own))| {
            let externals = externals(file, own, &table, &values, files[file].1);
            layout.moved(
                placement.starts[file].clone(),
                placement.end,
                Arc::new(externals),
            )
        })
        .collect();
    let unreadable: Vec<_> = unreadable(own.options()).collect();
    let found = findings(index, &files, &exported, &unreadable);
    let elsewhere = (0..files.len()).filter(|file| *file != index);
    let elsewhere = elsewhere.flat_map(|file| {
        let found = findings(file, &files, &exported, &[]).into_iter();
        found.map(move |(line, diagnostic)| (file, line, diagnostic.message))
    });
    let elsewhere = elsewhere
        .map(|(file, line, reason)| in_file(files[file].0, line, reason))
        .next();
    let named = |file: usize| (file != index).then(|| files[file].0.to_owned());
    let parts = layouts.iter().enumerate().map(|(file, layout)| Part {
        name: named(file),
        document: files[file].1.placed(layout.copied()),
    });
    Linkage {
        parts: parts.collect(),
        errors: LinkErrors {
            hidden: hidden(index, &files, &exported),
            is_complete: unreadable.is_empty()
                && table.contains_key(START)
                && files.iter().all(|(_, it)| !it.names().is_open()),
            found,
        },
        elsewhere,
        layout: layouts.into_iter().nth(index).unwrap_or_default(),
    }
}

/// A sentence about a line of another file of the program.
#[must_use]
pub(crate) fn in_file(file: &str, line: u32, reason: Message) -> Message {
    message!(
        "`{file}`, line {line}: {reason}",
        file,
        line = line + 1,
        reason
    )
}

/// The names that a file sees of others.
fn externals(
    file: usize,
    own: &BTreeMap<String, Export>,
    table: &BTreeMap<&str, Definition>,
    values: &HashMap<String, i64>,
    document: &Document,
) -> Externals {
    let mut externals = Externals {
        values: values.clone(),
        ..Externals::default()
    };
    for name in own.keys() {
        let definition = table.get(name.as_str());
        if definition.is_some_and(|definition| definition.file != file)
            && own[name].binding != Binding::Strong
            && let Some(value) = values.get(name)
        {
            externals.overriding.insert(name.clone(), *value);
        }
    }
    // An undefined weak name is 0.
    for unit in document.names().units(document.source()) {
        if unit.mnemonic() == ".weak" {
            for operand in &unit.statement().operands {
                let name = unit.line.part(&operand.range).to_owned();
                externals.values.entry(name).or_insert(0);
            }
        }
    }
    externals
}

/// Labels of other files that those files keep to themselves, with a file that has each.
fn hidden(
    index: usize,
    files: &[(&str, &Document)],
    exported: &[BTreeMap<String, Export>],
) -> BTreeMap<String, String> {
    let mut hidden = BTreeMap::new();
    for (file, (name, document)) in files.iter().enumerate() {
        if file == index {
            continue;
        }
        for label in document.names().labels.keys() {
            if !exported[file].contains_key(&**label) {
                hidden
                    .entry(label.to_string())
                    .or_insert_with(|| (*name).to_owned());
            }
        }
    }
    hidden
}

/// Errors of a file: names that another file defines, too, and files that cannot be read.
fn findings(
    index: usize,
    files: &[(&str, &Document)],
    exported: &[BTreeMap<String, Export>],
    unreadable: &[(&str, &Message)],
) -> Vec<(u32, Diagnostic<Code>)> {
    let mut found = Vec::new();
    for (file, reason) in unreadable {
        let message = message!(
            "`{file}`, a file of this program, cannot be read: {reason}",
            file = *file,
            reason = (*reason).clone()
        );
        found.push((
            0,
            Diagnostic::new(Code::LinkedFile, 0..0, message).explained(),
        ));
    }
    let others = |name: &String| {
        let mut others = exported.iter().enumerate();
        others.find_map(|(file, names)| {
            let export = names.get(name).filter(|_| file != index)?;
            (export.binding == Binding::Strong).then_some((file, export))
        })
    };
    for (name, export) in &exported[index] {
        let strong = export.binding == Binding::Strong;
        if let Some((file, other)) = others(name).filter(|_| strong) {
            let message = message!(
                "`{name}` is also defined in `{file}`, line {line}",
                name,
                file = files[file].0,
                line = other.place.line + 1
            );
            let range = export.place.range.clone();
            let diagnostic = Diagnostic::new(Code::DuplicateSymbol, range, message);
            let help = message!(
                "rename one of them, or remove `.globl` from one that only its own file needs"
            );
            found.push((export.place.line, diagnostic.help(help).explained()));
        }
    }
    found
}
