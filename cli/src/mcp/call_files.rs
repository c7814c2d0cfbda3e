//! The texts of a call, and the folder that they may come from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use mnc2_project::files::Roots;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::exit::Failure;

/// The largest text of a call, in bytes.
pub(super) const TEXT_BYTES_MAX: u64 = 8 * 1024 * 1024;

/// The name of settings in a folder.
const SETTINGS: &str = "mnc2.toml";

/// The folder whose files may be read.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    roots: Roots,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Result<Self, Failure> {
        let cannot = |reason: String| {
            Failure::Message(format!(
                "cannot read the folder `{}`: {reason}",
                path.display()
            ))
        };
        let path = path
            .canonicalize()
            .map_err(|error| cannot(error.to_string()))?;
        if path.is_dir() {
            let roots = Roots::new([path.clone()]);
            Ok(Self { path, roots })
        } else {
            Err(cannot("it is not a folder".to_owned()))
        }
    }

    /// The bytes of a file, which is in the folder wherever links lead, and the settings nearest to it.
    fn read(&self, name: &str) -> Result<(Vec<u8>, Option<Vec<u8>>), String> {
        let path = self.path.join(name);
        let bytes = self.roots.read(&path, TEXT_BYTES_MAX);
        let bytes = bytes.map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied if path.exists() && !self.roots.hold(&path) => {
                format!("`{name}` is not in the folder of this session")
            }
            _ => format!("cannot read `{name}`: {error}"),
        })?;
        Ok((bytes, self.settings(&path)))
    }

    /// The settings nearest to a file of the folder.
    fn settings(&self, path: &Path) -> Option<Vec<u8>> {
        let real = path.canonicalize().ok()?;
        let folders = real.ancestors().skip(1);
        let mut within = folders.take_while(|folder| folder.starts_with(&self.path));
        within.find_map(|folder| {
            let settings = folder.join(SETTINGS);
            let read = (self.roots).read_configuring(&settings, &self.path, TEXT_BYTES_MAX);
            read.ok()
        })
    }
}

/// A program or a testcase.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    /// A file, from the folder of the session. Either this or `text`.
    file: Option<String>,
    /// The text itself. Either this or `file`.
    text: Option<String>,
}

impl Text {
    /// Its bytes, and the settings for it.
    fn read(&self, folder: Option<&Folder>) -> Result<(Vec<u8>, Option<Vec<u8>>), String> {
        match (&self.file, &self.text) {
            (None, Some(text)) if text.len() as u64 > TEXT_BYTES_MAX => Err(format!(
                "the text is larger than {} MiB",
                TEXT_BYTES_MAX >> 20
            )),
            (None, Some(text)) => Ok((text.clone().into_bytes(), None)),
            (Some(name), None) => {
                let Some(folder) = folder else {
                    return Err(
                        "this session has no folder: give the text itself, or start with `--folder`"
                            .to_owned(),
                    );
                };
                folder.read(name)
            }
            _ => Err("a program is either {\"text\": ..} or {\"file\": ..}".to_owned()),
        }
    }
}

/// How the names of the folders of calls begin.
const SCRATCH: &str = "mnc2-mcp-";

/// Whether a folder can belong to a call.
pub(super) fn is_scratch(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(SCRATCH))
        && folder.parent() == Some(&*std::env::temp_dir())
}

/// A folder for the texts of one call, which goes with it.
pub(super) struct Scratch {
    pub(super) path: PathBuf,
    /// Whether there are settings for the texts.
    pub(super) has_settings: bool,
}

impl Scratch {
    /// Copies texts under these names.
    pub(super) fn with(texts: &[(&str, Text)], folder: Option<&Folder>) -> Result<Self, String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let cannot = |error: std::io::Error| format!("cannot write a temporary folder: {error}");
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{SCRATCH}{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // It fails if another process has made it.
        create_private(&path).map_err(cannot)?;
        let mut scratch = Self {
            path,
            has_settings: false,
        };
        for (name, text) in texts {
            let (bytes, settings) = text.read(folder)?;
            fs::write(scratch.path.join(name), bytes).map_err(cannot)?;
            if let Some(settings) = settings
                && !scratch.has_settings
            {
                fs::write(scratch.path.join(SETTINGS), settings).map_err(cannot)?;
                scratch.has_settings = true;
            }
        }
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Makes a folder that only the user can read.
#[cfg(unix)]
fn create_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().mode(0o700).create(path)
}

/// Makes a folder; who can read it is inherited from its parent.
#[cfg(not(unix))]
fn create_private(path: &Path) -> std::io::Result<()> {
    fs::create_dir(path)
}
