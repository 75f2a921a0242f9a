"""Language models by name, behind the core's `Model`. The provider library loads when the first of its models opens."""

from .keys import Keys, default_model
from .models import open_model
from .names import LOCAL, PROVIDERS, ModelName, parse_name
from .retrying import RetryPolicy
from .wrapper import OpenModel

__all__ = [
    "LOCAL",
    "PROVIDERS",
    "Keys",
    "ModelName",
    "OpenModel",
    "RetryPolicy",
    "default_model",
    "open_model",
    "parse_name",
]
