"""Benchmarks; figures to be compared are measured in one run.

They are no part of the installed package: ``menhirs bench`` finds them in a checkout.
"""

from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
"""Where the processes of a benchmark start, so that they find this package too."""
