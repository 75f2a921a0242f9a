"""Node scripts checked without being run."""

from pathlib import Path

import pytest

from pollex.core.fault import Issue
from pollex.scripting.node_check import check_scripts
from pollex.scripting.node_result import STRIPPED


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.ts", "import x, { type Y } from './y.ts';\nconst a: number = 1;\nexport default await x(a as Y);"),
        ("a.ts", "const x = require('y');\nconst a: number = x;"),
        ("a.js", "const a = await fetch('http://127.0.0.1');"),
        ("a.mjs", "await 1;"),
        ("a.js", "#!/usr/bin/env node\nconst a = 1;"),
        ("a.ts", "\ufeffconst a: number = 1;\r\n"),
        ("a.js", ""),
        ("a.cjs", "const a = require('b'); return;"),
    ],
)
def test_scripts_that_node_can_run(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / name).write_text(code)

    assert check_scripts([tmp_path / name]) == []


@pytest.mark.parametrize(
    ("name", "code", "message", "hint"),
    [
        (
            "a.ts",
            "let a = 1;\nenum B { C }",
            "in line 2: TypeScript enum is not supported in strip-only mode.",
            STRIPPED,
        ),
        ("a.ts", "namespace B { export const a = 1 }", "in line 1: TypeScript namespace declaration is", STRIPPED),
        ("a.ts", "class A {\n  constructor(private b: string) {}\n}", "in line 2: TypeScript parameter prop", STRIPPED),
        ("a.ts", "let a: number = ;", "in line 1: Expression expected.", None),
        ("a.ts", "import b from 'c';\n\nlet b = 1;", "in line 3: Identifier 'b' has already been declared.", None),
        ("a.js", "let a = 1;\nfoo(((;", "in line 2: Unexpected token ';'.", None),
        ("a.js", "import a from 'b';\nfoo(((;", "in line 2: Unexpected token ';'.", None),
        ("a.js", "const a: number = 1;", "in line 1: Missing initializer in const declaration.", None),
    ],
)
def test_scripts_that_node_refuses(tmp_path: Path, name: str, code: str, message: str, hint: str | None) -> None:
    file = tmp_path / name
    file.write_text(code)

    [issue] = check_scripts([file])

    assert issue.message.startswith(f"The script is not valid {message}")
    assert (issue.file, issue.hint) == (str(file), hint)


def test_a_script_is_not_run_by_the_check(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text("require('node:fs').writeFileSync('ran', '');\nprocess.exit(1);")

    assert check_scripts([tmp_path / "a.ts"]) == []
    assert not (tmp_path / "ran").exists()


def test_many_scripts_are_checked_together(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.ts" for number in range(300)]
    for file in files:
        file.write_text("export const a: number = 1;")
    files[7].write_text("let a = ;")

    assert check_scripts([*files, tmp_path / "b.py"]) == [
        Issue(
            "",
            "The script is not valid in line 1: Expression expected.",
            expected="JavaScript, or TypeScript whose types can be stripped",
            file=str(files[7]),
        )
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    [issue] = check_scripts([tmp_path / "a.ts"])

    assert "no such file" in issue.message
