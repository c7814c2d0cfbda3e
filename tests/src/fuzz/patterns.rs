use super::repeated::repeated;
use super::text_of;

/// Maximum length of an input in bytes.
const BYTES_MAX: usize = 1024;

/// Longest text that is made of it: longer than every limit of patterns.
const TEXT_BYTES_MAX: usize = 200 << 10;

/// Patterns of paths in `mnc2.toml`, also long and deeply nested ones (`40000*{`): regardless of the y, they are compiled
/// or refused, and matched.
///
/// # Panics
/// If a problem's place is outside the file.
pub fn patterns(data: &[u8]) {
    let text = repeated(&text_of(data, BYTES_MAX), TEXT_BYTES_MAX);
    let quoted = |pattern: &str| format!("{:?}", pattern.replace('\0', " "));
    let all: Vec<String> = text.lines().map(quoted).collect();
    let mut file = format!("exclude = [{}]\n", all.join(", "));
    if let Some(first) = all.first() {
        file.push_str(&format!("[testcases]\n{first} = {first}\n"));
    }
    let (project, problems) = mnc2_project::read(&file, mnc2_ide::languages::known());
    for problem in &problems {
        assert!(file.get(problem.range.clone()).is_some(), "{problem:?}");
    }
    for path in ["a/b.vsm", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/a"] {
        let _ = project.testcase(path.as_ref());
        let _ = project.excludes(path.as_ref(), false);
    }
}
