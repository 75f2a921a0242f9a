"""Writes the reference documentation, the page's methods and the sources of `web/` from the declarations in the code.

With --check, says whether they are up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import page_methods
import page_source
from conformance import table
from document_rows import lines as document_lines
from pollex.app.workspace_calls.http_policy import FORBIDDEN, FORBIDDEN_BEGINNINGS
from pollex.builtin.tools import tools as built_in
from pollex.cli.command_group import COMMANDS, load_command
from pollex.core.event import KINDS
from pollex.core.fault import CODES, RETRY
from pollex.core.json import dumps
from pollex.core.tool import Tool
from pollex.flow.document import DOCUMENT, NODE
from pollex.flow.nodes import TYPES
from pollex.flow.nodetype import Example, NodeType
from pollex.flow.rules.rule import KINDS as RULES
from pollex.model.local.table import CONDITIONS, FREE, MACROS, Order
from pollex.model.local.table import table as order_table
from pollex.page.tools import page_tools
from pollex.page.ways import TABLE, WAYS
from pollex.settings import Settings, rows
from pollex.workspace.a2ui.lacks import LACKS
from pollex.workspace.components import CATALOGUE, ComponentType
from pollex.workspace.envelope import ENVELOPE_SCHEMA
from pollex.workspace.html.classes import CLASSES
from pollex.workspace.operations import OPERATIONS
from pollex.workspace.window import SIZES

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reference"
METHODS = ROOT / "src" / "pollex" / "page" / "methods.py"
GENERATED = ROOT / "web" / "src" / "generated"
NOTE = "<!-- Written by `make docs` from the code. Change it there. -->"


def markdown_table(head: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    head = list(head)
    cells = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in line] for line in lines)]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def faults() -> str:
    """What went wrong, as a closed list of codes."""
    lines = ([f"`{code}`", about, "yes" if code in RETRY else "no"] for code, about in CODES.items())
    return markdown_table(["code", "meaning", "worth trying again"], lines)


def events() -> str:
    """What a run's log can say, as a closed list of kinds."""
    return markdown_table(["kind", "meaning"], ([f"`{kind}`", about] for kind, about in KINDS.items()))


def limits() -> str:
    """Every number that bounds something. Raise or lower one by its setting."""
    lines = (
        [
            f"`{row.name.removeprefix('limits.')}`",
            f"{row.default.value:,}",
            row.setting.about,
            ", ".join(f"`{name}`" for name in row.setting.variables),
        ]
        for row in rows()
        if row.name.startswith("limits.")
    )
    return markdown_table(["limit", "default", "meaning", "variable"], lines)


def settings() -> str:
    """Where a value comes from, first to last: an argument, an environment variable, `.env` in the working folder,
    `pollex.toml` there, `config.toml` in the home folder, the default. Limits are settings too: see
    [limits](limits.md)."""
    lines = (
        [
            f"`{row.name}`",
            f"`{row.setting.variable}`",
            row.setting.kind.expected,
            str(row.default).replace("<home>", "HOME"),
            row.setting.about,
        ]
        for row in rows()
        if not row.name.startswith("limits.")
    )
    return markdown_table(["setting", "variable", "value", "default", "meaning"], lines)


def tools() -> str:
    """The tools that are always there. A tool of the page, such as `page.click`, is also a method of the page:
    `await page.click("text=Save")` returns its data and raises its fault."""
    return "\n\n".join(map(_tool, [*built_in(Settings.load(environ={})), *page_tools()]))


def _tool(tool: Tool) -> str:
    document = tool.input.document
    assert isinstance(document, dict)
    lines = (
        [
            f"`{name}`",
            _type(schema),
            "yes" if name in document.get("required", ()) else "",
            schema.get("description", ""),
        ]
        for name, schema in document["properties"].items()
    )
    taken = (
        markdown_table(["takes", "type", "required", "meaning"], lines) if document["properties"] else "Takes nothing."
    )
    examples = "\n".join(f"    {dumps(example)}" for example in tool.examples)
    return f"## `{tool.name}` ({tool.effect})\n\n{tool.description}\n\n{taken}\n\nExamples:\n\n{examples}"


def _type(schema: dict[str, Any]) -> str:
    kind = schema.get("x-pollex") or schema.get("type", "any")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def nodes() -> str:
    """What a workflow file may say. The guide is [workflows](../guides/workflows.md)."""
    assert isinstance(DOCUMENT.document, dict)
    kinds = ([f"`{kind}`", ", ".join(f"`{need}`" for need in needs), about] for kind, (needs, about) in RULES.items())
    parts = [
        f"## The file\n\n{_properties(DOCUMENT.document)}",
        f"## Every node\n\n{_properties(NODE)}",
        *map(_node, TYPES),
        f"## Rules\n\nIn `rules`, `before` and `verify`.\n\n{markdown_table(['type', 'needs', 'meaning'], kinds)}",
    ]
    return "\n\n".join(parts)


