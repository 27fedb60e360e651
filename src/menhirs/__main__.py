"""``python -m menhirs`` is the command ``menhirs``, where that is not on the path."""

import sys

from menhirs.cli.main import main

sys.exit(main())
