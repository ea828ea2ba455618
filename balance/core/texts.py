"""Names for people: what a key is called on the table, in German or English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

import yaml

from balance.core.errors import RunError

Lang = Literal["de", "en"]
LANGS: tuple[Lang, ...] = ("de", "en")

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, where libyaml is there


def read_texts(package: str, file: str) -> dict[str, Any]:
    """A YAML file of texts that belongs to a package.

    Args:
        package: Import path of the folder, e.g. `balance.games.chocolaterie`.
        file: Path below it.

    Raises:
        RunError: The file is no mapping; texts are shipped, so that is a fault of ours.
    """
    content = yaml.load(files(package).joinpath(file).read_text(encoding="utf-8"), _LOADER)
    if not isinstance(content, dict):
        raise RunError(f"{package}: {file} holds no texts")
    return cast("dict[str, Any]", content)


def prettified(key: str) -> str:
    """A designer's own key as a name: `dunkle_nuss` → `Dunkle nuss`; never empty for a key that is not."""
    words = " ".join(key.replace("_", " ").split()) or key
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class Names:
    """Display names of a game, from its `texts.yaml`: plain text, escaped by whoever writes markup.

    Args:
        names: Key to name by language.
        patterns: Prefix of a key to pattern by language; `{}` is the name of the rest of the key.
        because: End reason to a clause that follows "because", by language.
    """

    names: Mapping[str, Mapping[str, str]]
    patterns: Mapping[str, Mapping[str, str]]
    because: Mapping[str, Mapping[str, str]]

    def name(self, key: str, lang: Lang) -> str:
        """What a key is called; a key the game does not know is prettified."""
        if key in self.names:
            return self.names[key][lang]
        for prefix in sorted(self.patterns, key=len, reverse=True):
            if key.startswith(prefix) and len(key) > len(prefix):
                return self.patterns[prefix][lang].replace("{}", self.name(key[len(prefix) :], lang))
        return prettified(key)

    def clause(self, reason: str, lang: Lang) -> str | None:
        """Why a playout ended, as a clause after "because"; None if the game has none for it."""
        return self.because[reason][lang] if reason in self.because else None


@cache
def game_texts(package: str) -> Mapping[str, Any]:
    """Everything in a game's `texts.yaml`.

    Args:
        package: Import path of the game's folder.
    """
    return read_texts(package, "texts.yaml")


@cache
def game_names(package: str) -> Names:
    """The names of a game.

    Args:
        package: Import path of the game's folder.
    """
    texts = game_texts(package)
    return Names(texts["names"], texts.get("patterns", {}), texts.get("because", {}))
