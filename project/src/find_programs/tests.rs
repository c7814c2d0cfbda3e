use super::*;

/// What is found in a new folder that `make` fills, and how many problems there are. The patterns of the user are
/// in its file `users`.
fn check(name: &str, make: impl Fn(&Path), expected: &[&str], problems: usize) {
    let (found, told) = walked(name, make);
    assert_eq!(found, expected, "{told:?}");
    assert_eq!(told.len(), problems, "{told:?}");
}

fn walked(name: &str, make: impl Fn(&Path)) -> (Vec<String>, Vec<String>) {
    let folder = std::env::temp_dir().join(format!("mnc2-walk-{name}-{}", std::process::id()));
    fs::create_dir(&folder).expect("a new folder");
    make(&folder);
    let (mut found, mut told) = (Vec::new(), Vec::new());
    for program in begin(&folder, Some(&folder.join("users")), &|| false) {
        match program {
            Ok(path) => {
                let path = path.strip_prefix(&folder).expect("it lies below");
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
            Err(problem) => told.push(problem),
        }
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    (found, told)
}

fn put(folder: &Path, path: &str, content: &str) {
    let path = folder.join(path);
    let parent = path.parent().expect("a folder");
    fs::create_dir_all(parent).expect("folders");
    fs::write(path, content).expect("a file");
}

fn put_all(folder: &Path, paths: &[&str]) {
    for path in paths {
        put(folder, path, "");
    }
}

#[test]
fn programs_come_in_the_order_of_their_names() {
    let all = [
        "b/a.vsm",
        "a.vsm",
        "b.vsm",
        "c.txt",
        ".hidden.vsm",
        ".x/a.vsm",
        "B.VSM",
    ];
    let make = |folder: &Path| put_all(folder, &all);
    check("order", make, &["B.VSM", "a.vsm", "b/a.vsm", "b.vsm"], 0);
}

#[test]
fn parameters_are_found_beside_programs_for_the_linker() {
    let folder = std::env::temp_dir().join(format!("mnc2-walk-forms-{}", std::process::id()));
    fs::create_dir(&folder).expect("a new folder");
    let files = [
        "a._vsm",
        "a.param",
        "a.stparam",
        "b.vsm",
        "other/a.param",
        "other/b.vsm",
    ];
    put_all(&folder, &files);
    let names = |walk: Walk<'_>| -> Vec<String> {
        let found = walk.filter_map(Result::ok);
        let relative = found.map(|path| {
            let path = path.strip_prefix(&folder).expect("it lies below");
            path.to_string_lossy().replace('\\', "/")
        });
        relative.collect()
    };
    assert_eq!(
        names(programs(&folder, &|| false)),
        ["b.vsm", "other/b.vsm"]
    );
    assert_eq!(
        names(checked(&folder, &|_| false, &|| false)),
        ["a._vsm", "a.param", "a.stparam", "b.vsm", "other/b.vsm"]
    );
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn patterns_are_git_s() {
    let all = [
        "a/old/x.vsm",
        "a/x.vsm",
        "a/y.vsm",
        "old/x.vsm",
        "x.vsm",
        ".shown.vsm",
    ];
    let make = |folder: &Path| {
        put_all(folder, &all);
        put(folder, ".gitignore", "old/\nx.vsm\n");
        put(folder, "a/.gitignore", "!x.vsm\n/y.vsm\n");
        put(folder, ".ignore", "!.shown.vsm\n");
    };
    // Without a repository `.gitignore` states nothing.
    let plain = [
        ".shown.vsm",
        "a/old/x.vsm",
        "a/x.vsm",
        "a/y.vsm",
        "old/x.vsm",
        "x.vsm",
    ];
    check("plain", make, &plain, 0);
    let in_git = |folder: &Path| {
        make(folder);
        put(folder, ".git/info/exclude", "/.shown.vsm\n");
    };
    check("git", in_git, &[".shown.vsm", "a/x.vsm"], 0);
}

#[test]
fn the_user_s_own_patterns_count_last() {
    let all = ["a/later.vsm", "a/x.vsm", "b.vsm", "x.vsm"];
    let make = |folder: &Path| {
        put_all(folder, &all);
        put(folder, "users", "/x.vsm\nlater.vsm\nb.vsm\n");
        put(folder, ".gitignore", "!b.vsm\n");
    };
    check("users-plain", make, &all, 0);
    let in_git = |folder: &Path| {
        make(folder);
        put(folder, ".git/HEAD", "");
    };
    check("users-git", in_git, &["a/x.vsm", "b.vsm"], 0);
    // `/x.vsm` is in the repository's root, not in the folder where the walk begins.
    let in_one_below = |folder: &Path| {
        make(folder);
        put(folder, "a/.git/HEAD", "");
    };
    check("users-below", in_one_below, &["b.vsm", "x.vsm"], 0);
}

#[test]
fn patterns_of_many_folders_have_a_bound() {
    let make = |folder: &Path| {
        let mut below = String::new();
        for name in ["a", "b", "c", "d", "e"] {
            below = format!("{below}{name}/");
            let patterns = format!("{}/{name}.vsm\n", "#\n".repeat(30_000));
            put(folder, &format!("{below}.ignore"), &patterns);
            put(folder, &format!("{below}{name}.vsm"), "");
        }
    };
    // Four of them fit.
    check("bound", make, &["a/b/c/d/e/e.vsm"], 1);
}

#[test]
fn folders_that_are_too_deep_are_not_searched() {
    let make = |folder: &Path| {
        put_all(
            folder,
            &["a.vsm", &format!("{}b.vsm", "d/".repeat(DEPTH_MAX))],
        );
    };
    check("deep", make, &["a.vsm"], 1);
    let make = |folder: &Path| put(folder, &format!("{}b.vsm", "d/".repeat(DEPTH_MAX - 1)), "");
    let (found, told) = walked("less-deep", make);
    assert_eq!((found.len(), told.len()), (1, 0), "{told:?}");
}

#[test]
fn a_walk_of_too_many_files_ends() {
    let make = |folder: &Path| {
        for number in 0..ENTRIES_MAX + 10 {
            put(folder, &format!("{number}.vsm"), "");
        }
    };
    let (found, told) = walked("many", make);
    assert_eq!((found.len(), told.len()), (ENTRIES_MAX, 1), "{told:?}");
}

#[test]
fn patterns_that_are_too_much_do_not_count() {
    let make = |folder: &Path| {
        put_all(folder, &["a.vsm", "b/a.vsm", "c/a.vsm"]);
        put(folder, ".ignore", &format!("{}\nb/\n", "{".repeat(40_000)));
        put(folder, "c/.ignore", &"*.vsm\n".repeat(100_000));
    };
    check("long", make, &["a.vsm", "c/a.vsm"], 1);
}

#[cfg(unix)]
#[test]
fn links_to_devices_and_pipes_are_not_read() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use std::os::unix::fs::symlink;

    let make = |folder: &Path| {
        put_all(folder, &["a.vsm", "b/a.vsm", "c/a.vsm"]);
        symlink("/dev/zero", folder.join(".ignore")).expect("a link");
        symlink("/dev/stdin", folder.join("b/.ignore")).expect("a link");
        symlink("..", folder.join("c/up")).expect("a link");
        let pipe = folder.join("c/.ignore");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o600), 0).expect("a pipe");
        let pipe = folder.join("c/b.vsm");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o600), 0).expect("a pipe");
    };
    check("links", make, &["a.vsm", "b/a.vsm", "c/a.vsm"], 3);
}

#[test]
fn a_cancelled_walk_ends() {
    let walk = programs(Path::new(env!("CARGO_MANIFEST_DIR")), &|| true);
    assert_eq!(walk.filter(Result::is_ok).count(), 0);
}

/// A folder can take long to list: a walk ends in the middle of it too.
#[test]
fn a_walk_ends_while_a_folder_is_listed() {
    let folder = std::env::temp_dir().join(format!("mnc2-walk-list-{}", std::process::id()));
    fs::create_dir(&folder).expect("a new folder");
    (0..ENTRIES_MAX).for_each(|number| put(&folder, &format!("{number}.vsm"), ""));
    let asked = std::cell::Cell::new(0);
    let is_cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() > 10
    };
    assert_eq!(begin(&folder, None, &is_cancelled).count(), 0);
    assert!((11..20).contains(&asked.get()), "{}", asked.get());
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}
