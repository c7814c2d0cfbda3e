//! The names of values of `ide` in messages.

use mnc2_ide::features::hints::HintKind;
use mnc2_ide::features::number_format::NumberFormat;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How words are read, by its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedFormat(pub(super) NumberFormat);

impl Serialize for NamedFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for NamedFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let format = NumberFormat::from_name(&name);
        format
            .map(Self)
            .ok_or_else(|| D::Error::custom(format!("there is no format `{name}`")))
    }
}

/// The kind of an inlay hint, by its name.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct NamedKind(#[serde(with = "KindName")] pub(super) HintKind);

#[derive(Deserialize, Serialize)]
#[serde(remote = "HintKind", rename_all = "camelCase")]
enum KindName {
    Steps,
    Addresses,
    Readable,
    Values,
}
