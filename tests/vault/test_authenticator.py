"""Codes of authenticators: read as sites give them, made when they are used, and each used once."""

import multiprocessing
from pathlib import Path

import pyotp
import pytest

from pollex.core.fault import Fault
from pollex.core.secret import EnvironmentSecrets
from pollex.vault import Vault, VaultSecrets

from .conftest import NoRing

SEED = "JBSWY3DPEHPK3PXP"
TOTP = {"digits": "6", "period": "30", "algorithm": "SHA1"}


class Clock:
    """A time of day that goes on only where someone sleeps."""

    def __init__(self, now: float = 1_000_000_010.0) -> None:
        self.now = now
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(home: Path, clock: Clock) -> Vault:
    return Vault(home, NoRing(), clock=clock)


@pytest.fixture
def secrets(timed: Vault, clock: Clock) -> VaultSecrets:
    return VaultSecrets(timed, EnvironmentSecrets({}), sleep=clock.sleep)


def store(vault: Vault, **fields: str) -> None:
    vault.set("phone", "authenticator", ["bank.example"], {"secret": SEED, **fields})


async def test_a_code_is_of_this_moment(timed: Vault, secrets: VaultSecrets, clock: Clock) -> None:
    store(timed)
    assert (await secrets.get("phone.code")).reveal() == pyotp.TOTP(SEED).at(int(clock.now))
    assert clock.slept == []


async def test_a_second_code_is_that_of_the_next_window(timed: Vault, secrets: VaultSecrets, clock: Clock) -> None:
    store(timed)
    begun = int(clock.now)
    codes = [(await secrets.get(name)).reveal() for name in ("phone", "phone.code", "phone")]
    assert codes == [pyotp.TOTP(SEED).at(begun + 30 * window) for window in range(3)]
    assert clock.slept == [10.0, 30.0]  # the first window had 10 seconds left


async def test_a_reference_that_is_not_opened_uses_no_code(timed: Vault, secrets: VaultSecrets, clock: Clock) -> None:
    store(timed)
    assert secrets.names() == ["phone", "phone.code"]
    with pytest.raises(Fault):
        await secrets.get("phone.secret")
    await secrets.get("phone")
    assert clock.slept == []


async def test_the_window_of_another_process_counts(timed: Vault, secrets: VaultSecrets, home: Path) -> None:
    store(timed)
    await secrets.get("phone")
    assert Vault(home, NoRing(), clock=Clock()).use_code("phone") == 10.0


async def test_a_clock_that_was_set_back_does_not_wait_for_ever(
    timed: Vault, secrets: VaultSecrets, clock: Clock
) -> None:
    store(timed)
    await secrets.get("phone")
    clock.now -= 86_400
    assert (await secrets.get("phone")).reveal() == pyotp.TOTP(SEED).at(int(clock.now))
    assert clock.slept == []


async def test_a_clock_that_lags_a_little_waits(timed: Vault, secrets: VaultSecrets, clock: Clock) -> None:
    store(timed)
    await secrets.get("phone")
    clock.now -= 30
    await secrets.get("phone")
    assert clock.slept == [40.0]


async def test_codes_by_a_count_go_on_where_they_were(timed: Vault, secrets: VaultSecrets, home: Path) -> None:
    store(timed, counter="5")
    codes = [(await secrets.get("phone.code")).reveal() for _ in range(2)]
    codes.append(str(Vault(home, NoRing()).use_code("phone")))
    assert codes == [pyotp.HOTP(SEED).at(count) for count in (5, 6, 7)]


def test_processes_that_ask_at_once_get_different_codes(home: Path) -> None:
    vault = Vault(home, NoRing())
    store(vault, counter="0")
    with multiprocessing.get_context("fork").Pool(4) as pool:
        codes = pool.map(use_one, [home] * 20)
    assert sorted(codes) == sorted(pyotp.HOTP(SEED).at(count) for count in range(20))


def use_one(home: Path) -> str:
    return str(Vault(home, NoRing()).use_code("phone"))


def test_a_code_that_cannot_be_recorded_is_not_handed_out(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = Vault(home, NoRing())
    store(vault, counter="0")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(Fault, match="No space left"):
        patched.setattr(Path, "replace", full)
        vault.use_code("phone")
    assert vault.use_code("phone") == pyotp.HOTP(SEED).at(0)


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"secret": "jbsw y3dp ehpk 3pxp"}, TOTP),
        (
            {"secret": f"otpauth://totp/Bank:ada?secret={SEED}&digits=8&period=60&algorithm=SHA256&image=x"},
            {"digits": "8", "period": "60", "algorithm": "SHA256"},
        ),
        ({"secret": SEED, "digits": 8}, TOTP | {"digits": "8"}),
        (
            {"secret": f"otpauth://hotp/Bank:ada?secret={SEED}&counter=7"},
            {"digits": "6", "algorithm": "SHA1", "counter": "7"},
        ),
        ({"secret": f"otpauth://hotp/Bank?secret={SEED}"}, {"digits": "6", "algorithm": "SHA1", "counter": "0"}),
        ({"secret": SEED, "counter": 3}, {"digits": "6", "algorithm": "SHA1", "counter": "3"}),
    ],
)
def test_an_authenticator_is_read_as_sites_give_it(
    vault: Vault, fields: dict[str, object], kept: dict[str, str]
) -> None:
    stored, _ = vault.set("phone", "authenticator", ["bank.example"], fields)
    assert stored.fields == {"secret": SEED, **kept}


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"secret": "not base 32!"}, "/fields/secret"),
        ({"secret": "otpauth://nonsense"}, "/fields/secret"),
        ({"secret": "otpauth://totp/Bank?issuer=Bank"}, "/fields/secret"),
        ({"secret": f"otpauth://totp/Steam?secret={SEED}&encoder=steam"}, "/fields/secret"),
        ({"secret": f"steam://{SEED}"}, "/fields/secret"),
        ({"secret": SEED, "digits": "12"}, "/fields/digits"),
        ({"secret": SEED, "period": "soon"}, "/fields/period"),
        ({"secret": SEED, "counter": "-1"}, "/fields/counter"),
        ({"secret": SEED, "counter": "1", "period": "30"}, "/fields/counter"),
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
