"""`pollex module`, run as people run it."""

import json
import shlex
from pathlib import Path

import pytest

from .terminal import Terminal

EXAMPLES = Path(__file__).parents[2] / "examples" / "modules"
STATISTICS = str(EXAMPLES / "statistics" / "module.json")


def test_check_says_how_each_tool_is_called(pollex: Terminal, tmp_path: Path) -> None:
    run = pollex("module", "check", STATISTICS)
    assert run.returncode == 0
    assert "quantiles(data, n=…)" in run.stdout
    made = pollex("module", "check", STATISTICS, "--json").result
    assert [tool["name"] for tool in made["data"]["tools"]] == ["mean", "median", "quantiles"]


def test_check_names_every_mistake(pollex: Terminal, tmp_path: Path) -> None:
    manifest = json.loads(Path(STATISTICS).read_text()) | {"tpye": "static", "version": "one"}
    file = tmp_path / "module.json"
    file.write_text(json.dumps(manifest))
    made = pollex("module", "check", str(file), "--json").result
    assert {issue["pointer"] for issue in made["fault"]["issues"]} == {"/tpye", "/version"}
    assert {issue["file"] for issue in made["fault"]["issues"]} == {str(file)}
    manifest = json.loads(Path(STATISTICS).read_text())
    manifest["tools"][0]["function"] = "fmaen"
    file.write_text(json.dumps(manifest))
    run = pollex("module", "check", str(file))
    assert run.returncode == 1
    assert "Did you mean 'fmean'?" in run.stderr


def test_show_lists_tools_without_loading(pollex: Terminal, tmp_path: Path) -> None:
    run = pollex("module", "show", str(EXAMPLES / "axios" / "module.json"))
    assert run.returncode == 0
    assert "http_get" in run.stdout


def test_call(pollex: Terminal, tmp_path: Path) -> None:
    assert pollex("module", "call", STATISTICS, "mean", "--args", '{"data": [1, 2, 6]}').stdout == "3.0\n"
    assert pollex("call", "median", "data=[3,1,2]", "--from", STATISTICS).stdout == "2\n"


LOCAL = """class Client:
    def __init__(self, key): self.key = key
    def fail(self): raise ValueError("no entry with " + self.key)
"""