def _node(kind: NodeType) -> str:
    also = "".join(f", also `{name}`" for name in kind.aliases)
    document = kind.schema.document
    assert isinstance(document, dict)
    examples = "\n\n".join(f"{each.about}:\n\n    {dumps(_written(kind, each))}" for each in kind.examples)
    return f"## `{kind.name}`{also}\n\n{kind.description}\n\n{_properties(document)}\n\n{examples}"


def _written(kind: NodeType, example: Example) -> dict[str, Any]:
    alias = {"alias": example.alias} if example.alias else {}
    return {"type": kind.name, **alias, "config": example.config}


def _properties(document: dict[str, Any]) -> str:
    required = document.get("required", ())
    lines = (
        [f"`{name}`", _type(schema), "yes" if name in required else "", _meaning(schema)]
        for name, schema in document["properties"].items()
    )
    return markdown_table(["property", "type", "required", "meaning"], lines)


def _meaning(schema: dict[str, Any]) -> str:
    choices = f" One of {', '.join(f'`{each}`' for each in schema['enum'])}." if "enum" in schema else ""
    default = f" Default: `{dumps(schema['default'])}`." if "default" in schema else ""
    return f"{schema.get('description', '')}{choices}{default}"


def components() -> str:
    """What a window of the workspace can show, by `component.render`. A prop of the kind *command* is a batch of
    envelopes that is applied when the component is used; its tokens `{{value}}` and `{{form.FIELD}}` come from the
    event. A link leads to `http`, `https`, `mailto` or `#`; a picture is `data:image/…` or a kept file. Every data prop
    can follow the state: `"bind": {"rows": {"scope": "workspace", "key": "orders"}}`, and is left out then."""
    return "\n\n".join(map(_component, CATALOGUE.values()))


def _component(kind: ComponentType) -> str:
    lines = [
        [f"`{name}`", _type(schema), "yes" if required else "", _meaning(schema)]
        for name, schema, required in _props(kind.properties, kind.required, kind.definitions)
    ]
    events = markdown_table(
        ["sends", "when", "payload", "applies", "changes"],
        (
            [
                f"`{name}`",
                event.description,
                ", ".join(f"`{each}`" for each in event.payload),
                f"`{event.command}`" if event.command else "",
                f"`{event.writes}`" if event.writes else "",
            ]
            for name, event in kind.events.items()
        ),
    )
    parts = [
        f"## `{kind.name}`",
        kind.description,
        markdown_table(["prop", "type", "required", "meaning"], lines),
        *([events] if kind.events else []),
        f"    {dumps(kind.example)}",
    ]
    return "\n\n".join(parts)


