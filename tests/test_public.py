"""The public names: pinned, so that adding or losing one is a decision."""

import subprocess
import sys

import pollex
import pollex.model
import pollex.testing

NAMES = [
    "App", "Budget", "Call", "Context", "Event", "Evidence", "Fault", "Issue", "Limits", "Page", "Registry", "Result",
    "Run", "Schema", "Secret", "Settings", "Tool", "Workflow", "run_action", "tool",
]  # fmt: skip
MODEL_NAMES = [
    "LOCAL", "PROVIDERS", "Keys", "Message", "Model", "ModelName", "ModelReply", "ModelRequest", "OpenModel",
    "RetryPolicy", "ToolAnswer", "ToolRequest", "default_model", "open_model", "parse_name",
]  # fmt: skip
TESTING_NAMES = ["FakePage", "FakeSecrets", "MemoryLog", "Player", "ScriptedModel", "copy_library"]


def test_the_public_names() -> None:
    assert pollex.__all__ == NAMES
    assert pollex.model.__all__ == MODEL_NAMES
    assert pollex.testing.__all__ == TESTING_NAMES


def test_every_public_name_is_there_and_explains_itself() -> None:
    assert [name for name in NAMES if not getattr(pollex, name).__doc__] == []
    assert set(NAMES) <= set(dir(pollex))


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh process has loaded after running some code."""
    script = f"import sys; {code}; print(*sorted(sys.modules))"
    return set(
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    )


def test_importing_loads_nothing_heavy() -> None:
    heavy = {"pydantic", "griffe", "jsonpath_rfc9535", "sqlite3", "typer", "rich", "asyncio", "jsonschema_rs"}
    assert not loaded_after("import pollex") & heavy


def test_the_core_loads_slow_libraries_only_when_used() -> None:
    heavy = {"pydantic", "griffe", "jsonpath_rfc9535", "typer", "rich", "sqlite3"}
    assert not loaded_after("from pollex import Registry, Schema, Call, Context; import pollex.core.invoke") & heavy
