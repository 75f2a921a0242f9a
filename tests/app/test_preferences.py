"""What a person chooses: keys in the keyring or the vault, checked by one question, and a model that stays chosen."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from pollex import App, Fault
from pollex.app.keys import StoredKeys
from pollex.core.secret import Secret
from pollex.settings import Settings
from pollex.vault import Vault

from ..servers import serving

ELSEWHERE = "openai-chat:demo@http://127.0.0.1:9/v1"


class Ring:
    """A keyring that is a dictionary, or keeps nothing."""

    def __init__(self, *, works: bool) -> None:
        self.works = works
        self.kept: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        return self.kept.get(name)

    def put(self, name: str, text: str) -> bool:
        if self.works:
            self.kept[name] = text
        return self.works

    def remove(self, name: str) -> bool:
        return self.kept.pop(name, None) is not None


def stored(home: Path, ring: Ring, **environ: str) -> StoredKeys:
    return StoredKeys(Settings.load(cwd=home, environ=environ, home=home), Vault(home, ring), ring)


@pytest.mark.parametrize(("works", "place"), [(True, "keyring"), (False, "vault")])
def test_a_key_goes_into_the_keyring_else_into_the_vault(tmp_path: Path, works: bool, place: str) -> None:
    ring = Ring(works=works)
    keys = stored(tmp_path, ring)
    assert keys.source("google") is None
    assert keys.store("google", "g-123456") == place
    assert stored(tmp_path, ring).source("google") == place
    found = stored(tmp_path, ring).find("GOOGLE_API_KEY")
    assert isinstance(found, Secret)
    assert found.reveal() == "g-123456"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(b"g-123456" in path.read_bytes() for path in files)
    assert (keys.forget("google"), keys.forget("google"), keys.source("google")) == (True, False, None)


def test_a_keyring_that_works_again_takes_the_key_out_of_the_vault(tmp_path: Path) -> None:
    ring = Ring(works=False)
    keys = stored(tmp_path, ring)
    keys.store("openai", "first")
    ring.works = True
    keys.store("openai", "second")
    assert (keys.source("openai"), Vault(tmp_path, ring).model_keys.get("OPENAI_API_KEY")) == ("keyring", None)


def test_a_variable_counts_more_than_a_stored_key(tmp_path: Path) -> None:
    keys = stored(tmp_path, Ring(works=True), OPENAI_API_KEY="sk-from-outside")
    assert keys.source("openai") == "environment"
    with pytest.raises(Fault) as raised:
        keys.store("openai", "sk-typed")
    assert raised.value.code == "conflict"
    assert "sk-" not in json.dumps(raised.value.to_json())


class OneWord(BaseHTTPRequestHandler):
    """Answers in OpenAI's protocol."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": "yes"}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        answer = {"id": "x", "object": "chat.completion", "created": 1, "model": "qwen3", "choices": [choice]}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


async def test_a_provider_is_checked_by_one_question(tmp_path: Path) -> None:
    with serving(HTTPServer(("127.0.0.1", 0), OneWord)) as server:
        environ = {"OLLAMA_HOST": f"127.0.0.1:{server.server_port}"}
        async with App(Settings.load(cwd=tmp_path, environ=environ, home=tmp_path)) as app:
            assert await app.preferences.check_key("ollama") == {
                "provider": "ollama",
                "model": "ollama:qwen3",
                "usd": 0.0,
            }
            with pytest.raises(Fault) as raised:
                await app.preferences.check_key("openai")
    assert raised.value.code == "unavailable"


async def test_a_chosen_model_stays_chosen_and_others_take_the_default(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        chosen = await app.workspaces.open()
        await chosen.choose_model(ELSEWHERE)
        other = await app.workspaces.open("00000000-0000-4000-8000-000000000001")
        assert other.model.name == "local"
        await app.preferences.change({"model": "ollama:qwen3"})
        assert (chosen.model.name, other.model.name) == (ELSEWHERE, "ollama:qwen3")
    async with App(home=tmp_path, environ={}) as app:
        assert (await app.workspaces.open(chosen.workspace.id)).model.name == ELSEWHERE
        assert (await app.workspaces.open(other.workspace.id)).model.name == "ollama:qwen3"
        with pytest.raises(Fault) as raised:
            await app.preferences.change({"model": "openai:gpt"})
        assert raised.value.code == "unavailable"


def test_addresses_are_shown_without_what_lets_somebody_in(tmp_path: Path) -> None:
    settings = Settings.load(
        cwd=tmp_path, environ={}, home=tmp_path, cdp="wss://me:pa55@host.example/devtools?token=t0k3n"
    )
    shown = {each["name"]: each["value"] for each in App(settings).preferences.settings()}
    assert (shown["cdp"], shown["home"]) == ("wss://host.example/…", str(tmp_path))
