"""The page's own filters: lists with an `Any`, tabs, boxes, links that show only some rows. Which one a test means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ....core.json import Object
from ..program import Test
from .calling import act, call
from .columns import stem, tokens
from .script import Memory, Outcome, Script

ANY: Final = re.compile(r"^(?:any|all|every(?:body|one|thing)?|–|-|no filter|show all)\b.{0,20}$|^$", re.IGNORECASE)
NOBODY: Final = frozenset({"nobody", "no one", "none", "unassigned", "not assigned", "no assignee", "–", "-", ""})
ROLES: Final = ("tab", "checkbox", "radio", "link")
LISTS: Final = "css=select"
APPLY: Final = ("Apply filters", "Apply", "Filter", "Update", "Show results", "Go", "Search", "Refine")
UPWARDS: Final = re.compile(
    r"^(?:rating |rated )?(?P<n>\d+(?:\.\d+)?) (?:stars? )?(?:and|or) (?:better|more|up|higher|above)", re.IGNORECASE
)
OWN: Final = re.compile(r"\b(?:me|mine|my)\b", re.IGNORECASE)
MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Choice:
    """What shows only some rows: an option of a list, or something to press."""

    name: str
    role: str
    index: int
    option: str | None = None


def choice(memory: Memory, lists: list[Object], test: Test) -> Script[Choice | None]:
    """The filter that a test means; None where the page has none for it."""
    for listed in lists:
        if test.field is not None and not set(tokens(test.field)) & set(tokens(str(listed["name"]))):
            continue
        option = _option(listed["choices"], test.value) or _named_option(listed, test)
        if option is not None:
            return Choice(str(listed["name"]), "combobox", listed["index"], option)
    if test.value.lower() in ("me", "myself"):
        return (yield from _own(memory))
    number = UPWARDS.match(test.value)
    words = (number["n"] if number else test.value).replace('"', "").strip()
    if words.lower() in NOBODY or len(words) > 40:
        return None
    for role in ROLES:
        found = yield from call(memory, "query", selector=f'role={role}[name="{words}"]', most=40)
        for each in found.get("elements") or ():
            if "disabled" not in each["states"] and _means(str(each["name"]), role, test.value):
                return Choice(str(each["name"]), role, each["index"])
    return None


def _own(memory: Memory) -> Script[Choice | None]:
    """The filter that leaves only one's own: `My tasks`, `Only mine`."""
    found = yield from call(
        memory, "query", selector="css=main [role=tab], main a[href], main input, main button", most=60
    )
    named = [each for each in found.get("elements") or () if OWN.search(str(each["name"])) and each["role"] in ROLES]
    return Choice(str(named[0]["name"]), named[0]["role"], named[0]["index"]) if len(named) == 1 else None


def applied(memory: Memory, said: str, chosen: Choice) -> Script[Outcome]:
    """Turn a filter on."""
    name = chosen.name.strip().replace('"', "")
    if chosen.option is not None:
        outcome = yield from act(memory, said, "select", selector=f"act:{name}", option=chosen.option)
    elif chosen.role in ("checkbox", "radio", "switch"):
        outcome = yield from act(memory, said, "check", selector=f'act:the "{name}" {chosen.role}')
    else:
        outcome = yield from act(memory, said, "click", selector=f'act:the "{name}" {chosen.role}')
    return outcome


def sent(memory: Memory, said: str, outcome: Outcome) -> Script[None]:
    """Press the button that makes a choice count, where choosing alone did nothing."""
    if outcome.get("from") or outcome.get("requests") or outcome.get("appeared"):
        return
    for label in APPLY:
        found = yield from call(memory, "query", selector=f'act:the "{label}" button', most=1)
        if found.get("elements"):
            yield from act(memory, said, "click", selector=f'act:the "{label}" button')
            return


def lists(memory: Memory) -> Script[list[Object]]:
    """The lists that filter: those that have an option for everything."""
    found = yield from call(memory, "query", selector=LISTS, most=MOST)
    filtering = []
    for element in found.get("elements") or ():
        if "disabled" in element["states"]:
            continue
        known = yield from call(memory, "element", index=element["index"])
        choices = [str(each) for each in known.get("choices") or ()]
        if any(ANY.match(each.strip()) for each in choices[:2]):
            filtering.append({**element, "choices": choices})
    return filtering


def _named_option(listed: Object, test: Test) -> str | None:
    """The option after the name of its list: `label billing`."""
    first, _, rest = test.value.partition(" ")
    is_named = test.field is None and rest and stem(first) in tokens(str(listed["name"]))
    return _option(listed["choices"], rest) if is_named else None


def _option(choices: list[str], value: str) -> str | None:
    wanted = value.strip().lower()
    exact = [each for each in choices if each.strip().lower() == wanted]
    if wanted in NOBODY:
        exact = exact or [each for each in choices if each.strip().lower() in NOBODY - {"", "-", "–"}]
    alike = [each for each in choices if _alike(each, value)]
    return next(iter([*exact, *alike]), None)


def _alike(name: str, value: str) -> bool:
    """The same words, or the same number with words for `or more` after it."""
    plain = re.sub(r"\s*\(\d+\)$", "", name)
    if tokens(plain) == tokens(value):
        return True
    number, other = UPWARDS.match(value), UPWARDS.match(plain)
    return bool(number and other and number["n"] == other["n"])


def _means(name: str, role: str, value: str) -> bool:
    if _alike(name, value) and role != "link":
        return True
    words = [stem(word) for word in re.findall(r"\w+", name.lower())]
    wanted = tokens(value)
    shown = (["only", *wanted], [*wanted, "only"], ["show", *wanted], ["show", "only", *wanted])
    return bool(wanted) and words in shown
