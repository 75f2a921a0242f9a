"""Node scripts checked without being run."""

from pathlib import Path

import pytest

from pollex.core.fault import Issue
from pollex.core.parsed_scripts import ParsedScripts
from pollex.scripting.node_check import check_scripts
from pollex.scripting.node_result import STRIPPED


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.ts", "import x, { type Y } from 'y';\nconst a: number = 1;\nexport default await x(a as Y);"),
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

    assert check_scripts([tmp_path / name]).errors == ()


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

    [issue] = check_scripts([file]).errors

    assert issue.message.startswith(f"The script is not valid {message}")
    assert (issue.file, issue.hint) == (str(file), hint)


def test_a_script_is_not_run_by_the_check(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text("require('node:fs').writeFileSync('ran', '');\nprocess.exit(1);")

    assert check_scripts([tmp_path / "a.ts"]).errors == ()
    assert not (tmp_path / "ran").exists()


def test_many_scripts_are_checked_together(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.ts" for number in range(300)]
    for file in files:
        file.write_text("export const a: number = 1;")
    files[7].write_text("let a = ;")

    assert check_scripts([*files, tmp_path / "b.py"]).errors == (
        Issue(
            "",
            "The script is not valid in line 1: Expression expected.",
            expected="JavaScript, or TypeScript whose types can be stripped",
            file=str(files[7]),
        ),
    )


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    [issue] = check_scripts([tmp_path / "a.ts"]).errors

    assert "no such file" in issue.message


def check(folder: Path, **files: str) -> ParsedScripts:
    """Check `tool.ts` of a folder with these files, `_` standing for the dot of their endings."""
    for name, code in files.items():
        (folder / name.replace("_", ".")).write_text(code)
    return check_scripts([folder / "tool.ts"])


def test_files_that_are_imported_are_followed_however_they_are_spelt(tmp_path: Path) -> None:
    found = check(
        tmp_path, tool_ts="import './a';\nimport './a.js';", a_ts="export * from './b.ts';", b_ts="export {};"
    )

    assert (found.errors, found.imported) == ((), (str(tmp_path / "a.ts"), str(tmp_path / "b.ts")))


@pytest.mark.document("000", "What Node cannot run is reported with its line, also in files that are imported: enums.")
def test_an_enum_in_a_file_that_is_imported_is_reported_with_its_line(tmp_path: Path) -> None:
    [issue] = check(
        tmp_path, tool_ts="import { Kind } from './types';", types_ts="// Types\nexport enum Kind { A }"
    ).errors

    assert (issue.file, issue.hint) == (str(tmp_path / "types.ts"), STRIPPED)
    assert issue.message == "The script is not valid in line 2: TypeScript enum is not supported in strip-only mode."


@pytest.mark.parametrize(
    ("code", "types", "message"),
    [
        ("\nimport './typo';", "", 'in line 2: there is no file "./typo" to import.'),
        ("\nimport { b } from './types';", "export const a = 1;", "in line 2: The requested module './types' does not"),
        (
            "import {\n  B,\n} from './types';",
            "export interface B {}",
            "in line 2: The requested module './types' does",
        ),
    ],
)
def test_an_import_of_what_is_not_there_is_reported_with_its_line(
    tmp_path: Path, code: str, types: str, message: str
) -> None:
    [issue] = check(tmp_path, tool_ts=code, types_ts=types).errors

    assert issue.message.startswith(f"The script is not valid {message}")
    assert (issue.hint is not None) == ("interface" in types)


@pytest.mark.document("000", "What scripts import from npm is reported.")
def test_packages_of_npm_are_warnings(tmp_path: Path) -> None:
    (tmp_path / "node_modules" / "here").mkdir(parents=True)
    (tmp_path / "node_modules" / "here" / "package.json").write_text('{"name": "here", "version": "1.0.0"}')
    code = "import 'node:fs';\nimport 'playwright-core';\nimport x from 'here/x';\nimport { y } from '@a/away';\nx(y);"

    found = check(tmp_path, tool_ts=code)

    assert found.errors == ()
    assert [(each.message, each.hint) for each in found.warnings] == [
        (
            "Line 3 imports the npm package 'here', which `library build` does not put into the wheel.",
            "Whoever installs the wheel needs it as well: bundle it into the script, or say so.",
        ),
        (
            "Line 4 imports the npm package '@a/away', which is not installed beside the script.",
            "Run in the library's folder: npm install @a/away",
        ),
    ]
