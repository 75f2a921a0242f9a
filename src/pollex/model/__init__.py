"""Language models by name, and the messages that are exchanged with them.

The provider library loads when the first of its models opens.
"""

from ..core.protocols import Message, Model, ModelReply, ModelRequest, ToolAnswer, ToolRequest
from .keys import Keys, default_model
from .models import open_model
from .names import LOCAL, PROVIDERS, ModelName, parse_name
from .retrying import RetryPolicy
from .wrapper import OpenModel

__all__ = [
    "LOCAL",
    "PROVIDERS",
    "Keys",
    "Message",
    "Model",
    "ModelName",
    "ModelReply",
    "ModelRequest",
    "OpenModel",
    "RetryPolicy",
    "ToolAnswer",
    "ToolRequest",
    "default_model",
    "open_model",
    "parse_name",
]
