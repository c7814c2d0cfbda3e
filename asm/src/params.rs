//! `.param` files of the unofficial SDK: `((:version :0.1) (:slot 8 :place :pdm0 :addr 0 :send_wait_tag #x10))`.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use mnc2_isa::Memory;

use super::s_expression::{self, Node, Place};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::params::RESERVED_TAG_BY_DEFAULT;
use mnc2_program::{ParamEntry, ParamKey, Params};
use mnc2_text::line::{SIMILARITY_MIN, similar};
use mnc2_text::{Message, message};

const KEYS: [&str; 7] = [
    ":version",
    ":slot",
    ":identify",
    ":boundary_flags",
    ":buffer",
    ":reserved_wait_tag",
    ":reserved_wait_tags",
];

/// Fields of the entries that directives refer to.
const FIELDS: [&str; 5] = [
    ":place",
    ":addr",
    ":send_wait_tag",
    ":recv_wait_tag",
    ":buf_size",
];

/// The version of the format, and the memory that entries are in.
const VERSION: &str = ":0.1";
const PLACE: &str = ":pdm0";

/// The largest tag (manual 3.6.13).
const TAG_MAX: u64 = 0x3f;

/// Words that one transfer moves: buffers begin and end between them.
const BUFFER_UNIT: u64 = 64;

/// The entries of a `.param` file, and what is wrong with it.
#[must_use]
pub fn read(source: &str) -> (Params, Vec<Finding>) {
    let expressions = s_expression::read(source);
    let mut reader = Reader::default();
    if let Some(trouble) = expressions.trouble {
        reader.error(&trouble.place, trouble.message);
    }
    let entries = outer(&expressions.nodes, &mut |place, message| {
        reader.error(place, message);
    });
    if let Some(entries) = entries {
        reader.entries(entries);
    }
    reader.finish()
}

/// The entries of a file that is one list of lists.
pub(super) fn outer<'n, 'a>(
    nodes: &'n [Node<'a>],
    wrong: &mut dyn FnMut(&Place, Message),
) -> Option<&'n [Node<'a>]> {
    let Some(first) = nodes.first() else {
        wrong(
            &Place::default(),
            message!("there is no list of entries here"),
        );
        return None;
    };
    if let Some(second) = nodes.get(1) {
        wrong(
            &second.place,
            message!("this stands outside of the list of entries"),
        );
    }
    let list = first.list();
    if list.is_none() {
        wrong(
            &first.place,
            message!("the file is one list of entries, such as `((:version :0.1) ..)`"),
        );
    }
    list
}

#[derive(Default)]
struct Reader<'a> {
    entries: Vec<ParamEntry>,
    /// Every tag of a transfer, with its place.
    tags: Vec<(u64, Place)>,
    /// Every reserved tag, in the order of the text.
    reserved: Vec<(u64, Place)>,
    reserves: Option<&'a Node<'a>>,
    findings: Vec<Finding>,
    has_errors: bool,
}

impl<'a> Reader<'a> {
    fn error(&mut self, place: &Place, message: Message) {
        self.has_errors = true;
        self.report(place, Code::ParamEntry, message);
    }

    fn report(&mut self, place: &Place, code: Code, message: Message) -> &mut Diagnostic {
        self.findings.push(Finding {
            line: place.line,
            diagnostic: Diagnostic::new(code, place.range.clone(), message),
        });
        let last = self.findings.len() - 1;
        &mut self.findings[last].diagnostic
    }

