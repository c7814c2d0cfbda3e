//! Paths as SARIF names them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// The base of relative paths.
pub(super) const BASE: &str = "SRCROOT";

/// Characters of a path that need no escape in a URI, besides letters and digits.
const PLAIN_IN_URI: &[u8] = b"-._~/!$&'()*+,;=@";

/// The path from the current folder, if it is below it.
pub(crate) fn from_here(path: &Path) -> PathBuf {
    let below = std::env::current_dir()
        .ok()
        .and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned));
    let path = below.unwrap_or_else(|| path.to_owned());
    path.strip_prefix(".").map_or(path.clone(), Path::to_owned)
}

/// A file as SARIF names it; standard input has no URI.
pub(super) fn artifact(path: &Path) -> Value {
    if path.as_os_str() == "-" {
        return json!({ "description": { "text": "standard input" } });
    }
    let path = from_here(path);
    let leaves = path
        .components()
        .any(|part| part == std::path::Component::ParentDir);
    if path.is_absolute() || leaves {
        let absolute = path.canonicalize().unwrap_or(path);
        json!({ "uri": uri(&absolute) })
    } else {
        json!({ "uri": escaped(&path), "uriBaseId": BASE })
    }
}

/// The URI of an absolute path.
pub(super) fn uri(absolute: &Path) -> String {
    let path = escaped(absolute);
    let root = if path.starts_with('/') { "" } else { "/" };
    format!("file://{root}{path}")
}

/// A path as a part of a URI.
fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for byte in path.to_string_lossy().replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || PLAIN_IN_URI.contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(escaped(Path::new("a b/長.vsm")), "a%20b/%E9%95%B7.vsm");
        assert_eq!(escaped(Path::new("100%#?:")), "100%25%23%3F%3A");
        assert_eq!(uri(Path::new("/x y")), "file:///x%20y");
        assert_eq!(from_here(Path::new("./a.vsm")), Path::new("a.vsm"));
    }
}
