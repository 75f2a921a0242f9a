"""Orders about rows and values: reading them, sorting by them, and doing orders for each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from ...core.json import Object
from ...text.numbers import DIGITS, decimal_mark, number_in
from .acts import NEXT, apply_button, choices, field_named, fold, is_on, shows, stems
from .reader import Step, bare, conditions, names
from .script import Memory, Outcome, Row, Script, act, call

Do: TypeAlias = Callable[[Memory, Sequence[Step]], Script[None]]
MOST: Final = 1_000
MOST_PAGES: Final = 60
GENERIC: Final = frozenset({"results", "rows", "items", "entries", "list", "table", "things", "products", "cards", "records"})
"""Names that the main list of a page has, whatever the page calls it."""
EMPTY: Final = ("", "–", "-", "—")
NTH: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
DOWN: Final = re.compile(r"descending|high\w* to low|z to a|(?:highest|newest|latest|largest|biggest|most expensive) first", re.I)
HIGH: Final = ("highest", "largest", "latest")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that were read: a name by which calls refer to them, or they themselves, and their columns."""

    given: Any
    rows: list[dict[str, str]]
    columns: list[str]


def column(known: Sequence[str], name: str) -> str | None:
    """The column that is called so: exactly, by its words, or as the one that has them among others."""
    wanted = fold(name)
    exact = [each for each in known if fold(each) == wanted]
    same = exact or [each for each in known if stems(each) == stems(name) and stems(name)]
    inside = same or [each for each in known if stems(name) and stems(name) <= stems(each)]
    return inside[0] if len(inside) == 1 or exact or same else None


def listings(memory: Memory) -> Script[list[Object]]:
    found = yield from call(memory, "page.records", most=MOST)
    if not found.ok:
        raise memory.because(found)
    return [{**each, "given": f"{{{{{found.name}[{place}].records}}}}"} for place, each in enumerate(found.data)]


def listing(memory: Memory, table: str | None, needed: Sequence[str]) -> Script[Object]:
    """The list that is meant: by caption, heading or column, then by the columns it must have; else the main one."""
    lists = yield from listings(memory)
    own = [each for each in lists if each["records"] and not each["beside"]]
    name = bare(memory.filled(table)) if table else ""
    fits = own
    if name:
        by_name = [each for each in lists if each["records"] and _called(each, name)]
        exact = [each for each in by_name if fold(name) in (fold(each["name"]), fold(each["heading"]))]
        fits = exact or [each for each in by_name if not each["beside"]] or by_name or (own if fold(name) in GENERIC else [])
    fits = [each for each in fits if any(record["cells"] or record["link"] for record in each["records"])] or fits
    having = [each for each in fits if all(column(each["columns"], one) for one in needed)] if needed else []
    fits = having or fits
    if len(fits) > 1:
        tables = [each for each in fits if each["kind"] == "table"]
        fits = tables if len(tables) == 1 and (name or not needed or having) else sorted(fits, key=lambda each: -each["total"])
        if len(fits) > 1 and name and not _is_main(fits):
            shown = "; ".join(str(each["name"] or each["heading"] or "without a name") for each in fits)
            raise memory.failed(f"several lists fit {name!r}: {shown}", code="not_found", hint="Name it by its caption or heading.")
    if not fits:
        message = f"there is no list or table {name!r} on the page" if name else "there is no list or table on the page"
        raise memory.failed(message, code="not_found", expected=", ".join(str(each["name"] or each["heading"]) for each in own) or None)
    return fits[0]


def _called(each: Object, name: str) -> bool:
    """By its name or heading word for word, singular and plural apart; or as its column is called."""
    said, known = set(fold(name).split()), set(re.findall(r"\w+", f"{each['name']} {each['heading']}".casefold()))
    return said <= known or any(stems(name) == stems(one) for one in each["columns"])


def _is_main(fits: list[Object]) -> bool:
    """Whether the first of them is clearly the main one: far longer than the next."""
    return fits[0]["total"] >= 2 * fits[1]["total"]


def rows_of(memory: Memory, step: Step, needed: Sequence[str]) -> Script[Rows]:
    """The rows that an order speaks of, each with the columns that it needs; of all pages where it says so."""
    first = yield from _page_rows(memory, step, needed)
    if not step.says("all pages"):
        return first
    given, rows = [first.given], list(first.rows)
    for _ in range(MOST_PAGES):
        there = yield from call(memory, "page.query", selector=NEXT, most=1)
        ahead = there.get("elements") or []
        if not ahead or "disabled" in ahead[0]["states"]:
            return Rows(given, rows, first.columns)
        yield from act(memory, "page.click", index=ahead[0]["index"])
        more = yield from _page_rows(memory, step, needed)
        if more.rows == rows[-len(more.rows) :]:
            return Rows(given, rows, first.columns)
        given, rows = [*given, more.given], [*rows, *more.rows]
    raise memory.failed(f"the list has more than {MOST_PAGES} pages")


