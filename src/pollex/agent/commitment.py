"""Words on buttons that bind somebody: what they do cannot be taken back. A task that wants it says so."""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Family(NamedTuple):
    """Buttons that do one kind of thing, and the words by which a task asks for it."""

    what: str
    button: re.Pattern[str]
    message: re.Pattern[str]
    asked: re.Pattern[str]


def _family(what: str, button: str, asked: str) -> Family:
    lead = r"^\W*(?:(?:yes|ok|i|please|now|confirm)\b[\s,:&]*(?:and\s+)?)*"
    patterns = (rf"{lead}(?:{button})", rf"\b(?:{button})", rf"\b(?:{asked})")
    return Family(what, *(re.compile(pattern, re.IGNORECASE) for pattern in patterns))


FAMILIES: Final = (
    _family(
        "deletes something",
        r"(?:delete|remove|erase|destroy|wipe|purge|discard|deactivate|terminate|trash|empty|reset)\b"
        r"|(?:close|clear)\b.*\b(?:account|all|data|history)\b",
        r"delet|remov|eras|destroy|wip|purg|discard|deactivat|terminat|trash|bin\b|empty|clear|reset|clos"
        r"|get rid|take\b.*\b(?:out|off)|drop|throw",
    ),
    _family(
        "buys something",
        r"(?:pay|buy|purchase|donate|subscribe)\b|place (?:your |the |my |an )?order|order (?:now|and pay)"
        r"|(?:complete|submit|finish|confirm) (?:your |the |my )?(?:order|purchase|payment|checkout|booking)|book now",
        r"pay|buy|purchas|donat|subscri|order|check\s?out|check\b.*\bout|book|basket|complet|finish",
    ),
    _family(
        "moves money",
        r"(?:transfer|wire|withdraw)\b|send (?:the )?(?:money|payment)|make (?:the |a )?(?:transfer|payment)",
        r"transfer|wire|withdraw|send|pay|payment|mov",
    ),
    _family(
        "sends something to others",
        r"(?:send|post|publish|share|forward|reply|invite|tweet)\b",
        r"send|post\b|publish|shar(?:e|ing)|forward|reply|replies|answer|invit|tweet|writ|compos|comment|submit|contact",
    ),
    _family(
        "gives somebody access",
        r"(?:grant|authori[sz]e|allow access|give access|install|connect (?:app|account))\b",
        r"grant|authori|allow|access|install|connect|permi|link",
    ),
    _family(
        "cancels something",
        r"(?:unsubscribe|revoke)\b|cancel (?:your |the |my )?(?:order|subscription|account|membership|booking|plan)",
        r"cancel|unsubscri|revok|stop|end\b|leav",
    ),
)


def unasked(name: str, task: str) -> str | None:
    """What a button of this name does that the task does not ask for; None where there is nothing of that kind."""
    return next((each.what for each in FAMILIES if each.button.search(name) and not each.asked.search(task)), None)


def unasked_question(message: str, task: str) -> str | None:
    """The same of a question that a page asks: the words may stand anywhere in it."""
    return next((each.what for each in FAMILIES if each.message.search(message) and not each.asked.search(task)), None)
