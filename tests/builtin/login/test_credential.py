"""Which credential a login uses: by name, by type in a library run, or the only one."""

import pytest

from pollex import Fault
from pollex.builtin.login.credential import find_credential
from pollex.core.context import Context
from pollex.core.registry import Registry
from pollex.core.secret import AliasedSecrets, Secret


class Stored:
    def __init__(self, *names: str) -> None:
        self._names = list(names)

    async def get(self, name: str) -> Secret:
        raise AssertionError(f"{name!r} was read")

    def names(self) -> list[str]:
        return self._names


BANK = ("bank", "bank.username", "bank.password")
SHOP = ("shop", "shop.username", "shop.password")


def context(*names: str) -> Context:
    return Context(Registry(), secrets=Stored(*names))


def test_by_name_in_any_case_with_its_authenticator() -> None:
    found = find_credential("Bank", context(*BANK, *SHOP, "bank-code", "bank-code.code", "other.code"))
    parts = [found.reference(part) for part in ("username", "password", "code")]
    assert parts == ["{{secret.bank.username}}", "{{secret.bank.password}}", "{{secret.bank-code.code}}"]


def test_the_only_one_needs_no_name() -> None:
    assert find_credential(None, context(*BANK, "gate.code")).name == "bank"


def test_a_type_stands_for_the_chosen_one_which_is_remembered_by_its_own_name() -> None:
    aliased = AliasedSecrets({"username_password": "bank"}, Stored(*BANK, *SHOP))
    found = find_credential("username_password", Context(Registry(), secrets=aliased))
    assert (found.reference("password"), found.stored) == ("{{secret.username_password.password}}", "bank")


@pytest.mark.parametrize(
    ("name", "names", "code", "why"),
    [
        ("bnak", BANK, "not_found", "There is no stored login 'bnak'"),
        (None, (), "not_found", "There is no stored login"),
        (None, (*BANK, *SHOP), "ambiguous", "Several stored logins"),
    ],
)
def test_what_is_missing_is_said(name: str | None, names: tuple[str, ...], code: str, why: str) -> None:
    with pytest.raises(Fault, match=why) as raised:
        find_credential(name, context(*names))
    assert raised.value.code == code