    fn entries(&mut self, entries: &'a [Node<'a>]) {
        let key = |entry: &Node<'a>| entry.list()?.first()?.word();
        match entries.first() {
            Some(first) if key(first) != Some(KEYS[0]) => self.error(
                &first.place,
                message!(
                    "the first entry is the version: `(:version {version})`",
                    version = VERSION
                ),
            ),
            _ => {}
        }
        for entry in entries {
            self.entry(entry);
        }
        self.reserved_tags(
            entries
                .first()
                .map_or_else(Place::default, |it| it.place.clone()),
        );
    }

    fn entry(&mut self, entry: &'a Node<'a>) {
        let Some((key, rest)) = entry.list().and_then(<[_]>::split_first) else {
            self.error(
                &entry.place,
                message!("an entry is a list, such as `(:slot 8 :addr 0)`"),
            );
            return;
        };
        match key.word() {
            Some(":version") => self.version(key, rest),
            Some(":reserved_wait_tag" | ":reserved_wait_tags") => {
                if self.reserves.is_some() {
                    self.error(&key.place, message!("tags are reserved twice"));
                }
                self.reserves = Some(entry);
                if rest.is_empty() {
                    self.error(&key.place, message!("a tag is missing, such as `#x3f`"));
                }
                if key.word() == Some(":reserved_wait_tag") && rest.len() > 1 {
                    self.error(
                        &rest[1].place,
                        message!(
                            "`:reserved_wait_tag` has one tag; `:reserved_wait_tags` has several"
                        ),
                    );
                }
                for tag in rest {
                    if let Some(tag) = self.tag(tag, 1) {
                        self.reserved.push(tag);
                    }
                }
            }
            Some(":slot" | ":identify" | ":boundary_flags" | ":buffer") => self.place(key, rest),
            Some(word) if word.starts_with(':') => {
                let message = message!("there is no entry `{word}`", word);
                self.unknown(&key.place, word, &KEYS, message);
            }
            _ => self.error(
                &key.place,
                message!("an entry begins with a keyword, such as `:slot`"),
            ),
        }
    }

    fn unknown(&mut self, place: &Place, word: &str, known: &[&'static str], message: Message) {
        self.has_errors = true;
        let near = similar(word, known.iter().copied(), SIMILARITY_MIN);
        let range = place.range.clone();
        let mut diagnostic = Diagnostic::new(Code::ParamEntry, range.clone(), message);
        if let Some(near) = near {
            diagnostic = diagnostic
                .help(message!("did you mean `{near}`?", near))
                .suggest(message!("Replace with `{near}`", near), range, near);
        }
        self.findings.push(Finding {
            line: place.line,
            diagnostic,
        });
    }

    fn version(&mut self, key: &Node<'_>, rest: &[Node<'_>]) {
        match rest {
            [version] if version.word() == Some(VERSION) => {}
            _ => {
                let place = rest.first().map_or(&key.place, |it| &it.place);
                let message = message!(
                    "the version of the format is `{version}`",
                    version = VERSION
                );
                self.report(place, Code::DirectiveDoubtful, message);
            }
        }
    }

    /// An entry that directives refer to.
    fn place(&mut self, key: &Node<'_>, rest: &[Node<'_>]) {
        let keyword = key.word().unwrap_or_default();
        let Some((name, fields)) = rest.split_first() else {
            self.error(
                &key.place,
                message!("`{keyword}` has no name or number", keyword),
            );
            return;
        };
        let parsed = match (keyword, name.word(), name.number()) {
            (":slot", _, Some(number)) => Some(ParamKey::Slot(number)),
            (":identify", _, Some(number)) => Some(ParamKey::Identify(number)),
            (":boundary_flags", Some(name), _) => Some(ParamKey::BoundaryFlags(name.into())),
            (":buffer", Some(name), _) => Some(ParamKey::Buffer(name.into())),
            _ => None,
        };
        let Some(parsed) = parsed.filter(|_| !name.word().is_some_and(|it| it.starts_with(':')))
        else {
            self.error(
                &name.place,
                message!("`{keyword}` has no name or number", keyword),
            );
            return;
        };
        let end = if name.place.line == key.place.line {
            name.place.range.end
        } else {
            key.place.range.end
        };
        let mut entry = ParamEntry {
            line: key.place.line,
            range: key.place.range.start..end,
            key: parsed,
            address: None,
            send_tag: None,
            receive_tag: None,
            buffer_size: None,
        };
        let is_buffer = matches!(entry.key, ParamKey::Buffer(_));
        self.fields(&mut entry, fields, is_buffer);
        let missing = |me: &mut Self, field: &'static str| {
            let shown = entry.key.to_string();
            me.error(
                &key.place,
                message!("`{entry}` has no `{field}`", entry = shown.as_str(), field),
            );
        };
        if entry.address.is_none() {
            missing(self, ":addr");
        }
        if is_buffer && entry.buffer_size.is_none() {
            missing(self, ":buf_size");
        }
        if let Some(first) = self.entries.iter().find(|other| other.key == entry.key) {
            let (line, range) = (first.line, first.range.clone());
            let shown = entry.key.to_string();
            let message = message!("`{entry}` is given twice", entry = shown.as_str());
            let diagnostic = Diagnostic::new(Code::DirectiveDoubtful, entry.range.clone(), message)
                .note_at(line, range, message!("here it is given too"));
            self.findings.push(Finding {
                line: entry.line,
                diagnostic,
            });
            return;
        }
        self.entries.push(entry);
    }

    fn fields(&mut self, entry: &mut ParamEntry, fields: &[Node<'_>], is_buffer: bool) {
        for pair in fields.chunks(2) {
            let field = &pair[0];
            let word = field.word().unwrap_or_default();
            let Some(value) = pair.get(1) else {
                self.error(&field.place, message!("`{word}` has no value", word));
                return;
            };
            match word {
                ":place" => {
                    if value.word() != Some(PLACE) {
                        self.error(
                            &value.place,
                            message!("the only memory for entries is `{place}`", place = PLACE),
                        );
                    }
                }
                ":addr" => {
                    entry.address = self.natural(value);
                    let size = u64::from(Memory::Pdm.size().unwrap_or(u32::MAX));
                    match entry.address {
                        Some(address) if address >= size => {
                            self.error(&value.place, message!("PDM has {size} long words", size));
                        }
                        Some(address) if is_buffer => self.whole(address, value),
                        _ => {}
                    }
                }
                ":buf_size" if is_buffer => {
                    entry.buffer_size = self.natural(value);
                    if let Some(size) = entry.buffer_size {
                        self.whole(size, value);
                    }
                }
                ":send_wait_tag" => entry.send_tag = self.transfer_tag(value),
                ":recv_wait_tag" => entry.receive_tag = self.transfer_tag(value),
                _ if word.is_empty() => {
                    self.error(
                        &field.place,
                        message!("a field begins with a keyword, such as `:addr`"),
                    );
                }
                _ => {
                    let keyword = entry.key.keyword();
                    let message = message!("`{keyword}` has no field `{word}`", keyword, word);
                    self.unknown(&field.place, word, &FIELDS, message);
                }
            }
        }
    }

    fn natural(&mut self, node: &Node<'_>) -> Option<u64> {
        let number = node.number();
        if number.is_none() {
            self.error(
                &node.place,
                message!("a number is expected here, such as `16` or `#x10`"),
            );
        }
        number
    }

    /// Reports a number of words that is not a whole number of transfers.
    fn whole(&mut self, words: u64, node: &Node<'_>) {
        if !words.is_multiple_of(BUFFER_UNIT) {
            let unit = BUFFER_UNIT;
            self.error(
                &node.place,
                message!("address and size of a buffer are multiples of {unit}", unit),
            );
        }
    }

    fn transfer_tag(&mut self, node: &Node<'_>) -> Option<u64> {
        let (tag, place) = self.tag(node, 0)?;
        self.tags.push((tag, place));
        Some(tag)
    }

    fn tag(&mut self, node: &Node<'_>, min: u64) -> Option<(u64, Place)> {
        let tag = self.natural(node)?;
        if (min..=TAG_MAX).contains(&tag) {
            return Some((tag, node.place.clone()));
        }
        self.error(&node.place, message!("a tag is `#x01` to `#x3f`"));
        None
    }

    fn reserved_tags(&mut self, first: Place) {
        if self.reserves.is_none() {
            let message = message!("no tag is reserved for the linker: it uses `#x3f`");
            self.report(&first, Code::DirectiveDoubtful, message)
                .notes
                .push(mnc2_text::Note {
                    line: None,
                    range: None,
                    message: message!("reserve one: `(:reserved_wait_tag #x3f)`"),
                });
        }
        let mut seen: HashMap<u64, Place> = HashMap::new();
        for (tag, place) in self.reserved.clone() {
            match seen.entry(tag) {
                Entry::Occupied(_) => {
                    self.error(&place, message!("this tag is reserved twice"));
                }
                Entry::Vacant(entry) => {
                    entry.insert(place);
                }
            }
        }
        let mut taken: HashSet<u64> = seen.keys().copied().collect();
        if self.reserves.is_none() {
            taken.insert(RESERVED_TAG_BY_DEFAULT);
        }
        for (tag, place) in std::mem::take(&mut self.tags) {
            if !taken.contains(&tag) {
                continue;
            }
            self.has_errors = true;
            let message =
                message!("this tag is reserved for the linker: a transfer cannot have it too");
            let diagnostic = Diagnostic::new(Code::ParamEntry, place.range.clone(), message);
            let diagnostic = match seen.get(&tag) {
                Some(reserved) => diagnostic.note_at(
                    reserved.line,
                    reserved.range.clone(),
                    message!("it is reserved here"),
                ),
                None => diagnostic.help(message!("no tag is reserved, so the linker uses `#x3f`")),
            };
            self.findings.push(Finding {
                line: place.line,
                diagnostic,
            });
        }
    }

    fn finish(mut self) -> (Params, Vec<Finding>) {
        self.findings.sort_by_key(|finding| finding.line);
        for finding in &mut self.findings {
            if finding.diagnostic.notes.is_empty() {
                finding.diagnostic = finding.diagnostic.clone().explained();
            }
        }
        let params = Params {
            entries: self.entries.into(),
            reserved_tags: self.reserved.iter().map(|(tag, _)| *tag).collect(),
            is_whole: !self.has_errors,
        };
        (params, self.findings)
    }
}
