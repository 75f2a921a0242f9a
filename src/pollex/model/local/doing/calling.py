"""Calling page tools from a script: what every call has in common, and whether an action was taken or refused."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlsplit

from ....core.json import Object
from ..program import Act, Dialog, Enter
from .script import Asked, Memory, NotTaken, Outcome, Script, Stop

REFUSAL: Final = re.compile(

        r"\b(?:invalid|not valid|isn.t valid|incorrect|wrong|failed|failure|could not|couldn.t|cannot|can.t|unable|not "
        r"(?:enough|possible|allowed|accepted|known|found|recogni[sz]ed|right|match(?:ing)?)|"

        r"unknown|do not (?:know|accept|recogni[sz]e|have)|don.t (?:know|have)|refused|rejected|declined|denied|"
        r"expired|does not|doesn.t|do not match|don.t match|insufficient|too (?:long|short|many|few|large|small|high|"
        r"low|early|late|much)|must (?:be|have|contain|not)|"

        r"is required|are required|please (?:enter|fill|choose|select|check|correct|give|tell|accept|"
        r"tick|provide|use)|required field|missing|not covered|exceeds?|already (?:exists|taken|in "
        r"use)|error|something went wrong|try again|sorry|is no |needs? (?:a|an|at least|to))\b",
    re.IGNORECASE,
)  # fmt: skip
REFUSED: Final = re.compile(
    r"^(?:failed|failure|error|wrong|invalid|incorrect|sorry)\b|\b(?:is|was|are) (?:wrong|invalid|incorrect|not valid|"
    r"not (?:the )?right|not accepted|refused|rejected|declined)\b|\bthat is not\b|\bsomething went wrong\b",
    re.IGNORECASE,
)
SHORT: Final = 160
ALERTS: Final = '[role=alert], [aria-invalid="true"], [class*=error i]:not(body):not(form):not(main)'


def call(memory: Memory, tool: str, **args: Any) -> Script[Outcome]:
    """Ask for a page tool. A dialog of the page that is in the way is answered first."""
    outcome = yield Asked(f"page.{tool}", args)
    if outcome.code == "conflict" and "asks first" in outcome.why:
        yield from answer(memory, accept=True)
        outcome = yield Asked(f"page.{tool}", args)
    _notice(memory, outcome)
    return outcome


def _notice(memory: Memory, outcome: Outcome) -> None:
    if isinstance(outcome.data, dict):
        memory.dialog = outcome.data.get("dialog", memory.dialog)
        url = outcome.data.get("url")
        if isinstance(url, str):
            memory.start = memory.start or str(outcome.data.get("from") or url)
            if url != memory.url:
                memory.forget_page()
            memory.url = url


def answer(memory: Memory, *, accept: bool, text: str | None = None) -> Script[Outcome]:
    """Answer the page's own dialog."""
    args: Object = {"accept": accept} if text is None else {"accept": accept, "text": text}
    outcome = yield Asked("page.dialog", args)
    memory.dialog = None
    _notice(memory, outcome)
    return outcome


def act(memory: Memory, said: str, tool: str, **args: Any) -> Script[Outcome]:
    """Do something to an element, and stop where the page shows that it was not taken."""
    outcome = yield from call(memory, tool, **args)
    if not outcome.ok:
        return outcome
    memory.appeared = list(outcome.get("appeared") or ())
    if outcome.get("sent"):
        memory.told.clear()
    _no_failure(said, outcome)
    if memory.dialog is not None:
        yield from _asked(memory)
    elif tool in ("click", "keypress") and (wrong := next(filter(_is_refusal, memory.appeared), None)):
        raise NotTaken(f"“{said}” was refused. The page says: {wrong}")
    elif outcome.get("sent") or any(REFUSAL.search(text) for text in memory.appeared):
        yield from no_refusal(memory, said)
    elif (
        tool in ("click", "keypress")
        and not outcome.get("from")
        and not outcome.get("requests")
        and not memory.appeared
    ):
        yield from _no_invalid_field(memory, said)
    return outcome


def _is_refusal(text: str) -> bool:
    """Whether a short text that came after a press says that it failed."""
    return len(text) < SHORT and REFUSED.search(text) is not None


def _no_failure(said: str, outcome: Outcome) -> None:
    for failed in outcome.get("failed") or ():
        status = failed.get("status") or failed.get("failure")
        is_page = urlsplit(failed["url"]).path == urlsplit(outcome.get("url") or "").path
        if failed["method"] != "GET" or is_page:
            raise Stop(
                f"“{said}” did not work: the request {failed['method']} "
                f"{urlsplit(failed['url']).path} failed ({status})."
            )


def no_refusal(memory: Memory, said: str) -> Script[None]:
    """Stop where the page tells what is wrong with what was sent."""
    alerts = yield from call(memory, "query", selector=f"css={ALERTS}", most=8)
    told = []
    for element in alerts.get("elements") or ():
        text = " ".join((element["text"] or "").split())
        if text and len(text) < 300 and REFUSAL.search(text):
            told.append(text)
        elif "invalid" in element["states"]:
            told.append(f"{element['name']} is not accepted")
    if told:
        raise NotTaken(f"“{said}” was refused. The page says: {'; '.join(dict.fromkeys(told))}")


def _no_invalid_field(memory: Memory, said: str) -> Script[None]:
    """Stop where a button did nothing, since the browser itself holds a form back."""
    if not re.search(
        r"\b(?:submit|send|save|continue|next|place|order|pay|confirm|create|add|register|sign|"
        r"log|apply|check|verify|subscribe|enter)\b",
        said,
        re.IGNORECASE,
    ):
        return
    held = yield from call(
        memory, "query", selector="css=form:has(:focus) :is(input, select, textarea):invalid", most=5
    )
    if held.get("count"):
        names = ", ".join(f"“{element['name']}”" for element in held.get("elements"))
        raise NotTaken(f"“{said}” did nothing: the form does not take what is in {names}.")


def _asked(memory: Memory) -> Script[None]:
    """The page asks something itself: the next instruction may answer, else what was begun is gone through with."""
    following = memory.ahead[0] if memory.ahead else None
    if isinstance(following, Dialog | Enter) or (isinstance(following, Act) and _answers(following)):
        return
    if memory.dialog is not None and memory.dialog.get("kind") == "prompt":
        raise Stop(f"The page asks {memory.dialog.get('message')!r}, and the task does not say what to answer.")
    yield from answer(memory, accept=True)


def _answers(step: Act) -> bool:
    """Whether an act may be meant for the page's dialog: `confirm`, `click OK`, `cancel it`."""
    said = f"{step.verb} {step.words}".strip().lower().strip('"')
    return (
        re.fullmatch(
            r"(?:click |press |choose |say )?(?:confirm|accept|ok|okay|yes|cancel|dismiss|no|"
            r"agree|approve|decline)(?: (?:it|that|this|the \w+|yes|ok))*",
            said,
        )
        is not None
    )


def answers_dialog(memory: Memory, step: Act) -> bool | None:
    """Whether an act accepts or refuses the dialog that is open; None where it is not meant."""
    if memory.dialog is None or not _answers(step):
        return None
    return re.search(r"\b(?:cancel|dismiss|no|decline)\b", f"{step.verb} {step.words}", re.IGNORECASE) is None
