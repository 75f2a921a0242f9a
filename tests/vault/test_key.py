"""Where the master key is: in a keyring that really works, else in a file; and that it is never guessed anew."""

from pathlib import Path

import keyring
import pytest

from pollex.core.fault import Fault
from pollex.vault import Vault
from pollex.vault.system_keyring import SystemKeyring


class Ring:
    """A keyring that works, until it is locked."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.locked = False

    def get(self, name: str) -> str | None:
        return None if self.locked else self.kept.get(name)

    def put(self, name: str, text: str) -> bool:
        self.kept[name] = text
        return not self.locked

    def remove(self, name: str) -> bool:
        return not self.locked and self.kept.pop(name, None) is not None


def test_a_keyring_that_works_keeps_the_key(home: Path) -> None:
    ring = Ring()
    sealed = Vault(home, ring).seal(b"state")
    assert Vault(home, ring).key_place() == "keyring"
    (key,) = ring.kept.values()
    assert key not in (home / "vault.key").read_text()
    assert Vault(home, ring).open(sealed) == b"state"


def test_without_a_keyring_the_key_is_in_a_file(vault: Vault) -> None:
    vault.seal(b"state")
    assert vault.key_place() == "file"


def test_a_keyring_that_is_locked_later_is_a_fault_and_no_reason_for_a_new_key(home: Path) -> None:
    ring = Ring()
    Vault(home, ring).seal(b"state")
    told = (home / "vault.key").read_text()
    ring.locked = True
    with pytest.raises(Fault, match="does not give it") as caught:
        Vault(home, ring).seal(b"more")
    assert (caught.value.code, caught.value.retry) == ("unavailable", True)
    assert (home / "vault.key").read_text() == told


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"version": 2, "id": "0011223344556677", "place": "file"}', "\xff"])
def test_a_damaged_key_is_refused_and_left_alone(home: Path, vault: Vault, text: str) -> None:
    home.mkdir()
    (home / "vault.key").write_text(text, encoding="latin-1")
    with pytest.raises(Fault, match="damaged, or of another version"):
        vault.seal(b"state")
    assert (home / "vault.key").read_text(encoding="latin-1") == text


def test_a_key_that_others_may_read_is_refused(home: Path, vault: Vault) -> None:
    vault.seal(b"state")
    (home / "vault.key").chmod(0o640)
    with pytest.raises(Fault, match="Others may read the key") as caught:
        Vault(home).seal(b"more")
    assert caught.value.code == "denied"


@pytest.mark.parametrize("backend", ["keyring.backends.fail.Keyring", "keyring.backends.null.Keyring"])
def test_a_keyring_that_keeps_nothing_is_not_used(backend: str) -> None:
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.core.load_keyring(backend))
    try:
        assert SystemKeyring().put("pollex-test", "text") is False
        assert SystemKeyring().get("pollex-test") is None
    finally:
        keyring.set_keyring(before)
