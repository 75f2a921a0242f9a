"""The exam as data: its login pages, their variants, and what must hold after an attempt."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
FROZEN = FOLDER / "exam.sha256"
Outcome = bool | Literal["attempt_failed"]
Credentials = dict[str, dict[str, str]]
"""By type: `{"username_password": {"username": …, "password": …}, "authenticator": {"secret": …}}`."""


@dataclass(frozen=True)
class Variant:
    """One attempt at one login page. `outcomes` has more than one value where either is right."""

    login: str
    name: str
    site: str
    url: str
    counts_site: str
    counts: str
    credentials: Credentials
    outcomes: tuple[Outcome, ...]
    mode: str = "open"
    before: str = ""
    """An address that is opened first in the same browser."""
    person: str = ""
    """What the person answers: `mail` is the newest mail, `{site}` the address of the site, nothing is nothing."""
    asks: int = 0
    """How often the person may be asked."""
    submits: dict[str, int] = field(default_factory=dict)
    """What the site must have been sent: no kind twice, and nothing else."""
    uncounted: bool = False
    """Whether the page cannot count its visits, as it is not there."""

    @property
    def id(self) -> str:
        """Return `login/variant`."""
        return f"{self.login}/{self.name}"


def variants(only: str = "") -> list[Variant]:
    """Return all attempts, or those that have one of the parts of `only` in their id."""
    check_frozen()
    logins = json.loads((FOLDER / "exam.json").read_text(encoding="utf-8"))["logins"]
    found = [variant(login, name) for login in logins for name in login["variants"]]
    return [each for each in found if any(part in each.id for part in only.split(","))]


def variant(login: dict[str, Any], name: str) -> Variant:
    """Return one attempt, with what its page says of all of them."""
    given = dict(login["variants"][name])
    credentials = deepcopy(login["credentials"])
    for kind, values in given.pop("credentials", {}).items():
        if values is None:
            del credentials[kind]
        else:
            credentials[kind] |= values
    outcome = given.pop("outcome")
    return Variant(
        login=login["id"],
        name=name,
        site=given.pop("site", login["site"]),
        url=given.pop("url", login["url"]),
        counts_site=login["site"],
        counts=login["counts"],
        credentials=credentials,
        outcomes=tuple(outcome) if isinstance(outcome, list) else (outcome,),
        **given,
    )


def faults(variant: Variant, outcome: Outcome, counts: dict[str, Any], asked: int) -> list[str]:
    """Return what does not hold after an attempt that said `outcome`."""
    wrong = []
    if not any(outcome is each or outcome == each == "attempt_failed" for each in variant.outcomes):
        wrong.append(f"It said {outcome!r}; right is {' or '.join(map(repr, variant.outcomes))}.")
    inside = int(variant.outcomes == (True,))
    if counts["inside"] != inside:
        wrong.append(f"{counts['inside']} sessions are inside; right is {inside}.")
    for kind in sorted({*counts["submits"], *variant.submits}):
        sent, least = counts["submits"].get(kind, 0), variant.submits.get(kind, 0)
        if sent > 1:
            wrong.append(f"{kind} was submitted {sent} times; at most once is right.")
        elif sent != least:
            wrong.append(f"{kind} was submitted {sent} times; right is {least}.")
    if asked > variant.asks:
        wrong.append(f"The person was asked {asked} times; at most {variant.asks} is right.")
    if not counts["visits"] and not variant.before and not variant.uncounted:
        wrong.append("The login page was never opened.")
    return wrong


def sources() -> list[Path]:
    """Return the files that are frozen: the pages, the packages' versions and settings, and the exam."""
    pages = ROOT / "src/pollex/practice/logins"
    ours = [path for path in pages.rglob("*") if path.suffix in (".py", ".html", ".css", ".js")]
    return sorted([*ours, *FOLDER.glob("django_*.py"), FOLDER / "requirements.txt", FOLDER / "exam.json"])


def hashes() -> str:
    """Return the hashes of the frozen files as `sha256sum` writes them, to be checked from the project's folder."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT).as_posix()}" for path in sources()
    ]
    return "\n".join(lines) + "\n"


def check_frozen() -> None:
    """Stop if a page or the exam is not as it was frozen."""
    if not FROZEN.exists():
        return
    frozen, found = set(FROZEN.read_text().splitlines()), set(hashes().splitlines())
    changed = sorted({line.split()[1] for line in frozen ^ found})
    if changed:
        raise RuntimeError(f"The exam has been changed since it was frozen: {', '.join(changed)}.")
