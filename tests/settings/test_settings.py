"""Where settings come from, which place wins, and what is said about a wrong one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault, Issue
from pollex.core.limits import DEFAULT_LIMITS, Limits
from pollex.settings import Settings, environment, rows


def load(cwd: Path, environ: dict[str, str] | None = None, **explicit: Any) -> Settings:
    """Settings of a process that lives in `cwd` and has its home there."""
    return Settings.load(cwd=cwd, environ={"POLLEX_HOME": str(cwd / "home"), **(environ or {})}, **explicit)


def issues_of(cwd: Path, environ: dict[str, str] | None = None, **explicit: Any) -> list[Issue]:
    with pytest.raises(Fault) as caught:
        load(cwd, environ, **explicit)
    assert caught.value.code == "invalid_input"
    return list(caught.value.issues)


def write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def test_folders_are_listed_and_relative_to_where_they_are_given(tmp_path: Path) -> None:
    (tmp_path / "pollex.toml").write_text('module_folders = ["shared", "/lib"]')
    assert load(tmp_path).module_folders == (tmp_path / "shared", Path("/lib"))
    given = {"POLLEX_MODULE_FOLDERS": os.pathsep.join(["a", "/b"])}
    assert load(tmp_path, given).module_folders == (tmp_path / "a", Path("/b"))
    assert [issue.pointer for issue in issues_of(tmp_path, module_folders=5)] == ["/module_folders"]


def test_defaults(tmp_path: Path) -> None:
    settings = load(tmp_path)

    assert settings == Settings(
        home=tmp_path / "home",
        database=tmp_path / "home" / "pollex.db",
        env_allow=(),
        module_folders=(),
        browser="",
        downloads=None,
        exports=None,
        headed=False,
        cdp="",
        interactive=(),
        allow_private=(),
        model="",
        judge="",
        approve="ask",
        call_timeout=120.0,
        log_level="warning",
        limits=DEFAULT_LIMITS,
        sources={**{row.name: "default" for row in rows()}, "home": "the environment variable POLLEX_HOME"},
        notes=(),
        environ={"POLLEX_HOME": str(tmp_path / "home")},
    )


def test_home_is_the_data_folder_of_the_platform(tmp_path: Path) -> None:
    settings = Settings.load(cwd=tmp_path, environ={})

    assert settings.home.is_absolute()
    assert settings.home.name == "pollex"
    assert settings.sources["home"] == "default"


def test_each_place_is_beaten_by_the_one_above_it(tmp_path: Path) -> None:
    found = [load(tmp_path).sources["approve"]]
    write(tmp_path / "home" / "config.toml", '# mine\napprove = "allow"')
    found.append(load(tmp_path).sources["approve"])
    write(tmp_path / "pollex.toml", '\n\napprove = "deny"')
    found.append(load(tmp_path).sources["approve"])
    write(tmp_path / ".env", "OTHER=1\nexport POLLEX_APPROVE=ask")
    found.append(load(tmp_path).sources["approve"])
    found.append(load(tmp_path, {"POLLEX_APPROVE": "deny"}).sources["approve"])
    found.append(load(tmp_path, {"POLLEX_APPROVE": "deny"}, approve="allow").sources["approve"])

    assert found == [
        "default",
        f"{tmp_path / 'home' / 'config.toml'}, line 2",
        f"{tmp_path / 'pollex.toml'}, line 3",
        f"{tmp_path / '.env'}, line 2",
        "the environment variable POLLEX_APPROVE",
        "an argument",
    ]
    assert load(tmp_path, {"POLLEX_APPROVE": "deny"}, approve="allow").approve == "allow"
    assert load(tmp_path, {"POLLEX_APPROVE": "deny"}).approve == "deny"
    assert load(tmp_path).approve == "ask"


def test_an_argument_that_is_none_and_an_empty_variable_are_not_given(tmp_path: Path) -> None:
    settings = load(tmp_path, {"POLLEX_LOG_LEVEL": "", "POLLEX_APPROVE": "deny"}, approve=None)

    assert (settings.log_level, settings.approve) == ("warning", "deny")


def test_paths_are_relative_to_where_they_are_written(tmp_path: Path) -> None:
    write(tmp_path / "home" / "config.toml", 'database = "runs.db"')

    assert load(tmp_path).database == tmp_path / "home" / "runs.db"
    assert load(tmp_path, {"POLLEX_DATABASE": "here.db"}).database == tmp_path / "here.db"
    assert load(tmp_path, database=Path("/elsewhere/x.db")).database == Path("/elsewhere/x.db")
    assert load(tmp_path, database="~/x.db").database == Path.home() / "x.db"


def test_the_home_in_a_file_leads_to_the_config_in_that_home(tmp_path: Path) -> None:
    write(tmp_path / "pollex.toml", 'home = "there"')
    write(tmp_path / "there" / "config.toml", 'log_level = "DEBUG"')
    settings = Settings.load(cwd=tmp_path, environ={})

    assert (settings.home, settings.log_level) == (tmp_path / "there", "debug")


@pytest.mark.parametrize("given", ["LANG, SHOP_URL", ["LANG", "SHOP_URL"], "LANG,,SHOP_URL,"])
def test_only_allowed_variables_reach_templates(tmp_path: Path, given: Any) -> None:
    write(tmp_path / ".env", "SHOP_URL=http://shop.test\nPASSWORD='se cret'\nLANG=ignored")
    settings = load(tmp_path, {"LANG": "C", "TOKEN": "abc"}, env_allow=given)

    assert settings.env_allow == ("LANG", "SHOP_URL")
    assert environment(settings) == {"LANG": "C", "SHOP_URL": "http://shop.test"}


def test_an_allowed_variable_that_is_not_set_is_absent(tmp_path: Path) -> None:
    assert environment(load(tmp_path, env_allow="NOWHERE")) == {}


def test_the_env_file_stays_out_of_the_process_and_out_of_sight(tmp_path: Path) -> None:
    write(tmp_path / ".env", "POLLEX_SECRET_SHOP=pearl\nPRICE=${LANG}")
    settings = load(tmp_path)

    assert settings.environ["POLLEX_SECRET_SHOP"] == "pearl"
    assert settings.environ["PRICE"] == "${LANG}"
    assert "POLLEX_SECRET_SHOP" not in os.environ
    assert "pearl" not in repr(settings)
    assert settings.notes == ()


def test_limits_come_from_every_place(tmp_path: Path) -> None:
    write(tmp_path / "home" / "config.toml", "[limits]\ndepth = 1\nissues = 1\npage_text = 1")
    write(tmp_path / "pollex.toml", "limits.depth = 2\nlimits.issues = 2")
    settings = load(tmp_path, {"POLLEX_LIMIT_DEPTH": "3"}, limits={"cancel_grace": 0.5})

    assert settings.limits == Limits(depth=3, issues=2, page_text=1, cancel_grace=0.5)
    assert {name: settings.sources[f"limits.{name}"] for name in ("depth", "issues", "page_text", "cancel_grace")} == {
        "depth": "the environment variable POLLEX_LIMIT_DEPTH",
        "issues": f"{tmp_path / 'pollex.toml'}, line 2",
        "page_text": f"{tmp_path / 'home' / 'config.toml'}, line 4",
        "cancel_grace": "an argument",
    }


def test_time_limits_of_planner_and_actor_have_a_variable_in_milliseconds(tmp_path: Path) -> None:
    given = {"POLLEX_PLANNER_TIMEOUT_MS": "2500", "POLLEX_ACTOR_TIMEOUT_MS": "9000", "POLLEX_LIMIT_ACTOR_TIMEOUT": "4"}
    settings = load(tmp_path, given)
    assert (settings.limits.planner_timeout, settings.limits.actor_timeout, settings.notes) == (2.5, 4.0, ())
    assert settings.sources["limits.planner_timeout"] == "the environment variable POLLEX_PLANNER_TIMEOUT_MS"
    for wrong in ("soon", "-1", "nan"):
        [issue] = issues_of(tmp_path, {"POLLEX_PLANNER_TIMEOUT_MS": wrong})
        assert (issue.pointer, issue.expected) == ("/limits/planner_timeout", "a number, 0 or more")


def test_limits_can_be_given_whole(tmp_path: Path) -> None:
    limits = Limits(depth=7)

    assert load(tmp_path, {"POLLEX_LIMIT_ISSUES": "3"}, limits=limits).limits == limits


@pytest.mark.parametrize(
    ("environ", "source"),
    [
        ({"POLLEX_CALL_TIMEOUT": "5"}, "the environment variable POLLEX_CALL_TIMEOUT"),
        ({"POLLEX_LIMIT_CALL_TIMEOUT": "5"}, "the environment variable POLLEX_LIMIT_CALL_TIMEOUT"),
        (
            {"POLLEX_CALL_TIMEOUT": "5", "POLLEX_LIMIT_CALL_TIMEOUT": "9"},
            "the environment variable POLLEX_CALL_TIMEOUT",
        ),
    ],
)
def test_the_time_limit_of_calls_is_one_number_under_two_names(
    tmp_path: Path, environ: dict[str, str], source: str
) -> None:
    settings = load(tmp_path, environ)

    assert (settings.call_timeout, settings.limits.call_timeout) == (5.0, 5.0)
    assert settings.sources["call_timeout"] == settings.sources["limits.call_timeout"] == source


def test_a_wrong_variable_is_named_with_what_was_expected(tmp_path: Path) -> None:
    assert issues_of(tmp_path, {"POLLEX_APPROVE": "alow"}) == [
        Issue(
            "/approve",
            "The setting 'approve', from the environment variable POLLEX_APPROVE, is \"alow\" (string), "
            "not ask, allow or deny.",
            expected="ask, allow or deny",
            received='"alow" (string)',
            hint="Did you mean 'allow'?",
        )
    ]


def test_a_wrong_value_in_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    write(tmp_path / "pollex.toml", 'approve = "ask"\n[limits]\n# deep\ndepth = "very"')
    file = str(tmp_path / "pollex.toml")

    assert issues_of(tmp_path) == [
        Issue(
            "/limits/depth",
            f"The setting 'limits.depth', from {file}, line 4, is \"very\" (string), not a whole number, 0 or more.",
            expected="a whole number, 0 or more",
            received='"very" (string)',
            hint="How deep a JSON value may be nested, in or out: 500 at the most.",
            file=file,
        )
    ]


def test_an_unknown_key_in_a_file_gets_a_suggestion(tmp_path: Path) -> None:
    write(tmp_path / "pollex.toml", "aprove = 1\n[limits]\ndept = 2")
    file = str(tmp_path / "pollex.toml")

    assert [(issue.pointer, issue.hint, issue.file) for issue in issues_of(tmp_path)] == [
        ("/aprove", "Did you mean 'approve'?", file),
        ("/limits/dept", "Did you mean 'limits.depth'?", file),
    ]


def test_an_unknown_argument_gets_a_suggestion(tmp_path: Path) -> None:
    assert [(issue.pointer, issue.hint) for issue in issues_of(tmp_path, databse="x")] == [
        ("/databse", "Did you mean 'database'?")
    ]


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    write(tmp_path / "pollex.toml", "log_level = 3")
    found = issues_of(tmp_path, {"POLLEX_CALL_TIMEOUT": "soon"}, env_allow=[1])

    assert sorted(issue.pointer for issue in found) == ["/call_timeout", "/env_allow", "/log_level"]


@pytest.mark.parametrize(
    "explicit",
    [
        {"call_timeout": "-1"},
        {"call_timeout": "nan"},
        {"call_timeout": "inf"},
        {"call_timeout": True},
        {"call_timeout": [1]},
        {"limits": {"depth": 1.5}},
        {"limits": {"depth": 10**400}},
        {"limits": {"depth": "1.0"}},
        {"limits": 5},
        {"home": 5},
        {"home": "~nobody-of-this-name/x"},
        {"env_allow": "A B"},
        {"env_allow": "POLLEX_SECRET_SHOP"},
        {"env_allow": 5},
        {"approve": ""},
        {"log_level": "loud"},
    ],
    ids=lambda explicit: str(explicit)[:40],
)
def test_values_that_do_not_fit_are_refused(tmp_path: Path, explicit: dict[str, Any]) -> None:
    assert len(issues_of(tmp_path, **explicit)) == 1


def test_the_config_inside_the_home_cannot_move_it(tmp_path: Path) -> None:
    write(tmp_path / "home" / "config.toml", 'home = "elsewhere"')

    assert [issue.pointer for issue in issues_of(tmp_path)] == ["/home"]


def test_a_file_that_is_no_toml_is_named_with_the_place(tmp_path: Path) -> None:
    write(tmp_path / "pollex.toml", "approve = \n")
    [issue] = issues_of(tmp_path)

    assert issue.file == str(tmp_path / "pollex.toml")
    assert "is not TOML" in issue.message
    assert "line 1" in issue.message


@pytest.mark.parametrize("name", [".env", "pollex.toml"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"a = \xff\xfe")

    assert [issue.file for issue in issues_of(tmp_path)] == [str(tmp_path / name)]


def test_a_variable_that_is_no_setting_is_noted(tmp_path: Path) -> None:
    write(tmp_path / ".env", "POLLEX_LIMIT_DEPHT=3")
    settings = load(tmp_path, {"POLLEX_APROVE": "deny", "POLLEX_SECRET_X": "1", "POLLEX_CDP_URL": "http://127.0.0.1"})

    assert settings.notes == (
        "The variable 'POLLEX_APROVE' is no setting. Did you mean 'POLLEX_APPROVE'?",
        "The variable 'POLLEX_LIMIT_DEPHT' is no setting. Did you mean 'POLLEX_LIMIT_DEPTH'?",
    )


def test_every_row_can_be_set_by_its_variable_and_explains_itself(tmp_path: Path) -> None:
    for row in rows():
        text = row.setting.kind.options[-1] if row.setting.kind.options else "7"
        environ = {row.setting.variable: "SEVEN" if row.name == "env_allow" else text}
        source = load(tmp_path, environ).sources[row.name]

        assert source == f"the environment variable {row.setting.variable}"
        assert row.setting.about.endswith(".")
        assert str(row.default)


def test_the_environment_and_folder_of_the_process_are_the_usual_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POLLEX_HOME", "home")
    write(tmp_path / "pollex.toml", 'approve = "deny"')
    settings = Settings.load()

    assert (settings.home, settings.approve) == (tmp_path / "home", "deny")
