"""A referee for schokoladenmarkt: reads a trace and says what the rules have against it.

It knows the rule text, its readings (R1 to R31) and assumptions (A1 to A5) and the form of a trace, and shares nothing
with the simulator: no code, no table, no number.
"""

from objections import Objection

from .play import judge

__all__ = ["Objection", "judge"]
