"""Board-game balance by simulation: YAML in, a page with honest intervals out."""

__version__ = "0.1.0"
