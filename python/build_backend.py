"""Builds the commands `mnc2`, `mnc2-lsp` and `mnc2-dap` into the wheel, and leaves the rest to maturin.

`MNC2_COMMANDS` names a folder with commands that are built already.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import maturin
from maturin import (  # noqa: F401
    get_requires_for_build_editable,
    get_requires_for_build_wheel,
)

_HERE = Path(__file__).resolve().parent
_COMMANDS = ("mnc2", "mnc2-lsp", "mnc2-dap")


def _built_commands() -> list[Path]:
    """The commands of `MNC2_COMMANDS`, or those of a release build."""
    folder = os.environ.get("MNC2_COMMANDS")
    if folder:
        suffix = ".exe" if os.name == "nt" else ""
        return [Path(folder) / (name + suffix) for name in _COMMANDS]
    packages = [part for name in _COMMANDS for part in ("--package", name)]
    build = subprocess.run(
        ["cargo", "build", "--release", "--locked", *packages, "--message-format", "json"],
        cwd=_HERE.parent,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    messages = [json.loads(line) for line in build.stdout.splitlines()]
    programs = [message for message in messages if message.get("executable")]
    return [Path(message["executable"]) for message in programs if message["target"]["name"] in _COMMANDS]


def _build_commands() -> None:
    """Puts the commands where maturin takes them from, without what only a debugger of Rust needs."""
    scripts = _HERE / "data" / "scripts"
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    strip = shutil.which("strip") if os.name == "posix" else None
    for program in _built_commands():
        copy = scripts / program.name
        shutil.copy2(program, copy)
        if strip:
            subprocess.run([strip, str(copy)], check=False)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    _build_commands()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    _build_commands()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    (_HERE / "data").mkdir(exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel
