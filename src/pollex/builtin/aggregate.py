"""`aggregate`: count, add up, compare and choose among rows that were read from a page, with numbers and dates as pages
write them. What an agent worked out with it, a workflow works out again without a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from math import prod
from typing import Any, Final

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.schema import Schema
from ..core.suggest import did_you_mean, one_of
from ..core.tool import Tool
from ..text.compare import NAMED, ORDERED, compare
from ..text.dates import date_in, date_order
from ..text.numbers import SIGNED, decimal_mark, first_number
from ..text.words import folded
from .text_rows import text_rows

WHAT: Final = (
    *("count", "sum", "mean", "average", "times", "difference"),
    *("least", "most", "first", "last", "list", "sort"),
)
TESTS: Final = ("eq", "ne", "lt", "le", "gt", "ge", "contains", "lacks", "starts", "ends")
Row = dict[str, Any]


async def aggregate(args: Object, context: Context) -> Object:
    rows = [_row(each) for each in _all(args["rows"])]
    scale = Scale([str(value) for row in rows for value in row.values()])
    for place, test in enumerate(args["where"]):
        rows = [row for row in rows if _holds(row, test, scale, f"/where/{place}")]
    if "group" in args:
        return _grouped(rows, args["group"], lambda own: _answered(own, args, scale))
    return _answered(rows, args, scale)


def _grouped(rows: list[Row], field: str, answer: Callable[[list[Row]], Object]) -> Object:
    """Return the answer for the rows of each value of a field, in the order in which these come."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(folded(str(_field(row, field, "/group"))), []).append(row)
    found = [(str(_field(own[0], field, "/group")), answer(own)) for own in groups.values()]
    given = [{"group": name, "value": each["value"]} for name, each in found]
    return {"value": given, "text": "; ".join(f"{name}: {each['text']}" for name, each in found), "rows": given}


def _answered(rows: list[Row], args: Object, scale: Scale) -> Object:
    what, by, number = args["what"], args.get("by") or _only_field(rows), args.get("number")
    if what == "count":
        return {"value": len(rows), "text": str(len(rows)), "rows": []}
    if what in WORKED_OUT:
        return _worked_out(rows, by, scale, what)
    if what in ("first", "last") and "by" in args:
        rows, by = _ordered(rows, by, scale), None
    chosen = _chosen(rows, what, by, number, scale)
    given = [_given(row, args["give"]) for row in chosen]
    single = what in ("least", "most", "first", "last") and number is None
    if args.get("needed") and not given:
        raise Fault("not_found", "No row is left of those that were given.", pointer="/where", retry=False)
    value = (given[0] if given else None) if single else given
    return {"value": value, "text": "; ".join(_text(each) for each in (given[:1] if single else given)), "rows": given}


def _all(given: Any) -> list[Any]:
    """Return the rows: a list, the one list of a read, or several of these joined."""
    match given:
        case [str(text)] if "\n" in text:  # a text in the place of a list
            return text_rows(text)
    if isinstance(given, dict):
        lists = [each for each in given.values() if isinstance(each, list)]
        if not lists and isinstance(given.get("text"), str):
            return text_rows(given["text"])
        if len(lists) != 1:
            message, received = "It has no one list of rows.", f"an object with {', '.join(given)}"
            raise Fault("invalid_input", message, pointer="/rows", expected="a list", received=received)
        return _all(lists[0])
    return [row for each in given for row in (_all(each) if _is_list(each) else [each])]


def _is_list(given: Any) -> bool:
    """Return whether a value is a whole list among others, or a read that contains one, and not a row."""
    return isinstance(given, list) or (isinstance(given, dict) and isinstance(given.get("rows"), list))


def _row(given: Any) -> Row:
    """Return a row as its fields: in reads of tables and lists, those are its cells."""
    if not isinstance(given, dict):
        return {"value": given}
    cells = given.get("cells")
    return cells if isinstance(cells, dict) and cells else given


def _only_field(rows: list[Row]) -> str | None:
    """Return the only field of rows, such as plain values."""
    fields = {name for row in rows for name in row}
    return fields.pop() if len(fields) == 1 else None


