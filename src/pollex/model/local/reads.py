"""Orders about rows and values: reading them, sorting by them, and doing orders for each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ...core.json import Object
from ...text.dates import date_in
from ...text.numbers import ORDINALS, decimal_mark, number_in
from .acts import Acts, fold, stems
from .reader import Step, bare, conditions, names
from .script import Outcome, Row
from .table import Order

MOST: Final = 1_000
PAGES: Final = 60
EMPTY: Final = ("", "–", "-", "—")
GENERIC: Final = {"results", "rows", "items", "entries", "list", "table", "things", "products", "cards", "records"}
"""Names that the main list of a page has, whatever the page calls it."""
DOWN: Final = re.compile(
    r"descending|high\w* to low|z to a|(?:highest|newest|latest|largest|biggest|most expensive) first", re.IGNORECASE
)
TEXTS: Final = {
    r"(?:main|page) heading": "css=main h1, h1",
    r"heading": ["css=:is(main, [role=main]) :is(h1, h2, h3)", "css=h1"], r"status(?: line| message)?": "role=status",
    r"outcome": "css=output", r"alert|error(?: message)?": "role=alert", r"tooltip|tip|hint": "role=tooltip",
    r"dialog": "css=[role=dialog]:not([hidden]), dialog[open], [role=alertdialog]",
}  # fmt: skip
"""Texts without a name that are named by what they are."""

ARRANGES: Final = frozenset({"filter", "sort", "search", "page", "wait"})
"""Orders that only arrange what is shown: they can be given again."""
UNUSED: Final = "was neither used nor seen"
"""How the agent says that quoted words of the task came up nowhere: those of a `where` or of what is gone need not."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that were read: what calls are given, a reference or the rows themselves, and their columns."""

    given: Any
    rows: list[dict[str, str]]
    columns: list[str]


def column(known: Sequence[str], name: str) -> str | None:
    """The column that is called so: exactly, by its words, or as the one that has them among others."""
    exact = [each for each in known if fold(each) == fold(name)]
    same = exact or [each for each in known if stems(name) and stems(each) == stems(name)]
    inside = [each for each in known if stems(name) and stems(name) <= stems(each)]
    return same[0] if same else inside[0] if len(inside) == 1 else None


def _called(each: Object, name: str) -> bool:
    """By its name or heading word for word, singular and plural apart; or as its column is called."""
    known = set(re.findall(r"\w+", f"{each['name']} {each['heading']}".casefold()))
    return set(fold(name).split()) <= known or any(stems(name) == stems(one) for one in each["columns"])


def _schema(columns: Sequence[str]) -> Object:
    return {"type": "array", "items": {"type": "object", "properties": {each: {"type": "string"} for each in columns}}}


def _known(found: Rows, test: Object) -> Object:
    """A test with the column as the rows call it, and with what they have where a cell is empty."""
    if "field" not in test:
        return test
    name = column(found.columns, test["field"]) or test["field"]
    empty = next((row[name] for row in found.rows if str(row.get(name)) in EMPTY), "") if test["value"] == "" else ""
    return {**test, "field": name, "value": test["value"] or empty}


def has(record: Object, key: str) -> bool:
    text, said = fold(record["text"]), fold(key)
    return said in text and re.search(rf"(?<!\w){re.escape(said)}(?!\w)", text) is not None


def _name(record: Object, records: list[Object]) -> str:
    """The text by which a row is told from the others: its first cell or link that no other row has, else all of it."""
    links = [each["name"] for each in record["controls"] if each["index"] == record["link"]]
    alone = (each for each in [*record["cells"].values(), *links] if sum(has(one, each) for one in records) == 1)
    return str(next((each for each in alone if len(each) > 1), record["text"]))


def _rises(values: list[str]) -> bool:
    """Whether values stand from the least to the most: as dates, as numbers, or as words."""
    mark = decimal_mark(values)
    for read in (date_in, lambda text: number_in(text, mark)):
        keys: list[Any] = [read(each) for each in values]
        if None not in keys:
            return keys == sorted(keys)
    parts = [[part.zfill(12) if part.isdigit() else part for part in re.split(r"(\d+)", fold(each))] for each in values]
    return parts == sorted(parts)


def method_of(order: Order) -> str:
    return re.sub(r"\W+", "_", order.name.lower())


def shown(value: Any) -> str:
    """A value as a line of the answer."""
    if isinstance(value, list):
        return "; ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {shown(each)}" for name, each in value.items() if str(each).strip())
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


