"""A host program in Python under the debugger, with a client of the Debug Adapter Protocol over a socket."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pytest

PATIENCE_SECONDS = 60

KERNEL = """\
nop; wait i01
mvp/n64i02 $p0@0 $lc0@0.0
nop; wait i02
mvp/n64i03 $lc0@0.0 $p4096@0
"""

HOST = """\
import sys
import mnc2
import numpy as np

device = mnc2.Device()
device.send(np.arange(64, dtype=np.uint64) + np.uint64(0x0102030405060708))
kernel = device.load(sys.argv[1])
for _ in range(int(sys.argv[2])):
    run = device.run(kernel, strict=len(sys.argv) > 3)
    print(f"{device.receive(64, np.uint64, 0x8000)[0]:016x}", run.steps, run.dump, run.findings, run.assertions)
"""

FIRST = "0102030405060708"
RESULT = f"{FIRST} 2 [] [] []\n"


class Client:
    """A client of the Debug Adapter Protocol."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
        self.input = self.socket.makefile("rb")
        self.seq = 0

    def message(self) -> Dict[str, Any]:
        length = 0
        while True:
            line = self.input.readline()
            if not line:
                raise EOFError
            if not line.strip():
                break
            name, _, value = line.partition(b":")
            if name == b"Content-Length":
                length = int(value)
        message: Dict[str, Any] = json.loads(self.input.read(length))
        return message

    def response(self, command: str, **arguments: Any) -> Dict[str, Any]:
        self.seq += 1
        body = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self.socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        while True:
            message = self.message()
            if message["type"] == "response" and message["request_seq"] == self.seq:
                return message

    def ask(self, command: str, **arguments: Any) -> Any:
        response = self.response(command, **arguments)
        assert response["success"], response
        return response.get("body")

    def event(self, name: str) -> Any:
        while True:
            message = self.message()
            if message.get("event") == name:
                return message.get("body")

    def line(self) -> int:
        return int(self.top()["line"])

    def top(self) -> Any:
        return self.ask("stackTrace", threadId=1)["stackFrames"][0]

    def go(self, command: str) -> int:
        self.ask(command, threadId=1)
        self.event("stopped")
        return self.line()

    def word(self, memory: str) -> str:
        return base64.b64decode(self.ask("readMemory", memoryReference=memory, count=8)["data"]).hex()

    def is_closed(self) -> bool:
        try:
            while True:
                self.message()
        except (EOFError, ConnectionError):
            return True

    def run_to_end(self) -> None:
        self.ask("continue", threadId=1)
        self.event("stopped")
        self.ask("continue", threadId=1)
        self.event("terminated")
        self.ask("disconnect")


class Host:
    """A host program that runs."""

    def __init__(self, folder: Path, *arguments: Any, setting: str = "1", program: str = HOST) -> None:
        source = folder / "host.py"
        source.write_text(program)
        command = [sys.executable, str(source), *map(str, arguments)]
        environment = {**os.environ, "MNC2_DEBUG": setting}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=str(folder)
        )

    def invitation(self) -> Tuple[int, str, str]:
        """The port, the token and the file in the line that a host prints."""
        assert self.process.stderr
        line = self.process.stderr.readline()
        assert "; any other client" in line, line + self.process.stderr.read()
        configuration = json.loads(line.split("in VS Code, start ")[1].split("; any other client")[0])
        assert f"127.0.0.1:{configuration['port']} with the token {configuration['token']}:" in line
        return configuration["port"], configuration["token"], line.split("`")[1]

    def attached(self) -> Client:
        port, token, _ = self.invitation()
        client = Client(port)
        client.ask("initialize", adapterID="mnc2")
        client.ask("attach", token=token)
        client.event("initialized")
        client.ask("configurationDone")
        assert client.event("stopped")["reason"] == "entry"
        return client

    def end(self) -> Tuple[int, str, str]:
        out, err = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, out, err


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Any]:
    started: List[Host] = []

    def start(*arguments: Any, **options: Any) -> Host:
        started.append(Host(tmp_path, *arguments, **options))
        return started[-1]

    yield start
    for host in started:
        if host.process.poll() is None:
            host.process.kill()
            host.process.communicate()


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "kernel.vsm"
    path.write_text(KERNEL)
    return path


def test_a_kernel_is_debugged_and_its_host_continues(hosts: Any, kernel: Path) -> None:
    host = hosts(kernel, 2)
    client = host.attached()
    assert (client.line(), client.top()["source"]["path"]) == (1, str(kernel))
    assert client.word("pdm@n0") == FIRST
    assert client.word("l2bm@n0c0") == "00" * 8
    assert (client.go("next"), client.go("next")) == (2, 3)
    assert client.word("l2bm@n0c0") == FIRST
    assert client.go("stepBack") == 2
    assert client.word("l2bm@n0c0") == "00" * 8
    assert client.go("next") == 3
    # A change of memory belongs to the run.
    client.ask("writeMemory", memoryReference="l2bm@n0c0", data=base64.b64encode(b"\xff" * 8).decode())
    client.run_to_end()
    # The second kernel starts with what the first one has left.
    client = host.attached()
    assert client.word("l2bm@n0c0") == "ff" * 8
    client.ask("disconnect")
    assert host.end() == (0, f"{'ff' * 8} 2 [] [] []\n{RESULT}", "")


