"""Vaults in a fresh home, without the keyring of whoever runs the tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pollex.vault import Vault


class NoRing:
    """A machine without a keyring."""

    def get(self, name: str) -> str | None:
        return None

    def put(self, name: str, text: str) -> bool:
        return False

    def remove(self, name: str) -> bool:
        return False


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def open_vault(home: Path) -> Callable[[], Vault]:
    """Another process's view of the same vault, each time it is called."""
    return lambda: Vault(home, NoRing())


@pytest.fixture
def vault(open_vault: Callable[[], Vault]) -> Vault:
    return open_vault()
