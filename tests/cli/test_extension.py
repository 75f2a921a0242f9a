"""`pollex extension`: where it is, packed, and its pairings."""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from pollex.cli.commands import perform
from pollex.extension.package import FOLDER, manifest
from pollex.serve.guard import EXTENSION_ORIGIN


def test_the_manifest_s_key_is_that_of_the_origin_that_the_server_takes() -> None:
    digest = sha256(b64decode(str(manifest(light=False)["key"]))).hexdigest()[:32]
    letters = "".join(chr(ord("a") + int(each, 16)) for each in digest)
    assert f"chrome-extension://{letters}" == EXTENSION_ORIGIN


@pytest.mark.parametrize(("options", "heavy"), [([], True), (["--light"], False)])
def test_it_is_packed_whole_or_without_the_debugger(tmp_path: Path, options: list[str], heavy: bool) -> None:
    file = tmp_path / "pollex.zip"
    assert perform(["extension", "--zip", str(file), *options]) == 0
    with ZipFile(file) as packed:
        assert ("debugger" in json.loads(packed.read("manifest.json"))["permissions"]) == heavy
        assert {"worker.js", "panel/panel.html", "page/reach.js"} <= set(packed.namelist())
        assert not any(name.endswith((".py", ".pyc")) for name in packed.namelist())


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--light"], "--zip FILE beside --light"), (["--zip", "nowhere/pollex.zip"], "There is no folder")],
)
def test_what_cannot_be_packed_says_why(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert perform(["extension", *options]) == 1
    assert said in "".join(capsys.readouterr())


def test_it_says_where_it_is_and_how_to_load_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert perform(["extension"]) == 0
    said = capsys.readouterr().out
    assert str(FOLDER) in said
    assert "chrome://extensions" in said


def test_pairing_needs_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POLLEX_HOME", str(tmp_path))
    assert perform(["extension", "--pair"]) == 1
    assert "Start it with `pollex serve`" in "".join(capsys.readouterr())
