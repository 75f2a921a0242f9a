"""Language models by name, behind the core's `Model`. The provider library loads when the first of its models opens."""

from .keys import Keys, default_model
from .models import open_model
from .naming import LOCAL, PROVIDERS, ModelName, parse_name
from .retrying import Patience
from .wrapper import OpenModel

__all__ = [
    "LOCAL",
    "PROVIDERS",
    "Keys",
    "ModelName",
    "OpenModel",
    "Patience",
    "default_model",
    "open_model",
    "parse_name",
]
