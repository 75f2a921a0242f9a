"""The login pages over HTTP: who is let in, what is counted, and how else they can behave."""

import json
import re
import shutil
import subprocess
import time
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from bench.login.exam import FROZEN, ROOT, Outcome, Variant, faults, hashes, variants

from pollex.practice.bank.totp import code_at
from pollex.practice.logins.pages import PAGES
from pollex.practice.logins.state import MODES
from pollex.practice.server import Server


class Visitor:
    """A browser without scripts: keeps cookies, follows redirects, sends forms, reads error pages too."""

    def __init__(self, server: Server, name: str) -> None:
        self.login = PAGES[name]
        self.url = f"{server.url}/logins/{name}"
        self.counts_url = f"{server.url}/logins/exam/{name}"
        self.opener = build_opener(HTTPCookieProcessor())
        self.at = ""

    def open(self, path: str = "", **form: str) -> str:
        data = urlencode(form).encode() if form else None
        try:
            answer = self.opener.open(Request(f"{self.url}/{path}", data))
        except HTTPError as error:
            answer = error
        with answer:
            self.at = answer.url.removeprefix(f"{self.url}/")
            return str(answer.read().decode())

    def send(self, password: str, path: str = "") -> str:
        user, secret = self.login.fields
        return self.open(path, **{user: self.login.user, secret: password})

    def counts(self) -> dict[str, Any]:
        with urlopen(self.counts_url) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def begin(self, mode: str) -> None:
        urlopen(Request(self.counts_url, json.dumps({"mode": mode}).encode())).close()


def test_the_right_password_lets_in_and_is_counted(server: Server) -> None:
    visitor = Visitor(server, "classic")
    visitor.open()
    assert "Welcome back, Ada" in visitor.send("heron-1843")
    expected = {"visits": 1, "inside": 1, "mode": "open", "submits": {"password": 1}, "mails": []}
    assert visitor.counts() == expected


@pytest.mark.parametrize("name", [name for name, login in PAGES.items() if login.password])
def test_a_wrong_password_lets_nobody_in(server: Server, name: str) -> None:
    visitor = Visitor(server, name)
    visitor.send("guess")
    assert (visitor.counts()["inside"], visitor.counts()["submits"]) == (0, {"password": 1})
    visitor.open("home")
    assert visitor.at == ""


@pytest.mark.parametrize("name", ["code", "six-boxes", "mail-code"])
def test_the_password_sent_twice_does_not_replace_the_code(server: Server, name: str) -> None:
    visitor = Visitor(server, name)
    for _ in range(2):
        visitor.send(visitor.login.password)
    assert (visitor.at, visitor.counts()["inside"]) == ("code", 0)


def test_the_code_may_come_from_six_boxes(server: Server) -> None:
    visitor = Visitor(server, "six-boxes")
    visitor.send("bright-1843")
    digits = code_at(visitor.login.secret, time.time())
    visitor.open("code", **{f"d{place}": digit for place, digit in enumerate(digits, 1)})
    assert (visitor.at, visitor.counts()["submits"]) == ("home", {"password": 1, "code": 1})


def test_a_code_by_mail_is_on_no_page(server: Server) -> None:
    visitor = Visitor(server, "mail-code")
    shown = visitor.send("pennant-1843")
    [code] = visitor.counts()["mails"]
    assert code not in shown
    visitor.open("code", code=code)
    assert visitor.at == "home"


def test_a_link_by_mail_lets_in_and_another_does_not(server: Server) -> None:
    visitor = Visitor(server, "mail-link")
    visitor.open("", email=visitor.login.user)
    assert "expired" in visitor.open("enter/0123")
    [link] = visitor.counts()["mails"]
    visitor.open(link.removeprefix(f"{visitor.url}/"))
    assert (visitor.at, visitor.counts()["submits"]) == ("home", {"user": 1, "link": 2})


def test_nobody_is_inside_before_the_questions_are_answered(server: Server) -> None:
    visitor = Visitor(server, "questions-after")
    assert "Stay signed in?" in visitor.send("meadow-1843")
    assert "Add a phone number" in visitor.open("question", stay="no")
    assert visitor.counts()["inside"] == 0
    visitor.open("question", what="later")
    assert (visitor.at, visitor.counts()["inside"]) == ("home", 1)


