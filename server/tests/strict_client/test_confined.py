"""The kernel kills a program that breaks the server's promise, so the other tests show that the server keeps it."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys

import pytest

import confined

pytestmark = pytest.mark.skipif(not confined.is_possible(), reason="needs Linux on x86-64")


def run(script: str) -> subprocess.CompletedProcess:
    command = [sys.executable, confined.__file__, sys.executable, "-BSEc", script]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "script",
    [
        "open('written', 'w')",
        "open('there', 'r+')",
        "open('there', 'a')",
        "import os; os.rename('there', 'elsewhere')",
        "import os; os.remove('there')",
        "import os; os.mkdir('folder')",
        "import os; os.truncate('there', 0)",
        "import os; os.chmod('there', 0)",
        "import os; os.symlink('there', 'link')",
        "import os; os.fork()",
        "import os; os.execv('/bin/true', ['true'])",
        "import os; os.system('true')",
        "import subprocess; subprocess.run(['true'])",
        "import socket; socket.socket()",
        "import os; os.kill(os.getppid(), 0)",
    ],
)
def test_what_is_forbidden(
    script: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("text")
    # Without the confinement each of them works.
    (tmp_path / "free").mkdir()
    (tmp_path / "free" / "there").write_text("text")
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path / "free", check=True, timeout=60)
    assert run(script).returncode == -signal.SIGSYS
    found = sorted(path.name for path in tmp_path.iterdir())
    assert found == ["free", "there"]
    assert (tmp_path / "there").read_text() == "text"


def test_what_is_allowed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "there").write_text("text")
    script = (
        f"text = open({str(tmp_path / 'there')!r}).read()\n"
        "import threading\n"
        "thread = threading.Thread(target=print, args=(text,))\n"
        "thread.start()\n"
        "thread.join()\n"
    )
    ended = run(script)
    assert (ended.returncode, ended.stdout) == (0, "text\n"), ended.stderr
