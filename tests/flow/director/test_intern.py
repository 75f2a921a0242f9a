"""The intern test: whoever reads only the definitions builds every workflow, with no failed call.

`tasks.json` says in words what each node is to do. The intern below finds node types, choices and properties by reading
a provider's definitions, and may send nothing that does not stand there.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.dialect import Export
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.registry import Joined, Registry
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.flow.director import WorkflowEditor, director_tools

HERE = Path(__file__).parent
TASKS: list[Object] = json.loads((HERE / "tasks.json").read_text())
GUESSES: dict[str, Object] = json.loads((HERE / "guesses.json").read_text())
PROVIDERS = ("openai", "anthropic", "google")
CALLED = {"name": "log in", "inputs": [{"display_name": "account", "type": "string"}], "nodes": []}


def definitions(export: Export) -> dict[str, Object]:
    """The parameters of each tool by its name, read from the JSON that a provider is sent."""
    read = [each.get("function", each) for each in json.loads(json.dumps(list(export)))]
    keys = ("parameters", "input_schema", "parametersJsonSchema")
    return {each["name"]: next(each[key] for key in keys if key in each) for each in read}


class Intern:
    """Knows the definitions and nothing else."""

    def __init__(self, definitions: dict[str, Object]) -> None:
        self.tools = definitions
        self.create = definitions["create_node"]["properties"]
        self.config = self.create["config"]["properties"]

    def variable(self, name: str, value: Any) -> Object:
        known = self.tools["manage_variable"]["properties"]
        operation = next(each for each in known if "set" in known[each].get("enum", ()))
        return {operation: "set", "key": name, **self.shaped("value", value, known)}

    def node(self, step: Object) -> Object:
        """What to send for one step."""
        kind = step["node"]
        assert kind in self.create["type"]["enum"]
        documented = "context" if kind == "memory" else kind
        config: Object = {}
        if "do" in step:
            config[self.choice(step["do"], self.config, documented)] = step["do"]
        for label, value in step["say"].items():
            config |= self.shaped(self.found(label, self.config, documented), value, self.config)
        self.assert_complete(documented, step.get("do"), config)
        sent = {"type": kind, "config": config}
        sent |= {"alias": step["alias"]} if "alias" in step else {}
        sent |= {"position": step["at"]} if "at" in step else {}
        for label, value in step.get("fields", {}).items():
            sent |= self.shaped(self.found(label, self.create, None), value, self.create)
        return sent

    def choice(self, value: str, known: Object, kind: str | None) -> str:
        """The property that offers a value among its choices."""
        [name] = [each for each in known if value in known[each].get("enum", ()) and said_of(known[each], kind)]
        return str(name)

    def found(self, label: str, known: Object, kind: str | None) -> str:
        """The one property whose description has these words."""
        names = [name for name in known if label.casefold() in said_of(known[name], kind).casefold()]
        assert len(names) == 1, f"{label!r} is said of {names} for {kind}"
        return str(names[0])

    def shaped(self, name: str, value: Any, known: Object) -> Object:
        """The property with the value in its type, or those that stand instead of it."""
        kind = known[name].get("type")
        kinds = kind if isinstance(kind, list) else [kind]
        others = [each for each in known if known[each].get("description", "").startswith(f"Instead of {name}:")]
        if isinstance(value, list) and len(others) == 2 and "integer" in known[others[0]]["type"]:
            return dict(zip(others, value, strict=True))
        for other in others:
            if isinstance(value, list) and "array" in known[other]["type"]:
                return {other: value}
            if isinstance(value, dict) and "array" in known[other]["type"]:
                when, then = known[other]["items"]["required"]
                pairs = [(key, each if isinstance(each, list) else [each]) for key, each in value.items()]
                return {other: [{when: key, then: each} for key, each in pairs]}
            if not isinstance(value, str) and "string" in kinds and "JSON text" in known[other]["description"]:
                return {other: json.dumps(value)}
        if "array" in kinds and known[name]["items"]["type"] == "object":
            return {name: [self.row(each, known[name]["items"]) for each in value]}
        return {name: value}

    def row(self, said: Object, items: Object) -> Object:
        """An object in a list; one that is described elsewhere in the definition is looked up there."""
        if "config.rules" in items.get("description", ""):
            items = self.config["rules"]["items"]
        made: Object = {}
        for label, value in said.items():
            known = items["properties"]
            needed = {name: known[name] for name in items["required"]}
            name = self.choice(value, needed, None) if label == "choose" else self.found(label, known, None)
            made |= self.shaped(name, value, known)
        return made

    def assert_complete(self, kind: str, choice: str | None, config: Object) -> None:
        """The definition said what is needed, so that no call can fail for want of it."""
        about = self.create["type"]["description"]
        [needed] = re.findall(rf"\b{kind}(?: or \w+)? \(([^)]*)\)", about)
        texts = [needed.split(", or ")] if ", or " in needed else [[each] for each in needed.split(", ")]
        for choices in texts:
            assert any(all(self.has(name, config) for name in each.split(" and ")) for each in choices), needed
        for description in (each["description"] for each in self.config.values()):
            for names in re.findall(rf"\b{choice} needs ([^;.]*)", said(description, kind)):
                assert all(any(self.has(one, config) for one in each.split(" or ")) for each in names.split(" and "))

    def has(self, name: str, config: Object) -> bool:
        instead = f"Instead of {name}:"
        return any(each == name or self.config[each]["description"].startswith(instead) for each in config)


def said_of(schema: Object, kind: str | None) -> str:
    return said(schema.get("description", ""), kind)


def said(description: str, kind: str | None) -> str:
    """What a description says for one type of node: what is marked with it, or all of it if nothing is marked."""
    if description.startswith("Instead of "):
        return ""
    parts = re.split(r"\[([a-z_, ]+)\] ", description)
    if kind is None or len(parts) == 1:
        return description
    marked = zip(parts[1::2], parts[2::2], strict=True)
    return " ".join(text for names, text in marked if kind in names.split(", "))


def keys(value: Any, schema: Object, rules: Object) -> Iterator[str]:
    """Every key of a value that its definition does not have."""
    if isinstance(value, dict) and "config.rules" in schema.get("description", ""):
        schema = rules
    if isinstance(value, dict) and "properties" in schema:
        for name, each in value.items():
            if name not in schema["properties"]:
                yield name
            else:
                yield from keys(each, schema["properties"][name], rules)
    elif isinstance(value, list):
        for each in value:
            yield from keys(each, schema.get("items", {}), rules)


def padded(value: Any, schema: Object) -> Any:
    """The value with null for what its definition wants and it does not have."""
    if isinstance(value, list):
        return [padded(each, schema.get("items", {})) for each in value]
    if not isinstance(value, dict):
        return value
    known = schema.get("properties", {})
    given = {name: padded(each, known.get(name, {})) for name, each in value.items()}
    return {**{name: None for name in schema.get("required", ()) if "null" in known[name]["type"]}, **given}


def page_tool(name: str) -> Tool:
    return Tool(name, "A stand-in.", Schema({"type": "object"}), lambda args, context: None)


class Office:
    """An editor with its tools, exported to a provider; sends what the intern writes as a model's answer."""

    def __init__(self, provider: str, folder: Path) -> None:
        (folder / "login.workflow.json").write_text(json.dumps(CALLED))
        tools = Registry(page_tool("page.select"))
        self.editor = WorkflowEditor(known=tools, folder=folder)
        self.registry = Registry(*director_tools(self.editor))
        self.export = self.registry.for_provider(provider, strict=True)
        self.definitions = definitions(self.export)
        self.context = Context(Joined(self.registry, tools))
        self.failed: list[str] = []

    async def call(self, tool: str, args: Object) -> Result:
        schema = self.definitions[tool]
        rules = self.definitions["create_node"]["properties"]["config"]["properties"]["rules"]["items"]
        assert list(keys(args, schema, rules)) == []
        sent = padded(args, schema)
        jsonschema_rs.validate(schema, sent)
        name, folded = self.export.decode(tool, json.dumps(sent))
        result = await invoke(Call(name, folded), self.context)
        self.failed += [] if result.ok else [f"{tool} {args}: {result.fault}"]
        return result


