//! A `.tmodel` file: JSON in which the compiler names a program, its constants, and where its inputs and outputs are.
//!
//! The compiler (`tools/src/tensil/tools/model`) and both drivers have these fields. `prog.size` and
//! `load_consts_to_local` came later, and files without them are read. Inputs and outputs are in DRAM0, constants in DRAM1; all sizes
//! are in vectors, except for the program, whose size is in bytes. An input that is divided has several entries with its name.

use std::ops::Range;
use std::sync::Arc;

use mnc2_text::json::{self, Kind, Member, Value};
use mnc2_text::{FileContent, Message, NamedFile, message};

use crate::architecture::Architecture;
use crate::code::Code;

/// Maximum number of constants, inputs and outputs. The drivers have a few.
const ENTRIES_MAX: usize = 1024;

/// The content of a `.tmodel` file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The name of the model.
    pub name: String,
    /// The file of the program; its size is in bytes.
    pub program: Option<Program>,
    /// The files of constants.
    pub constants: Vec<Entry>,
    /// The inputs.
    pub inputs: Vec<Entry>,
    /// The outputs.
    pub outputs: Vec<Entry>,
    /// The machine.
    pub architecture: Option<Architecture>,
    /// Whether the constants are moved to the local memory before the program starts.
    pub loads_to_local: bool,
}

/// The program of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The name of its file.
    pub file: String,
    /// The bytes of the name in the model.
    pub range: Range<usize>,
    /// Its length in bytes with its place, if it is stated.
    pub size: Option<(u64, Range<usize>)>,
}

/// Vectors that a model names.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name, or the name of its file.
    pub name: String,
    /// The bytes of the name in the model.
    pub range: Range<usize>,
    /// The first vector.
    pub base: u64,
    /// The number of vectors.
    pub size: u64,
    /// The bytes of the number of vectors in the model.
    pub size_range: Range<usize>,
}

impl Entry {
    /// The vector after the last one.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.base.saturating_add(self.size)
    }
}

/// What is wrong with a text at some of its bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The code of the finding.
    pub code: Code,
    /// Its place.
    pub range: Range<usize>,
    /// Its sentence.
    pub message: Message,
    /// What to do, if that is known.
    pub help: Option<Message>,
}

impl Wrong {
    pub(crate) fn new(code: Code, range: &Range<usize>, message: Message) -> Self {
        Self {
            code,
            range: range.clone(),
            message,
            help: None,
        }
    }

    pub(crate) fn help(mut self, help: Message) -> Self {
        self.help = Some(help);
        self
    }
}

/// The names of the files that a model names.
#[must_use]
pub fn files(text: &str) -> Vec<String> {
    let (model, _) = read(text);
    let mut names: Vec<String> = model.program.into_iter().map(|it| it.file).collect();
    for entry in model.constants {
        if !names.contains(&entry.name) {
            names.push(entry.name);
        }
    }
    names
}

/// The bytes of a file among those that were read.
pub(crate) fn content<'a>(
    files: &'a [NamedFile],
    name: &str,
) -> Result<&'a Arc<[u8]>, Option<&'a Message>> {
    let found = files.iter().find(|file| file.name == name);
    match found.map(|file| &file.content) {
        Some(FileContent::Bytes(bytes)) => Ok(bytes),
        Some(FileContent::Unreadable(message)) => Err(Some(message)),
        Some(FileContent::Own) | None => Err(None),
    }
}

/// Reads a model, with what is wrong with it: what can be read is there.
#[must_use]
pub fn read(text: &str) -> (Model, Vec<Wrong>) {
    let mut reader = Reader {
        text,
        model: Model::default(),
        wrong: Vec::new(),
    };
    match json::read(text) {
        Ok(value) => reader.model(&value),
        Err((at, reason)) => {
            let message = message!("a model is a JSON object: {reason}", reason);
            reader.report(Code::ModelShape, &(at..at), message);
        }
    }
    (reader.model, reader.wrong)
}

/// The members of an object, each taken once.
struct Members<'a> {
    all: Vec<&'a Member>,
    /// The whole object.
    range: Range<usize>,
}

struct Reader<'a> {
    text: &'a str,
    model: Model,
    wrong: Vec<Wrong>,
}

