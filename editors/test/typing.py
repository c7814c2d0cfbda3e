"""Types programs into a real terminal editor, key by key, and compares what it saved with what was typed.

The editor runs in a pseudo-terminal with its default settings, the language server attached, in a profile of its own.
Every file of ``examples`` and 200 lines of ``tests/programs`` and ``tests/instructions`` are typed at 40 ms a key, and
the beginning of each part of them at 130 and 250 ms, and ``typed.vsm``, which has wrong lines too, at each speed: a
completion list that opens between two keys of a slow typist opens several keys later for a fast one. Many editors run
side by side, since they wait most of the time. ``--share`` types one third of the texts at 40 ms, and ``typed.vsm``, where
text was lost once, at 130 ms too.

Usage: typing.py NAME --enter KEYS --leave KEYS [--after-comment KEYS] [--share N] [--sessions N] -- COMMAND [ARGUMENT ...]

``{file}`` in the command is the program to type. Keys are written as in Python strings: ``\\x1b`` is Escape.
"""

import argparse
import asyncio
import difflib
import fcntl
import os
import pathlib
import pty
import shutil
import struct
import sys
import tempfile
import termios
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Lines in addition to the examples.
OTHER_LINES = 200
# Seconds between keys, and the most keys typed into one editor at that speed, so that all sessions take a minute.
SPEEDS = {0.040: 1500, 0.130: 460, 0.250: 240}
# A speed at which a list opens between two keys.
LISTS_OPEN = 0.130
# How many editors share the texts.
SHARES = 3
# Longest wait for an editor to start its server, or to save and end, in seconds.
PATIENCE = 180
# Time for the first diagnostics before the first key, in seconds.
SETTLE = 1.0
# A terminal's answers to the questions that editors ask when they start.
ANSWERS = {b"\x1b[c": b"\x1b[?62;22c", b"\x1b[6n": b"\x1b[1;1R", b"\x1b[>c": b"\x1b[>1;10;0c"}


def parts():
    """Programs to type, as lists of lines that one editor can type in time."""
    for file in sorted((ROOT / "examples").glob("*.vsm")):
        yield from split(file.read_text().splitlines())
    others = []
    for folder in ("tests/programs", "tests/instructions"):
        for file in sorted((ROOT / folder).glob("*.vsm")):
            others += [line for line in file.read_text().splitlines() if line.strip()]
    # Spread over all of them, so that every unit is typed.
    step = len(others) / OTHER_LINES
    yield from split([others[int(index * step)] for index in range(OTHER_LINES)])


def shared():
    """Right and wrong lines, which every editor is typed."""
    lines = (ROOT / "editors" / "test" / "typed.vsm").read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def split(lines):
    part, keys = [], 0
    for line in lines:
        if part and keys + len(line) > max(SPEEDS.values()):
            yield part
            part, keys = [], 0
        part.append(line)
        keys += len(line) + 1
    if part:
        yield part


def beginning(lines, keys):
    """The first lines of a part, with at most this many keys.

    It ends neither with a blank line nor within parentheses: there editors add text of their own.
    """
    kept = []
    for line in lines:
        keys -= len(line) + 1
        if keys < 0:
            break
        kept.append(line)
    while not kept[-1] or "".join(kept).count("(") != "".join(kept).count(")"):
        kept.pop()
    return kept


def descendants(process):
    """Names of the processes that a process started, and that these started."""
    children = {}
    names = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            name, rest = stat[stat.index("(") + 1 :].rsplit(") ", 1)
            names[int(entry.name)] = name
            children.setdefault(int(rest.split()[1]), []).append(int(entry.name))
    found, waiting = [], [process]
    while waiting:
        for child in children.get(waiting.pop(), []):
            found.append(names[child])
            waiting.append(child)
    return found


