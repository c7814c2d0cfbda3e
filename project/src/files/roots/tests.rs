use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;

/// A new folder `name` with `inside/below/file`, `inside/top` and `outside/secret`.
fn folders(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mnc2-roots-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("inside/below")).expect("a new folder");
    fs::create_dir_all(folder.join("outside")).expect("a new folder");
    for file in ["inside/below/file", "inside/top", "outside/secret"] {
        fs::write(folder.join(file), file).expect("a file");
    }
    folder
}

#[test]
fn nothing_leads_out_of_the_folders() {
    let folder = folders("out");
    let inside = folder.join("inside");
    let roots = Roots::for_program(&inside.join("below/program.vsm"), Some(&inside));
    let read = |path: &str| roots.read(&inside.join(path), 100);
    assert_eq!(
        read("below/file").expect("it is there"),
        b"inside/below/file"
    );
    assert_eq!(read("below/../top").expect("it is there"), b"inside/top");
    for path in [
        "../outside/secret",
        "below/../../outside/secret",
        "/etc/passwd",
        "below",
        "",
    ] {
        assert!(read(path).is_err(), "{path}");
    }
    let missing = read("no such file").expect_err("there is none");
    assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    assert!(
        roots.read(&inside.join("top"), 3).is_err(),
        "it is too long"
    );
    assert!(roots.hold(&inside.join("top")) && !roots.hold(&folder.join("outside/secret")));
    assert!(!Roots::default().hold(&inside.join("top")));
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[cfg(unix)]
#[test]
fn links_lead_within_the_folders_only() {
    use std::os::unix::fs::symlink;

    let folder = folders("links");
    let inside = folder.join("inside");
    for (target, name) in [
        ("../outside/secret", "file"),
        ("../outside", "folder"),
        ("below/file", "own"),
    ] {
        symlink(target, inside.join(name)).expect("a link");
    }
    symlink(inside.join("top"), inside.join("below/absolute")).expect("a link");
    let roots = Roots::new([inside.clone()]);
    let read = |path: &str| roots.read(&inside.join(path), 100);
    assert!(read("file").is_err() && read("folder/secret").is_err());
    assert_eq!(read("own").expect("it is inside"), b"inside/below/file");
    assert_eq!(read("below/absolute").expect("it is inside"), b"inside/top");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[cfg(unix)]
#[test]
fn what_is_not_regular_is_refused_without_waiting() {
    let folder = folders("pipe");
    let inside = folder.join("inside");
    let pipe = inside.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let refused = Roots::new([inside]).read(&pipe, 100);
    assert!(refused.is_err_and(|it| it.to_string() == "it is not a regular file"));
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// A name that is a file and a link outward by turns.
#[cfg(unix)]
#[test]
fn a_name_that_changes_leaks_nothing() {
    use std::os::unix::fs::symlink;

    let folder = folders("race");
    let inside = folder.join("inside");
    fs::create_dir(inside.join("real")).expect("a folder");
    fs::write(inside.join("real/secret"), "inside").expect("a file");
    symlink("../outside/secret", inside.join("outward")).expect("a link");
    symlink("../outside", inside.join("folder-outward")).expect("a link");
    let is_over = AtomicBool::new(false);
    let (mut own, mut refused) = (0, 0);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                // A name is replaced in one step, so it always exists.
                let _ = fs::hard_link(inside.join("top"), inside.join("next"));
                let _ = fs::rename(inside.join("next"), inside.join("turn"));
                let _ = symlink("../outside/secret", inside.join("next"));
                let _ = fs::rename(inside.join("next"), inside.join("turn"));
                // A folder of the path, too.
                let _ = fs::rename(inside.join("real"), inside.join("folder"));
                let _ = fs::rename(inside.join("folder"), inside.join("real"));
                let _ = fs::rename(inside.join("folder-outward"), inside.join("folder"));
                let _ = fs::rename(inside.join("folder"), inside.join("folder-outward"));
            }
        });
        let roots = Roots::new([inside.clone()]);
        for name in ["turn", "folder/secret"].repeat(5000) {
            match roots.read(&inside.join(name), 100) {
                Ok(bytes) => {
                    assert!(bytes.starts_with(b"inside"), "{name} leaked");
                    own += 1;
                }
                Err(_) => refused += 1,
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(own > 0 && refused > 0, "{own} read, {refused} refused");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}
