"""Drafts of `module.json` files for installed packages, and the names and effects in them."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from ..core.casing import snake
from ..core.json import Object
from ..core.tool import Effect

LONGEST: Final = 64
"""Characters that a tool's name may have."""

READING: Final = frozenset({
    "abspath", "as", "available", "b16decode", "b16encode", "b32decode", "b32encode", "b64decode", "b64encode",
    "basename", "calculate", "canonicalize", "capitalize", "check", "commonpath", "compare", "compute", "contains",
    "convert", "count", "decode", "dedent", "describe", "detect", "diff", "digest", "dirname", "dumps", "encode",
    "escape", "exists", "expanduser", "expandvars", "extract", "fetch", "fill", "find", "format", "from", "get",
    "getsize", "guess", "hash", "indent", "inspect", "isabs", "isdir", "isfile", "islink", "iter", "join", "list",
    "loads", "lookup", "match", "measure", "name", "namelist", "names", "normalize", "normcase", "normpath",
    "parse", "peek", "predict", "query", "quote", "read", "realpath", "relpath", "render", "resolve", "search",
    "select", "shorten", "show", "sort", "split", "splitext", "stat", "strip", "summarize", "to", "tokenize",
    "unescape", "unquote", "urlencode", "urljoin", "urlparse", "urlsplit", "validate", "verify", "walk", "which",
    "wrap",
})  # fmt: skip
QUESTIONS: Final = frozenset({"can", "has", "is"})
CHANGING: Final = frozenset({
    "add", "append", "apply", "assign", "build", "commit", "connect", "create", "download", "execute", "insert",
    "install", "move", "open", "patch", "post", "publish", "push", "put", "register", "rename", "replace",
    "run", "save", "send", "set", "start", "stop", "submit", "touch", "update", "upload", "write",
})  # fmt: skip
DESTROYING: Final = frozenset({
    "clear", "del", "delete", "destroy", "discard", "drop", "erase", "kill", "prune", "purge", "remove",
    "revoke", "rm", "rmdir", "rmtree", "terminate", "truncate", "uninstall", "unlink", "unset", "wipe",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class ModuleDraft:
    """A `module.json` for a person to look through, and notes about what is not in it, and why."""

    document: Object
    notes: tuple[str, ...]


class Unmappable(Exception):
    """The reason why a function, or one parameter of it, cannot be called with JSON."""


def module_name(package: str) -> str:
    """A package's name as a module's: `urllib.parse` is `urllib-parse`."""
    return re.sub(r"[^a-z0-9]+", "-", package.lower()).strip("-")


def tool_name(module: str, path: str, taken: Container[str]) -> str:
    """`json_dumps` for `dumps` of `json`; without the module's name where it stands there already or is too long."""
    own = re.sub(r"[^a-zA-Z0-9_]+", "_", snake(path)).strip("_")
    prefix = module.replace("-", "_")
    named = own if own == prefix or own.startswith(f"{prefix}_") else f"{prefix}_{own}"
    name = named if len(named) <= LONGEST else own
    name = name[:LONGEST] if name[:1].isalpha() else f"_{name}"[:LONGEST]
    return name if name not in taken else _numbered(name, taken)


def _numbered(name: str, taken: Container[str]) -> str:
    number = 2
    while (other := f"{name[: LONGEST - 4]}_{number}") in taken:
        number += 1
    return other


def guess_effect(function: str) -> Effect:
    """Guess the effect by the name: a destroying word counts anywhere, a reading one only in front."""
    words = snake(function.rpartition(".")[2]).strip("_").split("_")
    if words[0] in QUESTIONS:
        return "read"
    if not DESTROYING.isdisjoint(words):
        return "destroy"
    return "read" if words[0] in READING and CHANGING.isdisjoint(words) else "act"
