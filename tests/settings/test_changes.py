"""Settings that a person changes: written into config.toml, whose rest stays, or refused with every mistake."""

from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.settings import Settings
from pollex.settings.changes import change_settings, changeable


def load(home: Path, **environ: str) -> Settings:
    return Settings.load(cwd=home, environ={"POLLEX_HOME": str(home), **environ})


def test_only_what_is_no_secret_can_be_changed() -> None:
    assert {name: row.setting.changeable for name, row in changeable().items()} == {
        "headed": "after a restart",
        "model": "at once",
        "judge": "at once",
        "approve": "after a restart",
    }


def test_a_change_is_read_at_the_next_start_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('# mine\napprove = "deny"\n\n[limits]\ndepth = 40\n')
    read = change_settings(load(tmp_path), {"model": 'a:b"c', "approve": "ALLOW", "headed": "yes"})
    assert read == {"model": 'a:b"c', "approve": "allow", "headed": True}
    assert file.read_text() == ('# mine\napprove = "allow"\n\nmodel = "a:b\\"c"\nheaded = true\n[limits]\ndepth = 40\n')
    found = load(tmp_path)
    assert (found.model, found.approve, found.headed, found.limits.depth) == ('a:b"c', "allow", True, 40)
    assert change_settings(found, {"model": None, "headed": None}) == {"model": "", "headed": False}
    assert file.read_text() == '# mine\napprove = "allow"\n\n[limits]\ndepth = 40\n'


def test_every_mistake_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    settings = load(tmp_path, POLLEX_HEADED="yes")
    with pytest.raises(Fault) as raised:
        change_settings(settings, {"approve": "alow", "headed": False, "home": "/x", "modl": "a"})
    hints = {issue.pointer: issue.hint for issue in raised.value.issues}
    assert list(hints) == ["/approve", "/headed", "/home", "/modl"]
    assert (hints["/approve"], hints["/modl"]) == ("Did you mean 'allow'?", "Did you mean 'model'?")
    assert not (tmp_path / "config.toml").exists()


@pytest.mark.parametrize("text", ['model = """\na\n"""\n', "model = [\n", '"model" = "a"\n'])
def test_a_file_that_cannot_be_changed_safely_is_left_alone(tmp_path: Path, text: str) -> None:
    settings = load(tmp_path)
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(Fault):
        change_settings(settings, {"model": "local"})
    assert (tmp_path / "config.toml").read_text() == text
