"""`pollex library`, as a command."""

import json
from pathlib import Path

import pytest

from pollex.practice.server import Server

from ..library.practice import copy_examples
from .terminal import Terminal


@pytest.mark.document("000", "`library new` says how to get pytest, which runs the test that it writes.")
def test_a_new_app_and_a_new_tool_pass_the_check(pollex: Terminal, tmp_path: Path) -> None:
    made = pollex("library", "new", "mine", "app", "shop", "--domain", "shop.example", "--json")
    tool = pollex("library", "new", "mine", "tool", "find-price", "--kind", "workflow")
    checked = pollex("library", "check", "mine")

    assert made.data == {"name": "shop", "files": ["mine/src/apps/shop/app.json", "mine/tests/test_library.py"]}
    assert "+ mine/src/apps/shop/tool/find-price.workflow.json" in tool.stdout
    assert "Test it: pytest mine (pip install pytest, where it is not there)" in tool.stdout
    assert "1 tool, 0 logins, 1 app" in checked.stdout
    assert (tmp_path / "mine/tests/test_shop_tool_find_price.py").is_file()


def test_a_new_tool_that_is_refused(pollex: Terminal) -> None:
    pollex("library", "new", "mine", "app", "shop")
    named = pollex("library", "new", "mine", "tool", "Find_Price")
    option = pollex("library", "new", "mine", "tool", "find", "--domain", "shop.example")

    assert (named.returncode, option.returncode) == (1, 2)
    assert "Try 'find-price'." in named.stderr
    assert "--domain is not for a new tool." in option.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--input", "{n: 1}"], "--input is not JSON"),
        (["--input", '{"n": 1, "n": 2}'], "--input has the key 'n' twice in one object."),
        (["--input", "n"], "'n' is not NAME=VALUE."),
        (["--timeout", "0"], "--timeout 0 is no time limit: write seconds, more than 0."),
        (["--timeout", "nan"], "--timeout nan is no time limit"),
    ],
)
def test_a_wrong_use_of_run(pollex: Terminal, options: list[str], message: str) -> None:
    ran = pollex("library", "run", "mine", "shop/find-price", *options)

    assert ran.returncode == 2
    assert message in ran.stderr


def test_credentials_that_cannot_be_used(pollex: Terminal) -> None:
    pollex("library", "new", "mine", "app", "shop")
    pollex("library", "new", "mine", "tool", "find-price")
    pollex("credentials", "set", "my-shop", "--type", "custom", "--json", stdin={"token": "hush-1843"})

    def run(*names: str) -> tuple[int, str]:
        ran = pollex("library", "run", "mine", "shop/find-price", *(part for name in names for part in ("--as", name)))
        assert "hush-1843" not in ran.stdout + ran.stderr
        return ran.returncode, ran.stderr

    unknown = run("my-shp")
    unused = run("my-shop")
    twice = run("custom=a", "custom=b")

    assert unknown[0] == unused[0] == 1
    assert "There is no credential 'my-shp'." in unknown[1]
    assert "Did you mean 'my-shop'?" in unknown[1]
    assert "'shop.find-price' uses no credentials of type 'custom'." in unused[1]
    assert "Leave out the credential 'my-shop'." in unused[1]
    assert (twice[0], "two credentials of type custom: 'a' and 'b'" in twice[1]) == (2, True)
    assert run("")[0] == run("=")[0] == run("password=a")[0] == 2
    assert "'shop.find-price' uses no credentials of type 'custom'." in run("custom=")[1]


def test_a_mistake_of_the_library_is_shown_with_its_file(pollex: Terminal, tmp_path: Path) -> None:
    pollex("library", "new", "mine", "app", "shop", "--domain", "shop.example")
    file = tmp_path / "mine/src/apps/shop/app.json"
    file.write_text(file.read_text().replace("shop.example", "https://shop.example"))

    one = pollex("library", "run", "mine", "shop/find-price")
    file.write_text("{}")
    many = pollex("library", "run", "mine", "shop/find-price")

    assert "at       apps/shop/app.json /allowedDomains/0" in one.stderr
    assert "  apps/shop/app.json /id The key 'id' is missing." in many.stderr
    assert one.returncode == many.returncode == 1


def test_a_tampered_vault_opens_for_no_tool(pollex: Terminal) -> None:
    pollex("library", "new", "mine", "app", "shop")
    pollex("library", "new", "mine", "tool", "find-price")
    pollex("credentials", "set", "my-shop", "--type", "custom", "--json", stdin={"token": "hush-1843"})
    vault = pollex.home / "vault.bin"
    sealed = vault.read_bytes()
    vault.write_bytes(tampered := sealed[:-1] + bytes([sealed[-1] ^ 1]))

    ran = pollex("library", "run", "mine", "shop/find-price", "--as", "my-shop", "--json")

    assert ran.returncode == 1
    assert ran.fault["code"] == "unavailable"
    assert "hush-1843" not in ran.stdout + ran.stderr
    assert vault.read_bytes() == tampered


def test_the_check_parses_scripts_for_node(pollex: Terminal, tmp_path: Path) -> None:
    pollex("library", "new", "mine", "app", "shop", "--domain", "shop.example")
    for name in ("find-price", "find-more"):
        pollex("library", "new", "mine", "tool", name, "--kind", "ts")
    right = pollex("library", "check", "mine", "--json")
    script = tmp_path / "mine/src/apps/shop/tool/find-price.ts"
    script.write_text(f"{script.read_text()}\nenum Currency {{ EUR }}\n")
    wrong = pollex("library", "check", "mine", "--json")

    assert right.returncode == 0
    [issue] = wrong.fault["issues"]
    assert issue["file"] == "apps/shop/tool/find-price.ts"
    assert "TypeScript enum is not supported" in issue["message"]


