"""Recorded traffic holds no credential, cookie or one-time code."""

import json
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from pollex import App, Fault
from pollex.app.input_table import InputTable
from pollex.app.workflow_test import row_outcomes
from pollex.core.json import Object
from pollex.core.pipeline.redact import Redactor
from pollex.page.traffic_mask import masked
from pollex.practice.server import Server

CHEAPEST = Path(__file__).parents[2] / "examples" / "workflows" / "cheapest.workflow.json"
SEED = "PRACTICEPOLLEXADA234567ABCDEFGHI"
PASSWORD = "lovelace-1843"


def entry(sent: Object, answer: str = "", headers: Any = ()) -> Object:
    content = {"mimeType": "text/html", "text": answer}
    response = {"status": 200, "headers": list(headers), "cookies": [{"name": "s", "value": "c0"}], "content": content}
    request = {"method": "POST", "url": "https://a.example/", "headers": [], "cookies": [], **sent}
    return {"request": request, "response": response}


@pytest.mark.parametrize(
    "recorded",
    [
        entry({"headers": [{"name": "Authorization", "value": "Bearer s3cret-9"}]}),
        entry(
            {
                "headers": [{"name": "Cookie", "value": "sid=s3cret-9"}],
                "cookies": [{"name": "sid", "value": "s3cret-9"}],
            }
        ),
        entry({"headers": [{"name": "X-Api-Key", "value": "s3cret-9"}]}),
        entry({}, headers=[{"name": "set-cookie", "value": "sid=s3cret-9"}]),
        entry({"queryString": [{"name": "access_token", "value": "s3cret-9"}]}),
        entry({"url": "https://a.example/?q=1&access_token=s3cret-9#x"}),
        entry({"postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user=ada&otp_code=s3cret-9"}}),
        entry({"postData": {"mimeType": "x", "params": [{"name": "password", "value": "s3cret-9"}]}}),
        entry({"postData": {"mimeType": "application/json", "text": '{"login": {"password": "s3cret-9"}}'}}),
        entry({"postData": {"mimeType": "multipart/form-data", "text": 'name="pin"\r\n\r\ns3cret-9\r\n--x'}}),
        entry({}, '{"access_token": "s3cret-9", "name": "Ada"}'),
        entry({}, '<input type="hidden" name="csrf_token" value="s3cret-9">'),
        entry({}, '<input value="s3cret-9" type=hidden name=csrf>'),
        entry({}, '<script>var config = {"apiKey": "s3cret-9"}</script>'),
    ],
)
def test_what_lets_somebody_in_is_masked(recorded: Object) -> None:
    assert "s3cret-9" not in json.dumps(masked(recorded, Redactor()))


def recorded_in_temp() -> list[str]:
    return [str(each) for each in Path(gettempdir()).glob("tmp*/*.har")]


def test_what_is_no_secret_stays() -> None:
    recorded = entry({"queryString": [{"name": "q", "value": "lamp"}]}, '{"name": "Ada", "price": "19.90"}')
    made = masked(recorded, Redactor())
    assert made["request"]["queryString"] == recorded["request"]["queryString"]
    assert made["response"]["content"] == recorded["response"]["content"]


@pytest.mark.asyncio
async def test_a_recorded_login_holds_no_secret(tmp_path: Path) -> None:
    nodes = [
        {"position": 1, "type": "tool", "config": {"tool": "login", "args": {"credential": "bank", "url": "{{url}}"}}},
        {"position": 2, "type": "tool", "alias": "said", "config": {"tool": "page.text", "args": {}}},
    ]
    inputs = [{"display_name": "url", "type": "string", "default_value": "http://127.0.0.1/"}]
    rows, har = tmp_path / "rows.jsonl", tmp_path / "bank.har"
    with Server() as server:
        rows.write_text(json.dumps({"url": f"{server.url}/bank/"}) + "\n")
        async with App(home=tmp_path / "home", environ={}) as app:
            app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": "ada", "password": PASSWORD})
            app.vault.set("phone", "authenticator", ["127.0.0.1"], {"secret": SEED})
            workflow = app.load_workflow({"name": "Bank", "inputs": inputs, "nodes": nodes})
            with app.traffic(record=har):
                [row] = [each async for each in row_outcomes(workflow, InputTable(rows), app.runs)]
                raw = recorded_in_temp()
            known = app.context.redactor.known
        visits = list(server.world.sessions.known)
    text = har.read_text()
    assert raw == []  # what is not masked yet does not outlive its window
    assert row.outcome == "done"
    assert PASSWORD in known
    assert any(each.isdigit() and len(each) == 6 for each in known), "a one-time code was typed"
    assert "/bank/" in text
    assert not [each for each in (*known, *visits) if each in text]


