use super::text_of;

/// Maximum length of a file in bytes.
const BYTES_MAX: usize = 4096;

/// Parsing `mnc2.toml`: every problem has a place in the text.
///
/// # Panics
/// If a problem's place is outside the text.
pub fn settings(data: &[u8]) {
    let text = text_of(data, BYTES_MAX);
    let (project, problems) = mnc2_project::read(&text, mnc2_ide::languages::known());
    for problem in &problems {
        assert!(text.get(problem.range.clone()).is_some(), "{problem:?}");
    }
    let _ = project.testcase("a/b.vsm".as_ref());
    let _ = project.excludes("a/b.vsm".as_ref(), false);
}
