"""The story of a run as data: what the page draws itself."""

from pathlib import Path

import pytest

from pollex.report import story_data

from .conftest import Written


@pytest.mark.document("all", "What a run has downloaded can be saved from its window.")
def test_what_a_run_brought_is_named_and_nothing_outside_its_folder(tmp_path: Path, written: Written) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for name in ("invoice.pdf", "shot.png"):
        (folder / name).write_bytes(b"x")
    (tmp_path / "outside.pdf").write_bytes(b"x")
    told = [
        (folder / "invoice.pdf", "download"), (folder / "invoice.pdf", "download"), (folder / "shot.png", "screenshot"),
        (tmp_path / "outside.pdf", "download"), (folder / "gone.pdf", "pdf"),
    ]  # fmt: skip
    events = written(*(("file.written", {"path": str(path), "what": what}) for path, what in told))
    story = story_data(events, status="done", name="a", folder=folder, address=str)
    assert story["files"] == ["invoice.pdf"]
