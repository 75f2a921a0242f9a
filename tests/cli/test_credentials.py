"""`pollex credentials`, run as people run it: values come from stdin or a terminal, and are shown nowhere."""

import pytest

from pollex.vault import Vault

from .terminal import Terminal
from .typist import Typist

LOGIN = {"username": "ada", "password": "lovelace-1843"}
SET_BANK = ("set", "bank", "--type", "username_password", "--domain", "bank.example")


def on_a_terminal(pollex: Terminal, arguments: tuple[str, ...], answers: list[str]) -> tuple[int, str]:
    """Run a command as a person does, and answer each question; the exit code, and all that the screen showed."""
    with Typist(pollex.nursery, "credentials", *arguments, environ=pollex.environ, folder=pollex.folder) as person:
        shown = ""
        for answer in answers:
            shown += person.wait_for(": ")
            person.type(answer)
        shown += person.end()
        return person.process.wait(), shown


def test_values_from_stdin_are_stored_and_never_shown(pollex: Terminal) -> None:
    run = pollex("credentials", *SET_BANK, "--json", stdin=LOGIN)
    described = {
        "name": "bank",
        "type": "username_password",
        "domains": ["bank.example"],
        "fields": ["username", "password"],
    }
    assert run.result["data"] == {**described, "replaced": False}
    listed = pollex("credentials", "list", "--json")
    assert listed.result["data"] == [described]
    table = pollex("credentials", "list")
    assert all(word in table.stdout for word in ("bank", "username_password", "bank.example"))
    for shown in (run, listed, table):
        assert shown.returncode == 0
        assert not any(value in shown.stdout + shown.stderr for value in LOGIN.values())


def test_a_terminal_is_asked_without_echo(pollex: Terminal) -> None:
    code, shown = on_a_terminal(pollex, SET_BANK, ["ada-typed", "lovelace-typed"])
    assert code == 0, shown
    assert "username: " in shown
    assert "password: " in shown
    assert "Use it as {{secret.bank.username}} or {{secret.bank.password}}." in shown
    assert "-typed" not in shown
    assert [each["name"] for each in pollex("credentials", "list", "--json").result["data"]] == ["bank"]


def test_a_terminal_is_asked_for_the_fields_of_a_custom_one(pollex: Terminal) -> None:
    arguments = ("set", "mailer", "--type", "custom", "--field", "apiKey", "--field", "region")
    code, shown = on_a_terminal(pollex, arguments, ["k-1", "eu"])
    assert code == 0, shown
    assert pollex("credentials", "list", "--json").result["data"] == [
        {"name": "mailer", "type": "custom", "domains": [], "fields": ["apiKey", "region"]}
    ]


def test_set_replaces_and_remove_removes(pollex: Terminal) -> None:
    pollex("credentials", *SET_BANK, stdin=LOGIN)
    assert pollex("credentials", *SET_BANK, "--json", stdin=LOGIN).result["data"]["replaced"] is True
    assert pollex("credentials", "remove", "bank").returncode == 0
    assert pollex("credentials", "list", "--json").result["data"] == []
    gone = pollex("credentials", "remove", "bank", "--json")
    assert gone.returncode == 1
    assert gone.result["fault"]["code"] == "not_found"


@pytest.mark.parametrize(
    "extra", [("hunter2-secret",), ("--password", "hunter2-secret"), ("--password=hunter2-secret",)]
)
def test_a_value_as_an_argument_is_refused_without_being_shown(pollex: Terminal, extra: tuple[str, ...]) -> None:
    for form in ((), ("--json",)):
        run = pollex("credentials", *SET_BANK, *extra, *form, stdin=LOGIN)
        assert run.returncode == 2
        assert "stdin" in run.stdout + run.stderr
        assert "hunter2" not in run.stdout + run.stderr
    assert not (pollex.home / "vault.bin").exists()


@pytest.mark.parametrize(
    ("stdin", "code"),
    [
        ("", "invalid_json"),
        ("lovelace-1843", "invalid_json"),
        ('{"username": "ada", "password": "lovelace-1843"', "invalid_json"),
        ({"username": "ada", "pasword": "lovelace-1843"}, "invalid_input"),
        (["lovelace-1843"], "invalid_input"),
    ],
)
def test_what_is_wrong_with_values_is_said_without_them(pollex: Terminal, stdin: object, code: str) -> None:
    run = pollex("credentials", *SET_BANK, "--json", stdin=stdin)
    assert run.returncode == 1
    assert run.result["fault"]["code"] == code
    assert "lovelace" not in run.stdout + run.stderr


def test_a_type_that_does_not_exist_is_wrong_use(pollex: Terminal) -> None:
    run = pollex("credentials", "set", "x", "--type", "password", "--json")
    assert run.returncode == 2
    assert "username_password" in run.result["fault"]["message"]


