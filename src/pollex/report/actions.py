"""One action: what was done, how its element was found, what came of it, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..core.json import Object
from ..text.clip import on_one_line
from .amounts import duration, plural
from .faults import fault
from .markup import Content, Html, tag
from .story import Action
from .values import as_json, drawn, is_readable, plain
from .words import said

SHOWN: Final = 6
"""Texts that appeared, requests, tries: so many of each are worth reading."""
MARKS: Final = {
    True: ("✓", "went well", "good"),
    False: ("✗", "failed", "bad"),
    None: ("…", "not finished", "warn"),
}
ROWS: Final = 10
READING: Final = frozenset(
    {
        "page.extract",
        "page.collect",
        "page.records",
        "page.choices",
        "page.tables",
        "page.find",
        "page.query",
        "aggregate",
    }
)
"""Tools whose data is what somebody wanted to know."""
ASKED: Final = frozenset({"page.extract", "page.collect", "aggregate"})
"""Those whose data has the shape that was asked for."""
SEEN: Final = ("role", "name", "text", "value", "heading", "total")


def action(done: Action, pictures: Content = None, *, alone: bool = False) -> Html:
    """`pictures` are those that it took. One that is `alone` stands under a heading that says what it did."""
    result = done.result or {}
    problem = result.get("fault")
    return tag(
        "li",
        None if alone else _line(done),
        _found(done),
        fault(problem) if problem else None,
        tag("ul", [tag("li", line) for line in caused(done)], class_="caused") if done.data else None,
        _read(done.tool, result["data"]) if done.tool in READING and done.ok and result.get("data") else None,
        [tag("p", "Repaired ", tag("code", each.get("pointer", "")), f": {each.get('did')}", class_="aside")
         for each in result.get("repairs") or ()],
        [tag("p", f"Note: {note}", class_="aside") for note in result.get("notes") or ()],
        pictures,
        _folded(done),
    )  # fmt: skip


def _read(tool: str, data: Any) -> Html | None:
    """What was read; of what an agent only looks at, what a person would call it. All of it is below, folded."""
    if tool in ASKED:
        return drawn(data, ROWS)
    found = data.get("elements") if isinstance(data, dict) else data
    seen = [{name: each[name] for name in SEEN if each.get(name)} for each in _objects(found)]
    return drawn(seen, ROWS) if any(seen) and is_readable(seen) else None


def _line(done: Action) -> Html:
    return tag("p", mark(done.ok), tag("strong", said(done)), " ", tag("span", duration(done.ms), class_="aside"))


def mark(ok: bool | None) -> Html:
    """Whether it went well, also for those who see no colours or nothing at all."""
    sign, words, kind = MARKS[ok]
    return tag(
        "span", tag("span", sign, aria_hidden="true"), tag("span", words, class_="unseen"), class_=f"mark {kind}"
    )


def caused(done: Action) -> Iterator[Content]:
    """What the action says of itself: where it went, what appeared, what was sent, what failed."""
    data = done.data
    if data.get("from"):
        yield "Went to ", address(data.get("url"))
    if appeared := _texts(data.get("appeared")):
        more = f", and {len(appeared) - SHOWN} more" if len(appeared) > SHOWN else ""
        yield f"Appeared: {', '.join(f'“{on_one_line(each)}”' for each in appeared[:SHOWN])}{more}"
    if isinstance(sent := data.get("sent"), int):
        yield f"Sent something off ({plural(sent, 'request')})"
    if isinstance(asked := data.get("dialog"), dict):
        yield f"The page asked ({asked.get('kind')}): “{asked.get('message')}”"
    for name, words in (("opened", "Opened a tab: "), ("files", "Kept a file: ")):
        for each in _texts(data.get(name)):
            yield words, tag("code", each)
    for request in _objects(data.get("failed"))[:SHOWN]:
        yield tag("span", f"Failed: {_request(request)}", class_="bad")


def address(url: Any) -> Html:
    return tag("code", on_one_line(str(url or ""), 200), class_="address")


def _request(request: Object) -> str:
    how = request.get("failure") or request.get("status") or "no answer"
    return f"{request.get('method', '')} {on_one_line(str(request.get('url', '')), 120)} ({how})"


def _found(done: Action) -> Html | None:
    """By which selector its element was found, and which did not lead to it."""
    used, tried = done.data.get("used"), _objects(done.data.get("tried"))
    if not used:
        return None
    by = ", chosen by a model" if done.data.get("chosen") == "model" else ""
    missed = [
        (tag("code", plain(each.get("selector"))), f" ({on_one_line(str(each.get('why')))})") for each in tried[:SHOWN]
    ]
    after = [" after ", _listed(missed)] if missed else None
    return tag("p", "Found by ", tag("code", on_one_line(str(used), 120)), by, after, class_="aside")


def _listed(items: list[Any]) -> list[Content]:
    return [(", " if place else "", item) for place, item in enumerate(items)]


def _folded(done: Action) -> Html | None:
    data = (done.result or {}).get("data")
    inside = [
        (tag("p", "Arguments", class_="label"), as_json(done.args)) if done.args else None,
        (tag("p", "Answer", class_="label"), as_json(data)) if data not in (None, {}, []) else None,
        (tag("p", "Element", class_="label"), as_json(done.evidence)) if done.evidence else None,
    ]
    if not any(inside):
        return None
    return tag("details", tag("summary", tag("code", done.tool), " in full"), inside)


def _texts(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _objects(value: Any) -> list[Object]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
