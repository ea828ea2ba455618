from __future__ import annotations

from collections.abc import Callable

import pytest

from balance.config import Experiment
from balance.core.errors import ConfigErrors

Load = Callable[..., Experiment]


def said(load: Load, text: str = "", **options: object) -> str:
    with pytest.raises(ConfigErrors) as caught:
        load(text, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        (
            "rules.clok=short",
            "-s:1:7: unknown key 'clok'\n"
            "     1 | rules.clok=short\n"
            "       |       ^^^^\n"
            "       = did you mean 'clock'?",
        ),
        (
            "rules.players=7",
            "-s:1:15: players must be at most 6, not 7\n     1 | rules.players=7\n       |               ^",
        ),
        (
            "rules.players=2,3",
            "-s:1:15: players must be a whole number, not the text '2,3'\n"
            "     1 | rules.players=2,3\n"
            "       |               ^^^\n"
            "       = to play each of them: --vary rules.players=2,3",
        ),
        (
            "clock=long",
            "-s:1:1: unknown key 'clock'\n"
            "     1 | clock=long\n"
            "       | ^^^^^\n"
            "       = the key is 'rules.clock'",
        ),
        (
            "rules.amount_scale=0,5",
            "-s:1:20: amount_scale must be a number, not the text '0,5'\n"
            "     1 | rules.amount_scale=0,5\n"
            "       |                    ^^^\n"
            "       = write 0.5",
        ),
        (
            "rules.varieties.nougat.needs={milhc: 3}",
            "-s:1:31: unknown ingredient 'milhc'\n"
            "     1 | rules.varieties.nougat.needs={milhc: 3}\n"
            "       |                               ^^^^^\n"
            "       = did you mean 'milch'?",
        ),
        (
            "rules.varieties.nugat=null",
            "-s:1:17: there is no 'nugat' that null could remove\n"
            "     1 | rules.varieties.nugat=null\n"
            "       |                 ^^^^^\n"
            "       = did you mean 'nougat'?",
        ),
        (
            "rules.clock",
            "-s:1:1: no KEY=VALUE\n"
            "     1 | rules.clock\n"
            "       | ^^^^^^^^^^^\n"
            "       = write KEY=VALUE, e.g. -s rules.clock=long",
        ),
        (
            "rules.clock=",
            "-s:1:1: no value for rules.clock\n"
            "     1 | rules.clock=\n"
            "       | ^^^^^^^^^^^\n"
            "       = to take a key out write rules.clock=null",
        ),
        (
            "rules.dishes.pizza.shape=##/##",
            "-s:1:26: a value that begins with # is a comment\n"
            "     1 | rules.dishes.pizza.shape=##/##\n"
            "       |                          ^\n"
            "       = put quotes around it: 'rules.dishes.pizza.shape=\"##/#.\"'",
        ),
        (
            "rules..clock=short",
            "-s:1:1: 'rules..clock' is no key\n"
            "     1 | rules..clock=short\n"
            "       | ^^^^^^^^^^^^\n"
            "       = keys are joined by dots, e.g. rules.packages.supply",
        ),
        (
            "rules.players=[2, 4",
            "-s:1:20: a ',' or the closing ']' is missing here\n"
            "     1 | rules.players=[2, 4\n"
            "       |                    ^",
        ),
        (
            "policies.seats.0=random",
            "-s:1:10: seats must be a list, not a map of keys\n"
            "     1 | policies.seats.0=random\n"
            "       |          ^^^^^\n"
            "       = a list is given as a whole, e.g. [a, b]",
        ),
        (
            "version=2",
            "-s:1:9: version must be 1, not 2\n     1 | version=2\n       |         ^",
        ),
    ],
)
def test_exact_messages_of_set(load: Load, flag: str, message: str) -> None:
    assert said(load, sets=[flag]) == message


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        (
            "rules.players=[2,3]",
            "--vary:1:15: players must be a whole number, not a list\n"
            "     1 | rules.players=[2,3]\n"
            "       |               ^^^^^\n"
            "       = to play each of them: --vary rules.players=A,B without brackets",
        ),
        (
            "rules.players=2,7",
            "--vary:1:17: players must be at most 6, not 7\n"
            "     1 | rules.players=2,7\n"
            "       |                 ^",
        ),
        (
            "rules.clok=short,long",
            "--vary:1:7: unknown key 'clok'\n"
            "     1 | rules.clok=short,long\n"
            "       |       ^^^^\n"
            "       = did you mean 'clock'?",
        ),
        (
            "run.games=10,20",
            "--vary:1:1: 'run' cannot be swept: every cell is played alike\n"
            "     1 | run.games=10,20\n"
            "       | ^^^^^^^^^\n"
            "       = sweep rules, personas or policies",
        ),
        (
            "players=2,4",
            "--vary:1:1: unknown key 'players'\n"
            "     1 | players=2,4\n"
            "       | ^^^^^^^\n"
            "       = the key is 'rules.players'",
        ),
        (
            "rules.players=4,0x4",
            "--vary:1:17: 'rules.players' takes 4 twice\n"
            "     1 | rules.players=4,0x4\n"
            "       |                 ^^^",
        ),
        (
            "rules.players",
            "--vary:1:1: no KEY=VALUE\n"
            "     1 | rules.players\n"
            "       | ^^^^^^^^^^^^^\n"
            "       = write KEY=A,B, e.g. --vary rules.players=2,4",
        ),
    ],
)
def test_exact_messages_of_vary(load: Load, flag: str, message: str) -> None:
    assert said(load, varies=[flag]) == message


