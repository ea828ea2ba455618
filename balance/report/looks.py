"""What many elements of a page's drawings look like, said once."""

from __future__ import annotations


class Looks:
    """Classes of a page's drawings: what many elements look like is said once, in the page's own style sheet."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, style: str) -> str:
        """The class of all that look so."""
        return self._names.setdefault(style, f"d{len(self._names)}")

    @property
    def sheet(self) -> str:
        """The rules of all classes; drawings have no words in them, so nothing is to be escaped."""
        return "\n".join(f".{name} {{ {style} }}" for style, name in self._names.items())
