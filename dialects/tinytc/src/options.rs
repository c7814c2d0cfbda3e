//! What can be chosen about a text.

use mnc2_text::interface::{Language, Settings};
use mnc2_text::{Message, message};

use crate::LANGUAGE;
use crate::version::Version;

/// The versions of the language, that of most texts last.
pub const VERSIONS: &[&str] = &[Version::Release04.name(), Version::February2025.name()];

/// The work-groups of a run.
pub const GROUPS_MAX: u32 = 1 << 20;

/// What can be chosen: the version, and how a function runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The version; without it, the text determines the version.
    pub version: Option<Version>,
    /// How many work-groups run.
    pub groups: u32,
    /// The function that runs; without it, the only one.
    pub entry: Option<String>,
    /// The subgroup size of functions without the attribute.
    pub subgroup_size: Option<u32>,
    /// The work-group size of functions without the attribute.
    pub work_group_size: Option<[u32; 2]>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            version: None,
            groups: 1,
            entry: None,
            subgroup_size: None,
            work_group_size: None,
        }
    }
}

impl Settings for Options {
    fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        match key {
            "version" => {
                let version = Version::find(value);
                self.version = version.or(self.version);
                version.map(|_| ()).ok_or_else(|| {
                    message!("the version is `2025-02` or `0.4`, not `{value}`", value)
                })
            }
            "groups" => {
                let limit = GROUPS_MAX;
                let number = value.parse().ok().filter(|it| (1..=limit).contains(it));
                self.groups = number.ok_or_else(|| {
                    message!(
                        "`groups` is a number from 1 to {limit}, not `{value}`",
                        limit,
                        value
                    )
                })?;
                Ok(())
            }
            "entry" => {
                let name = value.strip_prefix('@').unwrap_or(value);
                self.entry = Some(name.to_owned());
                Ok(())
            }
            "subgroup_size" => {
                self.subgroup_size = match value {
                    "16" => Some(16),
                    "32" => Some(32),
                    _ => {
                        return Err(message!(
                            "`subgroup_size` is 16 or 32, not `{value}`",
                            value
                        ));
                    }
                };
                Ok(())
            }
            "work_group_size" => {
                let sizes = value.split_once('x').and_then(|(rows, columns)| {
                    let size = |text: &str| text.parse().ok().filter(|&size| size > 0);
                    Some([size(rows)?, size(columns)?])
                });
                let sizes = sizes.ok_or_else(|| {
                    message!(
                        "`work_group_size` is two numbers such as `32x4`, not `{value}`",
                        value
                    )
                })?;
                self.work_group_size = Some(sizes);
                Ok(())
            }
            _ => Err(message!("the tensor language has no option `{key}`", key)),
        }
    }

    fn set_architecture(&mut self, _content: &str) -> Result<(), Message> {
        Err(message!(
            "the tensor language has no files that describe a machine"
        ))
    }

    fn language(&self) -> &'static Language {
        &LANGUAGE
    }

    fn version(&self) -> &'static str {
        self.version.unwrap_or_default().name()
    }

    fn machine(&self) -> Message {
        message!("{groups:# work-group|# work-groups}", groups = self.groups)
    }
}
