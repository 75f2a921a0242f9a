"""Which login a run is planned with, as whom, and where it begins."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.library.sample import AUTH_FILE, SHOP, tool, write_library

from pollex.library.library import Library
from pollex.library.planner import Planner

PASSWORD_ONLY = tool(requiredCredentials=["username_password"])
SCRIPT = SHOP / "auth/login.py"
NO_AUTH: Mapping[Path, Any] = {AUTH_FILE: None, SCRIPT: None}


class Stored(NamedTuple):
    name: str
    type: str
    domains: tuple[str, ...] = ("shop.example",)


ADA = Stored("ada", "username_password")


def planner(folder: Path, *stored: Stored, changes: list[Mapping[Path, Any]]) -> tuple[Planner, Library]:
    library = Library.load(write_library(folder, PASSWORD_ONLY, *changes))
    return Planner(library, stored), library


@pytest.mark.parametrize("changes", [[], [NO_AUTH]], ids=["own", "generic"])
def test_of_several_credentials_for_an_optional_part_none_is_chosen(tmp_path: Path, changes: list[Any]) -> None:
    codes = [Stored(name, "authenticator") for name in ("ada-code", "bob-code")]
    made, library = planner(tmp_path, ADA, *codes, changes=changes)

    login = made.plan_tool(library.find("tool", "shop.find-price")).login

    assert login is not None
    assert (login.credentials, login.optional) == ({"username_password": "ada"}, ("authenticator",))
