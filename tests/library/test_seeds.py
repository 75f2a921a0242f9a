"""Document 000's blocks about libraries, held against what reads and checks libraries."""

import json
from collections.abc import Iterable
from pathlib import Path

from pollex.core.credential import CREDENTIAL_TYPES
from pollex.core.parsed_scripts import ParsedScripts
from pollex.library.build import build_library
from pollex.library.layout import find_files, find_root
from pollex.library.library import check_library
from pollex.library.rules.names import NAME

from .sample import SHOP, tool, write_library

SEEDS = Path(__file__).parents[1] / "seeds" / "000"


def test_layout(tmp_path: Path) -> None:
    text = (SEEDS / "01-layout.txt").read_text()
    folder = write_library(tmp_path)

    layout = find_files(find_root(folder))

    assert all(name in text for name in ("src/", "apps/", "app.json", "auth/", "tool/", "generic/", ".template.json"))
    assert list(layout.apps) == [folder / SHOP]
    assert [path.relative_to(folder / SHOP).as_posix() for path in layout.templates] == [
        "auth/login.template.json",
        "tool/find-price.template.json",
    ]


def test_credential_types() -> None:
    assert json.loads((SEEDS / "06-credential-types.json").read_text()) == list(CREDENTIAL_TYPES)


def test_validation_rules(tmp_path: Path) -> None:
    broken = {
        "Slug must match filename": tool(slug="other"),
        "Type must match directory": tool(type="auth"),
        "App must match app.json": tool(app="other"),
        "File must exist": tool(file="missing.ts"),
        "Schema types are validated": tool(inputSchema=[{"display_name": "a", "type": "text"}]),
    }
    text = (SEEDS / "11-validation-rules.md").read_text()

    for number, (rule, change) in enumerate(broken.items(), 1):
        _, findings = check_library(write_library(tmp_path / str(number), change))

        assert f"{number}. **{rule}**" in text
        assert len(findings.errors) == 1, rule


def test_naming_conventions() -> None:
    for name in ("comply-advantage", "basic-2fa-login", "linkedin", "facebook"):
        assert name in (SEEDS / "13-naming-conventions.md").read_text()
        assert NAME.fullmatch(name)
    assert not NAME.fullmatch("Comply_Advantage")


def test_build(tmp_path: Path) -> None:
    built, _, findings = build_library(write_library(tmp_path), name=None, version=None, taken=(), parse=_no_issues)

    assert "npm run build" in (SEEDS / "14-build.sh").read_text()
    assert findings.errors == []
    assert built is not None
    assert "shop.find-price" in str(built.to_json())


def _no_issues(files: Iterable[Path]) -> ParsedScripts:
    return ParsedScripts()
