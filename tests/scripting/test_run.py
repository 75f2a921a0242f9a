"""A script and its page: what it gets, what it can call, what it returns."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pollex.core.secret import Secret
from pollex.scripting.run import run_python
from pollex.scripting.trust import ScriptHome
from pollex.testing import FakePage

from .conftest import PASSWORD, RunScript, Tools


async def test_a_script_gets_its_inputs_and_returns_a_dict(run_script: RunScript) -> None:
    result = await run_script("return {'twice': inputs['n'] * 2, 'at': page.url}", inputs={"n": 21})

    assert (result.ok, result.data) == (True, {"twice": 42, "at": "https://shop.test/"})


async def test_the_page_is_the_public_page_without_the_modules_of_the_browser(run_script: RunScript) -> None:
    result = await run_script(
        """
        import sys
        from pollex import Page
        browser = [name for name in sys.modules if name.startswith(("pollex.page.", "playwright"))]
        return {"is": isinstance(page, Page), "loaded": sorted(browser)}
        """
    )

    assert result.data == {"is": True, "loaded": ["pollex.page.callable", "pollex.page.methods"]}


async def test_methods_of_the_page_are_calls_in_the_one_pipeline(run_script: RunScript, tools: Tools) -> None:
    result = await run_script("return await page.click('css=#buy')")

    assert result.data == {"tool": "page.click", "number": 1}
    assert [(name, args["selector"]) for name, args in tools.calls] == [("page.click", "css=#buy")]
    assert [event.kind for event in tools.log.events] == ["call.started", "call.finished"]


async def test_calls_can_be_gathered_in_any_number(run_script: RunScript, tools: Tools) -> None:
    result = await run_script(
        """
        import asyncio
        found = await asyncio.gather(*(page.text() for _ in range(500)))
        return {"numbers": sorted(each["number"] for each in found)}
        """
    )

    assert result.data == {"numbers": list(range(1, 501))}


async def test_the_fault_of_a_call_is_raised_in_the_script(run_script: RunScript) -> None:
    result = await run_script(
        """
        from pollex import Fault
        try:
            await page.click("missing")
        except Fault as fault:
            return {"code": fault.code, "pointer": fault.pointer, "hint": fault.hint}
        """
    )

    assert result.data == {"code": "not_found", "pointer": "/selector", "hint": "Look first."}


async def test_a_fault_that_is_not_caught_is_the_result_with_its_line(run_script: RunScript) -> None:
    fault = (await run_script("await page.click('missing')")).fault

    assert fault is not None
    assert fault.message == "Failed to click: nothing fits. (line 2 of the script 'send.py')"
    assert (fault.code, fault.pointer, fault.hint, fault.retry) == ("not_found", None, "Look first.", False)


@pytest.mark.parametrize("tool", ["fs.read", "browser.close"])
async def test_other_tools_are_refused(run_script: RunScript, tools: Tools, tool: str) -> None:
    fault = (await run_script(f"return (await page.call({tool!r}, {{}})).unwrap()")).fault

    assert fault is not None
    assert (fault.code, tools.calls) == ("denied", [])
    assert fault.message.startswith(f"A script cannot call the tool {tool!r}.")


async def test_a_password_is_a_reference_that_is_opened_where_it_is_typed(run_script: RunScript, tools: Tools) -> None:
    result = await run_script("return await page.type('#password', credentials['username_password'].password)")

    assert result.ok
    assert tools.calls[0][1]["text"].reveal() == PASSWORD


@pytest.mark.parametrize(
    "text",
    [
        "{{secret.username_password.password}}",
        "{{secret.bank.password}}",
        "{{name}}",
        "secret:0:username_password.password",
    ],
)
async def test_text_that_looks_like_a_reference_is_only_text(run_script: RunScript, tools: Tools, text: str) -> None:
    await run_script("return await page.type('#comment', inputs['text'])", inputs={"text": text})

    assert tools.calls[0][1]["text"] == text


async def test_a_script_cannot_name_a_secret_that_it_was_not_given(run_script: RunScript, tools: Tools) -> None:
    fault = (
        await run_script(
            """
            from pollex.scripting.credentials import CredentialField
            return await page.type("#password", CredentialField("bank.password"))
            """
        )
    ).fault

    assert fault is not None
    assert (fault.code, tools.calls) == ("denied", [])


async def test_a_reference_says_only_its_name(run_script: RunScript) -> None:
    result = await run_script(
        """
        import copy, json, pickle
        def outcome(work):
            try:
                return work()
            except Exception as error:
                return type(error).__name__
        password = credentials["username_password"].password
        return {
            "said": [str(password), repr(password), f"Bearer {password}", "%s" % password],
            "refused": [outcome(lambda: work(password)) for work in
                (lambda p: p + "x", lambda p: "".join([p]), json.dumps, pickle.dumps, copy.deepcopy, bytes)],
            "revealed": outcome(password.reveal),
            "absent": credentials["authenticator"],
            "unknown": outcome(lambda: credentials["username_password"].pasword),
        }
        """
    )

    name = "{{secret.username_password.password}}"
    assert result.data == {
        "said": [name, name, f"Bearer {name}", name],
        "refused": ["TypeError"] * 6,
        "revealed": "Fault",
        "absent": None,
        "unknown": "AttributeError",
    }


async def test_logged_in_answers_true_or_false(run_script: RunScript) -> None:
    source = "async def logged_in(page):\n    return (await page.text())['number'] == 1\n"

    assert (await run_script(source, whole=True, function="logged_in")).data is True


@pytest.mark.parametrize(
    ("body", "pointer", "received"),
    [
        ("return [1]", "", "[1] (array)"),
        ("return None", "", "null"),
        ("return {'a': {'b/c': [object()]}}", "/a/b~1c/0", "object"),
        ("return {'page': page}", "/page", "pollex.scripting.page.ScriptPage"),
    ],
)
async def test_a_wrong_shape_is_a_fault_with_its_place(
    run_script: RunScript, body: str, pointer: str, received: str
) -> None:
    fault = (await run_script(body)).fault

    assert fault is not None
    assert (fault.code, fault.pointer, fault.received) == ("invalid_output", pointer, received)


async def test_values_become_json_by_the_one_rule(run_script: RunScript) -> None:
    result = await run_script("import datetime\nreturn {'day': datetime.date(2026, 1, 2), 'x': float('nan')}")

    assert (result.data, result.notes) == (
        {"day": "2026-01-02", "x": None},
        ("/x: nan has no JSON form; null stands for it",),
    )


async def test_what_is_printed_is_progress_of_the_run(
    run_script: RunScript, tools: Tools, capfd: pytest.CaptureFixture[str]
) -> None:
    await run_script("import sys\nprint('one')\nprint('two', file=sys.stderr)\nreturn {}")

    assert sorted(tools.printed.splitlines()) == ["one", "two"]
    assert capfd.readouterr() == ("", "")


async def test_modules_beside_a_script_can_be_imported(run_script: RunScript, tmp_path: Path) -> None:
    (tmp_path / "prices.py").write_text("TAX = 7\n")
    (tmp_path / "json.py").write_text("raise RuntimeError('not this one')\n")

    result = await run_script("import json, prices\nreturn {'tax': json.dumps(prices.TAX)}")

    assert result.data == {"tax": "7"}
    assert not (tmp_path / "__pycache__").exists()


async def test_a_secret_in_the_address_of_the_page_does_not_reach_the_script(
    run_script: RunScript, tools: Tools
) -> None:
    """As after a form that was sent with it. The script compares, since its answer is redacted as well."""
    tools.context = replace(tools.context, page=FakePage({}, url=f"https://shop.test/?q={PASSWORD}"))
    tools.context.redactor.learn(Secret("username_password.password", PASSWORD))

    result = await run_script("first = page.url\nawait page.text()\nreturn {'lengths': [len(first), len(page.url)]}")

    assert result.data == {"lengths": [len("https://shop.test/?q={{secret.username_password.password}}")] * 2}


async def test_the_environment_is_an_allow_list(run_script: RunScript, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("POLLEX_SECRET_BANK_PASSWORD", "secret")
    monkeypatch.setenv("LC_TIME", "C")
    result = await run_script("import os\nreturn {'env': dict(os.environ), 'here': os.getcwd(), 'in': os.listdir()}")

    folder, env = result.data["here"], result.data["env"]
    known = {"PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "LC_CTYPE"}
    assert {name for name in env if not name.lower().endswith("_proxy")} - known == {"LC_TIME"}
    assert (env["HOME"], env["TMPDIR"], result.data["in"]) == (folder, folder, [])
    assert not os.path.exists(folder)  # noqa: ASYNC240, PTH110


async def test_runs_at_the_same_time_do_not_meet(run_script: RunScript, tmp_path: Path, tools: Tools) -> None:
    file = tmp_path / "count.py"
    file.write_text("async def run(page, inputs, credentials):\n    await page.text()\n    return inputs\n")

    async def one(number: int) -> Any:
        return (
            await run_python(file, "run", {"n": number}, {}, tools.context, timeout=60, home=ScriptHome(tmp_path))
        ).data

    assert await asyncio.gather(*map(one, range(4))) == [{"n": number} for number in range(4)]


async def test_the_memory_of_a_script_never_holds_a_secret(run_script: RunScript, tools: Tools) -> None:
    """The process is searched while it waits: for the secret, and for a text that it does hold."""
    found: dict[str, bool] = {}

    async def search(args: Any, context: Any) -> Any:
        [pid] = [each for each in processes() if b"needle-in-memory" in memory(each)]
        found.update({text: text.encode() in memory(pid) for text in (PASSWORD, "needle-in-memory")})
        return {}

    tools.context.tools.add(tools.context.tools.find("page.text").replace(name="page.look", run=search))  # type: ignore[attr-defined, union-attr]
    result = await run_script(
        "text = inputs['text']\n"
        "await page.type('#password', credentials['username_password'].password)\n"
        "return await page.call('page.look', {}) and {}",
        inputs={"text": "needle-in-memory"},
    )

    assert result.ok, result.fault
    assert found == {PASSWORD: False, "needle-in-memory": True}


def processes() -> list[int]:
    """The processes below this one."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    below = {os.getpid()}
    for _ in range(4):
        below |= {pid for pid, parent in parents.items() if parent in below}
    return sorted(below - {os.getpid()})


def memory(pid: int) -> bytes:
    """What a process has in its writable memory."""
    pieces = []
    try:
        with Path(f"/proc/{pid}/mem").open("rb", 0) as mem:
            for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
                place, rights = line.split()[:2]
                if rights.startswith("rw") and "[v" not in line:
                    start, end = (int(part, 16) for part in place.split("-"))
                    mem.seek(start)
                    pieces.append(mem.read(end - start))
    except OSError:
        pass
    return b"".join(pieces)


async def test_an_integer_of_any_size_comes_through(run_script: RunScript) -> None:
    result = await run_script("return {'n': 10**400, 'm': -(10**20)}")

    assert result.data == {"n": 10**400, "m": -(10**20)}
