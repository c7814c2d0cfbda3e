//! `.stparam` files of the unofficial SDK: `((:version :0.0) (:ndim 1) (:pe_shape (4096)) (:pe_local (1)))`.
//!
//! They describe the layout of the problem on the PEs. No directive refers to their names; the linker takes from them where the
//! data ends, and what the PEs there have for neighbours.

use super::params::outer;
use super::s_expression::{self, Node, Place};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_text::line::{SIMILARITY_MIN, similar};
use mnc2_text::{Message, message};

/// The PEs of the chip.
const PES: u64 = 4096;

/// Dimensions of a problem.
const DIMENSIONS_MAX: u64 = 3;

/// Fields that must be there.
const REQUIRED: [&str; 3] = [":ndim", ":pe_shape", ":pe_local"];

/// All fields of a structure.
const FIELDS: [&str; 8] = [
    ":version",
    ":ndim",
    ":pe_shape",
    ":pe_local",
    ":data_size",
    ":data_offset",
    ":data_layout",
    ":boundary",
];

/// Fields that earlier versions of the SDK had.
const RETIRED: [&str; 4] = [":variables", ":offsets", ":dim_map", "dim_map"];

/// The boundary where a PE at the end of the data has no neighbour but the PE at the other end.
const PERIODIC: &str = ":periodic";

/// The layout of a problem, as far as directives depend on it; only of a file without errors, it is all there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// How many dimensions the problem has: 1 to 3.
    pub dimensions: u64,
    /// PEs by dimension; the product is all PEs of the chip.
    shape: Box<[u64]>,
    /// Elements of the problem by dimension; empty if the file does not state them.
    data_size: Box<[u64]>,
    /// Where the data of this kernel begin in the problem, by dimension; empty if the file does not state it.
    data_offset: Box<[u64]>,
    /// Whether the problem is periodic, by dimension; empty if the file does not state it.
    periodic: Box<[bool]>,
}

impl Structure {
    /// Whether the data of this kernel begin and end where the problem does, in a dimension. Both are false unless the file
    /// states size and offset.
    #[must_use]
    pub fn edges(&self, dimension: usize) -> [bool; 2] {
        let value = |values: &[u64]| values.get(dimension).copied();
        let (Some(size), Some(offset)) = (value(&self.data_size), value(&self.data_offset)) else {
            return [false; 2];
        };
        let end = value(&self.shape).and_then(|shape| offset.checked_add(shape));
        [offset == 0, end == Some(size)]
    }

    /// Whether a PE at one end of the data has the PE at the other end as its neighbour, in a dimension.
    #[must_use]
    pub fn is_periodic(&self, dimension: usize) -> bool {
        self.periodic.get(dimension).copied().unwrap_or_default()
    }
}

/// The errors of a `.stparam` file.
#[must_use]
pub fn check(source: &str) -> Vec<Finding> {
    read(source).1
}

/// The layout in a `.stparam` file, and what is wrong with it.
#[must_use]
pub fn read(source: &str) -> (Structure, Vec<Finding>) {
    let expressions = s_expression::read(source);
    let mut checker = Checker::default();
    if let Some(trouble) = expressions.trouble {
        checker.error(&trouble.place, trouble.message);
    }
    let entries = outer(&expressions.nodes, &mut |place, message| {
        checker.error(place, message);
    });
    if let Some(entries) = entries {
        checker.entries(entries);
    }
    checker.findings.sort_by_key(|finding| finding.line);
    (checker.structure(), checker.findings)
}

