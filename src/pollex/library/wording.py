"""The words of a published tool: its title, a sentence on what it does, and what its inputs and outputs are.

Those of a workflow that a person wrote are kept. One that was compiled has the words of a task, which speak of that one
time: a model writes better ones where there is one, else they are made of what the workflow does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..core.casing import titled
from ..core.json import Object, dumps
from ..core.reference import references
from ..core.schema.parameters import read_default
from ..flow.compile.compile import COMPILED, title
from ..flow.node import Node
from ..flow.show.summary import summary
from ..text.clip import on_one_line
from ..text.phrase import sentence_case

TITLE: Final = 80
SENTENCE: Final = 800
STEPS: Final = 8
"""The most steps that a description lists."""
NAMES: Final = 3
"""The most inputs or outputs that a title lists."""
QUIET: Final = ("context", "show")
"""Types of nodes that a description does not list."""
REFERENCE: Final = re.compile(r"\{\{([^{}]*)\}\}")
FOUND_BY: Final = ", found by "
"""Before the selector by which an element is found."""
ORIGIN: Final = re.compile(r"https?://[^/?#\s]+/?")
BY_DEFAULT: Final = "; the run chose the default"
"""In the description of an input that the task did not name."""


@dataclass(frozen=True, slots=True)
class ToolWording:
    """What a tool is called, and what it does."""

    title: str
    sentence: str


def is_compiled(workflow: Object) -> bool:
    """Whether a workflow was made from a run, so that its words may be those of a task."""
    changes = workflow.get("changes")
    return isinstance(changes, list) and any(str(each.get("reason", "")).startswith(COMPILED) for each in changes)


def wording(workflow: Object, name: str | None = None, written: ToolWording | None = None) -> ToolWording:
    """Return a tool's words: the name that is given, then what a model has `written`, else what the workflow says."""
    if not is_compiled(workflow):
        called = name or str(workflow["name"])
        return ToolWording(called, str(workflow.get("description") or f"{called}."))
    called = name or (_chosen_name(workflow) or _title(workflow) if written is None else written.title)
    return ToolWording(on_one_line(called, TITLE), on_one_line(_sentence(workflow, written), SENTENCE))


def parameters(workflow: Object, key: str) -> list[Object]:
    """Return the `inputs` or `outputs` of a workflow as those of a tool."""
    declared = [{name: value for name, value in each.items() if name != "value"} for each in workflow.get(key, [])]
    if key == "inputs":
        declared = [each | ({"hidden": True} if _is_place(each, workflow) else {}) for each in declared]
    if not is_compiled(workflow):
        return declared
    if key == "outputs":
        return [{"description": f"{_label(each['display_name'])}."} | each for each in declared]
    return [_input(each, workflow) for each in declared]


def examples(workflow: Object) -> Object:
    """Return the inputs of the run, by name and of their types: what a compiled workflow has as defaults."""
    declared = workflow.get("inputs", []) if is_compiled(workflow) else []
    values = {each["display_name"]: _example(each) for each in declared if "default_value" in each}
    return {name: value for name, value in values.items() if value is not None}


def steps(workflow: Object) -> Iterator[str]:
    """Yield in words what the nodes of a workflow do, with the names of inputs in place of their values."""
    places = [each["display_name"] for each in workflow.get("inputs", []) if _is_place(each, workflow)]
    for each in map(Node, workflow["nodes"]):
        if each.type not in QUIET and each.config.get("method") != "validate":
            words = _as_asked(summary(each).partition(FOUND_BY)[0], each)
            for name in places:
                words = words.replace(f"{{{{{name}}}}}", "")
            yield _named(words)


def _as_asked(words: str, node: Node) -> str:
    """Return words with an element called as it was asked for: its page may say amounts and numbers beside that."""
    name, asked = str(node.document.get("evidence", {}).get("name") or ""), str(node.config.get("fallback", ""))
    called = asked.strip('"')
    return words.replace(name, called) if called in name and asked == f'"{called}"' and called else words


