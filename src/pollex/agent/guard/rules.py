"""The rules by which an effect passes, is refused, or is asked about; what they leave open goes to the judge.

`RULES` is to be read from above: the first rule that applies decides. A rule must be certain: one that passes looks for
every value, record and kind of act in the task; where it finds less, the next rule is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from ...browser.effect import PASSWORD
from ...browser.outgoing_request import SOCKET
from ...text.literal import Statements
from ...text.words import split_name
from ..task import NOTHING_SAID
from . import secrets as secrecy
from .asked import GOOD, MONEY, QUOTED, SAYING, is_asked_for, kinds_of, unasked_kinds
from .case import GENERIC, HOW_MUCH, Case, Past
from .kinds import COMMITS
from .provenance import ADDRESSEE, MARKING, SEEN

Answer = Literal["pass", "refuse", "ask", "person", "judge"]
"""`person` is open as `judge` is, but no model decides it."""
OPENS: Final = re.compile(r"(?:new|compose|write|reply|edit|open)\b", re.IGNORECASE)
"""Words of controls that bring up a form."""
PING: Final = 6
"""Bytes of a socket's message that only keeps it open."""
COOKIES: Final = re.compile(r"\bcookies?\b", re.IGNORECASE)
DECLINES: Final = re.compile(r"\b(?:necessary|essential|required|reject|decline|refuse|deny)\b", re.IGNORECASE)
AGAIN: Final = re.compile(r"\b(?:twice|again|times|each|every|per)\b", re.IGNORECASE)
"""By which a task wants the same amount sent more than once."""
OFTEN: Final = 12
"""How often a task may want the same done."""
COMMITTING: Final = frozenset(f"page.{name}" for name in ("click", "keypress", "dialog", "drag", "download", "upload"))
"""Acts by which a person commits what was filled in."""
IN_A_QUESTION: Final = "the task only asks, and this changes something"


class Ruling(NamedTuple):
    """What becomes of an effect, and by which rule."""

    answer: Answer
    rule: str
    idle: bool = False
    """Whether it is no act of the task: nothing that was asked for is done by it."""


def _no_difference(case: Case) -> bool:
    return case.effect.is_state and not case.effect.changes


def _housekeeping(case: Case) -> bool:
    effect, said = case.effect, [each for each in case.by_model if len(each.text) > 2]
    if effect.unseen:
        return False
    if effect.request.method == SOCKET and len(effect.request.body) <= PING:
        return not said
    if effect.own and not effect.is_state:
        return not said
    if effect.habit and effect.against == "nothing":
        return not said
    if effect.is_compared and effect.changes:
        return not case.made
    last = re.sub(r"\W", "", effect.request.path.rstrip("/").rpartition("/")[2])
    opened = SEEN.match(last) is not None and not MARKING.search(case.act.control)
    return opened and not said  # marks what was opened


def _declines_cookies(case: Case) -> bool:
    about = " ".join([*case.act.around, *case.headings, split_name(case.effect.request.path)])
    is_banner = COOKIES.search(about) is not None and DECLINES.search(case.act.control) is not None
    return is_banner and not case.by_model and not unasked_kinds(case)


def _commits_nothing(case: Case) -> bool:
    """Whether an act whose requests cannot be seen only fills in, points or reads."""
    if not case.effect.unseen:
        return False
    element = case.act.element
    follows = case.act.tool.name == "page.click" and element is not None and bool(element.href)
    return follows or case.act.tool.name not in COMMITTING


def _unseen(case: Case) -> bool:
    return case.effect.unseen


def _read_only(case: Case) -> bool:
    return bool(case.task.read_only)


def _logs_in(case: Case) -> bool:
    used = [case.provenance.credential_field(each.text) for each in case.by_model if each.source == "credential"]
    if any(each.source not in ("task", "credential") for each in case.by_model) or unasked_kinds(case):
        return False
    if used:
        return all(field in secrecy.FOR_LOGIN for field in used)
    secret = {each.get("name") for each in case.effect.fields if each.get("kind") == "password"}
    typed = [each for each in case.made if PASSWORD.search(each.field) or each.field in secret]
    is_login = len(typed) == 1 and all(each in typed or secrecy.KNOWN_AS.search(each.field) for each in case.made)
    return is_login and secrecy.LOGIN.search(case.task.text) is not None and bool(case.by_model)


def _nothing_asked(case: Case) -> bool:
    return case.task.text == NOTHING_SAID


def _in_a_question(case: Case) -> bool:
    return case.task.only_asks


def _invented_recipient(case: Case) -> bool:
    found = [(each, address) for each in case.by_model for address in ADDRESSEE.findall(each.text)]
    return any(
        each.source not in GOOD and case.provenance.source(address, each.text) == "nothing" for each, address in found
    )


