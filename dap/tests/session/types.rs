//! Validates the types of `src/protocol` against the published schema, whether a session sends them or not: the name and the
//! type of each field, which fields may be absent, and the words of enumerations. Each request of `handlers.rs` has to have
//! the arguments and the answer that the schema states.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use syn::{
    Attribute, File, FnArg, GenericArgument, ImplItem, Item, LitStr, PathArguments, ReturnType,
    Type,
};

use crate::schema::{self, LATER, Shape, definition, definition_name, has_type, resolved, shape};

/// Types with another name in the schema, or with several.
const NAMES: &[(&str, &[&str])] = &[
    ("AttachArguments", &["AttachRequestArguments"]),
    ("ErrorMessage", &["Message"]),
    ("LaunchArguments", &["LaunchRequestArguments"]),
    (
        "NewValue",
        &["SetVariableResponse", "SetExpressionResponse"],
    ),
    ("OtherCapabilities", &["Capabilities"]),
    (
        "SetBreakpointsResponse",
        &[
            "SetBreakpointsResponse",
            "SetDataBreakpointsResponse",
            "SetExceptionBreakpointsResponse",
            "SetFunctionBreakpointsResponse",
            "SetInstructionBreakpointsResponse",
        ],
    ),
    (
        "StepArguments",
        &[
            "NextArguments",
            "StepBackArguments",
            "StepInArguments",
            "StepOutArguments",
        ],
    ),
];

/// Files with types that are not in the schema: requests of our own, and keys of a launch configuration.
const OURS: [&str; 3] = ["custom_requests.rs", "launch.rs", "views.rs"];

/// Required arguments without an effect: all threads run and stop together, the innermost frame is restarted, and each source
/// has a path.
const NOT_READ: [&str; 4] = ["adapterID", "frameId", "sourceReference", "threadId"];

/// A field of a type, under its name in JSON.
struct Field {
    name: String,
    kind: Type,
    is_option: bool,
    /// Whether serde fills it in where it is absent.
    has_default: bool,
    /// Whether it can be absent from what is sent.
    is_skipped: bool,
}

/// A type of the protocol.
enum Kind {
    Struct {
        is_read: bool,
        is_sent: bool,
        fields: Vec<Field>,
    },
    Enum(Vec<String>),
}

type Kinds = BTreeMap<String, Kind>;

/// The paths in an attribute, with their values.
fn metas(attributes: &[Attribute], name: &str) -> BTreeMap<String, Option<String>> {
    let mut found = BTreeMap::new();
    for attribute in attributes.iter().filter(|it| it.path().is_ident(name)) {
        let parsed = attribute.parse_nested_meta(|meta| {
            let value = match meta.value() {
                Ok(value) => Some(value.parse::<LitStr>()?.value()),
                Err(_) => None,
            };
            let path = meta.path.get_ident().expect("a word").to_string();
            found.insert(path, value);
            Ok(())
        });
        parsed.expect("an attribute that serde reads");
    }
    found
}

/// A name of Rust in `camelCase`.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default();
    let (head, tail) = first.split_at(1);
    let rest = words.map(|word| word[..1].to_uppercase() + &word[1..]);
    head.to_lowercase() + tail + &rest.collect::<String>()
}

/// The name of a type, and what it is generic over.
fn parts(kind: &Type) -> (String, Option<&Type>) {
    let path = match kind {
        Type::Reference(to) => return parts(&to.elem),
        Type::Path(path) => path.path.segments.last().expect("a name"),
        _ => panic!("a type without a name"),
    };
    let inner = match &path.arguments {
        PathArguments::AngleBracketed(all) => all.args.iter().find_map(|it| match it {
            GenericArgument::Type(inner) => Some(inner),
            _ => None,
        }),
        _ => None,
    };
    (path.ident.to_string(), inner)
}

fn field(field: &syn::Field, is_camel: bool) -> Field {
    let own = field.ident.as_ref().expect("a name").to_string();
    let serde = metas(&field.attrs, "serde");
    let renamed = serde.get("rename").cloned().flatten();
    let (outer, inner) = parts(&field.ty);
    let is_option = outer == "Option";
    Field {
        name: renamed.unwrap_or_else(|| if is_camel { camel(&own) } else { own }),
        kind: inner.filter(|_| is_option).unwrap_or(&field.ty).clone(),
        is_option,
        has_default: serde.contains_key("default"),
        is_skipped: serde.contains_key("skip_serializing_if"),
    }
}

