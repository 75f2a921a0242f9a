"""The pipeline: filling, guards, secrets, keys, events, and that no input makes it raise."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.budget import Budget
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import dumps
from pollex.core.registry import Registry
from pollex.core.result import Cost, Result
from pollex.core.schema import Schema
from pollex.core.secret import EnvironmentSecrets, Secret
from pollex.core.template import Scope
from pollex.core.tool import Tool

from ..waits import until_async

PASSWORD = "hunter2-and-more"


@tool(effect="read")
async def echo(value: Any) -> Any:
    """Give it back."""
    return value


@tool
async def send(to: str, count: int = 1) -> dict[str, Any]:
    """Send something."""
    return {"to": to, "count": count}


class OneSecret:
    """Secrets for tests: one password, bound to a domain or not."""

    def __init__(self, *domains: str) -> None:
        self._domains = domains

    async def get(self, name: str) -> Secret:
        return Secret(name, PASSWORD, self._domains)

    def names(self) -> list[str]:
        return ["shop.password"]


def fault_of(result: Result) -> Fault:
    assert result.fault is not None
    return result.fault


async def test_without_a_scope_nothing_is_filled() -> None:
    result = await invoke(Call("echo", {"value": "{{name}}"}), Context(Registry(echo)))
    assert result.data == "{{name}}"


async def test_with_a_scope_references_are_filled_and_keep_their_type() -> None:
    scope = Scope(({"n": 3, "name": "Ann"},))
    result = await invoke(Call("send", {"to": "Dear {{name}}", "count": "{{n}}"}, scope=scope), Context(Registry(send)))
    assert result.data == {"to": "Dear Ann", "count": 3}


async def test_an_unknown_reference_is_a_fault_with_a_pointer() -> None:
    result = await invoke(Call("send", {"to": "{{nam}}"}, scope=Scope(({"name": "A"},))), Context(Registry(send)))
    fault = fault_of(result)
    assert (fault.code, fault.pointer, fault.hint) == ("unknown_reference", "/to", "Did you mean 'name'?")


async def test_what_was_filled_in_is_not_filled_again() -> None:
    scope = Scope(({"page": "{{secret.shop.password}}", "secret": "x"},))
    context = Context(Registry(echo), secrets=OneSecret())
    assert (await invoke(Call("echo", {"value": "{{page}}"}, scope=scope), context)).data == "{{secret.shop.password}}"


async def test_a_secret_reaches_the_tool_and_nobody_else() -> None:
    seen: list[str] = []
    log = MemoryLog()

    @tool
    async def login(user: str, password: str) -> dict[str, Any]:
        """Log in."""
        seen.append(password)
        raise ValueError(f"server said: wrong {password}")

    context = Context(Registry(login), secrets=OneSecret(), log=log)
    args = {"user": "ann", "password": "{{secret.shop.password}}"}
    result = await invoke(Call("login", args, scope=Scope()), context)
    assert seen == [PASSWORD]
    assert fault_of(result).message == "'login' failed: server said: wrong {{secret.shop.password}}"
    assert PASSWORD not in dumps([event.to_json() for event in log.events])
    assert log.events[0].data["args"] == {"user": "ann", "password": "{{secret.shop.password}}"}


async def test_secrets_are_named_in_results_notes_and_progress() -> None:
    log = MemoryLog()

    @tool
    async def leak(context: Context, token: str) -> Result:
        """Leak it."""
        context.progress({"header": f"Bearer {token}"})
        return Result.success({f"key {token}": [token, f"a {token} b"]}, notes=(f"used {token}",))

    context = Context(Registry(leak), secrets=OneSecret(), log=log)
    result = await invoke(Call("leak", {"token": "{{secret.t}}"}, scope=Scope()), context)
    assert result.data == {"key {{secret.t}}": ["{{secret.t}}", "a {{secret.t}} b"]}
    assert result.notes == ("used {{secret.t}}",)
    assert PASSWORD not in dumps([event.to_json() for event in log.events])


async def test_encoded_secrets_are_named_too() -> None:
    import base64
    from urllib.parse import quote

    @tool
    async def encode(token: str) -> list[str]:
        """Encode it."""
        return [base64.b64encode(token.encode()).decode(), quote(token + "&", safe="")]

    class Odd(OneSecret):
        async def get(self, name: str) -> Secret:
            return Secret(name, 'pa ss"wörd')

    context = Context(Registry(encode), secrets=Odd())
    result = await invoke(Call("encode", {"token": "{{secret.t}}"}, scope=Scope()), context)
    assert all("{{secret.t}}" in text for text in result.data)


async def test_a_secret_inside_text() -> None:
    context = Context(Registry(echo), secrets=OneSecret())
    result = await invoke(Call("echo", {"value": {"auth": "Bearer {{secret.t}}"}}, scope=Scope()), context)
    assert result.data == {"auth": "Bearer {{secret.t}}"}


class LateSecret(OneSecret):
    """A secret that is there once it is released, as a one-time code whose window has not begun."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = asyncio.Event()
        self.asked = asyncio.Event()

    async def get(self, name: str) -> Secret:
        self.asked.set()
        await self.ready.wait()
        return await super().get(name)