def _page_rows(memory: Memory, step: Step, needed: Sequence[str]) -> Script[Rows]:
    """The rows of this page."""
    found = yield from listing(memory, step.get("TABLE"), needed)
    known = [each for each in found["columns"] if each]
    named = [column(known, each) for each in needed]
    if found["total"] > len(found["records"]):
        raise memory.failed(f"the list has {found['total']} rows, and only {len(found['records'])} were read")
    records = found["records"]
    if known and all(named):
        return Rows(found["given"], [each["cells"] for each in records], known)
    if not needed:
        plain = [each["cells"] or {"row": each["text"]} for each in records]
        return Rows(found["given"] if known else plain, plain, known or ["row"])
    return (yield from _extracted(memory, step, found, needed))


def _schema(columns: Sequence[str]) -> Object:
    return {"type": "array", "items": {"type": "object", "properties": {each: {"type": "string"} for each in columns}}}


def _noun(step: Step, found: Object) -> str:
    return bare(step.get("TABLE") or "") or str(found["name"] or found["heading"] or "rows")


def _extracted(memory: Memory, step: Step, found: Object, needed: Sequence[str]) -> Script[Rows]:
    """Rows of cards and lists without columns: what each shows is read by its name."""
    read = yield from call(memory, "page.extract", instruction=_noun(step, found), schema=_schema(needed))
    rows = read.data if isinstance(read.data, list) else []
    if len(rows) != found["total"] or not _same_rows(rows, found):
        read = yield from call(memory, "page.extract", instruction="rows", schema=_schema(needed))
        rows = read.data if isinstance(read.data, list) else []
    _complete(memory, rows, needed)
    if len(rows) != found["total"] or not _same_rows(rows, found):
        raise memory.failed(f"{found['total']} rows are shown, but {len(rows)} could be read with {', '.join(needed)}")
    return Rows(f"{{{{{read.name}}}}}", rows, list(needed))


def _same_rows(rows: list[Any], found: Object) -> bool:
    """Whether rows that were extracted are those of the list."""
    texts = [fold(each["text"]) for each in found["records"]]
    return all(all(fold(str(value)) in text for value in row.values() if value) for row, text in zip(rows, texts, strict=False))


def _complete(memory: Memory, rows: list[Any], needed: Sequence[str]) -> None:
    for name in needed:
        if not any(isinstance(row, dict) and row.get(name) not in (None, "") for row in rows):
            raise memory.failed(f"the rows have no {name!r}", code="not_found")


def tests_of(memory: Memory, step: Step) -> list[Object]:
    return conditions(memory.filled(step["CONDITION"])) if "CONDITION" in step.slots else []


def fields_of(tests: list[Object]) -> list[str]:
    return list(dict.fromkeys(str(test["field"]) for test in tests if "field" in test))


def aggregate(memory: Memory, step: Step, what: str, needed: Sequence[str], **more: Any) -> Script[tuple[Outcome, Rows]]:
    """Count, choose or add up the rows of an order that pass its `where`."""
    tests = tests_of(memory, step)
    found = yield from rows_of(memory, step, list(dict.fromkeys([*needed, *fields_of(tests)])))
    passed = [{**test, **_field(found, test)} for test in tests]
    if "by" in more:
        more["by"] = column(found.columns, more["by"]) or more["by"]
    if more.get("give"):
        more["give"] = [column(found.columns, each) or each for each in more["give"]]
    outcome = yield from call(memory, "aggregate", rows=found.given, what=what, where=passed, **more)
    if not outcome.ok:
        raise memory.because(outcome)
    return outcome, found


def _field(found: Rows, test: Object) -> Object:
    if "field" not in test:
        return {}
    name = column(found.columns, str(test["field"])) or str(test["field"])
    if test["is"] == "eq" and test["value"] == "":
        empty = next((str(row.get(name)) for row in found.rows if str(row.get(name) or "") in EMPTY), "")
        return {"field": name, "value": empty}
    return {"field": name}


def told(memory: Memory, step: Step, label: str, value: Any, reference: Any) -> None:
    memory.answer(step.get("NAME") or label, value, reference)


