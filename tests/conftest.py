"""One profile for all property tests: no time limit for an example, since machines are slow and noisy."""

from hypothesis import settings

settings.register_profile("pollex", deadline=None)
settings.load_profile("pollex")
