"""Where the server, the programs and the recorded clients are."""

from __future__ import annotations

import json
import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE))

import confined  # noqa: E402
from strict import TOTALS, StrictClient  # noqa: E402

CLIENTS = {path.stem: path for path in sorted((HERE / "clients").glob("*.json"))}


def pytest_terminal_summary(terminalreporter) -> None:
    """The last lines: how much was checked."""
    if not confined.is_possible():
        terminalreporter.write_line("strict client: the server was NOT confined, which takes Linux on x86-64")
    methods = ", ".join(f"{name} {count}" for name, count in sorted(TOTALS.methods.items()))
    terminalreporter.write_line(f"strict client: {methods}")
    terminalreporter.write_line(
        f"strict client: {TOTALS.sent} messages sent, {TOTALS.received} received and checked"
    )


def offered_requests() -> set[str]:
    """The requests of the table in the page of the protocol, which is written from the server's own."""
    page = (ROOT / "docs/protocol.md").read_text()
    table = page.split("<!-- methods -->")[1].split("<!-- end of methods -->")[0]
    names = {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")}
    return {name for name in names if not name.rsplit("/", 1)[-1].startswith(("did", "initialized")) and "Progress" not in name}


def pytest_sessionfinish(session, exitstatus) -> None:
    """A run of all tests has sent every request."""
    is_whole = not (session.config.option.keyword or session.config.option.markexpr or session.config.option.maxfail == 1)
    if exitstatus == 0 and is_whole and [str(HERE)] == session.config.args:
        unsent = offered_requests() - set(TOTALS.methods)
        if unsent:
            print(f"strict client: no test sends {', '.join(sorted(unsent))}", file=sys.stderr)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def server() -> str:
    path = os.environ.get("MNC2_LSP")
    if not path:
        pytest.fail("MNC2_LSP names no server; start this by .ci/strict-client")
    return path


@pytest.fixture(params=list(CLIENTS))
def recorded(request) -> dict:
    return json.loads(CLIENTS[request.param].read_text())


@pytest.fixture
def client(recorded: dict) -> StrictClient:
    return StrictClient(recorded)