#[derive(Default)]
struct Checker<'a> {
    dimensions: Option<u64>,
    /// The fields, each with its keyword and its values.
    fields: Vec<(&'a str, &'a Node<'a>, &'a [Node<'a>])>,
    findings: Vec<Finding>,
}

impl<'a> Checker<'a> {
    fn error(&mut self, place: &Place, message: Message) {
        self.report(
            place,
            Diagnostic::new(Code::ParamEntry, place.range.clone(), message),
        );
    }

    fn report(&mut self, place: &Place, diagnostic: Diagnostic) {
        self.findings.push(Finding {
            line: place.line,
            diagnostic: diagnostic.explained(),
        });
    }

    fn entries(&mut self, entries: &'a [Node<'a>]) {
        let mut is_first = true;
        for entry in entries {
            let parts = entry.list().and_then(<[_]>::split_first);
            let Some((key, values)) = parts else {
                self.error(
                    &entry.place,
                    message!("an entry is a list, such as `(:ndim 1)`"),
                );
                continue;
            };
            let word = key.word().unwrap_or_default();
            if is_first && word != FIELDS[0] {
                let message = message!(
                    "the first entry is the version: `(:version {version})`",
                    version = ":0.1"
                );
                self.error(&key.place, message);
            }
            is_first = false;
            if self.fields.iter().any(|(other, ..)| *other == word) {
                self.error(
                    &key.place,
                    message!("`{entry}` is given twice", entry = word),
                );
            }
            self.fields.push((word, key, values));
        }
        for (word, key, _) in self.fields.clone() {
            self.known(key, word);
        }
        self.dimensions = self.field(":ndim").and_then(|(key, values)| {
            let number = match values {
                [number] => number.number(),
                _ => None,
            };
            let number = number.filter(|number| (1..=DIMENSIONS_MAX).contains(number));
            if number.is_none() {
                self.error(&key.place, message!("a problem has 1, 2 or 3 dimensions"));
            }
            number
        });
        let place = entries
            .first()
            .map_or_else(Place::default, |it| it.place.clone());
        for required in REQUIRED {
            if self.field(required).is_none() {
                self.error(
                    &place,
                    message!("the entry `{required}` is missing", required),
                );
            }
        }
        for list in [
            ":pe_shape",
            ":pe_local",
            ":data_size",
            ":data_offset",
            ":boundary",
        ] {
            self.list(list);
        }
        self.layout();
    }

    fn field(&self, name: &str) -> Option<(&'a Node<'a>, &'a [Node<'a>])> {
        let found = self.fields.iter().find(|(word, ..)| *word == name)?;
        Some((found.1, found.2))
    }

    fn structure(&self) -> Structure {
        let values = |name| match self.field(name) {
            Some((_, [only])) => only.list().unwrap_or_default(),
            _ => &[],
        };
        let numbers = |name| values(name).iter().filter_map(Node::number).collect();
        let boundaries = values(":boundary").iter();
        Structure {
            dimensions: self.dimensions.unwrap_or_default(),
            shape: numbers(":pe_shape"),
            data_size: numbers(":data_size"),
            data_offset: numbers(":data_offset"),
            periodic: boundaries.map(|it| it.word() == Some(PERIODIC)).collect(),
        }
    }

    fn known(&mut self, key: &Node<'_>, word: &str) {
        if FIELDS.contains(&word) {
            return;
        }
        let range = key.place.range.clone();
        if RETIRED.contains(&word) {
            let message = message!("`{word}` is no longer read", word);
            self.report(
                &key.place,
                Diagnostic::new(Code::DirectiveDoubtful, range, message),
            );
            return;
        }
        let message = message!("there is no entry `{word}`", word);
        let mut diagnostic = Diagnostic::new(Code::ParamEntry, range.clone(), message);
        let missing = FIELDS
            .into_iter()
            .filter(|field| self.field(field).is_none());
        if let Some(near) = similar(word, missing, SIMILARITY_MIN) {
            diagnostic = diagnostic
                .help(message!("did you mean `{near}`?", near))
                .suggest(message!("Replace with `{near}`", near), range, near);
        }
        self.report(&key.place, diagnostic);
    }

    /// A field with a value for each dimension.
    fn list(&mut self, name: &'static str) {
        let Some((key, values)) = self.field(name) else {
            return;
        };
        let list = match values {
            [only] => only.list(),
            _ => None,
        };
        let Some(list) = list else {
            self.error(
                &key.place,
                message!("`{name}` is a list with a value for each dimension", name),
            );
            return;
        };
        if let Some(dimensions) = self.dimensions
            && list.len() as u64 != dimensions
        {
            self.error(
                &values[0].place,
                message!(
                    "`{name}` has {count:# value|# values}, but `:ndim` is {dimensions}",
                    name,
                    count = list.len() as u64,
                    dimensions
                ),
            );
        }
        if name == ":boundary" {
            self.boundaries(list);
            return;
        }
        let mut product = Some(1u64);
        for value in list {
            let number = value.number();
            if number.is_none() {
                self.error(
                    &value.place,
                    message!("a number is expected here, such as `16` or `#x10`"),
                );
            }
            product = product
                .zip(number)
                .and_then(|(product, number)| product.checked_mul(number));
            if product.is_none() && number.is_some() {
                break;
            }
        }
        let are_numbers = list.iter().all(|value| value.number().is_some());
        if name == ":pe_shape" && are_numbers && product != Some(PES) {
            let pes = PES;
            self.error(
                &values[0].place,
                message!(
                    "the product of `:pe_shape` is {pes}, the PEs of the chip",
                    pes
                ),
            );
        }
    }

    fn boundaries(&mut self, list: &[Node<'_>]) {
        for value in list {
            match value.word() {
                Some(":clamp" | PERIODIC) => {}
                Some(word @ (":fixed" | ":mirror")) => {
                    self.error(&value.place, message!("`{word}` no longer exists", word));
                }
                _ => self.error(
                    &value.place,
                    message!("a boundary is `:clamp` or `:periodic`"),
                ),
            }
        }
    }

    fn layout(&mut self) {
        let Some((key, values)) = self.field(":data_layout") else {
            return;
        };
        let is_any = matches!(values, [only] if only.word() == Some(":any"));
        if !is_any {
            let place = values.first().map_or(&key.place, |it| &it.place);
            self.error(place, message!("the only layout is `:any`"));
        }
    }
}
