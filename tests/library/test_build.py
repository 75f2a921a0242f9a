"""`library build`: a wheel of a library that is right, and nothing of one that is not."""

import csv
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tests.library.sample import SHOP, TOOL_SCRIPT, auth, script, tool, write_library

from pollex.core.fault import Fault, Issue
from pollex.core.parsed_scripts import ParsedScripts
from pollex.library.build import Built, build_library
from pollex.scripting.node_check import check_scripts

WHEEL = "my_shop-0.1.0-py3-none-any.whl"


def built(folder: Path, **options: Any) -> Built:
    made, _, findings = build_library(folder, **options)
    assert made is not None, findings.errors
    return made


def mistakes(folder: Path, **options: Any) -> list[Issue]:
    made, _, findings = build_library(folder, **options)
    assert made is None
    return findings.errors


def test_the_wheel_has_exports_files_and_an_entry_point(tmp_path: Path) -> None:
    folder = write_library(tmp_path / "My Shop", {SHOP / ".secret": "x", SHOP / "tool/words.txt": "a"})

    path = built(folder).write(tmp_path / "dist")

    assert path.name == WHEEL
    with ZipFile(path) as wheel:
        assert wheel.testzip() is None
        files = {name: wheel.read(name) for name in wheel.namelist()}
    assert sorted(files) == [
        "my_shop-0.1.0.dist-info/METADATA",
        "my_shop-0.1.0.dist-info/RECORD",
        "my_shop-0.1.0.dist-info/WHEEL",
        "my_shop-0.1.0.dist-info/entry_points.txt",
        "pollex_apps/_libraries/my_shop/apps/shop/app.json",
        "pollex_apps/_libraries/my_shop/apps/shop/auth/login.py",
        "pollex_apps/_libraries/my_shop/apps/shop/auth/login.template.json",
        "pollex_apps/_libraries/my_shop/apps/shop/tool/find-price.py",
        "pollex_apps/_libraries/my_shop/apps/shop/tool/find-price.template.json",
        "pollex_apps/_libraries/my_shop/apps/shop/tool/words.txt",
        "pollex_apps/shop/__init__.py",
        "pollex_apps/shop/py.typed",
        "pollex_apps/shop/tool.py",
        "pollex_apps/shop/types.py",
    ]
    assert files["my_shop-0.1.0.dist-info/entry_points.txt"].decode() == (
        "[pollex.libraries]\nmy-shop = pollex_apps._libraries.my_shop\n"
    )
    assert files["my_shop-0.1.0.dist-info/METADATA"].decode() == (
        "Metadata-Version: 2.1\nName: my-shop\nVersion: 0.1.0\nSummary: Tools for Pollex: shop.\n"
        "Requires-Python: >=3.11\nRequires-Dist: pollex\n"
    )
    rows = list(csv.reader(io.StringIO(files["my_shop-0.1.0.dist-info/RECORD"].decode())))
    assert {row[0]: row[2] for row in rows} == {
        name: "" if name.endswith("RECORD") else str(len(content)) for name, content in files.items()
    }


def test_the_same_library_makes_the_same_bytes(tmp_path: Path) -> None:
    one = built(write_library(tmp_path / "one"), name="shop").wheel.to_bytes()
    other = write_library(tmp_path / "two")
    os.utime(other / SHOP / "app.json", (0, 0))
    (other / SHOP / "app.json").chmod(0o755)

    assert built(other, name="shop").wheel.to_bytes() == one
    assert built(other, name="shop", version="0.2").wheel.to_bytes() != one


def test_the_exports_are_named(tmp_path: Path) -> None:
    made = built(write_library(tmp_path / "shop")).to_json()

    assert (made["name"], made["version"], made["exports"]) == ("shop", "0.1.0", ["pollex_apps.shop.tool.find_price"])


