"""Translation of an action of a run into nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from ...browser.evidence import Evidence
from ...core.fault import Fault
from ...core.json import Object
from ...core.path import ValuePath
from ...core.reply import question_form
from .address import parametrized
from .choice import is_choice
from .inputs import RunInputs, filter_name
from .node_draft import NodeDraft, action, tool
from .notes import CompileNotes, capital, phrase_of
from .parametrizer import SECRET, Parametrizer, typed_text
from .reads import ReadLocation
from .recording import RecordedAction
from .selectors import ElementTarget, target_of
from .sources import Sources

PLAIN: Final[dict[str, str]] = {
    "page.back": "back",
    "page.forward": "forward",
    "page.refresh": "refresh",
}
DEFAULTS: Final[dict[str, Any]] = {
    "button": "left",
    "count": 1,
    "times": 1,
    "clear": True,
    "new_tab": False,
    "on": True,
    "fullPage": True,
}
"""Defaults of arguments: an argument that equals its default is not written."""
NAMING: Final = ("selector", "index", "fallback")
CODE: Final = re.compile(r"\{\{\s*secret\.[\w-]+\.code\s*\}\}")
"""A code of an authenticator."""
CODE_FIELD: Final = '[autocomplete="one-time-code"]'


@dataclass(frozen=True, slots=True)
class Translator:
    """Translates actions into nodes."""

    sources: Sources
    notes: CompileNotes
    base: str | None
    lifted: RunInputs

    def nodes(self, act: RecordedAction, parametrizer: Parametrizer) -> list[NodeDraft]:
        """Return the node of an action; after a read of a list over several reads, also the nodes that collect it."""
        made = self._aggregate(act, parametrizer) if act.tool == "aggregate" else self._one(act, parametrizer)
        return [made, *(self._gather(name, place) for name, place in self.sources.gathered_at(act))]

    def _one(self, act: RecordedAction, parametrizer: Parametrizer) -> NodeDraft:
        match act.tool:
            case "page.navigate" | "page.open_tab":
                return self._go(act, parametrizer)
            case "page.switch_tab":
                return action("switchTab", {"tabName": act.args["tabName"]}, at=act.at)
            case "page.extract":
                schema = {"schema": act.args["schema"]} if "schema" in act.args else {}
                config = {"method": "extract", "instruction": parametrizer.text(act.args["instruction"]), **schema}
                return NodeDraft("browser_query", config, self.sources.alias(act), at=act.at)
            case "page.collect":
                return self._collect(act, parametrizer)
            case "ask":
                config = {"question": act.args["question"], "form": question_form(act.args)}
                return NodeDraft("ask", config, self.sources.alias(act), at=act.at)
            case "page.act":
                return action("act", {"instruction": parametrizer.text(act.args["instruction"])}, at=act.at)
            case name if name in PLAIN:
                return action(PLAIN[name], {}, at=act.at)
        return self._element(act, parametrizer)

    def _collect(self, act: RecordedAction, parametrizer: Parametrizer) -> NodeDraft:
        args = {"instruction": parametrizer.text(act.args["instruction"]), "schema": act.args["schema"]}
        if act.element is not None:
            args["next"] = list(target_of(act.args.get("selector"), act.element, parametrizer).selectors)
        return tool("page.collect", args, at=act.at, alias=self.sources.alias(act))

    def _go(self, act: RecordedAction, parametrizer: Parametrizer) -> NodeDraft:
        url = act.args.get("url")
        if url is None:
            return tool(act.tool, act.args, at=act.at)
        address = parametrized(str(url), parametrizer, self.base)
        if act.tool == "page.navigate" and not act.args.get("new_tab"):
            return action("navigate", {"url": address}, at=act.at)
        named = {"name": act.args["name"]} if "name" in act.args else {}
        return action("openNewTab", {"url": address, **named}, at=act.at)

    def _element(self, act: RecordedAction, parametrizer: Parametrizer) -> NodeDraft:
        args = {name: value for name, value in act.args.items() if name not in NAMING and DEFAULTS.get(name) != value}
        made = {name: self._value(act, name, value, parametrizer) for name, value in args.items()}
        evidence: Object | None = None
        naming: Object = {name: act.args[name] for name in ("selector", "fallback") if name in act.args}
        if act.element is not None:
            target = target_of(act.given, act.element, parametrizer)
            naming, evidence = self._told(_for_codes(target, act), act), target.evidence
            if target.evidence.get("frame"):
                self.notes.doubt(f"{capital(act)} was inside a frame; all frames are searched for it.")
        elif "index" in act.args:
            self.notes.doubt(
                f"The run named an element by its number only and nothing is known of it: {phrase_of(act)}."
            )
            naming = {"selector": f"act:{act.words or phrase_of(act)}"}
        if act.tool == "page.click" and not made and act.element is not None and act.element.on is not None:
            # Turned to what it was turned to: a click would turn it back where it is so already.
            args = {**naming, **({} if not act.element.on else {"on": False})}
            return tool("page.check", args, evidence, act.at, self._alias(act))
        named = act.tool.removeprefix("page.")
        if named in ACTIONS and set(made) <= ACTIONS[named]:
            return action(named, {**naming, **made}, evidence, act.at)
        return tool(act.tool, {**naming, **made}, evidence, act.at, self._alias(act))

    def _told(self, target: ElementTarget, act: RecordedAction) -> Object:
        if target.by_place and target.selectors[0].startswith("act:") is False:
            self.notes.doubt(f"{capital(act)} goes by its place on the page: nothing else tells it from others.")
        return target.to_json()

    def _value(self, act: RecordedAction, name: str, value: Any, parametrizer: Parametrizer) -> Any:
        """Return an argument with references. A typed text is replaced as a whole or not at all."""
        if (place := self.sources.referred(act, (name,))) is not None:
            return f"{{{{{self.sources.refer(place)}}}}}"
        if name in ("text", "option", "query") and isinstance(value, str) and act.tool != "page.wait":
            if SECRET.search(value) and not act.private:
                return value
            if field := self.lifted.fields.get(act.at):
                return f"{{{{{field}}}}}"
        if name == "files" and (field := self.lifted.fields.get(act.at)):
            return [f"{{{{{field}}}}}"] if len(value) == 1 else f"{{{{{field}}}}}"
        if name in ("key", "tabName", "down", "pages"):
            return value
        if name in ("to", "until"):
            return self._goal(act, name, value, parametrizer)
        return (
            (parametrizer.whole(value) or parametrizer.text(value))
            if isinstance(value, str)
            else parametrizer.value(value)
        )

    def _goal(self, act: RecordedAction, name: str, value: Any, parametrizer: Parametrizer) -> Any:
        known: Evidence | None = act.proof.get(f"/{name}")
        if known is None:
            return parametrizer.value(value)
        selectors = list(target_of(value, known, parametrizer).selectors)
        stable_label = [each for each in selectors if not each.startswith(("xpath=", "/"))]
        return stable_label if name == "until" and stable_label else selectors  # by its place another would come first

    def _alias(self, act: RecordedAction) -> str | None:
        return self.sources.alias(act) if self.sources.is_used(act) else None

    def _aggregate(self, act: RecordedAction, parametrizer: Parametrizer) -> NodeDraft:
        """Return the node of a computation: its rows are a reference to a read, or to several collected."""
        rest = {
            name: parametrizer.value(value)
            for name, value in act.args.items()
            if name not in ("rows", "where", "needed")
        }
        if act.args.get("where"):
            rest["where"] = [self._filter(act, at, test) for at, test in enumerate(act.args["where"])]
        alias = self.sources.alias(act)
        places = self.sources.rows_of(act)
        rows = (
            self._assembled(act, parametrizer) if places is None else f"{{{{{self.sources.refer_all(places, alias)}}}}}"
        )
        return tool("aggregate", {"rows": rows, **rest}, at=act.at, alias=alias)

    def _assembled(self, act: RecordedAction, parametrizer: Parametrizer) -> Any:
        """Return rows that the model put together, each value as a reference where its place is known."""
        rows = act.args.get("rows")
        places = self.sources.assembled(act)

        def written(value: Any, path: ValuePath = ()) -> Any:
            if path in places:
                return f"{{{{{self.sources.refer(places[path])}}}}}"
            if isinstance(value, dict):
                return {name: written(each, (*path, name)) for name, each in value.items()}
            if isinstance(value, list):
                return [written(each, (*path, at)) for at, each in enumerate(value)]
            return parametrizer.value(value)

        made = written(rows)
        each = zip(rows, made, strict=True) if isinstance(rows, list) else [(rows, made)]
        referred = any(path[0] == "rows" for path in act.refers)
        if not rows or (not referred and any(row == known for row, known in each)):
            raise _unknown_rows(act, self.sources.alias(act))
        return made

    def _gather(self, name: str, place: ReadLocation) -> NodeDraft:
        """Return a node that appends the rows of a read to a variable."""
        value: Any = f"{{{{{self.sources.refer(place)}}}}}"
        value = [value] if place.is_row else value
        return NodeDraft("context", {"operation": "merge", "key": name, "value": value}, at=place.act.at)

    def _filter(self, act: RecordedAction, at: int, test: Object) -> Object:
        """Return a filter of rows whose value is a reference or an input."""
        if (place := self.sources.referred(act, ("where", at, "value"))) is not None:
            return {**test, "value": f"{{{{{self.sources.refer(place)}}}}}"}
        if (own := self.lifted.of(test["value"], filter_name(test))) is not None:
            return {**test, "value": own.known.template}
        if not is_choice(act):
            self.notes.doubt(f"The workflow keeps “{typed_text(test['value'])}”, with which the run compared rows.")
        return test


def _for_codes(target: ElementTarget, act: RecordedAction) -> ElementTarget:
    """Return a target; that of a one-time code is also what a page marks as the place of one, a field or boxes."""
    is_code = act.tool == "page.type" and CODE.fullmatch(str(act.args.get("text", "")).strip())
    return replace(target, selectors=(*target.selectors, CODE_FIELD)) if is_code else target


def _unknown_rows(act: RecordedAction, alias: str) -> Fault:
    """Return the Fault for rows of unknown origin: a workflow with them would repeat the old answer."""
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
"""The page tools that `browser_action` offers, with their arguments except the element."""