class Reads(Acts):
    """Does the orders about rows and values, each in the method of its name."""

    async def listings(self) -> list[Object]:
        found = await self.must("page.records", most=MOST)
        return [{**each, "given": f"{{{{{found.name}[{place}].records}}}}"} for place, each in enumerate(found.data)]

    async def listing(self, table: str, needed: Sequence[str]) -> Object:
        """The list that is meant: by caption, heading or column, then by the columns it must have."""
        lists = [each for each in await self.listings() if each["records"]]
        own, name = [each for each in lists if not each["beside"]], self.bare(table)
        fits = own
        if name and fold(name) not in GENERIC:
            called = [each for each in lists if _called(each, name)]
            exact = [each for each in called if fold(name) in (fold(each["name"]), fold(each["heading"]))]
            fits = exact or [each for each in called if not each["beside"]] or called
        fits = [each for each in fits if any(one["cells"] or one["link"] for one in each["records"])] or fits
        having = [each for each in fits if all(column(each["columns"], one) for one in needed)] if needed else []
        tables = [each for each in having or fits if each["kind"] == "table"]
        fits = tables if len(tables) == 1 else sorted(having or fits, key=lambda each: -each["total"])
        shown = "; ".join(str(each["name"] or each["heading"] or "without a name") for each in fits or own)
        if not fits:
            raise self.missing(f"there is no list or table {name!r} on the page", shown)
        if len(fits) > 1 and fits[0]["total"] < 2 * fits[1]["total"]:
            raise self.missing(f"several lists fit: {shown}", hint="Name it by its caption or heading.")
        return fits[0]

    async def rows_of(self, step: Step, needed: Sequence[str]) -> Rows:
        """The rows that an order speaks of, each with the columns that it needs; of all pages where it says so."""
        first = await self._page_rows(step, needed)
        given, rows = [first.given], list(first.rows)
        for page in range(2, (PAGES if step.says("all pages") else 0) + 2):
            if (ahead := await self.turner("next") or await self.turner(str(page))) is None:
                return Rows(given, rows, first.columns)
            await self.act("page.click", index=ahead["index"])
            more = await self._page_rows(step, needed)
            if more.columns != first.columns:
                raise self.failed(f"page {page} shows another list")
            if more.rows == rows[-len(more.rows) :]:
                return Rows(given, rows, first.columns)
            given, rows = [*given, more.given], [*rows, *more.rows]
        if step.says("all pages"):
            raise self.failed(f"the list has more than {PAGES} pages")
        return first

    async def _page_rows(self, step: Step, needed: Sequence[str]) -> Rows:
        found = await self.listing(step.get("TABLE"), needed)
        records, known = found["records"], [each for each in found["columns"] if each]
        if found["total"] > len(records):
            raise self.failed(f"the list has {found['total']} rows, and only {len(records)} were read")
        if known and all(column(known, each) for each in needed):
            return Rows(found["given"], [each["cells"] for each in records], known)
        if needed:
            return await self._extracted(step, found, needed)
        plain = [each["cells"] or {"row": each["text"]} for each in records]
        return Rows(found["given"] if known else plain, plain, known or ["row"])

    async def _extracted(self, step: Step, found: Object, needed: Sequence[str]) -> Rows:
        """Rows of cards and lists without columns: what each shows is read by its name, and must stand in its row."""
        texts = [fold(each["text"]) for each in found["records"]]
        rows: list[Any] = []
        for noun in (bare(step.get("TABLE")) or str(found["name"] or found["heading"] or "rows"), "rows"):
            read = await self.call("page.extract", instruction=noun, schema=_schema(needed))
            rows = read.data if isinstance(read.data, list) else []
            pairs = zip(rows, texts, strict=False)
            stands = all(fold(value) in text for row, text in pairs for value in row.values() if value)
            if len(rows) == len(texts) and stands:
                if lacking := [name for name in needed if not any(row.get(name) for row in rows)]:
                    raise self.missing(f"the rows have no {lacking[0]!r}")
                return Rows(f"{{{{{read.name}}}}}", rows, list(needed))
        raise self.failed(f"{len(texts)} rows are shown, but {len(rows)} could be read with {', '.join(needed)}")

    def tests_of(self, step: Step) -> tuple[list[Object], list[str]]:
        """What the `where` of an order tests, and the columns that it needs for that."""
        tests = conditions(self.filled(step["CONDITION"])) if "CONDITION" in step.slots else []
        return tests, list(dict.fromkeys(str(test["field"]) for test in tests if "field" in test))

    async def aggregate(self, step: Step, what: str, needed: Sequence[str], by: str = "", **more: Any) -> tuple[Outcome, Rows]:  # fmt: skip  # noqa: E501
        """Count, choose or add up the rows of an order that pass its `where`."""
        tests, tested = self.tests_of(step)
        found = await self.rows_of(step, list(dict.fromkeys([*needed, *tested, *([by] if by else [])])))
        given: Object = {"by": column(found.columns, by) or by} if by else {}
        if needed and what not in ("sum", "mean"):
            given["give"] = [column(found.columns, each) or each for each in needed]
        where = [_known(found, test) for test in tests]
        return await self.must("aggregate", rows=found.given, what=what, where=where, **given, **more), found

    async def how_many(self, step: Step) -> None:
        outcome, _ = await self.aggregate(step, "count", [])
        self.answer(step.get("NAME", "count"), outcome.get("value"), f"{outcome.name}.value")

    async def lowest_highest(self, step: Step) -> None:
        by = bare(step["COLUMN"])
        wanted = names(step["COLUMNS"]) if "COLUMNS" in step.slots else [] if step.says("row") else [by]
        what = "most" if step.says("highest", "largest", "latest") else "least"
        outcome, found = await self.aggregate(step, what, wanted, by)
        values = [str(row.get(column(found.columns, by) or by) or "").strip() for row in found.rows]
        if any(not re.search(r"\d", value) and value not in EMPTY for value in values):
            hint = "Only numbers, prices and dates are compared."
            raise self.failed(f"{by!r} is no number or date in every row", hint=hint)
        self._tell_row(step, wanted, outcome.get("value"), f"{outcome.name}.value")

    def _tell_row(self, step: Step, wanted: list[str], value: Any, path: str) -> None:
        """A row, or each of its columns under its own name."""
        if not value or not any(str(each).strip() for each in value.values()):
            raise self.missing("no row fits")
        if wanted and (len(wanted) == 1 or "NAME" not in step.slots):
            for name, (key, each) in zip(wanted, value.items(), strict=True):
                self.answer(step.get("NAME", name), each, f"{path}.{key}")
        else:
            self.answer(step.get("NAME", "row"), value, path)

    async def sum_average(self, step: Step) -> None:
        what = "sum" if step.says("sum", "total") else "mean"
        outcome, found = await self.aggregate(step, what, [], bare(step["COLUMN"]))
        if not found.rows:
            raise self.missing("there are no rows")
        name = "sum" if what == "sum" else "average"
        self.answer(step.get("NAME", name), outcome.get("text"), f"{outcome.name}.text")

    async def nth_row(self, step: Step) -> None:
        wanted, nth = names(step.get("COLUMNS")), step["NTH"].lower()
        place = 1 if nth == "last" else ORDINALS.get(nth) or int(re.sub(r"\D", "", nth))
        outcome, _ = await self.aggregate(step, "last" if nth == "last" else "first", wanted, number=place)
        rows = outcome.get("rows")
        if len(rows) < place:
            raise self.missing(f"there are only {len(rows)} rows")
        self._tell_row(step, wanted, rows[-1], f"{outcome.name}.rows[{place - 1}]")

    async def table(self, step: Step) -> None:
        wanted = names(step.get("COLUMNS"))
        outcome, found = await self.aggregate(step, "list", wanted)
        value, reference = outcome.get("rows"), f"{outcome.name}.rows"
        if len(wanted or found.columns) == 1:
            value, reference = [next(iter(each.values())) for each in value], ""
        self.answer(step.get("NAME", wanted[0] if len(wanted) == 1 else "rows"), value, reference)

    async def whether(self, step: Step) -> None:
        name = self.bare(step.get("WORDS", step.get("TEXT")))
        value = await self.is_on(step["WORDS"]) if "WORDS" in step.slots else await self.count(name) > 0
        self.answer(step.get("NAME", name), value)

    async def page_title_address(self, step: Step) -> None:
        found, key = await self.must("page.current_tab"), "title" if step.says("title") else "url"
        name = "title" if key == "title" else "address"
        self.answer(step.get("NAME", name), found.get(key), f"{found.name}.{key}")

    async def text(self, step: Step) -> None:
        said, named = self.bare(step["WORDS"]), await self.field(step["WORDS"])
        ways = [selector for kind, selector in TEXTS.items() if re.fullmatch(kind, said, re.IGNORECASE)]
        for selector in [*ways, named.get("selector", named.get("index"))]:
            texts = [str(each.get("value") or each.get("text") or "") for each in (await self.query(selector)).elements]
            if len(shown := [text for text in texts if text.strip()]) == 1:
                self.answer(step.get("NAME", said), " ".join(shown[0].split()))
                return
            if shown and selector in ways:
                raise self.missing(f"{len(shown)} elements fit", "; ".join(shown), "Name it by words that it shows.")
        await self._tell_page(step, [said], said)

    async def tell_me(self, step: Step) -> None:
        labels = names(self.filled(step["LABELS"]))
        if "ROW" in step.slots:
            key = re.sub(r"^row (?:of|with|for) ", "", self.bare(step["ROW"]), flags=re.IGNORECASE)
            await self._tell_of(step, labels, key)
        elif self.listed and all(column(list(self.listed.cells), each) for each in labels):
            self._tell_cells(step, labels, self.listed.cells)
        else:
            await self._tell_page(step, labels, ", ".join(labels))

    def _tell_cells(self, step: Step, labels: list[str], cells: dict[str, str]) -> None:
        for label in labels:
            value = cells.get(column(list(cells), label) or "", "")
            if not value.strip():
                raise self.missing(f"{label!r} is empty there")
            self.answer(step.get("NAME", label) if len(labels) == 1 else label, value)

    async def _tell_page(self, step: Step, labels: list[str], instruction: str) -> None:
        schema = {"type": "object", "properties": {each: {"type": "string"} for each in labels}}
        read = await self.must("page.extract", instruction=instruction, schema=schema)
        for label in labels:
            doubt = next((note for note in read.notes if "not certain" in note and f"/{label}" in note), "")
            value = None if doubt else read.get(label)
            reference = f"{read.name}.{label}" if value else ""
            if not value:
                named = await self.field(f'"{label}"')
                found = (await self.query(named.get("selector", named.get("index")))).elements
                value = str(found[0].get("value") or "") if len(found) == 1 else ""
            if not value:
                hint = "Name the label as the page does, or read the text of an element."
                raise self.missing(doubt.rstrip(".") or f"the page shows nothing for {label!r}", hint=hint)
            self.answer(step.get("NAME", label) if len(labels) == 1 else label, value, reference)

    async def _tell_of(self, step: Step, labels: list[str], key: str) -> None:
        """Cells of the row that has a text; else what one part of the page says."""
        lists = await self.listings()
        hits = [(each, record) for each in lists for record in each["records"] if has(record, key)]
        exact = [(each, record) for each, record in hits if fold(key) in map(fold, record["cells"].values())]
        hits = exact or [(each, record) for each, record in hits if record["cells"] or not each["beside"]]
        fits = [(each, record) for each, record in hits if all(column(list(record["cells"]), one) for one in labels)]
        cards = [(each, record) for each, record in hits if not record["cells"]]
        if len(fits) > 1:
            raise self.missing(f"{len(fits)} rows have {key!r}", hint="Name the row by a text that no other has.")
        if fits:
            self._tell_cells(step, labels, fits[0][1]["cells"])
        elif len(cards) == 1:
            found = await self._extracted(step, cards[0][0], labels)
            self._tell_cells(step, labels, found.rows[cards[0][0]["records"].index(cards[0][1])])
        else:
            await self._tell_page(step, labels, f"{', '.join(labels)} of {key}")

    async def for_each(self, step: Step) -> None:
        """Do the orders for each row that is shown at the beginning; each row is found again by its text."""
        tests, needed = self.tests_of(step)
        found = await self.listing(step.get("TABLE"), needed)
        records = found["records"]
        if tests:
            rows = await self.rows_of(step, needed)
            marked = [{**row, "#": place, "text": records[place]["text"]} for place, row in enumerate(rows.rows)]
            where = [_known(rows, each) for each in tests]
            passed = await self.must("aggregate", rows=marked, what="list", where=where, give="#")
            records = [records[place] for place in passed.get("rows")]
        url = str((await self.must("page.current_tab")).get("url"))
        if not records:
            raise self.missing("no row fits")
        for key in [_name(each, found["records"]) for each in records]:
            await self._return(url)
            self.step, reading = step, partial(self._again, step, key, needed)
            self.row = Row(key, dict((await reading())[0]["cells"]), self.url, reading)
            await self.do(step.body)
            self.row, self.step = None, step

    async def _return(self, url: str) -> None:
        """Go back to the page of the list; one that was filtered or sorted by script is opened and arranged anew."""
        for _ in range(0 if self.view else 3):
            if self.url == url:
                return
            await self.call("page.back")
        if self.url != url:
            await self.must("page.navigate", url=url)
            await self.do(self.view)

    async def _again(self, step: Step, key: str, needed: list[str]) -> tuple[Object, frozenset[int]]:
        """A row as it is now, and the controls of the others."""
        records = (await self.listing(step.get("TABLE"), needed))["records"]
        fits = [each for each in records if has(each, key)]
        fits = [each for each in fits if each["text"] == key] or fits
        if len(fits) != 1:
            raise self.missing(f"the row of {key!r} is no longer there, or not the only one")
        return fits[0], frozenset(one["index"] for each in records if each is not fits[0] for one in each["controls"])

    async def sort(self, step: Step) -> None:
        """By the page's list of ways to sort, or by a column heading; then the rows must stand so."""
        by, way = bare(step["COLUMN"]).rstrip(":"), step.get("WAY")
        down = DOWN.search(way) is not None if way else None
        lists = [
            one for one in await self.choices() if one["kind"] == "list" and stems(one["name"]) & {"sort", "order"}
        ]
        options = [(each, one["name"]) for each in lists for one in each["choices"]]
        fits = [each for each in options if fold(each[1]) in (fold(by), fold(f"{by} {way}"), fold(f"{by}: {way}"))]
        fits = fits or [each for each in options if stems(by) <= stems(each[1])]
        if len(fits) > 1 and way:
            fits = [each for each in fits if (DOWN.search(each[1]) is not None) is down]
        if len(fits) == 1:
            outcome = await self.act("page.select", idle=True, index=fits[0][0]["index"], option=fits[0][1])
            if not outcome.get("from") and not outcome.get("requests") and (button := await self.apply_button()):
                await self.act("page.click", idle=True, index=button)
            if down is not None and await self._stands(step, by, down) is False:
                raise self.failed(f"the rows do not stand in order of {by!r}")
            return
        found = await self.listing(step.get("TABLE"), [by])
        if (heading := column(found["columns"], by)) is None:
            raise self.missing(f"no heading and no list of ways to sort is called {by!r}", ", ".join(found["columns"]))
        for _ in range(3):
            roles = [f'role={role}[name="{heading}"]' for role in ("button", "columnheader")]
            await self.act("page.click", selector=[*roles, f"act:the {heading} heading"])
            if await self._stands(step, by, down):
                return
        raise self.failed(f"the rows do not stand {'descending' if down else 'ascending'} by {heading!r}")

    async def _stands(self, step: Step, by: str, down: bool | None) -> bool | None:
        """Whether a heading says that the rows are sorted so, or they stand so; None where none can be read."""
        for way in ("ascending", "descending"):
            marked = (await self.query(f"css=[aria-sort={way}]")).elements
            if any(stems(by) <= stems(f"{each['name']} {each['text']}") for each in marked):
                return down is None or down is (way == "descending")
        found = await self.listing(step.get("TABLE"), [by])
        if name := column(found["columns"], by):
            values = [each["cells"].get(name, "") for each in found["records"]]
        else:
            read = await self.call("page.extract", instruction=bare(step.get("TABLE")) or "rows", schema=_schema([by]))
            values = [str(row.get(by) or "") for row in read.data or ()]
            if len(values) != found["total"] or not all(values):
                return None
        values = [value for value in values if value.strip() not in EMPTY]
        return (_rises(values) or _rises(values[::-1])) if down is None else _rises(values[::-1] if down else values)

    async def do(self, steps: Sequence[Step]) -> None:
        """Do orders one after the other; each knows the next, which may answer a dialog."""
        for place, step in enumerate(steps):
            self.step, self.following = step, next(iter(steps[place + 1 :]), None)
            method = method_of(step.order)
            await getattr(self, method)(step)
            if self.row is None and step not in self.view and (method in ARRANGES or method in vars(Acts)):
                self.view = [*self.view, step] if method in ARRANGES else []

    async def perform(self, steps: Sequence[Step]) -> None:
        """Do all orders, and say `done` at their end."""
        await self.do(steps)
        text = "\n".join(f"{name}: {shown(value)}" for name, value in self.answers.items()) or "Done."
        args: Object = {"text": text, "success": True, **({"values": self.values} if self.values else {})}
        outcome = await self.call("done", **args)
        doubts = outcome.why.partition(": ")[2].rstrip(".").split("; ")
        if all(UNUSED in each for each in doubts):
            await self.call("done", **args)
        raise self.failed("; ".join(doubts))