async def test_a_run_that_is_stopped_does_not_wait_for_a_secret() -> None:
    log, late = MemoryLog(), LateSecret()
    context = Context(Registry(echo), secrets=late, log=log)
    waiting = asyncio.ensure_future(invoke(Call("echo", {"value": "{{secret.phone.code}}"}, scope=Scope()), context))
    await late.asked.wait()
    context.cancel.cancel("the user stopped it")
    fault = fault_of(await waiting)
    assert (fault.code, fault.uncertain) == ("cancelled", False)
    assert fault.message == "The wait for the secret 'phone.code' was stopped: the user stopped it."


async def test_who_follows_a_run_hears_that_it_waits_for_a_secret() -> None:
    log, late = MemoryLog(), LateSecret()
    context = Context(Registry(echo), secrets=late, log=log)
    waiting = asyncio.ensure_future(invoke(Call("echo", {"value": "{{secret.phone.code}}"}, scope=Scope()), context))
    await until_async("a notice of the wait", lambda: log.events)
    late.ready.set()
    assert (await waiting).ok
    assert (log.events[0].kind, log.events[0].data["data"]["waiting"]) == (
        "call.progress",
        "The secret 'phone.code' is not ready yet: a code is used only once, or the keyring must be unlocked.",
    )


async def test_a_tool_that_takes_secrets_gets_them_closed() -> None:
    @tool
    async def fill_in(password: Secret) -> str:
        """Type it."""
        return f"{password!r} {len(password.reveal())}"

    context = Context(Registry(fill_in), secrets=OneSecret("shop.example"))
    result = await invoke(Call("fill_in", {"password": "{{secret.shop.password}}"}, scope=Scope()), context)
    assert result.data == "Secret('shop.password') 16"


@pytest.mark.parametrize(
    ("domains", "allowed"),
    [(None, False), (("evil.example",), False), (("shop.example",), True), (("a.shop.example",), True), ((), False)],
)
async def test_a_secret_bound_to_a_domain_does_not_leave_it(domains: Any, allowed: bool) -> None:
    context = Context(Registry(echo), secrets=OneSecret("shop.example"), domains=domains)
    result = await invoke(Call("echo", {"value": "{{secret.p}}"}, scope=Scope()), context)
    assert result.ok is allowed
    assert allowed or fault_of(result).code == "blocked_domain"


async def test_a_secret_is_not_judged_by_its_placeholder() -> None:
    strict = Tool(
        "pin",
        "Take a pin.",
        Schema({"properties": {"pin": {"type": "string", "maxLength": 20}}}),
        lambda args, context: 1,
    )
    count = Tool("count", "Take a number.", Schema({"properties": {"n": {"type": "integer"}}}), lambda args, context: 1)
    context = Context(Registry(strict, count), secrets=OneSecret())
    assert (await invoke(Call("pin", {"pin": "{{secret.p}}"}, scope=Scope()), context)).ok
    fault = fault_of(await invoke(Call("count", {"n": "{{secret.p}}"}, scope=Scope()), context))
    assert (fault.code, fault.received) == ("invalid_input", '"{{secret.p}}" (string)')


async def test_an_unknown_secret() -> None:
    context = Context(Registry(echo), secrets=EnvironmentSecrets({"POLLEX_SECRET_SHOP_PASSWORD": "x"}))
    assert (await invoke(Call("echo", {"value": "{{secret.shop.password}}"}, scope=Scope()), context)).ok
    fault = fault_of(await invoke(Call("echo", {"value": "{{secret.shop.pasword}}"}, scope=Scope()), context))
    assert fault.code == "unknown_reference"
    assert "POLLEX_SECRET_SHOP_PASWORD" in (fault.hint or "")


