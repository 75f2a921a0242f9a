"""What the Director's documentation costs in tokens: prompt and definitions, beside the same written out as prose.

The prose is made from the node types' own declarations, in the manner of document 001's prompts: a heading, the
required fields, a line for every property, the hidden features, the examples.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from pollex.core.json import dumps
from pollex.core.registry import Registry
from pollex.flow.director import WorkflowEditor, director_tools
from pollex.flow.director.needs import choices, needs
from pollex.flow.director.prompt import PROMPT
from pollex.flow.nodes import TYPES
from pollex.flow.nodetype import NodeType

Count = Callable[[str], int]
SKELETON = (
    '{"type":"function","function":{"name":"create_node","description":"Create one or more nodes in the workflow",'
    '"parameters":{"type":"object","properties":{"type":{"type":"string"},"alias":{"type":"string"},'
    '"config":{"type":"object"}}}}}'
)
"""Document 001's skeletal definition, which left everything to the prompt."""


def prose() -> str:
    """The documentation of all node types and tools, as a prompt would have to carry it."""
    tools = director_tools(WorkflowEditor())
    listed = "\n".join(_tool(tool.name, tool.description, tool.input.document) for tool in tools[2:])
    return f"{PROMPT}\n\n# Nodes\n\n" + "\n\n".join(map(_node_type, TYPES)) + f"\n\n# Tools\n\n{listed}"


def _node_type(kind: NodeType) -> str:
    lines = [f"## {' or '.join((kind.name, *kind.aliases))}:", kind.description, f"REQUIRED: {needs(kind)}"]
    for name, wanted in choices(kind).items():
        lines += [f"- {name} {value} requires {need}" for value, need in wanted.items() if need]
    lines += [_property(name, schema) for name, schema in kind.properties.items()]
    lines += [f"Example, {each.about}: {dumps({'alias': each.alias, 'config': each.config})}" for each in kind.examples]
    return "\n".join(lines)


def _property(name: str, schema: Any, depth: int = 0) -> str:
    kind = schema.get("type", "any")
    known = f" ({' | '.join(map(str, schema['enum']))})" if "enum" in schema else ""
    default = f", default {dumps(schema['default'])}" if "default" in schema else ""
    line = f"{'  ' * depth}- {name}: {kind if isinstance(kind, str) else ' | '.join(kind)}{known}{default}. "
    line += str(schema.get("description", ""))
    inner = schema.get("items", {}).get("properties", {}) if isinstance(schema.get("items"), dict) else {}
    return "\n".join([line, *(_property(each, part, depth + 1) for each, part in inner.items())])


def _tool(name: str, about: str, document: Any) -> str:
    return "\n".join([f"## {name}", about, *(_property(each, part) for each, part in document["properties"].items())])


def counter() -> tuple[str, Count]:
    """Tokens as the page benchmark counts them, where its encoder is installed; else a quarter of the characters."""
    if find_spec("litellm") is not None:
        from bench.page_tokens import Tokens

        return "tokens (o200k)", Tokens().count
    return "characters / 4 (no encoder here)", lambda text: round(len(text) / 4)


def main() -> None:
    unit, count = counter()
    registry = Registry(*director_tools(WorkflowEditor()))
    print(f"In {unit}:\n")
    print(f"| prompt that points to the definitions | {count(PROMPT):,} |")
    print(f"| prompt with the same documentation in prose | {count(prose()):,} |")
    for provider in ("openai", "anthropic", "google"):
        export = registry.for_provider(provider, strict=True)
        sizes = {tool.name: count(dumps(definition)) for tool, definition in zip(registry, export, strict=True)}
        listed = ", ".join(f"{name} {size:,}" for name, size in sizes.items())
        print(f"| definitions for {provider} | {sum(sizes.values()):,} | {listed}")
    print(f"| skeletal create_node of document 001 | {count(SKELETON):,} |")
    print("\nThe documentation has moved, not vanished: a request carries the prompt and the definitions together.")


if __name__ == "__main__":
    main()
