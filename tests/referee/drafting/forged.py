"""All forgeries that both drafts share."""

from __future__ import annotations

import forged_results
from forging import Forgeries

from . import forged_bonuses, forged_ends, forged_setups, forged_takes
from .words import Words

MODULES = (forged_bonuses, forged_ends, forged_results, forged_setups, forged_takes)


def forgeries_of(words: Words) -> Forgeries:
    """Forgeries of one game, to begin with those that both drafts share.

    Args:
        words: Words of the game; the rule of a shared forgery is either the same in both, or a field of these words.
    """
    own = Forgeries()
    for module in MODULES:
        own.include(module.forgery, lambda rule: str(getattr(words, rule, rule)))
    return own
