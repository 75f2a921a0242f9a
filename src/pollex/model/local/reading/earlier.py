"""Steps that speak of what came before them: the page that one is on, what was opened, found or waited for."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Act, Enter, Instruction, LogIn, Mention, Question, Search, Wait

Steps = list[Instruction]
SITE: Final = re.compile(
    r"(?:the|my) (?:[a-z]+ )?(?:bank|shop|store|site|website|page|app|portal|mailbox|tracker|log-?in|"
    r"sign-?in)",
    re.IGNORECASE,
)
WISHED: Final = re.compile(
    r"\b(?:need|want|looking for|like) (?:an? |some |new )*(?P<noun>[a-z]+(?: (?!for\b)[a-z]+)?)"
)
AGAIN: Final = re.compile(r"\s+(?:again|once more|another time)$", re.IGNORECASE)


def where_to(before: Steps, step: Instruction) -> Steps | None:
    """`go to the bank and log in`: that page is where the task begins."""
    last = before[-1] if before else None
    is_site = isinstance(last, Act) and last.verb == "open" and SITE.fullmatch(last.words)
    return [step] if is_site and len(before) == 1 and isinstance(step, LogIn) else None


def again(before: Steps, step: Instruction) -> Steps | None:
    """`open Ann's letter again`: the one that was opened before, by the words that it was opened with."""
    match = AGAIN.search(step.words) if isinstance(step, Act) and step.verb == "open" else None
    if match is None or not isinstance(step, Act):
        return None
    words = step.words[: match.start()]
    nouns = set(re.findall(r"[a-z]{3,}", words)) - {"the", "her", "his", "its", "their"}
    earlier = [each.words for each in before if isinstance(each, Act) and each.verb == "open"]
    same = [each for each in earlier if nouns & set(re.findall(r"[a-z]{3,}", each)) and re.search(r'["A-Z0-9]', each)]
    meant = re.sub(r"^(?:her|his|its|their)\b", "the", same[-1]) if same else words
    return [*before, replace(step, words=meant)]


def one_of(before: Steps, step: Instruction) -> Steps | None:
    """`wait for the invoices, then pay the one …`: one of what was spoken of."""
    last = before[-1] if before else None
    if not isinstance(step, Question) or step.of.noun not in ("", "row", "them") or step.what == "value":
        return None
    noun = ""
    if isinstance(last, Wait) and last.until is not None and last.until.question is not None:
        noun = last.until.question.of.noun
    elif isinstance(last, Mention) and (wished := WISHED.search(last.words)):
        noun = wished["noun"]
    return [*before, replace(step, of=replace(step.of, noun=noun))] if noun else None


def bought(before: Steps, step: Instruction) -> Steps | None:
    """`I'd like to buy X. Add one to the basket.`: one order, and it is on the page of X."""
    last = before[-1] if before else None
    is_put = isinstance(step, Act) and step.verb in ("add", "put") and step.words.startswith("it ")
    if (
        not is_put
        or not isinstance(last, Act)
        or last.verb not in ("buy", "order")
        or not re.search("[A-Z]", last.words)
    ):
        return None
    return [*before[:-1], replace(last, verb="open", said=f"open {last.words}"), step]


def found_first(before: Steps, step: Instruction) -> Steps | None:
    """What was only found must be opened before it can be answered, passed on, or taken in a number."""
    last = before[-1] if before else None
    if isinstance(last, Search) and isinstance(step, Enter) and step.field == "the quantity":
        return [*before, Act("open", "it", said="open it"), step]
    answers = isinstance(step, Act) and step.words in ('"Reply"', '"Forward"')
    if not answers or not isinstance(last, Question) or not last.quietly or last.what == "value":
        return None
    return [*before, Act("open", "it", said="open it"), step]