def test_json_says_where_a_library_failed_and_no_secret(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(LOCAL)
    file = tmp_path / "module.json"
    manifest = json.loads(Path(STATISTICS).read_text()) | {
        "package": "./client.py",
        "type": "constructor",
        "dependencies": {"key": {}},
        "initialization": {"config": {"key": "${key}"}},
        "tools": [{"name": "fail", "function": "fail", "effect": "read"}],
    }
    file.write_text(json.dumps(manifest))
    given = {"POLLEX_ENV_ALLOW": "KEY", "KEY": "s3same-open"}
    for arguments in (["module", "call", str(file), "fail"], ["call", "fail", "--from", str(file)]):
        run = pollex(*arguments, "--json", **given)
        error = run.result["fault"]["error"]
        assert (run.returncode, error["functionName"], error["errorType"]) == (1, "fail", "ValueError")
        assert 'raise ValueError("no entry with " + self.key)' in error["stack"]
        assert "s3same-open" not in run.stdout + run.stderr
        assert "error" not in pollex(*arguments, **given).stdout


def test_a_draft_is_not_written_over_a_file(pollex: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "module.json"
    file.write_text("mine")
    run = pollex("module", "draft", "textwrap", "-o", str(file), "--json")
    assert (run.result["fault"]["code"], file.read_text()) == ("conflict", "mine")
    assert pollex("module", "draft", "textwrap", "-o", str(file), "--force").returncode == 0
    assert json.loads(file.read_text())["name"] == "textwrap"


def test_help_says_that_modules_are_sources_too(pollex: Terminal, tmp_path: Path) -> None:
    assert "module.json" in pollex("call", "--help").stdout


def test_draft_passes_its_own_check(pollex: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "module.json"
    assert pollex("module", "draft", "textwrap", "-o", str(file)).returncode == 0
    assert pollex("module", "check", str(file)).returncode == 0
    drafted = pollex("module", "draft", "textwrap", "--json").result["data"]
    assert drafted == json.loads(file.read_text())


@pytest.mark.parametrize(
    "arguments", [["check", "nowhere.json"], ["draft", "no_such_package"], ["show", STATISTICS + "x"]]
)
def test_what_is_not_there_is_a_fault(pollex: Terminal, tmp_path: Path, arguments: list[str]) -> None:
    run = pollex("module", *arguments, "--json")
    assert run.returncode == 1
    assert run.result["fault"]["code"] == "not_found"


def wanting(folder: Path, **fields: str) -> str:
    """A module whose package is not there."""
    manifest = json.loads(Path(STATISTICS).read_text())
    del manifest["ecosystem"]
    manifest |= {"package": "is-number"} | fields
    tool = {"name": "is_number", "description": "Whether it is a number.", "function": "root", "parameters": {
        "type": "object", "properties": {"num": {"type": "string"}}, "required": ["num"]}}  # fmt: skip
    file = folder / "module.json"
    file.write_text(json.dumps(manifest | {"tools": [tool]}))
    return str(file)


@pytest.mark.document("004", "A folder that is called as a package does not stand in for it.")
def test_a_folder_that_is_called_as_a_package_is_no_manifest(pollex: Terminal) -> None:
    (pollex.folder / "orjson").mkdir()
    made = pollex("module", "install", "orjson", "--ecosystem", "pypi", "--json").result
    assert made["ok"], made["fault"]
    assert made["data"].startswith("Already there")


def test_nothing_is_installed_without_a_yes(pollex: Terminal, tmp_path: Path) -> None:
    run = pollex("module", "install", wanting(tmp_path, ecosystem="pypi", packageVersion=">=1.2.3,<2"))
    assert run.returncode == 1
    assert "This installs from pypi" in run.stderr
    assert "is-number>=1.2.3,<2" in run.stderr.replace("\n", "")


@pytest.mark.parametrize(
    ("fields", "ecosystems"),
    [
        ({"ecosystem": "npm"}, ["npm"]),
        ({"packageVersion": "^7.0.0"}, ["npm"]),
        ({"packageVersion": "~=7.0"}, ["pypi"]),
        ({}, ["npm", "pypi"]),
    ],
)
def test_the_hint_for_a_missing_package_works_as_printed(
    pollex: Terminal, tmp_path: Path, fields: dict[str, str], ecosystems: list[str]
) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    hint = pollex("module", "check", wanting(folder, **fields), "--json").result["fault"]["hint"]
    commands = [hint.removeprefix("Run: ")] if hint.startswith("Run: ") else hint.split("`")[1::2]
    for command, ecosystem in zip(commands, ecosystems, strict=True):
        program, *arguments = shlex.split(command)
        run = pollex(*arguments, stdin="n\n")
        assert (program, run.returncode) == ("pollex", 1)
        assert f"This installs from {ecosystem}" in run.stderr
        assert "Nothing was installed." in run.stderr


def test_a_package_is_installed_by_its_name_too(pollex: Terminal) -> None:
    run = pollex("module", "install", "is-number", "--ecosystem", "npm")
    folder = pollex.home / "modules" / "is-number"
    assert f"--prefix {folder} -- is-number" in run.stderr.replace("\n", " ")
    assert pollex("module", "install", "is-number", "--yes", "--json").result["fault"]["code"] == "ambiguous"


def npm_package(folder: Path, code: str) -> None:
    """An npm package `thing` as npm would have installed it into a folder."""
    place = folder / "node_modules" / "thing"
    place.mkdir(parents=True)
    (place / "package.json").write_text(json.dumps({"name": "thing", "version": "1.2.3", "main": "index.js"}))
    (place / "index.js").write_text(code)


def test_what_was_installed_for_a_module_can_be_drafted_checked_and_called(pollex: Terminal, tmp_path: Path) -> None:
    npm_package(pollex.home / "modules" / "thing", "exports.double = (number) => 2 * number;")
    file = str(tmp_path / "thing.module.json")
    assert pollex("module", "draft", "thing", "-o", file).returncode == 0
    assert pollex("module", "check", file).returncode == 0
    assert pollex("module", "call", file, "thing_double", "--args", '{"number": 4}', "--json").result["data"] == 8


def test_a_draft_of_what_is_not_installed_says_how_to_install_it(pollex: Terminal) -> None:
    fault = pollex("module", "draft", "zzqqxxyy", "--ecosystem", "npm", "--json").result["fault"]
    assert (fault["code"], fault["hint"]) == ("not_found", "Run: pollex module install zzqqxxyy --ecosystem npm")


def test_a_package_of_both_ecosystems_is_drafted_from_the_one_that_is_named(pollex: Terminal) -> None:
    npm_package(pollex.home / "modules" / "textwrap", "exports.fold = (text) => text;")
    (pollex.home / "modules" / "textwrap" / "node_modules" / "thing").rename(
        pollex.home / "modules" / "textwrap" / "node_modules" / "textwrap"
    )
    assert pollex("module", "draft", "textwrap", "--json").result["fault"]["code"] == "ambiguous"
    named = {
        ecosystem: pollex("module", "draft", "textwrap", "--ecosystem", ecosystem, "--json").result["data"]["ecosystem"]
        for ecosystem in ("pypi", "npm")
    }
    assert named == {"pypi": "pypi", "npm": "npm"}


def test_install_asks_from_where_instead_of_guessing(pollex: Terminal, tmp_path: Path) -> None:
    made = pollex("module", "install", wanting(tmp_path), "--yes", "--json").result
    assert (made["fault"]["code"], made["fault"]["pointer"]) == ("ambiguous", "/ecosystem")


@pytest.mark.parametrize("package", ["--index-url=http://127.0.0.1", "x @ http://127.0.0.1/x.zip", "git+file:///x"])
@pytest.mark.parametrize("ecosystem", ["npm", "pypi"])
def test_only_names_are_installed(pollex: Terminal, tmp_path: Path, package: str, ecosystem: str) -> None:
    file = wanting(tmp_path, package=package, ecosystem=ecosystem)
    made = pollex("module", "install", file, "--yes", "--json").result
    assert (made["fault"]["code"], made["fault"]["pointer"]) == ("invalid_input", "/package")


@pytest.mark.parametrize("wanted", ["file:/etc", "git+https://127.0.0.1/x", "http://127.0.0.1/x.tgz", "npm:other@1"])
@pytest.mark.parametrize("arguments", [["--ecosystem", "npm"], ["--ecosystem", "pypi"]])
def test_only_ranges_are_installed(pollex: Terminal, tmp_path: Path, wanted: str, arguments: list[str]) -> None:
    file = wanting(tmp_path, packageVersion=wanted)
    made = pollex("module", "install", file, *arguments, "--yes", "--json").result
    assert (made["fault"]["code"], made["fault"]["pointer"]) == ("invalid_input", "/packageVersion")


def test_what_a_failed_installation_said_is_told_in_whole_lines(pollex: Terminal, tmp_path: Path) -> None:
    file = wanting(tmp_path, ecosystem="npm", packageVersion="^99.0.0")
    run = pollex("module", "install", file, "--yes", "--json")
    first, *lines = run.result["fault"]["message"].splitlines()
    assert first == "Installing failed:"
    assert lines
    assert set(lines) <= set(run.stderr.splitlines())


def test_what_was_installed_can_be_called(pollex: Terminal, tmp_path: Path) -> None:
    file = wanting(tmp_path, packageVersion="^7.0.0")
    made = pollex("module", "install", file, "--ecosystem", "npm", "--yes", "--json").result
    assert made["ok"], made
    assert made["data"].startswith("Installed 'is-number' in version 7.")
    assert made["data"].endswith(str(pollex.home / "modules" / "statistics" / "node_modules" / "is-number"))
    assert pollex("module", "call", file, "is_number", "--args", '{"num": "5e3"}', "--json").result["data"]
    again = pollex("module", "install", file, "--json").result
    assert again["data"].startswith("Already there in version 7.")
