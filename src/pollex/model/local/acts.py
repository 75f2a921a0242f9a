"""Orders that do something: each as calls of page tools, with the look that shows that it was done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urljoin

from ...core.json import Object
from ...browser.keys import key_name
from .reader import COMMA, Quotes, Step, bare, pairs, quoted
from .script import Memory, Outcome, Script, act, call, no_refusal

TIMES: Final = {word: number for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
YES: Final = frozenset({"yes", "on", "true", "ticked", "checked"})
NO: Final = frozenset({"no", "off", "false", "unticked", "unchecked"})
FIELDS: Final = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "slider"})
ROW: Final = r"(?:the|this) row(?: itself)?"
KINDS: Final = {"radio button": "radio", "menu item": "menuitem"}
HOLDERS: Final = frozenset({"list", "listbox", "table", "grid", "group", "region", "form", "main", "navigation", "tree", "menu"})
SEARCH: Final = ["role=searchbox", "css=input[type=search]", "css=[role=search] input:not([type=hidden])", "act:the search field"]
APPLY: Final = [f'role=button[name="{name}"]' for name in ("Apply", "Filter", "Show", "Update")]
RELATION: Final = re.compile(r"\s(?:in|of|for|from|on|at|with|by|below|above|under|beside|near|after|before|next to|left of|right of|to the)\s", re.IGNORECASE)
ORDINAL: Final = re.compile(r"^(?:the )?(?:(?:first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th)|only|top|bottom) )?", re.IGNORECASE)
NEXT: Final = ["css=a[rel~=next]", "css=[aria-label='Next page' i]", "act:the link or button to the next page"]
PREVIOUS: Final = ["css=a[rel~=prev]", "css=[aria-label='Previous page' i]", "act:the link or button to the previous page"]
PATIENCE: Final = 30_000
MOST_CLICKS: Final = 50
MOST_ROWS: Final = 200
NEWS: Final = ("new", "other", "next", "last")


def stem(word: str) -> str:
    return re.sub(r"(?<=\w{3})(?:ies$|es$|s$|y$)", "", word)


def stems(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"\w+", text.casefold())} - {"", "the", "of", "in", "list", "table", "row"}


def number(text: str) -> float:
    return TIMES.get(text.lower(), 0) or float(text)


def fold(text: str) -> str:
    return " ".join(re.sub(r"[^\w%€$£.,-]+", " ", text.casefold()).split())


def words(memory: Memory, text: str) -> str:
    """The selector of what is named."""
    return f"act:{memory.filled(text).strip()}"


def in_list(memory: Memory) -> bool:
    """Whether the row of a `for each` is on the page that is open."""
    return memory.row is not None and memory.row.url == memory.url


def where(memory: Memory, text: str, role: str = "") -> Script[Object]:
    """How a thing is named in a call: in the row of a `for each` first, then on the page, but not in another row."""
    if not in_list(memory):
        return {"selector": words(memory, text)}
    assert memory.row is not None
    record, others = yield from memory.row.read()
    if re.fullmatch(ROW, text.strip(), re.IGNORECASE) and not role:
        return {"index": record["index"] if record["link"] is None else record["link"]}
    whole = re.fullmatch(rf"(?:the checkbox in )?{ROW}", text.strip(), re.IGNORECASE) is not None
    said = bare(memory.filled(re.sub(rf"\s+(?:in|of) {ROW}$", "", text, flags=re.IGNORECASE)))
    name, kind = kind_of(said)
    own = [each for each in record["controls"] if role in ("", each["role"]) and (fold(each["name"]) == fold(name) or whole or (not name and kind == each["role"]))]
    if len(own) == 1:
        return {"index": own[0]["index"]}
    inside = f'act:{said} in the row of "{memory.row.key}"'
    found = yield from call(memory, "page.query", selector=inside, most=3)
    if found.get("count") == 1:
        return {"selector": inside}
    seen = yield from call(memory, "page.query", selector=f"act:{said}", most=20)
    if found.get("count") or said != bare(memory.filled(text)) or any(each["index"] in others for each in seen.get("elements") or ()):
        raise memory.failed(f"the row has no one {said!r}", code="not_found", expected=", ".join(each["name"] for each in record["controls"]) or None)
    return {"selector": words(memory, text)}


def kind_of(text: str) -> tuple[str, str]:
    """`the Returns tab` as a name and a role."""
    match = re.fullmatch(r"(?:the )?(?:(.+) )?(button|link|tab|checkbox|switch|option|radio button|menu item)", text.strip(), re.IGNORECASE)
    return (bare(match[1] or ""), KINDS.get(match[2].lower(), match[2].lower())) if match else (bare(text), "")


def go(memory: Memory, step: Step) -> Script[None]:
    address = memory.filled(step["ADDRESS"])
    outcome = yield from call(memory, "page.navigate", url=urljoin(memory.url, address) if address.startswith("/") else address)
    if not outcome.ok:
        raise memory.because(outcome)
    if (outcome.get("status") or 200) >= 400:
        raise memory.failed(f"the server answered with status {outcome.get('status')}")


def back(memory: Memory, step: Step) -> Script[None]:
    tool = "back" if step.says("back") else "forward" if step.says("forward") else "refresh"
    outcome = yield from call(memory, f"page.{tool}")
    if not outcome.ok:
        raise memory.because(outcome)


def turn_page(memory: Memory, step: Step) -> Script[None]:
    if "N" in step.slots:
        page = step["N"]
        selector: list[str] = [f"css=nav a[aria-label='Page {page}' i]", f"act:the link to page {page}", f"act:the page {page} button", f'act:"{page}" in the pagination']
    elif step.says("next"):
        selector = NEXT
    else:
        way = "previous" if step.says("previous") else "first" if step.says("first") else "last"
        selector = PREVIOUS if way == "previous" else [f"css=[aria-label='{way} page' i]", f"act:the link or button to the {way} page", f"act:{way}"]
    yield from act(memory, "page.click", selector=selector)


def tab(memory: Memory, step: Step) -> Script[None]:
    if step.says("close"):
        outcome = yield from call(memory, "page.close_tab")
    else:
        listed = yield from call(memory, "page.list_tabs")
        tabs: list[Object] = listed.data if isinstance(listed.data, list) else []
        if "TEXT" in step.slots:
            text = fold(bare(memory.filled(step["TEXT"])))
            fits = [each for each in tabs if text in fold(f"{each.get('title', '')} {each.get('url', '')} {each.get('name', '')}")]
        elif step.says("other"):
            fits = [each for each in tabs if not each.get("current")]
        else:
            fits = tabs[:1] if step.says("first") else tabs[-1:]
        if len(fits) != 1:
            raise memory.failed(f"{len(fits)} tabs fit", code="not_found", expected=", ".join(str(each.get("title") or each.get("url") or each.get("name")) for each in tabs))
        name = str(fits[0].get("name") or fits[0].get("tabName"))
        outcome = yield from call(memory, "page.switch_tab", tabName=name)
    if not outcome.ok:
        raise memory.because(outcome)


def log_in(memory: Memory, step: Step) -> Script[None]:
    outcome = yield from call(memory, "login", credential=bare(step["CREDENTIAL"]))
    if not outcome.ok:
        raise memory.because(outcome)


def dialog(memory: Memory, step: Step) -> Script[None]:
    text = {"text": bare(memory.filled(step["VALUE"]))} if "VALUE" in step.slots else {}
    accept = not step.says("dismiss", "cancel", "refuse", "decline")
    outcome = yield from call(memory, "page.dialog", accept=accept, watched=True, **text)
    if not outcome.ok:
        raise memory.because(outcome)
    yield from no_refusal(memory)


def wait(memory: Memory, step: Step) -> Script[None]:
    if "N" in step.slots:
        outcome = yield from call(memory, "page.wait", duration=number(step["N"]) * 1000)
    else:
        text = bare(memory.filled(step["TEXT"]))
        gone = step.says("disappears?", "gone", "goes? away", "not shown", "no longer shown", "go")
        how: Object = {"selector": f"text={text}", "gone": True} if gone else {"text": text}
        outcome = yield from call(memory, "page.wait", timeout=PATIENCE, **how)
    if not outcome.ok:
        raise memory.because(outcome)


def scroll(memory: Memory, step: Step) -> Script[None]:
    down = not step.says("up", "top")
    if "TEXT" in step.slots or "WORDS" in step.slots:
        text = bare(memory.filled(step.get("TEXT") or step["WORDS"]))
        ways = [f'text="{text}"', f"text={text}"] if "TEXT" in step.slots else [words(memory, step["WORDS"]), f'text="{text}"']
        for until in ways:
            outcome = yield from call(memory, "page.scroll", down=down, until=until)
            if outcome.ok:
                break
    elif step.says("bottom", "end", "top"):
        outcome, last = (yield from call(memory, "page.scroll", down=down, pages=100)), None
        while outcome.ok and outcome.data != last:
            last = outcome.data
            outcome = yield from call(memory, "page.scroll", down=down, pages=100)
    else:
        outcome = yield from call(memory, "page.scroll", down=down, pages=number(step.get("N") or "1"))
    if not outcome.ok:
        raise memory.because(outcome)


def press_key(memory: Memory, step: Step) -> Script[None]:
    named: Object = {}
    if "FIELD" in step.slots:
        named = yield from where(memory, step["FIELD"])
    times = int(number(step.get("N") or "1"))
    key = re.sub(r"\s*\+\s*", "+", re.sub(r"\s+key$", "", step["KEY"], flags=re.IGNORECASE))
    key = re.sub(r"(?i)\b(arrow|cursor)?[ ]?(up|down|left|right)$", lambda each: f"Arrow{each[2].title()}", key)
    yield from act(memory, "page.keypress", idle=True, key=key_name(key.replace("page ", "Page").replace("Page ", "Page")), times=times, **named)


def click(memory: Memory, step: Step) -> Script[None]:
    more: Object = {}
    if step.says("double-click", "double click"):
        more = {"count": 2}
    elif step.says("right-click", "right click"):
        more = {"button": "right"}
    times = 2 if step.says("twice") else int(number(step.get("N") or "1"))
    for _ in range(times):
        named = yield from pressed(memory, step["WORDS"])
        yield from act(memory, "page.click", **named, **more)


def click_until(memory: Memory, step: Step) -> Script[None]:
    text, gone = bare(memory.filled(step["TEXT"])), step.says("disappears", "gone", "goes away", "not shown", "no longer")
    before = yield from count(memory, text)
    if gone and not before:
        return
    for _ in range(MOST_CLICKS):
        named = yield from pressed(memory, step["WORDS"])
        yield from act(memory, "page.click", **named)
        now = yield from count(memory, text)
        if (now == 0) if gone else now > before:
            return
    raise memory.failed(f"{text!r} {'is still there' if gone else 'did not come'} after {MOST_CLICKS} clicks")


def count(memory: Memory, text: str) -> Script[int]:
    """How often the page shows a text."""
    page = yield from call(memory, "page.text")
    said = " ".join(str(page.get("text") or "").split()).casefold()
    return said.count(" ".join(text.split()).casefold())


def shows(memory: Memory, text: str) -> Script[bool]:
    return (yield from count(memory, text)) > 0


def pressed(memory: Memory, text: str) -> Script[Object]:
    """How what is pressed is named. Where words mean a whole list, the one thing in it is meant that is called so."""
    named = yield from where(memory, text)
    if "selector" not in named:
        return named
    name, kind = kind_of(memory.filled(text))
    exact = f'text="{name}"'
    found = yield from call(memory, "page.query", selector=named["selector"], most=20)
    elements = found.get("elements") or []
    if len(elements) == 1 and elements[0]["role"] in HOLDERS and fold(elements[0]["name"]) != fold(name):
        return {"selector": exact}
    if len(elements) == 1 and not is_called(memory.filled(text), elements[0]["name"], elements[0]["text"]):
        raise memory.failed(f"nothing is called {name!r}; the nearest is {elements[0]['role']} {elements[0]['name']!r}", code="not_found")
    if len(elements) > 1:
        return (yield from _only(memory, elements, name, kind)) or named
    return named if elements or '"' in name else {"selector": [named["selector"], exact]}


def _only(memory: Memory, elements: list[Object], name: str, kind: str) -> Script[Object | None]:
    """Of several that fit, the one that is called just so; else the one that stands in no row, as no row was named."""
    called = [each for each in elements if fold(each["name"] or "") == fold(name) and kind in ("", each["role"])]
    if len(called) == 1:
        return {"index": called[0]["index"]}
    lists = yield from call(memory, "page.records", most=MOST_ROWS)
    inside = {control["index"] for each in lists.data or () for record in each["records"] for control in record["controls"]}
    outside = [each for each in called or elements if each["index"] not in inside]
    return {"index": outside[0]["index"]} if len(outside) == 1 else None


def hover(memory: Memory, step: Step) -> Script[None]:
    named = yield from where(memory, step["WORDS"])
    yield from act(memory, "page.hover", idle=True, **named)


def drag(memory: Memory, step: Step) -> Script[None]:
    named = yield from where(memory, step["WORDS"])
    place = bare(memory.filled(step["PLACE"]))
    below = f'xpath=//*[self::h1 or self::h2 or self::h3 or self::h4][normalize-space()="{place}"]/following-sibling::*[1]'
    parts = [f'role={role}[name="{place}"]' for role in ("region", "list", "group")]
    yield from act(memory, "page.drag", to=[*parts, below, words(memory, step["PLACE"]), f'text="{place}"'], **named)


def type_text(memory: Memory, step: Step) -> Script[None]:
    value = bare_value(memory, step.get("VALUE") or step.get("QUOTED") or "")
    if "FIELD" not in step.slots:
        yield from put(memory, {"selector": "css=:focus"}, value)
        return
    named = yield from field_named(memory, step["FIELD"])
    yield from put(memory, named, value, step["FIELD"], clear=not step.says("append"))


def field_named(memory: Memory, text: str) -> Script[Object]:
    """A field by its label, exactly where that is one, else by words."""
    if in_list(memory):
        return (yield from where(memory, text))
    label = re.sub(r" field$", "", bare(memory.filled(text)))
    if '"' in label or re.search(r"\b(?:in|of|below|above|next to|under) (?:the |\")", text):
        return {"selector": words(memory, text)}
    return {"selector": [f'label="{label}"', f"placeholder={label}", f"act:the {label} field", words(memory, text)]}


def bare_value(memory: Memory, text: str) -> str:
    """What is typed: letter by letter, without the quotes around it."""
    said = text.strip()
    if len(said) > 1 and said[0] == said[-1] == '"' and '"' not in said[1:-1]:
        said = said[1:-1]
    return memory.filled(said)


def put(memory: Memory, named: Object, value: str, label: str = "", *, clear: bool = True) -> Script[Outcome]:
    """Type into a field, which the tool reads back."""
    outcome = yield from act(memory, "page.type", idle=True, text=value, clear=clear, **named)
    if label and not in_list(memory) and not is_called(label, str(outcome.get("hit") or "").partition(" ")[2]):
        raise memory.failed(f"no field is called {bare(label)!r}; the nearest is {outcome.get('hit')}", code="not_found")
    return outcome


def fill(memory: Memory, step: Step) -> Script[None]:
    given = pairs(step["PAIRS"]) if "PAIRS" in step.slots else [(step["FIELD"], step["VALUE"])]
    for label, value in given:
        if not value:
            raise memory.failed(f"{label!r} has no value", expected="Label: value, Label: value")
        yield from enter(memory, label, bare_value(memory, value))


def enter(memory: Memory, label: str, value: str) -> Script[Outcome]:
    """Give a field of any kind its value: tick, type, or choose."""
    if value.lower() in YES | NO:
        named = yield from field_named(memory, label)
        outcome = yield from call(memory, "page.check", watched=True, on=value.lower() in YES, **named)
        if outcome.ok:
            return outcome
    named = yield from field_named(memory, label)
    outcome = yield from call(memory, "page.type", watched=True, text=value, **named)
    fault = outcome.fault or {}
    if outcome.ok and is_called(label, str(outcome.get("hit") or "").partition(" ")[2]):
        return outcome
    if fault.get("pointer") == "/text":
        raise memory.because(outcome)
    return (yield from choose_in(memory, value, label))


def choose(memory: Memory, step: Step) -> Script[None]:
    options = quoted(step["OPTION"]) or [bare_value(memory, step["OPTION"])]
    if "LIST" in step.slots:
        if len(options) > 1:
            yield from choose_in(memory, options, step["LIST"])
        else:
            yield from choose_in(memory, options[0], step["LIST"])
        return
    for option in options:
        groups = yield from choices(memory)
        fits = [(group, each) for group in groups for each in fitting(group, option)]
        if len(fits) == 1 and fits[0][0]["kind"] != "buttons":
            yield from take(memory, *fits[0])
        else:
            named = yield from where(memory, step["OPTION"] if len(options) == 1 else f'"{option}"')
            yield from act(memory, "page.click", **named)


def choices(memory: Memory, name: str | None = None) -> Script[list[Object]]:
    found = yield from call(memory, "page.choices", **({} if name is None else {"name": name}))
    return found.data if found.ok and isinstance(found.data, list) else []


def fitting(group: Object, option: str) -> list[Object]:
    """The choices of a group that are called so: exactly, without a count behind, or as the beginning of one."""
    wanted = fold(option)
    for test in (
        lambda name: fold(name) == wanted,
        lambda name: fold(re.sub(r"\s*\(\d+\)$", "", name)) == wanted,
        lambda name: fold(name).startswith(wanted + " "),
    ):
        if found := [each for each in group["choices"] if test(each["name"]) and not each["disabled"]]:
            return found
    return []


def take(memory: Memory, group: Object, choice: Object) -> Script[Outcome]:
    """Choose one of a group, as its kind wants it, and see that it is chosen."""
    if group["kind"] == "list":
        return (yield from act(memory, "page.select", idle=True, index=group["index"], option=choice["name"]))
    if choice["chosen"] and group["kind"] != "buttons":
        return Outcome(True, {})
    if group["kind"] in ("one", "several"):
        outcome = yield from call(memory, "page.check", watched=True, index=choice["index"])
        if outcome.ok:
            return outcome
    return (yield from act(memory, "page.click", index=choice["index"]))


def choose_in(memory: Memory, option: str | list[str], label: str) -> Script[Outcome]:
    """Choose in what is called so: a native list, a group, a menu that opens, or what a field suggests."""
    named = yield from field_named(memory, label)
    outcome = yield from call(memory, "page.select", watched=True, option=option, **named)
    if outcome.ok:
        return outcome
    if outcome.fault is not None and outcome.fault.get("pointer") == "/option":
        raise memory.because(outcome)
    options = [option] if isinstance(option, str) else option
    for each in options:
        outcome = yield from _choose_one(memory, each, label, outcome)
    return outcome


def _choose_one(memory: Memory, option: str, label: str, missed: Outcome) -> Script[Outcome]:
    groups = yield from choices(memory, bare(memory.filled(label)))
    exact = [group for group in groups if fold(group["name"]) == fold(bare(label))]
    fits = [(group, each) for group in exact or groups for each in fitting(group, option)]
    if len(fits) == 1:
        return (yield from take(memory, *fits[0]))
    named = yield from field_named(memory, label)
    seen = yield from call(memory, "page.query", selector=named.get("selector", named.get("index")), most=3)
    if seen.get("count") != 1:
        raise memory.because(missed)
    field = seen.get("elements")[0]
    offered = [f'role=option[name="{option}"]', f'act:"{option}" option', f'act:"{option}"']
    if field["role"] in FIELDS and "readonly" not in field["states"] and field["value"] is not None:
        typed = yield from call(memory, "page.type", watched=True, index=field["index"], text=option)
        if not typed.ok:
            yield from act(memory, "page.click", idle=True, index=field["index"])
        elif not (yield from _waited(memory, offered[:2])):  # the words before a comma or bracket may be all it knows
            yield from call(memory, "page.type", watched=True, index=field["index"], text=re.split(r"[,(–-]", option)[0].strip())
    elif "expanded" not in field["states"]:
        yield from act(memory, "page.click", index=field["index"])
    yield from _waited(memory, offered[:1])
    outcome = yield from act(memory, "page.click", selector=offered)
    after = yield from call(memory, "page.query", selector=named.get("selector", named.get("index")), most=3)
    now = (after.get("elements") or [{}])[0]
    held = fold(" ".join(str(now.get(key) or "") for key in ("value", "text", "name")))
    if after.get("count") == 1 and fold(option).split(" ")[0] not in held and fold(option) not in fold(" ".join(outcome.get("appeared") or ())) and not outcome.effect:
        raise memory.failed(f"{bare(label)!r} shows {now.get('value') or now.get('text')!r}")
    return outcome


def _waited(memory: Memory, selector: list[str]) -> Script[bool]:
    outcome = yield from call(memory, "page.wait", selector=selector, timeout=2_500)
    return outcome.ok


def tick(memory: Memory, step: Step) -> Script[None]:
    on = not step.says("untick", "uncheck", "turn off", "switch off", "deselect")
    several = quoted(step["WORDS"])
    for each in [f'"{one}"' for one in several] if len(several) > 1 else [step["WORDS"]]:
        yield from tick_one(memory, each, on)


def tick_one(memory: Memory, text: str, on: bool) -> Script[Outcome]:
    if in_list(memory):
        named = yield from where(memory, text, "checkbox")
    elif re.match(r"(?:the |this )?row\b", text, re.IGNORECASE):
        named = {"selector": f"act:the checkbox in {memory.filled(text)}"}
    else:
        said = memory.filled(text)
        named = {"selector": [f'label="{bare(said)}"', f"act:{said} checkbox", f"act:the checkbox in the row of {said}", f"act:{said}"]}
    outcome = yield from call(memory, "page.check", watched=True, on=on, **named)
    parts = [each for each in COMMA.split(Quotes(text).text) if each]
    if outcome.code == "not_found" and len(parts) > 1:
        for part in parts:
            outcome = yield from tick_one(memory, Quotes(text).shown(part), on)
        return outcome
    if not outcome.ok and memory.row is None:
        groups = yield from choices(memory)
        fits = [each for group in groups if group["kind"] in ("one", "several") for each in fitting(group, bare(text))]
        if len(fits) == 1:
            outcome = yield from call(memory, "page.check", watched=True, on=on, index=fits[0]["index"])
    if not outcome.ok:
        raise memory.because(outcome)
    return outcome


def search(memory: Memory, step: Step) -> Script[None]:
    value = bare_value(memory, step["VALUE"])
    named: Object = (yield from field_named(memory, step["FIELD"])) if "FIELD" in step.slots else {"selector": SEARCH}
    typed = yield from put(memory, named, value)
    sent = yield from call(memory, "page.keypress", watched=True, key="Enter", index=typed.get("index"))
    if not sent.ok and sent.code != "not_found":
        raise memory.because(sent)
    if sent.effect or typed.get("appeared") or typed.get("from"):
        return
    for duration in (500, 1500):
        if (yield from call(memory, "page.wait", watched=True, duration=duration)).effect:
            return
    yield from act(memory, "page.click", selector="act:the Search button")


def filter_by(memory: Memory, step: Step) -> Script[None]:
    changed = False
    outcome = Outcome(True, {})
    for label, value in pairs(step["PAIRS"]):
        if not value:
            outcome = yield from tick_one(memory, label, True)
        else:
            outcome = yield from _filter_one(memory, label, bare_value(memory, value), value)
        changed = changed or _moved(outcome)
    if changed:
        return
    if button := (yield from apply_button(memory)):
        yield from act(memory, "page.click", index=button)
        return
    if not (yield from act(memory, "page.keypress", key="Enter")).effect:
        raise memory.failed("the list did not change")


def apply_button(memory: Memory) -> Script[int | None]:
    """The button of the page that applies its filters."""
    found = yield from call(memory, "page.query", selector=APPLY, most=3)
    fits = [each for each in found.get("elements") or () if re.match(r"(?:apply|filter|show|update)\b", each["name"] or "", re.IGNORECASE) and "disabled" not in each["states"]]
    return fits[0]["index"] if len(fits) == 1 else None


def is_called(text: str, *names: object) -> bool:
    """Whether something has the words by which it was named: synonyms are no names."""
    name, _ = kind_of(RELATION.split(f" {ORDINAL.sub('', text.strip())}", maxsplit=1)[0].strip())
    known = stems(" ".join(str(each or "") for each in names))
    return not known or stems(re.sub(r"\b(?:field|box|icon|row|item|list|menu)$", "", name)) <= known


def _moved(outcome: Outcome) -> bool:
    """Whether a filter took effect by itself: the page asked for something, or rows went."""
    return bool(outcome.get("from") or outcome.get("requests")) or bool(re.search(r"^- |rows? ", outcome.changes or "", re.MULTILINE))


def _filter_one(memory: Memory, label: str, value: str, said: str) -> Script[Outcome]:
    for name in (f"Filter by {label}", label):
        groups = yield from choices(memory, name)
        values = quoted(said) or [value]
        fits = [(group, each) for group in groups for each in fitting(group, value)]
        if not fits and len(parts := COMMA.split(value)) > 1:
            values = parts
        found = [[(group, each) for group in groups for each in fitting(group, one)] for one in values]
        if found and all(len(each) == 1 for each in found):
            outcome = Outcome(True, {})
            for each in found:
                outcome = yield from take(memory, *each[0])
            return outcome
    return (yield from enter(memory, label, value))


def upload(memory: Memory, step: Step) -> Script[None]:
    name = bare_value(memory, step["FILE"])
    fits = [file for file in memory.files if file == name or re.split(r"[\\/]", file)[-1] == re.split(r"[\\/]", name)[-1]]
    if len(fits) != 1:
        raise memory.failed(f"{name!r} is not among the files of the task", code="not_found", expected=", ".join(memory.files) or "a file given with --file", hint="Give it with --file PATH.")
    named: Object = {"selector": ["css=input[type=file]", "act:the upload field", "act:the button to choose a file"]}
    if "FIELD" in step.slots:
        named = yield from field_named(memory, step["FIELD"])
    yield from act(memory, "page.upload", idle=True, files=fits, **named)


def download(memory: Memory, step: Step) -> Script[None]:
    named = yield from where(memory, step["WORDS"])
    outcome = yield from call(memory, "page.download", **named)
    if not outcome.ok:
        raise memory.because(outcome)


def make_sure(memory: Memory, step: Step) -> Script[None]:
    if "WORDS" in step.slots:
        wanted = step.says("ticked", "checked", "on", "selected") is not step.says("not")
        if (yield from is_on(memory, step["WORDS"])) is not wanted:
            raise memory.failed(f"it is {'off' if wanted else 'on'}")
        return
    gone = step.says("disappears", "gone", "goes away", "not shown", "no longer shown")
    text = bare(memory.filled(step["TEXT"]))
    for duration in (0, 500, 1500, 3000):
        if duration:
            yield from call(memory, "page.wait", duration=duration)
        if (yield from shows(memory, text)) is not gone:
            return
    raise memory.failed(f"{text!r} is {'still' if gone else 'not'} there")


def is_on(memory: Memory, text: str) -> Script[bool]:
    """Whether a box is on."""
    named = yield from where(memory, text)
    found = yield from call(memory, "page.query", selector=named.get("selector", named.get("index")), most=2)
    if found.get("count") != 1:
        raise memory.failed(f"{found.get('count') or 0} elements fit {text!r}", code="not_found")
    return any(state in ("checked", "pressed", "selected", "on") for state in found.get("elements")[0]["states"])


ACTS: Final[dict[str, Callable[[Memory, Step], Script[Any]]]] = {
    "go": go, "back": back, "page": turn_page, "tab": tab, "log in": log_in, "dialog": dialog, "wait": wait,
    "scroll": scroll, "press a key": press_key, "click until": click_until, "click": click, "hover": hover, "drag": drag,
    "type": type_text, "fill in": fill, "choose": choose, "tick": tick, "search": search, "filter": filter_by,
    "upload": upload, "download": download, "make sure": make_sure,
}  # fmt: skip
"""How each order is done, by its name in the table; those that read rows are in `reads`."""