@pytest.mark.asyncio
async def test_no_request_leaves_where_traffic_is_replayed(tmp_path: Path) -> None:
    har, rows, other = tmp_path / "shop.har", tmp_path / "rows.jsonl", tmp_path / "other.jsonl"
    with Server() as server:
        rows.write_text("".join(json.dumps({"base": server.url, "query": each}) + "\n" for each in ("kettle", "lamp")))
        other.write_text(json.dumps({"base": server.url, "query": "teapot"}) + "\n")
        async with App(home=tmp_path / "home", environ={}) as app:
            workflow = app.load_workflow(CHEAPEST)

            async def tested(table: Path, **traffic: Path) -> list[Object]:
                with app.traffic(**traffic):
                    outcomes = row_outcomes(workflow, InputTable(table), app.runs, offline="replay" in traffic)
                    return [each.to_json() async for each in outcomes]

            recorded = await tested(rows, record=har)
            visitors = len(server.world.sessions.known)
            assert [each["outcome"] for each in recorded] == ["done", "done"]
            assert await tested(rows, replay=har) == recorded
            assert [each["outcome"] for each in await tested(other, replay=har)] == ["failed"]
            assert len(server.world.sessions.known) == visitors > 0


@pytest.mark.asyncio
async def test_a_login_is_replayed_with_another_password(tmp_path: Path) -> None:
    """The site is gone, and so are the secrets of the recording: what is masked there is masked here too."""
    nodes = [
        {"position": 1, "type": "tool", "config": {"tool": "login", "args": {"credential": "bank", "url": "{{url}}"}}},
        {"position": 2, "type": "tool", "config": {"tool": "page.navigate", "args": {"url": "{{url}}"}}},
        {"position": 3, "type": "tool", "alias": "said", "config": {"tool": "page.text", "args": {}}},
    ]
    inputs = [{"display_name": "url", "type": "string", "default_value": "http://127.0.0.1/"}]
    outputs = [{"display_name": "text", "type": "string", "value": "{{said.text}}"}]
    rows, har = tmp_path / "rows.jsonl", tmp_path / "bank.har"

    async def tested(home: str, password: str, **traffic: Path) -> Object:
        async with App(home=tmp_path / home, environ={}) as app:
            app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": "ada", "password": password})
            app.vault.set("phone", "authenticator", ["127.0.0.1"], {"secret": SEED})
            bank = app.load_workflow({"name": "Bank", "inputs": inputs, "outputs": outputs, "nodes": nodes})
            with app.traffic(**traffic):
                outcomes = row_outcomes(bank, InputTable(rows), app.runs, offline="replay" in traffic)
                [row] = [each.to_json() async for each in outcomes]
                return row

    with Server() as server:
        rows.write_text(json.dumps({"url": f"{server.url}/bank/"}) + "\n")
        recorded = await tested("one", PASSWORD, record=har)
    assert recorded["outcome"] == "done", recorded["fault"]
    assert "Everyday Account" in recorded["outputs"]["text"]
    assert await tested("two", "another-password-7", replay=har) == recorded


@pytest.mark.asyncio
async def test_a_browser_of_a_person_is_left_alone(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}, cdp="http://127.0.0.1:1") as app:
        with pytest.raises(Fault, match="browser of its own"), app.traffic(record=tmp_path / "x.har"):
            pass
    assert not (tmp_path / "x.har").exists()
