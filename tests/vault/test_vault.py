"""The encrypted file of credentials: what it keeps, what it refuses, and that it is never lost to a mistake."""

import multiprocessing
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.vault import Credential, Vault

OpenVault = Callable[[], Vault]
LOGIN = {"username": "ada", "password": "lovelace-1843"}


def store_login(vault: Vault, name: str = "bank") -> None:
    vault.set(name, "username_password", ["bank.example"], LOGIN)


def test_another_process_reads_what_was_stored(vault: Vault, open_vault: OpenVault) -> None:
    assert vault.set("bank", "username_password", ["Bank.Example", "bank.example."], LOGIN)[1] is False
    assert vault.set("mailer", "custom", [], {"apiKey": "k-1", "region": "eu"})[1] is False
    assert vault.set("mailer", "custom", [], {"apiKey": "k-2"})[1] is True
    assert open_vault().credentials() == {
        "bank": Credential("bank", "username_password", ("bank.example",), LOGIN),
        "mailer": Credential("mailer", "custom", (), {"apiKey": "k-2"}),
    }


def test_what_is_removed_is_gone(vault: Vault, open_vault: OpenVault) -> None:
    store_login(vault)
    store_login(vault, "shop")
    assert vault.remove("bank").name == "bank"
    assert list(open_vault().credentials()) == ["shop"]


def test_removing_what_is_not_there_names_what_is_near(vault: Vault) -> None:
    store_login(vault)
    with pytest.raises(Fault) as caught:
        vault.remove("bnk")
    assert (caught.value.code, caught.value.expected, caught.value.hint) == (
        "not_found",
        "'bank'",
        "Did you mean 'bank'?",
    )


def test_values_are_in_no_file_and_in_no_text(vault: Vault, home: Path) -> None:
    store_login(vault)
    kept = b"".join(file.read_bytes() for file in home.iterdir())
    for value in LOGIN.values():
        assert value.encode() not in kept
        assert value not in repr(vault.credentials())
        assert value not in str(vault.credentials()["bank"].described())


def test_files_are_for_their_owner_only(vault: Vault, home: Path) -> None:
    store_login(vault)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in [home, *home.iterdir()]}
    assert modes == {"home": 0o700, "vault.bin": 0o600, "vault.key": 0o600, "vault.lock": 0o600}


