"""Reads a package's `.d.ts` files for the parameters of its functions: a small and tolerant reader, no type checker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ...core.path import Path as Segments
from .package import Package, read_description
from .signature import Signature, closing, read_parameters

COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
REFERENCE: Final = re.compile(r"///\s*<reference\s+path=[\"']([^\"']+)[\"']|\bfrom\s+[\"'](\.[^\"']+)[\"']")
EXPORTED: Final = re.compile(
    r"\bexport\s*=\s*([\w$]+)|\bexport\s+default\s+(?:(?:async\s+)?function\s+)?([\w$]+)|\b([\w$]+)\s+as\s+default\b"
)
MOST_FILES: Final = 200
MOST_BYTES: Final = 4_000_000


class Declarations:
    """The declared functions of one package, read when first asked for."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._text: str | None = None

    def signatures(self, path: Segments) -> list[Signature]:
        """All declarations of the function that a path ends with; overloads, and namesakes in other types, included."""
        if self._text is None:
            start = declaration_file(self._package)
            self._text = "" if start is None else "\n".join(read_files(start))
        if not path:
            return [found for name in default_names(self._text) for found in callable_signatures(self._text, name)]
        return list(named_signatures(self._text, path[-1])) if isinstance(path[-1], str) else []


def declaration_file(package: Package) -> Path | None:
    """Where a package's types are declared: by itself, or by `@types` beside it."""
    if package.place.is_file():
        beside = package.place.with_suffix({".mjs": ".d.mts", ".cjs": ".d.cts"}.get(package.place.suffix, ".d.ts"))
        return beside if beside.is_file() else None
    found = declared_in(package.place, package.description)
    if found is None and "node_modules" in package.place.parts:
        name = str(package.description.get("name", package.place.name)).removeprefix("@").replace("/", "__")
        types = package.base.parent / "node_modules" / "@types" / name
        found = declared_in(types, read_description(types))
    return found


def declared_in(folder: Path, description: dict[str, Any]) -> Path | None:
    main = str(description.get("main", "index.js"))
    exports = description.get("exports")
    entry = exports.get(".", exports) if isinstance(exports, dict) else None
    named = [description.get("types"), description.get("typings"), types_condition(entry)]
    for name in (*named, re.sub(r"\.[cm]?js$", "", main) + ".d.ts", "index.d.ts"):
        if isinstance(name, str) and (found := as_declaration(folder / name)):
            return found
    return None


def types_condition(entry: Any) -> str | None:
    """The `types` of an `exports` entry, however deep its conditions are nested."""
    if not isinstance(entry, dict):
        return None
    types = entry.get("types")
    if isinstance(types, str):
        return types
    inner = [types_condition(value) for value in (types, *entry.values())]
    return next((found for found in inner if found), None) or (
        types.get("default") if isinstance(types, dict) else None
    )


def as_declaration(file: Path) -> Path | None:
    """The declaration file that a name means, as written or with what it leaves out."""
    stem = re.sub(r"\.[cm]?js$", "", file.name)
    names = (file.name, f"{stem}.d.ts", f"{stem}.d.mts", f"{stem}.d.cts", f"{file.name}/index.d.ts")
    candidates = (file.parent / name for name in names)
    return next((found for found in candidates if re.search(r"\.[cm]?ts$", found.name) and found.is_file()), None)


def read_files(start: Path) -> Iterator[str]:
    """The text of a declaration file and of those that it refers to, without comments."""
    ahead, seen, room = [start], {start}, MOST_BYTES
    while ahead and len(seen) <= MOST_FILES and room > 0:
        file = ahead.pop(0)
        text = file.read_text("utf-8", "replace")
        room -= len(text)
        for reference in REFERENCE.findall(text):
            found = as_declaration((file.parent / (reference[0] or reference[1])).resolve())
            if found is not None and found not in seen:
                seen.add(found)
                ahead.append(found)
        yield COMMENT.sub(" ", text)


def default_names(text: str) -> list[str]:
    """What the package is as a whole: the names of its default exports."""
    return list(dict.fromkeys(name for found in EXPORTED.findall(text) for name in found if name))


def callable_signatures(text: str, name: str) -> Iterator[Signature]:
    """The ways in which something can be called: as a function, or as a value of a type with call signatures."""
    yield from named_signatures(text, name)
    typed = re.findall(rf"\b(?:const|let|var)\s+{re.escape(name)}\s*:\s*([\w$]+)", text)
    for interface in (name, *typed):
        for body in bodies(text, interface):
            yield from read_all(body, r"(?:^|[;{}\n])\s*(?:<[^()]*>\s*)?(?=\()")


def bodies(text: str, interface: str) -> Iterator[str]:
    for found in re.finditer(rf"\binterface\s+{re.escape(interface)}\b[^{{]*", text):
        end = closing(text, found.end())
        if end is not None:
            yield text[found.end() + 1 : end]


def named_signatures(text: str, name: str) -> Iterator[Signature]:
    """`name(…)`, `name<T>(…)` and `name: (…) => …`, wherever they are declared."""
    yield from read_all(text, rf"(?<![\w$.]){re.escape(name)}\??\s*(?::\s*)?(?:<[^()]*>\s*)?(?=\()")


def read_all(text: str, pattern: str) -> Iterator[Signature]:
    for found in re.finditer(pattern, text):
        end = closing(text, found.end())
        signature = None if end is None else read_parameters(text[found.end() + 1 : end])
        if signature is not None:
            yield signature
