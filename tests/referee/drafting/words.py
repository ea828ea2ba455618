"""What each of the dice drafts calls what they share, and by which rule it goes there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Words of a game; each is a word of its traces or of its rule text.

    Args:
        game: Its slug.
        things: Section of the set-up that holds all that a station can make.
        thing: One of them, a field of events.
        made: Finished ones, a field of `end`.
        worker: What processes an ingredient: a kind of dice, the take and its field.
        workers: Flag of a tier: whether its things need them.
        helper: Who is hired: her price in `applications`.
        begin: Event with which a station begins anew.
        kinds: All kinds of dice.
        works_on_all: Whether work waits until its ingredient is completely delivered.
        clock: Section of the rule text about the clock.
        start: Reading about what stations start with.
        new: Reading about what a station makes next.
        work: Reading about a worker's place.
        finish: Reading about what a finished thing is worth.
        close: Reading about what comes after the clock.
        closed: Reading after which nothing happens any more.
        result: Reading about who wins.
        scaled: Assumption about the factor on amounts.
    """

    game: str
    things: str
    thing: str
    made: str
    worker: str
    workers: str
    helper: str
    begin: str
    kinds: tuple[str, ...]
    works_on_all: bool
    clock: str
    start: str
    new: str
    work: str
    finish: str
    close: str
    closed: str
    result: str
    scaled: str

    @property
    def takes(self) -> tuple[str, ...]:
        """What a seat may do in its turn to take."""
        return ("pair", *self.kinds[2:], "pass")

    @property
    def begins(self) -> tuple[str, str]:
        """Events with which a station begins something."""
        return ("start", self.begin)


CHOCOLATERIE = Words(
    game="chocolaterie",
    things="varieties",
    thing="variety",
    made="bars",
    worker="device",
    workers="devices",
    helper="master",
    begin="choose",
    kinds=("amount", "ingredient", "device", "special"),
    works_on_all=False,
    clock="Schichtzeit",
    start="R16",
    new="R9",
    work="R7",
    finish="R8",
    close="R13",
    closed="R12",
    result="R14",
    scaled="A4",
)
FESTTAFEL = Words(
    game="festtafel",
    things="dishes",
    thing="dish",
    made="dishes",
    worker="cook",
    workers="cooks",
    helper="sous_chef",
    begin="refill",
    kinds=("amount", "ingredient", "cook"),
    works_on_all=True,
    clock="Kochzeit",
    start="R8",
    new="R7",
    work="Zug",
    finish="Ziel",
    close="R12",
    closed="R12",
    result="Ende",
    scaled="A6",
)
WORDS = {words.game: words for words in (CHOCOLATERIE, FESTTAFEL)}