def _invented_amount(case: Case) -> bool:
    amounts = [each for each in case.by_model if HOW_MUCH.search(each.field) and re.search(r"\d", each.text)]
    return any(each.source == "nothing" and each.text.strip() != "1" for each in amounts)


def _other_text(case: Case) -> bool:
    quoted = [one or other for one, other in QUOTED.findall(case.task.text)]
    quoted = [each for each in quoted if len(each.split()) >= SAYING]
    composed = [each for each in case.by_model if each.source == "nothing" and len(each.text.split()) >= SAYING]
    carried = Statements("\n".join(each.text for each in case.values))
    return bool(composed and quoted) and not any(carried.says(each) for each in quoted)


def _sent_before(case: Case) -> bool:
    if case.effect.is_state or not (COMMITS.search(case.about) or kinds_of(case)):
        return False
    again = bool(kinds_of(case))  # a page may send one thing twice itself, but not what commits
    alike = [each for each in case.past if each.fingerprint == case.fingerprint and (again or each.act is not case.act)]
    if any(HOW_MUCH.search(each.field) for each in case.made) and not AGAIN.search(case.task.text):
        return bool(alike)
    counts = Statements(MONEY.sub(" ", ADDRESSEE.sub(" ", case.task.text))).counts
    carried = Statements(" ".join(each.text for each in case.values)).numbers
    return len(alike) >= max((int(each) for each in counts - carried if each == int(each) <= OFTEN), default=1)


def _opens(case: Case) -> bool:
    """Whether it only brings up the form for what the task asks for, and carries nothing yet."""
    is_plain = not case.made and not case.effect.own and not case.effect.is_opaque and not unasked_kinds(case)
    return is_plain and OPENS.match(case.act.control) is not None and bool(case.hits([case.act.control]))


def _continues(case: Case) -> bool:
    """Whether it only confirms what was let through just before, without any new value."""
    before = case.past[-1] if case.past else None
    if before is None or before.values != case.entered or case.made:
        return False
    if any(not (case.follows and kind.button.search(before.about)) for kind in unasked_kinds(case)):
        return False  # another kind of act than the one that was let through
    if case.effect.own or case.effect.is_opaque or case.effect.is_compared:
        return False
    if before.act is case.act:
        return case.effect.request.method == "POST" and not COMMITS.search(" ".join(_new_words(case, before)))
    is_other = any(map(str.isdigit, "".join(_new_words(case, before))))
    if is_other and not (case.follows and case.effect.request.path == urlsplit(case.act.here).path):
        return False  # another record
    generic = GENERIC.fullmatch(case.act.control.strip(" .!")) is not None
    return generic or bool(case.hits([case.act.control]) and kinds_of(case))


def _new_words(case: Case, before: Past) -> set[str]:
    return set(case.effect.request.path.split("/")) - set(before.effect.request.path.split("/"))


class Rule(NamedTuple):
    """A rule: what it answers, in which words, and to which effects it applies."""

    answer: Answer
    words: str
    applies: Callable[[Case], bool]
    idle: bool = False


RULES: Final = (
    Rule("pass", "it commits nothing", _commits_nothing, idle=True),
    Rule("pass", "it changes nothing", _no_difference, idle=True),
    Rule("pass", "the page does that by itself", _housekeeping, idle=True),
    Rule("pass", "it declines cookies", _declines_cookies, idle=True),
    Rule("refuse", "the person said that nothing may be changed", _read_only),
    Rule("pass", "it logs in with a stored credential", _logs_in, idle=True),
    Rule("person", "without Chrome's debugger nobody can see what it sends", _unseen),
    Rule("person", "what you asked for is not known here", _nothing_asked),
    Rule("ask", IN_A_QUESTION, _in_a_question),
    Rule("ask", "a recipient, account or web address that stands nowhere but in the model's call", _invented_recipient),
    Rule("ask", "an amount that is neither in the task nor read from a page", _invented_amount),
    Rule("ask", "a text other than the one that the task quotes", _other_text),
    Rule("ask", "the same was sent before", _sent_before),
    Rule("pass", "the task asks for it", is_asked_for),
    Rule("pass", "it opens the form for it", _opens),
    Rule("pass", "it goes on with what was let through", _continues),
)
OPEN: Final = Ruling("judge", "no rule is certain that the task asks for it")


def by_rules(case: Case) -> Ruling:
    """Return what the first rule that applies says of an effect."""
    return next((Ruling(rule.answer, rule.words, rule.idle) for rule in RULES if rule.applies(case)), OPEN)
