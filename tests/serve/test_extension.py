"""The socket of the extension: who gets in, and what others learn and steer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pollex.serve.extension.pairing import CODE_SECONDS, CODE_TRIES, Pairings, code_key, proof
from pollex.serve.guard import EXTENSION_ORIGIN

from ..processes import Nursery
from .extension_socket import code_of, paired, pairings, said, shake, socket
from .served import Served

WRONG: Final = "0" * 64


@pytest.fixture(scope="module")
def shared(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(nursery, tmp_path_factory.mktemp("extension")) as server:
        yield server


@pytest.fixture
def own(shared: Served) -> Served:
    """A server that nobody is paired with."""
    for each in pairings(shared):
        assert shared.client.delete(f"/api/extension/{each['id']}").status_code == 200
    return shared


def test_a_code_becomes_a_pairing_that_connects_again(own: Served) -> None:
    pairing, key = paired(own)
    with socket(own, pairing=pairing) as (opened, nonce):
        assert shake(opened, nonce, key)[0] == {"type": "welcome", "pairing": pairing}
        assert [(each["id"], each["connected"]) for each in pairings(own)] == [(pairing, True)]
        assert own.client.delete(f"/api/extension/{pairing}").status_code == 200
        with pytest.raises(ConnectionClosed) as closed:
            opened.recv(timeout=20)
    assert (closed.value.rcvd.code if closed.value.rcvd else 0, pairings(own)) == (4401, [])
    with socket(own, pairing=pairing) as (opened, _):
        assert said(opened)["fault"]["message"] == "This pairing has ended, or is of another Pollex."
    stored = own.home / "extension.pairings"
    assert (key.hex() in stored.read_text(), stored.stat().st_mode & 0o777) == (False, 0o600)


def test_a_code_holds_once(own: Served) -> None:
    paired(own)
    with socket(own) as (opened, _):
        assert said(opened)["fault"]["message"] == "No code is waiting to be used."


def test_a_code_ends_after_five_wrong_tries(own: Served) -> None:
    code_of(own)
    for _ in range(CODE_TRIES):
        with socket(own) as (opened, _):
            assert said(opened)["type"] == "challenge"
            opened.send(json.dumps({"type": "proof", "proof": WRONG}))
            assert said(opened)["fault"]["code"] == "denied"
    with socket(own) as (opened, _):
        assert said(opened)["fault"]["message"] == "No code is waiting to be used."
    assert pairings(own) == []


def test_a_code_ends_after_two_minutes(tmp_path: Path) -> None:
    now = [0.0]
    known = Pairings(tmp_path, lambda: now[0])
    words = known.new_code(8765).partition("-")[2].replace("-", "")
    now[0] = CODE_SECONDS
    assert known.key_of(None) == code_key(words)
    now[0] += 1
    assert known.key_of(None) is None


def test_a_proof_that_was_heard_cannot_be_said_again(own: Served) -> None:
    pairing, key = paired(own)
    with socket(own, pairing=pairing) as (opened, nonce):
        first = said(opened)
    with socket(own, pairing=pairing) as (opened, _):
        assert said(opened)["nonce"] != first["nonce"]
        opened.send(json.dumps({"type": "proof", "proof": proof(key, "extension", f"{nonce}\n{first['nonce']}")}))
        assert said(opened)["type"] == "refused"


def test_the_server_s_own_proof_does_not_open_it(own: Served) -> None:
    pairing, _ = paired(own)
    with socket(own, pairing=pairing) as (opened, _):
        opened.send(json.dumps({"type": "proof", "proof": said(opened)["proof"]}))
        assert said(opened)["type"] == "refused"


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://127.0.0.1:8765",
        "https://evil.example",
        "chrome-extension://" + "a" * 32,
        EXTENSION_ORIGIN + "/",
    ],
)
def test_only_our_extension_may_ask(served: Served, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused, socket(served, origin):
        pass
    assert refused.value.response.status_code == 403


def test_the_extension_s_origin_opens_nothing_else(served: Served) -> None:
    for path in ("/api/runs", "/socket", "/mcp", "/"):
        assert served.client.get(path, headers={"Origin": EXTENSION_ORIGIN}).status_code == 403, path


@pytest.mark.parametrize(
    "message", ["", "{", "[]", '{"type": "proof"}', '{"type": "hello", "nonce": "short", "name": "x"}', "x" * 5_000_000]
)
def test_what_is_no_hello_is_refused(own: Served, message: str) -> None:
    with (
        connect(f"ws://127.0.0.1:{own.port}/extension", origin=Origin(EXTENSION_ORIGIN), proxy=None) as opened,
        pytest.raises(ConnectionClosed),
    ):
        opened.send(message)
        assert said(opened)["type"] == "refused"
        opened.recv(timeout=20)
    assert pairings(own) == []
