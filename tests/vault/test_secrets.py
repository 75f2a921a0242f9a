"""Secrets from the vault, by name and field, with codes made when they are used."""

import pytest

from pollex.core.fault import Fault
from pollex.core.secret import EnvironmentSecrets, Secret
from pollex.vault import Vault, VaultSecrets

SEED = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def secrets(vault: Vault) -> VaultSecrets:
    vault.set("bank", "username_password", ["bank.example"], {"username": "ada", "password": "lovelace-1843"})
    vault.set("phone", "authenticator", ["bank.example"], {"secret": SEED})
    vault.set("mailer", "custom", [], {"apiKey": "k-1", "region": "eu"})
    vault.set("token", "custom", [], {"value": "t-1"})
    return VaultSecrets(vault, EnvironmentSecrets({"POLLEX_SECRET_SHOP_KEY": "from-env", "POLLEX_SECRET_BANK": "env"}))


def opened(secret: Secret) -> tuple[str, str, tuple[str, ...]]:
    return secret.name, secret.reveal(), secret.domains


@pytest.mark.parametrize(
    ("name", "value", "domains"),
    [
        ("bank.username", "ada", ("bank.example",)),
        ("bank.password", "lovelace-1843", ("bank.example",)),
        ("bank", "lovelace-1843", ("bank.example",)),
        ("mailer.region", "eu", ()),
        ("token", "t-1", ()),
        ("shop.key", "from-env", ()),
    ],
)
async def test_a_secret_by_name(secrets: VaultSecrets, name: str, value: str, domains: tuple[str, ...]) -> None:
    assert opened(await secrets.get(name)) == (name, value, domains)


async def test_the_seed_never_comes_out(secrets: VaultSecrets) -> None:
    with pytest.raises(Fault) as caught:
        await secrets.get("phone.secret")
    assert (caught.value.code, caught.value.expected) == ("unknown_reference", "'phone.code'")


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("bank.pasword", "unknown_reference", "Did you mean 'password'?"),
        ("mailer", "ambiguous", "Name one of its fields."),
        ("banc.password", "unknown_reference", "Did you mean 'bank'? Store it as a credential, or set the"),
    ],
)
async def test_a_name_that_leads_nowhere(secrets: VaultSecrets, name: str, code: str, hint: str) -> None:
    with pytest.raises(Fault) as caught:
        await secrets.get(name)
    assert caught.value.code == code
    assert (caught.value.hint or "").startswith(hint)


def test_all_names_can_be_listed(secrets: VaultSecrets) -> None:
    assert secrets.names() == [
        "bank", "bank.password", "bank.username", "mailer.apiKey", "mailer.region", "phone", "phone.code",
        "shop_key", "token", "token.value",
    ]  # fmt: skip
