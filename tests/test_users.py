"""Who uses each rule of the grammar, each operation of the core and each component."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.users import report

pytestmark = pytest.mark.slow


def test_the_users_of_each_construct_are_read_in_review(golden: Callable[[str, str], None]) -> None:
    golden("users.txt", report())