def test_numbers_from_flags_are_checked_too(load: Load) -> None:
    assert said(load, games=0).startswith("-n:1:4: games must be at least 1, not 0\n     1 | -n 0\n")
    assert said(load, seed=-1).startswith("--seed:1:8: seed must be at least 0, not -1\n")


def test_all_flags_and_the_file_complain_at_once(load: Load) -> None:
    text = said(load, "rules: {joker: x}\n", sets=["rules.clok=1"], varies=["rules.plyers=2"], games=0)
    heads = [line.split(": ", 1)[0] for line in text.splitlines() if ": " in line and line[0] in "-x"]
    assert heads == ["--vary:1:7", "-n:1:4", "-s:1:7", "x.yaml:3:16"]


def test_set_goes_over_the_file_and_later_over_earlier(load: Load) -> None:
    experiment = load(
        "rules: {joker: 3, packages: {size: 3}}\n",
        sets=["rules.joker=4", "rules.joker=5", "rules.packages={open_extra: 1}", "title=Gold"],
        games=50,
        seed=9,
    )
    rules = experiment.cells[0].rules
    assert (rules.joker, rules.packages.size, rules.packages.open_extra) == (5, 3, 1)
    assert (experiment.games, experiment.seed, experiment.title["en"]) == (50, 9, "Gold")
    assert experiment.values["run.games"][1].place == "-n"
    assert experiment.values["run.seed"][1].place == "--seed"
    assert experiment.values["rules.joker"][1].place == "-s"


def test_any_section_can_be_set(load: Load) -> None:
    experiment = load(
        sets=[
            "personas.rush={from: greedy, weights: {bronze: 1500}}",
            "policies.all=rush",
            "assumed.rules.packages.supply=counted",
            "vary.rules.players=[2, 3]",
            "gates.seat_spread={max: 4pp}",
            "run={games: 7}",
        ]
    )
    assert [cell.key for cell in experiment.cells] == ["rules.players=2", "rules.players=3"]
    assert experiment.cells[0].policies[0].name == "rush"
    assert experiment.assumed == {"rules.packages.supply": "counted"}
    assert experiment.gates == {"seat_spread": {"max": 0.04, "level": "fail"}}
    assert experiment.games == 7


def test_a_set_key_is_swept_no_more_and_that_is_said(load: Load) -> None:
    text = "vary: {rules.players: [2, 4], rules.clock: [short, long]}\n"
    experiment = load(text, sets=["rules.players=4"])
    assert [cell.key for cell in experiment.cells] == ["rules.clock=short", "rules.clock=long"]
    assert [warning.splitlines()[0] for warning in experiment.warnings] == [
        "x.yaml:3:8: warning: 'rules.players' is set by a flag and not swept"
    ]


def test_setting_the_line_up_ends_a_sweep_of_it(load: Load) -> None:
    text = "vary: {policies.seats: [[greedy, random, random, random]]}\n"
    experiment = load(text, sets=["policies.all=random"])
    assert [cell.key for cell in experiment.cells] == ["base"]
    assert {policy.name for policy in experiment.cells[0].policies} == {"random"}


def test_set_and_vary_of_one_key_contradict(load: Load) -> None:
    assert "'rules.players' is set and swept" in said(
        load, sets=["rules.players=4"], varies=["rules.players=2,4"]
    )
    assert "cannot be set for all cells" in said(
        load, "vary: {rules.packages: [{size: 3}]}\n", sets=["rules.packages.size=4"]
    )
    assert "a key is swept by two flags" in said(load, varies=["rules.joker=1,2", "rules.joker=3,4"])


def test_vary_takes_the_place_of_a_written_sweep(load: Load) -> None:
    text = "vary: {rules.players: [2, 4], rules.clock: [short, long]}\n"
    experiment = load(text, varies=["rules.players=3"])
    assert [cell.key for cell in experiment.cells] == [
        "rules.clock=short,rules.players=3",
        "rules.clock=long,rules.players=3",
    ]


@pytest.mark.parametrize(
    ("options", "overridden"),
    [
        ({}, False),
        ({"games": 5}, False),
        ({"sets": ["run.games=5"]}, False),
        ({"sets": ["run={games: 5}", "title=x", "assumed.rules.players=x"]}, False),
        ({"sets": ["run={seed: 5}"]}, True),
        ({"seed": 5}, True),
        ({"sets": ["rules.joker=5"]}, True),
        ({"sets": ["rules.packages.supply=null"]}, True),
        ({"sets": ["policies.all=random"]}, True),
        ({"varies": ["rules.players=4"]}, True),
        ({"sets": ["vary.rules.players=[4]"]}, True),
    ],
)
def test_overridden(load: Load, options: dict[str, object], overridden: bool) -> None:
    assert load(**options).overridden is overridden
