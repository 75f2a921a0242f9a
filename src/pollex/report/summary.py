"""The top of the page: what was wanted, how it ended, what came of it, and what it took."""

from __future__ import annotations

from collections.abc import Iterator

from ..text.clip import on_one_line
from .amounts import duration, moment, money, number, plural
from .chapters import anchor, headline
from .faults import fault
from .markup import Content, Html, joined, tag
from .spent import DOINGS, Doing, Spent
from .story import Story
from .values import drawn, plain

LONG = 160
"""Characters of a heading; a longer task is told in full below it."""
LABELS: dict[Doing, str] = {
    "deciding": "Deciding",
    "acting": "Acting",
    "looking": "Looking",
    "waiting": "Waiting for people",
    "other": "Everything else",
}


def header(story: Story) -> Html:
    kind = {"task": "Task", "workflow": "Workflow", "calls": "Run"}[story.kind]
    return tag(
        "header",
        tag("p", kind, class_="label"),
        tag("h1", on_one_line(story.title, LONG)),
        tag("p", story.title, class_="said") if len(story.title) > LONG else None,
        tag("p", tag("strong", story.ending.words), class_=f"ending {story.ending.state}"),
    )


def outcome(story: Story) -> Html:
    """The answer and the values; where it failed, why."""
    data, problem = story.data, story.ending.fault
    return tag(
        "section",
        tag("h2", "What came of it", id="outcome"),
        fault(problem) if problem else None,
        _where(story),
        tag("p", str(data["answer"]), class_="said answer") if data.get("answer") else None,
        [_named(name, data.get(name)) for name in ("values", "outputs", "variables")],
        None
        if any(map(data.get, ("answer", "values", "outputs", "variables"))) or problem
        else tag("p", _nothing(story)),
        tag("h3", "The run"),
        tag("dl", [(tag("dt", name), tag("dd", value)) for name, value in _facts(story)], class_="facts"),
        aria_labelledby="outcome",
    )


def _where(story: Story) -> Html | None:
    """A way to the step or node that a failed run ended with; the innermost, where it failed inside of others."""
    failed = [part for part in story.parts if part.ok is False and part.kind != "calls"]
    if story.ending.state != "failed" or not failed:
        return None
    label = f"{failed[-1].path} {headline(failed[-1])}"
    return tag("p", "The last that went wrong: ", tag("a", on_one_line(label, 120), href=f"#{anchor(failed[-1])}"))


def _nothing(story: Story) -> str:
    return "Nothing yet." if story.ending.state == "running" else "The run gave no data."


def _named(name: str, value: object) -> Html | None:
    return joined((tag("h3", name.capitalize()), drawn(value))) if value not in (None, {}, [], "") else None


def _facts(story: Story) -> Iterator[tuple[str, Content]]:
    about, cost = story.about, story.cost
    if about.get("url"):
        yield "Started from", tag("code", str(about["url"]), class_="address")
    for name, value in (about.get("inputs") or {}).items() if isinstance(about.get("inputs"), dict) else ():
        yield f"Input {name}", plain(value)
    if about.get("model"):
        yield "Model", str(about["model"])
    if isinstance(about.get("domains"), list):
        yield "Allowed domains", ", ".join(map(str, about["domains"])) or "none"
    yield "Began", moment(story.started)
    yield "Took", duration(story.ms)
    yield ("Nodes" if story.kind == "workflow" else "Steps"), _steps(story)
    if cost.tokens_in or cost.tokens_out or cost.usd:
        yield "Tokens", f"{number(cost.tokens_in)} in, {number(cost.tokens_out)} out"
        yield "Money", money(cost.usd)
    yield "Run", tag("code", story.run)


def _steps(story: Story) -> str:
    parts = [part for part in story.parts if part.kind != "calls" and part.path != "/0"]
    failed = sum(part.ok is False for part in parts)
    most = f" of at most {story.about['maxSteps']}" if story.about.get("maxSteps") else ""
    return f"{number(len(parts))}{most}" + (f", {plural(failed, 'with a failure', 'with failures')}" if failed else "")


def times(story: Story) -> Html:
    """A bar of where the time went, and the same in words."""
    return tag(
        "section",
        tag("h2", "Where the time went", id="times"),
        bar(story.spent),
        tag("ul", [_legend(doing, story) for doing in DOINGS if story.spent.get(doing)], class_="legend"),
        aria_labelledby="times",
    )


def bar(spent: Spent) -> Html:
    total, left, made = sum(spent.values()) or 1.0, 0.0, []
    for doing in DOINGS:
        width = 1000 * spent.get(doing, 0.0) / total
        if width:
            made.append(tag("rect", x=round(left, 2), y=0, width=round(width, 2), height=10, class_=f"fill {doing}"))
        left += width
    return tag("svg", made, viewBox="0 0 1000 10", preserveAspectRatio="none", aria_hidden="true", class_="bar")


def _legend(doing: Doing, story: Story) -> Html:
    ms = story.spent[doing]
    key = tag("svg", tag("rect", width=10, height=10, rx=2, class_=f"fill {doing}"), viewBox="0 0 10 10", class_="key",
              aria_hidden="true")  # fmt: skip
    return tag("li", key, f"{LABELS[doing]} ", tag("strong", duration(ms)), f" ({100 * ms / (story.ms or 1):.0f} %)")
