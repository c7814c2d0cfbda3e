"""A language client that takes nothing on trust.

Every message of the server is decoded into the types of `lsprotocol`, encoded again and compared with
what came: what a typed client would drop or misread is a finding. Results are held to what the client
declared by `pytest-lsp`, and to the rules of `laws`.
"""

from __future__ import annotations

import asyncio
import copy
import json
import pathlib
import sys
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features
from pytest_lsp.protocol import LanguageClientProtocol

import confined

# Everything that is off by default, so that it is asked for.
SETTINGS = {"inlayHints": {"steps": "everyLine", "addresses": True, "readable": True}}

# Longest wait for an answer, in seconds; only a failure takes that long.
PATIENCE_SECONDS = 300


class Totals:
    """The counts of a test session, for its last line."""

    def __init__(self) -> None:
        self.received = 0
        self.sent = 0
        self.methods: dict[str, int] = {}

    def count(self, method: str) -> None:
        self.methods[method] = self.methods.get(method, 0) + 1


TOTALS = Totals()


def converter_of_actions() -> Any:
    """The converter of pygls, which takes each action with a command for a command; the one of an action is an object."""
    converter = default_converter()

    def structure(given: Any, _: type) -> types.Command | types.CodeAction:
        is_command = isinstance(given.get("command"), str)
        return converter.structure(given, types.Command if is_command else types.CodeAction)

    converter.register_structure_hook(types.Command | types.CodeAction, structure)
    return converter


class StrictProtocol(LanguageClientProtocol):
    """Compares every message of the server with its own encoding."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.findings: list[str] = []
        self.received = 0
        # Results of requests that have no type, as they came.
        self._as_they_came: dict[str, Any] = {}

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Called for every object, the innermost ones first; only a message as a whole has a version."""
        if "jsonrpc" not in data:
            return data
        raw = copy.deepcopy(data)
        TOTALS.received += 1
        self.received += 1
        if raw.get("id") in self._as_they_came and "result" in raw:
            self._as_they_came[raw["id"]] = raw["result"]
            return super().structure_message(data)
        try:
            message = super().structure_message(data)
        except Exception as error:
            self.findings.append(f"cannot be decoded: {error!r}: {short(raw)}")
            raise
        again = json.loads(json.dumps(message, default=self._serialize_message))
        again = without_invented(again, raw)
        if again != raw:
            self.findings.append(
                f"differs when it is encoded again: {difference(raw, again)}: {short(raw)}"
            )
        return message

    def handle_message(self, message: Any) -> None:
        if getattr(message, "jsonrpc", None) != "2.0":
            self.findings.append(f"not a message of JSON-RPC 2.0: {message!r}")
            return
        super().handle_message(message)

    def _handle_response(self, msg_id: Any, *args: Any, **kwargs: Any) -> None:
        if msg_id not in self._request_futures:
            self.findings.append(f"an answer to {msg_id!r}, which no one asked or which has one")
        super()._handle_response(msg_id, *args, **kwargs)

    def _handle_notification(self, method_name: str, params: Any) -> None:
        if method_name not in {**self.fm.features, **self.fm.builtin_features}:
            self.findings.append(f"{method_name}, which no one reads")
        super()._handle_notification(method_name, params)

    def _send_data(self, data: Any) -> None:
        TOTALS.sent += 1
        method = getattr(data, "method", None)
        if method is not None:
            TOTALS.count(method)
        super()._send_data(data)

    async def send_raw(self, method: str, params: Any, result: type | None = None) -> Any:
        """Sends a request as it is, without a type in between."""
        msg_id = f"raw-{method}-{TOTALS.sent}"
        future: Future[Any] = Future()
        self._request_futures[msg_id] = future
        if result is not None:
            self._result_types[msg_id] = result
        else:
            self._as_they_came[msg_id] = None
        TOTALS.count(method)
        message = {"jsonrpc": "2.0", "id": msg_id, "method": method}
        if params is not None:
            message["params"] = params
        self._send_data(message)
        try:
            typed = await asyncio.wait_for(asyncio.wrap_future(future), PATIENCE_SECONDS)
        finally:
            as_it_came = self._as_they_came.pop(msg_id, None)
        return as_it_came if result is None else typed


# Members that may be null and may be absent, which `lsprotocol` cannot tell apart: it always writes them.
INVENTED = {"activeParameter"}


def without_invented(again: Any, raw: Any) -> Any:
    """A value without the nulls that only `lsprotocol` wrote."""
    if isinstance(again, dict) and isinstance(raw, dict):
        return {
            key: without_invented(value, raw.get(key))
            for key, value in again.items()
            if not (key in INVENTED and value is None and key not in raw)
        }
    if isinstance(again, list) and isinstance(raw, list) and len(again) == len(raw):
        return [without_invented(left, right) for left, right in zip(again, raw)]
    return again


def short(value: Any) -> str:
    """A message that fits on a screen."""
    text = json.dumps(value)
    return text if len(text) < 600 else text[:600] + "…"


def difference(raw: Any, again: Any, path: str = "") -> str:
    """The first place where two values differ."""
    if isinstance(raw, dict) and isinstance(again, dict):
        for key in sorted(raw.keys() | again.keys()):
            if raw.get(key, ...) != again.get(key, ...):
                return difference(raw.get(key, ...), again.get(key, ...), f"{path}.{key}")
    if isinstance(raw, list) and isinstance(again, list) and len(raw) == len(again):
        for index, (left, right) in enumerate(zip(raw, again)):
            if left != right:
                return difference(left, right, f"{path}[{index}]")
    return f"{path}: {named(raw)} came, {named(again)} is meant"


