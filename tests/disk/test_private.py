"""What Pollex keeps is its owner's alone, also what an earlier version left open."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex import App
from pollex.app.workflows.files import create_workflow
from pollex.disk.private import narrow_all, private_file, private_folder, write_private
from pollex.durable.blobs import FileBlobs
from pollex.flow.director.file import write_workflow
from pollex.flow.revision.kept import KeptVersions
from pollex.flow.workflow import Workflow
from pollex.practice.server import Server
from pollex.settings import Settings
from pollex.settings.changes import change_settings


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """New files of this process are open to others, as on most machines."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(home: Path) -> list[str]:
    return [str(each.relative_to(home)) for each in (home, *home.rglob("*")) if mode(each) & 0o077]


def test_new_folders_and_files_are_private(tmp_path: Path) -> None:
    private_folder(tmp_path / "a" / "b")
    private_file(tmp_path / "c" / "d.db")
    write_private(tmp_path / "a" / "e.jpg", b"x")
    assert [mode(tmp_path / each) for each in ("a", "a/b", "c")] == [0o700] * 3
    assert [mode(tmp_path / each) for each in ("c/d.db", "a/e.jpg")] == [0o600] * 2


def test_the_folder_of_large_values_is_private_too(tmp_path: Path) -> None:
    FileBlobs(tmp_path / "blobs").put(b"x")
    assert open_to_others(tmp_path / "blobs") == []


def test_what_is_there_is_taken_from_others_and_links_lead_nowhere(tmp_path: Path) -> None:
    outside, home = tmp_path / "outside", tmp_path / "home"
    outside.write_text("mine")
    outside.chmod(0o644)
    (home / "run").mkdir(parents=True)
    (home / "run" / "step.jpg").write_text("x")
    (home / "run" / "link").symlink_to(outside)
    narrow_all(home)
    assert (mode(home), mode(home / "run"), mode(home / "run" / "step.jpg")) == (0o700, 0o700, 0o600)
    assert mode(outside) == 0o644


async def test_settings_and_workflows_are_written_for_nobody_else(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with App(home=home) as app:
        change_settings(app.settings, {"model": "local"})
        create_workflow(home / "workflows", "orders")
        KeptVersions(home / "workflow-versions").keep("orders", {"name": "orders", "nodes": []})
    assert open_to_others(home) == []
    assert len(list(home.rglob("*orders*"))) == 2


def test_a_setting_that_is_changed_takes_the_file_of_before_from_others(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('approve = "deny"\n')
    change_settings(Settings.load(cwd=tmp_path, environ={"POLLEX_HOME": str(tmp_path)}), {"model": "local"})
    assert mode(tmp_path / "config.toml") == 0o600


def test_a_workflow_in_a_folder_that_is_kept_elsewhere_is_written_as_any_file_there(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    for each in (project, home):
        each.mkdir()
    (home / "workflows").symlink_to(project)
    create_workflow(home / "workflows", "orders")
    write_workflow(Workflow({"name": "other", "nodes": []}), project / "flows" / "other.workflow.json")
    assert [mode(each) for each in (project, project / "orders.workflow.json")] == [0o755, 0o644]
    assert [mode(project / "flows" / each) for each in ("", "other.workflow.json")] == [0o755, 0o644]


async def test_a_run_leaves_nothing_that_others_can_read(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "files" / "older").mkdir(parents=True)
    (home / "files" / "older" / "step-1.jpg").write_text("x")
    with Server() as server:
        async with App(home=home) as app:
            run = await app.run("Take a screenshot", url=f"{server.url}/shop/", model="local")
            assert run.result is not None
    assert list(home.glob("files/*/*.jpg"))
    assert open_to_others(home) == []
