"""The outcome of a login: in, refused by the site, or it could not be tried; and the fault that the latter two are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from .fault import Fault

LoggedIn = Literal[True, False, "attempt_failed"]


def login_fault(outcome: Mapping[str, Any], login: str) -> Fault | None:
    """Return the fault of a login by its `loggedIn` and `why`; None if it is in.

    `login` names it in the message, as "the login of 'shop'".
    """
    if outcome["loggedIn"] is True:
        return None
    why = str(outcome.get("why") or "").strip()
    if outcome["loggedIn"] is False:
        hint = "Is the credential right? Store it anew: pollex credentials set NAME --type username_password"
        return Fault("denied", f"The site refused {login}.", received=why or None, hint=hint, retry=False)
    reason = f": {why.rstrip('.')}." if why else "."
    hint = "Is the site reachable, and is it the login page? Look at the run's report."
    return Fault("failed", f"{login[:1].upper()}{login[1:]} could not be tried{reason}", hint=hint, retry=True)