def named(value: Any) -> str:
    return "nothing" if value is ... else repr(value)


class StrictClient(LanguageClient):
    """A client with recorded capabilities, and what the server did to it."""

    protocol: StrictProtocol

    def __init__(self, recorded: dict[str, Any]) -> None:
        super().__init__(protocol_cls=StrictProtocol, converter_factory=converter_of_actions)
        self.recorded = recorded
        own = {types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, *REFRESHES}
        register_lsp_features(
            self,
            {method: do for method, do in DEFAULT_CLIENT_FEATURES.items() if method not in own},
        )
        self.published: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.registrations: list[types.Registration] = []
        self.refreshed: list[str] = []
        self._arrived = asyncio.Condition()
        self._listen()

    @property
    def declared(self) -> dict[str, Any]:
        """The capabilities, as they are sent."""
        return self.recorded["capabilities"]

    def declares(self, *path: str) -> Any:
        """The value at a place in the capabilities."""
        value: Any = self.declared
        for key in path:
            if not isinstance(value, dict) or key not in value:
                return None
            value = value[key]
        return value

    def _listen(self) -> None:
        published = self.published
        arrived = self._arrived

        async def wake() -> None:
            async with arrived:
                arrived.notify_all()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def _(params: types.PublishDiagnosticsParams) -> None:
            published.setdefault(params.uri, []).append(params)
            await wake()

        def expect(condition: Any, finding: str) -> None:
            if not condition:
                self.protocol.findings.append(finding)

        @self.feature(types.CLIENT_REGISTER_CAPABILITY)
        def _(params: types.RegistrationParams) -> None:
            for registration in params.registrations:
                method = registration.method
                place = DYNAMIC.get(method)
                declared = place and self.declares(*place, "dynamicRegistration")
                expect(declared, f"registers {method}, which the client does not have")
                self.registrations.append(registration)

        for method, place in REFRESHES.items():

            def refresh(params: Any, method: str = method, place: tuple[str, ...] = place) -> None:
                expect(self.declares(*place), f"sends {method}, which the client does not have")
                self.refreshed.append(method)

            self.feature(method)(refresh)

    async def until_published(self, uri: str, version: int | None) -> types.PublishDiagnosticsParams:
        """The diagnostics that were pushed for a version of a document."""

        def latest() -> types.PublishDiagnosticsParams | None:
            found = self.published.get(uri, [])
            return next((params for params in found if params.version == version), None)

        async with self._arrived:
            await asyncio.wait_for(
                self._arrived.wait_for(lambda: latest() is not None), PATIENCE_SECONDS
            )
        found = latest()
        assert found is not None
        return found

    async def start(self, server: str, root: pathlib.Path) -> types.InitializeResult:
        """Starts the server, where it can neither write nor start anything, and greets it as the recorded client does."""
        command = [sys.executable, confined.__file__, server] if confined.is_possible() else [server]
        await self.start_io(*command)
        folder = {"uri": root.as_uri(), "name": root.name}
        params = {
            "processId": None,
            "rootUri": root.as_uri(),
            "workspaceFolders": [folder],
            "capabilities": self.declared,
            "clientInfo": self.recorded["clientInfo"],
            "initializationOptions": SETTINGS,
        }
        self.set_configuration(SETTINGS, section="mnc2")
        converter = self.protocol._converter
        self.capabilities = converter.structure(self.declared, types.ClientCapabilities)
        result = await self.protocol.send_raw("initialize", params, types.InitializeResponse)
        self.initialized(types.InitializedParams())
        return result

    async def until_told(self, before: int) -> None:
        """Waits until there are more messages for the user than before."""
        for _ in range(100 * PATIENCE_SECONDS):
            if len(self.messages) > before:
                return
            await asyncio.sleep(0.01)
        raise TimeoutError("the user is told nothing")

    async def ask(self, method: str, params: Any) -> Any:
        """The result of a request."""
        answer = self.protocol.send_request_async(method, params)
        return await asyncio.wait_for(answer, PATIENCE_SECONDS)

    async def leave(self) -> int:
        """Shuts the server down; returns its exit status."""
        await self.shutdown_session()
        assert self._server is not None
        code = await asyncio.wait_for(self._server.wait(), PATIENCE_SECONDS)
        await self.stop()
        return code

    def nothing_wrong(self) -> None:
        """Fails if a message was wrong."""
        assert not self.protocol.findings, "\n".join(self.protocol.findings)
        assert self.error is None, self.error


# Where a client declares that it accepts registrations of a method.
DYNAMIC = {
    "workspace/didChangeConfiguration": ("workspace", "didChangeConfiguration"),
    "workspace/didChangeWatchedFiles": ("workspace", "didChangeWatchedFiles"),
    "workspace/textDocumentContent": ("workspace", "textDocumentContent"),
}

# Where a client declares that it accepts a refresh request.
REFRESHES = {
    types.WORKSPACE_DIAGNOSTIC_REFRESH: ("workspace", "diagnostics", "refreshSupport"),
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH: ("workspace", "semanticTokens", "refreshSupport"),
    types.WORKSPACE_INLAY_HINT_REFRESH: ("workspace", "inlayHint", "refreshSupport"),
    types.WORKSPACE_CODE_LENS_REFRESH: ("workspace", "codeLens", "refreshSupport"),
    types.WORKSPACE_FOLDING_RANGE_REFRESH: ("workspace", "foldingRange", "refreshSupport"),
    types.WORKSPACE_INLINE_VALUE_REFRESH: ("workspace", "inlineValue", "refreshSupport"),
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH: ("workspace", "textDocumentContent"),
}
