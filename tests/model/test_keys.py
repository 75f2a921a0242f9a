"""Where keys come from, and which model is meant when none is named."""

from pathlib import Path

import pytest

from pollex.app.keys import keys
from pollex.core.fault import Fault
from pollex.core.secret import Secret
from pollex.model import default_model, parse_name
from pollex.model.keys import find_key
from pollex.settings import Settings


class Ring:
    """A keyring that is a dictionary, and counts how often it is asked."""

    def __init__(self, **kept: str) -> None:
        self.kept = kept
        self.asked: list[str] = []

    def get(self, name: str) -> str | None:
        self.asked.append(name)
        return self.kept.get(name)

    def put(self, name: str, text: str) -> bool:
        raise AssertionError("keys are only read")

    def remove(self, name: str) -> bool:
        raise AssertionError("keys are only read")


def told(found: Secret | str | None) -> str | None:
    return found.reveal() if isinstance(found, Secret) else found


def test_the_environment_goes_before_dotenv_and_dotenv_before_the_keyring(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ONE=dotenv\nTWO=dotenv\nEMPTY=\n")
    settings = Settings.load(environ={"ONE": "environment", "THREE": ""}, cwd=tmp_path, home=tmp_path)
    find = keys(settings, Ring(ONE="ring", TWO="ring", THREE="ring", EMPTY="ring"))

    found = {name: told(find(name)) for name in ("ONE", "TWO", "THREE", "EMPTY", "FOUR")}

    assert found == {"ONE": "environment", "TWO": "dotenv", "THREE": "ring", "EMPTY": "ring", "FOUR": None}


def test_the_keyring_is_asked_once_for_each_key_and_not_for_those_that_are_set(tmp_path: Path) -> None:
    ring = Ring()
    find = keys(Settings.load(environ={"ONE": "x"}, cwd=tmp_path, home=tmp_path), ring)

    for name in ("ONE", "TWO", "TWO"):
        find(name)

    assert ring.asked == ["TWO"]


def test_a_key_is_not_shown() -> None:
    found = find_key(parse_name("openai"), {"OPENAI_API_KEY": "sk-secret"}.get)
    assert repr(found) == "Secret('OPENAI_API_KEY')"


def test_the_second_variable_serves_where_the_first_is_not_set() -> None:
    assert told(find_key(parse_name("google"), {"GEMINI_API_KEY": "g"}.get)) == "g"


def test_a_missing_key_says_where_to_put_it() -> None:
    with pytest.raises(Fault) as raised:
        find_key(parse_name("anthropic:claude"), lambda _: None)
    assert raised.value == Fault(
        "unavailable",
        "There is no key for 'anthropic:claude'.",
        expected="the variable ANTHROPIC_API_KEY",
        hint=(
            "Set ANTHROPIC_API_KEY in the environment or in .env, or store it: in the window Settings, "
            "or keyring set pollex ANTHROPIC_API_KEY."
        ),
        retry=False,
    )


@pytest.mark.parametrize(
    ("kept", "name"),
    [
        ({}, "local"),
        ({"OLLAMA_HOST": "127.0.0.1"}, "local"),
        ({"GEMINI_API_KEY": "g"}, "google:gemini-3.8-flash"),
        ({"BROWSER_USE_API_KEY": "b", "ANTHROPIC_API_KEY": "a"}, "anthropic:claude-sonnet-5-5"),
        ({"OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"}, "openai:gpt-6.1-terra"),
    ],
)
def test_the_default_is_the_first_provider_with_a_key(kept: dict[str, str], name: str) -> None:
    assert default_model(kept.get) == name
