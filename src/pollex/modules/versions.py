"""Whether an installed version will do: npm ranges by node-semver, PEP 440 by packaging.

For a Python package the common npm forms are understood too: `^1.2.3` is `>=1.2.3,<2`, `^0.2.3` is `>=0.2.3,<0.3`,
`~1.2.3` is `>=1.2.3,<1.3`, `~1` is `>=1,<2`, `1.2.x` is `==1.2.*`, `1.2.3` is `==1.2.3`; spaces do for commas, and
`||` separates alternatives.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..core.fault import Fault, Issue
from .runtime import Ecosystem

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

EXPECTED: Final[dict[Ecosystem, str]] = {
    "pypi": "a PEP 440 specifier such as '>=1.2,<2' or '~=1.2', or an npm form such as '^1.2.3'",
    "npm": "an npm range such as '^1.2.3', '~1.2', '>=1.2.0 <2.0.0' or '1.x || 2.x'",
}

ALTERNATIVES: Final = re.compile(r"\s*\|\|\s*")
AFTER_OPERATOR: Final = re.compile(r"([<>=~^!]+)\s+")
CLAUSE: Final = re.compile(r"(===|~=|==|!=|<=|>=|<|>|~>|~|\^|=|)(.+)")
WILDCARD: Final = re.compile(r"(?:\.[xX*])+\Z")
BUILD: Final = re.compile(r"(?<=[\w*])\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*")
HYPHEN: Final = re.compile(r"\A\s*(\S+)\s+-\s+(\S+)\s*\Z")
NUMBER_AFTER_X: Final = re.compile(r"(?:\A|[\s.^~<>=v|])[xX*]\.\d")
FULL: Final = re.compile(r"\d+\.\d+\.\d+")
LARGEST: Final = 2**53 - 1
"""The largest number that npm takes as a part of a version."""


def satisfies(
    version: str, wanted: str, ecosystem: Ecosystem, *, loose: bool = False, prereleases: bool = False
) -> bool:
    """Whether the version lies in the range; a version or range that cannot be read satisfies nothing.

    `loose` and `prereleases` are npm's options of those names. For Python an installed prerelease always counts.
    """
    if ecosystem == "npm":
        return _npm_satisfies(version, BUILD.sub("", wanted), loose, prereleases)
    from packaging.version import Version

    try:
        found = Version(version)
        alternatives = [_specifier(part) for part in ALTERNATIVES.split(wanted)]
    except ValueError:
        return False
    return any(one.contains(found, prereleases=True) for one in alternatives)


def check_range(wanted: str, ecosystem: Ecosystem) -> Issue | None:
    """What is wrong with a manifest's `packageVersion`, or None."""
    if _npm_reads(wanted) if ecosystem == "npm" else _python_reads(wanted):
        return None
    message = f"{wanted!r} is not a range of versions."
    return Issue("/packageVersion", message, EXPECTED[ecosystem], repr(wanted), _hint(wanted, ecosystem))


def pip_range(wanted: str) -> str:
    """The range as pip takes it after a name; a Fault where pip has no form for it."""
    alternatives = ALTERNATIVES.split(wanted)
    try:
        if len(alternatives) == 1:
            return str(_specifier(wanted))
    except ValueError:
        pass
    message = f"pip has no form for the versions {wanted!r}."
    raise Fault("invalid_input", message, pointer="/packageVersion", expected="one range", received=wanted)


def _hint(wanted: str, ecosystem: Ecosystem) -> str | None:
    if ecosystem == "npm" and _python_reads(wanted):
        return 'This is a range of Python versions; say "ecosystem": "pypi", or write it as npm does.'
    if wanted.strip() in ("latest", "next"):
        return "A tag names no versions; '*' takes every version."
    return None


def _python_reads(wanted: str) -> bool:
    try:
        for part in ALTERNATIVES.split(wanted):
            _specifier(part)
    except ValueError:
        return False
    return True


def _specifier(text: str) -> SpecifierSet:
    from packaging.specifiers import SpecifierSet

    if between := HYPHEN.match(text):
        text = f">={between[1]} <={between[2]}"
    clauses = AFTER_OPERATOR.sub(r"\1", text).replace(",", " ").split()
    return SpecifierSet(",".join(filter(None, map(_clause, clauses))))


def _clause(text: str) -> str:
    """One comparison as PEP 440 writes it; empty where it allows everything."""
    match = CLAUSE.fullmatch(text)
    if match is None or match[1] in ("===", "~=", "==", "!="):
        return text
    operator, version = match.groups()
    if version in ("*", "x", "X"):
        return ""
    base = WILDCARD.sub("", version)
    if operator in ("", "="):
        return f"=={base}.*" if base != version else f"=={base}"
    if operator in ("^", "~", "~>"):
        return f">={base},<{_next(base, caret=operator == '^')}"
    return f"{operator}{base}"


def _next(base: str, *, caret: bool) -> str:
    """The first version out of reach: for `^` the first part that is not 0 grows, for `~` the second."""
    from packaging.version import Version

    release = Version(base).release
    last = len(release) - 1
    grows = next((index for index, part in enumerate(release) if part), last) if caret else min(1, last)
    return ".".join(map(str, (*release[:grows], release[grows] + 1)))


def _npm_reads(wanted: str) -> bool:
    import nodesemver  # type: ignore[import-untyped]

    read = nodesemver.valid_range(BUILD.sub("", wanted), False)
    if read is None or "~=" in wanted or NUMBER_AFTER_X.search(wanted):
        return False
    return all(int(number) <= LARGEST for number in re.findall(r"\d+", read))


def _npm_satisfies(version: str, wanted: str, loose: bool, prereleases: bool) -> bool:
    import nodesemver

    if not loose and not _npm_reads(wanted):
        return False
    try:
        found = nodesemver.make_semver(version, loose)
        if not prereleases:
            return bool(nodesemver.satisfies(version, wanted, loose))
        alternatives = [_with_prereleases(part, loose) for part in ALTERNATIVES.split(wanted)]
        return any(all(one.test(found) for one in nodesemver.make_range(part, loose).set[0]) for part in alternatives)
    except ValueError:
        return False


def _with_prereleases(text: str, loose: bool) -> str:
    """Bounds that the range does not write out (`^1.0.0` below 2, `1.x` from 1) begin at the first prerelease, `-0`.

    node-semver itself ignores what stands behind the hyphen here, and would take 1.0.0-rc1 for `^1.0.0`.
    """
    from nodesemver import parse_comparator

    if between := HYPHEN.match(text):
        text = f">={between[1]} <={between[2]}"
    bounds = []
    for token in AFTER_OPERATOR.sub(r"\1", text).split():
        partial = not FULL.search(token)
        for bound in parse_comparator(token, loose).split():
            implied = partial if bound.startswith(">=") else (partial or token[0] in "^~") and bound.startswith("<")
            bounds.append(f"{bound}-0" if implied else bound)
    return " ".join(bounds)
