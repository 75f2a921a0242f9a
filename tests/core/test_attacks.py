"""What once got through: each of these was found by somebody who tried to break the promises."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from pollex.browser.evidence import Evidence
from pollex.core.call import Call
from pollex.core.cancel import CancelToken
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.held import HeldTime
from pollex.core.invoke import invoke
from pollex.core.json import dumps
from pollex.core.limits import DEFAULT_LIMITS, Limits
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.core.template import Scope
from pollex.core.tool import Tool
from pollex.testing import FakeSecrets

from ..waits import until_async

SMALL = Limits(arguments_bytes=1_000_000, result_bytes=1_000_000)


def fault_of(result: Result) -> Fault:
    assert result.fault is not None
    assert dumps(result.to_json())
    return result.fault


async def answer(value: Any, limits: Limits = DEFAULT_LIMITS, **options: Any) -> Result:
    """The result of a tool that gives `value`."""

    @tool(effect="read", **options)
    async def give() -> Any:
        """Give it."""
        return value

    return await invoke(Call("give"), Context(Registry(give), limits=limits))


async def take(args: Any, document: Any = True, limits: Limits = DEFAULT_LIMITS) -> Result:
    """The result of a tool that gives back what it takes."""

    async def run(args: Any, context: Context) -> Any:
        return args

    made = Tool("take", "Take.", Schema(document), run, effect="read")
    return await invoke(Call("take", args), Context(Registry(made), limits=limits))


class TestKeys:
    @staticmethod
    def paying() -> tuple[Tool, list[int]]:
        paid: list[int] = []

        @tool
        async def pay(n: int) -> int:
            """Pay."""
            paid.append(n)
            await asyncio.sleep(0)
            return n

        return pay, paid

    async def test_a_refused_call_does_not_become_the_keys_result(self) -> None:
        pay, paid = self.paying()
        context = Context(Registry(pay), log=MemoryLog())
        assert not (await invoke(Call("pay", {"n": "x"}, key="k"), context)).ok
        assert [(await invoke(Call("pay", {"n": 1}, key="k"), context)).data for _ in range(2)] == [1, 1]
        assert fault_of(await invoke(Call("pay", {"n": 2}, key="k"), context)).code == "conflict"
        assert (await invoke(Call("pay", {"n": 1}, key="k"), context)).data == 1
        assert paid == [1]

    def test_one_key_from_several_event_loops(self) -> None:
        paid: list[int] = []

        @tool
        async def pay(n: int) -> int:
            """Pay."""
            paid.append(n)
            await until_async("both twins wait", lambda: len(context.once._running["k", 1]) == 2)
            return n

        context = Context(Registry(pay), log=MemoryLog())
        results: list[Any] = []

        def run() -> None:
            results.append(asyncio.run(invoke(Call("pay", {"n": 1}, key="k"), context)).data)

        threads = [threading.Thread(target=run, daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (results, paid) == ([1, 1, 1], [1])

    async def test_a_twin_in_another_app_of_the_process_waits(self) -> None:
        pay, paid = self.paying()
        log, second = MemoryLog("one"), MemoryLog("two")
        second.events, second._keyed, second._next = log.events, log._keyed, log._next
        second.alive = lambda owner: True  # type: ignore[method-assign]
        calls = [invoke(Call("pay", {"n": 1}, key="k"), Context(Registry(pay), log=one)) for one in (log, second)]
        assert [result.data for result in await asyncio.gather(*calls)] == [1, 1]
        assert paid == [1]


def family() -> dict[str, Any]:
    root: dict[str, Any] = {"children": []}
    for _ in range(3):
        root["children"].append({"parent": root, "siblings": root["children"]})
    return root


def doubling() -> Any:
    value: Any = 1
    for _ in range(40):
        value = [value, value]
    return value


class TestEndlessValues:
    @pytest.mark.parametrize("value", [family(), doubling()], ids=["family", "doubling"])
    async def test_as_results_and_as_arguments(self, value: Any) -> None:
        result = await answer(value, SMALL)
        assert result.ok
        assert len(dumps(result.data)) < 1_000_000
        taken = await take({"value": value}, limits=SMALL)
        assert fault_of(taken).code == "invalid_input"

    async def test_in_a_scope(self) -> None:
        circle: list[Any] = []
        circle.append(circle)
        result = await invoke(Call("echo", {"value": "{{x}}"}, scope=Scope(({"x": circle},))), Context(Registry(echo)))
        assert fault_of(result).code == "limit"

    async def test_a_lazy_result_cannot_outlast_the_limit(self) -> None:
        def slow() -> Iterator[int]:
            yield 1
            release.wait()

        release = threading.Event()
        assert fault_of(await answer(slow(), timeout=0.3)).code == "timeout"
        release.set()

    async def test_iterators_of_iterators_end(self) -> None:
        class Self:
            def __iter__(self) -> "Self":
                return self

            def __next__(self) -> "Self":
                return Self()

        assert (await answer(Self(), SMALL)).notes[-1].endswith("nested more than 500 deep; cut")

    async def test_of_very_many_mistakes_only_the_first_are_explained(self) -> None:
        """Explaining all of them would take longer than a test may."""
        document = {"type": "object", "properties": {f"name{n}": {"type": "integer"} for n in range(2_000)}}
        fault = fault_of(await take({f"nome{n}": 1 for n in range(20_000)}, document))
        assert len(fault.issues) == 100


@tool(effect="read")
async def echo(value: Any) -> Any:
    """Give it back."""
    return value


class Evil(Exception):
    def __str__(self) -> str:
        raise KeyboardInterrupt


class Unreadable:
    @property
    def __class__(self) -> Any:
        raise KeyboardInterrupt

    @__class__.setter
    def __class__(self, value: Any) -> None: ...


def broken() -> Iterator[int]:
    yield 1
    raise SystemExit


class TestNothingIsRaised:
    @pytest.mark.parametrize(
        "value",
        [
            lambda: 10**5_000,
            lambda: [10**5_000],
            Result(True, fault=Fault("failed", "x")),
            Result(False),
            Result(True, notes=(object(),)),  # type: ignore[arg-type]
            Result(True, files=5),  # type: ignore[arg-type]
            Result(True, cost=None),  # type: ignore[arg-type]
            Result(True, proof={"/a": "x"}),  # type: ignore[dict-item]
            Result(False, fault="text"),  # type: ignore[arg-type]
            Result.failure(Fault("nonsense", "x")),  # type: ignore[arg-type]
            Result.failure(Fault("failed", 5)),  # type: ignore[arg-type]
            Result.failure(Fault("failed", "x", hint=object())),  # type: ignore[arg-type]
            Result(True, 1, proof={"/a": Evidence(tag="a").to_json()}),
            Unreadable,
            lambda: {Unreadable(): 1, object(): 2},
            broken,
        ],
    )
    async def test_whatever_a_tool_answers(self, value: Any) -> None:
        result = await answer(value() if callable(value) else value)
        assert result.ok is (result.fault is None)
        assert "0x" not in dumps(result.to_json())

    @pytest.mark.parametrize(
        "error",
        [Evil(), Fault("failed", object()), Fault("x", "y"), Fault("failed", "x", issues=[5])],  # type: ignore[arg-type, list-item]
        ids=["evil", "message", "code", "issues"],
    )
    async def test_whatever_a_tool_raises(self, error: Exception) -> None:
        @tool
        def fail() -> None:
            """Fail."""
            raise error

        assert fault_of(await invoke(Call("fail"), Context(Registry(fail), log=MemoryLog()))).code == "failed"

    @pytest.mark.parametrize("make", [broken, Unreadable, lambda: {Unreadable(): 1}, lambda: 10**5_000])
    async def test_whatever_is_sent(self, make: Any) -> None:
        result = await invoke(Call("echo", {"value": make()}), Context(Registry(echo), log=MemoryLog()))
        assert result.ok is (result.fault is None)

    @pytest.mark.parametrize(
        "fields", [{"tool": None}, {"tool": ["echo"]}, {"scope": 5}, {"trace": object()}, {"key": []}]
    )
    async def test_whatever_a_call_says(self, fields: Any) -> None:
        call = Call(**{"tool": "echo", "args": {"value": 1}} | fields)
        result = await invoke(call, Context(Registry(echo), log=MemoryLog()))
        assert result.ok is (result.fault is None)

    async def test_whatever_stands_around_the_tool(self) -> None:
        async def bad_guard(tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
            raise KeyError("guard")

        async def bad_approver(*_: Any) -> bool:
            raise KeyError("approver")

        class BadSecrets(FakeSecrets):
            async def get(self, name: str) -> Any:
                raise KeyError(name)

        secret = Call("echo", {"value": "{{secret.x}}"}, scope=Scope())
        plain_call = Call("echo", {"value": 1})
        for call, context in (
            (plain_call, Context(Registry(echo), guards=(bad_guard,))),
            (plain_call, Context(Registry(echo).approval_required(), approve=bad_approver)),
            (secret, Context(Registry(echo), secrets=BadSecrets({}))),
        ):
            assert fault_of(await invoke(call, context)).code == "failed"

    @pytest.mark.parametrize(
        "document", [None, [], 5, {"$defs": 5, "allOf": [{"$ref": "#/$defs/a"}]}, {"properties": []}]
    )
    async def test_broken_schemas_are_faults(self, document: Any) -> None:
        with pytest.raises(Fault):
            Schema(document).check({})

    async def test_a_late_cancel_does_not_hit_the_caller(self) -> None:
        token = CancelToken()

        @tool
        async def answer_late() -> int:
            """Wait, and be cancelled in the moment of answering."""
            await asyncio.sleep(0)
            token.cancel()
            return 1

        await invoke(Call("answer_late"), Context(Registry(answer_late), cancel=token))
        await asyncio.sleep(0)
        task = asyncio.current_task()
        assert task is not None
        assert not task.cancelling()


class TestSecrets:
    SECRETS = FakeSecrets({"p": "pa'ss\"wörd<1>"})

    async def shown(self, function: Any, secrets: FakeSecrets | None = None) -> str:
        made = tool(effect="read")(function)
        context = Context(Registry(made), secrets=secrets or self.SECRETS, log=MemoryLog())
        result = await invoke(Call(made.name, {"s": "{{secret.p}}"}, scope=Scope()), context)
        return dumps(result.to_json())

    async def test_in_every_spelling(self) -> None:
        import base64
        import html
        import json
        from urllib.parse import quote

        async def spell(s: str) -> list[Any]:
            """Spell it."""
            basic = base64.b64encode(f"user:{s}".encode()).decode()
            return [
                repr(s),
                json.dumps(s),
                quote(s),
                html.escape(s),
                s.encode().hex(),
                s.upper(),
                basic,
                f"xx{s}".encode(),
            ]

        text = await self.shown(spell)
        assert text.count("{{secret.p}}") == 8
        assert "wörd" not in text.lower()

    async def test_in_files_numbers_and_key_errors(self) -> None:
        async def files(s: str) -> Result:
            """Write a file."""
            return Result.success(int(s), files=(f"/tmp/{s}",))

        text = await self.shown(files, FakeSecrets({"p": "48291377"}))
        assert "48291377" not in text

        async def pay(s: str) -> list[Any]:
            """Pay."""
            return [f"code {s}.", float(s), f"a{s}b"]

        assert '"data":["code {{secret.p}}.","{{secret.p}}","a737b"]' in await self.shown(
            pay, FakeSecrets({"p": "737"})
        )

        async def fail(s: str) -> None:
            """Fail."""
            raise KeyError(s)

        assert "wörd" not in await self.shown(fail)

    async def test_redacting_keys_keeps_all_values(self) -> None:
        async def keys(s: str) -> dict[str, int]:
            """Give keys."""
            return {s: 1, "{{secret.p}}": 2, "z": 3}

        assert '{"{{secret.p}}":1,"{{secret.p}}\'":2,"z":3}' in await self.shown(keys)

    async def test_a_known_secret_in_a_keyed_call_and_in_an_approval_is_named(self) -> None:
        asked: list[Any] = []

        async def approve(tool: Tool, call: Call, args: Any, why: str) -> bool:
            asked.append(args)
            return True

        @tool
        async def outer(context: Context, s: str) -> None:
            """Pass it on."""
            await context.call("echo", {"value": s}, key="k")

        log = MemoryLog()
        tools = Registry(outer, echo.replace(approval=True))
        context = Context(tools, secrets=self.SECRETS, log=log, approve=approve)
        await invoke(Call("outer", {"s": "{{secret.p}}"}, scope=Scope()), context)
        assert asked == [{"value": "{{secret.p}}"}]
        assert "wörd" not in dumps([event.to_json() for event in log.events])

    async def test_two_domains_do_not_add_up(self) -> None:
        class Two(FakeSecrets):
            async def get(self, name: str) -> Any:
                return await FakeSecrets({name: f"text-{name}"}, domains=(f"{name}.example",)).get(name)

        async def run(args: Any, context: Context) -> Any:
            return args["s"].domains

        sealed = Tool("fill", "Fill.", Schema({"properties": {"s": {"type": "string"}}}), run, sealed=True)
        context = Context(Registry(sealed), secrets=Two({}))
        assert (await invoke(Call("fill", {"s": "{{secret.a}}!"}, scope=Scope()), context)).data == ["a.example"]
        both = await invoke(Call("fill", {"s": "{{secret.a}}{{secret.b}}"}, scope=Scope()), context)
        assert fault_of(both).code == "blocked_domain"

    @pytest.mark.parametrize(
        ("schema", "value"),
        [
            ({"type": "integer"}, ["{{secret.p}}"]),
            ({"type": "object", "minProperties": 2}, {"a": "{{secret.p}}"}),
            ({"type": "array", "maxItems": 1}, ["{{secret.p}}", 2]),
            ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "{{secret.p}}"),
        ],
    )
    async def test_a_secret_does_not_switch_the_check_off(self, schema: Any, value: Any) -> None:
        made = Tool("t", "T.", Schema({"properties": {"n": schema}}), lambda args, context: 1)
        context = Context(Registry(made), secrets=self.SECRETS)
        assert fault_of(await invoke(Call("t", {"n": value}, scope=Scope()), context)).code == "invalid_input"

    async def test_each_parameter_gets_what_it_asks_for(self) -> None:
        from pollex.core.secret import Secret

        @tool
        async def kinds(sealed: Secret, open_text: str, sent: Secret) -> list[str]:
            """Say the kinds."""
            return [type(value).__name__ for value in (sealed, open_text, sent)]

        args = {"sealed": "{{secret.p}}", "open_text": "{{secret.p}}", "sent": "plain text"}
        context = Context(Registry(kinds), secrets=self.SECRETS)
        assert (await invoke(Call("kinds", args, scope=Scope()), context)).data == ["Secret", "str", "Secret"]


class TestValues:
    @pytest.mark.parametrize(
        ("schema", "sent", "value"),
        [
            ({"type": "integer"}, "9007199254740993.0", 9007199254740993),
            ({"type": "integer"}, "123456789012345678901234567890", 123456789012345678901234567890),
            ({"type": "array", "items": {"type": "integer"}}, "[123456789012345678901]", [123456789012345678901]),
        ],
    )
    def test_numbers_are_read_exactly(self, schema: Any, sent: Any, value: Any) -> None:
        assert Schema(schema).check(sent).value == value

    @pytest.mark.parametrize(
        ("schema", "sent"),
        [
            ({"type": "integer"}, "1.00000000000000000001"),
            ({"type": "integer"}, "1e-400"),
            ({"properties": {"a": {"type": "integer"}}}, {"a": float("nan")}),
            ({"type": "array"}, (n for n in range(150_000))),
            ({"type": "array", "items": {"type": "string"}}, '["x"'),
            ({"additionalProperties": {"type": "string"}}, {"a": None}),
        ],
    )
    def test_nothing_is_guessed_or_dropped(self, schema: Any, sent: Any) -> None:
        checked = Schema(schema).check(sent)
        assert checked.issues
        assert checked.repairs == ()

    def test_definitions_whose_names_look_like_ours(self) -> None:
        definitions = {"x": {"properties": {"a": {}}}, "open-0": {"type": "integer"}}
        schema = Schema(
            {"allOf": [{"$ref": "#/$defs/x"}], "properties": {"b": {"$ref": "#/$defs/open-0"}}, "$defs": definitions}
        )
        assert schema.check({"a": 1, "b": 1}).ok
        assert not schema.check({"b": "x"}).ok

    @pytest.mark.parametrize("name", ["a/b", "a b", "a~b"])
    def test_closing_follows_escaped_references(self, name: str) -> None:
        from urllib.parse import quote

        reference = "#/$defs/" + quote(name.replace("~", "~0").replace("/", "~1"))
        schema = Schema(
            {"allOf": [{"$ref": reference}], "properties": {"y": {}}, "$defs": {name: {"properties": {"x": {}}}}}
        )
        assert schema.check({"x": 1, "y": 2}).ok
        assert not schema.check({"z": 1}).ok

    @pytest.mark.parametrize("part", [{"$ref": "#part"}, {"$dynamicRef": "#part"}])
    def test_what_may_lead_anywhere_is_left_open(self, part: Any) -> None:
        definitions = {"p": {"$anchor": "part", "properties": {"x": {"type": "integer"}}}}
        schema = Schema({"allOf": [part], "properties": {"y": {}}, "$defs": definitions})
        assert schema.check({"x": 1, "y": 2}).ok
        assert not schema.check({"x": "a"}, repair=False).ok

    async def test_a_tool_cannot_change_the_callers_arguments(self) -> None:
        @tool
        async def spoil(rows: list[int]) -> int:
            """Spoil them."""
            rows.append(99)
            return len(rows)

        log = MemoryLog()
        sent = {"rows": [1]}
        await invoke(Call("spoil", sent), Context(Registry(spoil), log=log))
        assert sent == {"rows": [1]}
        assert log.events[0].data["args"] == {"rows": [1]}


class TestFoundByReading:
    async def test_the_same_key_and_the_same_id_still_run_once(self) -> None:
        pay, paid = TestKeys.paying()
        log, second = MemoryLog("one"), MemoryLog("two")
        second.events, second._keyed, second._next = log.events, log._keyed, log._next
        second.alive = lambda owner: True  # type: ignore[method-assign]
        calls = [
            invoke(Call("pay", {"n": 1}, key="k", given_id="same"), Context(Registry(pay), log=one))
            for one in (log, second)
        ]
        assert [result.data for result in await asyncio.gather(*calls)] == [1, 1]
        assert paid == [1]

    async def test_a_view_that_asks_does_not_soften_a_denial(self) -> None:
        async def yes(*_: Any) -> bool:
            return True

        context = Context(Registry(echo).approval_required(), policy={"read": "deny"}, approve=yes)
        assert fault_of(await invoke(Call("echo", {"value": 1}), context)).code == "denied"

    async def test_what_keeps_a_call_from_starting_does_not_use_up_its_key(self) -> None:
        log, token = MemoryLog(), CancelToken()
        token.cancel()
        call: dict[str, Any] = {"tool": "echo", "args": {"value": "{{secret.p}}"}, "key": "k", "scope": Scope()}
        unknown = Context(Registry(echo), log=log, secrets=FakeSecrets({}))
        assert fault_of(await invoke(Call(**call), unknown)).code == "unknown_reference"
        stopped = Context(Registry(echo), log=log, secrets=FakeSecrets({"p": "x"}), cancel=token)
        fault = fault_of(await invoke(Call(**call), stopped))
        assert (fault.code, fault.uncertain) == ("cancelled", False)
        assert (await invoke(Call(**call), Context(Registry(echo), log=log, secrets=FakeSecrets({"p": "pass"})))).ok

    @pytest.mark.parametrize(
        ("limits", "args", "code"),
        [
            ({"depth": 3}, {"value": [[[[1]]]]}, "invalid_input"),
            ({"arguments_bytes": 10}, '{"value": 123456}', "limit"),
            ({"arguments_bytes": 10}, {"value": "x" * 100}, "invalid_input"),
        ],
    )
    async def test_limits_are_obeyed(self, limits: Any, args: Any, code: str) -> None:
        context = Context(Registry(echo), limits=Limits(**limits))
        assert fault_of(await invoke(Call("echo", args), context)).code == code

    async def test_the_number_of_issues_is_obeyed(self) -> None:
        made = Tool("t", "T.", Schema({"properties": {"a": {}}}), lambda args, context: 1)
        args = {f"x{n}": n for n in range(9)}
        fault = fault_of(await invoke(Call("t", args), Context(Registry(made), limits=Limits(issues=2))))
        assert len(fault.issues) == 2

    def test_a_memory_log_counts_right_from_many_threads(self) -> None:
        log = MemoryLog()

        def post() -> None:
            for _ in range(500):
                log.post("r", "note", {})

        threads = [threading.Thread(target=post) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(event.seq for event in log.events) == list(range(1, 2_001))

    def test_one_closed_loop_does_not_keep_others_from_hearing_of_a_cancel(self) -> None:
        token = CancelToken()
        heard: list[int] = []

        async def listen() -> None:
            from pollex.core.pipeline.interrupt import Interrupt

            Interrupt(60, token, 1, HeldTime())

        asyncio.run(listen())
        token.listen(lambda: heard.append(1))
        token.cancel()
        assert heard == [1]

    def test_options_are_kept_and_wrong_ones_told(self) -> None:
        def read() -> None:
            """Read."""

        assert tool(effect="read")(read).effect == "read"
        for options in (
            {"effect": "raed"},
            {"isolation": "proces"},
            {"timeout": -1},
            {"name": "a b"},
            {"effct": "read"},
        ):
            with pytest.raises(Fault):
                tool(**options)(read)
