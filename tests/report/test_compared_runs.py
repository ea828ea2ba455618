"""What a page of a comparison says of its two runs: where they are, what they assume, who played."""

from dataclasses import replace

from made_up import manifest, measured, playouts

from balance.games import GAMES
from balance.report import RunFacts
from balance.report.compared_runs import ComparedRun, assumed_on, bots_of, run_links
from balance.report.facts import Value
from balance.report.origins import assumed_values
from balance.report.phrases import phrases_for

SUPPLY = "rules.packages.supply"
PHRASES = phrases_for(GAMES[0], "de")


def facts(supply=8, source="assumed", policies=("greedy",) * 4, values=()):
    cell = measured(playouts(4, 4), policies=policies, rules={"packages": {"supply": supply}})
    found = RunFacts.from_manifest(manifest([cell]))
    kept = [each for each in found.values if each.key != SUPPLY]
    return replace(found, values=(*kept, Value(SUPPLY, supply, "default", source, "A3"), *values))


def titles_and_keys(groups):
    return [(group.title, [row[-1] for row in group.table.rows]) for group in groups]


def test_what_both_sides_assume_is_said_once_and_as_on_a_page_of_a_run():
    a, b = facts(), facts()
    assert assumed_on(a, b, PHRASES) == assumed_values(a, PHRASES)
    assert titles_and_keys(assumed_on(a, b, PHRASES))[0] == ("", [SUPPLY])


def test_what_is_assumed_on_one_side_is_said_of_that_side():
    changed = assumed_on(facts(), facts(10, "changed"), PHRASES)
    assert titles_and_keys(changed)[-1] == ("Auf Seite A", [SUPPLY])
    assert [group.title for group in changed] == ["Sorten", "Auf Seite A"]
    other = assumed_on(facts(), facts(12), PHRASES)
    assert [(group.title, group.table.rows[0][1]) for group in other[-2:]] == [
        ("Auf Seite A", "8"),
        ("Auf Seite B", "12"),
    ]


def test_a_bot_that_plays_otherwise_on_each_side_stands_there_twice():
    def mine(weight):
        own = {"personas.mine.from": "greedy", "personas.mine.weights.bronze": weight}
        values = tuple(Value(key, value, "x.yaml:1", "choice", "") for key, value in own.items())
        return facts(policies=("mine", "greedy", "greedy", "greedy"), values=values)

    a, b = (ComparedRun(side, mine(weight), "", "") for side, weight in (("a", 900), ("b", 1500)))
    assert [row[0] for row in bots_of([a, b], PHRASES).rows] == ["mine (A)", "mine (B)", "greedy"]
    assert [row[0] for row in bots_of([a, replace(a, side="b")], PHRASES).rows] == ["mine", "greedy"]


def test_tiers_are_told_apart_and_a_page_that_is_not_there_by_the_command_that_writes_it():
    runs = [
        ComparedRun(
            side, facts(policies=(bot,) * 4), f"{side}/index.html" * (side == "a"), "balance report x"
        )
        for bot in ("greedy", "random")
        for side in ("a", "b")
    ]
    assert [link.label for link in run_links(runs, PHRASES)] == [
        "Bericht über Seite A (greedy):",
        "Den Bericht über Seite B (greedy) schreibt",
        "Bericht über Seite A (random):",
        "Den Bericht über Seite B (random) schreibt",
    ]
    assert next(run_links(runs[:2], PHRASES)).label == "Bericht über Seite A:"