@pytest.mark.parametrize("is_strict", [False, True])
def test_the_result_is_that_of_the_program_as_it_was_left(hosts: Any, kernel: Path, is_strict: bool) -> None:
    host = hosts(kernel, 1, *(["strict"] if is_strict else []))
    client = host.attached()
    assert client.go("next") == 2
    added = "lpassa $lr0 $lm0 #! assert $lr0 == 1\nd get $p4096n0 1\n"
    kernel.write_text(KERNEL.replace("i02 $p0@0", "i02 $p64@0") + added)
    # It stops after the assertion that does not hold.
    assert client.go("continue") == 6
    client.run_to_end()
    status, out, err = host.end()
    assert (status, err) == (0, "")
    assert out.startswith("0000000000000000 3 ['DEBUG-PDM(n0,4096)"), out
    assert "<Finding 5:" in out and "the assertion does not hold" in out, out
    assert ("uninitialized" in out) == is_strict, out


def test_a_program_without_a_file_is_shown_in_a_temporary_one(hosts: Any, tmp_path: Path) -> None:
    program = "import mnc2\nprogram = mnc2.Program()\nprogram.step('nop')\nprogram.step('nop')\n"
    host = hosts(program=program + "print(mnc2.Machine().run(program).steps)\n")
    port, token, file = host.invitation()
    assert Path(file).name == "program.vsm" and Path(file).read_text() == "nop\nnop\n"
    client = Client(port)
    client.ask("initialize", adapterID="mnc2")
    client.ask("attach", token=token)
    client.event("initialized")
    client.ask("configurationDone")
    client.event("stopped")
    assert client.top()["source"]["path"] == file
    assert client.go("next") == 2
    client.ask("disconnect")
    assert host.end() == (0, "2\n", "")
    assert not Path(file).exists()


def test_a_program_that_is_not_its_file_is_shown_as_it_runs(hosts: Any, kernel: Path) -> None:
    program = "import sys, mnc2\nprogram = mnc2.Program.from_path(sys.argv[1])\nprogram.step('nop')\n"
    host = hosts(kernel, program=program + "print(mnc2.Machine().run(program, until=1).steps)\n")
    port, token, file = host.invitation()
    assert Path(file) != kernel and Path(file).name == kernel.name
    client = Client(port)
    client.ask("initialize", adapterID="mnc2")
    client.ask("attach", token=token)
    client.ask("disconnect")
    assert host.end() == (0, "1\n", "")


def test_only_the_client_with_the_token_debugs(hosts: Any, kernel: Path) -> None:
    host = hosts(kernel, 1)
    port, token, _ = host.invitation()
    for wrong in ("", token[1:], "0" * len(token)):
        client = Client(port)
        client.ask("initialize", adapterID="mnc2")
        assert not client.response("attach", token=wrong)["success"]
        assert client.is_closed()
    client = Client(port)
    client.ask("initialize", adapterID="mnc2")
    client.ask("attach", token=token)
    client.ask("disconnect")
    assert host.end() == (0, RESULT, "")


@pytest.mark.skipif(os.name == "nt", reason="a process has no SIGINT there")
@pytest.mark.parametrize("attaches", [False, True])
def test_ctrl_c_ends_a_host_that_waits(hosts: Any, kernel: Path, attaches: bool) -> None:
    # A process that a shell started in the background ignores Ctrl+C, and so do its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    host = hosts(kernel, 1)
    client: Optional[Client] = None
    if attaches:
        client = host.attached()
    else:
        host.invitation()
    host.process.send_signal(signal.SIGINT)
    _, out, err = host.end()
    assert out == "" and "KeyboardInterrupt" in err
    assert client is None or client.is_closed()


@pytest.mark.parametrize(("setting", "told"), [("", ""), ("0", ""), ("yes", "`MNC2_DEBUG` is `yes`"), ("65536", "65535")])
def test_without_a_debugger_it_runs_alone(hosts: Any, kernel: Path, setting: str, told: str) -> None:
    status, out, err = hosts(kernel, 1, setting=setting).end()
    assert (status, out) == (0, RESULT)
    if told:
        assert told in err and "runs without the debugger" in err
    else:
        assert err == ""


def test_the_search_for_a_wrong_value_does_not_wait(hosts: Any, kernel: Path) -> None:
    program = """\
import sys, mnc2, numpy
from mnc2 import Array
try:
    mnc2.compare(sys.argv[1], lambda x: x + 1, [Array("pdm", (64,))], Array("pdm", (64,), offset=0x8000), seeds=1)
except mnc2.WrongValue as wrong:
    print(wrong.line)
"""
    host = hosts(kernel, program=program)
    host.attached().ask("disconnect")
    assert host.end() == (0, "4\n", "")
