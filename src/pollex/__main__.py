"""`python -m pollex` is the command `pollex`."""

from .cli import main

main()
