"""A key behind a passphrase: the same key, wrapped; the words are stored nowhere, and wrong ones change nothing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.vault import Vault, passphrase_from

from .conftest import NoRing
from .test_key import Ring

WORDS = "correct horse battery staple"
LOGIN = {"username": "ada", "password": "lovelace-1843"}


def opened(home: Path, words: str | None = WORDS, ring: Ring | NoRing | None = None) -> Vault:
    return Vault(home, ring or NoRing(), passphrase=lambda: words)


@pytest.fixture
def locked(home: Path) -> Path:
    """A home with a login, whose key is behind a passphrase."""
    vault = opened(home)
    vault.set("bank", "username_password", ["bank.example"], LOGIN)
    vault.move_key("passphrase", WORDS)
    return home


def test_the_words_open_what_was_stored_before(home: Path) -> None:
    vault = opened(home)
    vault.set("bank", "username_password", ["bank.example"], LOGIN)
    sealed, credentials = vault.seal(b"state"), vault.path.read_bytes()
    assert vault.move_key("passphrase", WORDS) is True
    assert vault.path.read_bytes() == credentials
    other = opened(home)
    assert other.key_place() == "passphrase"
    assert other.open(sealed) == b"state"
    assert other.credentials()["bank"].fields == LOGIN


def test_neither_words_nor_key_are_in_a_file(home: Path) -> None:
    vault = opened(home)
    vault.seal(b"state")
    key = json.loads((home / "vault.key").read_text())["key"]
    vault.move_key("passphrase", WORDS)
    kept = b"".join(file.read_bytes() for file in home.iterdir())
    assert WORDS.encode() not in kept
    assert key.encode() not in kept


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("correct horse", "denied", "This is not the passphrase of the vault."),
        (None, "unavailable", "The vault needs its passphrase, and there is nobody to ask."),
    ],
)
def test_without_the_right_words_nothing_opens_and_nothing_changes(
    locked: Path, words: str | None, code: str, message: str
) -> None:
    before = {file.name: file.read_bytes() for file in locked.iterdir()}
    attempts: list[Callable[[], object]] = [
        opened(locked, words).credentials,
        lambda: opened(locked, words).set("shop", "custom", [], {"k": "v"}),
        lambda: opened(locked, words).seal(b"state"),
        lambda: opened(locked, words).move_key("file"),
    ]
    for attempt in attempts:
        with pytest.raises(Fault) as caught:
            attempt()
        assert (caught.value.code, caught.value.message) == (code, message)
        assert "POLLEX_PASSPHRASE" in (caught.value.hint or "")
    assert {file.name: file.read_bytes() for file in locked.iterdir()} == before


def test_a_person_is_asked_once(locked: Path) -> None:
    asked: list[str] = []

    def ask() -> str:
        asked.append("asked")
        return WORDS

    vault = Vault(locked, NoRing(), passphrase=ask)
    vault.unlock()
    vault.credentials()
    vault.set("shop", "custom", [], {"k": "v"})
    assert asked == ["asked"]


def test_another_passphrase_and_back_to_a_file(locked: Path) -> None:
    opened(locked).move_key("passphrase", "other words")
    with pytest.raises(Fault, match="not the passphrase"):
        opened(locked).credentials()
    opened(locked, "other words").move_key("file")
    assert list(opened(locked, None).credentials()) == ["bank"]


def test_a_keyring_forgets_the_key_that_went_behind_a_passphrase(home: Path) -> None:
    ring = Ring()
    sealed = opened(home, ring=ring).seal(b"state")
    assert len(ring.kept) == 1
    assert opened(home, ring=ring).move_key("passphrase", WORDS) is True
    assert ring.kept == {}
    assert opened(home, ring=ring).move_key("keyring") is True
    assert opened(home, None, ring).open(sealed) == b"state"


def test_a_keyring_that_does_not_forget_is_told(home: Path) -> None:
    ring = Ring()
    vault = opened(home, ring=ring)
    vault.seal(b"state")
    ring.locked = True
    assert vault.move_key("passphrase", WORDS) is False
    assert opened(home).key_place() == "passphrase"


def test_without_a_keyring_the_key_stays_where_it_is(locked: Path) -> None:
    with pytest.raises(Fault, match="no keyring here"):
        opened(locked).move_key("keyring")
    assert opened(locked).key_place() == "passphrase"


def test_an_empty_passphrase_is_refused(home: Path) -> None:
    with pytest.raises(Fault, match="empty"):
        opened(home).move_key("passphrase", "")
    assert not home.exists()


def test_a_new_home_can_begin_with_a_passphrase(home: Path) -> None:
    opened(home).move_key("passphrase", WORDS)
    opened(home).set("bank", "username_password", ["bank.example"], LOGIN)
    assert json.loads((home / "vault.key").read_text())["place"] == "passphrase"
    assert list(opened(home).credentials()) == ["bank"]


@pytest.mark.parametrize(
    "changed",
    [{"n": 2**30}, {"n": 1000}, {"n": "131072"}, {"r": 0}, {"salt": "AA=="}, {"salt": 5}, {"wrapped": ""}, {"x": 1}],
)
def test_a_damaged_wrapped_key_is_refused_before_it_costs_anything(locked: Path, changed: Object) -> None:
    file = locked / "vault.key"
    entry = json.loads(file.read_text())
    file.write_text(json.dumps({**entry, "key": {**entry["key"], **changed}}))
    with pytest.raises(Fault, match="damaged, or of another version"):
        opened(locked).credentials()


def test_the_words_come_from_the_variable() -> None:
    assert passphrase_from({"POLLEX_PASSPHRASE": WORDS})() == WORDS
    assert passphrase_from({})() is None  # tests have no terminal
