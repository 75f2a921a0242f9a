"""The page's types: what the server sends for every example fits them, by the compiler."""

import subprocess
from pathlib import Path

import pytest

from pollex.core.json import dumps
from pollex.workspace.components import CATALOGUE, check_props, for_page, typescript
from pollex.workspace.components.type_text import type_text

from ...npm import install

SCRIPTS = Path(__file__).parents[2] / "scripts"
MARKS = {"command": "Command"}


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (True, "unknown"),
        ({}, "unknown"),
        ({"type": "integer"}, "number"),
        ({"enum": ["a", 1]}, '"a"|1'),
        ({"type": ["string", "null"]}, "string|null"),
        ({"type": "array", "items": {"type": ["string", "number"]}}, "(string|number)[]"),
        ({"type": "array", "items": {"anyOf": [{"type": "object"}, {"type": "string"}]}}, "(object|string)[]"),
        ({"type": "array", "x-pollex": "command"}, "Command"),
        ({"type": "string", "x-pollex": "link"}, "string"),
        ({"$ref": "#/$defs/TreeNode"}, "TreeNode"),
        (
            {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "boolean"}}, "required": ["a"]},
            "{a:string;b?:boolean}",
        ),
    ],
)
def test_types(schema: object, text: str) -> None:
    assert type_text(schema, MARKS) == text


def compiled(folder: Path, source: str) -> str:
    install(SCRIPTS)
    (folder / "components.ts").write_text(typescript())
    (folder / "use.ts").write_text(source)
    tsc = str(SCRIPTS / "node_modules" / ".bin" / "tsc")
    command = [tsc, "--noEmit", "--strict", "--target", "es2022", "use.ts"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_every_example_fits_its_type(tmp_path: Path) -> None:
    lines = ['import type { ComponentProps } from "./components";']
    for number, kind in enumerate(CATALOGUE.values()):
        props = for_page(kind, check_props(kind, kind.example).value, lambda path, batch: "c1")
        lines.append(f'export const example{number}: ComponentProps["{kind.name}"] = {dumps(props)};')
    assert compiled(tmp_path, "\n".join(lines)) == ""


def test_what_does_not_fit_is_found(tmp_path: Path) -> None:
    source = """
        import type { ComponentEvents, ComponentProps } from "./components";
        export const props: ComponentProps["text"] = { text: 1, variant: "body" };
        export const event: ComponentEvents["table"]["select"] = { value: "1007" };
    """
    assert [line.split(": ")[1] for line in compiled(tmp_path, source).splitlines() if line.startswith("use")] == [
        "error TS2322",
        "error TS2741",
    ]