def how_many(memory: Memory, step: Step) -> Script[None]:
    outcome, _ = yield from aggregate(memory, step, "count", [])
    told(memory, step, "count", outcome.get("value"), f"{{{{{outcome.name}.value}}}}")


def extreme(memory: Memory, step: Step) -> Script[None]:
    wanted = names(step["COLUMNS"]) if "COLUMNS" in step.slots else [] if step.says("row") else [bare(step["COLUMN"])]
    by = bare(step["COLUMN"])
    what = "most" if step.says(*HIGH) else "least"
    outcome, found = yield from aggregate(memory, step, what, [*wanted, by], by=by, give=wanted)
    measured = [str(row.get(column(found.columns, by) or by) or "") for row in found.rows]
    if any(not re.search(r"\d", value) and value.strip() not in EMPTY for value in measured):
        raise memory.failed(f"{by!r} is no number or date in every row", hint="Only numbers, prices and dates can be compared.")
    _tell_row(memory, step, outcome, wanted, step.get("NAME") or (wanted[0] if len(wanted) == 1 else "row"))


def _tell_row(memory: Memory, step: Step, outcome: Outcome, wanted: list[str], label: str, value: Any = None, reference: Any = None) -> None:
    value = outcome.get("value") if value is None else value
    reference = f"{{{{{outcome.name}.value}}}}" if reference is None else reference
    if value is None or (isinstance(value, dict) and not any(str(each).strip() for each in value.values())):
        raise memory.failed("no row fits", code="not_found")
    if len(wanted) > 1 and isinstance(value, dict) and "NAME" not in step.slots:
        for name, (key, each) in zip(wanted, value.items(), strict=False):
            memory.answer(name, each, f"{reference[:-2]}.{key}}}}}" if re.fullmatch(r"\w+", key) else None)
        return
    if len(wanted) == 1 and isinstance(value, dict):
        [(key, value)] = value.items()
        reference = f"{reference[:-2]}.{key}}}}}" if re.fullmatch(r"\w+", key) else None
    told(memory, step, label, value, reference)


def total(memory: Memory, step: Step) -> Script[None]:
    by, what = bare(step["COLUMN"]), "sum" if step.says("sum", "total") else "mean"
    outcome, found = yield from aggregate(memory, step, what, [by], by=by)
    if not found.rows:
        raise memory.failed("there are no rows", code="not_found")
    told(memory, step, "sum" if what == "sum" else "average", outcome.get("text"), f"{{{{{outcome.name}.text}}}}")


def nth_row(memory: Memory, step: Step) -> Script[None]:
    wanted = names(step["COLUMNS"]) if "COLUMNS" in step.slots else []
    nth = step["NTH"].lower()
    if nth == "last":
        outcome, _ = yield from aggregate(memory, step, "last", wanted, give=wanted)
        _tell_row(memory, step, outcome, wanted, wanted[0] if len(wanted) == 1 else "row")
        return
    place = NTH.get(nth) or int(re.sub(r"\D", "", nth))
    outcome, _ = yield from aggregate(memory, step, "first", wanted, give=wanted, number=place)
    rows = outcome.get("rows") or []
    if len(rows) < place:
        raise memory.failed(f"there are only {len(rows)} rows", code="not_found")
    reference = f"{{{{{outcome.name}.rows[{place - 1}]}}}}"
    _tell_row(memory, step, outcome, wanted, wanted[0] if len(wanted) == 1 else "row", rows[-1], reference)


def table(memory: Memory, step: Step) -> Script[None]:
    wanted = names(step["COLUMNS"]) if "COLUMNS" in step.slots else []
    give: Any = wanted
    outcome, found = yield from aggregate(memory, step, "list", wanted, give=give)
    value = outcome.get("rows")
    reference = f"{{{{{outcome.name}.rows}}}}"
    keys = wanted or (found.columns if len(found.columns) == 1 else [])
    if len(keys) == 1 and value:
        value = [next(iter(each.values())) if isinstance(each, dict) else each for each in value]
        reference = None
    told(memory, step, wanted[0] if len(wanted) == 1 else "rows", value, reference)


def whether(memory: Memory, step: Step) -> Script[None]:
    if "WORDS" in step.slots:
        name, value = step["WORDS"], (yield from is_on(memory, step["WORDS"]))
    else:
        name, value = step["TEXT"], (yield from shows(memory, bare(memory.filled(step["TEXT"]))))
    told(memory, step, bare(name), "yes" if value else "no", None)


