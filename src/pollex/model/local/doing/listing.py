"""The records that a phrase means, read from the page: rows of a table or of any list, over all its pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from ....core.json import Object
from ..program import Records, Test
from .calling import act, call
from .columns import Row, column, name_column, stem, tokens
from .reaching import look
from .script import Asked, Memory, Script, Stop
from .speaking import meant

GENERAL: Final = frozenset(
    {
        "row", "result", "item", "product", "thing", "entry", "record", "match", "hit", "one", "line", "it",
        "them", "card", "element", "message", "mail", "email", "letter", "order", "issue", "ticket", "member",
        "person", "user", "account", "transaction", "booking", "payment", "review", "comment", "option",
        "journey", "page", "list", "name", "title", "number", "place", "invoice", "statement", "file",
        "document", "task", "event", "draft", "book", "two", "three", "four", "five", "all", "those", "these",
    }
)  # fmt: skip
"""Nouns that say nothing about which records are meant."""
NOBODY: Final = frozenset({"", "-", "–", "—", "none", "nobody", "no one", "unassigned", "n/a", "not set"})
OPEN: Final = frozenset({"open", "unfinished", "pending", "outstanding"})
DONE: Final = ("done", "closed", "finished", "completed", "resolved", "complete")
ALIKE: Final[dict[str, tuple[str, ...]]] = {
    "unread": ("new", "unread"),
    **dict.fromkeys(DONE, DONE),
    **dict.fromkeys(OPEN, DONE),
    **dict.fromkeys(("cancelled", "canceled"), ("cancelled", "canceled")),
}
LETTERS: Final = frozenset({"message", "mail", "email", "letter", "draft", "conversation"})
PAGES: Final = 40
EVERYTHING: Final = re.compile(r"(?:show|see|view|display|list) all(?: [a-z]+)?(?: [›»→>])?", re.IGNORECASE)
WHOLE: Final = "¶"
"""The column for all that a row says."""
SOUGHT: Final = re.compile(r"\b(?:results?|search|found)\b", re.IGNORECASE)
"""A heading that only repeats what was searched for."""
PRICE: Final = re.compile(r"[€$£]\s?\d[\d.,]*")


@dataclass(slots=True)
class Listing:
    """Rows that were read, and how they are called."""

    rows: list[Row] = field(default_factory=list)
    title: str = ""
    more: bool = False
    """Whether there may be more on further pages."""

    def column(self, name: str) -> str | None:
        return column(name, self.rows)

    @property
    def name(self) -> str | None:
        return name_column(self.rows)


def listing(memory: Memory, of: Records, fields: tuple[str, ...], *, whole: bool = True) -> Script[Listing]:
    """The rows of the list that is meant, those of further pages included."""
    if whole and not of.here:
        yield from _unfolded(memory, of)
        yield from _first_page(memory)
    found = yield from _read(memory, of, fields)
    seen = [tuple(row.items()) for row in found.rows]
    for _ in range(PAGES if whole and not of.here and found.rows and is_meant(found, of) else 0):
        following = yield from look(memory, "the next page")
        if (
            following is None
            or "disabled" in following["states"]
            or not re.search(r"next|more|older|›|»|>", str(following["name"]), re.IGNORECASE)
        ):
            break
        went = yield from act(memory, "go to the next page", "click", selector="act:the next page")
        if not went.ok:
            break
        further = yield from _read(memory, of, fields)
        fresh = [row for row in further.rows if tuple(row.items()) not in seen]
        if not fresh:
            break
        seen += [tuple(row.items()) for row in fresh]
        found.rows += fresh
    return found


def is_meant(found: Listing, of: Records) -> bool:
    """Whether the words of the noun have to do with the list: general ones, its title, or words of its rows."""
    words = {word for word in tokens(of.noun) if word not in ("of", "in", "the")}
    texts = set(
        tokens(
            f"{found.title} {' '.join(found.rows[0])} {' '.join(value for row in found.rows for value in row.values())}"
        )
    )
    return not words or bool(words & (texts | GENERAL))


def _unfolded(memory: Memory, of: Records) -> Script[None]:
    """From a list that shows only the latest rows to the whole one: by the one link that says so."""
    if not set(tokens(of.noun)) & GENERAL:
        return
    found = yield from call(memory, "query", selector="css=main a[href], main button", most=80)
    links = [each for each in found.get("elements") or () if EVERYTHING.fullmatch(str(each["name"]).strip())]
    if len(links) == 1:
        yield from act(memory, "show all of the list", "click", selector=links[0]["index"])


def _first_page(memory: Memory) -> Script[None]:
    """Back to where the list begins."""
    for _ in range(PAGES):
        before = yield from look(memory, "the previous page")
        if (
            before is None
            or "disabled" in before["states"]
            or not re.search(r"prev|back|newer|‹|«|<", str(before["name"]), re.IGNORECASE)
        ):
            return
        went = yield from act(memory, "go to the previous page", "click", selector="act:the previous page")
        if not went.ok:
            return


def _read(memory: Memory, of: Records, fields: tuple[str, ...]) -> Script[Listing]:
    tables = yield from call(memory, "tables", most=1000)
    chosen = _table(tables.data or [], of, fields)
    if chosen is not None:
        return Listing(
            [{key: str(value) for key, value in row["cells"].items()} for row in chosen["rows"]],
            f"{chosen['name']} {chosen['heading']}",
        )
    tested = [test.field for test in of.tests if test.field]
    names = list(dict.fromkeys(("name", *fields, "price", "rating", *tested, *_extra(of))))
    schema = {"type": "array", "items": {"type": "object", "properties": {name: {"type": "string"} for name in names}}}
    read = yield from call(memory, "extract", instruction=of.noun or "results", schema=schema)
    if not read.ok and not of.noun:
        yield from call(memory, "state", elements=0, text=0)
        read = yield from call(memory, "extract", instruction="items", schema=schema)
    if not read.ok and read.code in ("ambiguous", "not_found") and set(tokens(of.noun)) & LETTERS:
        names = list(dict.fromkeys((*names, "from", "subject", "date", "title")))
        wider = {name: {"type": "string"} for name in names}
        schema = {"type": "array", "items": {"type": "object", "properties": wider}}
        read = yield from call(memory, "extract", instruction=of.noun or "results", schema=schema)
    if not read.ok and read.code in ("ambiguous", "not_found"):
        yield from call(memory, "state", elements=0, text=0)  # three errors one after the other would end the run
        read = yield from call(memory, "extract", instruction="results", schema=schema)
    if not read.ok:
        yield from call(memory, "state", elements=0, text=0)
    rows = [{key: str(value) for key, value in row.items()} for row in read.data or [] if row] if read.ok else []
    return (yield from _whole(memory, rows))


def _whole(memory: Memory, rows: list[Row]) -> Script[Listing]:
    """The rows with all that they say and show: a test may speak of any of it, a mark, a badge, two prices."""
    title = ""
    if not rows:
        return Listing()
    found = yield from call(memory, "records", most=100)
    lists = [each for each in found.data or () if not each.get("beside")]
    for row in rows:
        name = next(iter(row.values()), "")
        fitting = [
            (record, each) for each in lists for record in each["records"] if name and name in str(record["text"])
        ]
        if len(fitting) == 1:
            row[WHOLE] = _said(fitting[0][0])
            title = f"{fitting[0][1]['name']} {fitting[0][1]['heading']}"
    return Listing(rows, "" if SOUGHT.search(title) else title)


def _said(record: Object) -> str:
    marks = [*record["states"], *(["reduced on sale"] if len(set(PRICE.findall(str(record["text"])))) > 1 else [])]
    return f"{record['text']} {' '.join(marks)}"


def _extra(of: Records) -> tuple[str, ...]:
    """Fields that a test may mean that names none."""
    return (
        ("from", "subject", "date", "status", "availability")
        if any(test.field is None for test in of.tests) or of.name
        else ()
    )


def _table(tables: list[Object], of: Records, fields: tuple[str, ...]) -> Object | None:
    """The table that is meant: one with rows that has the fields, or is called as the records are."""
    ranked: list[tuple[float, int]] = []
    for place, table in enumerate(tables):
        if not table["rows"] or all(str(name).startswith("column ") for name in table["columns"]):
            continue
        rows = [row["cells"] for row in table["rows"]]
        called = set(tokens(f"{table['name']} {table['heading']} {' '.join(table['columns'])}"))
        nouns = set(tokens(of.noun))
        score = (
            1.0 * bool(nouns & called)
            + 0.5 * len(nouns & called)
            + sum(column(name, rows) is not None for name in fields)
        )
        score += 0.5 * bool(nouns & GENERAL) + 0.1
        ranked.append((score, -place))
    if not ranked:
        return None
    score, place = max(ranked)
    return tables[-place] if score >= 0.5 or len(ranked) == 1 else None


def chosen(memory: Memory, found: Listing, of: Records, said: str) -> Script[list[Row]]:
    """The rows of which the tests hold, and which are what the noun says."""
    tests = [*_tests(found, of.tests), *_noun(found, of)]
    if of.name:
        tests.append({"is": "contains", "value": of.name})
    if not tests:
        return found.rows
    kept = yield from reckon(memory, said, rows=found.rows, what="list", where=tests)
    return list(kept["rows"])


def _tests(found: Listing, tests: tuple[Test, ...]) -> list[Object]:
    made: list[Object] = []
    for test in tests:
        how = {"before": "lt", "after": "gt"}.get(test.op, test.op)
        name = found.column(test.field) if test.field else None
        if name is None and how in ("lt", "le", "gt", "ge"):
            name = found.column("price") or found.column("amount")
            if name is None:
                raise Stop(f"It is not clear which value is meant by “{test.field or ''} {test.value}”.")
        if name is not None and test.value.lower() in NOBODY:
            made.append({"is": "eq", "value": _blank(found, name), "field": name})
            continue
        made.append({"is": how, "value": test.value, **({"field": name} if name else {})})
    return made


def _blank(found: Listing, name: str) -> str:
    """How the list writes that there is nothing in a column."""
    return next((row[name] for row in found.rows if row.get(name, "").strip().lower() in NOBODY), "")


def _noun(found: Listing, of: Records) -> list[Object]:
    """Tests for the words of the noun that some rows have and others have not: `kettles`, `returned orders`."""
    made: list[Object] = []
    called = set(tokens(found.title))
    for word in re.findall(r"[^\W_][\w'-]*", re.sub(r"\b(?:of|in|the|from|with|on|to|for)\b", " ", of.noun)):
        key = stem(word)
        if key in GENERAL or key in called or any(key in tokens(name) for row in found.rows[:1] for name in row):
            continue
        having = sum(key in " ".join(row.values()).lower() for row in found.rows)
        if having:
            made.append({"is": "contains", "value": key})
        elif (state := _state(found, word.lower())) is not None:
            made.append(state)
        elif found.rows:
            raise Stop(f"Nothing in the list is called “{word}”.")
    return made


def _state(found: Listing, word: str) -> Object | None:
    """A state that the list writes with another word, in a cell of its own: `unread` as `new`."""
    for other in ALIKE.get(word, ()):
        for row in found.rows:
            for name, value in row.items():
                if value.strip().lower() == other:
                    return {"is": "ne" if word in OPEN else "eq", "value": value.strip(), "field": name}
    return None


def reckon(memory: Memory, said: str, **args: Any) -> Script[Object]:
    """Work something out from rows."""
    outcome = yield Asked("reckon", {name: value for name, value in args.items() if value is not None})
    if not outcome.ok:
        raise Stop(f"“{said}” cannot be worked out: {outcome.why}")
    result: Object = outcome.data
    return result


def about(memory: Memory, of: Records) -> Records:
    """The records with their pronouns replaced."""
    return Records(meant(memory, of.noun) if of.noun else of.noun, of.tests, of.name, of.here, of.place)
