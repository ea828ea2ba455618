"""How both drafts are told: headings, dice, takes, stations, results; each game brings its own words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from balance.core.errors import UsageError
from balance.core.telling import Line, Phrases, Span, View, line

Object = Mapping[str, Any]
Name = Callable[[str], str]

TAKE, THEN, PICTURE = "  ", "    ", "      "
"""Indents of what a seat does, of what follows from it, and of pictures below it."""

DELIVERED, MISSING, PROCESSED, UNPROCESSED = "■", "□", "✓", "○"


def check_view(trace: Sequence[Object], view: View) -> None:
    """Refuse a view of a seat or a roll that the playout does not have.

    Raises:
        UsageError: If it lacks what the view is about.
    """
    n_seats, n_rolls = trace[0]["n_seats"], sum(item["event"] == "roll" for item in trace)
    if view.seat is not None and view.seat >= n_seats:
        raise UsageError(f"there is no seat {view.seat + 1}: {n_seats} play")
    if view.first >= max(n_rolls, 1):
        raise UsageError(f"there is no roll {view.first + 1}: this playout has {n_rolls}")


def heading(words: Phrases, setup: Object) -> Iterator[Line]:
    """Which playout it is, and who plays."""
    title = words.say("title", game=words.name(setup["game"]), playout=setup["playout"])
    where = words.say("seed", seed=setup["seed"])
    if setup["cell"] != "base":
        where += f", {words.say('cell', cell=setup['cell'])}"
    yield line(Span(title, "head"), f" · {where}")
    yield line(
        " · ".join(
            words.say("plays", seat=words.seat(seat), policy=policy)
            for seat, policy in enumerate(setup["policies"])
        )
    )


def roll_lines(
    words: Phrases, item: Object, n_rolls: int, scores: Sequence[int], kinds: Sequence[str]
) -> Iterator[Line]:
    """A roll begins: its number, the score, the dice."""
    head = words.say("roll", roll=item["roll"] + 1, rolls=n_rolls, seat=words.seat(item["seat"]))
    score = words.say("score", scores=" : ".join(map(str, scores)))
    yield ()
    yield line(Span(head, "head"), Span(f" · {score}", "faint"))
    yield line(f"{TAKE}{dice_text(words, item, kinds)}")


def dice_text(words: Phrases, dice: Mapping[str, Sequence[Any]], kinds: Sequence[str]) -> str:
    """The dice of a throw, or what is left of them."""

    def face(shown: str | int) -> str:
        return str(shown) if isinstance(shown, int) else words.name(shown)

    shown = [words.say(kind, dice=", ".join(map(face, dice[kind]))) for kind in kinds if dice[kind]]
    text = " · ".join(shown) or words.say("nothing_left")
    return text[:1].upper() + text[1:]


def pair_words(words: Phrases, item: Object) -> tuple[str, dict[str, Any]]:
    """The phrase for a pair and what is filled into it, but for what the station makes."""
    missing = words.count("missing", item["missing"]) if item["missing"] else words.say("complete")
    return "pair_joker" if item["amount"] == "joker" else "pair", {
        "pieces": words.pieces(item["pieces"], item["ingredient"]),
        "spent": words.name(item["spent"]),
        "missing": missing,
    }


def pass_words(item: Object, before: int, limit: int) -> tuple[str, dict[str, Any]]:
    """The phrase for a pass and what is filled into it."""
    phrase = "pass_limit" if item["applications"] == before else "pass"
    return phrase, {"applications": item["applications"], "limit": limit}


def needs_spans(
    needs: Mapping[str, int],
    delivered: Mapping[str, int],
    processed: Collection[str],
    has_work: bool,
    name: Name,
) -> Iterator[Span]:
    """What a station has and lacks, ingredient by ingredient.

    Args:
        needs: Pieces of each ingredient.
        delivered: Pieces that have arrived.
        processed: Ingredients that have been processed.
        has_work: Whether each ingredient has to be.
        name: Display name of a key.
    """
    for number, (ingredient, needed) in enumerate(needs.items()):
        arrived = delivered.get(ingredient, 0)
        yield Span(f"{'  ' if number else ''}{name(ingredient)} ")
        if arrived:
            yield Span(DELIVERED * arrived, "full")
        if arrived < needed:
            yield Span(MISSING * (needed - arrived), "open")
        if has_work:
            yield Span(PROCESSED, "full") if ingredient in processed else Span(UNPROCESSED, "open")


def result_lines(words: Phrases, end: Object, finished: str, *, indent: str = TAKE) -> Iterator[Line]:
    """Who wins, and what everybody has, best first.

    Args:
        words: The language.
        end: The last object of a trace.
        finished: What is counted where points are level; its key in the rows and its phrase.
        indent: Of the lines below the first.
    """
    yield line(Span(_verdict(words, end, finished), "head"))
    for row in sorted(end["rows"]["seats"], key=lambda row: (row["rank"], row["seat"])):
        sources = [
            f"{words.name(column)} {value}"
            for column, value in row.items()
            if column.startswith("points_") and value
        ]
        text = words.say(
            "result",
            seat=words.seat(row["seat"]),
            policy=row["policy"],
            points=words.count("points", row["score"]),
            finished=words.count(finished, row[finished]),
        )
        yield line(indent + text, Span(f" – {', '.join(sources)}" if sources else "", "faint"))


def _verdict(words: Phrases, end: Object, finished: str) -> str:
    winners = [seat for seat, wins in enumerate(end["winners"]) if wins]
    best, count = end["scores"][winners[0]], end[finished][winners[0]]
    points, counted = words.count("points", best), words.count(finished, count)
    seats = [words.seat(seat) for seat in winners]
    if len(winners) > 1:
        listed = ", ".join(seats[:-1]) + words.say("and") + seats[-1]
        return words.say("draw", seats=listed, points=points, finished=counted)
    if end["scores"].count(best) > 1:
        return words.say("wins_by_finished", seat=seats[0], points=points, finished=count)
    margin = words.count("points", end["rows"]["games"]["margin"])
    return words.say("wins", seat=seats[0], points=points, margin=margin)
