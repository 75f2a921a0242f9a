"""A SQLite database that answers in objects."""

import sqlite3
import threading
from typing import Any


class Database:
    """One connection, used by one call at a time."""

    def __init__(self, path: str = ":memory:") -> None:
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.row_factory = sqlite3.Row
        self._lock = threading.Lock()

    def query(self, sql: str, values: list[Any]) -> list[dict[str, Any]]:
        """Rows as objects."""
        with self._lock:
            return [dict(row) for row in self._connection.execute(sql, values)]

    def change(self, sql: str, values: list[Any]) -> int:
        """How many rows a statement changed."""
        with self._lock:
            return max(self._connection.execute(sql, values).rowcount, 0)

    def close(self) -> None:
        """Let go of the file; Pollex calls it when the module is closed."""
        with self._lock:
            self._connection.close()