def _chosen_name(workflow: Object) -> str | None:
    """Return the name of a compiled workflow where somebody chose it: neither the task's words nor a file's name."""
    name = str(workflow["name"])
    return name if " " in name and name != title(str(workflow.get("description", ""))) else None


def _title(workflow: Object) -> str:
    """Return what the last change is called on its page, else what is read."""
    by = _few([each["display_name"] for each in workflow.get("inputs", []) if not _is_place(each, workflow)])
    changing = [each for each in map(Node, workflow["nodes"]) if each.document.get("taken")]
    if changing:
        known = changing[-1].document.get("evidence", {})
        own = str(known.get("name") or "")
        called = _named(own or sentence_case(summary(changing[-1]).partition(FOUND_BY)[0]))
        return f"{called} with {by}" if by and own and " " not in own else called
    read = _few([each["display_name"] for each in workflow.get("outputs", [])])
    what = f"Read {read}" if read else sentence_case(next(steps(workflow), str(workflow["name"])))
    return f"{what} by {by}" if by and read else what


def _sentence(workflow: Object, written: ToolWording | None) -> str:
    if written is not None:
        return written.sentence
    done = list(steps(workflow))
    more = f"; and {len(done) - STEPS} more" if len(done) > STEPS else ""
    given = _listed([each["display_name"] for each in workflow.get("outputs", [])])
    return f"{_title(workflow)}. Its steps: {'; '.join(done[:STEPS])}{more}.{f' Gives {given}.' if given else ''}"


def _input(parameter: Object, workflow: Object) -> Object:
    """Return an input as that of a tool: what it is for, and the value of the run as an example.

    Only where the task did not name the value it stays the default: a tool must not do again what was once asked.
    """
    known, name = str(parameter.get("description") or ""), str(parameter["display_name"])
    if parameter.get("hidden") or BY_DEFAULT in known:
        return parameter
    used = next((each for each in map(Node, workflow["nodes"]) if _uses(each, name)), None)
    doing = "" if used is None else summary(used).partition(FOUND_BY)[0].replace(f"“{{{{{name}}}}}” ", "")
    purpose = f", to {_named(doing)}" if doing else ""
    described = {**parameter, "description": f"{known.rstrip('.') or _label(name)}{purpose}."}
    value = _example(parameter)
    if value is None:
        return described
    del described["default_value"]
    return {**described, "required": True, "schema": {**parameter.get("schema", {}), "examples": [value]}}


def _is_place(parameter: Object, workflow: Object) -> bool:
    """Whether an input says where the site is: it is the beginning of addresses, and nothing else."""
    name, default = str(parameter["display_name"]), str(parameter.get("default_value", ""))
    used = [each for each in references(workflow["nodes"]) if each.root == name]
    begins = dumps(workflow["nodes"]).count(f'"url":"{{{{{name}}}}}')
    return bool(ORIGIN.fullmatch(default)) and begins == len(used) > 0


def _example(parameter: Object) -> Any:
    kind = parameter.get("schema", {}).get("type")
    return read_default(parameter.get("default_value"), parameter["type"], kind)


def _uses(node: Node, name: str) -> bool:
    return any(each.root == name for each in references(node.config))


def _named(text: str) -> str:
    """Return a text in which inputs are named instead of referred to."""
    return REFERENCE.sub(lambda found: found[1].replace("_", " "), text)


def _label(name: str) -> str:
    return titled(name.replace("_", "-"))


def _few(names: list[str]) -> str:
    """Return a list that is short enough for a title."""
    more = [] if len(names) <= NAMES else [f"{len(names) - NAMES + 1} more"]
    return _listed([*names[: NAMES - len(more)], *more])


def _listed(names: list[str]) -> str:
    """Return names as a list in a sentence."""
    words = [name.replace("_", " ") for name in names]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
