"""The layer table: imports go down only, never in a circle, and each third party has its place. Reads every file."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pollex"

BELOW: dict[str, set[str]] = {
    "core": set(),
    "disk": set(),
    "extension": set(),
    "text": {"core"},
    "browser": {"core", "text"},
    "page": {"core", "disk", "text", "browser"},
    "model": {"core", "text", "browser"},
    "modules": {"core", "text"},
    "workspace": {"core", "text"},
    "flow": {"core", "disk", "text", "browser"},
    "agent": {"core", "text", "browser"},
    "library": {"core", "disk", "text", "browser", "flow"},
    "report": {"core", "text", "browser"},
    "testing": {"core", "page"},
    "practice": {"core"},
    "isolation": {"core"},
    "scripting": {"core", "page", "modules", "isolation"},
    "settings": {"core", "disk"},
    "store": {"core", "disk", "settings"},
    "vault": {"core", "disk", "settings", "store"},
    "durable": {"core", "disk", "settings", "store", "vault", "flow", "agent"},
    "builtin": {"core", "disk", "text", "browser", "settings", "modules", "page", "vault"},
    "runs": {
        "core", "text", "browser", "settings", "store", "vault", "durable", "model", "flow", "agent", "library",
        "scripting",
    },
    "app": {
        "core", "disk", "text", "browser", "page", "model", "modules", "workspace", "flow", "agent", "library",
        "isolation", "scripting", "settings", "store", "vault", "durable", "builtin", "runs",
    },
    "serve": {"core", "disk", "text", "browser", "workspace", "app", "runs", "report", "__version__"},
    "cli": {
        "core", "disk", "text", "browser", "workspace", "app", "runs", "serve", "practice", "report",
        "extension", "__version__", "Workflow",
    },
    "__init__": {"core", "browser", "page", "app", "runs", "flow", "settings"},
    "__main__": {"cli"},
}  # fmt: skip

THIRD_PARTIES: dict[str, set[str]] = {
    "core": {"jsonschema_rs", "jsonpath_rfc9535", "orjson", "pydantic", "griffe"},
    "page": {"playwright"},
    "model": {"pydantic_ai", "httpx2", "genai_prices"},
    "modules": {"nodesemver", "packaging"},
    "workspace": {"nh3", "selectolax", "markdown_it"},
    "library": {"publicsuffixlist", "jinja2", "packaging"},
    "app": {"httpx2"},
    "settings": {"dotenv", "platformdirs"},
    "vault": {"cryptography", "keyring", "pyotp"},
    "store": {"psycopg"},
    "durable": {"dbos", "sqlalchemy", "croniter"},
    "serve": {"uvicorn", "httpx2", "mcp", "mcp_types", "starlette", "prometheus_client", "websockets"},
    "practice": {"starlette", "uvicorn", "jinja2"},
    "report": {"jinja2"},
    "cli": {"typer", "click", "rich"},
}

LAZY = {
    "pydantic",
    "griffe",
    "markdown_it",
    "jsonpath_rfc9535",
    "dotenv",
    "platformdirs",
    "cryptography",
    "keyring",
    "pyotp",
    "publicsuffixlist",
}
"""Too slow to load with `import pollex`: imported only inside the function that needs them."""

IO_MODULES = {
    "os",
    "io",
    "socket",
    "subprocess",
    "sqlite3",
    "shutil",
    "tempfile",
    "urllib.request",
    "http",
    "pathlib",
    "ssl",
}
"""What the core must not touch."""

FILES = sorted(SOURCE.rglob("*.py"))


def part_of(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


PARTS = sorted({part_of(file) for file in FILES})


@cache
def statements(file: Path, *, top_level_only: bool) -> list[ast.stmt]:
    """The statements of a file that import something, those only for type checking left out."""
    found: list[ast.stmt] = []
    blocks: list[ast.AST] = [ast.parse(file.read_text())]
    while blocks:
        for node in ast.iter_child_nodes(blocks.pop()):
            if isinstance(node, ast.Import | ast.ImportFrom):
                found.append(node)
            elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                continue
            elif not top_level_only and isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
                blocks.append(node)
    return found


def imports(file: Path, *, top_level_only: bool = False) -> Iterator[str]:
    """The absolute names of all modules that a file imports, those only for type checking left out."""
    package = ["pollex", *file.relative_to(SOURCE).parts[:-1]]
    for node in statements(file, top_level_only=top_level_only):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1]
            if node.module:
                yield ".".join([*base, node.module])
            else:
                yield from (".".join([*base, alias.name]) for alias in node.names)


def used_by(part: str, *, top_level_only: bool = False) -> Iterator[tuple[str, str]]:
    """Every file of a part with each module that it imports."""
    for file in FILES:
        if part_of(file) == part:
            yield from ((str(file.relative_to(SOURCE)), name) for name in imports(file, top_level_only=top_level_only))


@pytest.mark.parametrize("part", PARTS)
def test_imports_go_down_only(part: str) -> None:
    inside = [(file, name.split(".")[1]) for file, name in used_by(part) if name.startswith("pollex.")]
    assert [each for each in inside if each[1] not in BELOW[part] | {part}] == []


@pytest.mark.parametrize("part", PARTS)
def test_third_parties_stay_in_their_layer(part: str) -> None:
    allowed = {"pollex", "", *sys.stdlib_module_names, *THIRD_PARTIES.get(part, ())}
    assert [(file, name) for file, name in used_by(part) if name.split(".")[0] not in allowed] == []


@pytest.mark.parametrize("part", PARTS)
def test_slow_libraries_load_only_when_used(part: str) -> None:
    at_once = used_by(part, top_level_only=True)
    assert [(file, name) for file, name in at_once if name.split(".")[0] in LAZY] == []


def test_the_core_does_no_io() -> None:
    assert [each for each in used_by("core") if each[1] in IO_MODULES or each[1].split(".")[0] in IO_MODULES] == []


def test_every_part_is_in_the_table() -> None:
    assert set(PARTS) <= set(BELOW)


def module_name(file: Path) -> str:
    """The dotted name of a module below pollex; that of a package for its `__init__`."""
    return ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(file): file for file in FILES}


def modules_imported(name: str) -> set[str]:
    """The modules below pollex that a module imports: for type checking and inside functions too."""
    file = MODULES[name]
    package = ["pollex", *file.relative_to(SOURCE).parts[:-1]]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            named = [f"{module}.{alias.name}" for alias in node.names]
            found.update(each if each.removeprefix("pollex.") in MODULES else module for each in named)
    inside = {each.removeprefix("pollex.") for each in found if each.startswith("pollex.")}
    return inside & (MODULES.keys() - {name})


GRAPH = {name: modules_imported(name) for name in MODULES}


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """A circle of modules, each of which imports the next; empty where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def test_nothing_is_imported_in_a_circle() -> None:
    assert circle(GRAPH) == []