@pytest.mark.parametrize(("answer", "ok"), [(True, True), (False, False)])
async def test_destructive_tools_ask_first(answer: bool, ok: bool) -> None:
    log = MemoryLog()
    asked: list[Any] = []

    async def approve(tool: Tool, call: Call, args: Any, why: str) -> bool:
        asked.append((tool.name, args))
        return answer

    context = Context(Registry(send.replace(effect="destroy")), approve=approve, log=log)
    result = await invoke(Call("send", {"to": "all"}), context)
    assert result.ok is ok
    assert asked == [("send", {"to": "all", "count": 1})]
    assert ok or fault_of(result).code == "denied"
    assert [event.kind for event in log.events][:2] == ["approval.asked", "approval.answered"]


async def test_without_anybody_to_ask_the_answer_is_no() -> None:
    fault = fault_of(await invoke(Call("send", {"to": "all"}), Context(Registry(send.replace(effect="destroy")))))
    assert (fault.code, fault.retry) == ("denied", False)


async def test_a_policy_decides_by_effect() -> None:
    allowed = Context(Registry(send.replace(effect="destroy")), policy={"destroy": "allow"})
    assert (await invoke(Call("send", {"to": "all"}), allowed)).ok
    denied = Context(Registry(send), policy={"act": "deny"})
    assert fault_of(await invoke(Call("send", {"to": "all"}), denied)).code == "denied"


async def test_a_view_can_demand_approval() -> None:
    context = Context(Registry(echo).approval_required())
    assert fault_of(await invoke(Call("echo", {"value": 1}), context)).code == "denied"


async def test_budgets() -> None:
    @tool
    async def think() -> Result:
        """Think."""
        return Result.success("done", cost=Cost(0, 600, 400, 0.25))

    context = Context(Registry(think), budget=Budget(tokens=1_500))
    results = [await invoke(Call("think"), context) for _ in range(3)]
    assert [result.ok for result in results] == [True, True, False]
    assert (results[0].cost.tokens_in, results[0].cost.usd) == (600, 0.25)
    assert fault_of(results[2]).received == "2000 tokens"
    calls = Context(Registry(think), budget=Budget(calls=1))
    assert [(await invoke(Call("think"), calls)).ok for _ in range(2)] == [True, False]


