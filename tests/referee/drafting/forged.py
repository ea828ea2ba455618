"""All forgeries that both drafts share."""

from __future__ import annotations

from forging import Forgeries

from . import forged_ends, forged_setups, forged_takes
from .words import Words

MODULES = (forged_ends, forged_setups, forged_takes)


def forgeries_of(words: Words) -> Forgeries:
    """Forgeries of one game, to begin with those that both drafts share.

    Args:
        words: Words of the game; the rule of a shared forgery is either the same in both, or a field of these words.
    """
    own = Forgeries()
    for module in MODULES:
        for name, (rule, forger) in module.forgery.items():
            own[name] = (getattr(words, rule, rule), forger)
    return own
