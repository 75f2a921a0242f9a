"""The vault of a home folder: credentials by name in one encrypted file, and encryption for other data."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object, dumps, loads
from ..core.suggest import did_you_mean, one_of
from . import files
from .authenticator import use_code
from .credential import Credential, credential
from .encryption import refused, seal, unseal
from .exports import ExportSource, read_export
from .import_plan import ImportPlan, plan_import
from .key import EncryptionKey, KeyPlace, find_key, make_key, new_key, place_of, store_key
from .logins import SealedLogins
from .passphrase import AskPassphrase, passphrase_from
from .sealed_keys import SealedKeys
from .system_keyring import Keyring, SystemKeyring

VERSION: Final = 1
CREDENTIALS: Final = "credentials"
SNAPSHOT: Final = "snapshot"


class Vault:
    """A home folder's vault, opened at first use. Several processes may use it at once."""

    def __init__(
        self,
        home: Path,
        ring: Keyring | None = None,
        *,
        passphrase: AskPassphrase | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Take the folder; `passphrase` is asked for the words if the key is behind some."""
        self.path = home / "vault.bin"
        self.key_path = home / "vault.key"
        self._lock = home / "vault.lock"
        self._ring = SystemKeyring() if ring is None else ring
        self._passphrase = passphrase_from(os.environ) if passphrase is None else passphrase
        self._clock = clock
        self._finding = Lock()
        """Held while the key is looked for, so that a person is asked once."""
        self._key: EncryptionKey | None = None
        self._warned = False

    def credentials(self) -> dict[str, Credential]:
        """Return all credentials by name; none if there is no vault yet, which reading does not create."""
        sealed = files.read(self.path)
        if sealed is None:
            return {}
        key = self._found()
        if key is None:
            raise refused(
                f"The vault {str(self.path)!r}", f"cannot be opened: its key {str(self.key_path)!r} is missing"
            )
        return self._read(unseal(key, sealed, CREDENTIALS, f"The vault {str(self.path)!r}"))

    def readable(self) -> dict[str, Credential] | None:
        """Return all credentials by name; None where they cannot be read, which stops only what needs one."""
        try:
            return self.credentials()
        except Fault as fault:
            if fault.code != "unavailable":
                raise
            if not self._warned:
                logging.getLogger(__package__).warning("%s %s", fault.message, fault.hint)
            self._warned = True
            return None

    def described(self) -> list[Object]:
        """Return all credentials without their values, by name."""
        known = self.credentials()
        return [{**known[name].described(), "stored": known[name].stored} for name in sorted(known)]

    def set(
        self,
        name: str,
        type: str,  # noqa: A002 - it is the type
        domains: Sequence[str],
        fields: Any,
        *,
        replace: bool = True,
    ) -> tuple[Credential, bool]:
        """Check and store a credential; return whether it replaced one of that name, which is a Fault if not meant."""
        made = self._dated(credential(name, type, domains, fields))
        with self._change():
            known = self.credentials()
            if name in known and not replace:
                raise _taken(known[name])
            self._write({**known, name: made})
        return made, name in known

    def remove(self, name: str) -> Credential:
        """Delete a credential and the logins that were kept with it; raise a Fault if there is none."""
        with self._change():
            known = self.credentials()
            removed = _named(known, name)
            self.logins.forget(credential=name)
            del known[name]
            self._write(known)
        return removed

    def import_export(
        self,
        data: bytes,
        *,
        source: ExportSource | None = None,
        password: Callable[[], str] = str,
        replace: bool = False,
        dry_run: bool = False,
    ) -> ImportPlan:
        """Store the logins of a password manager's export, all at once, and return what became of each item.

        `password` is asked if the export is encrypted. What is stored under the same name with other values is left
        alone unless `replace`; with `dry_run` nothing is stored.
        """
        _, items = read_export(data, source, password)
        if dry_run:
            return plan_import(items, self.credentials(), replace=replace)
        with self._change():
            known = self.credentials()
            plan = plan_import(items, known, replace=replace)
            if plan.credentials:
                self._write({**known, **{name: self._dated(each) for name, each in plan.credentials.items()}})
        return plan

    def use_code(self, name: str) -> str | float:
        """Return an authenticator's code, or the seconds to wait if that of this moment was used already.

        The use is written before the code is returned, so that no two callers, in any process, get the same one.
        """
        with self._change():
            known = self.credentials()
            found = _named(known, name)
            if isinstance(taken := use_code(found.fields, self._clock()), float):
                return taken
            code, fields = taken
            self._write({**known, name: replace(found, fields=fields)})
        return code

    def _dated(self, made: Credential) -> Credential:
        return replace(made, stored=self.now().isoformat(timespec="seconds"))

    @property
    def logins(self) -> SealedLogins:
        """The logins that are kept for apps."""
        return SealedLogins(self, self.path.parent / "logins")

    @property
    def model_keys(self) -> SealedKeys:
        """The keys of models, for where there is no keyring."""
        return SealedKeys(self, self.path.parent / "keys.bin")

    def now(self) -> datetime:
        """Return the time by the vault's clock."""
        return datetime.fromtimestamp(self._clock(), UTC)

    def seal(self, data: bytes, purpose: str = SNAPSHOT) -> bytes:
        """Encrypt data, such as a snapshot, with this home's key, which is made at the first use."""
        return seal(self._needed(), data, purpose)

    def open(self, sealed: bytes, purpose: str = SNAPSHOT, what: str = "The snapshot") -> bytes:
        """Return what `seal` encrypted, or raise a Fault about `what` if it is damaged or comes from elsewhere."""
        key = self._found()
        if key is None:
            raise refused(what, f"cannot be opened: the key {str(self.key_path)!r} is missing")
        return unseal(key, sealed, purpose, what)

    def key_place(self) -> KeyPlace | None:
        """Return where the key is kept, or None if nothing was encrypted yet."""
        return place_of(self.key_path)

    def unlock(self) -> None:
        """Ask for the passphrase now if the key is behind one, before anything waits for it."""
        if self.key_place() == "passphrase":
            self._found()

    def move_key(self, place: KeyPlace, passphrase: str = "") -> bool:
        """Keep the key in another place, behind these words for `passphrase`. Nothing is encrypted anew.

        Return whether the place before has forgotten it; raise a Fault, with nothing changed, if that place is none.
        """
        if place == "passphrase" and not passphrase:
            raise Fault("invalid_input", "The passphrase is empty.", expected="some words that nobody can guess")
        with self._change():
            key, before = self._found(), self.key_place()
            if key is None:
                self._refuse_lost_key()
                key = new_key()
            self._key = store_key(self.key_path, self._ring, key, place, passphrase)
            return before != "keyring" or place == "keyring" or self._ring.remove(key.id.hex())

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Hold the lock of the vault. The key is found before, since a person may be asked for it."""
        self._found()
        with files.locked(self._lock):
            yield

    def _read(self, text: bytes) -> dict[str, Credential]:
        data = loads(text)
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise refused(f"The vault {str(self.path)!r}", "was written by another version of Pollex")
        stored: Object = data
        return {name: Credential.from_json(name, each) for name, each in stored["credentials"].items()}

    def _write(self, credentials: dict[str, Credential]) -> None:
        """Write the credentials. The caller holds the lock, and could read the existing ones."""
        listed = {name: credentials[name].to_json() for name in sorted(credentials)}
        text = dumps({"version": VERSION, "credentials": listed}).encode()
        files.replace(self.path, seal(self._made(), text, CREDENTIALS))

    def _found(self) -> EncryptionKey | None:
        with self._finding:
            if self._key is None:
                self._key = find_key(self.key_path, self._ring, self._passphrase)
        return self._key

    def _needed(self) -> EncryptionKey:
        if (key := self._found()) is not None:
            return key
        with files.locked(self._lock):
            return self._made()

    def _made(self) -> EncryptionKey:
        """Return the key, and make one if there is none. The caller holds the lock."""
        key = self._found()
        if key is None:
            self._refuse_lost_key()
            self._key = key = make_key(self.key_path, self._ring)
        return key

    def _refuse_lost_key(self) -> None:
        """Raise a Fault if something was encrypted with a key that is not there any more."""
        if self.path.exists():
            raise refused(f"The vault {str(self.path)!r}", f"has lost its key {str(self.key_path)!r}")


def _taken(found: Credential) -> Fault:
    where = ", ".join(found.domains) or "any domain"
    return Fault(
        "conflict",
        f"There is a credential {found.name!r} already, for {where}.",
        pointer="/replace",
        expected="another name, or leave to replace it",
        received=found.name,
        hint="Choose another name, or replace the one that is there: its values are lost then.",
        retry=False,
    )


def _named(known: dict[str, Credential], name: str) -> Credential:
    if name in known:
        return known[name]
    message, hint = f"There is no credential {name!r}.", did_you_mean(name, known)
    raise Fault("not_found", message, expected=one_of(known), received=name, hint=hint)