def test_name_and_version_come_from_pyproject_unless_they_are_given(tmp_path: Path) -> None:
    folder = write_library(
        tmp_path / "shop", {Path("pyproject.toml"): '[project]\nname = "Our.Tools"\nversion = "2.0"'}
    )

    assert built(folder).wheel.filename == "our_tools-2.0-py3-none-any.whl"
    assert built(folder, name="x", version="1.0rc1").wheel.filename == "x-1.0rc1-py3-none-any.whl"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "a b"}, "'a b' is no name for a wheel."),
        ({"name": "Pollex"}, "The name 'pollex' is that of Pollex itself."),
        ({"version": "one"}, "'one' is no version."),
    ],
)
def test_a_name_or_version_that_cannot_be_used(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(Fault, match=re.escape(message)) as caught:
        build_library(write_library(tmp_path / "shop"), **options)

    assert caught.value.hint is not None


def test_all_mistakes_are_found_before_anything_is_made(tmp_path: Path) -> None:
    folder = write_library(tmp_path / "shop", auth(slug="log"), script(TOOL_SCRIPT.replace('"product"', '"products"')))
    (folder / SHOP / "tool" / "more.txt").symlink_to("/etc/hosts")

    assert [(each.file, each.message.partition(":")[0]) for each in mistakes(folder)] == [
        ("apps/shop/auth/login.template.json", "The slug must match the file's name."),
        ("apps/shop/tool/find-price.py", "Line 5 reads the input 'products', which the template does not declare."),
        ("apps/shop/tool/more.txt", "A link cannot be packaged."),
    ]


def test_scripts_are_parsed_by_who_can(tmp_path: Path) -> None:
    folder = write_library(tmp_path / "shop", tool(file="find-price.ts"), {SHOP / "tool/find-price.ts": "let a"})
    asked: list[Path] = []

    def parse(files: Any) -> ParsedScripts:
        asked.extend(files)
        return ParsedScripts(tuple(Issue("", "It is not valid.", file=str(each)) for each in files))

    [issue] = mistakes(folder, parse=parse)

    assert (issue.file, issue.message) == ("apps/shop/tool/find-price.ts", "It is not valid.")
    assert [each.name for each in asked] == ["find-price.ts"]


@pytest.mark.document("000", "A library's `src/types.ts`, and what else its scripts import, goes into the wheel.")
def test_what_scripts_import_goes_into_the_wheel(tmp_path: Path) -> None:
    folder = write_library(
        tmp_path / "shop",
        tool(file="find-price.ts"),
        {
            SHOP / "tool/find-price.ts": "import { price } from '../../../types';\nprice;",
            Path("src/types.ts"): "import './shared/rates.js';\nexport const price: number = 1;",
            Path("src/shared/rates.ts"): "export {};",
            Path("src/unused.ts"): "export {};",
        },
    )

    files = built(folder, parse=check_scripts).wheel.files

    assert [name.partition("/shop/")[2] for name in files if "_libraries" in name and "/apps/" not in name] == [
        "types.ts",
        "shared/rates.ts",
    ]


@pytest.mark.document("000", "`src/types.ts` goes into the wheel also where scripts import only types of it.")
def test_a_file_of_types_goes_into_the_wheel(tmp_path: Path) -> None:
    text = "import type { Price } from '../../../types';\nconst price: Price = 1;\nprice;"
    files = {SHOP / "tool/find-price.ts": text, Path("src/types.ts"): "export type Price = number;"}
    folder = write_library(tmp_path / "shop", tool(file="find-price.ts"), files)

    assert [each for each in built(folder, parse=check_scripts).wheel.files if each.endswith("/shop/types.ts")]


def test_what_a_script_imports_from_outside_cannot_go_into_the_wheel(tmp_path: Path) -> None:
    outside = {SHOP / "tool/find-price.ts": "import '../../../../types';", Path("types.ts"): "export {};"}
    folder = write_library(tmp_path / "shop", tool(file="find-price.ts"), outside)

    [issue] = mistakes(folder, parse=check_scripts)

    assert "lies outside of the library" in issue.message


def test_a_wheel_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(Fault, match="The wheel cannot be written") as caught:
        built(write_library(tmp_path / "shop")).write(tmp_path / "file")

    assert caught.value.hint == "Name another folder: -o DIST"


def build(*args: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pollex", "library", "build", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_writes_the_wheel_and_says_how_to_install_it(tmp_path: Path) -> None:
    folder = write_library(tmp_path / "my-shop")

    done = build(folder)

    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0, f"Install it with: pip install {folder / 'dist' / WHEEL}"
    )  # fmt: skip
    assert (folder / "dist" / WHEEL).is_file()


def test_the_command_writes_nothing_where_a_script_is_not_valid(tmp_path: Path) -> None:
    folder = write_library(
        tmp_path / "shop", tool(file="find-price.ts"), {SHOP / "tool/find-price.ts": "const a: number ="}
    )

    done = build(folder, "-o", tmp_path / "dist", "--json")

    assert (done.returncode, '"The script is not valid' in done.stdout) == (1, True), done.stdout + done.stderr
    assert not (tmp_path / "dist").exists()
