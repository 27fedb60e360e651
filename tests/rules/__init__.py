"""The rules, sentence by sentence: every test is named after the sentence it shows.

A test's name begins with the number of its rule in ``web/rules/reference/en.md`` (M, B and A are
rules, D the decisions where the sheets are silent) and goes on with the words of the sentence. Most
tests show one thing that is allowed, or must happen, and one that is refused, or must not.
"""

import pytest

pytest.register_assert_rewrite(f"{__name__}.diagram")  # its asserts explain themselves as well
