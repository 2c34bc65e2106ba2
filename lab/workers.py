"""Processes that work for another one end with it, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import threading
from multiprocessing.connection import wait


def end_with_parent() -> None:
    """Let this process end as soon as the one that started it is gone; the first thing a worker
    calls.

    A parent that is killed tells nobody, and a worker in the middle of a game would play on.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=end_after, args=(parent.sentinel,), daemon=True).start()


def end_after(sentinel: int) -> None:
    """End this process once another one is gone."""
    wait([sentinel])
    os._exit(1)
