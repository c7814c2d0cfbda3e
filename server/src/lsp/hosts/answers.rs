//! Answers about a region as answers about its host, and the parameters of requests the other way.
//!
//! The messages of the protocol are trees in which ranges, positions and edits have the same form everywhere, so one walk is for
//! every method. An edit that the host cannot have removes the item that it belongs to; `data` and the arguments of commands
//! belong to the server and stay as they are.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tower_lsp::ls_types::{Diagnostic, Position, Range};

use super::places::Places;

/// Fields that are not about places.
const OPAQUE: [&str; 3] = ["data", "arguments", "newText"];

/// Fields whose lists are edits that belong together.
const ALL_OR_NONE: [&str; 5] = [
    "edit",
    "changes",
    "edits",
    "documentChanges",
    "additionalTextEdits",
];

/// The certain findings of a region at their places in the host.
pub(in crate::lsp) fn diagnostics(places: &Places, found: &[Diagnostic]) -> Vec<Diagnostic> {
    let certain = found.iter().filter(|it| places.keeps(it));
    let in_host = certain.filter_map(|it| {
        let value = serde_json::to_value(it).ok()?;
        serde_json::from_value(to_host(&value, places)?).ok()
    });
    in_host.collect()
}

/// A value about a region as one about its host; `None` if it cannot be about the host.
pub(in crate::lsp) fn to_host(value: &Value, places: &Places) -> Option<Value> {
    Walk {
        places,
        is_whole: false,
    }
    .value(value)
}

/// The parameters of a request about a host as those about a region; `None` if they are about something outside.
pub(in crate::lsp) fn from_host(value: &Value, places: &Places) -> Option<Value> {
    if let Some(own) = range(value) {
        return Some(json!(places.range_from_host(own)?));
    }
    if let Some(own) = position(value) {
        return Some(json!(places.position_from_host(own)?));
    }
    Some(match value {
        Value::Array(items) => items
            .iter()
            .filter_map(|it| from_host(it, places))
            .collect(),
        Value::Object(fields) => {
            let mut own = Map::new();
            for (name, value) in fields {
                let value = match name.as_str() {
                    "uri" if *value == json!(places.host_uri) => json!(places.uri),
                    name if OPAQUE.contains(&name) => value.clone(),
                    _ => from_host(value, places)?,
                };
                own.insert(name.clone(), value);
            }
            own.into()
        }
        other => other.clone(),
    })
}

/// A range or a position: an object with two fields of these names and nothing else.
fn read<T: DeserializeOwned>(value: &Value, names: [&str; 2]) -> Option<T> {
    let fields = value.as_object()?;
    let is_own = fields.len() == names.len() && names.iter().all(|it| fields.contains_key(*it));
    is_own.then(|| T::deserialize(value).ok())?
}

fn range(value: &Value) -> Option<Range> {
    read(value, ["start", "end"])
}

fn position(value: &Value) -> Option<Position> {
    read(value, ["line", "character"])
}

#[derive(Clone, Copy)]
struct Walk<'a> {
    places: &'a Places,
    /// Whether a list is nothing without one of its items.
    is_whole: bool,
}

impl Walk<'_> {
    fn value(self, value: &Value) -> Option<Value> {
        match value {
            Value::Array(items) => {
                let mut items = items.iter().map(|it| self.value(it));
                match self.is_whole {
                    true => items.collect(),
                    false => Some(items.by_ref().flatten().collect()),
                }
            }
            Value::Object(fields) => self.object(value, fields),
            other => Some(other.clone()),
        }
    }

    fn object(self, value: &Value, fields: &Map<String, Value>) -> Option<Value> {
        let places = self.places;
        if let Some(own) = range(value) {
            return Some(json!(places.range_to_host(own)));
        }
        if let Some(own) = position(value) {
            return Some(json!(places.position_to_host(own)));
        }
        if fields.contains_key("newText") {
            return self.edit(fields);
        }
        if fields.contains_key("startLine") {
            return Some(self.fold(fields));
        }
        if self.is_about_another(fields) {
            return Some(value.clone());
        }
        self.fields(fields).map(Value::Object)
    }

    fn fields(self, fields: &Map<String, Value>) -> Option<Map<String, Value>> {
        let mut in_host = Map::new();
        for (name, value) in fields {
            let inner = Self {
                is_whole: self.is_whole || ALL_OR_NONE.contains(&name.as_str()),
                ..self
            };
            let value = match name.as_str() {
                _ if OPAQUE.contains(&name.as_str()) => value.clone(),
                "uri" | "targetUri" => json!(self.places.host_uri),
                "version" => json!(self.places.host_version),
                // The text of all completions of a list.
                "editRange" => self.edit_range(value)?,
                _ => inner.value(value)?,
            };
            let is_own = *name == self.places.uri.as_str();
            let name = if is_own {
                self.places.host_uri.as_str()
            } else {
                name
            };
            in_host.insert(name.to_owned(), value);
        }
        Some(in_host)
    }

    /// Whether an object is about another document, so that its places are not those of the region.
    fn is_about_another(self, fields: &Map<String, Value>) -> bool {
        let named = fields.get("uri").or_else(|| fields.get("targetUri"));
        let document = fields.get("textDocument").and_then(|it| it.get("uri"));
        let named = named.or(document);
        named.is_some_and(|uri| uri.as_str() != Some(self.places.uri.as_str()))
    }

    /// An edit, whose ranges are `range`, or `insert` and `replace`.
    fn edit(self, fields: &Map<String, Value>) -> Option<Value> {
        let new = fields.get("newText")?.as_str()?;
        let mut in_host = fields.clone();
        for name in ["range", "insert", "replace"] {
            if let Some(range) = fields.get(name).and_then(range) {
                let (range, text) = self.places.edit_to_host(range, new)?;
                in_host.insert(name.to_owned(), json!(range));
                in_host.insert("newText".to_owned(), json!(text));
            }
        }
        Some(in_host.into())
    }

    fn edit_range(self, value: &Value) -> Option<Value> {
        if let Some(own) = range(value) {
            return Some(json!(self.places.edit_to_host(own, "")?.0));
        }
        let ranges = value.as_object()?.iter();
        let ranges = ranges.map(|(name, value)| Some((name.clone(), self.edit_range(value)?)));
        Some(Value::Object(ranges.collect::<Option<_>>()?))
    }

    /// Folded lines; columns are those of the lines' ends.
    fn fold(self, fields: &Map<String, Value>) -> Value {
        let mut in_host = fields.clone();
        for (line, column) in [("startLine", "startCharacter"), ("endLine", "endCharacter")] {
            let number = |name: &str| fields.get(name).and_then(Value::as_u64);
            let character = number(column).map_or(0, |it| it as u32);
            let position = Position::new(number(line).unwrap_or(0) as u32, character);
            let position = self.places.position_to_host(position);
            in_host.insert(line.to_owned(), json!(position.line));
            if fields.contains_key(column) {
                in_host.insert(column.to_owned(), json!(position.character));
            }
        }
        in_host.into()
    }
}
