"""Watch the browser of a run that goes on in this process, and act in it."""

from .views import LiveViews as LiveViews
from .views import Watch as Watch
