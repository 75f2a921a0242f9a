"""The built page as the server gives it out: to those who have entered, under a strict policy, compressed."""

import re

import pytest

from .served import Served

POLICY = (
    "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html; "
    "style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def files(served: Served) -> list[str]:
    """The files that the page loads."""
    return re.findall(r'(?:src|href)="(/static/[^"]+)"', served.client.get("/").text)


def test_the_page_is_given_out_with_its_policy(served: Served) -> None:
    answer = served.client.get("/")
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "no-store"
    assert sorted(name.rpartition(".")[2] for name in files(served)) == ["css", "js", "svg"]


@pytest.mark.parametrize("encoding", ["br", "gzip", "identity"])
def test_files_are_kept_by_the_browser_and_compressed_as_it_asks(served: Served, encoding: str) -> None:
    [script] = [name for name in files(served) if name.endswith(".js")]
    with served.client.stream("GET", script, headers={"Accept-Encoding": encoding}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.headers.get("content-encoding", "identity") == encoding
    plain = served.client.get(script, headers={"Accept-Encoding": "identity"}).content
    assert (raw == plain) == (encoding == "identity")
    assert encoding == "identity" or len(raw) < len(plain) / 2


def test_the_page_is_the_same_for_everybody(served: Served) -> None:
    with served.open_client(Accept="text/html") as stranger:
        for name in ("/", *files(served)):
            assert stranger.get(name).content == served.client.get(name).content


@pytest.mark.parametrize(
    "name", ["nothing.js", "index.html", "../pages.py", "%2e%2e/pages.py", "..%2fpages.py", "a/b.js"]
)
def test_nothing_else_is_given_out(served: Served, name: str) -> None:
    answer = served.client.get(f"/static/{name}")
    assert (answer.status_code, answer.json()["fault"]["code"]) == (404, "not_found")


def test_the_page_weighs_little(served: Served) -> None:
    """Without what draws charts, which is loaded with the first one."""
    first = [served.client.get(name, headers={"Accept-Encoding": "br"}) for name in files(served)]
    assert sum(int(answer.headers["content-length"]) for answer in first) < 120_000
