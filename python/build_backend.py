"""Builds the commands `mnc2`, `mnc2-lsp` and `mnc2-dap` into the wheel, and leaves the rest of it to maturin.

Each crate is compiled once: with its feature `commands`, the module has the same dependencies with the same features, and the
profile is the same. `MNC2_COMMANDS` names a folder with commands that are built already.

In the repository this folder is a part of the workspace; a source distribution has the workspace in `crates`.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any, Iterator, List, Tuple

import maturin
from maturin import (  # noqa: F401
    get_requires_for_build_editable,
    get_requires_for_build_wheel,
)

_HERE = Path(__file__).resolve().parent
_CRATES = _HERE / "crates"
_IS_DISTRIBUTION = _CRATES.is_dir()
_WORKSPACE = _CRATES if _IS_DISTRIBUTION else _HERE.parent
_COMMANDS = ("mnc2", "mnc2-lsp", "mnc2-dap")
_MODULE = "mnc2-python"
_FEATURE = "commands"


def _arguments(config_settings: Any) -> List[str]:
    """The arguments of maturin: the caller's, and else the profile of a release."""
    given = list(maturin.get_maturin_pep517_args(config_settings))
    has_profile = any(it in ("--release", "-r") or it.startswith("--profile") for it in given)
    return given if has_profile else ["--profile", "dist", *given]


def _built_commands(arguments: List[str]) -> List[Path]:
    """The commands of `MNC2_COMMANDS`, or new ones of the same profile as the module."""
    folder = os.environ.get("MNC2_COMMANDS")
    if folder:
        suffix = ".exe" if os.name == "nt" else ""
        return [Path(folder) / (name + suffix) for name in _COMMANDS]
    profile = arguments[arguments.index("--profile") + 1] if "--profile" in arguments else "release"
    packages = [part for name in (*_COMMANDS, _MODULE) for part in ("--package", name)]
    options = ["--profile", profile, "--bins", "--features", f"{_MODULE}/{_FEATURE}", "--message-format", "json"]
    build = subprocess.run(
        ["cargo", "build", "--locked", *packages, *options],
        cwd=_WORKSPACE,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    messages = [json.loads(line) for line in build.stdout.splitlines()]
    programs = [message for message in messages if message.get("executable")]
    return [Path(message["executable"]) for message in programs if message["target"]["name"] in _COMMANDS]


def _build_commands(config_settings: Any) -> Any:
    """Puts the commands where maturin takes them from, without what only a debugger of Rust needs; returns settings for maturin."""
    scripts = _HERE / "data" / "scripts"
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    strip = shutil.which("strip") if os.name == "posix" else None
    arguments = _arguments(config_settings)
    for program in _built_commands(arguments):
        copy = scripts / program.name
        shutil.copy2(program, copy)
        if strip:
            subprocess.run([strip, str(copy)], check=False)
    if not os.environ.get("MNC2_COMMANDS"):
        arguments = ["--features", _FEATURE, *arguments]
    return {**(config_settings or {}), "build-args": arguments, "maturin.build-args": arguments}


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    return maturin.build_wheel(wheel_directory, _build_commands(config_settings), metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    return maturin.build_editable(wheel_directory, _build_commands(config_settings), metadata_directory)


def _is_source(path: Path) -> bool:
    """Whether a file or a folder was written, not made by a build or kept by a tool."""
    if path.name.startswith(".") or path.is_symlink() or path in (_CRATES, _HERE / "data"):
        return False
    if path.is_dir():
        return path.name not in ("node_modules", "__pycache__") and not (path / "CACHEDIR.TAG").exists()
    return path.suffix not in (".so", ".pyd", ".pyc")


def _below(folder: Path) -> Iterator[Path]:
    """The source files in a folder, in order."""
    for path in filter(_is_source, sorted(folder.iterdir())):
        if path.is_dir():
            yield from _below(path)
        elif path.is_file():
            yield path


def _sources() -> Iterator[Tuple[str, bytes]]:
    """The files of a source distribution. The crate of the module is in the workspace there, with the others."""
    crate = [_HERE / name for name in ("Cargo.toml", "build.rs")] + list(_below(_HERE / "src"))
    for path in _below(_HERE):
        content = path.read_bytes()
        if path.name == "pyproject.toml":
            content = content.replace(b"[tool.maturin]\n", b'[tool.maturin]\nmanifest-path = "crates/python/Cargo.toml"\n')
        if path not in crate:
            yield path.relative_to(_HERE).as_posix(), content
    said = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version", "1", "--offline"],
        cwd=_WORKSPACE,
        check=True,
        stdout=subprocess.PIPE,
    )
    folders = {Path(package["manifest_path"]).parent for package in json.loads(said.stdout)["packages"]}
    # A package can lie below another one.
    files = {path for folder in folders - {_HERE} for path in _below(folder)}
    files.update(crate)
    files.update(path for path in _WORKSPACE.iterdir() if path.name.startswith(("Cargo.", "LICENSE", "README.md")))
    for path in sorted(files):
        yield "crates/" + path.relative_to(_WORKSPACE).as_posix(), path.read_bytes()


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """The package with the sources of all crates, the same to the last bit wherever it is made."""
    with tempfile.TemporaryDirectory() as folder:
        information = prepare_metadata_for_build_wheel(folder)
        about = (Path(folder) / information / "METADATA").read_bytes()
    (version,) = re.findall(rb"^Version: (.*)$", about, re.MULTILINE)
    root = f"mnc2-{version.decode().strip()}"
    name = f"{root}.tar.gz"
    with open(Path(sdist_directory) / name, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for path, content in [("PKG-INFO", about), *_sources()]:
                member = tarfile.TarInfo(f"{root}/{path}")
                member.size, member.mode, member.mtime = len(content), 0o644, int(os.environ.get("SOURCE_DATE_EPOCH", 0))
                archive.addfile(member, io.BytesIO(content))
    return name


def get_requires_for_build_sdist(config_settings: Any = None) -> List[str]:
    return []


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    (_HERE / "data").mkdir(exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel
