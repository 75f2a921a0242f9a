"""Sorting and filtering lists with the controls that the page has for it."""

from __future__ import annotations

import re
from typing import Final

from ..program import Filter, Sort, Test
from .calling import act, call
from .columns import stem, tokens
from .filters import ANY, applied, choice, lists, sent
from .linking import linked
from .options import take
from .reaching import first_of, give_up, look
from .script import Memory, Outcome, Script, Stop
from .sifting import sifted
from .speaking import quoted

LIST: Final = re.compile(
    r"\[(?P<index>\d+)\] (?:combobox|listbox) (?P<name>[^={\n·]*?)(?: = (?P<now>[^{\n·]*?))?(?: "
    r"\{(?P<options>[^}\n]*)\})"
)
UP: Final = ("low to high", "ascending", "cheapest", "lowest", "a–z", "a-z", "oldest", "upwards")
DOWN: Final = (
    "high to low", "descending", "most expensive", "highest", "z-a", "z–a", "newest", "latest", "best", "downwards",
)  # fmt: skip
ALIKE: Final = {
    "rated": "rating", "best": "rating", "cost": "price", "cheapest": "price", "newest": "date", "due date": "due",
}  # fmt: skip


def sort(memory: Memory, step: Sort) -> Script[None]:
    said = f"sort by {step.by}"
    state = yield from call(memory, "state", elements=0, text=0)
    for match in LIST.finditer(str(state.get("outline") or "")):
        labels = [label.strip() for label in match["options"].split("|")]
        option = _order(labels, step)
        if option is not None and (
            set(tokens(match["name"])) & {"sort", "order", "sorting", "arrange", "by"}
            or "sort" in match["name"].lower()
        ):
            outcome = yield from act(memory, said, "select", selector=f"act:{match['name'].strip()}", option=option)
            if not outcome.ok:
                raise give_up(said, step.by, outcome)
            yield from sent(memory, said, outcome)
            return
    yield from _by_heading(memory, step, said)


def _order(labels: list[str], step: Sort) -> str | None:
    """The option that sorts by the field, in the direction that is wanted."""
    said = ALIKE.get(step.by.lower(), step.by)
    wanted = {stem(ALIKE.get(word, word)) for word in re.findall(r"\w+", said.lower())}
    fitting = [
        label
        for label in labels
        if wanted & {stem(ALIKE.get(word, word)) for word in re.findall(r"\w+", label.lower())}
    ]
    if step.way is None or len(fitting) < 2:
        return fitting[0] if fitting else None
    signs = UP if step.way == "up" else DOWN
    return next((label for label in fitting if any(sign in label.lower() for sign in signs)), None)


def _by_heading(memory: Memory, step: Sort, said: str) -> Script[None]:
    heading = None
    for words in (f"the {step.by} column heading", f"sort by {step.by}", f"the {step.by} heading"):
        found = yield from look(memory, words)
        if found is not None and found["role"] not in ("combobox", "listbox", "textbox", "searchbox"):
            heading = words
            break
    if heading is None:
        raise Stop(f"“{said}”: there is nothing to sort by {step.by} with.")
    for _ in range(2):
        outcome = yield from act(memory, said, "click", selector=f"act:{heading}")
        if not outcome.ok:
            raise give_up(said, step.by, outcome)
        sorted_now = yield from call(
            memory, "query", selector="css=[aria-sort=ascending], [aria-sort=descending]", most=1
        )
        states: list[str] = next((each["states"] for each in sorted_now.get("elements") or ()), [])
        if step.way is None or not states or ("descending" in states) is (step.way == "down"):
            return


def narrow(memory: Memory, step: Filter) -> Script[None]:
    """Show only what passes the tests; everything where there is neither a test nor a word."""
    if not step.tests and not step.said:
        yield from _unfiltered(memory)
        return
    tests = step.tests or (Test(None, "contains", step.said),)
    last: Outcome | None = None
    is_ranged = any(test.field == "date" for test in tests)
    taken = (yield from sifted(memory, tests, f"filter by {step.said}")) if is_ranged else []
    for test in tests:
        if test in taken:
            continue
        last = yield from _one(memory, test, step.said)
        if not last.ok:
            raise give_up(f"filter by {step.said}", test.value, last)
    if last is not None:
        yield from sent(memory, f"filter by {step.said}", last)