def test_asking_an_empty_vault_makes_nothing(vault: Vault, home: Path) -> None:
    assert vault.credentials() == {}
    assert vault.key_place() is None
    assert not home.exists()


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda sealed: sealed[:-1] + bytes([sealed[-1] ^ 1]), "is damaged"),
        (lambda sealed: sealed[:20], "is damaged"),
        (lambda sealed: sealed[:8] + bytes(8) + sealed[16:], "was sealed with another key"),
        (lambda sealed: sealed[:7] + b"\x02" + sealed[8:], "is not sealed by Pollex, or by another version"),
        (lambda _: b"", "is not sealed by Pollex"),
        (lambda _: b"SQLite format 3\0", "is not sealed by Pollex"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_and_left_alone(
    vault: Vault, open_vault: OpenVault, damage: Callable[[bytes], bytes], why: str
) -> None:
    store_login(vault)
    damaged = damage(vault.path.read_bytes())
    vault.path.write_bytes(damaged)
    for attempt in (open_vault().credentials, lambda: store_login(open_vault(), "new"), lambda: vault.remove("bank")):
        with pytest.raises(Fault, match=why) as caught:
            attempt()
        assert (caught.value.code, caught.value.retry) == ("unavailable", False)
    assert vault.path.read_bytes() == damaged


def test_a_lost_key_is_not_replaced_by_a_new_one(vault: Vault, open_vault: OpenVault) -> None:
    store_login(vault)
    vault.key_path.unlink()
    for attempt in (open_vault().credentials, lambda: store_login(open_vault()), lambda: open_vault().seal(b"x")):
        with pytest.raises(Fault, match=r"vault\.key"):
            attempt()
    assert not vault.key_path.exists()


def test_snapshots_are_sealed_and_opened_by_the_same_home(vault: Vault, open_vault: OpenVault, tmp_path: Path) -> None:
    sealed = vault.seal(b'{"cookies": []}')
    assert b"cookies" not in sealed
    assert sealed != vault.seal(b'{"cookies": []}')
    assert open_vault().open(sealed) == b'{"cookies": []}'
    other = Vault(tmp_path / "other")
    with pytest.raises(Fault, match=r"vault\.key"):
        other.open(sealed)


def test_the_vault_itself_is_no_snapshot(vault: Vault) -> None:
    store_login(vault)
    with pytest.raises(Fault, match="The snapshot is damaged"):
        vault.open(vault.path.read_bytes())


def test_processes_that_write_at_once_lose_nothing(vault: Vault, home: Path) -> None:
    spawn = multiprocessing.get_context("fork")
    writers = [spawn.Process(target=write_some, args=(vault, number)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(30)
    assert [writer.exitcode for writer in writers] == [0, 0, 0, 0]
    assert sorted(vault.credentials()) == sorted(f"w{number}-{each}" for number in range(4) for each in range(10))
    assert sorted(file.name for file in home.iterdir()) == ["vault.bin", "vault.key", "vault.lock"]


def write_some(vault: Vault, number: int) -> None:
    for each in range(10):
        store_login(vault, f"w{number}-{each}")


@pytest.mark.parametrize(
    ("type_", "domains", "fields", "pointers"),
    [
        ("username_password", ["a.example"], {"username": "ada"}, ["/fields/password"]),
        ("username_password", [], LOGIN, ["/domains"]),
        ("username_password", ["a.example"], {**LOGIN, "pin": "1"}, ["/fields/pin"]),
        ("username_password", ["a.example"], {"username": 1, "password": ""}, ["/fields/username", "/fields/password"]),
        ("username_pasword", ["a.example"], LOGIN, ["/type"]),
        ("custom", ["https://a.example/x", "*.a.example"], {"k": "v"}, ["/domains/0", "/domains/1"]),
        ("custom", [], {}, ["/fields"]),
        ("custom", [], {"a.b": "v"}, ["/fields/a.b"]),
        ("custom", [], ["v"], ["/fields"]),
    ],
)
def test_mistakes_are_listed_all_at_once(
    vault: Vault, type_: str, domains: list[str], fields: object, pointers: list[str]
) -> None:
    with pytest.raises(Fault) as caught:
        vault.set("x", type_, domains, fields)
    assert caught.value.code == "invalid_input"
    assert [issue.pointer for issue in caught.value.issues] == pointers
    assert "lovelace" not in str(caught.value.to_json())


@pytest.mark.parametrize("name", ["username_password", "authenticator", "custom", "generic"])
def test_the_name_of_a_type_is_no_name_of_a_credential(vault: Vault, name: str) -> None:
    with pytest.raises(Fault) as caught:
        vault.set(name, "custom", [], {"k": "v"})
    assert (caught.value.code, caught.value.pointer) == ("invalid_input", "/name")
    assert (caught.value.hint or "").startswith("Name it after its site or account, such as 'bank'")


def test_a_vault_that_has_such_a_name_opens_and_can_remove_it(vault: Vault, open_vault: OpenVault) -> None:
    store_login(vault)
    kept = Credential("custom", "custom", (), {"k": "v"})
    vault._write({**vault.credentials(), "custom": kept})  # as an earlier version did
    assert open_vault().credentials()["custom"] == kept
    assert open_vault().remove("custom") == kept
    assert list(vault.credentials()) == ["bank"]


def test_domains_are_kept_as_pages_have_them(vault: Vault) -> None:
    stored, _ = vault.set("x", "custom", ["München.example", "LOCALHOST", "127.0.0.1"], {"k": "v"})
    assert stored.domains == ("xn--mnchen-3ya.example", "localhost", "127.0.0.1")
