"""The calls of a script as steps: after a kill they return what was kept, and nothing is done twice."""

from collections.abc import Awaitable, Callable

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.declare import from_function
from pollex.core.environment import RunEnvironment
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.secret import Secret
from pollex.core.steps import MemorySteps
from pollex.runs.recorded_calls import RecordedCalls
from pollex.testing import MemoryLog

DONE: list[str] = []


def press(button: str) -> str:
    """Press a button."""
    DONE.append(button)
    return f"pressed {button}"


class KeptSteps(MemorySteps):
    """Steps that a second process finds again."""

    def __init__(self, run: str, steps: dict[str, Object]) -> None:
        super().__init__(run)
        self.steps = steps

    async def step(self, path: str, work: Callable[[], Awaitable[Object]]) -> Object:
        if path not in self.steps:
            self.steps[path] = await work()
        return self.steps[path]


def calls(steps: dict[str, Object]) -> tuple[RecordedCalls, Context]:
    context = Context(Registry(from_function(press)), log=MemoryLog())
    return RecordedCalls(RunEnvironment(context, KeptSteps("r", steps))), context


async def test_a_resumed_script_does_nothing_twice() -> None:
    DONE.clear()
    steps: dict[str, Object] = {}
    first, context = calls(steps)
    await first(Call("press", {"button": "one"}), context)
    second, context = calls(steps)

    results = [await second(Call("press", {"button": each}), context) for each in ("one", "two")]

    assert [each.data for each in results] == ["pressed one", "pressed two"]
    assert DONE == ["one", "two"]


async def test_a_script_that_does_something_else_when_resumed_is_stopped() -> None:
    DONE.clear()
    steps: dict[str, Object] = {}
    first, context = calls(steps)
    await first(Call("press", {"button": "one"}), context)
    second, context = calls(steps)

    result = await second(Call("press", {"button": "other"}), context)

    assert result.fault is not None
    assert (result.fault.code, DONE) == ("conflict", ["one"])


async def test_secrets_are_kept_by_name_and_texts_are_no_templates() -> None:
    steps: dict[str, Object] = {}
    recorded, context = calls(steps)

    await recorded(Call("press", {"button": Secret("bank.password", "lovelace-1843")}), context)
    await recorded(Call("press", {"button": "{{secret.bank.password}}"}), context)

    assert [each["args"]["button"] for each in steps.values()] == [
        "{{secret.bank.password}}",
        "\\{{secret.bank.password}}",
    ]
    assert "lovelace" not in str(steps)