async def test_guards_of_later_parts_join_in() -> None:
    async def only_ann(tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        return None if args["to"] == "ann" else Fault("blocked_domain", "not to others", pointer="/to")

    context = Context(Registry(send), guards=(only_ann,))
    assert (await invoke(Call("send", {"to": "ann"}), context)).ok
    assert fault_of(await invoke(Call("send", {"to": "bob"}), context)).pointer == "/to"


async def test_events_tell_the_whole_call() -> None:
    log = MemoryLog()
    context = Context(Registry(send), log=log)
    result = await invoke(Call("send", '{"to": "ann", "count": "2"}', target="tab 1"), context)
    started, finished = log.events
    assert (started.kind, started.seq, started.run) == ("call.started", 1, context.run)
    assert started.data == {
        "call": started.data["call"],
        "tool": "send",
        "effect": "act",
        "args": {"to": "ann", "count": 2},
        "attempt": 1,
        "target": "tab 1",
    }
    assert (finished.kind, finished.seq) == ("call.finished", 2)
    assert finished.data == {"call": started.data["call"], "tool": "send", "result": result.to_json()}


async def test_a_failure_leaves_its_stack_in_the_log_only() -> None:
    log = MemoryLog()

    @tool
    def fail() -> None:
        """Fail."""
        raise KeyError("gone")

    result = await invoke(Call("fail"), Context(Registry(fail), log=log))
    assert log.events[-1].data["error"]["errorType"] == "KeyError"
    assert 'raise KeyError("gone")' in log.events[-1].data["error"]["stack"]
    assert "stack" not in dumps(result.to_json())


async def test_streamed_items_are_progress() -> None:
    log = MemoryLog()

    @tool
    async def count() -> Any:
        """Count."""
        for number in range(2):
            yield number

    result = await invoke(Call("count"), Context(Registry(count), log=log))
    assert result.data == [0, 1]
    assert [event.data["data"] for event in log.events if event.kind == "call.progress"] == [0, 1]


async def test_a_mapping_picks_the_result() -> None:
    mapped = echo.replace(mapping={"name": "$.user.name", "ids": "$.rows[*].id"})
    value = {"user": {"name": "Ann"}, "rows": [{"id": 1}, {"id": 2}]}
    assert (await invoke(Call("echo", {"value": value}), Context(Registry(mapped)))).data == {
        "name": "Ann",
        "ids": [1, 2],
    }


def counter() -> tuple[Tool, list[int]]:
    runs: list[int] = []

    @tool
    async def pay(amount: int) -> int:
        """Pay."""
        runs.append(amount)
        await asyncio.sleep(0)
        return len(runs)

    return pay, runs


async def test_the_same_key_runs_once() -> None:
    pay, runs = counter()
    context = Context(Registry(pay), log=MemoryLog())
    first = await invoke(Call("pay", {"amount": 5}, key="k"), context)
    second = await invoke(Call("pay", {"amount": "5"}, key="k"), context)
    assert runs == [5]
    assert (first.data, second.data) == (1, 1)


async def test_a_failed_call_with_a_key_fails_the_same_way_again() -> None:
    runs: list[int] = []

    @tool
    async def fail() -> None:
        """Fail."""
        runs.append(1)
        raise ValueError("no")

    context = Context(Registry(fail), log=MemoryLog())
    results = [await invoke(Call("fail", key="k"), context) for _ in range(2)]
    assert runs == [1]
    assert fault_of(results[0]) == fault_of(results[1])


async def test_the_next_attempt_runs_again() -> None:
    pay, runs = counter()
    context = Context(Registry(pay), log=MemoryLog())
    for attempt in (1, 2, 2):
        await invoke(Call("pay", {"amount": 5}, key="k", attempt=attempt), context)
    assert runs == [5, 5]


async def test_a_concurrent_twin_waits_for_the_first() -> None:
    pay, runs = counter()
    context = Context(Registry(pay), log=MemoryLog())
    results = await asyncio.gather(*(invoke(Call("pay", {"amount": 5}, key="k"), context) for _ in range(5)))
    assert runs == [5]
    assert {result.data for result in results} == {1}


async def test_the_same_key_with_other_arguments_is_a_conflict() -> None:
    pay, runs = counter()
    context = Context(Registry(pay), log=MemoryLog())
    await invoke(Call("pay", {"amount": 5}, key="k"), context)
    fault = fault_of(await invoke(Call("pay", {"amount": 6}, key="k"), context))
    assert (fault.code, fault.retry) == ("conflict", False)
    assert runs == [5]


async def test_started_and_never_finished_is_uncertain() -> None:
    pay, runs = counter()
    log = MemoryLog("first process")
    waiting = asyncio.create_task(invoke(Call("pay", {"amount": 5}, key="k"), Context(Registry(pay), log=log)))
    await asyncio.sleep(0)
    waiting.cancel()
    log.owner = "second process"
    fault = fault_of(await invoke(Call("pay", {"amount": 5}, key="k"), Context(Registry(pay), log=log)))
    assert (fault.code, fault.uncertain, fault.retry) == ("conflict", True, False)
    assert runs == [5]


async def test_a_refused_call_does_not_use_up_its_key() -> None:
    pay, runs = counter()
    log = MemoryLog()
    context = Context(Registry(pay), log=log, policy={"act": "deny"})
    assert fault_of(await invoke(Call("pay", {"amount": 5}, key="k"), context)).code == "denied"
    assert (await invoke(Call("pay", {"amount": 5}, key="k"), Context(Registry(pay), log=log))).ok
    assert runs == [5]


async def test_a_key_needs_a_log() -> None:
    pay, _ = counter()
    assert fault_of(await invoke(Call("pay", {"amount": 5}, key="k"), Context(Registry(pay)))).code == "unavailable"


async def test_a_log_that_cannot_be_written_loses_no_result() -> None:
    class Full(MemoryLog):
        def post(self, run: str, kind: Any, data: Any) -> None:
            if kind == "call.finished":
                raise Fault("unavailable", "disk full")
            super().post(run, kind, data)

    result = await invoke(Call("echo", {"value": 1}), Context(Registry(echo), log=Full()))
    assert result.data == 1
    assert result.notes == ("The event log could not be written: disk full",)


def cranky(value: Any) -> Any:
    """Give it back, or fail."""
    if isinstance(value, list) and value:
        raise ValueError(value)
    return value


TOOLS = Registry(echo, send, tool(cranky))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.just(object()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner),
)
scopes = st.none() | st.builds(lambda layer: Scope((layer,)), st.dictionaries(st.text(), anything))


@given(
    st.sampled_from(["echo", "send", "cranky", "nope"]) | st.text(),
    anything | st.fixed_dictionaries({"value": anything}) | st.fixed_dictionaries({"to": anything, "count": anything}),
    scopes,
    st.none() | st.text(),
)
def test_no_input_makes_it_raise(name: str, args: Any, scope: Scope | None, key: str | None) -> None:
    result = asyncio.run(invoke(Call(name, args, scope=scope, key=key), Context(TOOLS, log=MemoryLog())))
    assert result.ok is (result.fault is None)
    assert Result.from_json(result.to_json()).to_json() == result.to_json()
    dumps(result.to_json())
