"""Plain requests that need no model: one table of patterns, each with an example and what it leads to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..desk import Desk
from . import local_answers as answers
from .local_answers import LocalAnswer

Answering = Callable[["re.Match[str]", Desk], LocalAnswer]
UNKNOWN: Final = (
    "I do not understand this: the model `local` takes plain requests only. To ask in your own words, store the key "
    "of a model in Settings and choose that model above."
)
POLITE: Final = re.compile(r"^(?:please|pls|could you|can you)\s+|,?\s+(?:please|pls)(?=[\s.!?]*$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LocalRequest:
    """A row of the table."""

    pattern: re.Pattern[str]
    example: str
    about: str
    answer: Answering


def answer_locally(text: str, desk: Desk) -> LocalAnswer:
    """Answer a plain request from the table; say what can be asked if it is not there."""
    asked = POLITE.sub("", text.strip()).rstrip(" .!?") or "help"
    for row in LOCAL_REQUESTS:
        if found := row.pattern.fullmatch(asked):
            return row.answer(found, desk)
    return LocalAnswer(f"{UNKNOWN} {possible()}")


def possible() -> str:
    """Return what can be asked, from the table."""
    return "\n".join(["I can do these:", *(f"- `{row.example}`: {row.about}" for row in LOCAL_REQUESTS)])


def _row(pattern: str, example: str, about: str, answer: Answering) -> LocalRequest:
    return LocalRequest(re.compile(pattern, re.IGNORECASE | re.DOTALL), example, about, answer)


WITH: Final = r"(?:\s+(?:with|using)\s+(?P<arguments>.+))?"
LOCAL_REQUESTS: Final = (
    _row(
        r"(?:start|ask)(?: an?| the)? agent(?: to| for|:)? (?P<task>.+?)(?: (?:at|on|from) (?P<url>https?://\S+))?",
        'ask the agent to search for "lamp" at https://example.org',
        "does it in a browser and shows each step; `pollex orders` lists what it understands",
        answers.task,
    ),
    _row(
        rf"(?:show|list|open)(?: me)?(?: the| my| all| last| latest| recent)* (?P<window>{'|'.join(answers.PRODUCT)})",
        "show the last runs",
        f"their window; so for {', '.join(list(answers.PRODUCT)[1:])}",
        answers.product,
    ),
    _row(r"(?:open|show)(?: the)? workflow (?P<name>.+)", "open workflow Invoices", "its nodes", answers.workflow),
    _row(
        rf"(?:run|start)(?: the)? workflow (?P<name>.+?){WITH}",
        "run workflow Invoices with month=May",
        "starts it and shows the run",
        answers.run_workflow,
    ),
    _row(
        rf"(?:run|call|use)(?: the)?(?: tool)? (?P<name>[A-Za-z][\w.-]*\.[\w.-]+|(?<=tool )[A-Za-z][\w-]*){WITH}",
        'run tool page.open with url="https://example.org"',
        "calls it and shows the answer",
        answers.tool,
    ),
    _row(
        r"(?:make|create|write|add|new)(?: me)?(?: an?)? note(?: titled| called| named)? "
        r"(?P<title>.+?)(?:(?: saying| with the text|:) (?P<text>.+))?",
        "make a note titled Shopping saying milk",
        "a window with a text to write in",
        answers.note,
    ),
    _row(
        r"close (?:all|everything)(?:(?: the| open)* windows)?",
        "close all",
        "closes all windows",
        answers.close_all,
    ),
    _row(r"close(?: the)?(?: window)? (?P<name>.+?)(?: window)?", "close Runs", "closes a window", answers.close),
    _row(
        r"(?:bring|focus|show)(?: the)?(?: window)? (?P<name>.+?)(?: window)?(?: to the front)?",
        "bring Runs to the front",
        "puts a window on top",
        answers.front,
    ),
    _row(
        r"(?:arrange|tile|tidy(?: up)?|order)(?:(?: all| the| my)* windows)?",
        "arrange the windows",
        "puts them side by side",
        answers.arrange,
    ),
    _row(r"help|what can (?:you|i) (?:do|say|ask)", "help", "this list", lambda found, desk: LocalAnswer(possible())),
)
