"""Controls that lead on to the login form or past a question: the way in, by password, by code, not now."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...page.controls import FormControl
from .sight import LEADS_ELSEWHERE, Sight
from .words import says


def way_on(sight: Sight, sent: Collection[str], pressed: Collection[str], *, has_code: bool) -> FormControl | None:
    """Return the control that leads on where nothing can be filled in; each is pressed once."""
    return next((each for each in _ways(sight, sent, has_code) if each.name not in pressed), None)


def _ways(sight: Sight, sent: Collection[str], has_code: bool) -> Iterator[FormControl]:
    if "password" not in sent:
        yield from sight.pressable("use password")
    if not sent:
        if sight.form.username is None:
            yield from sight.pressable("use mail")
            yield from sight.pressable("another account")
            yield from (each for each in sight.pressable("sign in") if not says(each.name, *LEADS_ELSEWHERE))
        return
    if "link" in sent:
        for meaning in ("sign in", "continue", "verify"):
            yield from sight.pressable(meaning)
    elif "code" not in sent and (says(sight.text, "second factor") or says(sight.text, "another way")):
        yield from sight.pressable("authenticator" if has_code else "by message")
        yield from sight.pressable("another way")
    if sight.asks_to_stay:
        yield from sight.pressable("decline")
