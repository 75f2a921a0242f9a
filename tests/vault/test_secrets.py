"""Secrets from the vault, by name and field, with codes made when they are used."""

import time

import pyotp
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


async def test_a_code_is_of_this_moment(secrets: VaultSecrets) -> None:
    before = time.time()
    for name in ("phone.code", "phone"):
        code = (await secrets.get(name)).reveal()
        assert code in {pyotp.TOTP(SEED).at(int(moment)) for moment in (before, time.time())}


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


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"secret": "jbsw y3dp ehpk 3pxp"}, {"digits": "6", "period": "30", "algorithm": "SHA1"}),
        (
            {"secret": f"otpauth://totp/Bank:ada?secret={SEED}&digits=8&period=60&algorithm=SHA256"},
            {"digits": "8", "period": "60", "algorithm": "SHA256"},
        ),
        ({"secret": SEED, "digits": 8}, {"digits": "8", "period": "30", "algorithm": "SHA1"}),
    ],
)
def test_an_authenticator_is_read_as_sites_give_it(vault: Vault, fields: dict[str, object], kept: object) -> None:
    stored, _ = vault.set("phone", "authenticator", ["bank.example"], fields)
    assert stored.fields == {"secret": SEED, **(kept if isinstance(kept, dict) else {})}


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"secret": "not base 32!"}, "/fields/secret"),
        ({"secret": "otpauth://hotp/Bank:ada?secret=JBSWY3DPEHPK3PXP&counter=1"}, "/fields/secret"),
        ({"secret": "otpauth://nonsense"}, "/fields/secret"),
        ({"secret": SEED, "digits": "12"}, "/fields/digits"),
        ({"secret": SEED, "period": "soon"}, "/fields/period"),
        ({"secret": SEED, "algorithm": "MD5"}, "/fields/algorithm"),
    ],
)
def test_an_authenticator_that_would_give_no_codes_is_refused(
    vault: Vault, fields: dict[str, str], pointer: str
) -> None:
    with pytest.raises(Fault) as caught:
        vault.set("phone", "authenticator", ["bank.example"], fields)
    assert (caught.value.code, caught.value.pointer) == ("invalid_input", pointer)
    assert not any(value in str(caught.value.to_json()) for value in fields.values() if len(value) > 5)
