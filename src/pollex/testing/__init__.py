"""Public fakes for the seams to the outside, for the tests of programs that build on Pollex."""

from ..core.event import MemoryLog
from .library import copy_library
from .model import ScriptedModel
from .page import FakePage
from .player import Player
from .secrets import FakeSecrets

__all__ = ["FakePage", "FakeSecrets", "MemoryLog", "Player", "ScriptedModel", "copy_library"]