def where_is(memory: Memory, step: Step) -> Script[None]:
    found = yield from call(memory, "page.current_tab")
    key = "title" if step.says("title") else "url"
    told(memory, step, "title" if key == "title" else "address", found.get(key), f"{{{{{found.name}.{key}}}}}")


TEXTS: Final = {
    r"(?:main |page )?heading": "css=main h1, h1", r"status(?: line| message)?": "role=status", r"alert|error(?: message)?": "role=alert",
    r"outcome": "css=output, #outcome", r"tooltip|tip|hint": "role=tooltip", r"dialog": "css=[role=dialog]:not([hidden]), dialog[open], [role=alertdialog]",
}  # fmt: skip
"""Texts without a name that are named by what they are."""


def text_of(memory: Memory, step: Step) -> Script[None]:
    said = bare(memory.filled(step["WORDS"]))
    ways = [selector for kind, selector in TEXTS.items() if re.fullmatch(kind, said, re.IGNORECASE)]
    named = yield from field_named(memory, step["WORDS"])
    for selector in [*ways, named.get("selector", named.get("index"))]:
        found = yield from call(memory, "page.query", selector=selector, most=3)
        elements = [each for each in found.get("elements") or () if str(each.get("value") or each.get("text") or "").strip()]
        if len(elements) == 1:
            key = "value" if str(elements[0].get("value") or "").strip() else "text"
            told(memory, step, said, " ".join(str(elements[0][key]).split()), None)
            return
    read = yield from call(memory, "page.extract", instruction=said, schema={"type": "object", "properties": {said: {"type": "string"}}})
    value = read.get(said)
    if not value or any("not certain" in note for note in read.notes):
        raise memory.failed(f"no one text is called {said!r}", code="not_found")
    told(memory, step, said, value, None)


def tell(memory: Memory, step: Step) -> Script[None]:
    labels = names(memory.filled(step["LABELS"]))
    if "ROW" in step.slots:
        yield from _tell_of(memory, step, labels)
        return
    if memory.row is not None and all(column(list(memory.row.cells), each) for each in labels) and (yield from _is_here(memory)):
        for label in labels:
            told(memory, step, label, memory.row.cells[str(column(list(memory.row.cells), label))], None)
        return
    yield from _tell_page(memory, step, labels, ", ".join(labels))


def _is_here(memory: Memory) -> Script[bool]:
    """Whether the list of the row is still shown."""
    assert memory.row is not None
    return (yield from shows(memory, memory.row.key))


def _tell_page(memory: Memory, step: Step, labels: list[str], instruction: str) -> Script[None]:
    properties = {each: {"type": "string"} for each in labels}
    read = yield from call(memory, "page.extract", instruction=instruction, schema={"type": "object", "properties": properties})
    if not read.ok:
        raise memory.because(read)
    for label in labels:
        value = read.get(label)
        doubt = next((note for note in read.notes if "not certain" in note and f"/{label}" in note), None)
        if value in (None, "") or doubt:
            value = yield from _held(memory, label)
        if value in (None, ""):
            raise memory.failed(doubt or f"the page shows nothing for {label!r}", code="not_found", hint="Name the label as the page does, or read the text of an element.")
        reference = f"{{{{{read.name}.{label}}}}}" if re.fullmatch(r"\w+", label) and read.get(label) == value else None
        memory.answer((step.get("NAME") if len(labels) == 1 else None) or label, value, reference)


def _held(memory: Memory, label: str) -> Script[str | None]:
    """What the one field of that label holds."""
    named = yield from field_named(memory, f'"{label}"')
    found = yield from call(memory, "page.query", selector=named.get("selector", named.get("index")), most=3)
    elements = [each for each in found.get("elements") or () if each.get("value")]
    return str(elements[0]["value"]) if found.get("count") == 1 and elements else None


