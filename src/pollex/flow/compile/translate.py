"""One action of a run as a node of a workflow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ...browser.evidence import Evidence
from ...core.fault import Fault
from ...core.json import Object
from ...core.path import Path
from .account import Account, capital, in_words
from .address import woven
from .draft import Draft, action, tool
from .inputs import Lifted, filter_name
from .reads import Place
from .recording import Act
from .selectors import Target, target_of
from .sources import Sources
from .weaving import SECRET, Weave

PLAIN: Final[dict[str, str]] = {
    "page.back": "back",
    "page.forward": "forward",
    "page.refresh": "refresh",
}
STANDING: Final[dict[str, Any]] = {
    "button": "left",
    "count": 1,
    "clear": True,
    "new_tab": False,
    "on": True,
    "fullPage": True,
}
"""Arguments that say what would hold anyway."""
NAMING: Final = ("selector", "index", "fallback")


@dataclass(frozen=True, slots=True)
class Translator:
    """Writes actions as nodes."""

    sources: Sources
    account: Account
    base: str | None
    lifted: Lifted

    def nodes(self, act: Act, weave: Weave) -> list[Draft]:
        """The node of an action; behind a read of which more is read elsewhere, those that put it together."""
        made = self._aggregate(act, weave) if act.tool == "aggregate" else self._one(act, weave)
        return [made, *(self._gather(name, place) for name, place in self.sources.gathered_at(act))]

    def _one(self, act: Act, weave: Weave) -> Draft:
        match act.tool:
            case "page.navigate" | "page.open_tab":
                return self._go(act, weave)
            case "page.switch_tab":
                return action("switchTab", {"tabName": act.args["tabName"]}, at=act.at)
            case "page.extract":
                schema = {"schema": act.args["schema"]} if "schema" in act.args else {}
                config = {"method": "extract", "instruction": weave.text(act.args["instruction"]), **schema}
                return Draft("browser_query", config, self.sources.alias(act), at=act.at)
            case "page.collect":
                return self._collect(act, weave)
            case "page.act":
                return action("act", {"instruction": weave.text(act.args["instruction"])}, at=act.at)
            case name if name in PLAIN:
                return action(PLAIN[name], {}, at=act.at)
        return self._element(act, weave)

    def _collect(self, act: Act, weave: Weave) -> Draft:
        args = {"instruction": weave.text(act.args["instruction"]), "schema": act.args["schema"]}
        if act.element is not None:
            args["next"] = list(target_of(act.args.get("selector"), act.element, weave).selectors)
        return tool("page.collect", args, at=act.at, alias=self.sources.alias(act))

    def _go(self, act: Act, weave: Weave) -> Draft:
        url = act.args.get("url")
        if url is None:
            return tool(act.tool, act.args, at=act.at)
        address = woven(str(url), weave, self.base)
        if act.tool == "page.navigate" and not act.args.get("new_tab"):
            return action("navigate", {"url": address}, at=act.at)
        named = {"name": act.args["name"]} if "name" in act.args else {}
        return action("openNewTab", {"url": address, **named}, at=act.at)

    def _element(self, act: Act, weave: Weave) -> Draft:
        args = {name: value for name, value in act.args.items() if name not in NAMING and STANDING.get(name) != value}
        made = {name: self._value(act, name, value, weave) for name, value in args.items()}
        evidence: Object | None = None
        naming: Object = {name: act.args[name] for name in ("selector", "fallback") if name in act.args}
        if act.element is not None:
            target = target_of(act.args.get("selector"), act.element, weave)
            naming, evidence = self._told(target, act), target.evidence
            if target.evidence.get("frame"):
                self.account.doubt(f"{capital(act)} was inside a frame; all frames are searched for it.")
        elif "index" in act.args:
            self.account.doubt(
                f"The run named an element by its number only and nothing is known of it: {in_words(act)}."
            )
            naming = {"selector": f"act:{act.words or in_words(act)}"}
        if act.tool == "page.click" and not made and act.element is not None and act.element.on is not None:
            # Turned to what it was turned to: a click would turn it back where it is so already.
            args = {**naming, **({} if not act.element.on else {"on": False})}
            return tool("page.check", args, evidence, act.at, self._alias(act))
        named = act.tool.removeprefix("page.")
        if named in ACTIONS and set(made) <= ACTIONS[named]:
            return action(named, {**naming, **made}, evidence, act.at)
        return tool(act.tool, {**naming, **made}, evidence, act.at, self._alias(act))

    def _told(self, target: Target, act: Act) -> Object:
        if target.by_place and target.selectors[0].startswith("act:") is False:
            self.account.doubt(f"{capital(act)} goes by its place on the page: nothing else tells it from others.")
        return target.to_json()

    def _value(self, act: Act, name: str, value: Any, weave: Weave) -> Any:
        """An argument with references; what was typed is a reference as a whole or not at all."""
        if (place := self.sources.referred(act, (name,))) is not None:
            return f"{{{{{self.sources.refer(place)}}}}}"
        if name in ("text", "option", "query") and isinstance(value, str) and act.tool != "page.wait":
            if SECRET.search(value):
                return value
            if field := self.lifted.fields.get(act.at):
                return f"{{{{{field}}}}}"
        if name == "files" and (field := self.lifted.fields.get(act.at)):
            return [f"{{{{{field}}}}}"] if len(value) == 1 else f"{{{{{field}}}}}"
        if name in ("key", "tabName", "down", "pages"):
            return value
        if name in ("to", "until"):
            return self._goal(act, name, value, weave)
        return (weave.whole(value) or weave.text(value)) if isinstance(value, str) else weave.value(value)

    def _goal(self, act: Act, name: str, value: Any, weave: Weave) -> Any:
        known: Evidence | None = act.proof.get(f"/{name}")
        if known is None:
            return weave.value(value)
        selectors = list(target_of(value, known, weave).selectors)
        lasting = [each for each in selectors if not each.startswith(("xpath=", "/"))]
        return lasting if name == "until" and lasting else selectors  # by its place another would come first

    def _alias(self, act: Act) -> str | None:
        return self.sources.alias(act) if self.sources.is_used(act) else None

    def _aggregate(self, act: Act, weave: Weave) -> Draft:
        """A computation on rows that were read: a reference to them, or to several lists put together."""
        rest = {name: weave.value(value) for name, value in act.args.items() if name not in ("rows", "where")}
        if act.args.get("where"):
            rest["where"] = [self._filter(act, at, test) for at, test in enumerate(act.args["where"])]
        alias = self.sources.alias(act)
        places = self.sources.rows_of(act)
        rows = self._pieced(act, weave) if places is None else f"{{{{{self.sources.refer_all(places, alias)}}}}}"
        return tool("aggregate", {"rows": rows, **rest}, at=act.at, alias=alias)

    def _pieced(self, act: Act, weave: Weave) -> Any:
        """Rows that were put together: each value as a reference, as far as it is known where it was read."""
        rows = act.args.get("rows")
        places = self.sources.pieced(act)

        def written(value: Any, path: Path = ()) -> Any:
            if path in places:
                return f"{{{{{self.sources.refer(places[path])}}}}}"
            if isinstance(value, dict):
                return {name: written(each, (*path, name)) for name, each in value.items()}
            if isinstance(value, list):
                return [written(each, (*path, at)) for at, each in enumerate(value)]
            return weave.value(value)

        made = written(rows)
        each = zip(rows, made, strict=True) if isinstance(rows, list) else [(rows, made)]
        referred = any(path[0] == "rows" for path in act.refers)
        if not rows or (not referred and any(row == known for row, known in each)):
            raise _unknown_rows(act, self.sources.alias(act))
        return made

    def _gather(self, name: str, place: Place) -> Draft:
        """The rows of a read added to those before."""
        value: Any = f"{{{{{self.sources.refer(place)}}}}}"
        value = [value] if place.is_row else value
        return Draft("context", {"operation": "merge", "key": name, "value": value}, at=place.act.at)

    def _filter(self, act: Act, at: int, test: Object) -> Object:
        """A test of rows, with what its value refers to or the input that it became."""
        if (place := self.sources.referred(act, ("where", at, "value"))) is not None:
            return {**test, "value": f"{{{{{self.sources.refer(place)}}}}}"}
        called = filter_name(test)
        own = next((each for each in self.lifted.inputs if (each.called, each.value) == (called, test["value"])), None)
        return test if own is None else {**test, "value": own.known.template}


def _unknown_rows(act: Act, alias: str) -> Fault:
    """A workflow that reckoned with the rows of an old run would give the old answer for ever."""
    return Fault(
        "conflict",
        f"“{alias}” was reckoned from rows of which nobody knows where they were read, so it cannot be reckoned again.",
        pointer=f"{act.path}/rows",
        expected="rows as a read gave them, or values of the task",
        received=act.args.get("rows"),
        hint="Have the agent read the rows and refer to them in aggregate, as {{collect_1.rows}}.",
        retry=False,
    )


ACTIONS: Final[dict[str, set[str]]] = {
    "click": set(),
    "type": {"text"},
    "keypress": {"key"},
    "wait": {"text", "url", "duration"},
    "screenshot": {"path", "fullPage"},
}
"""The page tools that a browser_action does, and the arguments that it takes besides an element."""
