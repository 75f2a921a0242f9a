"""`list_nodes`, `describe_node_type` and `list_tools`: what is written, and what can be written."""

from __future__ import annotations

from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.registry import Registry
from ...core.result import Result
from ...core.search import first_sentence, search
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from ...text.clip import clipped_json
from ..nodes import NODE_TYPES
from .config import config_properties, flat_config
from .definition import strict_tool
from .draft import check_draft, owned, tree
from .editor import WorkflowEditor
from .needs import choices, needs

SETTINGS: Final = ("name", "description", "inputs", "outputs", "allowedDomains")
BRIEF: Final = 120
"""Characters of a config in a list that is not full."""
LIST: Final[dict[str, Object]] = {
    "position": {"type": "integer", "minimum": 0, "description": "Only this node and what it runs."},
    "full": {"type": "boolean", "description": "Everything that each node says; otherwise its config is cut."},
}
DESCRIBE: Final[dict[str, Object]] = {
    "type": {"type": "string", "enum": list(NODE_TYPES), "description": "The type of node."}
}
TOOLS: Final[dict[str, Object]] = {
    "about": {"type": "string", "description": "Words about what is needed; empty names them all."},
}
FOUND: Final = 5
"""Tools that are described in full."""


def list_nodes(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        owners = tree(editor.document).owners
        wanted = None if "position" not in args else owned(editor.document, editor.node(args["position"])["position"])
        nodes = [
            {**(node if args.get("full") else _short(node)), "owner": owners.get(node["position"])}
            for node in editor.nodes
            if wanted is None or node["position"] in wanted
        ]
        draft = check_draft(editor, editor.document)
        named = {key: editor.document[key] for key in SETTINGS if key in editor.document}
        return Result.success({**named, "nodes": nodes, "open": draft.open_issues()})

    return strict_tool(
        "list_nodes",
        "List the nodes of the workflow in their order, each with its position, type, alias, config and the node that "
        "runs it ('owner'), and what is still open: mistakes, and positions that do not exist yet.",
        run,
        LIST,
        examples=({}, {"position": 5, "full": True}),
        effect="read",
    )


def describe_node_type(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        kind = NODE_TYPES.get(args["type"])
        if kind is None:
            hint = did_you_mean(str(args["type"]), NODE_TYPES)
            raise Fault("not_found", "There is no such type.", pointer="/type", expected=one_of(NODE_TYPES), hint=hint)
        shown = {each.name: list(each.shown) for each in config_properties()}
        return Result.success(
            {
                "type": kind.name,
                "also": list(kind.aliases),
                "description": kind.description,
                "needs": needs(kind),
                "choices": choices(kind),
                "properties": {
                    name: {**schema, "ways": shown[name]} if len(shown[name]) > 1 else schema
                    for name, schema in kind.properties.items()
                },
                "examples": [
                    {"about": each.about, "alias": each.alias, "config": flat_config(each.config)}
                    for each in kind.examples
                ],
            }
        )

    return strict_tool(
        "describe_node_type",
        "Describe a type of node: its properties, what each choice needs, examples. It repeats what create_node says, "
        "for one type.",
        run,
        DESCRIBE,
        required=("type",),
        examples=({"type": "iterate"}, {"type": "browser_action"}),
        effect="read",
    )


def list_tools(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        found, others = search(editor.known or Registry(), args["about"], FOUND)
        return Result.success(
            {
                "tools": [_callable(tool) for tool in found],
                "others": {tool.name: first_sentence(tool) for tool in others},
            }
        )

    return strict_tool(
        "list_tools",
        "List the tools that a node of type tool may name, or search them by words: the nearest come with the schemas "
        "of their arguments and results, the others by name.",
        run,
        TOOLS,
        required=("about",),
        examples=({"about": ""}, {"about": "upload a file"}),
        effect="read",
    )


def _callable(tool: Tool) -> Object:
    """Return what the writer of a node has to know of a tool."""
    described: Object = {"name": tool.name, "description": tool.description, "args": tool.input.document}
    described |= {} if tool.output is None else {"result": tool.output.document}
    return {**described, "examples": list(tool.examples)}


def _short(node: Object) -> Object:
    config = clipped_json(node.get("config", {}), BRIEF)
    return {"position": node["position"], "type": node["type"], "alias": node.get("alias"), "config": config}
