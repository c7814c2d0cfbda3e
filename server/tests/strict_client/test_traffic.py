"""Random valid traffic: programs are opened, edited, queried and closed, for a given time.

`MNC2_STRICT_SECONDS` is how long all clients take together, 24 unless it is set; `MNC2_STRICT_SEED` chooses
another session.
"""

from __future__ import annotations

import functools
import os
import pathlib
import random
import time
from typing import Any

import driver
from conftest import CLIENTS
from driver import Session
from strict import StrictClient
from test_programs import as_text, examples, fixtures, public, random_edit, started

SECONDS = float(os.environ.get("MNC2_STRICT_SECONDS", "24"))
SEED = int(os.environ.get("MNC2_STRICT_SEED", "1"))
# Documents that are open at the same time.
DOCUMENTS = 8
# Size at which a document is closed and another one opened.
MAX_BYTES = 80_000


class Traffic:
    """A session, what is open in it, and what comes next."""

    def __init__(self, session: Session, root: pathlib.Path, chance: random.Random) -> None:
        self.session = session
        self.root = root
        self.chance = chance
        self.sources = [*examples(), *fixtures(), *public()]
        self.opened = 0
        self.actions = 0
        self.compared = 0

    def open(self) -> str:
        """Opens a program under a name that was never used."""
        path = self.chance.choice(self.sources)
        self.opened += 1
        uri = (self.root / f"{self.opened}-{path.name}").as_uri()
        self.session.open(uri, path.read_bytes().decode("utf-8", "replace"))
        return uri

    def close(self, uri: str) -> None:
        self.session.close(uri)
        self.session.client.published.pop(uri, None)

    async def act(self) -> None:
        session, chance = self.session, self.chance
        self.actions += 1
        if len(session.texts) < DOCUMENTS and chance.random() < 0.2 or not session.texts:
            self.open()
            return
        uri = chance.choice(list(session.texts))
        kind = chance.random()
        if kind < 0.02 or len(session.texts[uri].text) > MAX_BYTES:
            self.close(uri)
        elif kind < 0.35:
            session.change(uri, [functools.partial(random_edit, session, uri, chance)] * chance.randint(1, 3))
        elif kind < 0.38:
            await self.compare(uri)
        elif kind < 0.45:
            await session.diagnostics(uri)
        elif kind < 0.47:
            await driver.own_requests(session, uri)
        elif kind < 0.48 and getattr(session.offered.diagnostic_provider, "workspace_diagnostics", False):
            await driver.workspace_diagnostic(session, uri)
        elif kind < 0.6:
            await self.ask_once(uri)
        else:
            await self.ask_at_a_place(uri)

    async def ask_once(self, uri: str) -> None:
        offered = [ask for name, ask in driver.ONCE.items() if driver.offers(self.session, name)]
        await self.chance.choice(offered)(self.session, uri)

    async def ask_at_a_place(self, uri: str) -> None:
        offered = [ask for name, ask in driver.AT_PLACES.items() if driver.offers(self.session, name)]
        at = self.chance.choice(driver.places(self.session.texts[uri], self.chance))
        await self.chance.choice(offered)(self.session, uri, at)

    async def compare(self, uri: str) -> None:
        """An edited text is as if it had been opened like that."""
        session = self.session
        found = await session.diagnostics(uri)
        self.opened += 1
        copy = uri.replace(".vsm", f"-{self.opened}.vsm")
        session.open(copy, "\n".join(session.texts[uri].lines))
        fresh = await session.diagnostics(copy)
        assert as_text(session, found, uri) == as_text(session, fresh, copy)
        if driver.offers(session, "semantic_tokens_provider"):
            tokens: list[Any] = [await driver.semantic_tokens(session, each) for each in (uri, copy)]
            assert tokens[0] == tokens[1]
        self.close(copy)
        self.compared += 1


def resident_kib(process: int) -> dict[str, int]:
    """Current and peak resident memory of a process; None if the system has no file for it."""
    status = pathlib.Path(f"/proc/{process}/status")
    if not status.exists():
        return {}
    fields = (line.split(":") for line in status.read_text().splitlines())
    return {name: int(value.split()[0]) for name, value in fields if name in ("VmRSS", "VmHWM")}


async def test_random_traffic(
    client: StrictClient, server: str, tmp_path: pathlib.Path
) -> None:
    session = await started(client, server, tmp_path)
    traffic = Traffic(session, tmp_path, random.Random(SEED))
    end = time.monotonic() + SECONDS / len(CLIENTS)
    while time.monotonic() < end:
        await traffic.act()
    assert traffic.actions > 20 and client._server is not None
    print(
        f"{client.recorded['clientInfo']['name']}, seed {SEED}: {traffic.actions} actions, "
        f"{traffic.opened} documents opened, {traffic.compared} compared with a copy, "
        f"{client.protocol.received} messages, resident KiB {resident_kib(client._server.pid)}"
    )
    assert await client.leave() == 0
    client.nothing_wrong()
