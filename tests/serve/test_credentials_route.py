"""The routes of credentials and keys: values go into the vault, and are found nowhere else, whatever is asked."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex.vault import Vault

from ..processes import Nursery
from .served import Served

SECRET = "tr0ub4dor-and-3-more"
SEED = "JBSWY3DPEHPK3PXP"
LOGIN = {"type": "username_password", "domains": ["Bank.example"], "fields": {"username": "ada", "password": SECRET}}


@pytest.fixture
def own(nursery: Nursery, tmp_path: Path) -> Iterator[Served]:
    with Served(nursery, tmp_path / "home") as server:
        yield server


def places(server: Served, value: str = SECRET) -> list[str]:
    """Where a value is found: in files of the home, in what the server said, in what it answers."""
    files = [path for path in server.home.rglob("*") if path.is_file() and value.encode() in path.read_bytes()]
    asked = ("/metrics", "/api/credentials", "/api/logins", "/api/keys", "/api/settings", "/api/runs", "/api/workspace")
    answers = [path for path in asked if value in server.client.get(path).text]
    return [*map(str, files), *answers, *(["stderr"] if value in server.process.errors() else [])]


def test_a_credential_is_stored_listed_replaced_and_forgotten(own: Served) -> None:
    bank = {"name": "bank", "type": "username_password", "domains": ["bank.example"]}
    made = own.client.post("/api/credentials/bank", json=LOGIN).json()
    assert {name: made[name] for name in bank} == bank
    assert (made["fields"], made["replaced"]) == (["username", "password"], False)
    assert Vault(own.home).credentials()["bank"].fields["password"] == SECRET
    taken = own.client.post("/api/credentials/bank", json={**LOGIN, "domains": ["evil.example"]})
    assert (taken.status_code, taken.json()["fault"]["code"]) == (409, "conflict")
    assert "bank.example" in taken.json()["fault"]["message"]
    replaced = own.client.post("/api/credentials/bank", json={**LOGIN, "replace": True}).json()
    assert replaced["replaced"] is True
    code = {"type": "authenticator", "domains": ["bank.example"], "fields": {"secret": SEED}}
    assert own.client.post("/api/credentials/code", json=code).json()["fields"] == ["code"]
    listed = own.client.get("/api/credentials").json()["credentials"]
    assert [(each["name"], each["type"], each["stored"] is None) for each in listed] == [
        ("bank", "username_password", False),
        ("code", "authenticator", False),
    ]
    assert places(own) == places(own, SEED) == []
    assert own.client.delete("/api/credentials/bank").json()["name"] == "bank"
    assert own.client.delete("/api/credentials/bank").status_code == 404
    assert [each["name"] for each in own.client.get("/api/credentials").json()["credentials"]] == ["code"]
    assert places(own) == []
    own.process.signal(signal.SIGTERM)
    ended = own.process.end()
    assert SECRET not in ended.stdout + ended.stderr


@pytest.mark.parametrize(
    "body",
    [
        f'{{"type": "custom", "fields": {{"pin": "{SECRET}"',
        json.dumps(SECRET),
        json.dumps({"type": SECRET, "fields": {}}),
        json.dumps({"type": "custom", "fields": SECRET}),
        json.dumps({"type": "custom", "fields": {"pin": [SECRET]}}),
        json.dumps({"type": "custom", "fields": {"pin": SECRET, "0": "x"}}),
        json.dumps({"type": "custom", "fields": {"pin": SECRET}, "replace": SECRET}),
        json.dumps({"type": "username_password", "fields": {"password": SECRET}}),
        json.dumps({"type": "username_password", "domains": ["a.example"], "fields": {"pasword": SECRET}}),
        json.dumps({"type": "authenticator", "domains": ["a.example"], "fields": {"secret": f"otpauth://{SECRET}"}}),
        json.dumps({"type": "custom", "fields": {"pin": f"{SECRET}\ud800"}}),
    ],
)
def test_a_fault_names_places_and_no_values(served: Served, body: str) -> None:
    answer = served.client.post("/api/credentials/odd", content=body)
    assert (answer.status_code // 100, answer.json()["ok"]) == (4, False)
    assert answer.json()["fault"]["pointer"] is not None
    assert SECRET not in answer.text
    assert SECRET not in served.process.errors()


def test_a_page_of_another_site_stores_and_forgets_nothing(served: Served) -> None:
    token = f"Bearer {served.token}"
    for headers in ({"X": "1"}, {"Authorization": token, "Sec-Fetch-Site": "cross-site"}):
        with served.open_client(**headers) as client:
            answers = [client.post("/api/credentials/bank", json=LOGIN), client.delete("/api/credentials/bank")]
            answers += [client.post("/api/keys/openai", json={"key": SECRET}), client.delete("/api/logins?app=shop")]
        assert {answer.status_code for answer in answers} <= {401, 403}


def test_a_kept_login_is_listed_and_forgotten(own: Served) -> None:
    own.client.post("/api/credentials/bank", json=LOGIN)
    state = {"cookies": [{"domain": "bank.example", "name": "session", "value": SECRET}], "origins": []}
    Vault(own.home).logins.keep("bank", "bank", state)
    [kept] = own.client.get("/api/logins").json()["logins"]
    assert (kept["app"], kept["credential"], kept["domains"]) == ("bank", "bank", ["bank.example"])
    assert places(own) == []
    assert own.client.delete("/api/logins").status_code == 422
    assert own.client.delete("/api/logins", params={"app": "bank"}).json() == {"forgotten": 1}
    assert own.client.get("/api/logins").json() == {"logins": []}


def keyed(server: Served) -> dict[str, Any]:
    return {each["provider"]: each["source"] for each in server.client.get("/api/keys").json()["keys"]}


def test_a_key_goes_into_the_vault_and_its_model_can_be_asked(own: Served) -> None:
    workspace = own.client.get("/api/workspace").json()
    assert workspace["model"]["name"] == "local"
    assert set(keyed(own).values()) == {None}
    assert own.client.post("/api/keys/opnai", json={"key": SECRET}).json()["fault"]["hint"] == "Did you mean 'openai'?"
    wrong = own.client.post("/api/keys/openai", json={"key": f"{SECRET}\n{SECRET}"})
    assert (wrong.status_code, SECRET in wrong.text) == (422, False)
    assert own.client.post("/api/keys/openai", json={"key": f" {SECRET} "}).json()["source"] == "vault"
    assert keyed(own)["openai"] == "vault"
    assert places(own) == []
    assert Vault(own.home).model_keys.get("OPENAI_API_KEY") == SECRET
    assert own.client.get("/api/workspace").json()["model"]["name"].startswith("openai:")
    assert own.client.delete("/api/keys/openai").json()["source"] is None
    assert own.client.delete("/api/keys/openai").status_code == 404
    assert own.client.get("/api/workspace").json()["model"]["name"] == "local"
    assert own.client.post("/api/keys/openai/check").json()["fault"]["code"] == "unavailable"
