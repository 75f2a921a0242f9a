"""The engine's own tables, beside those of DBOS: `{own}` stands for their prefix, `{now}` for the database's clock."""

from __future__ import annotations

from typing import Final

CREATE: Final = (
    """CREATE TABLE IF NOT EXISTS {own}worker (
        executor TEXT PRIMARY KEY, owner TEXT NOT NULL, kind TEXT NOT NULL,
        joined BIGINT NOT NULL, beat BIGINT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS {own}run (
        run TEXT PRIMARY KEY, paused INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0, progress INTEGER NOT NULL DEFAULT 0, reason TEXT)""",
    """CREATE TABLE IF NOT EXISTS {own}message (
        run TEXT NOT NULL, topic TEXT NOT NULL, number INTEGER NOT NULL, message TEXT NOT NULL,
        PRIMARY KEY (run, topic, number))""",
    "CREATE TABLE IF NOT EXISTS {own}lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL, token TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS {own}site (site TEXT PRIMARY KEY, free BIGINT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS {own}schedule (
        name TEXT PRIMARY KEY, cron TEXT NOT NULL, plan TEXT NOT NULL, queue TEXT NOT NULL, due BIGINT NOT NULL)""",
)
"""Created if missing. A later change of a table is a new statement at the end."""

CREATE_BLOBS: Final = """CREATE TABLE IF NOT EXISTS {own}blob (
    sha256 TEXT PRIMARY KEY, data BYTEA NOT NULL, made TIMESTAMPTZ NOT NULL DEFAULT now())"""
"""On PostgreSQL only: its workers share no disk."""
