"""Kept logins: one sealed file for each app and credential, found again, dated, forgotten, and never half read."""

import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.vault import KeptLogin, Vault

from .conftest import NoRing

LOGIN = {"username": "ada", "password": "lovelace-1843"}
SNAPSHOT: Object = {
    "version": 1,
    "cookies": [{"name": "sid", "value": "cookie-77", "domain": ".shop.example", "path": "/"}],
    "origins": [{"origin": "https://id.shop.example:8443", "top": "", "local": {"token": "t-1"}, "databases": []}],
    "tabs": [],
    "settings": {},
    "leftOut": [],
}


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def vault(home: Path, clock: Clock) -> Vault:
    made = Vault(home, NoRing(), clock=clock)
    for name in ("ada", "bob"):
        made.set(name, "username_password", ["shop.example"], {**LOGIN, "username": name})
    return made


def moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def the_file(home: Path) -> Path:
    (file,) = (home / "logins").glob("*.login")
    return file


def test_another_process_finds_what_was_kept(vault: Vault, home: Path, clock: Clock) -> None:
    kept = KeptLogin("shop", "ada", ("id.shop.example", "shop.example"), moment(clock.now), None)
    assert vault.logins.keep("shop", "ada", SNAPSHOT) == kept
    clock.now += 60
    other = Vault(home, NoRing(), clock=clock)
    assert other.logins.get("shop", "ada") == SNAPSHOT
    assert other.logins.list() == [
        KeptLogin("shop", "ada", kept.domains, moment(clock.now - 60), moment(clock.now)),
    ]


def test_each_app_and_credential_has_its_own(vault: Vault) -> None:
    vault.logins.keep("shop", "ada", SNAPSHOT)
    vault.logins.keep("shop", "bob", {**SNAPSHOT, "cookies": []})
    vault.logins.keep("shop", "ada", {**SNAPSHOT, "origins": []})
    assert [(each.app, each.credential, each.domains) for each in vault.logins.list()] == [
        ("shop", "ada", ("shop.example",)),
        ("shop", "bob", ("id.shop.example",)),
    ]
    assert vault.logins.get("sho", "pada") is None


def test_nothing_is_kept_at_first_and_asking_makes_nothing(vault: Vault, home: Path) -> None:
    assert vault.logins.list() == []
    assert vault.logins.get("shop", "ada") is None
    assert vault.logins.forget() == 0
    assert not (home / "logins").exists()


def test_files_are_private_and_sealed(vault: Vault, home: Path) -> None:
    vault.logins.keep("shop", "ada", SNAPSHOT)
    assert {stat.S_IMODE(file.stat().st_mode) for file in (home / "logins").iterdir()} == {0o600}
    assert stat.S_IMODE((home / "logins").stat().st_mode) == 0o700
    kept = the_file(home).name.encode() + the_file(home).read_bytes()
    assert not any(value in kept for value in (b"cookie-77", b"t-1", b"shop", b"ada"))


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        ({"app": "shop"}, [("mail", "ada")]),
        ({"app": "shop", "credential": "ada"}, [("mail", "ada"), ("shop", "bob")]),
        ({"credential": "ada"}, [("shop", "bob")]),
        ({"app": "shop", "credential": "eve"}, [("mail", "ada"), ("shop", "ada"), ("shop", "bob")]),
        ({}, []),
    ],
)
def test_logins_are_forgotten(vault: Vault, arguments: dict[str, str], left: list[tuple[str, str]]) -> None:
    for app, name in (("shop", "ada"), ("shop", "bob"), ("mail", "ada")):
        vault.logins.keep(app, name, SNAPSHOT)
    assert vault.logins.forget(**arguments) == 3 - len(left)
    assert [(each.app, each.credential) for each in vault.logins.list()] == left


def test_a_credential_of_another_user_does_not_get_the_login(vault: Vault, home: Path) -> None:
    vault.logins.keep("shop", "ada", SNAPSHOT)
    vault.set("ada", "username_password", ["shop.example"], {**LOGIN, "username": "eve"})
    assert vault.logins.get("shop", "ada") is None
    assert list((home / "logins").glob("*.login")) == []


