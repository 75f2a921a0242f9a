"""The event log in SQLite: one file, shared by any number of processes, threads and event loops.

What `append` has returned outlives the death of the process, by kill -9 too. A power cut may cost the last moments of
the log (`synchronous=NORMAL`), never the file. Import this package lazily: it brings `sqlite3`.
"""

from .log import SqlLog
from .tables import RunRecord

__all__ = ["RunRecord", "SqlLog"]
