"""What a script may read: its library and the programs, and nothing that is hidden, wherever it lies."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pollex.scripting.needs import is_in, readable, with_needs


def seen(path: Path, paths: list[str]) -> bool:
    return any(is_in(str(path), each) for each in paths)


def library(folder: Path) -> Path:
    for name in ("src/apps", "src/home/deep", "src/.git", "src/.venv", "node_modules"):
        (folder / name).mkdir(parents=True)
    for name in ("src/apps/a.py", "src/home/vault.key", "src/home/deep/x", "src/.env", "src/types.ts", "note.txt"):
        (folder / name).write_text("")
    return folder / "src"


def test_a_library_is_seen_without_what_is_hidden_in_it(tmp_path: Path) -> None:
    root = library(tmp_path)
    paths = readable(root, [root / "home" / "deep"])

    assert {name: seen(root / name, paths) for name in ("apps/a.py", "types.ts", "home/vault.key", "home/deep/x")} == {
        "apps/a.py": True,
        "types.ts": True,
        "home/vault.key": True,
        "home/deep/x": False,
    }
    assert not any(seen(root / name, paths) for name in (".env", ".git", ".venv"))


@pytest.mark.document("000", "A library that lies in the home folder runs, and sees nothing of the home beside it.")
def test_a_library_in_the_home_is_seen_and_nothing_beside_it(tmp_path: Path) -> None:
    root = library(tmp_path / "libraries")
    (tmp_path / "vault.key").write_text("")
    paths = readable(root, [tmp_path, root / "home" / "vault.key"])

    assert seen(root / "apps/a.py", paths)
    hidden = (tmp_path / "vault.key", tmp_path / "libraries/note.txt", root / "home/vault.key", root / ".env")
    assert not any(seen(each, paths) for each in hidden)
    assert not seen(root / "apps/a.py", readable(root, [root]))


def test_of_the_folders_above_only_packages_are_seen(tmp_path: Path) -> None:
    paths = readable(library(tmp_path))

    assert seen(tmp_path / "node_modules" / "x", paths)
    assert not seen(tmp_path / "note.txt", paths)
    assert not seen(Path.home() / ".ssh", paths)


def test_a_home_that_is_reached_by_a_link_is_hidden_too(tmp_path: Path) -> None:
    root = library(tmp_path / "library")
    (link := tmp_path / "link").symlink_to(root / "home")

    assert not seen(root / "home" / "vault.key", readable(root, [link]))


def test_the_interpreter_is_seen_even_below_a_hidden_name(tmp_path: Path) -> None:
    paths = readable(library(tmp_path))

    assert seen(Path(sys.prefix), paths)
    assert seen(Path(sys.base_prefix), paths)


def test_no_place_is_named_inside_another(tmp_path: Path) -> None:
    paths = readable(library(tmp_path))

    assert not [(one, two) for one in paths for two in paths if one != two and is_in(one, two)]


@pytest.mark.document("000", "Links beside a library show its scripts nothing.")
def test_a_link_in_the_place_of_packages_leads_nowhere(tmp_path: Path) -> None:
    root = library(tmp_path / "libraries" / "mine")
    (tmp_path / "secret").write_text("")
    (tmp_path / "libraries" / "node_modules" / "other").mkdir(parents=True)
    (root.parent / "package.json").symlink_to(tmp_path / "secret")
    (root.parent / "node_modules").rmdir()
    (root.parent / "node_modules").symlink_to("/")
    paths = readable(root)

    assert seen(tmp_path / "libraries" / "node_modules" / "other", paths)
    assert not any(
        seen(each, paths) for each in (tmp_path / "secret", root.parent / "package.json", Path("/etc/hosts"))
    )


def test_what_is_installed_is_seen_with_what_it_needs() -> None:
    own, source = Path("/home/ada/.local/lib/python3.12/site-packages"), Path("/opt/src/pollex")

    assert (with_needs(own / "pollex"), with_needs(source)) == (str(own), str(source))
