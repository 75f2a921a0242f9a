"""The credentials as a script sees them: references that can be typed into a page, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from ..core.fault import Fault
from ..core.leaves import map_leaves
from ..core.secret import Secret


class CredentialField(Secret):
    """A field of a credential, such as a password. Its text never reaches the process of a script."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, "")

    def reveal(self) -> NoReturn:
        raise Fault(
            "denied",
            f"The secret {self.placeholder} cannot be read by a script.",
            hint="Give it to a page as it is: await page.type(selector, credentials[...].password).",
            retry=False,
        )

    def __repr__(self) -> str:
        return self.placeholder

    __str__ = __repr__


class ScriptCredential:
    """A credential of one type; its fields are attributes, and keys for names that are no identifiers."""

    def __init__(self, kind: str, fields: Sequence[str]) -> None:
        self._kind = kind
        self._fields = {field: CredentialField(f"{kind}.{field}") for field in fields}

    def __getattr__(self, field: str) -> CredentialField:
        if field.startswith("_") or field not in self._fields:
            raise AttributeError(self._unknown(field))
        return self._fields[field]

    def __getitem__(self, field: str) -> CredentialField:
        if field not in self._fields:
            raise KeyError(self._unknown(field))
        return self._fields[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __repr__(self) -> str:
        return f"Credential({self._kind!r}, {', '.join(self._fields)})"

    def _unknown(self, field: str) -> str:
        from ..core.suggest import did_you_mean  # rarely needed: a script should start quickly

        hint = did_you_mean(field, self._fields) or f"It has {', '.join(self._fields) or 'none'}."
        return f"The credential {self._kind!r} has no field {field!r}. {hint}"


def credentials(fields: Mapping[str, Sequence[str] | None]) -> dict[str, ScriptCredential | None]:
    """Return the credentials by type; one that is optional and absent is None."""
    return {kind: None if names is None else ScriptCredential(kind, names) for kind, names in fields.items()}


def marked(args: Any, mark: str) -> tuple[Any, bool]:
    """Return arguments for the channel: each reference as its name behind a mark that no other text begins with, and
    whether there is one."""
    found = False

    def mark_field(leaf: Any) -> Any:
        nonlocal found
        if not isinstance(leaf, CredentialField):
            return leaf
        found = True
        return mark + leaf.name

    made = map_leaves(args, mark_field)
    return made, found
