"""Leases: names that one run at a time may hold in the whole database, and the rate limits of sites."""

from __future__ import annotations

from typing import Final
from uuid import uuid4

from ..core.fault import Fault
from .database import Database
from .heartbeat import LEASE_MS, is_running

TAKE: Final = """INSERT INTO {own}lease AS standing (name, owner, token) VALUES (:name, :owner, :token)
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = excluded.token
    WHERE standing.owner = :ended OR NOT EXISTS (
        SELECT 1 FROM {own}worker WHERE {own}worker.owner = standing.owner AND beat >= {now} - :lease)
    RETURNING token"""
FIND: Final = "SELECT owner FROM {own}lease WHERE name = :name"
FREE: Final = "DELETE FROM {own}lease WHERE name = :name AND token = :token"
ADMIT: Final = """INSERT INTO {own}site AS standing (site, free) VALUES (:site, {now} + :gap)
    ON CONFLICT (site) DO UPDATE SET
        free = CASE WHEN standing.free > {now} THEN standing.free ELSE {now} END + :gap
    RETURNING free - :gap - {now}"""


def take(database: Database, name: str, owner: str) -> str | None:
    """Return the token of a lease for the process `owner`, or None while a living one holds it."""
    standing = database.run(FIND, {"name": name})
    ended = standing[0][0] if standing and not is_running(standing[0][0]) else ""
    token = uuid4().hex
    values = {"name": name, "owner": owner, "token": token, "ended": ended, "lease": LEASE_MS}
    return token if database.run(TAKE, values) else None


def free(database: Database, name: str, token: str) -> None:
    database.run(FREE, {"name": name, "token": token})


def turn(database: Database, site: str, per_minute: int) -> float:
    """Reserve the site's next free moment; return the seconds until then."""
    if per_minute < 1:
        raise Fault("invalid_input", f"{site!r} may be asked {per_minute} times a minute.", expected="at least once")
    [(milliseconds,)] = database.run(ADMIT, {"site": site, "gap": 60_000 // per_minute})
    return max(0.0, float(milliseconds) / 1_000)
