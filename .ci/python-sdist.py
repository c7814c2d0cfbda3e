"""Compares the crates of an unpacked source distribution with those of the checkout: each file that git knows of a crate is there,
with the same content.

Usage: .ci/python-sdist.py METADATA CRATES
METADATA  what `cargo metadata` prints of the workspace in the distribution
CRATES    the folder of that workspace
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Files of the Python package that lie beside its crate.
OF_THE_CRATE = ("python/Cargo.toml", "python/build.rs", "python/src/")


def main():
    metadata, crates = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]).resolve()
    members = [it for it in metadata["packages"] if it["source"] is None]
    folders = [Path(it["manifest_path"]).parent.relative_to(crates).as_posix() for it in members]
    tracked = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    files = [it for it in tracked.split("\0") if it and (not it.startswith("python/") or it.startswith(OF_THE_CRATE))]
    if len(folders) < 10 or len(files) < 1000:
        sys.exit(f"not ok - only {len(folders)} crates with {len(files)} files")
    # Names that begin with a dot are no sources.
    files = [it for it in files if not any(part.startswith(".") for part in it.split("/"))]
    bad = [it for it in files if not (crates / it).is_file() or (crates / it).read_bytes() != (ROOT / it).read_bytes()]
    if bad:
        sys.exit("not ok - missing or different in the source distribution: " + ", ".join(bad[:10]))
    print(f"ok - the source distribution has {len(folders)} crates with {len(files)} files")


if __name__ == "__main__":
    main()
