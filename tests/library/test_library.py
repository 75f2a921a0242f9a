"""The rules of `library check`: for each, a library that breaks it and one that keeps it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.library.sample import (
    APP,
    AUTH,
    AUTH_SCRIPT,
    SHOP,
    TOOL,
    TOOL_FILE,
    TOOL_SCRIPT,
    app,
    auth,
    script,
    tool,
    workflow,
    write_library,
)

from pollex.core.fault import Fault, Issue
from pollex.core.parsed_scripts import ParsedScripts
from pollex.library.library import Library, check_library

PARAMETER = {"display_name": "a", "type": "string"}
SIZES: dict[str, Any] = {"type": "array", "items": {"enum": ["S", "M"]}}
BASE = [*TOOL["inputSchema"], {"display_name": "base", "type": "string", "default_value": "https://evil.example"}]
Change = dict[Path, Any]

BROKEN: dict[str, tuple[Change, str, str, str]] = {
    "an app without app.json": (
        {SHOP / "app.json": None}, "apps/shop/app.json", "", "An app needs an app.json."),
    "app.json that is no JSON": (
        {SHOP / "app.json": "{,}"}, "apps/shop/app.json", "", "app.json is not JSON"),
    "a key twice": (
        {SHOP / "app.json": '{"id": "a", "id": "b"}'}, "apps/shop/app.json", "", "has the key 'id' twice"),
    "app.json without a name": (app(name=...), "apps/shop/app.json", "/name", ""),
    "app.json with an unknown key": (app(domains=[]), "apps/shop/app.json", "/domains", "There is no key 'domains'"),
    "no domains": (app(allowedDomains=[]), "apps/shop/app.json", "/allowedDomains", ""),
    "an id in capitals": (app(id="Shop"), "apps/shop/app.json", "/id", "'Shop' is no id."),
    "a reserved id": (app(id="page"), "apps/shop/app.json", "/id", "The id 'page' is taken"),
    "the id of a tool that exists": (app(id="aggregate"), "apps/shop/app.json", "/id", "The id 'aggregate' is taken"),
    "two apps of one id": (
        {Path("src/apps/other/app.json"): APP}, "apps/shop/app.json", "/id", "There are two apps 'shop'"),
    "a domain with a scheme": (
        app(allowedDomains=["https://shop.example"]), "apps/shop/app.json", "/allowedDomains/0", "is no domain"),
    "a domain with a path": (
        app(allowedDomains=["shop.example/x"]), "apps/shop/app.json", "/allowedDomains/0", "is no domain"),
    "a star": (app(allowedDomains=["*.shop.example"]), "apps/shop/app.json", "/allowedDomains/0", "is no domain"),
    "a public suffix": (app(allowedDomains=["co.uk"]), "apps/shop/app.json", "/allowedDomains/0", "public suffix"),
    "a part of an address": (
        app(allowedDomains=["127.1"]), "apps/shop/app.json", "/allowedDomains/0", "browsers read what ends with"),
    "a private public suffix": (
        app(allowedDomains=["github.io"]), "apps/shop/app.json", "/allowedDomains/0", "public suffix"),
    "a domain twice": (
        app(allowedDomains=["shop.example"] * 2), "apps/shop/app.json", "/allowedDomains/1", "is there twice"),
    "rule 1, slug and file name": (
        tool(slug="find"), "apps/shop/tool/find-price.template.json", "/slug", "must match the file's name"),
    "rule 2, type and folder": (
        tool(type="auth"), "apps/shop/tool/find-price.template.json", "/type", "The type must match the folder."),
    "an unknown type": (tool(type="tol"), "apps/shop/tool/find-price.template.json", "/type", "There is no type 'tol'"),
    "a template in another folder": (
        {TOOL_FILE: None, SHOP / "tools/find-price.template.json": TOOL},
        "apps/shop/tools/find-price.template.json", "/type", "in a folder called 'auth' or 'tool'"),
    "rule 3, app and app.json": (
        tool(app="shops"), "apps/shop/tool/find-price.template.json", "/app", "must match the id"),
    "a template outside every app": (
        {Path("src/tool/find-price.template.json"): TOOL},
        "tool/find-price.template.json", "/app", "there is no app.json above it"),
    "rule 4, the file exists": (
        tool(file="find-prise.py"), "apps/shop/tool/find-price.template.json", "/file", "no file 'find-prise.py'"),
    "a file in another folder": (
        tool(file="../auth/login.py"), "apps/shop/tool/find-price.template.json", "/file", "own folder"),
    "a file of another kind": (
        tool(file="find-price.rb"), "apps/shop/tool/find-price.template.json", "/file", "'find-price.rb' is no script"),
    "rule 5, types of parameters": (
        tool(inputSchema=[{**PARAMETER, "type": "text"}]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/0/type", "no parameter type"),
    "a slug in capitals": (
        {TOOL_FILE: None, SHOP / "tool/Find.template.json": {**TOOL, "slug": "Find"}},
        "apps/shop/tool/Find.template.json", "/slug", "'Find' is no slug."),
    "one name twice in an app": (
        {
            SHOP / "mesh/tool/find-price.template.json": TOOL, SHOP / "mesh/tool/find-price.py": TOOL_SCRIPT,
            SHOP / "tool/mesh-find-price.template.json": {**TOOL, "slug": "mesh-find-price"},
        },
        "apps/shop/tool/mesh-find-price.template.json", "/slug", "has two of type tool called 'mesh-find-price'"),
    "an unknown key of a template": (
        tool(inputSchemas=[]), "apps/shop/tool/find-price.template.json", "/inputSchemas", "no key 'inputSchemas'"),
    "inputs of an auth": (
        auth(inputSchema=[]), "apps/shop/auth/login.template.json", "/inputSchema", "no key 'inputSchema'"),
    "an unknown type of credentials": (
        auth(requiredCredentials=["password"]),
        "apps/shop/auth/login.template.json", "/requiredCredentials/0", "no type of credentials 'password'"),
    "credentials twice": (
        auth(optionalCredentials=["username_password"]),
        "apps/shop/auth/login.template.json", "/optionalCredentials/0", "named twice"),
    "a type that is no text": (
        tool(inputSchema=[{**PARAMETER, "type": ["string"]}]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/0/type", "no parameter type"),
    "a schema that is none": (
        tool(outputSchema=[{**PARAMETER, "type": "json", "schema": {"type": "nonsense"}}]),
        "apps/shop/tool/find-price.template.json", "/outputSchema/0/schema/type", "This is no JSON Schema"),
    "a schema from elsewhere": (
        tool(inputSchema=[{**PARAMETER, "type": "json", "schema": {"$ref": "https://evil.example/x"}}]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/0/schema/$ref", "nothing is ever fetched"),
    "a name of a script that no file can have": (
        tool(file="é" * 252 + ".py"), "apps/shop/tool/find-price.template.json", "/file", "There is no file 'ééé"),
    "a slug without an end": (
        tool(slug="a" * 300), "apps/shop/tool/find-price.template.json", "/slug", "Expected at most 255 characters"),
    "a default of another type": (
        tool(inputSchema=[{**PARAMETER, "type": "number", "default_value": "many"}]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/0/default_value", "The default is no number."),
    "a default that its own schema refuses": (
        tool(inputSchema=[{**PARAMETER, "type": "json", "schema": SIZES, "default_value": '["S", "Q"]'}]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/0/default_value", "The default does not fit"),
    "a default text that its own schema refuses": (
        tool(inputSchema=[{**PARAMETER, "schema": SIZES["items"], "default_value": "Q"}]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/0/default_value", "The default does not fit"),
    "a parameter twice": (
        tool(inputSchema=[PARAMETER, PARAMETER]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/1/display_name", "two parameters 'a'"),
    "a parameter without a name": (
        tool(inputSchema=[{**PARAMETER, "display_name": ""}]),
        "apps/shop/tool/find-price.template.json", "/inputSchema/0/display_name", "needs a name"),
    "an app that a generic login names": (
        {Path("src/generic/auth/login.template.json"): AUTH, Path("src/generic/auth/login.py"): AUTH_SCRIPT},
        "generic/auth/login.template.json", "/app", "belongs to no app"),
    "a script that is not Python": (script("async def run(:"), "apps/shop/tool/find-price.py", "", "is not Python"),
    "a script that only the compiler refuses": (
        script(TOOL_SCRIPT + "\nreturn 1"), "apps/shop/tool/find-price.py", "", "Line 8 is not Python: 'return'"),
    "a script in an unknown encoding": (
        script("# coding: klingon"), "apps/shop/tool/find-price.py", "", "unknown encoding: klingon"),
    "a script that is nested too deep": (
        script("x = a" + ".b" * 50_000), "apps/shop/tool/find-price.py", "", "nested too deep to be read"),
    "a script without an entry": (
        script("async def main(page, inputs, credentials): ..."),
        "apps/shop/tool/find-price.py", "", "no function 'run'"),
    "a script that is not asynchronous": (
        script("def run(page, inputs, credentials): ..."),
        "apps/shop/tool/find-price.py", "", "'run' is not asynchronous"),
    "a script with other arguments": (
        script("async def run(page, inputs): ..."),
        "apps/shop/tool/find-price.py", "", "takes page, inputs and credentials"),
    "an undeclared input": (
        script(TOOL_SCRIPT.replace('"product"', '"products"')),
        "apps/shop/tool/find-price.py", "", "reads the input 'products'"),
    "an undeclared credential": (
        script(TOOL_SCRIPT + "    credentials['custom']"),
        "apps/shop/tool/find-price.py", "", "uses the credentials 'custom'"),
    "an undeclared output": (
        script(TOOL_SCRIPT.replace('{"price"', '{"cost"')),
        "apps/shop/tool/find-price.py", "", "the output 'cost' is not declared"),
    "an output that is missing": (
        script("async def run(page, inputs, credentials):\n    return {}"),
        "apps/shop/tool/find-price.py", "", "the output 'price' is missing"),
    "an answer that is no dict": (
        script("async def run(page, inputs, credentials):\n    return 3"),
        "apps/shop/tool/find-price.py", "", "'run' returns no dict"),
    "an address elsewhere": (
        script(TOOL_SCRIPT.replace("www.shop.example", "evil.example")),
        "apps/shop/tool/find-price.py", "", "names 'evil.example'"),
    "an address elsewhere in TypeScript": (
        {**tool(file="find-price.ts"), SHOP / "tool/find-price.ts": "page.goto(`https://evil.example/${id}`)"},
        "apps/shop/tool/find-price.ts", "", "Line 1 names 'evil.example'"),
    "a workflow that cannot run": (
        workflow(nodes=[{"position": 1, "type": "browser_acton"}]),
        "apps/shop/tool/find-price.workflow.json", "/nodes/0/type", "no type of node 'browser_acton'"),
    "a workflow without a declared input": (
        {**workflow(), **tool(file="find-price.workflow.json", inputSchema=[PARAMETER])},
        "apps/shop/tool/find-price.template.json", "/inputSchema/0", "The workflow has no input 'a'"),
    "a workflow with other outputs": (
        {**workflow(), **tool(file="find-price.workflow.json", outputSchema=[PARAMETER])},
        "apps/shop/tool/find-price.template.json", "/outputSchema/0", "The workflow has no output 'a'"),
    "a workflow with an address elsewhere": (
        workflow(nodes=[
            {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": "https://evil.example"}},
            {"position": 2, "type": "context", "config": {"operation": "set", "key": "found", "value": "{{product}}"}},
        ]),
        "apps/shop/tool/find-price.workflow.json", "", "names 'evil.example'"),
    "a workflow whose input begins elsewhere": (
        {**workflow(inputs=BASE), **tool(file="find-price.workflow.json", inputSchema=BASE)},
        "apps/shop/tool/find-price.template.json", "/inputSchema/2/default_value", "The default names 'evil.example'"),
    "a workflow that may go elsewhere": (
        workflow(allowedDomains=["evil.example"]),
        "apps/shop/tool/find-price.workflow.json", "/allowedDomains/0", "may reach 'evil.example'"),
    "a workflow that names a secret": (
        workflow(nodes=[
            {"position": 1, "type": "browser_action",
             "config": {"action": "type", "selector": "#a", "text": "{{secret.bank.password}}"}},
            {"position": 2, "type": "context", "config": {"operation": "set", "key": "found", "value": 1}},
        ]),
        "apps/shop/tool/find-price.workflow.json", "", "The secret 'bank' is named"),
    "a workflow with undeclared credentials": (
        workflow(nodes=[
            {"position": 1, "type": "browser_action",
             "config": {"action": "type", "selector": "#a", "text": "{{secret.custom.token}}"}},
            {"position": 2, "type": "context", "config": {"operation": "set", "key": "found", "value": 1}},
        ]),
        "apps/shop/tool/find-price.template.json", "", "uses the credentials 'custom'"),
}  # fmt: skip

RIGHT: dict[str, Change] = {
    "as it is": {},
    "localhost and addresses": {**app(allowedDomains=["localhost", "127.0.0.1", "::1", "shop.example", "foo.co.uk"])},
    "subdomains": app(allowedDomains=["www.shop.example"]),
    "a nested product": {
        SHOP / "mesh/tool/find-more.template.json": {**TOOL, "slug": "find-more"},
        SHOP / "mesh/tool/find-price.py": TOOL_SCRIPT,
    },
    "a nested app": {
        SHOP / "mesh/app.json": {**APP, "id": "mesh"},
        SHOP / "mesh/tool/find-price.template.json": {**TOOL, "app": "mesh"},
        SHOP / "mesh/tool/find-price.py": TOOL_SCRIPT,
    },
    "a generic login": {
        Path("src/generic/auth/login.template.json"): {**AUTH, "app": "generic"},
        Path("src/generic/auth/login.py"): AUTH_SCRIPT,
    },
    "a workflow": workflow(),
    "TypeScript": {
        **tool(file="find-price.ts"),
        SHOP / "tool/find-price.ts": "// see https://evil.example\nawait page.goto('https://shop.example:8080/a')",
    },
    "no schemas": {
        **tool(inputSchema=..., outputSchema=...),
        **script("async def run(page, inputs, credentials):\n    return {}"),
    },
    "keys that are not literal": script(
        "async def run(page, inputs, credentials):\n    found = {**inputs}\n    return found"
    ),
    "an address that is filled in": script(
        TOOL_SCRIPT.replace('"https://www.shop.example/search"', "f\"https://{inputs['product']}.example\"")
    ),
}


def found(folder: Path) -> list[Issue]:
    return check_library(folder, taken={"aggregate", "page.click"})[1].errors


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_named_with_its_place(name: str, tmp_path: Path) -> None:
    change, file, pointer, message = BROKEN[name]

    issues = found(write_library(tmp_path, change))

    assert any((each.file, each.pointer) == (file, pointer) and message in each.message for each in issues), issues


@pytest.mark.parametrize("name", RIGHT)
def test_a_library_that_keeps_the_rules_has_no_mistakes(name: str, tmp_path: Path) -> None:
    assert found(write_library(tmp_path, RIGHT[name])) == []


def test_all_mistakes_are_found_at_once(tmp_path: Path) -> None:
    folder = write_library(tmp_path, app(allowedDomains=["co.uk"]), auth(slug="log"), tool(app="x", type="auth"))

    assert [(each.file, each.pointer) for each in found(folder)] == [
        ("apps/shop/app.json", "/allowedDomains/0"),
        ("apps/shop/auth/login.template.json", "/slug"),
        ("apps/shop/tool/find-price.template.json", "/type"),
        ("apps/shop/tool/find-price.template.json", "/app"),
    ]


def test_an_unknown_key_hides_no_other_mistake_of_its_file(tmp_path: Path) -> None:
    folder = write_library(tmp_path, app(domains=[], allowedDomains=["co.uk"]), tool(sluk="x", slug="find"))

    assert [(each.file, each.pointer) for each in found(folder)] == [
        ("apps/shop/app.json", "/domains"),
        ("apps/shop/app.json", "/allowedDomains/0"),
        ("apps/shop/tool/find-price.template.json", "/sluk"),
        ("apps/shop/tool/find-price.template.json", "/slug"),
    ]


def test_a_file_that_is_a_list_is_one_mistake(tmp_path: Path) -> None:
    folder = write_library(tmp_path, {SHOP / "app.json": "[]"})

    assert [(each.file, each.pointer) for each in found(folder)] == [("apps/shop/app.json", "")]


def test_hints_correct_what_is_misspelt(tmp_path: Path) -> None:
    folder = write_library(tmp_path, tool(outputSchemas=[], outputSchema=...), auth(requiredCredentials=["username"]))

    assert [each.hint for each in found(folder)] == [
        "Did you mean 'username_password'?",
        "Did you mean 'outputSchema'?",
    ]


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = write_library(tmp_path, script(""), tool(file="linked.py"))
    (tmp_path / "outside.py").write_text(TOOL_SCRIPT)
    (folder / SHOP / "tool" / "linked.py").symlink_to(tmp_path / "outside.py")
    (folder / SHOP / "more").symlink_to(tmp_path)

    assert {each.message for each in found(folder)} == {
        "A link to a folder is not followed.",
        "The script 'linked.py' is a link.",
    }


def test_a_link_to_what_is_not_read_does_not_matter(tmp_path: Path) -> None:
    folder = write_library(tmp_path)
    (folder / SHOP / "node_modules").symlink_to(tmp_path)

    assert found(folder) == []


def test_warnings_are_apart_from_errors(tmp_path: Path) -> None:
    unread = TOOL_SCRIPT.replace('inputs.get("currency")', '"EUR"')
    folder = write_library(
        tmp_path,
        script(unread),
        tool(outputSchema=[{"display_name": "price", "type": "json"}]),
        {SHOP / "auth/login.py": AUTH_SCRIPT.replace("logged_in", "is_in")},
        {SHOP / "Big_One/app.json": {**APP, "id": "big"}},
    )

    library, findings = check_library(folder)

    assert findings.errors == []
    assert {each.message.partition(":")[0] for each in library.warnings} == {
        "The script never reads the input 'currency'.",
        "The type 'json' is Pollex's own; other programs know string, number, boolean and date.",
        "Without 'async def logged_in(page) -> bool' a kept login counts as stale each time.",
        "The folder 'Big_One' is not named as folders are here.",
    }


def test_scripts_for_node_that_nothing_can_parse_are_warnings(tmp_path: Path) -> None:
    def parse(files: Sequence[Path]) -> ParsedScripts:
        raise Fault("unavailable", "There is no Node.", hint="Install Node.", retry=False)

    folder = write_library(tmp_path, tool(file="find-price.ts"), {SHOP / "tool/find-price.ts": "let a"})

    library, findings = check_library(folder, parse=parse)

    assert findings.errors == []
    assert [(each.file, each.message, each.hint) for each in library.warnings][-1] == (
        "apps/shop/tool/find-price.ts",
        "The script was not parsed: There is no Node.",
        "Install Node.",
    )


@pytest.mark.document("000", "A script without a template is reported.")
def test_a_script_that_nothing_names_is_a_warning(tmp_path: Path) -> None:
    script = {SHOP / "tool/find-price.ts": "import './rates';", SHOP / "tool/rates.ts": "", SHOP / "tool/lost.ts": ""}

    library, _ = check_library(write_library(tmp_path, tool(file="find-price.ts"), script))

    lone = [each for each in library.warnings if "No template names" in each.message]
    assert [(each.file, each.hint) for each in lone] == [
        ("apps/shop/tool/find-price.py", "Write 'find-price.template.json' beside it, or remove it."),
        ("apps/shop/tool/lost.ts", "Write 'lost.template.json' beside it, or remove it."),
    ]


def test_the_names_and_places_of_a_library(tmp_path: Path) -> None:
    library = Library.load(write_library(tmp_path, RIGHT["a nested product"], RIGHT["a generic login"]))

    assert library.to_json() | {"warnings": []} == {
        "apps": ["shop"],
        "tools": ["shop.find-more", "shop.find-price"],
        "auths": ["shop.login", "generic.login"],
        "warnings": [],
    }
    assert {each.name: each.packages for each in library.templates} == {
        "shop.login": (),
        "shop.find-more": ("mesh",),
        "shop.find-price": (),
        "generic.login": (),
    }


def test_a_library_with_mistakes_is_not_loaded(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="has mistakes: The slug must match"):
        Library.load(write_library(tmp_path, auth(slug="log")))


def test_a_folder_without_apps_is_no_library(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="There is no library in") as caught:
        check_library(tmp_path)

    assert caught.value.hint == f"Make one: pollex library new {tmp_path} app NAME"


def test_a_template_is_found_by_its_name_with_similar_ones(tmp_path: Path) -> None:
    library = Library.load(write_library(tmp_path))

    assert library.find("tool", "shop/find-price") is library.find("tool", "shop.find-price")
    with pytest.raises(Fault, match="has no tool 'shop/find-prise'") as caught:
        library.find("tool", "shop/find-prise")
    assert caught.value.hint == "Did you mean 'shop.find-price'?"


def test_the_schemas_of_a_template(tmp_path: Path) -> None:
    template = Library.load(write_library(tmp_path)).find("tool", "shop.find-price")

    assert template.input.check({"product": "lamp"}).value == {"product": "lamp", "currency": "EUR"}
    assert template.output is not None
    assert template.output.check({"price": 3}).ok


def test_a_tool_is_described_with_its_app_and_its_login(tmp_path: Path) -> None:
    library = Library.load(write_library(tmp_path, tool(requiredCredentials=["username_password"])))
    template = library.find("tool", "shop.find-price")

    expected = "Find the price of a product. On 'Shop', in a window of its own; it logs in by itself."
    assert template.tool_description == expected


@pytest.mark.parametrize("kind", ["py", "workflow.json", "ts", "js"])
def test_the_examples_of_document_000_are_right_with_every_kind_of_script(kind: str, tmp_path: Path) -> None:
    seeds = Path(__file__).parents[1] / "seeds" / "000"
    messenger = json.loads((seeds / "07-tool-template.json").read_text())
    login = json.loads((seeds / "04-auth-template.json").read_text())
    linkedin = json.loads((seeds / "02-app.json").read_text())
    facebook = {**linkedin, "id": "facebook", "allowedDomains": ["facebook.com"]}
    parameter = json.loads((seeds / "09-schema-parameter.json").read_text())
    messenger["inputSchema"].append({**parameter, "display_name": "another"})
    scripts: dict[str, Any] = {
        "py": "async def run(page, inputs, credentials):\n    return await page.do('x', **inputs)",
        "workflow.json": {
            "name": "Send",
            "inputs": messenger["inputSchema"],
            "outputs": [{**messenger["outputSchema"][0], "value": "{{sent}}"}],
            "nodes": [{"position": 1, "type": "context", "config": {"operation": "set", "key": "sent", "value": True}}],
        },
        "ts": "console.log(JSON.stringify({ messageSent: true }))",
        "js": "console.log(JSON.stringify({ messageSent: true }))",
    }
    folder = write_library(
        tmp_path,
        {
            Path("src/apps/linkedin/app.json"): linkedin,
            Path("src/apps/facebook/app.json"): facebook,
            Path("src/apps/linkedin/auth/basic-2fa-login.template.json"): {**login, "file": f"basic-2fa-login.{kind}"},
            Path(f"src/apps/linkedin/auth/basic-2fa-login.{kind}"): scripts[kind],
            Path("src/apps/facebook/tool/send-message-facebook.template.json"): {
                **messenger,
                "file": f"send-message-facebook.{kind}",
            },
            Path(f"src/apps/facebook/tool/send-message-facebook.{kind}"): scripts[kind],
        },
    )

    assert found(folder) == []


@pytest.mark.document("000", "Tools of one slug in different product folders have the folder in their names.")
def test_one_slug_in_two_product_folders(tmp_path: Path) -> None:
    changes = {
        SHOP / f"{product}/tool/find-price.{ending}": text
        for product in ("mesh", "mesh/fine")
        for ending, text in (("template.json", TOOL), ("py", TOOL_SCRIPT))
    }
    library = Library.load(write_library(tmp_path, changes))

    assert sorted(each.name for each in library.of_type("tool")) == [
        "shop.find-price",
        "shop.mesh-find-price",
        "shop.mesh-fine-find-price",
    ]
    assert library.find("tool", "shop/mesh-find-price").packages == ("mesh",)
