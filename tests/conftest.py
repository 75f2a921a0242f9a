"""One profile for all property tests: no time limit for an example, since machines are slow and noisy.

And no keyring: a test's vault must leave nothing in that of the person who runs it.
"""

import os

from hypothesis import settings

os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
settings.register_profile("pollex", deadline=None)
settings.load_profile("pollex")
