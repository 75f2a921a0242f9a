"""The record on the page that a row read before belongs to, and what opens it."""

from __future__ import annotations

from ....core.json import Object
from .calling import act, call
from .columns import Row
from .script import Memory, Script


def record_of(memory: Memory, row: Row) -> Script[Object | None]:
    """The one record of the page that says all that the row says."""
    lists = yield from call(memory, "records", most=100)
    wanted = [_plain(value) for value in row.values() if value.strip()]
    if not wanted or not lists.ok:
        return None
    found: list[Object] = []
    for each in lists.data or ():
        if each.get("beside"):
            continue
        found += [record for record in each["records"] if all(value in _whole(record) for value in wanted)]
    # a list around a list has the same text once more: the shortest is the row itself
    found.sort(key=lambda record: len(str(record["text"])))
    if not found or (len(found) > 1 and len(_whole(found[0])) == len(_whole(found[1]))):
        return None
    return found[0]


def open_record(memory: Memory, said: str, row: Row) -> Script[bool]:
    """Open what a row stands for; whether that was possible."""
    record = yield from record_of(memory, row)
    if record is None or record.get("link") is None:
        return False
    outcome = yield from act(memory, said, "click", selector=record["link"])
    return outcome.ok


def _whole(record: Object) -> str:
    return _plain(f"{record['text']} {' '.join(map(str, (record.get('cells') or {}).values()))}")


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
