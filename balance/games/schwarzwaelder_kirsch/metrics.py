"""What schwarzwaelder_kirsch measures beyond every game's metrics. A point is a round won."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from balance.core.courses import Parts
from balance.core.figure import Figure
from balance.core.finding import Rule
from balance.core.gauges import EndShare, Mean, PartOfWhole
from balance.core.metric import CellFacts, MetricSpec
from balance.core.points import points_metrics
from balance.core.ratios import FairTests, Leads, PooledQuantiles, Ratios, SeatParts
from balance.core.tables import SHARE_UNIT
from balance.games.schwarzwaelder_kirsch.compiling import column_names
from balance.games.schwarzwaelder_kirsch.rules import PROFESSIONS, is_scarce, needs_chocolatiere

Pairs = Mapping[str | None, tuple[str, str]]


def _sources(facts: CellFacts) -> Mapping[str, str]:
    """Columns of rounds won by where the garnish came from; their names are what `texts.yaml` knows."""
    return {column: column for column in column_names(facts.rules)["points_origin"]}


def _places(facts: CellFacts) -> Pairs:
    return {f"place_{place}": (f"won_from_place_{place}", "rounds") for place in range(1, facts.n_seats + 1)}


def _rounds(facts: CellFacts) -> tuple[str, ...]:
    return column_names(facts.rules)["round_turns"]


def _lifted(facts: CellFacts) -> Mapping[str | None, str]:
    return {} if facts.rules.professions == "off" else {None: "lifted"}


def _may_stall(facts: CellFacts) -> bool:
    return is_scarce(facts.rules) or needs_chocolatiere(facts.rules)


def _pair(part: str, whole: str) -> Callable[[CellFacts], Pairs]:
    return lambda _: {None: (part, whole)}


def _of_professions(part: str, whole: str, *only: str) -> Callable[[CellFacts], Pairs]:
    """A share a profession; `{}` is the profession. `only` says how they must be dealt, if not in any way."""

    def pairs(facts: CellFacts) -> Pairs:
        if facts.rules.professions not in (only or ("per_round", "per_game")):
            return {}
        return {name: (part.format(name), whole.format(name)) for name in PROFESSIONS}

    return pairs


_A_SEAT = "Σ over all seats / (n · k), k seats"
_WITH = "Only in games with professions."
_EACH_ROUND = "Only where professions are dealt each round."
_PROFESSION_WINS = Parts("seats", _of_professions("won_as_{}", "had_{}"))
_PROFESSION_GAMES = Parts("seats", _of_professions("share?had_{}", f"{SHARE_UNIT}*one?had_{{}}", "per_game"))
_ONE_A_GAME = "Only where professions are dealt once a playout."

METRICS = (
    MetricSpec(
        "stalled_share",
        "share",
        de="Runden ohne Gewinner",
        en="Rounds without a winner",
        words="How many rounds reach their turn limit and are won by nobody.",
        words_de="Welcher Teil der Runden an die Zuggrenze kommt und von niemandem gewonnen wird.",
        formula="Σ stalled rounds / Σ rounds",
        gauge=Parts("games", _pair("stalled_rounds", "rounds")),
    ),
    *points_metrics(_sources, "A point is a round won.", "Ein Punkt ist eine gewonnene Runde."),
    MetricSpec(
        "round_win_share",
        "share",
        de="Anteil gewonnener Runden",
        en="Share of rounds won",
        words="How many of all rounds a seat wins; what is missing to 100% was won by nobody.",
        words_de="Welchen Teil aller Runden ein Platz gewinnt; was auf 100 % fehlt, gewann niemand.",
        formula="Σ rounds won by the seat / Σ rounds",
        gauge=SeatParts("score", "rounds"),
    ),
    MetricSpec(
        "start_win_share",
        "share",
        de="Anteil gewonnener Runden nach dem Startmarker",
        en="Share of rounds won by distance from the start marker",
        words="How many of all rounds are won by the seat that begins, by the next one, and so on.",
        words_de="Welchen Teil aller Runden gewinnt, wer sie beginnt, wer als Nächster kommt, und so weiter.",
        formula="Σ rounds won from this place / Σ rounds",
        gauge=Parts("games", _places),
    ),
    MetricSpec(
        "profession_win_share",
        "share",
        de="Anteil gewonnener Runden nach Beruf",
        en="Share of rounds won by profession",
        words="How often a seat with this profession wins its round.",
        words_de="Wie oft ein Platz mit diesem Beruf seine Runde gewinnt. Nur mit Berufen.",
        formula="Σ rounds won with it / Σ rounds with it",
        gauge=_PROFESSION_WINS,
        conditions=_WITH,
    ),
    MetricSpec(
        "profession_lead",
        "difference",
        de="Vorteil eines Berufs",
        en="Advantage of a profession",
        words="Share of rounds won with this profession minus 1/k, which would be fair for k seats.",
        words_de="Anteil der mit diesem Beruf gewonnenen Runden minus 1/k, was bei k Plätzen gerecht wäre.",
        formula="Σ rounds won with it / Σ rounds with it − 1/k",
        gauge=Leads(_PROFESSION_WINS),
        conditions=_WITH,
    ),
    MetricSpec(
        "profession_equality",
        "p",
        de="Test auf gleiche Berufe (p)",
        en="Test of equal professions (p)",
        words="For each profession, how probable a share of rounds won at least as far from 1/k is if in truth all "
        "professions were alike; adjusted by Holm's method for all of them.",
        words_de="Je Beruf, wie wahrscheinlich ein mindestens so weit von 1/k entfernter Anteil gewonnener Runden "
        "wäre, wenn alle Berufe gleich wären; nach Holm für alle zusammen. Ein p-Wert hat kein Intervall.",
        formula="z = Σ(k·won − had) / √Σ(k·won − had)², p by Holm",
        gauge=FairTests(_PROFESSION_WINS),
        conditions=f"{_WITH} A p value has no interval: its limits are empty.",
    ),
    MetricSpec(
        "profession_game_share",
        "share",
        de="Anteil gewonnener Partien nach Beruf",
        en="Share of games won by profession",
        words="How often a seat that has this profession for the whole playout wins it.",
        words_de="Wie oft ein Platz, der diesen Beruf die ganze Partie hat, sie gewinnt. Nur wo einmal je Partie "
        "verteilt wird.",
        formula="Σ W_s of seats with it / seats with it",
        gauge=_PROFESSION_GAMES,
        conditions=_ONE_A_GAME,
    ),
    MetricSpec(
        "profession_game_equality",
        "p",
        de="Test auf gleiche Berufe über ganze Partien (p)",
        en="Test of equal professions over whole games (p)",
        words="For each profession, how probable a share of playouts won at least as far from 1/k is if in truth all "
        "professions were alike; adjusted by Holm's method for all of them.",
        words_de="Je Beruf, wie wahrscheinlich ein mindestens so weit von 1/k entfernter Anteil gewonnener Partien "
        "wäre, wenn alle Berufe gleich wären; nach Holm für alle zusammen. Ein p-Wert hat kein Intervall.",
        formula="z = Σ(k·W − 1) / √Σ(k·W − 1)² over seats with it, p by Holm",
        gauge=FairTests(_PROFESSION_GAMES),
        conditions=f"{_ONE_A_GAME} A p value has no interval: its limits are empty.",
    ),
    MetricSpec(
        "profession_used_share",
        "share",
        de="Ausgespielte Berufe",
        en="Professions used",
        words="In how many of the rounds in which a seat has this profession it uses it.",
        words_de="In welchem Teil der Runden, in denen ein Platz diesen Beruf hat, er ihn ausspielt.",
        formula="Σ times used / Σ rounds with it",
        gauge=Parts("seats", _of_professions("used_{}", "had_{}")),
        conditions=_WITH,
    ),
    MetricSpec(
        "used_win_share",
        "share",
        de="Gewonnene Runden mit ausgespieltem Beruf",
        en="Rounds won with the profession used",
        words="How many of the rounds in which this profession was used its owner wins. Whoever is about to win has "
        "had more time to use it, so this is no proof that using it helps.",
        words_de="Welchen Teil der Runden, in denen dieser Beruf ausgespielt wurde, sein Besitzer gewinnt. Kein "
        "Beweis einer Ursache. Nur wo jede Runde neu verteilt wird.",
        formula="Σ rounds won in which it was used / Σ rounds in which it was used",
        gauge=Parts("seats", _of_professions("won_using_{}", "used_{}", "per_round")),
        conditions=_EACH_ROUND,
    ),
    MetricSpec(
        "unused_win_share",
        "share",
        de="Gewonnene Runden mit nicht ausgespieltem Beruf",
        en="Rounds won with the profession unused",
        words="How many of the rounds in which this profession was not used its owner wins.",
        words_de="Welchen Teil der Runden, in denen dieser Beruf nicht ausgespielt wurde, sein Besitzer gewinnt. "
        "Nur wo jede Runde neu verteilt wird.",
        formula="Σ rounds won in which it was not used / Σ rounds in which it was not used",
        gauge=Parts(
            "seats",
            _of_professions("won_as_{0}+-1*won_using_{0}", "had_{0}+-1*used_{0}", "per_round"),
        ),
        conditions=_EACH_ROUND,
    ),
    MetricSpec(
        "bust_share",
        "share",
        de="Züge mit Verzocken",
        en="Turns that bust",
        words="How many of all turns end with a bust.",
        words_de="Welcher Teil aller Züge mit Verzocken endet.",
        formula="Σ busts / Σ turns",
        gauge=PartOfWhole("busts", "turns"),
    ),
    MetricSpec(
        "lost_per_bust",
        "count",
        de="Zutaten, die ein Verzocken kostet",
        en="Ingredients that a bust costs",
        words="Ingredients and jokers that go back with a bust, on average.",
        words_de="Zutaten und Joker, die beim Verzocken im Mittel zurückgehen.",
        formula="Σ ingredients and jokers lost / Σ busts",
        gauge=Ratios("seats", _pair("lost", "busts")),
        conditions="NaN where nobody ever busts.",
    ),
    MetricSpec(
        "flips_per_turn",
        "count",
        de="Aufgedeckte Tortenecken je Zug",
        en="Wedges turned up in a turn",
        words="Wedges turned up in a turn, on average; Zuckerbäcker's two count as two.",
        words_de="Tortenecken, die in einem Zug im Mittel aufgedeckt werden; die des Zuckerbäckers zählen zwei.",
        formula="Σ wedges turned up / Σ turns",
        gauge=Ratios("seats", _pair("flips", "turns")),
    ),
    MetricSpec(
        "round_turns_mean",
        "rolls",
        de="Züge einer Runde",
        en="Turns of a round",
        words="Turns of a round, on average; `length_mean` is that of a playout.",
        words_de="Züge einer Runde im Mittel; `length_mean` ist das einer Partie.",
        formula="Σ turns / Σ rounds",
        gauge=Ratios("games", _pair("length", "rounds")),
    ),
    MetricSpec(
        "round_turns",
        "rolls",
        de="Züge einer Runde, Quantile",
        en="Turns of a round, quantiles",
        words="Quantiles of the number of turns of a round, of all rounds that were played.",
        words_de="Quantile der Züge einer Runde, über alle gespielten Runden.",
        formula="quantiles of turns over all rounds",
        gauge=PooledQuantiles(_rounds),
        conditions="Rounds of one playout count as one for the limits.",
    ),
    MetricSpec(
        "tiebreak_rounds_mean",
        "count",
        de="Weitere Runden bei Gleichstand",
        en="Further rounds when level",
        words="Further rounds that a playout needs because the first are level.",
        words_de="Weitere Runden, die eine Partie braucht, weil die Ersten gleichauf sind.",
        formula="Σ further rounds / n",
        gauge=Mean("games", "tiebreak_rounds"),
    ),
    MetricSpec(
        "tiebreak_share",
        "share",
        de="Partien, die eine weitere Runde entscheidet",
        en="Playouts that a further round decides",
        words="How often a further round settles who has won most rounds.",
        words_de="Wie oft eine weitere Runde entscheidet, wer die meisten gewonnen hat.",
        formula="playouts decided by a further round / n",
        gauge=EndShare("tiebreak"),
    ),
    MetricSpec(
        "stolen_mean",
        "count",
        de="Anderen weggenommene Zutaten",
        en="Ingredients taken from others",
        words="Ingredients and jokers that a seat takes from others in a playout, by steal cards and Pâtissier.",
        words_de="Zutaten und Joker, die ein Platz in einer Partie anderen nimmt, mit Stehlen-Karten und als "
        "Pâtissier.",
        formula=_A_SEAT,
        gauge=Mean("seats", "stolen", each="seat", by_seat=True),
    ),
    MetricSpec(
        "robbed_mean",
        "count",
        de="An andere verlorene Zutaten",
        en="Ingredients lost to others",
        words="Ingredients and jokers that others take from a seat in a playout.",
        words_de="Zutaten und Joker, die einem Platz in einer Partie genommen werden.",
        formula=_A_SEAT,
        gauge=Mean("seats", "robbed", each="seat", by_seat=True),
    ),
    MetricSpec(
        "lifted_mean",
        "count",
        de="Anderen weggenommene Aktionskarten",
        en="Actions taken from others",
        words="Actions that a seat takes from others in a playout, as Pâtissier.",
        words_de="Aktionskarten, die ein Platz in einer Partie anderen nimmt, als Pâtissier. Nur mit Berufen.",
        formula=_A_SEAT,
        gauge=Mean("seats", _lifted, each="seat"),
        conditions=_WITH,
    ),
    MetricSpec(
        "steals_mean",
        "count",
        de="Gespielte Stehlen-Karten",
        en="Steal cards played",
        words="Steal cards that a seat plays in a playout.",
        words_de="Stehlen-Karten, die ein Platz in einer Partie spielt.",
        formula=_A_SEAT,
        gauge=Mean("seats", "steals", each="seat"),
    ),
    MetricSpec(
        "behind_mean",
        "count",
        de="Rückstand späterer Gewinner",
        en="How far later winners were behind",
        words="Of the winner of a round: how many ingredients the fullest cake had been ahead at most, on average.",
        words_de="Wie viele Zutaten die vollste Torte dem späteren Gewinner einer Runde im Mittel höchstens voraus "
        "war.",
        formula="Σ largest deficit of winners / Σ rounds won",
        gauge=Ratios("seats", _pair("behind", "score")),
        conditions="NaN where no round was won.",
    ),
)

FIGURES = (
    Figure("start", "dots", ("start_win_share",), is_fair=True),
    Figure("professions", "dots", ("profession_win_share",), is_fair=True),
    Figure("used", "bars", ("profession_used_share",)),
    Figure(
        "pace",
        "bars",
        ("round_turns",),
        facts=("round_turns_mean", "flips_per_turn", "bust_share", "lost_per_bust", "behind_mean"),
    ),
)

FINDINGS = (
    Rule(
        "scarce",
        "stalled_share",
        99,
        pick="longest",
        only=_may_stall,
        cells="where cakes want as many wedges as can fill them, or more, or only Chocolatière can fill one",
    ),
    Rule(
        "stalls",
        "stalled_share",
        98,
        above=0.0,
        pick="longest",
        only=lambda facts: not _may_stall(facts),
    ),
    Rule("strong_profession", "profession_lead", 62, above=0.03, each=True, figure="professions"),
    Rule("weak_profession", "profession_lead", 57, below=-0.03, each=True, figure="professions"),
    Rule("dead_profession", "profession_used_share", 54, below=0.2, each=True, figure="used"),
    Rule("many_busts", "bust_share", 52, above=0.3, figure="pace"),
    Rule("many_tiebreaks", "tiebreak_share", 36, above=0.25),
)
