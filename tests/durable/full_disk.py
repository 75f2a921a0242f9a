"""`pollex` where no file can be larger than so many blocks of 1,024 bytes: what is written beyond fails."""

import resource
import sys

from pollex.cli import main

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]) * 1_024, resource.RLIM_INFINITY))
main(sys.argv[2:])
