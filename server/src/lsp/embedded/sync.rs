//! The documents of regions, as their hosts are opened, edited and closed. Nothing is awaited here.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mnc2_ide::embedded::{self, HostLanguage, Region};
use mnc2_ide::session::{LanguageSources, Placed};
use mnc2_text::LanguageChoice;
use ropey::Rope;
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, Position, Range, TextDocumentContentChangeEvent, TextDocumentItem,
    Uri, VersionedTextDocumentIdentifier,
};

use crate::lsp::convert::Encoding;
use crate::lsp::hosts::places::{InHost, Places};
use crate::lsp::hosts::{Host, OpenRegion};
use crate::lsp::server_state::ServerState;

/// What becomes of the document of a region.
enum Step {
    Open(Arc<Places>),
    Change(Arc<Places>, Arc<Places>),
    Close(Uri),
}

impl ServerState {
    /// Takes a document that the client opens, if it is a host.
    pub(in crate::lsp) fn open_host(&self, opened: &TextDocumentItem) -> bool {
        let Some((language, stated)) = self.host_language(opened) else {
            return false;
        };
        let host = Host::new(language, stated, opened.version, &opened.text);
        self.hosts.insert(opened.uri.clone(), host);
        self.find_regions(&opened.uri);
        true
    }

    /// The language of a document if it is a host, and what is stated about the programs in it.
    fn host_language(
        &self,
        opened: &TextDocumentItem,
    ) -> Option<(HostLanguage, Option<LanguageChoice>)> {
        let named = HostLanguage::find(&opened.language_id);
        let language = named.or_else(|| HostLanguage::from_text(&opened.text))?;
        if language != HostLanguage::Listing {
            return Some((language, None));
        }
        match self.stated_in_listing(opened) {
            Some(stated) if language.takes(&stated) => Some((language, Some(stated))),
            // A text that only looks like a listing is in the language that is stated for it.
            Some(_) if named.is_none() => None,
            Some(_) | None => Some((language, None)),
        }
    }

    /// The language that editor, project or first lines state for a document.
    fn stated_in_listing(&self, opened: &TextDocumentItem) -> Option<LanguageChoice> {
        let given = LanguageChoice::parse(&opened.language_id);
        let project = self.project(&opened.uri);
        let sources = LanguageSources {
            given: Some(&given),
            project: project.as_ref().and_then(Placed::language),
            text: &opened.text,
            name: opened.uri.as_str(),
            ..LanguageSources::default()
        };
        sources.choice()
    }

    /// Applies changes to a host.
    pub(in crate::lsp) fn change_host(&self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.uri;
        let encoding = self.features().encoding;
        if let Some(host) = self.hosts.known().hosts.get_mut(&uri) {
            for change in params.content_changes {
                apply(&mut host.text, change, encoding);
            }
            host.version = params.text_document.version;
        }
        self.find_regions(&uri);
    }

    /// Forgets a host that the client closes.
    pub(in crate::lsp) fn close_host(&self, uri: &Uri) {
        let host = {
            let mut known = self.hosts.known();
            let host = known.hosts.remove(uri);
            known.note_owners(uri);
            host
        };
        let Some(mut host) = host else {
            return;
        };
        for region in host.regions.drain(..) {
            self.close(region.places.uri.clone());
        }
        if !self.features().pulls_diagnostics && host.is_published() {
            self.outbox.send(uri.clone(), Vec::new());
        }
    }

    /// Finds regions in all hosts again, after the setting has changed.
    pub(in crate::lsp) fn find_all_regions(&self) {
        let hosts: Vec<Uri> = self.hosts.known().hosts.keys().cloned().collect();
        hosts.iter().for_each(|uri| self.find_regions(uri));
        if !hosts.is_empty() {
            self.show_findings(&[]);
        }
    }

    /// Finds the regions of a host, and brings their documents up to date.
    fn find_regions(&self, uri: &Uri) {
        let is_enabled = self.embeds.load(Ordering::Relaxed);
        let encoding = self.features().encoding;
        let steps = {
            let mut known = self.hosts.known();
            let Some(host) = known.hosts.get_mut(uri) else {
                return;
            };
            let found = match is_enabled {
                true => {
                    let stated = host.stated.as_ref();
                    embedded::regions(host.language, &host.text.to_string(), stated)
                }
                false => Vec::new(),
            };
            let steps = host.take_regions(uri, found, encoding);
            known.note_owners(uri);
            steps
        };
        for step in steps {
            self.step(step);
        }
        if !self.features().pulls_diagnostics
            && let Some(host) = self.hosts.known().hosts.get_mut(uri)
        {
            // Regions that have not changed may be elsewhere.
            host.publish(uri.clone(), |uri, found, version| {
                self.outbox.send_version(uri, found, Some(version));
            });
        }
    }

