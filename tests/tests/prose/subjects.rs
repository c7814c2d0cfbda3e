//! The subjects of commits: an area, a colon and the change, in at most 72 characters.

use std::process::Command;

use mnc2_tests::files;

/// The last commit before this rule.
const BEFORE: &str = "2a474e268308";

const CHARACTERS_MAX: usize = 72;

/// Verbs that say that something is done, and not what.
const VAGUE: [&str; 6] = ["say", "let", "hold", "keep", "give", "have"];

/// What is wrong with a subject.
fn wrong(subject: &str) -> Option<&'static str> {
    let Some((area, change)) = subject.split_once(": ") else {
        return Some("it has no area with a colon");
    };
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || " ._-/".contains(c);
    let first = change.split_whitespace().next().unwrap_or_default();
    if area.is_empty() || !area.chars().all(is_part) {
        Some("its area is not in lower-case letters")
    } else if subject.chars().count() > CHARACTERS_MAX {
        Some("it has more than 72 characters")
    } else if VAGUE.contains(&first.to_lowercase().as_str()) {
        Some("its verb does not name the change")
    } else {
        None
    }
}

#[test]
fn wrong_subjects_are_found() {
    for subject in [
        "emulator: break the cycle between memory and machine",
        "docs: describe integer sums",
        "vscode/debug: letters of a format",
    ] {
        assert_eq!(wrong(subject), None, "{subject}");
    }
    for subject in [
        "Say plainly what integer sums are",
        "Emulator: break the cycle",
        ": break the cycle",
        "docs: keep integer sums",
        "docs: describe integer sums, differences, products, quotients, shifts and signs",
    ] {
        assert!(wrong(subject).is_some(), "{subject}");
    }
}

#[test]
fn subjects_of_commits_name_an_area_and_the_change() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(files::root())
            .args(arguments)
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success().then_some(text)
    };
    if git(&["rev-parse", "HEAD"]).is_none() {
        println!("SKIPPED: there is no git history here, so no subject was read");
        return;
    }
    // A shallow clone has the last commit alone.
    let since = format!("{BEFORE}..HEAD");
    let log = ["log", "--no-merges", "--format=%h %s"];
    let subjects = match git(&["cat-file", "-e", &format!("{BEFORE}^{{commit}}")]) {
        Some(_) => git(&[&log[..], &[&since]].concat()),
        None => git(&[&log[..], &["-1"]].concat()),
    };
    let subjects = subjects.expect("the log");
    let failures: Vec<String> = (subjects.lines())
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(commit, subject)| Some(format!("{commit}: {subject}: {}", wrong(subject)?)))
        .collect();
    println!("{} subjects", subjects.lines().count());
    assert!(failures.is_empty(), "{failures:#?}");
}
