"""From a person's message to windows: a plan, batches of commands as they stream in, and what becomes of them."""

from .orchestrator import Orchestrator
from .prompt import actor_prompt, planner_prompt
from .snapshot import snapshot_text

__all__ = ["Orchestrator", "actor_prompt", "planner_prompt", "snapshot_text"]
