//! Names that the files of a program share: where each file has them, and whether another name would do.

use std::collections::BTreeSet;

use mnc2_assembly::{Part, check_name, word_at, words};
use mnc2_text::interface::{Assemble as _, Text as _};
use mnc2_text::{
    Change, FileContent, LineRange, LinkedFile, Message, NamedFile, Place, Position, message,
};

use super::Document;
use super::link::{self, Export};
use crate::register::Register;
use crate::table::Row;

impl Document {
    /// The name at a place that the files of the program share: one of them gives it to the others.
    fn shared_name(&self, at: Position) -> Option<String> {
        self.linkage()?;
        let (_, part, word, _) = word_at(self.source(), at)?;
        let is_name = matches!(part, Part::Label | Part::Operand);
        let is_meant = |document: &Self| link::exports(document).contains_key(word);
        let is_own = self.names().labels.contains_key(word) || self.names().is_constant(word);
        let mut others = self.others().iter().filter_map(|it| it.document.as_ref());
        let is_shared = match is_own {
            true => is_meant(self),
            false => others.any(is_meant),
        };
        (is_name && is_shared && !is_word(word)).then(|| word.to_owned())
    }

    /// The range of the name at a place, if the files of the program share it.
    pub(crate) fn shared_range(&self, at: Position) -> Option<LineRange> {
        self.shared_name(at)?;
        word_at(self.source(), at).map(|(.., range)| range)
    }

    /// The files of the program that have a name which they share.
    pub(crate) fn linked_files(&self, at: Position) -> Vec<LinkedFile> {
        let Some(name) = self.shared_name(at) else {
            return Vec::new();
        };
        let mut files: Vec<(Option<&str>, &Self)> = self
            .others()
            .iter()
            .map(|file| match &file.document {
                Some(document) => (Some(file.name.as_str()), document),
                None => (None, self),
            })
            .collect();
        if files.iter().all(|(file, _)| file.is_some()) {
            files.push((None, self));
        }
        let linked = files.into_iter();
        let linked = linked.filter_map(|(file, document)| document.linked_file(file, &name));
        linked.collect()
    }

    /// The text as a file of a program, if it has a name that the files share.
    fn linked_file(&self, file: Option<&str>, name: &str) -> Option<LinkedFile> {
        let exported = link::exports(self);
        let is_own = self.names().labels.contains_key(name) || self.names().is_constant(name);
        let places = words(self.source(), name);
        if places.is_empty() || is_own && !exported.contains_key(name) {
            return None;
        }
        let definition = exported.get(name).map(|Export { place, .. }| place.clone());
        let last = places.last().map_or(0, |place| place.line as usize);
        let lines = self.source().lines().take(last + 1);
        Some(LinkedFile {
            file: file.map(str::to_owned),
            lines: lines.map(|line| line.text().to_owned()).collect(),
            definitions: definition.into_iter().collect(),
            places,
        })
    }

    /// Why a name that the files share cannot become another one in all of them.
    pub(crate) fn check_shared(&self, at: Position, name: &str) -> Result<(), Message> {
        let files = self.linked_files(at);
        let others = || self.others().iter();
        for file in
            others().filter(|file| files.iter().any(|it| it.file.as_ref() == Some(&file.name)))
        {
            if let Some(document) = &file.document {
                let reason = check_name(document.names(), name, is_word);
                let file = file.name.as_str();
                reason.map_err(|reason| message!("`{file}`: {reason}", file, reason))?;
            }
        }
        check_name(self.names(), name, is_word)?;
        match self.meaning() == self.renamed(&files, name).meaning() {
            true => Ok(()),
            false => Err(message!(
                "with the name `{name}` the text would mean something else",
                name
            )),
        }
    }

    /// The text with another name for one that the files share, in all of them.
    fn renamed(&self, files: &[LinkedFile], name: &str) -> Self {
        let places = |file: Option<&str>| -> Vec<Place> {
            let found = files.iter().find(|it| it.file.as_deref() == file);
            found.map_or_else(Vec::new, |it| it.places.clone())
        };
        let changed = |document: &Self, file: Option<&str>| {
            let changes = Change::everywhere(places(file), name);
            let lines = document.source().lines();
            let text: String = lines.map(|line| line.text_with_end()).collect();
            Change::apply_all(&changes, &text)
        };
        let mut options = (*self.options).clone();
        let read = self.others();
        let all = options.files.iter().map(|file| {
            let known = read.iter().find(|it| it.name == file.name);
            let document = known.and_then(|it| it.document.as_ref());
            NamedFile {
                content: match document {
                    Some(document) => {
                        FileContent::Bytes(changed(document, Some(&file.name)).into_bytes().into())
                    }
                    None => file.content.clone(),
                },
                ..file.clone()
            }
        });
        options.files = all.collect::<Vec<_>>().into();
        Self::new(&changed(self, None), &options)
    }

    /// The words of all files of the program, and the lines with findings in the text with their codes.
    fn meaning(&self) -> (BTreeSet<(u32, &'static str)>, Vec<String>) {
        let findings = self.findings(&|| false).into_iter();
        let codes = findings.map(|it| (it.line, it.diagnostic.code.id));
        let parts = self.linkage().map_or(&[][..], |it| &it.parts);
        let words = parts
            .iter()
            .flat_map(|part| part.document.assemble(&|| false));
        let mut words: Vec<String> = words.map(|it| it.hex).collect();
        let elsewhere = self.linkage().and_then(|it| it.elsewhere.as_ref());
        words.extend(elsewhere.map(|_| "elsewhere".to_owned()));
        (codes.collect(), words)
    }
}

/// Whether a name is a register or a mnemonic.
fn is_word(word: &str) -> bool {
    Register::find(word).is_some() || !Row::find(word).is_empty()
}
