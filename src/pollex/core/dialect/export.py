"""A set of tools for one request to a provider: names that fit, limits over the whole set, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..fault import Fault
from ..json import Object, loads
from ..limits import DEFAULT_LIMITS
from .loss import Loss, shortened
from .names import safe_name, tool_names
from .render import Rendering, render
from .rules import Dialect, Rules, rules_for
from .sizes import left_plain

if TYPE_CHECKING:
    from ..tool import Tool

UNREADABLE: Final = "unreadable"


class Export(list[Object]):
    """The definitions, as a list. `left_plain` names the tools that are not strict although strict was asked for."""

    def __init__(
        self,
        definitions: Iterable[Object],
        names: Mapping[str, str],
        renderings: Mapping[str, Rendering],
        notes: Iterable[str],
    ) -> None:
        super().__init__(definitions)
        self.losses: dict[str, tuple[Loss, ...]] = {name: one.losses for name, one in renderings.items()}
        self.left_plain = tuple(name for name, one in renderings.items() if one.reason)
        self.notes = tuple(notes)
        self.names = dict(names)
        """Exported name of each tool."""
        self._tools = {wire: name for name, wire in names.items()}
        self._renderings = dict(renderings)

    def decode(self, wire_name: str, args: Any) -> tuple[str, Any]:
        """Return the tool that a model called and its arguments by the rich schema; what cannot be read stays."""
        name = self._tools.get(wire_name, wire_name)
        try:
            read = loads(args) if isinstance(args, str | bytes) else args
        except ValueError:
            return name, args
        return name, self._renderings[name].decode(read) if name in self._renderings else read

    fold = decode
    """The earlier name of `decode`."""

    def encode(self, name: str, args: Any) -> tuple[str, Any]:
        """Return a call as a model would write it, for examples and history; an unknown tool gets an allowed name.

        Arguments that are no object, as a model may have written them, are wrapped in one.
        """
        if not isinstance(args, dict):
            args = {UNREADABLE: args}
        rendering = self._renderings.get(name)
        return self.names.get(name, safe_name(name)), args if rendering is None else rendering.encode(args)


def export(tools: Iterable[Tool], dialect: str, *, strict: bool = False) -> Export:
    """Return the tools in a provider's dialect. With `strict`, as many are strict as the provider accepts."""
    rules = rules_for(dialect, strict=strict)
    given = list(tools)
    _refuse_too_many(len(given), rules)
    names = tool_names(tool.name for tool in given)
    known = {tool.name: tool for tool in given}
    renderings = {name: _rendered(tool, dialect, strict=strict) for name, tool in known.items()}
    schemas = {name: one.schema for name, one in renderings.items() if one.strict}
    for name, reason in left_plain(schemas, rules).items():
        renderings[name] = replace(_rendered(known[name], dialect, strict=False), reason=reason)
    definitions: list[Object] = []
    for name, tool in known.items():
        about = shortened(tool.description, DEFAULT_LIMITS.description)
        if about != tool.description:
            loss = Loss("", "description", f"The description is cut to {len(about):,} characters.", "reworded")
            renderings[name] = replace(renderings[name], losses=(loss, *renderings[name].losses))
        definitions.append(_definition(tool, names[name], about, renderings[name], rules.dialect))
    return Export(definitions, names, renderings, _notes(known, renderings, rules, strict=strict))


def _rendered(tool: Tool, dialect: str, *, strict: bool) -> Rendering:
    try:
        return render(tool.input.document, dialect, strict=strict)
    except Fault as fault:
        raise Fault(
            fault.code,
            f"The tool {tool.name!r} cannot be exported: {fault.message}",
            pointer=fault.pointer,
            expected=fault.expected,
            received=fault.received,
            hint=fault.hint,
        ) from fault


def _refuse_too_many(number: int, rules: Rules) -> None:
    if number > (most := rules.most.get("tools", number)):
        raise Fault(
            "limit",
            f"{rules.dialect} takes at most {most} tools in a request.",
            expected=f"at most {most} tools",
            received=f"{number} tools",
            hint="Export a filtered view of the registry.",
        )


def _notes(tools: Mapping[str, Tool], renderings: Mapping[str, Rendering], rules: Rules, *, strict: bool) -> list[str]:
    notes = [f"{name} is left plain: {one.reason}." for name, one in renderings.items() if one.reason]
    if strict and not rules.strict:
        notes.insert(0, f"{rules.dialect} has no strict mode; the tools are exported plain.")
    if rules.dialect == "mcp":
        silent = [name for name, tool in tools.items() if tool.output is not None and _output_schema(tool) is None]
        notes += [f"{name} has no outputSchema: its output {_unpromised(tools[name])}." for name in silent]
    return notes


def _definition(tool: Tool, name: str, description: str, rendering: Rendering, dialect: Dialect) -> Object:
    """Return the definition of one tool, under its exported name."""
    body: Object = {"name": name, "description": description}
    match dialect:
        case "openai":
            body |= {"parameters": rendering.schema, "strict": rendering.strict}
            return {"type": "function", "function": body}
        case "anthropic":
            return {**body, "input_schema": rendering.schema, **({"strict": True} if rendering.strict else {})}
        case "google":
            return {**body, "parametersJsonSchema": rendering.schema}
    hints = {
        "readOnlyHint": tool.effect == "read",
        "destructiveHint": tool.effect == "destroy",
        "idempotentHint": tool.idempotent,
        "openWorldHint": tool.open_world,
    }
    optional = {"title": tool.title, "outputSchema": _output_schema(tool)}
    return {
        **body,
        **{key: value for key, value in optional.items() if value},
        "inputSchema": rendering.schema,
        "annotations": hints,
    }


def _unpromised(tool: Tool) -> str:
    return "need not be an object" if tool.output_check == "fault" else "may differ from its schema"


def _output_schema(tool: Tool) -> Object | None:
    """The output schema for MCP, which knows only objects there; None where what a tool gives may differ from it."""
    promised = tool.output is not None and tool.output_check == "fault"
    rendering = render(tool.output.document, "mcp") if tool.output is not None and promised else None
    return rendering.schema if rendering is not None and not rendering.boxed else None
