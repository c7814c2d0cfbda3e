//! Files of other languages with programs in them, the hosts: each region of a host is a document of its own for the rest of the
//! server. Here are the open hosts with their regions, and the findings in all regions of a host together.

pub(super) mod answers;
pub(super) mod places;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_ide::embedded::HostLanguage;
use mnc2_text::LanguageChoice;
use ropey::Rope;
use serde_json::{Value, json};
use tower_lsp::ls_types::{Diagnostic, Uri};

use places::Places;

/// The hosts of a session.
#[derive(Default)]
pub(super) struct Hosts {
    /// Whether there ever was a host: what most sessions look at.
    are_used: AtomicBool,
    all: Mutex<Known>,
}

#[derive(Default)]
pub(super) struct Known {
    pub(super) hosts: HashMap<Uri, Host>,
    /// The hosts of the regions.
    owners: HashMap<Uri, Uri>,
}

/// An open host.
pub(super) struct Host {
    pub(super) language: HostLanguage,
    /// The language of programs that do not name theirs.
    pub(super) stated: Option<LanguageChoice>,
    pub(super) version: i32,
    pub(super) text: Rope,
    pub(super) regions: Vec<OpenRegion>,
    /// Whether its findings were published, so that an empty list withdraws them.
    is_published: bool,
}

/// A region, and the findings in it once it was checked.
pub(super) struct OpenRegion {
    pub(super) places: Arc<Places>,
    pub(super) found: Option<Vec<Diagnostic>>,
}

impl Host {
    pub(super) fn new(
        language: HostLanguage,
        stated: Option<LanguageChoice>,
        version: i32,
        text: &str,
    ) -> Self {
        Self {
            language,
            stated,
            version,
            text: Rope::from_str(text),
            regions: Vec::new(),
            is_published: false,
        }
    }

    /// The findings in all regions at their places in the host; `None` until all were checked.
    fn findings(&self) -> Option<Vec<Diagnostic>> {
        let mut all = Vec::new();
        for region in &self.regions {
            all.extend(answers::diagnostics(&region.places, region.found.as_ref()?));
        }
        Some(all)
    }
}

impl Hosts {
    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a document is an open host.
    pub(super) fn hold(&self, uri: &Uri) -> bool {
        self.are_used.load(Ordering::Relaxed) && self.known().hosts.contains_key(uri)
    }

    pub(super) fn insert(&self, uri: Uri, host: Host) {
        self.are_used.store(true, Ordering::Relaxed);
        self.known().hosts.insert(uri, host);
    }

    /// The regions of a host; `None` if it is not one.
    pub(super) fn regions(&self, uri: &Uri) -> Option<Vec<Arc<Places>>> {
        if !self.are_used.load(Ordering::Relaxed) {
            return None;
        }
        let known = self.known();
        let regions = known.hosts.get(uri)?.regions.iter();
        Some(regions.map(|it| Arc::clone(&it.places)).collect())
    }

    /// A region with a URI.
    fn region(&self, uri: &str) -> Option<Arc<Places>> {
        let uri = uri.parse().ok()?;
        let known = self.known();
        let host = known.hosts.get(known.owners.get(&uri)?)?;
        let region = host.regions.iter().find(|it| it.places.uri == uri)?;
        Some(Arc::clone(&region.places))
    }

    /// A request of the server to the client, such as an edit, about hosts instead of regions. What is not about a region stays as
    /// it is; what cannot be done in the host becomes empty.
    pub(super) fn request_to_client(&self, params: &Value) -> Option<Value> {
        let edit = params.get("edit")?;
        let changed = edit.get("documentChanges").and_then(Value::as_array);
        let mut changed = changed.into_iter().flatten();
        let named = changed.find_map(|it| it.pointer("/textDocument/uri")?.as_str());
        let first = edit.get("changes").and_then(Value::as_object);
        let first = first.and_then(|it| it.keys().next());
        let places = self.region(named.or(first.map(String::as_str))?)?;
        Some(answers::to_host(params, &places).unwrap_or_else(|| json!({ "edit": {} })))
    }

    /// Takes the findings in a version of a region. Once there are those of all regions of its host, they are sent, in the order
    /// in which they come here.
    pub(super) fn publish(
        &self,
        region: &Uri,
        found: Vec<Diagnostic>,
        version: Option<i32>,
        send: impl FnOnce(Uri, Vec<Diagnostic>, i32),
    ) {
        let mut known = self.known();
        let Some(uri) = known.owners.get(region).cloned() else {
            return;
        };
        let Some(host) = known.hosts.get_mut(&uri) else {
            return;
        };
        let is_current =
            |it: &&mut OpenRegion| it.places.uri == *region && Some(it.places.version) == version;
        if let Some(region) = host.regions.iter_mut().find(is_current) {
            region.found = Some(found);
            host.publish(uri, send);
        }
    }
}

impl Host {
    /// Sends what is known, with the version of the host, if all regions were checked.
    pub(super) fn publish(&mut self, uri: Uri, send: impl FnOnce(Uri, Vec<Diagnostic>, i32)) {
        if self.regions.is_empty() && !self.is_published {
            return;
        }
        if let Some(found) = self.findings() {
            self.is_published = !found.is_empty();
            send(uri, found, self.version);
        }
    }

    /// Whether findings were sent that are to be withdrawn.
    pub(super) fn is_published(&self) -> bool {
        self.is_published
    }
}

impl Known {
    /// Notes the regions of a host.
    pub(super) fn note_owners(&mut self, host: &Uri) {
        self.owners.retain(|_, owner| owner != host);
        let regions = self.hosts.get(host).into_iter().flat_map(|it| &it.regions);
        let owned = regions.map(|it| (it.places.uri.clone(), host.clone()));
        self.owners.extend(owned.collect::<Vec<_>>());
    }
}
