"""Version ranges: PEP 440 specifiers for Python packages, npm ranges for npm packages."""

from __future__ import annotations

import re
from typing import Final

from ..core.fault import Issue
from .runtime import Ecosystem

EXPECTED: Final[dict[Ecosystem, str]] = {
    "pypi": "a PEP 440 specifier such as '>=1.2,<2', '~=1.2' or '==1.2.*'",
    "npm": "an npm range such as '^1.2.3', '~1.2', '>=1.2.0 <2.0.0' or '1.x || 2.x'",
}
BUILD: Final = re.compile(r"(?<=[\w*])\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*")
NUMBER_AFTER_X: Final = re.compile(r"(?:\A|[\s.^~<>=v|])[xX*]\.\d")
LARGEST: Final = 2**53 - 1
"""The largest number that npm accepts as a part of a version."""


def satisfies(version: str, wanted: str, ecosystem: Ecosystem) -> bool:
    """Return whether the version lies in the range. A version or range that cannot be read satisfies nothing.

    An installed prerelease of a Python package always counts; npm has rules of its own.
    """
    return (_npm_satisfies if ecosystem == "npm" else _python_satisfies)(version, wanted)


def check_range(wanted: str, ecosystem: Ecosystem) -> Issue | None:
    """Return what is wrong with a manifest's `packageVersion`, or None."""
    if _is_npm_range(wanted) if ecosystem == "npm" else _is_specifier(wanted):
        return None
    message = f"{wanted!r} is not a range of versions."
    return Issue("/packageVersion", message, EXPECTED[ecosystem], repr(wanted), _hint(wanted, ecosystem))


def only_ecosystem(wanted: str) -> Ecosystem | None:
    """Return the ecosystem whose range this is; None where both or neither could have written it."""
    is_npm, is_python = _is_npm_range(wanted), _is_specifier(wanted)
    return None if is_npm == is_python else "npm" if is_npm else "pypi"


def _hint(wanted: str, ecosystem: Ecosystem) -> str | None:
    if wanted.strip() in ("latest", "next"):
        return "A tag names no versions; leave packageVersion out to allow every version."
    if ecosystem == "npm" and _is_specifier(wanted):
        return 'This is a range of Python versions; write it as npm does, or set "ecosystem": "pypi".'
    if ecosystem == "pypi" and _is_npm_range(wanted):
        return f"This is an npm range; for a Python package write {_as_specifier(wanted) or EXPECTED['pypi']}."
    return None


def _is_specifier(wanted: str) -> bool:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(wanted)
    except InvalidSpecifier:
        return False
    return True


def _as_specifier(npm_range: str) -> str | None:
    """Return an npm range as PEP 440 writes it; None where it has no such form."""
    import nodesemver  # type: ignore[import-untyped]

    bounds = str(nodesemver.valid_range(npm_range, False)).split()
    written = ",".join(bound if bound[0] in "<>" else f"=={bound}" for bound in bounds)
    return written if _is_specifier(written) else None


def _python_satisfies(version: str, wanted: str) -> bool:
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    try:
        return SpecifierSet(wanted).contains(Version(version), prereleases=True)
    except ValueError:
        return False


def _is_npm_range(wanted: str) -> bool:
    """Return whether npm itself would accept the range; node-semver is more lenient than npm."""
    import nodesemver

    read = nodesemver.valid_range(BUILD.sub("", wanted), False)
    if read is None or "~=" in wanted or NUMBER_AFTER_X.search(wanted):
        return False
    return all(int(number) <= LARGEST for number in re.findall(r"\d+", read))


def _npm_satisfies(version: str, wanted: str) -> bool:
    import nodesemver

    try:
        return _is_npm_range(wanted) and bool(nodesemver.satisfies(version, BUILD.sub("", wanted), False))
    except ValueError:
        return False