class Terminal:
    """An editor in a pseudo-terminal."""

    def __init__(self, command, environment, folder):
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 140, 0, 0))
        self.shown = b""
        self.ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(self.descriptor, self.read)

    def read(self):
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self.descriptor)
            self.ended.set()
            return
        self.shown = (self.shown + data)[-20_000:]
        for question, answer in ANSWERS.items():
            if question in data:
                self.type(answer)

    def type(self, keys):
        os.write(self.descriptor, keys)

    async def has_read(self):
        """Waits until the editor has read every key: one after Escape is another key where it is read together with it."""
        deadline = time.monotonic() + PATIENCE
        while self.unread() and not self.ended.is_set():
            if time.monotonic() > deadline:
                raise TimeoutError("the editor does not read its keys")
            await asyncio.sleep(0.02)

    def unread(self):
        """How many bytes of keys the editor has not read."""
        try:
            terminal = os.open(f"/proc/{self.process}/fd/0", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return 0
        try:
            return struct.unpack("i", fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)))[0]
        finally:
            os.close(terminal)

    async def started_server(self):
        """Waits for the language server."""
        deadline = time.monotonic() + PATIENCE
        while "mnc2-lsp" not in descendants(self.process):
            if time.monotonic() > deadline or self.ended.is_set():
                raise TimeoutError("the editor did not start the language server")
            await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLE)

    def close(self):
        try:
            os.kill(self.process, 9)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)


async def session(options, lines, delay, slots, number):
    """Types lines into an editor of its own; returns the differences."""
    async with slots:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="mnc2-typing-"))
        file = folder / "program.vsm"
        file.write_text("")
        environment = os.environ | {
            "TERM": "xterm-256color",
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CACHE_HOME": str(folder / "cache"),
        }
        command = [word.replace("{file}", str(file)) for word in options.command]
        terminal = Terminal(command, environment, folder)
        try:
            await terminal.started_server()
            terminal.type(options.enter)
            await asyncio.sleep(0.2)
            text = "\n".join(lines)
            for line, next_line in zip(lines, [*lines[1:], None]):
                for key in line:
                    terminal.type(key.encode())
                    await asyncio.sleep(delay)
                if next_line is not None:
                    terminal.type(b"\r")
                    await asyncio.sleep(delay)
                    if options.after_comment and line.startswith("#"):
                        terminal.type(options.after_comment)
                        await asyncio.sleep(delay)
            for key in options.leave.split(b" "):
                await terminal.has_read()
                await asyncio.sleep(0.3)
                terminal.type(key.replace(b"\\s", b" "))
            await asyncio.wait_for(terminal.ended.wait(), PATIENCE)
            saved = file.read_text()
        except (TimeoutError, OSError) as problem:
            saved = f"{problem!r}\n{terminal.shown[-3000:].decode(errors='replace')}"
        finally:
            terminal.close()
            shutil.rmtree(folder, ignore_errors=True)
        expected = text + "\n"
        keys = len(text)
        if saved == expected:
            return keys, None
        difference = "\n".join(
            list(difflib.unified_diff(expected.splitlines(), saved.splitlines(), "typed", "saved", lineterm="", n=1))[:40]
        )
        return keys, f"part {number} at {1000 * delay:.0f} ms a key:\n{difference}"


async def run(options):
    slots = asyncio.Semaphore(options.sessions)
    started = time.monotonic()
    texts = [(number, lines) for number, lines in enumerate(parts()) if options.share in (None, number % SHARES)]
    speeds = SPEEDS if options.share is None else dict([min(SPEEDS.items())])
    plans = [(beginning(lines, most), delay, number) for delay, most in speeds.items() for number, lines in texts]
    plans += [(shared(), delay, "shared") for delay in {*speeds, LISTS_OPEN}]
    outcomes = await asyncio.gather(*(session(options, *plan[:2], slots, plan[2]) for plan in plans))
    failures = [failure for _, failure in outcomes if failure]
    for failure in failures[:8]:
        print(failure)
    for delay in sorted({delay for _, delay, _ in plans}):
        part = [(lines, outcome) for (lines, at, _), outcome in zip(plans, outcomes) if at == delay]
        keys = sum(keys for _, (keys, _) in part)
        equal = sum(failure is None for _, (_, failure) in part)
        lines = sum(len(lines) for lines, _ in part)
        print(f"{options.name}: {lines} lines, {keys} keys at {1000 * delay:.0f} ms: {equal} of {len(part)} texts equal")
    print(f"{options.name}: {time.monotonic() - started:.0f} s")
    return 1 if failures else 0


def keys(text):
    return text.encode().decode("unicode_escape").encode("latin-1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--enter", type=keys, default=b"", help="keys before the text")
    parser.add_argument("--leave", type=keys, required=True, help="keys that save and end, groups apart by spaces")
    parser.add_argument(
        "--after-comment", type=keys, help="keys that take away what the editor puts at the start of a line below a comment"
    )
    parser.add_argument("--share", type=int, choices=range(SHARES), help="only these of the texts")
    parser.add_argument("--sessions", type=int, default=24, help="editors side by side")
    parser.add_argument("command", nargs="+")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