def _tell_of(memory: Memory, step: Step, labels: list[str]) -> Script[None]:
    """Cells of the row that has a text; else what one part of the page says."""
    key = re.sub(r"^(?:the )?row (?:of|with|for) ", "", bare(memory.filled(step["ROW"])), flags=re.IGNORECASE)
    lists = yield from listings(memory)
    hits = [(each, record) for each in lists for record in each["records"] if _has(record, bare(key))]
    exact = [(each, record) for each, record in hits if fold(bare(key)) in [fold(value) for value in record["cells"].values()]]
    hits = exact or hits
    fits = [(each, record) for each, record in hits if record["cells"] and all(column(each["columns"], one) for one in labels)]
    if len(fits) == 1:
        each, record = fits[0]
        for label in labels:
            value = record["cells"][str(column(each["columns"], label))]
            if value.strip() in EMPTY[:1]:
                raise memory.failed(f"{label!r} is empty there", code="not_found")
            memory.answer((step.get("NAME") if len(labels) == 1 else None) or label, value)
        return
    if len(fits) > 1:
        raise memory.failed(f"{len(fits)} rows have {bare(key)!r}", code="not_found", hint="Name the row by a text that no other has.")
    cards = [(each, record) for each, record in hits if not record["cells"] and not each["beside"]]
    if len(cards) == 1:
        found = yield from _extracted(memory, step, cards[0][0], labels)
        row = found.rows[cards[0][0]["records"].index(cards[0][1])]
        for label in labels:
            if not row.get(label):
                raise memory.failed(f"that row has no {label!r}", code="not_found")
            memory.answer((step.get("NAME") if len(labels) == 1 else None) or label, row[label])
        return
    said = memory.step.said if memory.step else ""
    whole = [f"{labels[0]} of {bare(key)}"] if len(labels) == 1 and " of " in said else labels
    yield from _tell_page(memory, step, labels if not whole else labels, f"{', '.join(labels)} of {bare(key)}")


def _has(record: Object, key: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(key))}(?!\w)", fold(record["text"])) is not None


def for_each(memory: Memory, step: Step, do: Do) -> Script[None]:
    """The orders for each row that is shown at the beginning; each row is found again by its text."""
    tests = tests_of(memory, step)
    found = yield from listing(memory, step.get("TABLE"), fields_of(tests))
    keys = yield from _passing(memory, step, found, tests)
    url = str((yield from call(memory, "page.current_tab")).get("url"))
    if not keys:
        raise memory.failed("no row fits", code="not_found")
    for key in keys:
        yield from _return(memory, url, do)
        memory.step = step
        reading = partial(_again, memory, step, key, fields_of(tests))
        record, _ = yield from reading()
        memory.row = Row(key, dict(record["cells"]), memory.url, reading)
        yield from do(memory, step.body)
        memory.row, memory.step = None, step


def _return(memory: Memory, url: str, do: Do) -> Script[None]:
    """Go back to the page of the list; one that was filtered or sorted by script is opened and arranged anew."""
    for _ in range(0 if memory.view else 3):
        if memory.url == url:
            return
        yield from call(memory, "page.back")
    if memory.url != url:
        outcome = yield from call(memory, "page.navigate", url=url)
        if not outcome.ok:
            raise memory.because(outcome)
        yield from do(memory, memory.view)


def _again(memory: Memory, step: Step, key: str, needed: list[str]) -> Script[tuple[Object, frozenset[int]]]:
    """A row as it is now, and the controls of the others."""
    found = yield from listing(memory, step.get("TABLE"), needed)
    fits = [each for each in found["records"] if _name(each, found["records"]) == key] or [each for each in found["records"] if _has(each, key)]
    if len(fits) != 1:
        raise memory.failed(f"the row of {key!r} is no longer there, or not the only one", code="not_found")
    others = frozenset(control["index"] for each in found["records"] if each is not fits[0] for control in each["controls"])
    return fits[0], others


def _name(record: Object, records: list[Object]) -> str:
    """The text by which a row is told from the others: its first cell or link that no other row has, else all of it."""
    candidates = [*record["cells"].values(), *(each["name"] for each in record["controls"] if each["index"] == record["link"])]
    for each in candidates:
        if len(each) > 1 and sum(_has(other, each) for other in records) == 1:
            return str(each)
    return str(record["text"])


def _passing(memory: Memory, step: Step, found: Object, tests: list[Object]) -> Script[list[str]]:
    records = found["records"]
    if tests:
        rows = yield from rows_of(memory, step, fields_of(tests))
        marked = [{**row, "#": str(place)} for place, row in enumerate(rows.rows)]
        passed = [{**test, **_field(rows, test)} for test in tests]
        texts = [{**row, "row text": record["text"]} for row, record in zip(marked, records, strict=True)]
        outcome = yield from call(memory, "aggregate", rows=texts, what="list", where=passed, give="#")
        if not outcome.ok:
            raise memory.because(outcome)
        records = [records[int(place)] for place in outcome.get("rows") or ()]
    return [_name(each, found["records"]) for each in records]


