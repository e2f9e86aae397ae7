"""What a server holds from its start it holds to its end.

Editions, rules and the code itself are many objects that never become garbage. The collector
would look through them again and again, in the middle of a command.
"""

from __future__ import annotations

import gc


def spare_what_is_held() -> None:
    """Have the collector leave alone what is in memory now."""
    gc.collect()
    gc.freeze()