def test_a_login_with_two_credentials_goes_with_either(vault: Vault) -> None:
    vault.set("phone", "authenticator", ["shop.example"], {"secret": "JBSWY3DPEHPK3PXP"})
    vault.logins.keep("shop", "phone+ada", SNAPSHOT)
    vault.logins.keep("mail", "phone+bob", SNAPSHOT)
    vault.use_code("phone")
    assert vault.logins.get("shop", "phone+ada") == SNAPSHOT
    assert vault.logins.forget("mail", "ada") == 0
    assert vault.logins.forget("shop", "ada") == 1
    vault.logins.keep("shop", "phone+ada", SNAPSHOT)
    vault.remove("ada")
    assert [each.credential for each in vault.logins.list()] == ["phone+bob"]
    vault.set("bob", "username_password", ["shop.example"], {**LOGIN, "username": "eve"})
    assert vault.logins.get("mail", "phone+bob") is None


def test_a_login_without_a_credential_of_the_vault_is_kept(vault: Vault) -> None:
    vault.logins.keep("shop", "none", SNAPSHOT)
    assert vault.logins.get("shop", "none") == SNAPSHOT


def test_a_code_that_was_used_since_changes_nothing(vault: Vault) -> None:
    vault.set("phone", "authenticator", ["shop.example"], {"secret": "JBSWY3DPEHPK3PXP"})
    vault.logins.keep("shop", "phone", SNAPSHOT)
    vault.use_code("phone")
    assert vault.logins.get("shop", "phone") == SNAPSHOT


def test_a_credential_takes_its_logins_with_it(vault: Vault) -> None:
    vault.logins.keep("shop", "ada", SNAPSHOT)
    vault.logins.keep("shop", "bob", SNAPSHOT)
    vault.remove("ada")
    assert [each.credential for each in vault.logins.list()] == ["bob"]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda sealed: sealed[:-1] + bytes([sealed[-1] ^ 1]), "is damaged"),
        (lambda sealed: sealed[:20], "is damaged"),
        (lambda sealed: sealed[:8] + bytes(8) + sealed[16:], "was sealed with another key"),
        (lambda _: b"SQLite format 3\0", "is not sealed by Pollex"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_and_left_alone(
    vault: Vault, home: Path, damage: Callable[[bytes], bytes], why: str
) -> None:
    vault.logins.keep("shop", "ada", SNAPSHOT)
    damaged = damage(the_file(home).read_bytes())
    the_file(home).write_bytes(damaged)
    attempts: list[Callable[[], object]] = [
        vault.logins.list,
        lambda: vault.logins.get("shop", "ada"),
        lambda: vault.logins.forget("shop"),
        lambda: vault.remove("ada"),
    ]
    for attempt in attempts:
        with pytest.raises(Fault, match=why) as caught:
            attempt()
        assert caught.value.code == "unavailable"
        assert "pollex credentials logins forget --all" in (caught.value.hint or "")
    assert the_file(home).read_bytes() == damaged
    assert "ada" in vault.credentials()
    assert vault.logins.forget() == 1


def test_a_file_under_the_name_of_another_login_is_refused(vault: Vault, home: Path) -> None:
    vault.logins.keep("shop", "ada", SNAPSHOT)
    ada = the_file(home)
    vault.logins.keep("shop", "bob", SNAPSHOT)
    (bob,) = set((home / "logins").glob("*.login")) - {ada}
    bob.write_bytes(ada.read_bytes())
    with pytest.raises(Fault, match="is damaged"):
        vault.logins.get("shop", "bob")


def test_a_snapshot_of_a_run_is_no_kept_login(vault: Vault, home: Path) -> None:
    vault.logins.keep("shop", "ada", SNAPSHOT)
    the_file(home).write_bytes(vault.seal(b"{}"))
    with pytest.raises(Fault, match="is damaged"):
        vault.logins.get("shop", "ada")
