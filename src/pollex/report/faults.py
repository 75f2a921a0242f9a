"""A fault as people need it: what, where, what was expected and what came, and what to do."""

from __future__ import annotations

from ..core.json import Object
from ..text.clip import on_one_line
from .markup import Html, tag

SAID = (("pointer", "At"), ("expected", "Expected"), ("received", "Received"), ("hint", "Hint"))
MOST_ISSUES = 20


def fault(given: Object) -> Html:
    """The whole fault, in a box of its own."""
    issues = [each for each in given.get("issues") or () if isinstance(each, dict)]
    uncertain = "It may have happened all the same: look before you try again."
    return tag(
        "div",
        tag("p", tag("strong", str(given.get("message", ""))), " ", tag("code", str(given.get("code", "")))),
        details(given),
        tag("p", uncertain) if given.get("uncertain") else None,
        tag("ul", [_issue(each) for each in issues[:MOST_ISSUES]]) if len(issues) > 1 else None,
        class_="fault",
    )


def details(given: Object) -> Html | None:
    known = [(words, str(given[name])) for name, words in SAID if given.get(name)]
    if not known:
        return None
    return tag("dl", [(tag("dt", words), tag("dd", on_one_line(text, 400))) for words, text in known], class_="facts")


def _issue(issue: Object) -> Html:
    return tag("li", tag("code", str(issue.get("pointer") or "(all)")), " ", str(issue.get("message", "")))