class Scale:
    """The notation of numbers and dates in these rows."""

    def __init__(self, texts: list[str]) -> None:
        self._mark = decimal_mark(texts)
        self._order = date_order(texts, "")

    def of(self, value: Any) -> float | date | None:
        """Return the value as a number or date that can be compared."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
        text = str(value)
        day = date_in(text, self._order)
        return day if day is not None else self.number(text)

    def number(self, text: str) -> float | int | None:
        return first_number(text, self._mark)


def _field(row: Row, name: str, pointer: str) -> Any:
    """Return the value of a field; case does not matter in its name."""
    if name in row:
        return row[name]
    known = {folded(key): value for key, value in row.items()}
    if folded(name) in known:
        return known[folded(name)]
    hint = did_you_mean(name, list(row))
    message = f"The rows have no field {name!r}."
    raise Fault("invalid_input", message, pointer=pointer, expected=one_of(list(row)), received=name, hint=hint)


def _holds(row: Row, test: Object, scale: Scale, pointer: str) -> bool:
    values = list(row.values()) if "field" not in test else [_field(row, test["field"], f"{pointer}/field")]
    fits = [_fits(value, test["is"], test["value"], scale) for value in values]
    return all(fits) if test["is"] in ("ne", "lacks") else any(fits)


def _fits(value: Any, how: str, wanted: Any, scale: Scale) -> bool:
    try:
        if NAMED[how] in ORDERED:
            return compare(how, value, wanted, measure=scale.of)
        return compare(how, str(value), wanted, text=lambda each: folded(str(each)))
    except (ValueError, TypeError):  # nothing to measure, or a date and a number
        return False


def _measured(rows: list[Row], by: str | None, scale: Scale) -> list[tuple[Any, Row]]:
    """Return the rows that have a comparable value, with it: all numbers, or all dates."""
    if by is None:
        raise Fault("invalid_input", "It is not said by which field.", pointer="/by", expected="the name of a field")
    found = [(scale.of(_field(row, by, "/by")), row) for row in rows]
    known = [(value, row) for value, row in found if value is not None]
    if rows and not known:
        received = str(_field(rows[0], by, "/by"))
        raise Fault(
            "invalid_input", f"The field {by!r} holds neither numbers nor dates.", pointer="/by", received=received
        )
    if len({isinstance(value, date) for value, _ in known}) > 1:
        raise Fault("invalid_input", f"The field {by!r} holds numbers and dates.", pointer="/by")
    return known


def _chosen(rows: list[Row], what: str, by: str | None, number: int | None, scale: Scale) -> list[Row]:
    if what in ("first", "last", "list"):
        kept = rows if what == "list" or number is None else rows[:number] if what == "first" else rows[-number:]
        return kept if what != "last" or number is not None else kept[-1:] or []
    measured = _measured(rows, by, scale)
    if what == "sort" or number is not None:
        return _ordered(rows, by, scale, reverse=what == "most")[:number]
    best = (min if what == "least" else max)(value for value, _ in measured) if measured else None
    return [row for value, row in measured if value == best]


def _ordered(rows: list[Row], by: str | None, scale: Scale, *, reverse: bool = False) -> list[Row]:
    """Return the rows that have a comparable value, the smallest first."""
    return [row for _, row in sorted(_measured(rows, by, scale), key=lambda pair: pair[0], reverse=reverse)]


def _worked_out(rows: list[Row], by: str | None, scale: Scale, what: str) -> Object:
    """Return a number computed from those in a field."""
    if by is None:
        message = "It is not said of which field the numbers are."
        raise Fault("invalid_input", message, pointer="/by", expected="the name of a field")
    texts = [str(_field(row, by, "/by")) for row in rows]
    read = [scale.number(text) for text in texts]
    unread = [text for text, number in zip(texts, read, strict=True) if number is None]
    if unread:
        raise Fault("invalid_input", f"{unread[0]!r} is no number.", pointer="/by", received=unread[0])
    value = round(WORKED_OUT[what]([number for number in read if number is not None]), 6)
    return {"value": value, "text": _like(value, texts), "rows": []}


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0


def _difference(numbers: list[float]) -> float:
    """Return the first number minus all others."""
    return numbers[0] - sum(numbers[1:]) if numbers else 0


WORKED_OUT: Final[dict[str, Callable[[list[float]], float]]] = {
    "sum": sum,
    "mean": _mean,
    "average": _mean,
    "times": prod,
    "difference": _difference,
}


def _like(value: float, texts: Iterable[str]) -> str:
    """Return a number in the notation of the texts: the same currency and as many decimals."""
    found = [(text, match) for text in texts if (match := SIGNED.search(text)) is not None]
    if not found:
        return f"{value:g}"
    sample, match = found[0]
    decimals = max(_decimals(each["number"]) for _, each in found)
    figure = f"{abs(value):,.{decimals if decimals in (1, 2) else 0 if value == int(value) else 2}f}"
    sign = "−" if value < 0 else ""
    return f"{sign}{sample[: match.start('number')].lstrip('-−+ ')}{figure}{sample[match.end('number') :]}".strip()


def _decimals(number: str) -> int:
    plain = number.replace(",", ".")
    return len(plain) - plain.rfind(".") - 1 if "." in plain else 0


def _given(row: Row, fields: list[str] | str) -> Any:
    if not fields:
        return row
    if isinstance(fields, str):
        return _field(row, fields, "/give")
    return {name: _field(row, name, "/give") for name in fields}


def _text(given: Any) -> str:
    return ", ".join(str(value) for value in given.values()) if isinstance(given, dict) else str(given)


def _field_schema(about: str) -> Object:
    return {"type": "string", "minLength": 1, "description": about}


AGGREGATE: Final = Tool(
    name="aggregate",
    formerly=("reckon",),
    title="Aggregate",
    description=(
        "Count, add up, multiply, subtract, compare and choose among rows, with numbers and dates read from texts as "
        "pages write them (€1,234.50; 1.234,50 €; 12 %; 3 May 2026)."
    ),
    input=Schema(
        {
            "type": "object",
            "properties": {
                "rows": {
                    "type": ["array", "object"],
                    "description": "The rows: objects, rows of a table, plain values, or what a read gave.",
                },
                "what": {
                    "type": "string",
                    "enum": list(WHAT),
                    "description": "What is wanted; difference: the first less the others.",
                },
                "by": _field_schema("The field that is added up, or that decides which is the least or the first."),
                "where": {
                    "type": "array",
                    "default": [],
                    "description": "Only rows of which all this holds; without a field, of any of their values.",
                    "items": {
                        "type": "object",
                        "properties": {
                            "field": _field_schema("The field that is tested."),
                            "is": {"type": "string", "enum": list(TESTS), "description": "How it is compared."},
                            "value": {"description": "With what."},
                        },
                        "required": ["is", "value"],
                    },
                },
                "give": {
                    "type": ["array", "string"],
                    "items": {"type": "string"},
                    "default": [],
                    "description": "The fields to give of each row, all if none is named; one as a text: its values.",
                },
                "group": _field_schema("One answer for each value of this field."),
                "needed": {"type": "boolean", "description": "Whether it fails where no row is left."},
                "number": {"type": "integer", "minimum": 1, "description": "How many rows, in `the three cheapest`."},
            },
            "required": ["rows", "what"],
        }
    ),
    output=Schema(
        {
            "type": "object",
            "properties": {"value": {}, "text": {"type": "string"}, "rows": {"type": "array"}},
            "required": ["value", "text", "rows"],
        }
    ),
    examples=(
        {
            "rows": [{"name": "Mug", "price": "€4.00"}, {"name": "Pot", "price": "€12.50"}],
            "what": "least",
            "by": "price",
        },
        {
            "rows": [{"status": "open"}, {"status": "done"}],
            "what": "count",
            "where": [{"field": "status", "is": "eq", "value": "open"}],
        },
        {"rows": ["€850.00", 12], "what": "times"},
        {
            "rows": [{"to": "Ada", "sum": "€4"}, {"to": "Bo", "sum": "€3"}, {"to": "Ada", "sum": "€1"}],
            "what": "sum",
            "by": "sum",
            "group": "to",
        },
    ),
    effect="read",
    open_world=False,
    run=aggregate,
)
