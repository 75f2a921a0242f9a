"""The six tools of document 004's three modules, unchanged, with the real npm packages."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pollex.modules.runtime import CallPlan, Handle, LibraryFailure

from ...servers import serving


class Echo(BaseHTTPRequestHandler):
    """Answers with what it was asked; 404 for /absent."""

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        seen = {"method": self.command, "path": self.path, "body": body, "token": self.headers.get("x-token")}
        text = json.dumps(seen).encode()
        self.send_response(404 if self.path == "/absent" else 200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Echo)) as made:
        yield f"http://127.0.0.1:{made.server_port}"


async def test_array_chunk(load: Any, packages: Path) -> None:
    lodash = await load.document("lodash", packages)

    assert await lodash.call("array_chunk", {"array": [1, 2, 3, 4, 5], "size": 2}) == [[1, 2], [3, 4], [5]]
    assert await lodash.call("array_chunk", {"array": [1, 2]}) == [[1], [2]]
    assert await lodash.plan("array_chunk") == CallPlan("chunk", "chunk(array, size)", "code")


async def test_object_merge_is_deep_and_spreads_its_sources(load: Any, packages: Path) -> None:
    lodash = await load.document("lodash", packages)
    target = {"a": {"b": 1}}

    merged = await lodash.call("object_merge", {"target": target, "sources": [{"a": {"c": 2}}, {"d": [3]}]})

    assert merged == {"a": {"b": 1, "c": 2}, "d": [3]}
    assert target == {"a": {"b": 1}}
    assert await lodash.plan("object_merge") == CallPlan("merge", "merge(target, ...sources)", "code")


async def test_date_parse_reads_iso_dates_and_by_a_format(load: Any, packages: Path) -> None:
    moment = await load.document("moment", packages)

    iso = await moment.call("date_parse", {"date": "2024-02-29"})
    by_format = await moment.call("date_parse", {"date": "03/04/2025", "format": "DD/MM/YYYY"})

    assert isinstance(iso, Handle)
    assert (iso.type, "format" in iso.methods) == ("Moment", True)
    assert await moment.call("date_format", {"format": "YYYY-MM-DD"}, iso.id) == "2024-02-29"
    assert await moment.call("date_format", {"format": "D MMMM YYYY"}, by_format.id) == "3 April 2025"


async def test_date_format_without_a_handle_formats_now(load: Any, packages: Path) -> None:
    moment = await load.document("moment", packages)

    assert len(await moment.call("date_format", {"format": "YYYY-MM-DD"})) == 10
    assert await moment.call("date_format", {"format": "[literal]"}) == "literal"


async def test_moment_is_planned_by_order_and_code(load: Any, packages: Path) -> None:
    moment = await load.document("moment", packages)

    assert await moment.plan("date_parse") == CallPlan("root", "root(date, format)", "order")
    assert await moment.plan("date_format") == CallPlan("format", "format(format)", "code")


async def test_http_get_sends_params_and_headers(load: Any, packages: Path, server: str) -> None:
    axios = await load.document("axios", packages, {"timeout": 30000})

    args = {"url": f"{server}/search", "params": {"q": "a b"}, "headers": {"x-token": "t"}}
    answer = await axios.call("http_get", args)

    assert answer["data"] == {"method": "GET", "path": "/search?q=a+b", "body": "", "token": "t"}
    assert (answer["status"], answer["statusText"], answer["headers"]["content-type"]) == (
        200,
        "OK",
        "application/json",
    )
    assert await axios.plan("http_get") == CallPlan("get", "get(url, {params, headers})", "code")


async def test_http_post_sends_body_and_headers_to_the_configured_base(load: Any, packages: Path, server: str) -> None:
    axios = await load.document("axios", packages, {"baseURL": server, "timeout": 30000})

    answer = await axios.call("http_post", {"url": "/new", "data": {"a": 1}, "headers": {"x-token": "t"}})

    assert answer["data"] == {"method": "POST", "path": "/new", "body": '{"a":1}', "token": "t"}
    assert await axios.plan("http_post") == CallPlan("post", "post(url, data, {headers})", "code")


async def test_a_failed_request_tells_code_and_status(load: Any, packages: Path, server: str) -> None:
    axios = await load.document("axios", packages, {"timeout": 30000})

    with pytest.raises(LibraryFailure) as raised:
        await axios.call("http_get", {"url": f"{server}/absent"})

    failure = raised.value
    assert (failure.function, failure.error_type) == ("get", "AxiosError")
    assert failure.message == "Request failed with status code 404"
    assert (failure.properties["code"], failure.properties["status"]) == ("ERR_BAD_REQUEST", 404)
    assert failure.properties["response"]["data"]["path"] == "/absent"
    assert "AxiosError" in failure.stack


async def test_a_refused_connection_tells_its_code(load: Any, packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    axios = await load.document("axios", packages, {"timeout": 30000})

    with pytest.raises(LibraryFailure) as raised:
        await axios.call("http_get", {"url": "http://127.0.0.1:1/"})

    assert (raised.value.properties["code"], raised.value.properties.get("status")) == ("ECONNREFUSED", None)
