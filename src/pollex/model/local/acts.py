"""Orders that do something: each as calls of page tools, with the look that shows that it was done."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urljoin

from ...browser.keys import key_name
from ...core.json import Object
from ...text.numbers import CARDINALS
from ...text.words import stem, tokens
from .reader import COMMA, Quotes, Step, bare, pairs, quoted
from .script import Outcome, Script

YES, NO = {"yes", "on", "true", "ticked", "checked"}, {"no", "off", "false", "unticked", "unchecked"}
ON: Final = frozenset({"checked", "pressed", "selected", "on"})
FIELDS: Final = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "slider"})
HOLDERS: Final = {"list", "listbox", "table", "grid", "group", "region", "form", "main", "navigation", "tree", "menu"}
ROW: Final = r"(?:the|this) row(?: itself)?"
KIND: Final = re.compile(
    r"(?:the )?(?:(.+) )?(button|link|tab|checkbox|switch|option|radio|menu item)(?: button)?", re.IGNORECASE
)
RELATION: Final = re.compile(
    r"\s(?:in|of|for|from|on|at|with|by|below|above|under|beside|near|after|before|next to|left of|right of|to the)\s",
    re.IGNORECASE,
)
ORDINAL: Final = re.compile(
    r"^(?:the )?(?:(?:first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th)|only|top|bottom) )?", re.IGNORECASE
)
SEARCH: Final = (
    "css=[role=searchbox], [type=search], [role=search] input:not([type=hidden]), form[id*=search] [type=text]"
)
APPLY: Final = [f'role=button[name="{name}"]' for name in ("Apply", "Filter", "Show", "Update")]
UPLOAD: Final = ["css=input[type=file]", "act:the upload field", "act:the button to choose a file"]
HEADED: Final = "xpath=//*[self::h1 or self::h2 or self::h3 or self::h4][normalize-space()={}]/following-sibling::*[1]"
TURNS: Final = {
    "next": "next|next page|next ›|next »|next >|next →|older|older ›|›|»|>|→",
    "first": "first|first page|« first|«|<<",
    "previous": "previous|previous page|prev|‹ previous|« previous|‹ prev|newer|‹ newer|‹|«|<|←",
    "last": "last|last page|last »|»|>>",
}  # fmt: skip
"""How what turns the pages of a list is called."""
CALLED: Final = (
    "xpath=//*[self::a or self::button or @role='link' or @role='button']"
    "[contains('|{}|', concat('|', translate(normalize-space(), 'FLNOP', 'flnop'), '|'))]"
)
PATIENCE: Final = 30_000
CLICKS: Final = 50
ROWS: Final = 200


def number(text: str) -> float:
    return CARDINALS.get(text.lower()) or float(text)


def is_number(text: object) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?", str(text)) is not None


@lru_cache(maxsize=20_000)
def fold(text: object) -> str:
    return " ".join(re.sub(r"[^\w%€$£.,-]+", " ", str(text or "").casefold()).split())


def stems(text: str) -> set[str]:
    return {stem(word) for word in tokens(text)} - {"the", "of", "in", "list", "table", "row"}


def kind_of(text: str) -> tuple[str, str]:
    """`the Returns tab` as a name and a role."""
    match = KIND.fullmatch(text.strip())
    return (bare(match[1] or ""), match[2].lower().replace(" ", "")) if match else (bare(text), "")


def is_called(text: str, *names: object) -> bool:
    """Whether something has the words by which it was named: synonyms are no names."""
    name, _ = kind_of(RELATION.split(f" {ORDINAL.sub('', text.strip())}", maxsplit=1)[0].strip())
    known = stems(" ".join(str(each or "") for each in names))
    return not known or stems(re.sub(r"\b(?:field|box|icon|row|item|menu)$", "", name)) <= known


def gone(step: Step) -> bool:
    return step.says("disappears?", "gone", "goes? away", "not shown", "no longer shown", "go")


def fitting(groups: list[Object], option: str) -> list[tuple[Object, Object]]:
    """The choices that are called so: exactly, without a count behind, or as the beginning of one."""
    known = [(group, each) for group in groups for each in group["choices"] if not each["disabled"]]
    plain = [(pair, re.sub(r"\s*\(\d+\)$", "", pair[1]["name"])) for pair in known]
    exact = [pair for pair, name in plain if fold(option) in (fold(name), fold(pair[1]["name"]))]
    return exact or [pair for pair in known if fold(pair[1]["name"]).startswith(f"{fold(option)} ")]


def followed(outcome: Outcome) -> bool:
    """Whether the page went along with a field at once: a request, another address, other rows."""
    told = outcome.get("from") or outcome.get("requests")
    return bool(told or re.search(r"^- |rows? ", outcome.changes or "", re.MULTILINE))


class Acts(Script):
    """Does the orders that do something, each in the method of its name."""

    async def where(self, text: str, role: str = "") -> Object:
        """How a thing is named in a call: in the row of a `for each`, else on the page, but in no other row."""
        if (row := self.listed) is None:
            return {"selector": f"act:{self.filled(text)}"}
        record, others = await row.read()
        whole = re.fullmatch(ROW, text.strip(), re.IGNORECASE) is not None
        if whole and not role:
            return {"index": record["index"] if record["link"] is None else record["link"]}
        said = self.bare(re.sub(rf"\s+(?:in|of) {ROW}$", "", text, flags=re.IGNORECASE))
        name, kind = kind_of(said)
        fits = [each for each in record["controls"] if role in ("", each["role"])]
        own = [one for one in fits if whole or fold(one["name"]) == fold(name) or (not name and kind == one["role"])]
        if len(own) == 1:
            return {"index": own[0]["index"]}
        inside = f'act:{said} in the row of "{row.key}"'
        if (found := await self.query(inside)).get("count") == 1:
            return {"selector": inside}
        seen = await self.query(f"act:{said}", 20)
        if found.get("count") or said != self.bare(text) or any(each["index"] in others for each in seen.elements):
            raise self.missing(f"the row has no one {said!r}", ", ".join(each["name"] for each in record["controls"]))
        return {"selector": f"act:{self.filled(text)}"}

    async def pressed(self, text: str) -> Object:
        """How what is pressed is named. Where words mean a list, the one thing in it is meant that is called so."""
        named = await self.where(text)
        if "index" in named:
            return named
        name, kind = kind_of(self.filled(text))
        found = (await self.query(named["selector"], 20)).elements
        if len(found) == 1 and found[0]["role"] in HOLDERS and fold(found[0]["name"]) != fold(name):
            return {"selector": f'text="{name}"'}
        if len(found) == 1 and not is_called(self.filled(text), found[0]["name"], found[0]["text"]):
            raise self.missing(f"nothing is called {name!r}; the nearest is {found[0]['role']} {found[0]['name']!r}")
        if not found and '"' not in name:
            return {"selector": [named["selector"], f'text="{name}"']}
        return named if len(found) < 2 else await self._only(found, name, kind) or named

    async def _only(self, found: list[Object], name: str, kind: str) -> Object | None:
        """Of several that fit, the one that is called just so; else the one in no row, as no row was named."""
        called = [each for each in found if fold(each["name"]) == fold(name) and kind in ("", each["role"])]
        if len(called) != 1:
            lists = (await self.call("page.records", most=ROWS)).data or ()
            inside = {one["index"] for each in lists for record in each["records"] for one in record["controls"]}
            called = [each for each in called or found if each["index"] not in inside]
        return {"index": called[0]["index"]} if len(called) == 1 else None

    async def field(self, text: str) -> Object:
        """A field by its label, exactly where that is one, else by words."""
        if self.listed is not None:
            return await self.where(text)
        label = re.sub(r" field$", "", self.bare(text))
        if '"' in label or re.search(r"\b(?:in|of|below|above|next to|under) (?:the |\")", text):
            return {"selector": f"act:{self.filled(text)}"}
        ways = [f'label="{label}"', f"placeholder={label}", f"label={label}", f"act:the {label} field"]
        return {"selector": [*ways, f"act:{self.filled(text)}"]}

    async def count(self, text: str) -> int:
        """How often the page shows a text."""
        said = " ".join(str((await self.call("page.text")).get("text") or "").split()).casefold()
        return said.count(" ".join(text.split()).casefold()) or int(
            (await self.query(f"text={text}")).get("count") or 0
        )

    async def go(self, step: Step) -> None:
        address = self.filled(step["ADDRESS"])
        if step.says("open") and not re.search(r"^/|://", address):
            links = (await self.query(f'role=link[name="{address}"]')).elements
            if any(fold(each["name"]) == fold(address) for each in links):
                await self.act("page.click", **await self.pressed(f'"{address}"'))
                return
        url = urljoin(self.url, address) if address.startswith("/") else address
        outcome = await self.must("page.navigate", url=url)
        if (outcome.get("status") or 200) >= 400:
            raise self.failed(f"the server answered with status {outcome.get('status')}")

    async def back(self, step: Step) -> None:
        await self.must(f"page.{next((way for way in ('back', 'forward') if step.says(way)), 'refresh')}")

    async def turner(self, page: str) -> Object | None:
        """What leads to a page of the list, `next` or `3`: by its purpose, else by its name."""
        ways = [f"css=a[rel~='{page[:4]}']", f"css=[aria-label$='{page} page' i], [aria-label$='page {page}' i]"]
        found = (await self.query([*ways, CALLED.format(TURNS.get(page, f"{page}|page {page}"))], 20)).elements
        return found[-1] if found and "disabled" not in found[-1]["states"] else None

    async def page(self, step: Step) -> None:
        wanted = step.get("N") or next(each for each in TURNS if step.says(each))
        if (control := await self.turner(wanted)) is None:
            raise self.missing("nothing on the page leads there", "a link or button to that page of the list")
        await self.act("page.click", index=control["index"])

    async def tab(self, step: Step) -> None:
        if step.says("close"):
            await self.must("page.close_tab")
            return
        tabs: list[Object] = (await self.must("page.list_tabs")).data
        fits = tabs[:1] if step.says("first") else tabs[-1:]
        if "TEXT" in step.slots:
            fits = [each for each in tabs if fold(self.bare(step["TEXT"])) in fold(" ".join(map(str, each.values())))]
        elif step.says("other"):
            fits = [each for each in tabs if not each.get("current")]
        if len(fits) != 1:
            raise self.missing(
                f"{len(fits)} tabs fit", ", ".join(str(each.get("title") or each["url"]) for each in tabs)
            )
        await self.must("page.switch_tab", tabName=str(fits[0].get("name") or fits[0].get("tabName")))

    async def log_in(self, step: Step) -> None:
        outcome = (await self.must("login", credential=bare(step["CREDENTIAL"]))).data
        if outcome["loggedIn"] is not True:
            raise self.failed(str(outcome["why"]).rstrip("."), hint="`pollex credentials list` shows what is stored.")

    async def dialog(self, step: Step) -> None:
        text = {"text": self.bare(step["VALUE"])} if "VALUE" in step.slots else {}
        await self.must("page.dialog", accept=not step.says("dismiss", "cancel", "refuse", "decline"), **text)
        await self.accepted()

    async def wait(self, step: Step) -> None:
        text = self.bare(step.get("TEXT"))
        how: Object = {"selector": f"text={text}", "gone": True} if gone(step) else {"text": text}
        how = {"duration": number(step["N"]) * 1000} if "N" in step.slots else how
        await self.must("page.wait", **how, timeout=PATIENCE)

    async def scroll(self, step: Step) -> None:
        down, text = not step.says("up", "top"), self.bare(step.get("TEXT", step.get("WORDS")))
        if text:
            ways = [f'text="{text}"', f"text={text}" if "TEXT" in step.slots else f"act:{self.filled(step['WORDS'])}"]
            if not (await self.call("page.scroll", down=down, until=ways[0])).ok:
                await self.must("page.scroll", down=down, until=ways[1])
        elif step.says("bottom", "end", "top"):
            last = None
            while (outcome := await self.must("page.scroll", down=down, pages=100)).data != last:
                last = outcome.data
        else:
            await self.must("page.scroll", down=down, pages=number(step.get("N", "1")))

    async def press_a_key(self, step: Step) -> None:
        named = await self.where(step["FIELD"]) if "FIELD" in step.slots else {}
        key = re.sub(r"\s*\+\s*", "+", re.sub(r"\s+key$", "", step["KEY"], flags=re.IGNORECASE))
        key = re.sub(r"(?i)(?:arrow ?|cursor )?\b(up|down|left|right)$", lambda each: f"Arrow{each[1].title()}", key)
        key = key_name(re.sub(r"(?i)page (?=up|down)", "Page", key))
        await self.act("page.keypress", idle=True, key=key, times=int(number(step.get("N", "1"))), **named)

    async def click(self, step: Step) -> None:
        more: Object = {"count": 2} if step.says("double.click") else {}
        more = {"button": "right"} if step.says("right.click") else more
        for _ in range(2 if step.says("twice") else int(number(step.get("N", "1")))):
            await self.act("page.click", **await self.pressed(step["WORDS"]), **more)

    async def click_until(self, step: Step) -> None:
        text, goes = self.bare(step["TEXT"]), gone(step)
        before = now = await self.count(text)
        for _ in range(CLICKS):
            if now == 0 if goes else now > before:
                return
            await self.act("page.click", **await self.pressed(step["WORDS"]))
            now = await self.count(text)
        raise self.failed(f"{text!r} {'is still there' if goes else 'did not come'} after {CLICKS} clicks")

    async def hover(self, step: Step) -> None:
        await self.act("page.hover", idle=True, **await self.where(step["WORDS"]))

    async def drag(self, step: Step) -> None:
        place = self.bare(step["PLACE"])
        parts = [f'role={role}[name="{place}"]' for role in ("region", "list", "group")]
        ways = [*parts, HEADED.format(f'"{place}"'), f"act:{self.filled(step['PLACE'])}", f'text="{place}"']
        await self.act("page.drag", to=ways, **await self.where(step["WORDS"]))

    async def type(self, step: Step) -> None:
        value, label = self.bare(step.get("VALUE", step.get("QUOTED"))), step.get("FIELD")
        named = await self.field(label) if label else {"selector": "css=:focus"}
        outcome = await self.act("page.type", idle=True, text=value, clear=not step.says("append"), **named)
        self.right_field(label, outcome)

    def right_field(self, label: str, outcome: Outcome) -> None:
        hit = str(outcome.get("hit") or "")
        if label and self.listed is None and not is_called(label, hit.partition(" ")[2]):
            raise self.missing(f"no field is called {bare(label)!r}; the nearest is {hit}")

    async def fill_in(self, step: Step) -> None:
        for label, value in pairs(step["PAIRS"]) if "PAIRS" in step.slots else [(step["FIELD"], step["VALUE"])]:
            if not value:
                raise self.failed(f"{label!r} has no value", expected="Label: value, Label: value")
            await self.enter(label, self.bare(value))

    async def enter(self, label: str, value: str) -> Outcome:
        """Give a field of any kind its value: tick, type, or choose."""
        named = await self.field(label)
        if value.lower() in YES | NO:
            outcome = await self.call("page.check", watched=True, on=value.lower() in YES, **named)
            if outcome.ok:
                return outcome
        outcome = await self.call("page.type", watched=True, text=value, **named)
        if outcome.ok and str(outcome.get("hit") or "").startswith("slider") and "selector" in named:
            held = next((each["value"] for each in (await self.query(named["selector"], 1)).elements), "")
            if is_number(held) and is_number(value) and float(held) != float(value):
                raise self.failed(f"the slider holds {held}")
        if outcome.ok and is_called(label, str(outcome.get("hit") or "").partition(" ")[2]):
            return outcome
        if outcome.fault.get("pointer") == "/text":
            raise self.because(outcome)
        return await self.choose_in([value], label)

    async def choose(self, step: Step) -> None:
        options = quoted(step["OPTION"]) or [self.bare(step["OPTION"])]
        if "LIST" in step.slots:
            whole = fitting(await self.choices(), step.said.partition(" ")[2])  # `in` may be a word of the option
            await (self.take(whole) if len(whole) == 1 else self.choose_in(options, step["LIST"]))
            return
        for option in options:
            fits = fitting(await self.choices(), option)
            if len(fits) == 1 and fits[0][0]["kind"] != "buttons":
                await self.take(fits)
            else:
                words = step["OPTION"] if len(options) == 1 else f'"{option}"'
                await self.act("page.click", **await self.pressed(words))

    async def choices(self, name: str = "") -> list[Object]:
        """The groups of which something may be chosen; those called just so, where there are any."""
        given: Object = {"name": name} if name else {}
        found = await self.call("page.choices", **given)
        groups: list[Object] = found.data if found.ok else []
        return [each for each in groups if fold(each["name"]) == fold(name)] or groups

    async def take(self, chosen: list[tuple[Object, Object]]) -> Outcome:
        """Choose of a group, as its kind wants it; in a native list all at once, as one alone would undo the others."""
        group, outcome = chosen[0][0], Outcome(True, {})
        if group["kind"] == "list":
            names = [choice["name"] for _, choice in chosen]
            option = names if len(names) > 1 else names[0]
            return await self.act("page.select", idle=True, index=group["index"], option=option)
        for choice in [each for _, each in chosen if not each["chosen"] or group["kind"] == "buttons"]:
            if group["kind"] in ("one", "several"):
                outcome = await self.call("page.check", watched=True, index=choice["index"])
            if group["kind"] not in ("one", "several") or not outcome.ok:
                outcome = await self.act("page.click", index=choice["index"])
        return outcome

    async def choose_in(self, options: list[str], label: str) -> Outcome:
        """Choose in what is called so: a native list, a group, a menu that opens, or what a field suggests."""
        groups, name = await self.choices(self.bare(label)), fold(self.bare(label))
        fits = [fitting(groups, option) for option in options]
        if groups and fold(groups[0]["name"]) == name and all(len(each) == 1 for each in fits):
            return await self.take([each[0] for each in fits])
        named, wanted = await self.field(label), options[0] if len(options) == 1 else options
        outcome = await self.call("page.select", watched=True, option=wanted, **named)
        if outcome.fault.get("pointer") == "/option":
            raise self.because(outcome)
        for option in [] if outcome.ok else options:
            alike = fitting(groups, option) if outcome.fault.get("code") == "not_found" else []
            outcome = await (self.take(alike) if len(alike) == 1 else self._open(option, label, named, outcome))
        return outcome

    async def _open(self, option: str, label: str, named: Object, missed: Outcome) -> Outcome:
        """Choose in a list that opens, or in what a field suggests when its text is typed."""
        selector = named.get("selector", named.get("index"))
        found = (await self.query(selector)).elements
        if len(found) != 1:
            raise self.because(missed)
        box, offered = found[0], [f'role=option[name="{option}"]', f'act:"{option}" option', f'act:"{option}"']
        if box["role"] in FIELDS and "readonly" not in box["states"] and box["value"] is not None:
            for text in (option, re.split(r"[,(–-]", option)[0].strip()):  # the field may know only the first words
                await self.call("page.type", watched=True, index=box["index"], text=text)
                if (await self.call("page.wait", selector=offered[:2], timeout=2_500)).ok:
                    break
        elif "expanded" not in box["states"]:
            opened = await self.act("page.click", index=box["index"])
            if not any(fold(option) in fold(text) for text in opened.get("appeared") or ()):
                await self.call("page.wait", selector=offered[:1], timeout=2_500)
        outcome = await self.act("page.click", selector=offered)
        now = next(iter((await self.query(selector)).elements), {})
        held = fold(" ".join(str(now.get(key) or "") for key in ("value", "text", "name")))
        if now and fold(option).split(" ")[0] not in held and not outcome.effect:
            raise self.failed(f"{bare(label)!r} shows {now.get('value') or now.get('text')!r}")
        return outcome

    async def tick(self, step: Step) -> None:
        several = quoted(step["WORDS"])
        for each in [f'"{one}"' for one in several] if len(several) > 1 else [step["WORDS"]]:
            await self.tick_one(each, not step.says("untick", "uncheck", "turn off", "switch off", "deselect"))

    async def tick_one(self, text: str, on: bool) -> Outcome:
        said = self.filled(text)
        named: Object = {"selector": f"act:the checkbox in {said}"}
        if not re.match(r"(?:the |this )?row\b", text, re.IGNORECASE):
            words = (f"{said} checkbox", f"the checkbox in the row of {said}", said)
            named = {"selector": [f'label="{bare(said)}"', *(f"act:{each}" for each in words)]}
        if self.listed is not None:
            named = await self.where(text, "checkbox")
        outcome = await self.call("page.check", watched=True, on=on, **named)
        quotes = Quotes(text)
        if outcome.fault.get("code") == "not_found" and len(parts := COMMA.split(quotes.text)) > 1:
            for part in parts:
                outcome = await self.tick_one(quotes.shown(part), on)
        if not outcome.ok and len(fits := fitting(await self.choices(), bare(said))) == 1:
            outcome = await self.call("page.check", watched=True, on=on, index=fits[0][1]["index"])
        if not outcome.ok:
            raise self.because(outcome)
        return outcome

    async def search(self, step: Step) -> None:
        label, named = step.get("FIELD"), {"selector": [SEARCH, "act:the search field"]}
        named = await self.field(label) if label else named
        found = (await self.query(named["selector"], 5)).elements if "selector" in named else []
        called = [each for each in found if "search" in fold(each["name"])] or found
        if called and len({each["name"] for each in called}) == 1:  # a page may have its search field twice
            named = {"index": called[0]["index"]}
        typed = await self.act("page.type", idle=True, text=self.bare(step["VALUE"]), **named)
        self.right_field(label, typed)
        sent = await self.call("page.keypress", watched=True, key="Enter", index=typed.get("index"))
        if not sent.effect and not typed.get("appeared") and not followed(typed) and not await self.late():
            await self.act("page.click", selector="act:the Search button")

    async def filter(self, step: Step) -> None:
        changed = False
        for label, said in pairs(step["PAIRS"]):
            outcome = await (self._filter_one(label, said) if said else self.tick_one(label, True))
            changed = changed or followed(outcome)
        if not changed and (button := await self.apply_button()):
            await self.act("page.click", index=button)
        elif not changed:
            await self.act("page.keypress", key="Enter")

    async def _filter_one(self, label: str, said: str) -> Outcome:
        value = self.bare(said)
        for name in (f"Filter by {label}", label):
            groups = await self.choices(name)
            for values in (quoted(said) or [value], COMMA.split(value)):
                found = [fitting(groups, one) for one in values]
                if all(len(each) == 1 for each in found):
                    return await self.take([each[0] for each in found])
        return await self.enter(label, value)

    async def apply_button(self) -> int | None:
        """The one button of the page that applies its filters."""
        found = (await self.query(APPLY)).elements
        named = [each for each in found if re.match(r"apply|filter|show|update", fold(each["name"]))]
        return named[0]["index"] if len(named) == 1 and "disabled" not in named[0]["states"] else None

    async def upload(self, step: Step) -> None:
        name = re.split(r"[\\/]", self.bare(step["FILE"]))[-1]
        fits = [file for file in self.files if re.split(r"[\\/]", file)[-1] == name]
        if len(fits) != 1:
            hint, given = "Give it with --file PATH.", ", ".join(self.files) or "a file given with --file"
            raise self.missing(f"{name!r} is not among the files of the task", given, hint)
        named = await self.field(step["FIELD"]) if "FIELD" in step.slots else {"selector": UPLOAD}
        await self.act("page.upload", idle=True, files=fits, **named)

    async def download(self, step: Step) -> None:
        await self.must("page.download", **await self.where(step["WORDS"]))

    async def make_sure(self, step: Step) -> None:
        if "WORDS" in step.slots:
            wanted = step.says("ticked", "checked", "on", "selected") is not step.says("not")
            if await self.is_on(step["WORDS"]) is not wanted:
                raise self.failed("it is not so")
            return
        text = self.bare(step["TEXT"])
        for duration in (0, 500, 1500, 3000):
            await self.call("page.wait", duration=duration)
            if (await self.count(text) == 0) is gone(step):
                return
        raise self.failed(f"{text!r} is {'still' if gone(step) else 'not'} there")

    async def is_on(self, text: str) -> bool:
        """Whether a box is on."""
        named = await self.where(text)
        found = (await self.query(named.get("selector", named.get("index")))).elements
        if len(found) != 1:
            raise self.missing(f"{len(found)} elements fit {text!r}")
        return bool(ON.intersection(found[0]["states"]))
