"""Records in which a page only writes down what an effect changes elsewhere: its history, its audit log."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.difference import Difference, scalars
from ...text.literal import only_words
from ...text.words import split_name
from .provenance import LOG, ChangedValue
from .written_values import is_clock


def log_entries(values: Sequence[ChangedValue]) -> list[Difference]:
    """Return the new records in which a page only writes down what the other changes are."""
    news = dict.fromkeys(each.change.path for each in values if is_logged(each.change))
    other = [each for each in values if each.change.path not in news]
    names = [part for each in other for part in (*each.path, *each.change.record)]
    known = _words(*map(split_name, names), *(text for each in other for text in (each.text, each.was)))
    said = {path: _words(*(each.text for each in values if each.change.path == path)) for path in news}
    changes = {each.change.path: each.change for each in values}
    return [changes[path] for path in news if said[path] <= known]


def is_logged(change: Difference) -> bool:
    """Whether a change is a new record in a list of what happens, with the moment at which it did."""
    is_record = change.kind == "added" and isinstance(change.after, dict) and any(map(LOG.search, change.path[:-1]))
    return is_record and any(is_clock(each) for _, each in scalars(change.after))


def _words(*texts: str) -> set[str]:
    return {word for text in texts for word in only_words(split_name(text)).split()}
