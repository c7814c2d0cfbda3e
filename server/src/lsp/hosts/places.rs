//! A region between the positions of its document and those of its host.

use std::ops::Range as ByteRange;
use std::sync::OnceLock;

use mnc2_ide::embedded::Region;
use mnc2_ide::embedded::findings_filter::FindingsFilter;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ropey::Rope;
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Position, Range, Uri};

use crate::lsp::convert::Encoding;
use crate::lsp::document::EMBEDDED_SCHEME;

/// Whether a document is a region of a host.
pub(in crate::lsp) fn is_embedded(uri: &Uri) -> bool {
    uri.as_str().starts_with(EMBEDDED_SCHEME)
}

/// The URI of a region: the path of its host, so that the same project applies, with the host's own URI and a number.
pub(in crate::lsp) fn region_uri(host: &Uri, number: usize) -> Uri {
    let path = host.as_str().strip_prefix("file:").unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let query = utf8_percent_encode(host.as_str(), NON_ALPHANUMERIC);
    let uri = format!("{EMBEDDED_SCHEME}{path}?{query}#{number}").parse();
    uri.expect("parts of a URI")
}

/// A region of an open host, in one version of it.
pub(in crate::lsp) struct Places {
    pub(in crate::lsp) region: Region,
    pub(in crate::lsp) uri: Uri,
    /// The version of the host in which the text of the region was last changed.
    pub(in crate::lsp) version: i32,
    pub(in crate::lsp) host_uri: Uri,
    pub(in crate::lsp) host_version: i32,
    pub(in crate::lsp) text: Rope,
    pub(in crate::lsp) host: Rope,
    pub(in crate::lsp) encoding: Encoding,
    filter: OnceLock<FindingsFilter>,
}

/// The host that a region is in.
pub(in crate::lsp) struct InHost<'a> {
    pub(in crate::lsp) uri: &'a Uri,
    pub(in crate::lsp) version: i32,
    pub(in crate::lsp) text: &'a Rope,
    pub(in crate::lsp) encoding: Encoding,
}

impl Places {
    /// A region whose text was last changed in a version of the host.
    pub(in crate::lsp) fn new(
        region: Region,
        number: usize,
        version: i32,
        host: &InHost<'_>,
    ) -> Self {
        Self {
            uri: region_uri(host.uri, number),
            version,
            host_uri: host.uri.clone(),
            host_version: host.version,
            text: Rope::from_str(&region.text),
            host: host.text.clone(),
            encoding: host.encoding,
            region,
            filter: OnceLock::new(),
        }
    }

    fn position(&self, text: &Rope, byte: usize) -> Position {
        let line = text.byte_to_line(byte);
        let in_line = (byte - text.line_to_byte(line)) as u32;
        self.encoding.position(text, line as u32, in_line)
    }

    /// The position of a byte of the region's text.
    pub(in crate::lsp) fn text_position(&self, byte: usize) -> Position {
        self.position(&self.text, byte)
    }

    /// The bytes of the region's text in a range.
    pub(in crate::lsp) fn bytes(&self, range: Range) -> ByteRange<usize> {
        self.encoding.bytes_in(&self.text, range)
    }

    pub(in crate::lsp) fn position_to_host(&self, position: Position) -> Position {
        let byte = self.encoding.byte_at(&self.text, position);
        self.position(&self.host, self.region.to_host(byte))
    }

    pub(in crate::lsp) fn range_to_host(&self, range: Range) -> Range {
        self.host_range(self.region.range_to_host(&self.bytes(range)))
    }

    /// The range of bytes of the host.
    fn host_range(&self, bytes: ByteRange<usize>) -> Range {
        Range::new(
            self.position(&self.host, bytes.start),
            self.position(&self.host, bytes.end),
        )
    }

    /// An edit in the host; `None` where it cannot be made there.
    pub(in crate::lsp) fn edit_to_host(&self, range: Range, by: &str) -> Option<(Range, String)> {
        let (bytes, text) = self.region.edit_to_host(&self.bytes(range), by)?;
        Some((self.host_range(bytes), text))
    }

    /// The range in the host of what is there as it is.
    pub(in crate::lsp) fn exact_to_host(&self, range: Range) -> Option<Range> {
        let bytes = self.region.exact_to_host(&self.bytes(range))?;
        Some(self.host_range(bytes))
    }

    /// A position of the host in the region, if it is in it.
    pub(in crate::lsp) fn position_from_host(&self, position: Position) -> Option<Position> {
        let byte = self.encoding.byte_at(&self.host, position);
        Some(self.position(&self.text, self.region.from_host(byte)?))
    }

    /// The part of a range of the host that is in the region.
    pub(in crate::lsp) fn range_from_host(&self, range: Range) -> Option<Range> {
        let bytes = self.encoding.bytes_in(&self.host, range);
        let own = self.region.range_from_host(&bytes)?;
        Some(Range::new(
            self.position(&self.text, own.start),
            self.position(&self.text, own.end),
        ))
    }

    /// Whether a finding of the region is certain.
    pub(in crate::lsp) fn keeps(&self, diagnostic: &Diagnostic) -> bool {
        let filter = self
            .filter
            .get_or_init(|| FindingsFilter::for_region(&self.region));
        let bytes = self.bytes(diagnostic.range);
        let line = self.text.byte_to_line(bytes.start);
        let start = self.text.line_to_byte(line);
        let code = match &diagnostic.code {
            Some(NumberOrString::String(code)) => code,
            Some(NumberOrString::Number(_)) | None => "",
        };
        let is_error = diagnostic.severity == Some(DiagnosticSeverity::ERROR);
        filter.keeps(
            line as u32,
            &(bytes.start - start..bytes.end - start),
            code,
            is_error,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::document;

    #[test]
    fn a_region_belongs_to_the_project_of_its_host() {
        for (host, path) in [
            ("file:///home/me/a%20b.md", Some("/home/me/a b.md")),
            ("file:///c.py?x=1#y", Some("/c.py")),
            ("untitled:Untitled-1", None),
            ("mnc2-opaque:%E6", None),
        ] {
            let host: Uri = host.parse().expect("a URI");
            let uri = region_uri(&host, 3);
            assert!(is_embedded(&uri) && !is_embedded(&host), "{uri:?}");
            let found = document::place(&uri);
            assert_eq!(found.as_deref().and_then(std::path::Path::to_str), path);
            assert_eq!(document::path(&uri), None, "it is not a file");
        }
    }
}