@cache
def orders() -> dict[str, list[list[str]]]:
    """The lines of modules that CONTRIBUTING shows for the larger packages, the lowest first."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    lists = re.findall(r"^Inside `(\w+)`:\n\n((?:\d+\. .*\n(?: +.*\n)*)+)", text, re.MULTILINE)
    return {
        part: [
            [f"{part}.{name.removesuffix('/').replace('/', '.')}" for name in re.findall(r"`([\w/*]+)`", line)]
            for line in re.split(r"^\d+\. ", lines, flags=re.MULTILINE)[1:]
        ]
        for part, lines in lists
    }


def line_of(module: str, lines: list[list[str]]) -> int | None:
    """The number of the line that names a module, or the package that it is in; the longest name counts."""
    named = [
        (name.count("."), number)
        for number, names in enumerate(lines, 1)
        for name in names
        if fnmatchcase(module, name) or fnmatchcase(module, f"{name}.*")
    ]
    return max(named)[1] if named else None


def test_the_larger_packages_show_their_order() -> None:
    assert set(orders()) == {"core", "page", "flow", "agent"}


@pytest.mark.parametrize("part", orders())
def test_every_module_is_in_a_line(part: str) -> None:
    inside = [name for name in MODULES if name.startswith(f"{part}.")]
    where = f"CONTRIBUTING.md, Inside `{part}`"
    assert [name for name in inside if line_of(name, orders()[part]) is None] == [], f"{where}: add them to a line."
    named = [name for line in orders()[part] for name in line]
    gone = [name for name in named if not any(fnmatchcase(module, name) for module in inside)]
    assert gone == [], f"{where}: take them out."


@pytest.mark.parametrize("part", orders())
def test_modules_import_from_their_line_and_those_above(part: str) -> None:
    lines = orders()[part]
    assert [
        (name, used)
        for name in MODULES
        for used in GRAPH[name]
        if name.startswith(f"{part}.") and used.startswith(f"{part}.")
        if (line_of(used, lines) or 0) > (line_of(name, lines) or len(lines))
    ] == []


def test_one_class_name_means_one_thing() -> None:
    """Sites to practise on are left out: they are programs of their own."""
    places: dict[str, list[str]] = {}
    for file in FILES:
        if part_of(file) != "practice":
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(str(file.relative_to(SOURCE)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