def sort(memory: Memory, step: Step) -> Script[None]:
    """By the page's list of ways to sort, or by a column heading; then the rows must stand so."""
    by = bare(step["COLUMN"]).rstrip(":")
    down = None if "WAY" not in step.slots else DOWN.search(step["WAY"]) is not None
    groups = [each for each in (yield from choices(memory)) if stems("sort order arrange") & stems(each["name"])]
    options = [(group, each) for group in groups if group["kind"] == "list" for each in group["choices"]]
    if chosen := _way(options, by, down, step.get("WAY") or ""):
        group, option = chosen
        outcome = yield from act(memory, "page.select", idle=True, index=group["index"], option=option["name"])
        if not outcome.get("from") and not outcome.get("requests"):
            if button := (yield from apply_button(memory)):
                yield from act(memory, "page.click", idle=True, index=button)
        yield from _stands(memory, step, by, down, strict=False)
        return
    found = yield from listing(memory, step.get("TABLE"), [by])
    heading = column(found["columns"], by)
    if heading is None:
        raise memory.failed(f"no heading and no list of ways to sort is called {by!r}", code="not_found", expected=", ".join(found["columns"]) or None)
    for _ in range(3):
        yield from act(memory, "page.click", selector=[f'role=button[name="{heading}"]', f'role=columnheader[name="{heading}"]', f"act:the {heading} column heading"])
        if (yield from _stands(memory, step, by, down, strict=True)):
            return
    raise memory.failed(f"the rows do not stand {'descending' if down else 'ascending'} by {heading!r}")


def _way(options: list[tuple[Object, Object]], by: str, down: bool | None, way: str) -> tuple[Object, Object] | None:
    """The one option that names the column, and the way where that is said."""
    exact = [each for each in options if fold(each[1]["name"]) in (fold(by), fold(f"{by}: {way}"), fold(f"{by} {way}"), fold(f"{by}, {way}"))]
    fits = exact or [each for each in options if stems(by) <= stems(each[1]["name"])]
    if len(fits) > 1 and down is not None:
        fits = [each for each in fits if (DOWN.search(each[1]["name"]) is not None) is down]
    return fits[0] if len(fits) == 1 else None


def _stands(memory: Memory, step: Step, by: str, down: bool | None, *, strict: bool) -> Script[bool]:
    """Whether the rows stand in order of a column, or the heading says so."""
    for way, is_down in (("ascending", False), ("descending", True)):
        marked = yield from call(memory, "page.query", selector=f"css=[aria-sort={way}]", most=2)
        if any(stems(by) <= stems(each["name"] or each["text"] or "") for each in marked.get("elements") or ()):
            return down is None or down is is_down
    values = yield from _values(memory, step, by)
    if values is None:
        return not strict
    up, falls = _ordered(values), _ordered(values[::-1])
    holds = (up or falls) if down is None else falls if down else up
    if not holds and not strict and down is not None:
        raise memory.failed(f"the rows do not stand in order of {by!r}: {', '.join(values[:4])} …")
    return holds


def _values(memory: Memory, step: Step, by: str) -> Script[list[str] | None]:
    found = yield from listing(memory, step.get("TABLE"), [by])
    if name := column(found["columns"], by):
        return [each["cells"].get(name, "") for each in found["records"] if each["cells"].get(name, "").strip() not in EMPTY]
    read = yield from call(memory, "page.extract", instruction=_noun(step, found), schema=_schema([by]))
    rows = read.data if isinstance(read.data, list) else []
    values = [str(row[by]) for row in rows if isinstance(row, dict) and row.get(by)]
    return values if len(values) == found["total"] and values else None


def _ordered(values: list[str]) -> bool:
    mark = decimal_mark(values)
    numbers = [number_in(each, mark) for each in values]
    if all(each is not None for each in numbers):
        keys: list[Any] = numbers
    elif all(re.match(r"\d{4}-\d\d", each) for each in values) or not any(DIGITS.search(each) for each in values):
        keys = [each.casefold() for each in values]
    else:
        keys = [[int(part) if part.isdigit() else part for part in re.split(r"(\d+)", each.casefold())] for each in values]
    try:
        return all(one <= other for one, other in zip(keys, keys[1:], strict=False))
    except TypeError:
        return False


READS: Final[dict[str, Callable[[Memory, Step], Script[Any]]]] = {
    "how many": how_many, "lowest, highest": extreme, "sum, average": total, "nth row": nth_row, "table": table,
    "whether": whether, "page title, address": where_is, "text": text_of, "tell me": tell, "sort": sort,
}  # fmt: skip
"""How each of these orders is done, by its name in the table."""