def test_the_calls_of_a_tool_are_shown_while_it_runs_and_later(pollex: Terminal, server: Server) -> None:
    copy_examples(pollex.folder, server.url)

    ran = pollex("library", "run", "copy", "shop/find-products", "--input", "query=kettle", "--json")
    node = pollex("library", "run", "copy", "shop/read-product", "--input", "product=10001")
    later = pollex("runs", "show", ran.result["data"]["run"])

    heading, *calls, end = [line.partition("  ")[0] for line in ran.stderr.splitlines()]
    assert (heading, end) == ("shop.find-products", "✓ Done")
    assert calls[1:3] == ["✓ Typed “kettle” into the search box “Search the shop”", "✓ Pressed Enter"]
    assert later.stdout == ran.stderr
    assert f"→ {server.url}/shop/item/10001\n" in node.stderr


def test_a_refused_publication_names_the_files_and_not_where_they_were_staged(pollex: Terminal, tmp_path: Path) -> None:
    pollex("library", "new", "mine", "app", "shop", "--domain", "shop.example")
    node = '{"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": "https://evil.example/"}}'
    (tmp_path / "w.workflow.json").write_text(f'{{"name": "W", "nodes": [{node}, {node.replace("1", "2", 1)}]}}')
    refused = pollex("library", "publish", "mine", "--from", "w.workflow.json", "--app", "shop", "--slug", "look")

    assert refused.returncode == 1
    assert "'shop.look' would have mistakes: " in refused.stderr
    assert "apps/shop/tool/look.workflow.json Line " in refused.stderr
    assert "/tmp" not in refused.stderr


def test_a_workflow_that_was_edited_into_nonsense_is_published_nowhere_and_its_lines_are_shown(
    pollex: Terminal, tmp_path: Path
) -> None:
    lines = ['{"name": "W", "nodes": [', '  {"position": 1, "type": "browser_acton", "config": {}},', "]}"]
    good = '  {"position": 2, "type": "show", "config": {"value": 3, "as": "tabel"}}'
    (tmp_path / "w.workflow.json").write_text("\n".join([*lines[:2], good, lines[2]]))
    options = ("--from", "w.workflow.json", "--app", "shop", "--slug", "look", "--domain", "shop.example")
    refused = pollex("library", "publish", "mine", *options)

    assert refused.returncode == 1
    assert "w.workflow.json:2" in refused.stderr
    assert "w.workflow.json:3" in refused.stderr
    assert "Did you mean 'browser_action'?" in refused.stderr
    assert not (tmp_path / "mine").exists()


def test_a_run_that_was_cut_off_is_published_nowhere_and_the_way_on_is_named(
    pollex: Terminal, tmp_path: Path, server: Server
) -> None:
    asked = ("run", 'Click "Nowhere at all".', "--url", f"{server.url}/shop/", "--model", "local", "--no-pictures")
    cut = json.loads(pollex(*asked, "--json").stdout)["data"]["run"]
    options = ("--from", cut, "--app", "shop", "--slug", "look", "--domain", "127.0.0.1")
    refused = pollex("library", "publish", "mine", *options)

    assert refused.returncode == 1
    assert "The run failed, so it cannot be compiled" in refused.stderr
    assert f"pollex runs compile {cut} --partial -o FILE" in " ".join(refused.stderr.split())
    assert not (tmp_path / "mine").exists()


def test_runs_show_says_why_a_run_failed(pollex: Terminal, tmp_path: Path) -> None:
    pollex("library", "new", "mine", "app", "shop", "--domain", "shop.example")
    pollex("library", "new", "mine", "tool", "find-price")
    script = tmp_path / "mine/src/apps/shop/tool/find-price.py"
    script.write_text("async def run(page, inputs, credentials):\n    raise ValueError(f'no {inputs[\"path\"]}')\n")
    failed = pollex("library", "run", "mine", "shop/find-price", "--json")
    shown = pollex("runs", "show", failed.result["data"]["run"])

    assert "no /" in failed.fault["message"]
    assert failed.fault["message"] in " ".join(shown.stderr.split())


def test_trust_is_shown_listed_and_taken_back(pollex: Terminal, tmp_path: Path) -> None:
    pollex("library", "new", "mine", "app", "shop")
    pollex("library", "new", "mine", "tool", "find-price", "--kind", "js")
    (tmp_path / "mine/src/apps/shop/tool/find-price.js").write_text("console.log('{}')")
    given = pollex("library", "trust", "mine")
    listed = pollex("library", "trust", "--json")
    (tmp_path / "mine/src/apps/shop/tool/find-price.js").write_text("console.log('{\"a\": 1}')")
    changed = pollex("library", "trust")
    taken = pollex("library", "trust", "mine", "--revoke")

    assert "apps/shop/tool/find-price.js" in given.stdout
    assert (
        "1 script trusted, as now. Where nothing holds such a script, it can read and change your files" in given.stdout
    )
    assert [(each["library"], each["unchanged"]) for each in listed.data["libraries"]] == [
        (str(tmp_path / "mine/src"), True)
    ]
    assert "changed since: not trusted" in changed.stdout
    assert (taken.returncode, pollex("library", "trust").stdout) == (0, "No library is trusted.\n")
