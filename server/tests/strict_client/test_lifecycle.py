"""The protocol's rules about sessions."""

from __future__ import annotations

import asyncio
import pathlib

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from driver import Session
from strict import StrictClient

METHOD_NOT_FOUND = -32601
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
REQUEST_CANCELLED = -32800


async def error_of(client: StrictClient, method: str, params: object) -> int:
    with pytest.raises(JsonRpcException) as caught:
        await client.protocol.send_raw(method, params)
    return caught.value.code


async def test_what_no_one_knows(client: StrictClient, server: str, tmp_path: pathlib.Path) -> None:
    await client.start(server, tmp_path)
    assert await error_of(client, "textDocument/unheardOf", {}) == METHOD_NOT_FOUND
    assert await error_of(client, "$/unheardOf", {}) == METHOD_NOT_FOUND
    # An unknown notification is ignored.
    client.protocol._send_data({"jsonrpc": "2.0", "method": "unheardOf", "params": {}})
    client.protocol._send_data({"jsonrpc": "2.0", "method": "$/unheardOf", "params": {}})
    assert await error_of(client, "textDocument/hover", {"textDocument": 1}) == INVALID_PARAMS
    closed = types.TextDocumentIdentifier((tmp_path / "closed.vsm").as_uri())
    params = types.HoverParams(closed, types.Position(0, 0))
    assert await client.ask(types.TEXT_DOCUMENT_HOVER, params) is None
    assert await client.leave() == 0
    client.nothing_wrong()


async def test_nothing_follows_shutdown(
    client: StrictClient, server: str, tmp_path: pathlib.Path
) -> None:
    await client.start(server, tmp_path)
    await client.shutdown_async(None)
    assert await error_of(client, "textDocument/hover", {}) == INVALID_REQUEST
    assert await error_of(client, "initialize", {"capabilities": {}}) == INVALID_REQUEST
    client.exit(None)
    assert client._server is not None
    assert await asyncio.wait_for(client._server.wait(), 10) == 0
    await client.stop()
    client.nothing_wrong()


async def test_a_client_that_just_dies(
    client: StrictClient, server: str, tmp_path: pathlib.Path
) -> None:
    await client.start(server, tmp_path)
    assert client._server is not None and client._server.stdin is not None
    client._server.stdin.close()
    assert await asyncio.wait_for(client._server.wait(), 10) == 1
    await client.stop()


async def test_a_request_is_taken_back(
    client: StrictClient, server: str, tmp_path: pathlib.Path
) -> None:
    session = Session(client, await client.start(server, tmp_path))
    uri = (tmp_path / "long.vsm").as_uri()
    session.open(uri, "lpassa $lm0v $ln0v\n" * 2000 + "nop/60000\n" * 20 + "d getd $lm0n0c0b0m0p0 1\n")
    arguments = [{"uri": uri, "line": 2020}]
    params = {"command": "mnc2.runToHere", "arguments": arguments}
    running = asyncio.ensure_future(client.protocol.send_raw("workspace/executeCommand", params))
    await asyncio.sleep(0)
    (request,) = [key for key in client.protocol._request_futures if "executeCommand" in str(key)]
    client.protocol._send_data(
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": request}}
    )
    try:
        await running
    except JsonRpcException as error:
        assert error.code == REQUEST_CANCELLED, error
    assert await client.leave() == 0
    client.nothing_wrong()


async def test_settings_at_run_time(
    client: StrictClient, server: str, tmp_path: pathlib.Path
) -> None:
    """The server asks if the client answers, registers if it may, and accepts what is pushed."""
    session = Session(client, await client.start(server, tmp_path))
    uri = (tmp_path / "first.vsm").as_uri()
    session.open(uri, "nop\nlpasa $lm0v $ln0v\n")
    before = await session.diagnostics(uri)
    assert [found.code for found in before] == ["E0201"]
    settings = {"mnc2": {"focus": "n1c0b0m0p0"}}
    client.set_configuration(settings["mnc2"], section="mnc2")
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    assert [found.code for found in await session.diagnostics(uri)] == ["E0201"]
    dynamic = client.declares("workspace", "didChangeConfiguration", "dynamicRegistration")
    methods = [registration.method for registration in client.registrations]
    assert ("workspace/didChangeConfiguration" in methods) == bool(dynamic), methods
    assert await client.leave() == 0
    client.nothing_wrong()
