"""Which login a run is planned with, as whom, and where it begins."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.library.sample import APP, AUTH_FILE, AUTH_SCRIPT, SHOP, app, auth, script, tool, write_library

from pollex.core.fault import Fault
from pollex.library.library import Library
from pollex.library.planner import Planner

PASSWORD_ONLY = tool(requiredCredentials=["username_password"])
WITH_CODE = auth(requiredCredentials=["username_password", "authenticator"], optionalCredentials=...)
SCRIPT = SHOP / "auth/login.py"
SIGN_IN = "https://shop.example/account/sign-in"
OWN_ADDRESS = {SCRIPT: AUTH_SCRIPT.replace("await page.type", f"await page.navigate({SIGN_IN!r})\n    await page.type")}
NO_AUTH: Mapping[Path, Any] = {AUTH_FILE: None, SCRIPT: None}


class Stored(NamedTuple):
    name: str
    type: str
    domains: tuple[str, ...] = ("shop.example",)


ADA = Stored("ada", "username_password")


def planner(folder: Path, *stored: Stored, changes: list[Mapping[Path, Any]]) -> tuple[Planner, Library]:
    library = Library.load(write_library(folder, PASSWORD_ONLY, *changes))
    return Planner(library, stored), library


def test_a_part_that_the_apps_own_login_lacks_is_named_with_the_command_that_stores_it(tmp_path: Path) -> None:
    made, library = planner(tmp_path, ADA, changes=[WITH_CODE])

    with pytest.raises(Fault) as raised:
        made.plan_tool(library.find("tool", "shop.find-price"))

    assert raised.value.message.startswith("'shop.login' needs a credential of type authenticator for shop.example")
    assert raised.value.hint == "Store one: pollex credentials set NAME --type authenticator --domain shop.example"


@pytest.mark.parametrize("changes", [[], [NO_AUTH]], ids=["own", "generic"])
def test_of_several_credentials_for_an_optional_part_none_is_chosen(tmp_path: Path, changes: list[Any]) -> None:
    codes = [Stored(name, "authenticator") for name in ("ada-code", "bob-code")]
    made, library = planner(tmp_path, ADA, *codes, changes=changes)

    login = made.plan_tool(library.find("tool", "shop.find-price")).login

    assert login is not None
    assert (login.credentials, login.optional) == ({"username_password": "ada"}, ("authenticator",))


@pytest.mark.parametrize(
    ("changes", "start"),
    [([OWN_ADDRESS], SIGN_IN), ([NO_AUTH], "https://www.shop.example/search")],
    ids=["the app's own login", "its tools"],
)
def test_the_generic_login_begins_at_the_first_address_of(tmp_path: Path, changes: list[Any], start: str) -> None:
    made, _ = planner(tmp_path, ADA, changes=changes)

    login = made.plan_login("shop").login

    assert login is not None
    assert (login.name, login.start) == ("generic.login", start)


SSO: dict[Path, Any] = {
    Path("src/generic/auth/sso.template.json"): {
        "slug": "sso", "name": "Log in by SSO", "type": "auth", "file": "sso.py", "app": "generic",
        "requiredCredentials": ["custom"],
    },
    Path("src/generic/auth/sso.py"): AUTH_SCRIPT.replace('["username_password"].password', '["custom"].fields["key"]'),
}  # fmt: skip
KEY = Stored("key", "custom")
OTHER: dict[Path, Any] = {SHOP.with_name("other") / "app.json": {**APP, "id": "other"}}


@pytest.mark.document("000", "The login `generic/sso` goes first where a tool asks for what it takes.")
@pytest.mark.parametrize(
    ("required", "login", "credentials"),
    [
        (["custom"], "generic.sso", {"custom": "key"}),
        (["username_password"], "generic.login", {"username_password": "ada"}),
        (["custom", "username_password"], "generic.sso", {"custom": "key"}),
    ],
)
def test_a_generic_login_of_the_library_is_used_where_a_tool_asks_for_what_it_takes(
    tmp_path: Path, required: list[str], login: str, credentials: dict[str, str]
) -> None:
    made, library = planner(tmp_path, ADA, KEY, changes=[NO_AUTH, SSO, tool(requiredCredentials=required)])
    plan = made.plan_tool(library.find("tool", "shop.find-price"))
    assert plan.login is not None
    assert (plan.login.name, plan.login.credentials) == (login, credentials)
    assert plan.login.start == "https://www.shop.example/search"


def test_of_two_generic_logins_that_fit_one_is_to_be_named(tmp_path: Path) -> None:
    [(template, script), (file, code)] = SSO.items()
    second = {template.with_name("code.template.json"): {**script, "slug": "code", "file": "code.py"}}
    changes = [NO_AUTH, SSO, second, {file.with_name("code.py"): code}, tool(requiredCredentials=["custom"])]
    made, library = planner(tmp_path, KEY, changes=changes)
    with pytest.raises(Fault) as raised:
        made.plan_tool(library.find("tool", "shop.find-price"))
    assert (raised.value.code, raised.value.hint) == ("ambiguous", "Name one: --auth generic/code")
    named = made.plan_tool(library.find("tool", "shop.find-price"), auth="generic/sso")
    assert named.login is not None
    assert named.login.name == "generic.sso"


def test_an_app_that_names_no_address_begins_at_its_first_domain(tmp_path: Path) -> None:
    nowhere = script("async def run(page, inputs, credentials):\n    return {'price': 1.0}\n")
    made, _ = planner(tmp_path, ADA, changes=[NO_AUTH, nowhere, app(allowedDomains=["shop.example", "cdn.example"])])

    login = made.plan_login("shop").login

    assert login is not None
    assert login.start == "https://shop.example/"


def test_nobody_is_logged_in_before_a_script_that_logs_in_by_itself(tmp_path: Path) -> None:
    by_itself = tool(requiredCredentials=["username_password"], logsIn=True)
    made, library = planner(tmp_path, ADA, changes=[by_itself])

    plan = made.plan_tool(library.find("tool", "shop.find-price"))

    assert plan.login is None
    assert plan.script is not None
    assert plan.script.credentials == {"username_password": "ada"}


@pytest.mark.document(
    "000", "`library login` takes a generic login: by its own name, or by `--auth` for one of several apps."
)
def test_only_a_generic_login_is_done(tmp_path: Path) -> None:
    one, _ = planner(tmp_path / "one", ADA, KEY, changes=[SSO])
    names = {"generic.login": "login", "generic/login": "login", "generic.sso": "sso", "shop": "login"}
    for name, slug in names.items():
        login = one.plan_login(name).login
        assert login is not None
        assert login.name == f"generic.{slug}"
    by = one.plan_login("shop", by="generic/sso").login
    assert by is not None
    assert (by.name, by.credentials) == ("generic.sso", {"custom": "key"})
    several, _ = planner(tmp_path / "two", ADA, KEY, changes=[SSO, OTHER])
    with pytest.raises(Fault) as raised:
        several.plan_login("generic/sso")
    assert raised.value.hint == "Name it: pollex library login DIR APP --auth generic/sso"
