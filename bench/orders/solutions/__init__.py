"""A hand-written Playwright solution of each task, and wrong doings that a check must refuse."""

from __future__ import annotations

from importlib import import_module

from bench.orders.solutions.table import SOLUTIONS, WRONG

for paper in ("", ".second"):
    for each in ("shop", "bank", "tracker", "mail", "hard", "docs", "admin", "swagger", "gallery"):
        import_module(f"bench.orders.solutions{paper}.{each}")

__all__ = ["SOLUTIONS", "WRONG"]
