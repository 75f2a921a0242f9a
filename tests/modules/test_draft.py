"""Names of drafted modules and tools, and the effects that are guessed by name."""

import pytest

from pollex.modules.draft import guess_effect, module_name, tool_name


@pytest.mark.parametrize(
    ("function", "effect"),
    [
        ("get_user", "read"),
        ("listUsers", "read"),
        ("is_open", "read"),
        ("dumps", "read"),
        ("utils.parse", "read"),
        ("fill", "read"),
        ("dedent", "read"),
        ("shorten", "read"),
        ("names", "read"),
        ("basename", "read"),
        ("get_or_create", "act"),
        ("send", "act"),
        ("rmtree", "destroy"),
        ("force_delete_user", "destroy"),
        ("clear", "destroy"),
        ("mean", "act"),
    ],
)
def test_effects_are_guessed_by_name(function: str, effect: str) -> None:
    assert guess_effect(function) == effect


@pytest.mark.parametrize(
    ("module", "path", "name"),
    [
        ("json", "dumps", "json_dumps"),
        ("json", "json_dumps", "json_dumps"),
        ("urllib-parse", "quote", "urllib_parse_quote"),
        ("packaging", "utils.canonicalizeName", "packaging_utils_canonicalize_name"),
        ("a", "b" * 63, "b" * 63),
        ("taken", "name", "taken_name_2"),
    ],
)
def test_tools_are_named_by_module_and_function(module: str, path: str, name: str) -> None:
    assert tool_name(module, path, {"taken_name"}) == name


def test_module_names_have_hyphens() -> None:
    assert [module_name(name) for name in ("urllib.parse", "PyYAML", "my_thing")] == [
        "urllib-parse",
        "pyyaml",
        "my-thing",
    ]
