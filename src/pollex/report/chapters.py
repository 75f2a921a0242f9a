"""The steps of an agent and the nodes of a workflow, one after the other, with what happened between them."""

from __future__ import annotations

from collections.abc import Iterator

from ..text.clip import on_one_line
from .actions import action, address, mark
from .amounts import duration, money, number, plural
from .faults import fault
from .figures import figure
from .markup import Content, Html, joined, tag
from .pictures import Album
from .spent import DOINGS, Spent
from .story import Aside, Part, Story
from .values import drawn
from .words import said

NAMES = {"deciding": "decided", "acting": "acted", "looking": "looked", "waiting": "waited", "other": "else"}
RUNGS = {
    "later": "by a later selector",
    "healed": "healed by evidence",
    "local": "found by its words",
    "model": "found by a model",
}


def chapters(story: Story, album: Album) -> Html:
    """Everything that happened, as a list."""
    made = [
        _part(entry, story.spent_in.get(entry.path, {}), album) if isinstance(entry, Part) else aside(entry)
        for entry in story.entries
    ]
    return tag("ol", [tag("li", each) for each in made], class_="chapters")


def anchor(part: Part) -> str:
    return "part-" + part.path.strip("/").replace("/", "-").replace("[", "-").replace("]", "")


def headline(part: Part) -> str:
    """What the part did, in a line."""
    if not part.actions and part.kind == "node":
        return f"{part.title.replace('_', ' ')} {part.name}".strip().capitalize()
    if not part.actions:
        return "Nothing was done" if part.ms is not None else "Looks and decides"
    more = f", and {len(part.actions) - 1} more" if len(part.actions) > 1 else ""
    return said(part.actions[0]) + more


def _part(part: Part, spent: Spent, album: Album) -> Html:
    heading = f"heading-{anchor(part)}"
    label = {"node": part.path, "step": part.path.strip("/"), "calls": ""}[part.kind]
    return tag(
        "article",
        tag(
            "h3", mark(part.ok), tag("span", label, class_="number"), " " if label else None, headline(part), id=heading
        ),
        tag("p", " · ".join(_facts(part, spent)), class_="aside"),
        _page(part),
        tag("div", figure(part, album), tag("div", list(_told(part, album)), class_="told"), class_="body"),
        id=anchor(part),
        aria_labelledby=heading,
        class_=f"part depth-{min(part.depth, 4)}",
    )


def _facts(part: Part, spent: Spent) -> Iterator[str]:
    if part.kind == "node" and part.actions:
        yield f"{part.title} {part.name}".strip()
    yield f"after {duration(part.after)}"
    if part.ms is not None:
        yield f"took {duration(part.ms)}"
    ways = [f"{NAMES[doing]} {duration(spent[doing])}" for doing in DOINGS if doing != "other" and spent.get(doing)]
    if len(ways) > 1:
        yield ", ".join(ways)
    if part.rung in RUNGS:
        yield RUNGS[part.rung]
    if tokens := part.cost.tokens_in + part.cost.tokens_out:
        yield f"{number(tokens)} tokens"
    if part.cost.usd:
        yield money(part.cost.usd)


def _page(part: Part) -> Html | None:
    if part.url in ("", "about:blank") or part.kind == "node":
        return None
    return tag("p", part.title or "Page without a title", " ", address(part.url), class_="page")


def _told(part: Part, album: Album) -> Iterator[Content]:
    if part.decided:
        yield tag("p", "Decided", class_="label"), tag("blockquote", part.decided)
    if part.problem:
        yield tag("div", tag("p", tag("strong", "Nothing was decided: "), part.problem), class_="fault")
    if part.plan:
        yield tag("p", "Plan", class_="label"), tag("ul", [tag("li", line) for line in part.plan])
    if part.actions:
        alone = len(part.actions) == 1 and part.kind != "calls"
        shown = [action(each, _pictures(each.tool, each.data.get("path"), album), alone=alone) for each in part.actions]
        yield tag("ol", shown)
    elif part.wanted and part.ms is None:
        yield tag("p", "Wanted: ", ", ".join(str(each.get("tool")) for each in part.wanted))
    if part.left:
        why = part.halted or "the page had changed"
        yield tag("p", f"{plural(part.left, 'further action was', 'further actions were')} not done: {why}.")
    if part.fault and not any((each.result or {}).get("fault") for each in part.actions):
        yield fault(part.fault)
    yield [aside(each) for each in part.asides]
    yield [tag("p", f"Noted: {note}", class_="aside") for note in part.notes]


def _pictures(tool: str, path: object, album: Album) -> Html | None:
    """The picture that a tool took, where it took one."""
    if tool != "page.screenshot" or not isinstance(path, str):
        return None
    taken = album.take(path)
    if isinstance(taken, str):
        return tag("p", taken, class_="aside")
    image = tag("img", src=taken.address, width=taken.width, height=taken.height, alt="The picture that was taken")
    return tag("div", image, class_="taken")


def aside(told: Aside) -> Html:
    value = None if told.value is None else drawn(told.value)
    words = joined((tag("strong", told.title), ": " if told.text else None, on_one_line(told.text, 600)))
    return tag("div", tag("p", words), value, class_=f"note {told.tone}")