def _props(
    properties: Mapping[str, Any], required: Iterable[str], definitions: Mapping[str, Any], prefix: str = ""
) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Each prop with its schema and whether it is required; then those of the objects in it: `columns[].key`."""
    for name, schema in properties.items():
        yield f"{prefix}{name}", schema, name in required
        items = schema.get("items", {})
        target = definitions.get(items.get("$ref", "").removeprefix("#/$defs/"), items) if not prefix else items
        for inner in [schema, target, *target.get("anyOf", ())]:
            mark = "." if inner is schema else "[]."
            below = inner.get("properties", {})
            yield from _props(below, inner.get("required", ()), definitions, f"{prefix}{name}{mark}")


def operations() -> str:
    """What a command of a [workspace](../guides/workspace.md) can do. A batch is a list of envelopes, at most 64; it is
    applied as a whole or not at all. Names are read in camelCase and in snake_case."""
    envelope = ENVELOPE_SCHEMA.document
    assert isinstance(envelope, dict)
    op = {"type": "string", "description": "The operation, as below."}
    written = {**envelope, "properties": {**envelope["properties"], "op": op}}
    sizes = ([f"`{name}`", f"{width} × {height}"] for name, (width, height) in SIZES.items())
    classes = ([f"`{name}`", about] for name, about in CLASSES.items())
    begun = {f"{name}…": why for name, why in FORBIDDEN_BEGINNINGS.items()}
    headers = ([f"`{name}`", why] for name, why in {**FORBIDDEN, **begun}.items())
    parts = [
        f"## The envelope\n\n{_properties(written)}",
        *(_tool(each.tool) for each in OPERATIONS.values()),
        "## Headers\n\n`api.call` sends any header but these. In one, `{{secret.NAME}}` or `{{secret.NAME.field}}` is "
        "a stored secret, for a host that it is bound to, and by https.\n\n"
        + markdown_table(["header", "why"], headers),
        f"## Sizes of windows\n\nIn pixels.\n\n{markdown_table(['size', 'width and height'], sizes)}",
        "## Classes\n\nThe classes that HTML may use; others are dropped, with a note.\n\n"
        + markdown_table(["class", "meaning"], classes),
        "## What A2UI says and a workspace lacks\n\nAn imported surface notes each of these where it needs it.\n\n"
        + markdown_table(["name", "what is lacking"], ([f"`{name}`", about] for name, about in LACKS.items())),
    ]
    return "\n\n".join(parts)


def commands() -> str:
    """Every command takes `--json`: one Result as JSON on stdout, nothing else there. Exit code: 0 done, 1 the job
    failed and says why, 2 wrong use."""
    return "\n\n".join(
        _command(name, command)
        for each in COMMANDS
        for name, command in _commands(f"pollex {each}", load_command(each))
    )


def _commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "commands") or command.invoke_without_command:
        yield name, command
    for word, below in getattr(command, "commands", {}).items():
        yield from _commands(f"{name} {word}", below)


def _command(name: str, command: Any) -> str:
    about = (command.help or "").split("\n\n")[0]
    options = ([f"`{_spelling(parameter)}`", _help(parameter)] for parameter in command.params)
    return f"## `{name}`\n\n{about}\n\n{markdown_table(['option', 'meaning'], options)}"


def _spelling(parameter: Any) -> str:
    """An option with its opposite (`--read-only --may-change`), an argument as the help of the command shows it."""
    if parameter.param_type_name == "option":
        return " ".join([*parameter.opts, *parameter.secondary_opts])
    return str(parameter.metavar or parameter.name.upper())


def _help(parameter: object) -> str:
    return str(getattr(parameter, "help", None) or "")


def conformance() -> str:
    """For some hundred schemas: is each provider's definition clean by the provider's rules, and can every valid value
    be said in it? What cannot is in the loss list of the export."""
    rows = markdown_table(["document", "what it asks for", "shown by"], document_lines())
    return f"{table()}\n## Rows of the source documents\n\nEach is shown by the test beside it.\n\n{rows}"


PAGES: dict[str, Callable[[], str]] = {
    "faults": faults,
    "events": events,
    "limits": limits,
    "settings": settings,
    "tools": tools,
    "nodes": nodes,
    "components": components,
    "operations": operations,
    "commands": commands,
    "conformance": conformance,
}


def page(name: str) -> str:
    write = PAGES[name]
    about = " ".join((write.__doc__ or "").split())
    return f"# {name.capitalize()}\n\n{NOTE}\n\n{about}\n\n{write().strip()}\n"


def orders() -> str:
    """The table of the orders that `local` does."""
    slots, rows = order_table()
    lines = [f"| `{name}` | {about} |" for name, about in slots.items()]
    lines += [f"| `{name}` | one of `{words}` |" for name, words in MACROS.items() if name != "MORE"]
    parts = ["| in a form | what stands there |\n|---|---|\n" + "\n".join(lines), *map(_order, rows)]
    forms = ", ".join(f"`{words}{'' if how == 'empty' else ' VALUE'}`" for words, how in CONDITIONS.items())
    parts.append(
        f"### Conditions\n\nBehind `where`, joined by `and`; COLUMN may be `the row`: any cell counts. {forms}."
    )
    refused = "\n".join(f"* {what}: {', '.join(f'`{word}`' for word in words.split())}" for what, words in FREE.items())
    return "\n\n".join([*parts, f"### Refused in names, in lower case and outside quotes\n\n{refused}"]) + "\n"


def _order(order: Order) -> str:
    forms = "\n".join(f"    {form.replace('MORE', MACROS['MORE'])}" for form in order.forms)
    examples = "\n".join(f"* `{each}`" for each in order.examples)
    return f"### {order.name}\n\n{order.does}\n\n{forms}\n\n{examples}\n\nDone when {order.done}. Calls: {order.calls}."


def files() -> Iterator[tuple[Path, str]]:
    """Each generated file, and what it must say."""
    yield from ((FOLDER / f"{name}.md", page(name)) for name in PAGES)
    yield METHODS, page_methods.source()
    yield from ((GENERATED / name, text) for name, text in page_source.sources())
    for name, text in (("orders", orders), ("chrome", ways)):
        guide = FOLDER.parent / "guides" / f"{name}.md"
        yield guide, f"{guide.read_text().partition(NOTE)[0]}{NOTE}\n\n{text()}"


def ways() -> str:
    """What each way into a browser can do."""
    head = ["", "Pollex's own", "yours, with the debugger", "yours, without it", "instead"]
    marks = {True: "yes", False: "–"}
    lines = ([f"{each.about}.", *(marks[way in each.ways] for way in WAYS), each.instead] for each in TABLE)
    return f"{markdown_table(head, lines)}\n"


def main() -> int:
    for folder in (FOLDER, GENERATED):
        folder.mkdir(parents=True, exist_ok=True)
    stale = []
    for file, text in files():
        if not file.exists() or file.read_text() != text:
            stale.append(str(file.relative_to(ROOT)))
            if "--check" not in sys.argv:
                file.write_text(text)
    if stale and "--check" in sys.argv:
        print(f"Not up to date: {', '.join(stale)}. Run: make docs", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
