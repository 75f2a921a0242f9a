"""Settings, each declared once, as a field of `Settings` with variable, kind, documentation and default.

A value comes from the first of: an argument, an environment variable, `.env` in the working directory, `pollex.toml`
there, `config.toml` in the home folder, the default. An empty variable counts as not set.
"""

from .declaration import SettingRow
from .settings import Settings, environment, rows

__all__ = ["SettingRow", "Settings", "environment", "rows"]
