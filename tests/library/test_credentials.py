"""Which stored credential a template uses, and the faults where that is not certain."""

from pathlib import Path
from typing import NamedTuple

import pytest
from tests.library.sample import tool, write_library

from pollex.core.fault import Fault
from pollex.library.credentials import choose_credentials
from pollex.library.library import Library

DOMAINS = ["shop.example"]


class Stored(NamedTuple):
    name: str
    type: str
    domains: tuple[str, ...] = ("shop.example",)


def refusal(folder: Path, needed: list[str], given: dict[str, str], *stored: Stored) -> Fault:
    template = Library.load(write_library(folder, tool(requiredCredentials=needed))).find("tool", "shop.find-price")
    with pytest.raises(Fault) as caught:
        choose_credentials(template, stored, given, DOMAINS)
    return caught.value


def test_a_name_that_is_not_stored_comes_with_the_command_that_stores_it(tmp_path: Path) -> None:
    fault = refusal(tmp_path, ["username_password"], {"username_password": "ada"})

    assert fault.message == "There is no credential 'ada'."
    assert fault.expected == "a credential of type username_password; none is stored"
    assert fault.hint == "Store it: pollex credentials set ada --type username_password --domain shop.example"


def test_a_misspelt_name_is_corrected(tmp_path: Path) -> None:
    fault = refusal(
        tmp_path, ["username_password"], {"username_password": "my-shpo"}, Stored("my-shop", "username_password")
    )

    assert (fault.expected, fault.hint) == ("'my-shop'", "Did you mean 'my-shop'?")


def test_a_credential_of_another_type_is_named_as_what_it_is(tmp_path: Path) -> None:
    fault = refusal(tmp_path, ["username_password"], {"username_password": "key"}, Stored("key", "custom"))

    assert fault.message == "The credential 'key' is of type custom."
    assert fault.hint == "List them with: pollex credentials list"


def test_a_credential_for_a_tool_that_uses_none_is_to_be_left_out(tmp_path: Path) -> None:
    fault = refusal(tmp_path, [], {"custom": "key"}, Stored("key", "custom"))

    assert (fault.expected, fault.hint) == ("no credentials", "Leave out the credential 'key'.")


@pytest.mark.document("000", "`--as TYPE=` chooses none for an optional credential, and is refused for a required one.")
def test_an_empty_name_chooses_none_of_an_optional_type(tmp_path: Path) -> None:
    made = tool(optionalCredentials=["authenticator"])
    template = Library.load(write_library(tmp_path / "optional", made)).find("tool", "shop.find-price")
    stored = [Stored("code", "authenticator")]

    assert choose_credentials(template, stored, {}, DOMAINS) == {"authenticator": "code"}
    assert choose_credentials(template, stored, {"authenticator": ""}, DOMAINS) == {}
    fault = refusal(tmp_path / "required", ["username_password"], {"username_password": ""})
    assert fault.message == "'shop.find-price' needs a credential of type username_password: none cannot be chosen."
