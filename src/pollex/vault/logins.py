"""Kept logins: what a browser holds after a login, cookies and storage, for each app and credential.

Each is a file of its own in the folder `logins`, sealed with the vault's key. Its name is made of app and credential,
and it can be opened under that name only: files that are exchanged or copied are refused.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

from ..core.fault import Fault
from ..core.json import Object, dumps, loads
from . import files
from .authenticator import STATE
from .credential import Credential
from .encryption import refused

VERSION: Final = 1
SUFFIX: Final = ".login"
JOINED: Final = "+"
"""Between the names of several credentials; it is in no name."""


@dataclass(frozen=True, slots=True)
class KeptLogin:
    """A kept login, without what the browser held."""

    app: str
    credential: str
    domains: tuple[str, ...]
    kept: datetime
    used: datetime | None

    def described(self) -> Object:
        return {
            "app": self.app,
            "credential": self.credential,
            "domains": list(self.domains),
            "kept": self.kept.isoformat(),
            "used": None if self.used is None else self.used.isoformat(),
        }


class Sealing(Protocol):
    """What kept logins need of a vault."""

    def credentials(self) -> Mapping[str, Credential]: ...

    def now(self) -> datetime: ...

    def seal(self, data: bytes, purpose: str) -> bytes: ...

    def open(self, sealed: bytes, purpose: str, what: str) -> bytes: ...


class SealedLogins:
    """The kept logins of a home folder. The methods read and write files: call them on a thread.

    `credential` is the name of a credential, or several joined by `+` where a login takes more than one.
    """

    def __init__(self, vault: Sealing, folder: Path) -> None:
        self._vault = vault
        self._folder = folder

    def keep(self, app: str, credential: str, snapshot: Object) -> KeptLogin:
        """Keep the state of a browser that is logged in, a snapshot of its page, in place of an earlier one."""
        login = KeptLogin(app, credential, domains_of(snapshot), self._vault.now(), None)
        with files.locked(self._lock):
            self._write(login, self._fingerprint(credential), snapshot)
        return login

    def get(self, app: str, credential: str) -> Object | None:
        """Return the kept state and note that it is used, or None if there is none.

        One that was kept with other values of the credential is forgotten: it may be the login of another user.
        """
        path = self._path(app, credential)
        fingerprint = self._fingerprint(credential)
        if not path.exists():
            return None
        with files.locked(self._lock):
            content = self._read(path)
            if content is None:
                return None
            if content["fingerprint"] != fingerprint:
                self._remove(path)
                return None
            state: Object = content["state"]
            self._write(replace(_login(content), used=self._vault.now()), fingerprint, state)
        return state

    def list(self) -> Sequence[KeptLogin]:
        """Return all kept logins; raise a Fault if one of the files is damaged or comes from elsewhere."""
        contents = (self._read(path) for path in self._paths())
        found = [_login(content) for content in contents if content is not None]
        return sorted(found, key=lambda login: (login.app, login.credential))

    def forget(self, app: str | None = None, credential: str | None = None) -> int:
        """Delete the logins of an app, of a credential, of both, or all; return how many there were.

        A credential stands also for the logins that it has part in. All of them, or the one of an app and a credential,
        can be deleted even if they cannot be opened.
        """
        if app is None and credential is None:
            paths = list(self._paths())
        elif app is not None and credential is not None and self._path(app, credential).exists():
            paths = [self._path(app, credential)]
        else:
            wanted = [login for login in self.list() if _fits(login, app, credential)]
            paths = [self._path(each.app, each.credential) for each in wanted]
        if paths:
            with files.locked(self._lock):
                for path in paths:
                    self._remove(path)
        return len(paths)

    @property
    def _lock(self) -> Path:
        return self._folder / "logins.lock"

    def _paths(self) -> Iterator[Path]:
        with suppress(FileNotFoundError, NotADirectoryError):
            yield from sorted(path for path in self._folder.iterdir() if path.suffix == SUFFIX)

    def _path(self, app: str, credential: str) -> Path:
        return self._folder / (hashlib.sha256(dumps([app, credential]).encode()).hexdigest()[:32] + SUFFIX)

    def _fingerprint(self, credential: str) -> str:
        """Return a digest of the values that the vault has for the credentials now, but for codes that were used."""
        known, values = self._vault.credentials(), []
        for name in credential.split(JOINED):
            fields = known[name].fields if name in known else {}
            values.append(sorted((field, value) for field, value in fields.items() if field not in STATE))
        return hashlib.sha256(dumps(values).encode()).hexdigest()

    def _write(self, login: KeptLogin, fingerprint: str, state: Object) -> None:
        path = self._path(login.app, login.credential)
        content = {"version": VERSION, **login.described(), "fingerprint": fingerprint, "state": state}
        files.replace(path, self._vault.seal(zlib.compress(dumps(content).encode()), _purpose(path)))

    def _read(self, path: Path) -> Object | None:
        """Return the content of a file, or None if it is gone; raise a Fault if it is not as `_write` wrote it."""
        sealed = files.read(path)
        if sealed is None:
            return None
        what = f"The kept login {str(path)!r}"
        try:
            content = loads(zlib.decompress(self._vault.open(sealed, _purpose(path), what)))
        except (ValueError, zlib.error) as error:
            raise refused(what, "is damaged") from error
        except Fault as fault:
            fault.hint = "Delete the file, or forget all: pollex credentials logins forget --all. Nothing was changed."
            raise
        if not isinstance(content, dict) or content.get("version") != VERSION:
            raise refused(what, "was written by another version of Pollex")
        return content

    def _remove(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise files.unusable(path, error) from error


def domains_of(state: Object) -> tuple[str, ...]:
    """Return the hosts that a snapshot has cookies or storage of."""
    cookies = {str(cookie["domain"]).lstrip(".") for cookie in state.get("cookies", ())}
    origins = {urlsplit(str(each["origin"])).hostname or "" for each in state.get("origins", ())}
    return tuple(sorted((cookies | origins) - {""}))


def _purpose(path: Path) -> str:
    return f"login {path.stem}"


def _fits(login: KeptLogin, app: str | None, credential: str | None) -> bool:
    return app in (None, login.app) and (credential is None or credential in login.credential.split(JOINED))


def _login(content: Object) -> KeptLogin:
    used = content["used"]
    return KeptLogin(
        app=content["app"],
        credential=content["credential"],
        domains=tuple(content["domains"]),
        kept=datetime.fromisoformat(content["kept"]),
        used=None if used is None else datetime.fromisoformat(used),
    )