    fn step(&self, step: Step) {
        match step {
            Step::Close(uri) => self.close(uri),
            Step::Open(places) => self.open(TextDocumentItem {
                uri: places.uri.clone(),
                language_id: identifier(&places.region.choice),
                version: places.version,
                text: places.region.text.clone(),
            }),
            Step::Change(old, new) => self.change(DidChangeTextDocumentParams {
                text_document: VersionedTextDocumentIdentifier {
                    uri: new.uri.clone(),
                    version: new.version,
                },
                content_changes: vec![difference(&old, &new)],
            }),
        }
    }
}

impl Host {
    /// Takes the regions of the current text, and returns what that means for their documents.
    fn take_regions(&mut self, uri: &Uri, found: Vec<Region>, encoding: Encoding) -> Vec<Step> {
        let in_host = InHost {
            uri,
            version: self.version,
            text: &self.text,
            encoding,
        };
        let mut steps = Vec::new();
        let mut before = std::mem::take(&mut self.regions).into_iter();
        for (number, region) in found.into_iter().enumerate() {
            let old = before.next();
            let same = old
                .as_ref()
                .filter(|old| old.places.region.text == region.text);
            let is_same_language = |it: &OpenRegion| it.places.region.choice == region.choice;
            let version = same.map_or(self.version, |old| old.places.version);
            let is_unchanged = same.is_some_and(is_same_language);
            let is_edited = old.as_ref().is_some_and(is_same_language);
            let places = Arc::new(Places::new(region, number, version, &in_host));
            let mut found = None;
            match old {
                Some(old) if is_unchanged => found = old.found,
                Some(old) if is_edited => steps.push(Step::Change(old.places, places.clone())),
                Some(old) => {
                    steps.push(Step::Close(old.places.uri.clone()));
                    steps.push(Step::Open(places.clone()));
                }
                None => steps.push(Step::Open(places.clone())),
            }
            self.regions.push(OpenRegion { places, found });
        }
        steps.extend(before.map(|old| Step::Close(old.places.uri.clone())));
        steps
    }
}

fn apply(text: &mut Rope, change: TextDocumentContentChangeEvent, encoding: Encoding) {
    let Some(range) = change.range else {
        *text = Rope::from_str(&change.text);
        return;
    };
    let bytes = encoding.bytes_in(text, range);
    let start = text.byte_to_char(bytes.start);
    text.remove(start..text.byte_to_char(bytes.end));
    text.insert(start, &change.text);
}

/// The identifier of a language with its options, as documents are opened with it.
fn identifier(choice: &LanguageChoice) -> String {
    let options = choice.options.iter();
    let options = options.map(|(key, value)| format!(" {key}={value}"));
    choice.id.clone() + &options.collect::<String>()
}

/// The one change that makes a text another one.
fn difference(old: &Places, new: &Places) -> TextDocumentContentChangeEvent {
    let (before, after) = (&*old.region.text, &*new.region.text);
    let pairs = before.char_indices().zip(after.chars());
    let alike = pairs.take_while(|((_, one), other)| one == other);
    let start = alike
        .map(|((at, one), _)| at + one.len_utf8())
        .last()
        .unwrap_or(0);
    let (rest, by) = (&before[start..], &after[start..]);
    let pairs = rest.chars().rev().zip(by.chars().rev());
    let alike = pairs.take_while(|(one, other)| one == other);
    let end: usize = alike.map(|(one, _)| one.len_utf8()).sum();
    // A line end of two characters is not divided.
    let (start, end) = match before[..start].ends_with('\r') {
        true => (start - 1, end),
        false => (start, end),
    };
    let end = if before[before.len() - end..].starts_with('\n') {
        end - 1
    } else {
        end
    };
    let position = |byte: usize| -> Position { old.text_position(byte) };
    TextDocumentContentChangeEvent {
        range: Some(Range::new(position(start), position(before.len() - end))),
        range_length: None,
        text: after[start..after.len() - end].to_owned(),
    }
}