async def built(task: Object, office: Office) -> list[Object]:
    """The nodes that the intern makes of a task."""
    intern = Intern(office.definitions)
    for name, value in task.get("values", {}).items():
        await office.call("manage_variable", intern.variable(name, value))
    nodes = [intern.node(step) for step in task["steps"]]
    for call in [{"nodes": nodes}] if task.get("together") else nodes:
        await office.call("create_node", call)
    return office.editor.nodes


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task["name"])
async def test_the_definitions_are_enough(task: Object, provider: str, tmp_path: Path) -> None:
    office = Office(provider, tmp_path)
    nodes = await built(task, office)
    assert office.failed == []
    listed = await office.call("list_nodes", {})
    assert listed.data["open"] == []
    office.editor.workflow()
    assert len(nodes) == len(task["steps"])
    for node, wanted in zip(nodes, task.get("makes", []), strict=False):
        if wanted is not None:
            assert {name: value for name, value in node.items() if name != "position"} == wanted


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_the_definitions_are_enough_to_mend(provider: str, tmp_path: Path) -> None:
    """Every other tool, by keys that its definition has; what has no value stays out, or is null where it must be."""
    office = Office(provider, tmp_path)
    [task] = [task for task in TASKS if task["name"] == "loop with a branch"]
    await built(task, office)
    await office.call(
        "update_node", {"position": 4, "config": {"selectors": ["#open", "text=Open"]}, "alias": "opened"}
    )
    await office.call("update_node", {"position": 2, "config": {"limit": 3}, "remove": ["continueOnError"]})
    await office.call("move_node", {"position": 5, "to": 9})
    await office.call("delete_node", {"position": 6})
    await office.call("list_nodes", {"full": True})
    await office.call("describe_node_type", {"type": "route"})
    await office.call("list_tools", {"about": "select"})
    await office.call("manage_variable", {"operation": "get"})
    outputs = [{"display_name": "mails", "type": "json", "value": "{{inbox.emails}}"}]
    await office.call("save_workflow", {"name": "Mended", "outputs": outputs, "allowedDomains": ["example.org"]})
    assert office.failed == []
    assert [node["position"] for node in office.editor.nodes] == [1, 2, 3, 4, 9]
    assert office.editor.node(3)["config"]["conditions"][0]["branch"] == [4, 9]
    office.editor.workflow()


