"""The page as a file: nothing in it runs, loads or escapes, and everybody can find their way in it."""

import base64
import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pollex.report
from pollex.core.event import Event
from pollex.report import report
from pollex.text.phrase import PHRASES

Written = Callable[..., list[Event]]
EVIL = '</style></pre><script>alert(1)</script><img src=x onerror=alert(1)>"\'><a href="javascript:alert(1)">'
STYLE = Path(pollex.report.__file__).with_name("style.css").read_text()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)
TOOLS = sorted({name.partition(" ")[0] for name in PHRASES})
SAID = (
    "url",
    "from",
    "appeared",
    "sent",
    "requests",
    "failed",
    "dialog",
    "opened",
    "files",
    "used",
    "tried",
    "path",
    "did",
)


class Page(HTMLParser):
    """The tags of a page, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def of(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]


def assert_harmless(page: Page) -> None:
    assert not page.of("script", "iframe", "object", "embed", "link", "base", "form", "input", "button")
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "srcset", "action")], tag
        assert (attributes.get("href") or "#").startswith("#")
        assert (attributes.get("src") or "data:image/").startswith("data:image/")


def evil_run(written: Written, **data: Any) -> list[Event]:
    fault = dict.fromkeys(("code", "message", "pointer", "expected", "received", "hint"), EVIL)
    result = {
        "ok": False,
        "data": data,
        "fault": {**fault, "issues": [fault, fault]},
        "notes": [EVIL],
        "files": [EVIL],
        "proof": {"/selector": {"role": EVIL, "name": EVIL}},
        "repairs": [{"pointer": EVIL, "did": EVIL}],
    }
    action = {"path": EVIL, "tool": EVIL, "args": {EVIL: EVIL}, "result": result, "ms": 1}
    told = {"actions": [action], "notes": [EVIL], "plan": [EVIL], "problem": EVIL}
    return written(
        ("run.started", {"task": EVIL, "url": EVIL, "model": EVIL, "domains": [EVIL], "maxSteps": 5}),
        ("step.started", {"path": "/1", "step": 1, "url": EVIL, "title": EVIL, "fingerprint": EVIL}),
        ("model.answered", {"path": "/1", "text": EVIL, "requests": [{"tool": EVIL, "args": {}}]}),
        ("page.dialog", {"kind": EVIL, "message": EVIL}),
        ("page.blocked", {"host": EVIL, "why": EVIL, "by": "page"}),
        ("step.finished", {"path": "/1", "step": 1, "picture": EVIL, **told}),
        ("workspace.changed", {"title": EVIL, "value": [{EVIL: EVIL}]}),
        ("note", {EVIL: EVIL}),
        ("run.finished", {"result": {**result, "data": {"answer": EVIL, "values": {EVIL: [EVIL]}}}}),
    )


def test_nothing_that_a_page_or_a_model_says_becomes_markup(written: Written) -> None:
    events = evil_run(
        written, url=EVIL, **{"from": EVIL}, appeared=[EVIL], used=EVIL, opened=[EVIL], dialog={"kind": EVIL}
    )
    html = report(events).html
    assert_harmless(Page(html))
    assert html.count("&lt;script&gt;alert(1)") > 20


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.sampled_from([*TOOLS, "other.tool"]), JSON, JSON, st.dictionaries(st.sampled_from(SAID), JSON), st.booleans())
def test_whatever_tools_are_called_with_and_answer_can_be_told(
    written: Written, tool: str, args: Any, values: Any, data: dict[str, Any], ok: bool
) -> None:
    for answered in (data, values):
        result = {"ok": ok, "data": answered, "fault": None}
        action = {"path": "/1/1", "tool": tool, "args": args, "result": result, "ms": 1}
        call = {"call": "c", "tool": tool, "args": args, "effect": "act", "result": result}
        finished = {"result": {"ok": True, "data": {"answer": "a", "values": values}}}
        events = written(
            ("run.started", {"task": "t"}),
            ("step.finished", {"path": "/1", "step": 1, "actions": [action]}),
            ("call.started", call),
            ("approval.asked", call),
            ("question.answered", {"path": "/1", "answer": values}),
            ("call.finished", call),
            ("run.finished", finished),
        )
        assert_harmless(Page(report(events).html))


def test_the_policy_allows_the_one_style_sheet_and_pictures_only(written: Written) -> None:
    html = report(evil_run(written)).html
    policy = next(each["content"] for each in Page(html).of("meta") if each.get("http-equiv"))
    held = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert held is not None
    digest = base64.b64encode(hashlib.sha256(held[1].encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def test_the_template_engine_is_loaded_for_a_page_only() -> None:
    subprocess.run([sys.executable, "-c", "import sys, pollex.report; sys.exit('jinja2' in sys.modules)"], check=True)


def test_headings_go_down_one_by_one_and_links_lead_somewhere(real_run: Any) -> None:
    page = Page(report(real_run.events, folder=real_run.folder).html)
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(following - level <= 1 for level, following in pairwise(levels))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [str(each["href"]).removeprefix("#") for each in page.of("a")]
    labels = [str(each["aria-labelledby"]) for _, each in page.tags if "aria-labelledby" in each]
    assert len(links) > 3
    assert {*links, *labels} <= set(ids)


def test_a_real_run_is_told_with_its_pictures(real_run: Any) -> None:
    made = report(real_run.events, folder=real_run.folder)
    images = Page(made.html).of("img")
    assert (made.pictures, made.left_out) == (len(images), 0)
    assert len(images) == 4  # a page that has not changed is shown again only with another box
    twice = [each for before, each in pairwise(images) if before["src"] == each["src"]]
    assert all("with a box around" in str(each["alt"]) for each in twice)
    assert all(str(each["alt"]).startswith("The page “") and each["width"] for each in images)
    for said in (
        "Clicked the button “Only necessary”",
        "Typed “desk lamp” into the search box “Search the shop”",
        "Pressed Enter",
        "Could not go to no address at all",
        "Clicked the button “Add to basket”",
        "Put the first desk lamp into the basket",
        "The basket has one lamp.",
        "openai:gpt-5",
        "I take the first.",
    ):
        assert said in made.html


def test_pictures_that_do_not_fit_are_told(real_run: Any) -> None:
    made = report(real_run.events, folder=real_run.folder, most=1000)
    assert made.pictures == 0
    assert made.html.count("was left out: a page holds at most 1 kB of them.") == made.left_out > 0


def test_a_browsers_sealed_state_is_not_in_the_page(written: Written) -> None:
    assert (
        "b85sealed" not in report(written(("run.started", {"task": "t"}), ("page.kept", {"state": "b85sealed"}))).html
    )


def test_very_long_events_are_cut(written: Written) -> None:
    events = written(("run.started", {"task": "t"}), *[("note", {"text": "x" * 100_000})] * 60)
    assert len(report(events).html) < 1_000_000


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_written_can_be_read(scheme: str) -> None:
    light, dark = STYLE.split("@media (prefers-color-scheme: dark)")
    blocks = [light, *([dark.partition("* {")[0]] if scheme == "dark" else [])]
    colour = {name: value for block in blocks for name, value in re.findall(r"--([\w-]+): (#\w{6})", block)}
    grounds = ("paper", "card", "tint", "bad-tint", "warn-tint")
    for ink in ("ink", "soft"):
        assert {on: contrast(colour[ink], colour[on]) >= 4.5 for on in grounds} == dict.fromkeys(grounds, True), ink
    for ink in ("link", "good", "warn", "bad"):
        assert min(contrast(colour[ink], colour[on]) for on in ("paper", "card")) >= 4.5, ink
    for fill in ("deciding", "acting", "looking", "waiting", "other"):
        assert contrast(colour[fill], colour["card"]) >= 3, fill
