"""Every feature of the server, on real programs, as each editor requests it."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import random
import shutil

import attrs
import pytest
from lsprotocol import types

import driver
import laws
from conftest import CLIENTS, ROOT
from driver import Session
from strict import StrictClient

PUBLIC_VARIABLE = "MNC2_PUBLIC_PROGRAMS"
# If it is set, every client reads every program; otherwise each program is read by one, and each client reads several.
ALL_VARIABLE = "MNC2_STRICT_ALL"
# Edits of a program, each followed by questions.
EDITS = 10
# Public programs that each client reads; the longest take too long for one session of tests.
PUBLIC_PROGRAMS = 12
MAX_PUBLIC_BYTES = 60_000


def examples() -> list[pathlib.Path]:
    return sorted((ROOT / "examples").glob("*.vsm"))


def fixtures() -> list[pathlib.Path]:
    return sorted((ROOT / "tests" / "diagnostics").glob("*.vsm"))


def public() -> list[pathlib.Path]:
    folder = os.environ.get(PUBLIC_VARIABLE)
    if not folder:
        return []
    small = [
        path
        for path in sorted(pathlib.Path(folder).rglob("*.vsm"))
        if 0 < path.stat().st_size < MAX_PUBLIC_BYTES and not path.name.startswith("._")
    ]
    return random.Random(5).sample(small, min(PUBLIC_PROGRAMS, len(small)))


def read_by() -> list:
    """The programs, with the clients that read them."""
    programs = [*examples(), *public()]
    clients = list(CLIENTS)
    if os.environ.get(ALL_VARIABLE):
        pairs = [(client, path) for client in clients for path in programs]
    else:
        pairs = [(clients[index % len(clients)], path) for index, path in enumerate(programs)]
    return [pytest.param(client, path, id=f"{client}-{path.name}") for client, path in pairs]


async def started(client: StrictClient, server: str, root: pathlib.Path) -> Session:
    offered = await client.start(server, root)
    session = Session(client, offered)
    encodings = client.declares("general", "positionEncodings") or ["utf-16"]
    assert session.encoding in encodings
    return session


async def test_only_what_is_driven_is_offered(
    client: StrictClient, server: str, tmp_path: pathlib.Path
) -> None:
    """Every capability has a driver, so that it is tested here."""
    session = await started(client, server, tmp_path)
    known = {*driver.AT_PLACES, *driver.ONCE, *driver.ELSEWHERE}
    for field in attrs.fields(types.ServerCapabilities):
        assert field.name in known or not driver.offers(session, field.name), field.name
    # A client may declare less than it uses, and look only at what the server offers.
    # What would change what the user types or sees twice is for clients that declare it.
    asked_for = {
        "diagnostic_provider": "diagnostic",
        "document_on_type_formatting_provider": "onTypeFormatting",
    }
    for provider, feature in asked_for.items():
        declared = client.declares("textDocument", feature) is not None
        assert driver.offers(session, provider) == declared, provider
    for provider in {*driver.AT_PLACES, *driver.ONCE} - asked_for.keys():
        assert driver.offers(session, provider), provider
    assert await client.leave() == 0
    client.nothing_wrong()


@pytest.mark.parametrize(("recorded", "path"), read_by(), indirect=["recorded"])
async def test_a_program(
    client: StrictClient, server: str, path: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    shutil.copy(path, tmp_path / path.name)
    source = path.read_bytes().decode("utf-8", "replace")
    session = await started(client, server, tmp_path)
    uri = (tmp_path / path.name).as_uri()
    session.open(uri, source)
    await session.diagnostics(uri)
    await driver.everything(session, uri, seed=1)
    await edited(session, uri)
    session.close(uri)
    if session.offered.diagnostic_provider is None:
        last = await client.until_published(uri, None)
        assert not last.diagnostics, "a closed document keeps its diagnostics"
    assert await client.leave() == 0
    client.nothing_wrong()


async def edited(session: Session, uri: str) -> None:
    """After edits everything is as if the edited text had been opened."""
    chance = random.Random(len(session.texts[uri].text))
    full: list[int] = []
    provider = session.offered.semantic_tokens_provider
    has_deltas = bool(provider) and getattr(provider.full, "delta", False)
    identity = None
    for _ in range(EDITS):
        maker = functools.partial(random_edit, session, uri, chance)
        session.change(uri, [maker] * chance.randint(1, 3))
        if has_deltas:
            identity, full = await tokens_after(session, uri, identity, full)
        at = driver.places(session.texts[uri], chance)[0]
        await driver.hover(session, uri, at)
    found = await session.diagnostics(uri)
    copy = uri.replace(".vsm", "-copy.vsm")
    session.open(copy, "\n".join(session.texts[uri].lines))
    fresh = await session.diagnostics(copy)
    assert as_text(session, found, uri) == as_text(session, fresh, copy)
    if provider is not None:
        assert await driver.semantic_tokens(session, uri) == await driver.semantic_tokens(session, copy)
    await driver.everything(session, uri, seed=2)
    session.close(copy)


def as_text(session: Session, found: list[types.Diagnostic], uri: str) -> str:
    converter = session.client.protocol._converter
    return json.dumps(converter.unstructure(found), sort_keys=True).replace(uri, "")


def random_edit(session: Session, uri: str, chance: random.Random) -> types.TextEdit:
    text = session.texts[uri]
    line = chance.randrange(len(text.lines))
    end = min(line + chance.choice([0, 0, 0, 1]), len(text.lines) - 1)
    start_at = chance.randint(0, len(text.lines[line]))
    end_at = chance.randint(start_at if line == end else 0, len(text.lines[end]))
    if line == end and chance.random() < 0.7:
        end_at = start_at
    new = chance.choice(["nop\n", "\n", ";", " ", "$lr0v", "lpassa $lm0v $ln0v\n", "é", "😀", "", "/"])
    return types.TextEdit(
        types.Range(
            types.Position(line, text.units(text.lines[line][:start_at])),
            types.Position(end, text.units(text.lines[end][:end_at])),
        ),
        new,
    )


async def tokens_after(
    session: Session, uri: str, identity: str | None, before: list[int]
) -> tuple[str | None, list[int]]:
    """The tokens from the deltas, which must equal those of the whole text."""
    document = types.TextDocumentIdentifier(uri)
    client = session.client
    if identity is not None:
        params = types.SemanticTokensDeltaParams(document, identity)
        result = await client.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, params)
    else:
        params = types.SemanticTokensParams(document)
        result = await client.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, params)
    if isinstance(result, types.SemanticTokensDelta):
        data = laws.delta_applied(before, list(result.edits))
    else:
        data = list(result.data)
    params = types.SemanticTokensParams(document)
    whole = await client.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, params)
    assert data == list(whole.data), "a delta leads elsewhere than the whole"
    return whole.result_id, data


async def test_what_is_wrong_can_be_fixed(
    client: StrictClient, server: str, tmp_path: pathlib.Path
) -> None:
    """The diagnostics of every fixture, and the actions that each of them has."""
    session = await started(client, server, tmp_path)
    reported = fixed = 0
    for path in fixtures():
        uri = (tmp_path / path.name).as_uri()
        session.open(uri, path.read_bytes().decode("utf-8", "replace"))
        found = await session.diagnostics(uri)
        reported += len(found)
        for diagnostic in found:
            offered = await driver.actions_for(session, uri, diagnostic.range, [diagnostic])
            for action in offered:
                if isinstance(action, types.CodeAction) and action.diagnostics:
                    fixed += diagnostic in action.diagnostics
                    # Those of its neighbours may be offered too.
                    assert all(known in found for known in action.diagnostics), action
        session.close(uri)
    # A client without literals of code actions gets commands alone.
    literals = (client.declares("textDocument", "codeAction") or {}).get("codeActionLiteralSupport")
    assert reported > 400 and (fixed > 100 if literals else fixed == 0), (reported, fixed)
    assert await client.leave() == 0
    client.nothing_wrong()


if not os.environ.get(PUBLIC_VARIABLE):
    print(f"!!! NO PUBLIC PROGRAM WAS DRIVEN: {PUBLIC_VARIABLE} names no folder !!!")