fn kind(item: &Item) -> Option<(String, Kind)> {
    match item {
        Item::Struct(it) => {
            let derived = metas(&it.attrs, "derive");
            let is_camel = metas(&it.attrs, "serde").contains_key("rename_all");
            let kind = Kind::Struct {
                is_read: derived.contains_key("Deserialize"),
                is_sent: derived.contains_key("Serialize"),
                fields: it.fields.iter().map(|it| field(it, is_camel)).collect(),
            };
            Some((it.ident.to_string(), kind))
        }
        Item::Enum(it) => {
            let words = it.variants.iter().map(|it| camel(&it.ident.to_string()));
            Some((it.ident.to_string(), Kind::Enum(words.collect())))
        }
        _ => None,
    }
}

fn source(path: &Path) -> File {
    let text = fs::read_to_string(path).expect("a source");
    syn::parse_file(&text).expect("Rust")
}

/// The types with a definition in the schema, but for the envelopes, which are validated with each message.
fn kinds() -> Kinds {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(folder.join("protocol")).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| OURS.iter().all(|name| !path.ends_with(name)))
        .collect();
    files.push(folder.join("protocol.rs"));
    let items = files.iter().flat_map(|path| source(path).items);
    let mut kinds: Kinds = items.filter_map(|item| kind(&item)).collect();
    for envelope in ["Request", "Outgoing", "Response", "Event", "Nothing"] {
        assert!(kinds.remove(envelope).is_some(), "{envelope}");
    }
    kinds
}

/// The definitions of a type in the schema.
fn names(own: &str) -> Vec<&str> {
    let found = NAMES.iter().find(|(name, _)| *name == own);
    found.map_or_else(|| vec![own], |(_, names)| names.to_vec())
}

/// Whether the values of a type are permitted in a field.
fn fits(kind: &Type, wanted: &'static Value, kinds: &Kinds) -> bool {
    let (name, inner) = parts(kind);
    let shape = resolved(wanted);
    let is = |kind: &str| has_type(shape, kind);
    match name.as_str() {
        "Value" => true,
        "Map" => is("object"),
        "String" | "str" => is("string"),
        "bool" => is("boolean"),
        "i64" | "u32" => is("integer") || is("number"),
        "Vec" => is("array") && fits(inner.expect("items"), &shape["items"], kinds),
        // The event of capabilities is generic over them.
        "T" => is("object"),
        own => match kinds.get(own) {
            Some(Kind::Enum(words)) => shape["enum"] == Value::from(words.clone()),
            Some(Kind::Struct { .. }) => {
                let to = wanted["$ref"].as_str().and_then(|it| it.rsplit('/').next());
                to.is_some_and(|to| names(own).contains(&to))
            }
            None => panic!("the type {own} of a field"),
        },
    }
}

/// The differences between a type and a definition of the schema.
fn faults(fields: &[Field], [is_read, is_sent]: [bool; 2], of: &str, kinds: &Kinds) -> Vec<String> {
    let shape = schema::body(of);
    let mut faults = Vec::new();
    for field in fields {
        let name = field.name.as_str();
        let Some(wanted) = shape.properties.get(name) else {
            if !LATER.contains(&name) {
                faults.push(format!("{of} has no {name}"));
            }
            continue;
        };
        let is_required = shape.required.contains(&name);
        let is_nullable = has_type(wanted, "null");
        if !fits(&field.kind, wanted, kinds) {
            faults.push(format!("the type of {of}.{name}"));
        }
        if is_read && !is_required && !field.is_option && !field.has_default {
            faults.push(format!("a client may leave out {of}.{name}"));
        }
        if is_sent && field.is_skipped && is_required {
            faults.push(format!("{of}.{name} has to be sent"));
        }
        if is_sent && field.is_option && !field.is_skipped && !is_nullable {
            faults.push(format!("{of}.{name} must not be null"));
        }
    }
    for &name in &shape.required {
        let is_ours = fields.iter().any(|it| it.name == name);
        if !is_ours && (is_sent || !NOT_READ.contains(&name)) {
            faults.push(format!("{of} requires {name}"));
        }
    }
    faults
}