def _unfiltered(memory: Memory) -> Script[None]:
    """Each list that filters gets its option for everything again."""
    for listed in (yield from lists(memory)):
        every = next(each for each in listed["choices"] if ANY.match(each.strip()))
        if listed["value"] == every:
            continue
        outcome = yield from act(memory, "set the filters back", "select", selector=listed["index"], option=every)
        if not outcome.ok:
            raise give_up("set the filters back", str(listed["name"]), outcome)


def _one(memory: Memory, test: Test, said: str) -> Script[Outcome]:
    if test.op in ("lt", "le", "gt", "ge"):
        return (yield from _limit(memory, test, said))
    if test.op in ("lacks", "ne"):
        raise Stop(f"“filter by {said}”: a list cannot be told to leave out “{test.value}”.")
    found = yield from choice(memory, (yield from lists(memory)), test)
    if found is not None and (outcome := (yield from applied(memory, f"filter by {said}", found))).ok:
        return outcome
    if (yield from take(memory, f"filter by {said}", test.value, f"filter {test.field or ''}")):
        return memory.past[-1][1]
    if (pressed := (yield from _pressed(memory, test, said))) is not None:
        return pressed
    if (yield from linked(memory, f"{test.field or ''} {test.value}", f"filter by {said}")):
        return memory.past[-1][1]
    raise Stop(f"“filter by {said}”: there is nothing on the page to filter by {test.field or test.value} with.")


def _pressed(memory: Memory, test: Test, said: str) -> Script[Outcome | None]:
    """A box, a button or a field that is called as the test says."""
    name = test.field or test.value
    forms = [quoted(test.value), f"{test.value} only", f"filter by {name}", f"the {name} filter"]
    if test.field:
        forms = [f"{quoted(test.value)} in {test.field}", *forms[:2], f"the {test.field} field", *forms[2:]]
    for words in forms:
        found = yield from look(memory, words)
        if found is None or (found["role"] == "button" and not set(tokens(test.value)) & set(tokens(found["name"]))):
            continue
        if found["role"] in ("textbox", "searchbox", "spinbutton", "combobox"):
            return (yield from _typed(memory, words, test.value, said))
        tool = "check" if found["role"] in ("checkbox", "radio", "switch") else "click"
        outcome = yield from act(memory, f"filter by {said}", tool, selector=f"act:{words}")
        if outcome.ok:
            return outcome
    return None


def _typed(memory: Memory, words: str, value: str, said: str) -> Script[Outcome]:
    outcome = yield from act(memory, f"filter by {said}", "type", selector=f"act:{words}", text=value)
    if outcome.ok and not (outcome.get("requests") or outcome.get("appeared")):
        return (yield from act(memory, f"filter by {said}", "keypress", selector=f"act:{words}", key="Enter"))
    return outcome


def _limit(memory: Memory, test: Test, said: str) -> Script[Outcome]:
    """The field for the highest or lowest value."""
    side = ("highest", "maximum", "max", "to") if test.op in ("lt", "le") else ("lowest", "minimum", "min", "from")
    field = test.field or "price"
    words = yield from first_of(
        memory, [form for word in side for form in (f"the {word} {field} field", f"the {field} {word} field")]
    )
    if words is None and (figures := re.search(r"\d+(?:\.\d+)?", test.value)):
        upwards = Test(test.field, "contains", f"{figures[0]} and {'better' if test.op in ('ge', 'gt') else 'less'}")
        found = yield from choice(memory, (yield from lists(memory)), upwards)
        if found is not None:
            return (yield from applied(memory, f"filter by {said}", found))
    if words is None:
        raise Stop(f"“filter by {said}”: there is no field for the {side[0]} {field}.")
    return (
        yield from act(
            memory, f"filter by {said}", "type", selector=f"act:{words}", text=re.sub(r"[^\d.,]", "", test.value)
        )
    )
