"""Single values: of what was spoken of, of something with a name, or of the page."""

from __future__ import annotations

from typing import Final

from ..program import Question, Records
from .calling import act, call
from .columns import Row, column, tokens
from .finding import go_to, open_named, proper
from .kinds import fits
from .listing import listing
from .places import go_there
from .reaching import is_about
from .rows import opener, row_called, row_read, whole
from .script import Memory, Script, Stop
from .sentences import stated
from .single import sentence_of, single
from .tables import GENERAL

ENTERING: Final = frozenset({"page.type", "page.select", "page.check"})
TOOLTIPS: Final = "css=[role=tooltip], [class*=tooltip i]"
TOTALS: Final = frozenset({"total", "sum", "total price", "total amount"})


def value(memory: Memory, asked: Question, optional: bool) -> Script[str | None]:
    """The answer, as the page writes it; None where it does not tell."""
    of = asked.of
    if (shown := _hovered(memory)) and fits(asked, shown):
        return shown
    if of.noun == "that" and asked.fields == ("last",):
        return memory.learnt.get("last")
    if of.noun in ("it", "page", "") and of.name is None:
        return (yield from _spoken_of(memory, asked))
    if of.place and not (yield from go_there(memory, of.place)) and proper(of.place):
        return (yield from _beside(memory, asked, of.place))
    if of.tests and (yield from _opened(memory, of, asked.said)):
        return (yield from single(memory, asked.fields, memory.topic or of.noun, asked.said))
    name = of.name or of.noun
    key = f"{asked.fields} {name}".lower()
    if key in memory.told and not (yield from _is_here(memory, name)):
        return memory.told[key]
    found = yield from _named(memory, asked, name, optional)
    memory.told.update({key: found} if found else {})
    return found


def _spoken_of(memory: Memory, asked: Question) -> Script[str | None]:
    """Of what was read or opened last, or of the page."""
    is_it = asked.of.noun == "it" or memory.in_row is not None
    if is_it and memory.record is not None and (known := _known(memory, memory.record, asked.fields)):
        return known
    if asked.of.noun == "it" and asked.fields == ("name",) and memory.topic:
        return memory.topic
    if is_it and memory.in_row is None and memory.record is not None:  # the page of the list does not tell it
        way = opener((yield from row_read(memory, memory.record)), "")
        if way is not None and (yield from act(memory, asked.said, "click", selector=way)).ok:
            memory.record = None
    if memory.place and asked.of.noun == "page" and asked.fields[0] in TOTALS and not _went_on(memory):
        yield from open_named(memory, memory.place)
    told = yield from single(memory, asked.fields, memory.topic or "the page", asked.said)
    is_elsewhere = told is None and asked.of.noun == "it" and memory.in_row is None and proper(memory.topic or "")
    if is_elsewhere and (yield from go_to(memory, memory.topic or "")):
        told = yield from single(memory, asked.fields, memory.topic or "", asked.said)
    return told


def _went_on(memory: Memory) -> bool:
    """Whether forms were filled in since something was put somewhere: then it is their page that is spoken of."""
    return any(asked.tool in ENTERING for asked, _ in memory.past[memory.put_at :])


def _opened(memory: Memory, of: Records, said: str) -> Script[bool]:
    """Open the one row that a description means."""
    values = [test.value for test in of.tests if test.op in ("contains", "eq")]
    row = yield from row_called(memory, " ".join([of.noun, of.name or "", *values]).strip())
    if row is None or row.get("link") is None:
        return False
    memory.topic, memory.record = of.name or (values[0] if values else of.noun), None
    return (yield from act(memory, said, "click", selector=row["link"])).ok


def _named(memory: Memory, asked: Question, name: str, optional: bool) -> Script[str | None]:
    """Of something with a name: by its row in a list, else on its own page."""
    if memory.place and set(tokens(name)) & set(tokens(memory.place)) and (yield from open_named(memory, memory.place)):
        return (yield from single(memory, asked.fields, name, asked.said))
    if asked.fields == ("date",) and not asked.of.tests:
        text = yield from call(memory, "text")
        if told := sentence_of(str(text.get("text") or ""), "date", asked.said):
            return told
    if (row := (yield from _row_of(memory, name, asked.of, asked.fields))) is not None:
        memory.topic, memory.record = name, row
        if known := _known(memory, row, asked.fields):
            return known
    if (told := (yield from _pointed_at(memory, name))) is not None:
        return told
    if (yield from is_about(memory, name)) and (told := (yield from single(memory, asked.fields, name, asked.said))):
        memory.topic, memory.record = name, None
        return told
    is_elsewhere = memory.in_row is None and (yield from go_to(memory, name))  # of each row its own page tells
    if not is_elsewhere and not (yield from _is_here(memory, name)):
        if optional:
            return None
        raise Stop(f"“{asked.said}”: there is no “{name}” to be found.")
    memory.topic, memory.record = name, None
    return (yield from single(memory, asked.fields, name, asked.said))


def _hovered(memory: Memory) -> str | None:
    """What the page shows as long as the pointer rests on something."""
    pointed = any(asked.tool == "page.hover" and outcome.ok for asked, outcome in memory.past[-2:])
    return " ".join(memory.appeared) or None if pointed else None


def _beside(memory: Memory, asked: Question, place: str) -> Script[str | None]:
    """What the one row says that has the name of a place; what stands elsewhere on the page is not of it."""
    row = yield from row_called(memory, f'"{place}"')
    if row is None:
        raise Stop(f"“{asked.said}”: there is no “{place}” to be found.")
    memory.topic, memory.record = place, None
    return stated(whole(row), asked.fields[0], asked.said) if len(asked.fields) == 1 else None


def _pointed_at(memory: Memory, name: str) -> Script[str | None]:
    """What the page shows only while the pointer rests on what is called so."""
    found = yield from call(
        memory, "query", selector="css=[aria-describedby], [title]:not(iframe), [aria-haspopup]", most=60
    )
    named = [each for each in found.get("elements") or () if tokens(str(each["name"])) == tokens(name)]
    if len(named) != 1 or not (yield from call(memory, "hover", selector=named[0]["index"])).ok:
        return None
    shown = yield from call(memory, "query", selector=TOOLTIPS, most=3)
    memory.appeared = [str(each["text"]) for each in shown.get("elements") or () if each["text"]]
    return " ".join(memory.appeared) or None


def _is_here(memory: Memory, name: str) -> Script[bool]:
    words = [word for word in tokens(name) if word not in GENERAL]
    text = yield from call(memory, "text")
    said = set(tokens(str(text.get("text") or "")))
    return all(word in said for word in words)


def _known(memory: Memory, row: Row, fields: tuple[str, ...]) -> str | None:
    found = [column(name, [row]) for name in fields]
    texts = [row.get(name, "") for name in found if name is not None]
    memory.parts = texts
    return " – ".join(texts) if len(texts) == len(fields) and all(texts) else None


def _row_of(memory: Memory, name: str, of: Records, fields: tuple[str, ...]) -> Script[Row | None]:
    """The one row of a list on this page that is called so."""
    words = [word for word in tokens(name) if word not in GENERAL]
    if not words:
        return None
    found = yield from listing(memory, Records(of.noun or "rows", (), of.name), fields, whole=False)
    fitting = [row for row in found.rows if set(words) <= set(tokens(" ".join(row.values())))]
    exact = [row for row in fitting if any(name.lower() == value.lower() for value in row.values())]
    named = exact or fitting
    return named[0] if len(named) == 1 else None
