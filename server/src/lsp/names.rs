//! The names of values of `ide` in messages.

use mnc2_ide::features::hints::Kind;
use mnc2_ide::features::numbers::Format;
use serde::{Deserialize, Serialize};

/// How words are read, by its name.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct NamedFormat(#[serde(with = "FormatName")] pub(super) Format);

/// What an inlay hint tells, by its name.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct NamedKind(#[serde(with = "KindName")] pub(super) Kind);

#[derive(Deserialize, Serialize)]
#[serde(remote = "Format", rename_all = "camelCase")]
enum FormatName {
    Hexadecimal,
    Integer,
    SingleInteger,
    HalfInteger,
    Double,
    Single,
    Half,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Kind", rename_all = "camelCase")]
enum KindName {
    Steps,
    Addresses,
    Readable,
    Values,
}