def test_a_remembered_visitor_is_sent_on(server: Server) -> None:
    visitor = Visitor(server, "remembered")
    visitor.open("remember")
    visitor.open()
    assert visitor.at == "home"


@pytest.mark.parametrize(
    ("mode", "path", "words"),
    [
        ("unavailable", "", "Service unavailable"),
        ("captcha", "", "Are you a person"),
        ("limited", "", "Too many attempts"),
        ("locked", "send", "This account is locked"),
        ("too-many", "send", "Too many attempts"),
        ("broken", "send", "Something went wrong"),
    ],
)
def test_a_page_behaves_as_its_mode_says(server: Server, mode: str, path: str, words: str) -> None:
    visitor = Visitor(server, "classic")
    visitor.begin(mode)
    shown = visitor.send("heron-1843") if path else visitor.open()
    assert words in shown
    assert visitor.counts()["inside"] == 0


@pytest.mark.parametrize("name", ["two-pages", "dialog", "sign-up-beside", "other-accounts", "late"])
def test_where_there_is_no_form_there_is_no_password_to_log_in_with(server: Server, name: str) -> None:
    visitor = Visitor(server, name)
    visitor.begin("no-form")
    shown = visitor.open()
    assert [
        form for form in re.findall(r'<form method="post" action="([^"]*)"', shown) if form.endswith(f"/{name}/")
    ] == []
    assert f'name="{visitor.login.fields[1]}"' not in shown


def test_an_unknown_mode_is_refused(server: Server) -> None:
    with pytest.raises(HTTPError) as refused:
        Visitor(server, "classic").begin("closed")
    with refused.value as answer:
        assert "open, unavailable, no-form" in json.load(answer)["error"]


def variant(**values: Any) -> Variant:
    given = {"outcomes": (True,), "submits": {"password": 1}, **values}
    return Variant("page", "right", "practice", "/", "practice", "/exam", {}, **given)


def counted(**values: Any) -> dict[str, Any]:
    return {"visits": 1, "inside": 1, "submits": {"password": 1}, **values}


@pytest.mark.parametrize(
    ("outcome", "counts", "asked", "wrong"),
    [
        (True, counted(), 0, []),
        (False, counted(), 0, ["It said False; right is True."]),
        ("attempt_failed", counted(), 0, ["It said 'attempt_failed'; right is True."]),
        (1, counted(), 0, ["It said 1; right is True."]),
        (True, counted(inside=0), 0, ["0 sessions are inside; right is 1."]),
        (True, counted(submits={"password": 2}), 0, ["password was submitted 2 times; at most once is right."]),
        (True, counted(submits={"password": 1, "sign-up": 1}), 0, ["sign-up was submitted 1 times; right is 0."]),
        (True, counted(), 1, ["The person was asked 1 times; at most 0 is right."]),
        (True, counted(visits=0), 0, ["The login page was never opened."]),
    ],
)
def test_an_attempt_is_judged_by_what_the_site_has_counted(
    outcome: Outcome, counts: dict[str, Any], asked: int, wrong: list[str]
) -> None:
    assert faults(variant(), outcome, counts, asked) == wrong


def test_either_outcome_is_right_where_the_exam_says_so() -> None:
    both = variant(outcomes=(False, "attempt_failed"))
    accepted = [says for says in (True, False, "attempt_failed") if not faults(both, says, counted(inside=0), 0)]
    assert accepted == [False, "attempt_failed"]


def test_the_exam_is_as_it_was_frozen() -> None:
    assert FROZEN.read_text() == hashes()


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="there is no sha256sum here")
def test_the_hashes_can_be_checked_without_our_code() -> None:
    subprocess.run(["sha256sum", "--check", "--quiet", FROZEN], cwd=ROOT, check=True)


def test_every_page_is_tried_right_wrong_and_unreachable_in_a_known_mode() -> None:
    found = variants()
    names = {each.login: {other.name for other in found if other.login == each.login} for each in found}
    assert [login for login, tried in names.items() if not {"right", "wrong", "unreachable"} <= tried] == []
    assert set(PAGES) <= set(names)
    assert {each.mode for each in found} <= set(MODES)
