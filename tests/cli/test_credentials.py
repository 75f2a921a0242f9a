"""`pollex credentials`, run as people run it: values come from stdin or a terminal, and are shown nowhere."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LOGIN = {"username": "ada", "password": "lovelace-1843"}
SET_BANK = ("set", "bank", "--type", "username_password", "--domain", "bank.example")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def environment(home: Path) -> dict[str, str]:
    """Without the keyring of whoever runs the tests."""
    ring = "keyring.backends.fail.Keyring"
    return {"POLLEX_HOME": str(home), "PATH": "/usr/bin:/bin", "COLUMNS": "120", "PYTHON_KEYRING_BACKEND": ring}


def credentials(home: Path, *arguments: str, stdin: object = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pollex", "credentials", *arguments],
        input=stdin if isinstance(stdin, str) else json.dumps(stdin),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment(home),
    )


def result(run: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(run.stdout)
    return made


def on_a_terminal(home: Path, arguments: tuple[str, ...], answers: list[str]) -> tuple[int, str]:
    """Run a command as a person does, and answer each question; the exit code, and all that the screen showed."""
    person, machine = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "pollex", "credentials", *arguments],
        stdin=machine,
        stdout=machine,
        stderr=machine,
        env=environment(home),
    )
    os.close(machine)
    shown = ""
    while select.select([person], [], [], 30)[0]:
        try:
            shown += os.read(person, 1024).decode()
        except OSError:
            break
        if answers and shown.endswith(": "):
            os.write(person, answers.pop(0).encode() + b"\n")
    os.close(person)
    return run.wait(30), shown


def test_values_from_stdin_are_stored_and_never_shown(home: Path) -> None:
    run = credentials(home, *SET_BANK, "--json", stdin=LOGIN)
    described = {
        "name": "bank",
        "type": "username_password",
        "domains": ["bank.example"],
        "fields": ["username", "password"],
    }
    assert result(run)["data"] == {**described, "replaced": False}
    listed = credentials(home, "list", "--json")
    assert result(listed)["data"] == [described]
    table = credentials(home, "list")
    assert all(word in table.stdout for word in ("bank", "username_password", "bank.example"))
    for shown in (run, listed, table):
        assert shown.returncode == 0
        assert not any(value in shown.stdout + shown.stderr for value in LOGIN.values())


def test_a_terminal_is_asked_without_echo(home: Path) -> None:
    code, shown = on_a_terminal(home, SET_BANK, ["ada-typed", "lovelace-typed"])
    assert code == 0, shown
    assert "username: " in shown
    assert "password: " in shown
    assert "Use it as {{secret.bank.username}} or {{secret.bank.password}}." in shown
    assert "-typed" not in shown
    assert [each["name"] for each in result(credentials(home, "list", "--json"))["data"]] == ["bank"]


def test_a_terminal_is_asked_for_the_fields_of_a_custom_one(home: Path) -> None:
    arguments = ("set", "mailer", "--type", "custom", "--field", "apiKey", "--field", "region")
    code, shown = on_a_terminal(home, arguments, ["k-1", "eu"])
    assert code == 0, shown
    assert result(credentials(home, "list", "--json"))["data"] == [
        {"name": "mailer", "type": "custom", "domains": [], "fields": ["apiKey", "region"]}
    ]


def test_set_replaces_and_remove_removes(home: Path) -> None:
    credentials(home, *SET_BANK, stdin=LOGIN)
    assert result(credentials(home, *SET_BANK, "--json", stdin=LOGIN))["data"]["replaced"] is True
    assert credentials(home, "remove", "bank").returncode == 0
    assert result(credentials(home, "list", "--json"))["data"] == []
    gone = credentials(home, "remove", "bank", "--json")
    assert gone.returncode == 1
    assert result(gone)["fault"]["code"] == "not_found"


@pytest.mark.parametrize(
    "extra", [("hunter2-secret",), ("--password", "hunter2-secret"), ("--password=hunter2-secret",)]
)
def test_a_value_as_an_argument_is_refused_without_being_shown(home: Path, extra: tuple[str, ...]) -> None:
    for form in ((), ("--json",)):
        run = credentials(home, *SET_BANK, *extra, *form, stdin=LOGIN)
        assert run.returncode == 2
        assert "stdin" in run.stdout + run.stderr
        assert "hunter2" not in run.stdout + run.stderr
    assert not (home / "vault.bin").exists()


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
def test_what_is_wrong_with_values_is_said_without_them(home: Path, stdin: object, code: str) -> None:
    run = credentials(home, *SET_BANK, "--json", stdin=stdin)
    assert run.returncode == 1
    assert result(run)["fault"]["code"] == code
    assert "lovelace" not in run.stdout + run.stderr


def test_a_type_that_does_not_exist_is_wrong_use(home: Path) -> None:
    run = credentials(home, "set", "x", "--type", "password", "--json")
    assert run.returncode == 2
    assert "username_password" in result(run)["fault"]["message"]


def test_a_damaged_vault_is_said_and_left_alone(home: Path) -> None:
    credentials(home, *SET_BANK, stdin=LOGIN)
    (home / "vault.bin").write_bytes(b"something else")
    for arguments in (("list",), SET_BANK, ("remove", "bank")):
        run = credentials(home, *arguments, "--json", stdin=LOGIN)
        assert run.returncode == 1
        assert result(run)["fault"]["code"] == "unavailable"
    assert (home / "vault.bin").read_bytes() == b"something else"


def test_doctor_says_where_the_key_is(home: Path) -> None:
    def vault_line() -> dict[str, str]:
        run = subprocess.run(
            [sys.executable, "-m", "pollex", "doctor", "--json"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env=environment(home),
        )
        return next(check for check in result(run)["data"]["checks"] if check["name"] == "vault")

    assert vault_line()["status"] == "optional"
    credentials(home, *SET_BANK, stdin=LOGIN)
    assert (vault_line()["status"], vault_line()["found"]) == ("ok", f"key in the file {home / 'vault.key'}")