def test_a_damaged_vault_is_said_and_left_alone(pollex: Terminal) -> None:
    pollex("credentials", *SET_BANK, stdin=LOGIN)
    (pollex.home / "vault.bin").write_bytes(b"something else")
    for arguments in (("list",), SET_BANK, ("remove", "bank")):
        run = pollex("credentials", *arguments, "--json", stdin=LOGIN)
        assert run.returncode == 1
        assert run.result["fault"]["code"] == "unavailable"
    assert (pollex.home / "vault.bin").read_bytes() == b"something else"


def test_doctor_says_where_the_key_is(pollex: Terminal) -> None:
    def vault_line() -> dict[str, str]:
        run = pollex("doctor", "--json")
        return next(check for check in run.result["data"]["checks"] if check["name"] == "vault")

    assert vault_line()["status"] == "optional"
    pollex("credentials", *SET_BANK, stdin=LOGIN)
    assert (vault_line()["status"], vault_line()["found"]) == ("ok", f"key in the file {pollex.home / 'vault.key'}")


def test_the_key_goes_behind_a_passphrase(pollex: Terminal) -> None:
    assert pollex("credentials", "key", "--json").result["data"]["place"] is None
    pollex("credentials", *SET_BANK, stdin=LOGIN)
    moved = pollex("credentials", "key", "--passphrase", "--json", stdin="horse battery\n")
    assert moved.result["data"] == {"place": "passphrase", "file": str(pollex.home / "vault.key")}
    for words, code in (("", "unavailable"), ("wrong", "denied")):
        refused = pollex("credentials", "list", "--json", POLLEX_PASSPHRASE=words)
        assert (refused.returncode, refused.result["fault"]["code"]) == (1, code)
    listed = pollex("credentials", "list", "--json", POLLEX_PASSPHRASE="horse battery")
    assert [each["name"] for each in listed.result["data"]] == ["bank"]
    shown = pollex("credentials", "key", "--file", POLLEX_PASSPHRASE="horse battery")
    assert f"The key is in the file {pollex.home / 'vault.key'}." in shown.stdout
    assert pollex("credentials", "list").returncode == 0


def test_a_terminal_is_asked_for_the_passphrase(pollex: Terminal) -> None:
    code, shown = on_a_terminal(pollex, ("key", "--passphrase"), ["horse-typed", "horse-typed"])
    assert code == 0, shown
    assert "behind a passphrase" in shown
    code, shown = on_a_terminal(pollex, ("key", "--file"), ["horse-typed"])
    assert code == 0, shown
    assert "Passphrase of the vault: " in shown
    assert "-typed" not in shown


def test_the_key_has_one_place(pollex: Terminal) -> None:
    assert pollex("credentials", "key", "--file", "--keyring").returncode == 2


def test_kept_logins_are_listed_and_forgotten(pollex: Terminal) -> None:
    assert "No logins are kept." in pollex("credentials", "logins").stdout
    vault = Vault(pollex.home)
    cookie = {"name": "sid", "value": "cookie-77", "domain": ".shop.example", "path": "/"}
    for name in ("ada", "bob"):
        vault.logins.keep("shop", name, {"version": 1, "cookies": [cookie], "origins": []})
    table = pollex("credentials", "logins")
    assert all(word in table.stdout for word in ("shop", "ada", "shop.example", "less than a minute", "never"))
    listed = pollex("credentials", "logins", "--json")
    assert [(each["app"], each["credential"], each["domains"]) for each in listed.result["data"]] == [
        ("shop", "ada", ["shop.example"]),
        ("shop", "bob", ["shop.example"]),
    ]
    assert "cookie-77" not in table.stdout + listed.stdout
    for arguments in ((), ("shop", "--all")):
        assert pollex("credentials", "logins", "forget", *arguments).returncode == 2
    forgot = pollex("credentials", "logins", "forget", "shop", "--as", "ada", "--json")
    assert forgot.result["data"] == {"forgotten": 1}
    assert "Forgot 1 login." in pollex("credentials", "logins", "forget", "--all").stdout
    assert vault.logins.list() == []


def test_an_export_is_imported(pollex: Terminal) -> None:
    file = pollex.folder / "export.csv"
    lines = ["Title,Url,Username,Password,OTPAuth", "Shop,https://shop.example,ada-77,p-77,", "Note,,,p-78,"]
    file.write_text("\n".join(lines))
    tried = pollex("credentials", "import", "export.csv", "--dry-run", "--json")
    assert tried.result["data"]["dryRun"] is True
    assert pollex("credentials", "list", "--json").result["data"] == []
    run = pollex("credentials", "import", "export.csv")
    assert run.returncode == 0, run.stderr
    assert "Stored shop (username_password) for shop.example" in run.stdout
    assert "Left out Note: it has no web address and no user name" in run.stdout
    assert "1 credential, 1 left out." in run.stdout
    assert "Delete export.csv" in run.stderr
    assert not any(value in tried.stdout + run.stdout + run.stderr for value in ("ada-77", "p-77", "p-78"))
    gone = pollex("credentials", "import", "gone.csv", "--json")
    assert (gone.returncode, gone.result["fault"]["code"]) == (1, "not_found")
