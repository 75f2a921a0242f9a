"""The faults of a browser, each in one place."""

from __future__ import annotations

import re
from typing import Final

from ..core.fault import Code, Fault
from ..core.json import Object, brief

NOISE: Final = re.compile(r"^\w+\.\w+: |\nCall log:.*", re.DOTALL)
"""What Playwright puts around its messages."""


SAID: Final = 300
"""Characters of a page's error message that are kept."""


STATEMENTS: Final = "Give one expression, or statements that begin with const or let and `return` the value."


def not_inspected(expression: str, said: str) -> Fault:
    """A Fault for a read-only expression that was refused or failed."""
    said = said.partition("\n")[0][:SAID]
    if "is not read here" in said:
        code: Code = "denied"
        message, hint = "Passwords, cookies and storage are not read.", "Ask for what the page shows."
    elif "side-effect" in said:
        code = "denied"
        message = "The expression would change something, or calls what might."
        hint = "Read properties, or act with the other tools."
    elif "terminated" in said:
        code, message, hint = "timeout", "The expression takes too long.", "Ask for less at a time."
    else:
        code, message, hint = "failed", f"The expression failed: {said}.", STATEMENTS if "SyntaxError" in said else ""
    return Fault(code, message, pointer="/expression", received=brief(expression), hint=hint or None, retry=False)


def too_much(expression: str, count: int, most: int) -> Fault:
    """A Fault for an expression whose value is too large."""
    message, expected = f"The expression gives {count:,} characters.", f"at most {most:,}"
    hint = "Ask for less: slice it, or pick fields."
    return Fault("limit", message, pointer="/expression", expected=expected, received=brief(expression), hint=hint)


def gone() -> Fault:
    return Fault("not_found", "The page went to another document meanwhile.", hint="Look again.", retry=True)


def closed(why: str, *, crashed: bool = False) -> Fault:
    what = "The tab crashed" if crashed else "The tab or its browser is gone"
    return Fault("unavailable", f"{what}: {without_call_log(why)}", hint="The next call opens it again.", retry=True)


class TakenAway(Fault):
    """The debugger may not work in a tab of a person's Chrome, or not any more."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        hint = "The next call asks the person, goes on without the debugger, or says what keeps it."
        super().__init__("unavailable", f"Chrome's debugger was taken away: {reason}.", hint=hint, retry=True)


class BrowserRefusal(Fault):
    """The browser itself did not do what it was asked for: a port that it never opens, a file that is not there."""

    def __init__(self, why: str) -> None:
        self.reason = without_call_log(why)
        super().__init__("failed", f"The browser refused: {self.reason}", retry=False)

    def of(self, action: str) -> Fault:
        """The fault in the page-agent specification's (002) form, for the action that it ended."""
        hint = "Look whether the address is right." if "ERR_" in self.reason else None
        return Fault("failed", f"Failed to {action}: {self.reason}", received=self.reason, hint=hint, retry=False)


def not_loaded(url: str, patience: float) -> Fault:
    return Fault(
        "timeout",
        f"Failed to navigate: {url} did not answer within {patience:g} s.",
        expected=f"a document within {patience:g} s",
        received="none",
        hint="Try again, or give it more time.",
        retry=True,
    )


def not_answered(url: str, seconds: float) -> Fault:
    return Fault(
        "timeout",
        f"The page is about to go to {url}, which has not answered for {seconds:.0f} s.",
        expected="a document",
        received="none",
        hint="Wait on with page.wait, or go elsewhere with page.navigate.",
        retry=True,
    )


def not_there(index: int | str | None) -> str:
    """The page-agent specification's (002) message for an index without an element."""
    return f"Element with index {index} not found"


def no_element(index: int | None, pointer: str | None = None) -> Fault:
    hint = "Look at the page again."
    return Fault("not_found", not_there(index), pointer=pointer, received=str(index), hint=hint, retry=True)


def page_asks(kind: str, message: str) -> Fault:
    return Fault(
        "conflict",
        f"The page asks first ({kind}): {message!r}.",
        expected="an answer to the dialog",
        hint="Answer it with page.dialog, accept true or false.",
        retry=True,
    )


def in_the_way(action: str, what: str, reach: Object) -> Fault:
    """A Fault for an element that could not be reached, in the page-agent specification's (002) form."""
    match reach:
        case {"cover": str(cover)}:
            reason, hint = f"{what} is covered by {cover}", "Close or answer what lies over it first."
        case {"disabled": True}:
            reason, hint = (
                f"{what} is disabled",
                "See what keeps it: a field that is empty, a box that is open, something that still loads.",
            )
        case {"gone": True}:
            reason, hint = f"{what} is not on the page any more", "Look at the page again."
        case _:
            reason, hint = f"{what} cannot be seen", "Open or scroll what it is in, or choose another element."
    return Fault("failed", f"Failed to {action}: {reason}.", received=what, hint=hint, retry=True)


def without_call_log(message: str) -> str:
    return NOISE.sub("", message).strip()
