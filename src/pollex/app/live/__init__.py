"""Watch the browser of a run, and act in it where it goes on in this process."""

from .views import AnyWatch as AnyWatch
from .views import LiveViews as LiveViews
