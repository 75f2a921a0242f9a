"""Logins of a password manager in the vault: their names, their domains, what is left out, and all or nothing."""

import json
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.vault import Credential, Vault

SEED = "JBSWY3DPEHPK3PXP"
CODE = {"secret": SEED, "digits": "6", "period": "30", "algorithm": "SHA1"}


def login(name: str, *uris: str, username: str | None = "ada", password: str | None = "p-1", totp: str = "") -> Any:
    urls = [{"uri": uri} for uri in uris]
    values = {"uris": urls, "username": username, "password": password, "totp": totp or None}
    return {"type": 1, "name": name, "login": values}


def export(*items: Any) -> bytes:
    return json.dumps({"encrypted": False, "items": items}).encode()


def test_a_login_and_its_code_become_credentials(vault: Vault) -> None:
    item = login("My Café (work)", "https://www.cafe.example:8443/login?x=1", "id.cafe.example", totp=SEED)
    plan = vault.import_export(export(item))
    domains = ("cafe.example", "id.cafe.example")
    made = {
        "my-cafe-work": Credential(
            "my-cafe-work", "username_password", domains, {"username": "ada", "password": "p-1"}
        ),
        "my-cafe-work-code": Credential("my-cafe-work-code", "authenticator", domains, CODE),
    }
    assert vault.credentials() == made
    assert plan.added == list(made.values())
    assert (plan.replaced, plan.skipped) == ([], [])


def test_names_are_unique_and_can_be_used(vault: Vault) -> None:
    titles = ["Shop", "shop", "Shop code", "custom", "1and1", "", "日本"]
    items = [login(title, "https://x.example", totp=SEED if title == "Shop" else "") for title in titles]
    vault.import_export(export(*items))
    assert sorted(vault.credentials()) == [
        "custom-2", "login", "login-1and1", "shop", "shop-2", "shop-code", "shop-code-2", "x-example",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (login("A"), "it has no web address"),
        (login("A", "androidapp://com.a"), "it has no web address"),
        (login("A", "http://[bad"), "it has no web address"),
        (login("A", "https://a.example", username=""), "it has no user name"),
        (login("A", "https://a.example", password=None), "it has no password"),
        (login("A", username="", password=""), "it has no web address and no user name and no password"),
        ({"type": 3, "name": "A"}, "it is a card"),
    ],
)
def test_what_cannot_be_used_is_left_out_with_its_reason(vault: Vault, item: Any, reason: str) -> None:
    plan = vault.import_export(export(item, login("B", "https://b.example")))
    assert plan.skipped == [("A", reason)]
    assert list(vault.credentials()) == ["b"]


def test_a_seed_that_gives_no_codes_is_left_out_alone(vault: Vault) -> None:
    plan = vault.import_export(export(login("A", "https://a.example", totp="steam://JBSWY3DP")))
    ((title, reason),) = plan.skipped
    assert (title, list(vault.credentials())) == ("A", ["a"])
    assert reason.startswith("'a-code' cannot be stored")
    assert "JBSWY" not in reason


def test_nothing_is_replaced_unless_asked(vault: Vault) -> None:
    data = export(login("A", "https://a.example", totp=SEED), login("B", "https://b.example"))
    vault.import_export(data)
    vault.use_code("a-code")
    assert [reason for _, reason in vault.import_export(data, replace=True).skipped] == [
        "'a' is stored already", "'a-code' is stored already", "'b' is stored already",
    ]  # fmt: skip
    other = export(login("A", "https://a.example", password="p-2"), login("C", "https://c.example"))
    plan = vault.import_export(other)
    assert plan.skipped == [("A", "'a' is stored with other values; --replace replaces it")]
    assert vault.credentials()["a"].fields["password"] == "p-1"
    assert "c" in vault.credentials()
    plan = vault.import_export(other, replace=True)
    assert [each.name for each in plan.replaced] == ["a"]
    assert vault.credentials()["a"].fields["password"] == "p-2"


def test_a_dry_run_stores_nothing(vault: Vault) -> None:
    plan = vault.import_export(export(login("A", "https://a.example")), dry_run=True)
    assert [each.name for each in plan.added] == ["a"]
    assert not vault.path.exists()


def test_a_mistake_in_one_item_imports_none(vault: Vault) -> None:
    with pytest.raises(Fault):
        vault.import_export(export(login("A", "https://a.example"), 5))
    assert not vault.path.exists()


def test_a_plan_shows_no_values(vault: Vault) -> None:
    plan = vault.import_export(export(login("A", "https://a.example", username="ada-77", password="p-77", totp=SEED)))
    shown = repr(plan) + json.dumps(plan.described())
    assert not any(value in shown for value in ("ada-77", "p-77", SEED))
