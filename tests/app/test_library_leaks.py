"""Secrets of a library run with login and second factor: looked for everywhere, and found once redaction is off."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex.core.json import Object, dumps
from pollex.core.pipeline.redact import Redactor
from pollex.practice.server import Server
from pollex.scripting.channel import ScriptChannel

from ..page.test_pictures import folded, reader
from .leaks import PASSWORD, found, known, run_task

__all__ = ["reader"]

ALL = {"password", "code", "seed"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture
def channel(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that goes between Pollex and the processes of scripts."""
    lines: list[str] = []
    send, receive = ScriptChannel.send, ScriptChannel.buffer_updated

    def sent(self: ScriptChannel, message: Object) -> None:
        lines.append(dumps(message))
        send(self, message)

    def received(self: ScriptChannel, size: int) -> None:
        lines.append(self.get_buffer(0)[:size].decode())
        receive(self, size)

    monkeypatch.setattr(ScriptChannel, "send", sent)
    monkeypatch.setattr(ScriptChannel, "buffer_updated", received)
    return lines


@pytest.fixture
async def leaks(tmp_path: Path, server: Server, reader: Any, channel: list[str], caplog: Any, capfd: Any) -> Any:
    """Returns what a run leaks: the names of the secrets that are found, by place."""

    caplog.set_level("DEBUG")

    async def search() -> dict[str, set[str]]:
        secrets = known()
        places = await run_task(tmp_path / "home", tmp_path / "library", server)
        places |= {"output": "\n".join([caplog.text, *capfd.readouterr()]), "channel": "\n".join(channel)}
        assert "/bank/login" not in places["trace"], "only the window of the task is traced"
        pictures = [path for path in (tmp_path / "home").rglob("*") if path.suffix in (".png", ".jpg", ".jpeg")]
        shown = " ".join(reader(str(picture)) for picture in pictures)
        held = re.findall(r"(\w+)(?: -?\d)? in (environment|memory)", places["events"])
        return {
            **{place: found(text, secrets) for place, text in places.items()},
            "pictures": found(shown, {name: folded(secret) for name, secret in secrets.items()}),
            **{place: {name for name, where in held if where == place} for place in ("environment", "memory")},
        }

    return search


async def test_nothing_leaks(leaks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLLEX_SECRET_BANK", PASSWORD)

    assert {place: names for place, names in (await leaks()).items() if names} == {}


async def test_the_search_finds_everything_without_redaction(leaks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Redactor, "learn", lambda self, secret: None)
    monkeypatch.setenv("LC_SECRET", PASSWORD)  # which a script may have

    assert await leaks() == {
        "events": ALL,
        "files": ALL,
        "trace": {"password"},
        "prompts": {"password", "seed"},
        "output": {"password", "seed"},
        "channel": ALL,
        "pictures": {"password", "seed"},
        "environment": {"password"},
        "memory": ALL,
    }
