"""Trust in the scripts of a library: as they were when it was given."""

from __future__ import annotations

from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.library.trust import Trust


@pytest.fixture
def trust(tmp_path: Path) -> Trust:
    return Trust(tmp_path / "home" / "trusted.json")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    tool = tmp_path / "library" / "src" / "apps" / "shop" / "tool"
    tool.mkdir(parents=True)
    for name in ("buy.py", "buy.template.json", "look.ts"):
        (tool / name).write_text("1")
    (tmp_path / "library" / "src" / "types.ts").write_text("1")
    return tmp_path / "library"


def test_nothing_is_trusted_at_first(trust: Trust, library: Path) -> None:
    assert not trust.holds(library / "src")
    assert trust.listed() == []


def test_a_version_is_trusted_once(trust: Trust, library: Path) -> None:
    given = trust.give(library)

    assert list(given["scripts"]) == ["types.ts", "apps/shop/tool/buy.py", "apps/shop/tool/look.ts"]
    assert trust.holds(library / "src")
    assert [(each["library"], each["unchanged"]) for each in trust.listed()] == [(str(library / "src"), True)]


CHANGED = ("apps/shop/tool/buy.py", "types.ts", "apps/shop/tool/new.js", "helper.py", "dist/helper.js", ".hidden/a.mjs")
COMPILED = ("apps/shop/tool/helper.so", "apps/shop/tool/__pycache__/buy.cpython-311.pyc")


@pytest.mark.parametrize("name", [*CHANGED, *COMPILED])
def test_another_version_is_not(trust: Trust, library: Path, name: str) -> None:
    trust.give(library)
    (library / "src" / name).parent.mkdir(exist_ok=True)
    (library / "src" / name).write_text("2")

    assert not trust.holds(library / "src")
    assert trust.listed()[0]["unchanged"] is False


def test_a_template_is_no_script(trust: Trust, library: Path) -> None:
    trust.give(library)
    (library / "src" / "apps" / "shop" / "tool" / "buy.template.json").write_text("2")

    assert trust.holds(library / "src")


def test_trust_is_taken_back(trust: Trust, library: Path) -> None:
    trust.give(library)
    trust.take(library)

    assert not trust.holds(library / "src")
    with pytest.raises(Fault, match="are not trusted"):
        trust.take(library)


def test_what_pollex_wrote_is_trusted_and_nothing_beside_it(trust: Trust, library: Path) -> None:
    tool = library / "src" / "apps" / "shop" / "tool"
    trust.add(library, [tool / "buy.py", library / "tests" / "test_buy.py"])

    assert not trust.holds(library / "src")
    trust.add(library, [tool / "look.ts", library / "src" / "types.ts"])
    assert trust.holds(library / "src")


def test_scripts_of_pollex_itself_are_trusted(trust: Trust) -> None:
    from pollex.library.library import generic_login

    assert trust.holds(generic_login().root)