impl Reader<'_> {
    fn report(&mut self, code: Code, range: &Range<usize>, message: Message) {
        self.wrong.push(Wrong::new(code, range, message));
    }

    fn field(&mut self, range: &Range<usize>, message: Message) {
        self.report(Code::ModelField, range, message);
    }

    fn model(&mut self, value: &Value) {
        let Some(mut members) = self.members(value) else {
            return;
        };
        if let Some(name) = self.take(&mut members, "name")
            && let Some(name) = self.text(name, "name")
        {
            self.model.name = name;
        }
        if let Some(program) = self.take(&mut members, "prog") {
            self.model.program = self.program(program);
        }
        if let Some(value) = self.take(&mut members, "consts") {
            self.model.constants = self.entries(value, "consts", "file_name");
        }
        if let Some(value) = self.take(&mut members, "inputs") {
            self.model.inputs = self.entries(value, "inputs", "name");
        }
        if let Some(value) = self.take(&mut members, "outputs") {
            self.model.outputs = self.entries(value, "outputs", "name");
        }
        if let Some(value) = self.take(&mut members, "arch") {
            self.architecture(value);
        }
        if let Some(member) = Self::find(&mut members, "load_consts_to_local") {
            match member.value.kind {
                Kind::Truth(is_set) => self.model.loads_to_local = is_set,
                _ => {
                    let name = "load_consts_to_local";
                    let message = message!("`{name}` is true or false", name);
                    self.field(&member.value.range, message);
                }
            }
        }
        self.rest(&members);
    }

    fn members<'a>(&mut self, value: &'a Value) -> Option<Members<'a>> {
        let Kind::Object(members) = &value.kind else {
            let message = message!("an object in braces is expected here");
            self.field(&value.range, message);
            return None;
        };
        let mut all: Vec<&Member> = Vec::new();
        for member in members {
            if all.iter().any(|it| it.name == member.name) {
                let name = member.name.as_str();
                let message = message!("`{name}` is there twice", name);
                self.field(&member.range, message);
            } else if all.len() < ENTRIES_MAX {
                all.push(member);
            }
        }
        let range = value.range.clone();
        Some(Members { all, range })
    }

    fn find<'a>(members: &mut Members<'a>, name: &str) -> Option<&'a Member> {
        let index = members.all.iter().position(|it| it.name == name)?;
        Some(members.all.remove(index))
    }

    /// The value of a member that has to be there.
    fn take<'a>(&mut self, members: &mut Members<'a>, name: &'static str) -> Option<&'a Value> {
        let found = Self::find(members, name);
        if found.is_none() {
            let range = members.range.start..members.range.start + 1;
            self.field(&range, message!("`{name}` is missing", name));
        }
        found.map(|member| &member.value)
    }

    /// Members that neither the compiler nor a driver has.
    fn rest(&mut self, members: &Members<'_>) {
        for member in &members.all {
            let name = member.name.as_str();
            let message = message!(
                "`{name}` is not a field of a model: the Python driver refuses it",
                name
            );
            self.report(Code::ModelUnknown, &member.range, message);
        }
    }

    fn text(&mut self, value: &Value, name: &'static str) -> Option<String> {
        match &value.kind {
            Kind::Text(text) if !text.is_empty() => Some(text.clone()),
            _ => {
                let message = message!("`{name}` is a text that is not empty", name);
                self.field(&value.range, message);
                None
            }
        }
    }

    fn number(&mut self, value: &Value, name: &'static str) -> Option<u64> {
        match value.kind {
            Kind::Whole(number) => Some(number),
            _ => {
                let message = message!("`{name}` is a whole number that is not negative", name);
                self.field(&value.range, message);
                None
            }
        }
    }

    fn program(&mut self, value: &Value) -> Option<Program> {
        let mut members = self.members(value)?;
        let file = self.take(&mut members, "file_name");
        let file = file.and_then(|value| Some((self.text(value, "file_name")?, &value.range)));
        let size = Self::find(&mut members, "size").map(|member| &member.value);
        let size = size.and_then(|value| Some((self.number(value, "size")?, value.range.clone())));
        self.rest(&members);
        let (file, range) = file?;
        Some(Program {
            file,
            range: range.clone(),
            size,
        })
    }

    fn entries(&mut self, value: &Value, name: &'static str, key: &'static str) -> Vec<Entry> {
        let Kind::List(values) = &value.kind else {
            let message = message!("`{name}` is a list in brackets", name);
            self.field(&value.range, message);
            return Vec::new();
        };
        if values.len() > ENTRIES_MAX {
            let limit = ENTRIES_MAX;
            let message = message!("`{name}` has more than {limit} entries", name, limit);
            self.field(&value.range, message);
        }
        let values = values.iter().take(ENTRIES_MAX);
        values.filter_map(|value| self.entry(value, key)).collect()
    }

    fn entry(&mut self, value: &Value, key: &'static str) -> Option<Entry> {
        let mut members = self.members(value)?;
        let name = self.take(&mut members, key);
        let name = name.and_then(|value| Some((self.text(value, key)?, value.range.clone())));
        let base = self.take(&mut members, "base");
        let base = base.and_then(|value| self.number(value, "base"));
        let size = self.take(&mut members, "size");
        let size = size.and_then(|value| Some((self.number(value, "size")?, value.range.clone())));
        self.rest(&members);
        let ((name, range), (size, size_range)) = (name?, size?);
        if size == 0 && key == "name" {
            let name = name.as_str();
            let message = message!("`{name}` has no vectors: the driver in C refuses it", name);
            self.field(&size_range, message);
        }
        Some(Entry {
            name,
            range,
            base: base?,
            size,
            size_range,
        })
    }

    fn architecture(&mut self, value: &Value) {
        let Kind::Object(members) = &value.kind else {
            let message = message!("`arch` is an object in braces, as in a `.tarch` file");
            self.field(&value.range, message);
            return;
        };
        let mut architecture = Architecture::default();
        let mut is_right = true;
        for member in members.iter().take(ENTRIES_MAX) {
            let text = match &member.value.kind {
                Kind::Text(text) => text.clone(),
                _ => self.text[member.value.range.clone()].to_owned(),
            };
            if let Err(message) = architecture.set(&member.name, &text) {
                self.field(&member.value.range, message);
                is_right = false;
            }
        }
        if is_right {
            self.model.architecture = Some(architecture);
        }
    }
}
