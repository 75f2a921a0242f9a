"""Steps that fill in a form: values after `create a new …` are its own, and the button that is named sends it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Act, Choose, Enter, Instruction, Make, Mention, Question, Records, Tick

Steps = list[Instruction]
MAKING: Final = frozenset(
    {"create", "write", "compose", "start", "open", "make", "add", "draft", "begin", "file", "new", "set up"}
)
NEW: Final = re.compile(r"^(?:(?:a|an|another|one) (?:new )?|the new |new )(?P<noun>[a-z]+(?: [a-z]+)?)$")
FOUND: Final = re.compile(
    r"^(?i:the|you (?:can )?find the|take the) (?P<field>[\w -]+?) (?:of|for) (?:the |my )?(?P<of>[A-Z].*?)"
    r"(?: (?:is|stands|can be found|is shown|is written))? (?:on|in|under|at|from) (?:its|the|his|her|my) .+$"
)
LISTED: Final = re.compile(r"^(?:it )?the (?P<field>[a-z]+s|label|tag) (?P<values>\S+(?:(?:, | and |, and )\S+)*)$")
SUGGESTION: Final = re.compile(
    r"(?:it (?:from|in|among) )?(?:the|that|its) (?:(?:first|only|right|matching|fitting) )?(?:suggestions?|proposal|"
    r"match)(?: (?:that|which) .+| offered| shown| for it)?",
    re.IGNORECASE,
)
SENDING: Final = frozenset({"click", "post", "send", "submit", "save", "add"})
ASIDE: Final = re.compile(
    r"^(?:(?:it|them|the (?:message|mail|e-?mail)s?) )?(?P<to>(?:to|into|in) (?:the folder )?)(?P<value>\"[^\"]+\"|"
    r"[A-Z].*)$"
)
ALSO: Final = re.compile(r"^it (?:also )?(?P<rest>(?:to|on|for|in) .+)$")


def of_form(before: Steps, step: Instruction) -> Steps | None:
    """A value that belongs to what is being made: a pair, `move to X`, `also apply it to …`."""
    made = begun(before[-1] if before else None)
    if made is None:
        return None
    pair: Enter | Choose | Tick | None = None
    if isinstance(step, Enter) and step.place is None:
        pair = step
    elif isinstance(step, Act) and isinstance(before[-1], Make) and (to := ASIDE.match(step.words)):
        pair = Enter(f"{step.verb} {to['to'].strip()}", to["value"].strip('"'))
    elif isinstance(step, Act) and isinstance(before[-1], Make) and step.verb == "apply" and ALSO.match(step.words):
        pair = Tick(f"apply {step.words}")
    return None if pair is None else [*before[:-1], replace(made, pairs=(*made.pairs, pair))]


def begun(step: Instruction | None) -> Make | None:
    """Something whose form is still being filled in."""
    if isinstance(step, Make):
        return step
    if isinstance(step, Act) and step.verb in MAKING and (match := NEW.match(step.words)):
        return Make(match["noun"], step.verb, ())
    return None


def looked_up(before: Steps, step: Instruction) -> Steps | None:
    """`The number of X is on its page`: a value of what is being made that is read there first."""
    made = before[-1] if before else None
    match = FOUND.match(step.words) if isinstance(step, Mention) else None
    if match is None or not isinstance(made, Make):
        return None
    field = match["field"].strip()
    asked = Question("value", (field,), Records(match["of"].strip()), said=match[0], quietly=True)
    return [*before[:-1], asked, replace(made, pairs=(*made.pairs, Enter(field, f"the {field}")))]


def made_so(before: Steps, step: Instruction) -> Steps | None:
    """`turn on X and make it "…"`: a value for what was spoken of just before."""
    last = before[-1] if before else None
    match = re.match(r'(?:it|that) "(?P<value>[^"]+)"$', step.words) if isinstance(step, Act) else None
    if match is None or not isinstance(step, Act) or step.verb not in ("make", "change") or not isinstance(last, Tick):
        return None
    return [*before, Enter(last.words, match["value"])]


def listed(before: Steps, step: Instruction) -> Steps | None:
    """`add the labels A and B` among the values of a form is one of them."""
    last = before[-1] if before else None
    match = LISTED.match(step.words) if isinstance(step, Act) and step.verb in ("add", "attach", "give") else None
    if match is None or not (isinstance(last, Enter | Choose | Tick) or match["field"].startswith(("label", "tag"))):
        return None
    return [*before, Enter(match["field"], match["values"])]


def offered(before: Steps, step: Instruction) -> Steps | None:
    """`enter X as owner and choose the suggestion`: the value is one of those that the field offers."""
    last = before[-1] if before else None
    words = " from ".join(filter(None, (step.option, step.field))) if isinstance(step, Choose) else ""
    is_so = SUGGESTION.fullmatch(words) and isinstance(last, Enter)
    return [*before[:-1], replace(last, offered=True)] if is_so and isinstance(last, Enter) else None


def pressed_last(before: Steps, step: Instruction) -> Steps | None:
    """`write the comment … and press Post`: the button that is named is the one that sends it."""
    last = before[-1] if before else None
    if not isinstance(step, Act) or not isinstance(last, Act) or last.verb != "post" or step.verb not in SENDING:
        return None
    return [*before[:-1], step]
