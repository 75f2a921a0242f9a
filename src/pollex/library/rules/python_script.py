"""Scripts in Python, read without running them: the entry point, the keys of inputs and outputs, the addresses."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from ...core.suggest import did_you_mean, one_of
from ..findings import Findings
from ..formats import LOGGED_IN
from ..template import Template
from .address import check_addresses

ENTRY: Final = "async def run(page, inputs, credentials)"
SIGN: Final = "logged_in"
"""The function of an auth that says whether the page is logged in."""


def check_python(template: Template, content: bytes, findings: Findings) -> None:
    """Check a script against its template."""
    tree = _parsed(template, content, findings)
    if tree is None:
        return
    entry = _entry(tree, template, findings)
    if entry is not None:
        names = [argument.arg for argument in (*entry.args.posonlyargs, *entry.args.args)]
        inside = [*ast.walk(entry)]
        _check_inputs(template, _uses(inside, names[1]), findings)
        _check_credentials(template, _uses(inside, names[2]), findings)
        _check_returns(template, entry, findings)
    for text, line in _texts(tree):
        check_addresses(template, text, findings, line=line)


def _parsed(template: Template, content: bytes, findings: Findings) -> ast.Module | None:
    """Return the syntax tree of a script that the interpreter would load."""
    name = template.script.name
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(content, name)
            compile(tree, name, "exec")  # finds what only the compiler refuses, such as `return` outside a function
    except (SyntaxError, ValueError) as error:
        line, text = getattr(error, "lineno", None) or 1, getattr(error, "text", None) or ""
        message, hint = f"Line {line} is not Python: {error.args[0]}.", f"Try: python -m py_compile {name}"
        findings.errors.add(template.script, "", message, "a Python file in UTF-8", text.strip()[:80] or None, hint)
    except (RecursionError, MemoryError):
        message, hint = "The script is nested too deep to be read.", "Write it in shorter expressions."
        findings.errors.add(template.script, "", message, "a Python file", hint=hint)
    else:
        return tree
    return None


def _entry(tree: ast.Module, template: Template, findings: Findings) -> ast.AsyncFunctionDef | None:
    functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    run = functions.get("run")
    if run is None:
        hint = did_you_mean("run", functions) or f"Write: {ENTRY}"
        findings.errors.add(template.script, "", "The script has no function 'run'.", ENTRY, one_of(functions), hint)
        return None
    if not isinstance(run, ast.AsyncFunctionDef):
        message = f"Line {run.lineno}: 'run' is not asynchronous."
        findings.errors.add(template.script, "", message, ENTRY, "def run", "Write 'async def', and await the page.")
        return None
    arguments = [*run.args.posonlyargs, *run.args.args]
    if len(arguments) != 3 or run.args.kwonlyargs:
        given = ", ".join(each.arg for each in arguments)
        message = f"Line {run.lineno}: 'run' takes page, inputs and credentials."
        findings.errors.add(template.script, "", message, ENTRY, f"run({given})")
        return None
    sign = functions.get(SIGN)
    if template.type == "auth" and not isinstance(sign, ast.AsyncFunctionDef):
        message = "Without 'async def logged_in(page) -> bool' a kept login counts as stale each time."
        findings.warnings.add(template.script, "", message, f"async def {SIGN}(page) -> bool")
    return run


@dataclass
class Uses:
    """How a function uses one of its arguments: the keys that it reads, and whether it does anything else with it."""

    keys: dict[str, int] = field(default_factory=dict)
    """Literal keys, each with its first line."""
    others: int = 0
    """How often it is used in another way."""


def _uses(nodes: list[ast.AST], name: str) -> Uses:
    uses = Uses()
    for node in nodes:
        owner, key = _key_read(node)
        if owner is not None and owner.id == name and key is not None:
            uses.keys.setdefault(key, owner.lineno)
            uses.others -= 1
        elif isinstance(node, ast.Name) and node.id == name:
            uses.others += 1
    return uses


def _key_read(node: ast.AST) -> tuple[ast.Name | None, str | None]:
    """Return what `name["key"]`, `name.get("key")` or `"key" in name` reads."""
    match node:
        case ast.Subscript(value=ast.Name() as owner, slice=ast.Constant(value=str(key))):
            return owner, key
        case ast.Call(
            func=ast.Attribute(value=ast.Name() as owner, attr="get"), args=[ast.Constant(value=str(key)), *_]
        ):
            return owner, key
        case ast.Compare(
            left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name() as owner]
        ):
            return owner, key
    return None, None


def _check_inputs(template: Template, uses: Uses, findings: Findings) -> None:
    declared = [each["display_name"] for each in template.document.get("inputSchema", [])]
    for key, line in uses.keys.items():
        if key not in declared:
            message = f"Line {line} reads the input {key!r}, which the template does not declare."
            hint = did_you_mean(key, declared) or f"Add {key!r} to 'inputSchema' of {template.path.name}."
            findings.errors.add(template.script, "", message, one_of(declared), repr(key), hint)
    for at, name in enumerate(declared):
        if name not in uses.keys and not uses.others:
            message = f"The script never reads the input {name!r}."
            findings.warnings.add(template.path, f"/inputSchema/{at}", message, f"inputs[{name!r}] in the script")


def _check_credentials(template: Template, uses: Uses, findings: Findings) -> None:
    for key, line in uses.keys.items():
        if key not in template.credentials:
            message = f"Line {line} uses the credentials {key!r}, which the template does not declare."
            hint = did_you_mean(key, template.credentials) or f"Add {key!r} to 'requiredCredentials'."
            findings.errors.add(template.script, "", message, one_of(template.credentials), repr(key), hint)


def _check_returns(template: Template, entry: ast.AsyncFunctionDef, findings: Findings) -> None:
    outputs = LOGGED_IN if template.type == "auth" else template.document.get("outputSchema")
    if outputs is None:
        return
    declared = [each["display_name"] for each in outputs]
    needed = [each["display_name"] for each in outputs if each.get("required")]
    for node in _own(entry.body):
        if isinstance(node, ast.Return):
            for message, received, hint in _return_mistakes(node, declared, needed):
                findings.errors.add(
                    template.script, "", f"Line {node.lineno}: {message}", one_of(declared), received, hint
                )


def _return_mistakes(node: ast.Return, declared: list[str], needed: list[str]) -> Iterator[tuple[str, str, str | None]]:
    if node.value is None or isinstance(node.value, ast.Constant | ast.List | ast.Tuple | ast.Set | ast.JoinedStr):
        yield "'run' returns no dict.", ast.unparse(node)[:60], "Return a dict with a key for each output."
    if not isinstance(node.value, ast.Dict):
        return
    keys = [key.value for key in node.value.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    for key in keys:
        if key not in declared:
            yield f"the output {key!r} is not declared.", repr(key), did_you_mean(key, declared)
    if len(keys) == len(node.value.keys):
        for name in needed:
            if name not in keys:
                yield f"the output {name!r} is missing.", ", ".join(map(repr, keys)) or "{}", f"Add {name!r}."


def _own(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without those of functions inside it."""
    waiting = [*body][::-1]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
            waiting += [*ast.iter_child_nodes(node)][::-1]


def _texts(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the texts of a script, docstrings left out; what an f-string fills in stands there as `{`."""
    skipped: set[int] = set()
    for node in ast.walk(tree):  # a node comes before those inside it
        match node:
            case ast.JoinedStr():
                skipped |= {id(part) for part in node.values}
                yield (
                    "".join(str(each.value) if isinstance(each, ast.Constant) else "{" for each in node.values),
                    node.lineno,
                )
            case ast.Expr(value=ast.Constant()):
                skipped.add(id(node.value))
            case ast.Constant(value=str(text)) if id(node) not in skipped:
                yield text, node.lineno
