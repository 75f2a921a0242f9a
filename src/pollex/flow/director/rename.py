"""Renaming an alias: every reference to it follows."""

from __future__ import annotations

import re
from typing import Any

from ...core.json import Object
from ...core.leaves import map_leaves
from .editor import kind_of


def renamed(node: Object, old: str, new: str) -> Object:
    """A node in which references to `old` name `new` instead."""
    reference = re.compile(r"(?<!\\)(\{\{\s*)" + re.escape(old) + r"(?=[\s.\[}])")
    path = re.compile(r"^(\s*)" + re.escape(old) + r"(?=[.\[]|\s*$)")

    def follow(leaf: Any) -> Any:
        return reference.sub(rf"\g<1>{new}", leaf) if isinstance(leaf, str) else leaf

    def lead(value: Any) -> Any:
        return path.sub(rf"\g<1>{new}", value) if isinstance(value, str) else value

    config: Object = map_leaves(node.get("config", {}), follow)
    kind = kind_of(node)
    for name in kind.paths if kind is not None else ():
        if name in config:
            config[name] = lead(config[name])
    for field in ("conditions", "rules"):
        for each in config.get(field, ()) if isinstance(config.get(field), list) else ():
            if isinstance(each, dict) and "path" in each:
                each["path"] = lead(each["path"])
    return {**node, "config": config}