def test_there_are_the_documents_examples_and_twenty_more() -> None:
    own = [task["name"] for task in TASKS if not task["name"].startswith("001: ")]
    assert (len(TASKS) - len(own), len(own)) == (10, 21)


FREE = ("schema", "form", "args", "inputs", "paths", "value")
"""Properties whose keys are nobody's to guess."""


def guessed(config: Object, names: Object, values: Object) -> Object:
    """The config as somebody writes it who knows what it should do, and no property's name."""
    made: Object = {}
    for name, each in config.items():
        if isinstance(each, list) and name not in FREE:
            each = [guessed(part, names, values) if isinstance(part, dict) else part for part in each]
        made[names.get(name, name)] = values.get(name, {}).get(each, each) if isinstance(each, str) else each
    return made


async def test_guessing_fails_where_reading_does_not(tmp_path: Path) -> None:
    """First calls that fail without definitions. It is a figure about these guesses, not about any model."""
    failed = dict.fromkeys(["as it should be", *GUESSES], 0)
    calls = read = 0
    for task in TASKS:
        office = Office("openai", tmp_path)
        nodes = await built(task, office)
        read += len(office.failed)
        for node in nodes:
            calls += 1
            without = office.editor.replace([each for each in nodes if each != node])
            for words in failed:
                known = GUESSES.get(words, {"names": {}, "values": {}})
                office.editor.document = without
                config = guessed(node["config"], known["names"].get(node["type"], {}), known["values"])
                result = await invoke(Call("create_node", {**node, "config": config}), office.context)
                failed[words] += not result.ok
    print(f"{calls} calls; failed by reading the definitions: {read}; by guessing: {failed}")
    assert (read, failed.pop("as it should be")) == (0, 0)
    assert min(failed.values()) > calls / 5, "the guesser knows the names, so that the comparison says nothing"