/// Whether there is a schema; otherwise the test prints that nothing is validated.
fn has_schema() -> bool {
    if !schema::is_there() {
        println!("no schema: MNC2_DAP_SCHEMA names none, so nothing was validated");
    }
    schema::is_there()
}

#[test]
fn types_fit_the_schema() {
    if !has_schema() {
        return;
    }
    let kinds = kinds();
    let mut found = Vec::new();
    for (own, kind) in &kinds {
        let Kind::Struct {
            is_read,
            is_sent,
            fields,
        } = kind
        else {
            continue;
        };
        for name in names(own) {
            found.extend(faults(fields, [*is_read, *is_sent], name, &kinds));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(kinds.len() > 60);
    println!("{} types validated against the schema", kinds.len());
}

/// The types of the arguments and of the answer of each method of a session.
fn methods(folder: &Path, found: &mut BTreeMap<String, [String; 2]>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            methods(&path, found);
            continue;
        }
        for item in source(&path).items {
            let Item::Impl(block) = item else { continue };
            if parts(&block.self_ty).0 == "Session" {
                found.extend(block.items.iter().filter_map(method));
            }
        }
    }
}

/// A method with arguments of a request.
fn method(item: &ImplItem) -> Option<(String, [String; 2])> {
    let ImplItem::Fn(method) = item else {
        return None;
    };
    let (FnArg::Typed(arguments), ReturnType::Type(_, answer)) =
        (method.sig.inputs.get(1)?, &method.sig.output)
    else {
        return None;
    };
    let (done, answer) = parts(answer);
    let is_handler = done == "Done" && matches!(&*arguments.ty, Type::Path(_));
    let answer = answer.filter(|it| is_handler && matches!(it, Type::Path(_)))?;
    let types = [parts(&arguments.ty).0, parts(answer).0];
    Some((method.sig.ident.to_string(), types))
}

/// The requests of the table that the schema has, and the methods that answer them.
fn rows(table: &str) -> Vec<(&str, &str)> {
    let quoted: Vec<&str> = table.split('"').collect();
    let rows = quoted[1..].chunks(2).map(|row| {
        let handler = row[1].split_once("Session::").expect("a handler").1;
        (row[0], handler.split(')').next().unwrap_or_default())
    });
    rows.filter(|(command, _)| !command.starts_with("mnc2/"))
        .collect()
}

/// The name of the definition of a field, if it has one.
fn reference<'a>(shape: &Shape, field: &str) -> Option<&'a str> {
    let path = shape.properties.get(field)?["$ref"].as_str()?;
    path.rsplit('/').next()
}

#[test]
fn requests_fit_the_schema() {
    if !has_schema() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/session");
    let mut types = BTreeMap::new();
    methods(&folder, &mut types);
    let table = fs::read_to_string(folder.join("handlers.rs")).expect("the table of requests");
    let rows = rows(&table);
    for (command, handler) in &rows {
        let [arguments, answer] = &types[*handler];
        let request = shape(definition(&definition_name(command, "Request")));
        let wanted = reference(&request, "arguments");
        let is_fitting = match (arguments.as_str(), wanted) {
            ("Nothing", Some(wanted)) => {
                let required = schema::body(wanted).required;
                required.iter().all(|it| NOT_READ.contains(it))
            }
            ("Nothing", None) => true,
            (own, wanted) => wanted.is_some_and(|wanted| names(own).contains(&wanted)),
        };
        assert!(is_fitting, "{command}: {wanted:?} is not {arguments}");
        let name = definition_name(command, "Response");
        let response = shape(definition(&name));
        let wanted = reference(&response, "body").unwrap_or(&name);
        let is_fitting = match answer.as_str() {
            "Value" => !response.required.contains(&"body"),
            own => names(own).contains(&wanted),
        };
        assert!(is_fitting, "{command}: {wanted} is not {answer}");
    }
    assert!(rows.len() > 30);
    println!("{} requests validated against the schema", rows.len());
}
