import re
from dataclasses import replace

import pytest
from made_up import Playout, measured, playouts

from balance.report.numbers import JOINER


def plain(text):
    return text.replace(JOINER, "").replace("\u00a0", " ").replace("\u202f", " ")


KEYS = (("seats", "policies"), ("close",), ("ends",))


def answer_of(model, place):
    """One of the answers that every report gives, wherever the page has it."""
    (found,) = [answer for answer in (*model.headlines, *model.rest) if answer.key in KEYS[place]]
    return found


def one(model, place):
    answer = answer_of(model, place)
    return plain(answer.lead), plain(" ".join(answer.details))


def fixed(n, wins, scores=(50, 40, 30, 20)):
    """Playouts in which seat s wins `wins[s]` times out of n."""
    found = []
    for seat, count in enumerate(wins):
        own = [40] * len(wins)
        own[seat] = 50
        found += [Playout(tuple(own))] * count
    assert len(found) == n
    return found


def test_a_favoured_seat_is_named_with_number_interval_and_n(make_model):
    model = make_model([measured(fixed(4000, (1160, 947, 947, 946)))], "de")
    lead, details = one(model, 0)
    assert lead == "Platz 1 ist im Vorteil: er gewinnt 29,0 % der Partien."
    # Goodman: Wilson with z = 2.4977 for a family of 4
    assert "27,2–30,8 % (95‑%‑Intervalle, gleichzeitig für alle Plätze)" in details
    assert "fair wären 25 %, das sind +4,0 Prozentpunkte" in details
    assert "n = 4.000 Partien" in details
    assert answer_of(model, 0).target == "seats"


def test_a_seat_that_only_loses_is_named_too(make_model):
    lead, _ = one(make_model([measured(fixed(4000, (850, 1050, 1050, 1050)))]), 0)
    assert lead == "Seat 1 has a disadvantage: it wins only 21.2% of the games."


def test_nothing_is_claimed_where_every_interval_touches_fair(make_model):
    lead, details = one(make_model([measured(fixed(4000, (1010, 1000, 995, 995)))]), 0)
    assert lead == "No seat is noticeably favoured."
    assert "24.9–25.2%" in details and "fair would be 25%" in details
    assert "No seat is further from that than 2.0 percentage points" in details


def test_few_games_do_not_pass_for_even_seats(make_model):
    lead, details = one(make_model([measured(fixed(20, (8, 4, 4, 4)))]), 0)
    assert lead == "Whether a seat is favoured cannot be told yet."
    assert "percentage points of deviation are compatible" in details


def test_the_test_may_see_what_no_single_seat_shows(make_model):
    lead, details = one(make_model([measured(fixed(4000, (1060, 1060, 940, 940)))]), 0)
    assert lead == "The seats are not equally good, though none stands out on its own."
    assert "p = 0.002" in details


def test_different_bots_on_fixed_seats_are_not_called_seat_effects(make_model):
    policies = ("greedy", "random", "random", "random")
    lead, details = one(make_model([measured(fixed(400, (200, 70, 65, 65)), policies=policies)]), 0)
    assert lead == "greedy wins 50.0% of the games (44.4–55.6%)."
    assert "cannot be told apart" in details and "equally strong it would be 25%" in details
    rotated = make_model([measured(fixed(400, (200, 70, 65, 65)), policies=policies, rotate=True)])
    assert one(rotated, 0)[0].startswith("greedy wins 25.0%")  # as much as one of the others' seats
    assert "Seat 1 has an advantage" in one(rotated, 0)[1]


def test_truncated_playouts_lower_the_fair_share_instead_of_every_seat(make_model):
    played = fixed(4000, (1000, 1000, 1000, 1000)) + [Playout((1, 1, 1, 1), truncated=True)] * 1000
    model = make_model([measured(played)])
    lead, details = one(model, 0)
    assert lead == "No seat is noticeably favoured."
    assert "fair would be 20%" in details
    assert "Cut off, without a result and nobody's win: 20.0% (18.9–21.1%)." in one(model, 2)[1]


def test_undecided(make_model):
    model = make_model([measured([Playout((3, 3), truncated=True)] * 5)])
    assert one(model, 0)[0] == "No game was decided."


@pytest.mark.parametrize(("lang", "words"), [("en", "exactly 1 roll"), ("de", "genau 1 Wurf")])
def test_one_is_no_plural(make_model, lang, words):
    model = make_model([measured([Playout((50, 40), 1)] * 50)], lang)
    assert re.search(rf"{words}\.", one(model, 1)[0])
    length = next(block for block in model.figures if block.key == "length")
    assert any(re.search(rf"{words}\.", note) for note in length.notes)


def test_closeness_names_gap_and_length(make_model):
    model = make_model([measured(fixed(400, (100, 100, 100, 100)))], "de")
    lead, details = one(model, 1)
    assert (
        lead == "Zwischen Erstem und Zweitem liegen im Mittel 10,0 Punkte; eine Partie dauert genau 48 Würfe."
    )
    assert "Unentschieden enden 0 % (0,0–1,0 %)" in details
    varied = [Playout((50, 40), 48)] * 60 + [Playout((50, 40), 40, "supply")] * 40
    lead, details = one(make_model([measured(varied)]), 1)
    assert lead.endswith("a game takes 44.8 rolls on average.")
    assert "Length 44.0–45.6 rolls" in details
    nearly = [Playout((50, 40), 48)] * 99 + [Playout((50, 40), 40, "supply")]
    assert "a game nearly always takes 48 rolls" in one(make_model([measured(nearly)]), 1)[0]


def test_endings_are_told_by_the_games_own_clause(make_model):
    varied = [Playout((50, 40), 48)] * 60 + [Playout((50, 40), 40, "supply")] * 40
    lead, details = one(make_model([measured(varied)], "de"), 2)
    assert lead == "60,0 % der Partien enden, weil die Schichtzeit abgelaufen ist."
    assert "Sonst: Alle Pakete voll 40,0 %" in details
    lead, details = one(make_model([measured([Playout((50, 40))] * 50)]), 2)
    assert lead == "Every game ends because the shift is over."
    assert "at least 90.9%" in details


def test_many_cells_are_counted_after_holm(make_model):
    def cells(edges):
        return [measured(fixed(4000, wins), key=f"k{place}") for place, wins in enumerate(edges)]

    settings = [{"rules.packages.supply": supply} for supply in range(6, 10)]
    even, odd = (1000, 1000, 1000, 1000), (1200, 950, 925, 925)
    model = make_model(cells([even, odd, even, odd]), settings=settings)
    assert answer_of(model, 0).lead == "In 2 of 4 variants the seats are not equally good."
    lines = [plain(line) for line in answer_of(model, 0).cells]
    assert lines[1].startswith(
        "Package supply 7: Seat 1 wins 30.0% of the games (28.2–31.8%), Seat 3 only 23.1%"
    )
    assert lines[0].startswith("Package supply 6: no advantage noticeable, 25.0–25.0%")
    # p = 0.03 each: one cell alone would be called unequal, four together are not
    weak = (1065, 1015, 985, 935)
    alone = make_model(cells([weak]))
    assert answer_of(alone, 0).lead.startswith("The seats are not equally good")
    together = make_model(cells([weak] * 4), settings=settings)
    assert answer_of(together, 0).lead == (
        "In none of the 4 variants is it proven that a seat is favoured; unequal on their own: 4."
    )
    level = make_model(cells([even] * 4), settings=settings)
    assert answer_of(level, 0).lead == "In none of the 4 variants is a seat noticeably favoured."


def test_nowhere_does_no_difference_stand_beside_a_size_that_is_surely_above_zero(make_model):
    """Of many cells some look unequal on their own, which Holm leaves unproven; `no difference` is not true."""
    weak, even = (1070, 1020, 980, 930), (1000, 1000, 1000, 1000)
    cells = [measured(fixed(4000, w), key=f"k{n}") for n, w in enumerate([weak, *[even] * 3])]
    model = make_model(cells, settings=[{"rules.packages.supply": supply} for supply in range(6, 10)])
    table = next(block.facts for block in model.figures if block.key == "seats")
    sizes, verdicts = (
        next(row for row in table.rows if row[0].startswith(name)) for name in ("Strength", "Test")
    )
    assert cells[0].of("seat_w")[0].estimate.low > 0
    assert float(plain(sizes[1]).split("(")[1].split("–")[0]) > 0
    assert plain(verdicts[1]) == "unequal on its own, but no proof among so many variants, p = 0.014"
    assert verdicts[2].startswith("no difference noticeable")
    lines = [plain(line) for line in answer_of(model, 0).cells]
    assert lines[0].startswith(
        "Package supply 6: unequal on its own (p = 0.014), but no proof among so many variants"
    )
    assert "no advantage noticeable" in lines[1]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Seat 1 has an advantage and Seat 4 a disadvantage: they win 30.0% and 20.0% of the games."),
        ("de", "Platz 1 ist im Vorteil, Platz 4 im Nachteil: sie gewinnen 30,0 % und 20,0 % der Partien."),
    ],
)
def test_a_seat_that_loses_is_named_beside_one_that_wins(make_model, lang, said):
    cell = measured(fixed(4000, (1200, 1000, 1000, 800)))
    assert one(make_model([cell], lang), 0)[0] == said
    cells = [replace(cell, facts=replace(cell.facts, key=f"k{n}")) for n in range(2)]
    model = make_model(cells, "en", settings=[{"rules.packages.supply": n} for n in (6, 8)])
    line = plain(answer_of(model, 0).cells[0])
    assert (
        line
        == "Package supply 6: Seat 1 wins 30.0% of the games (28.2–31.8%), Seat 4 only 20.0% (18.5–21.6%; fair 25%)"
    )


def test_few_and_many_are_compared_at_each_setting_of_what_else_is_swept(make_model):
    cells, settings = [], []
    for clock, more in (("short", 0), ("long", 60)):
        for n in (2, 4):
            played = [
                Playout(tuple(50 + 10 * (seat == game % n) + more * n for seat in range(n)))
                for game in range(80)
            ]
            settings.append({"rules.players": n, "rules.clock": clock})
            cells.append(measured(played, key=f"{clock}{n}"))

    def said(lang):
        model = make_model(cells, lang, settings=settings)
        return next(answer for answer in (*model.headlines, *model.rest) if answer.key == "players")

    english = said("en")
    assert plain(english.lead) == (
        "Clock long – 2 players and 4 players do not play the same game: a player's points differ markedly. "
        "Clock short – Between 2 players and 4 players no large difference shows in points and seats."
    )
    assert plain(said("de").lead).startswith(
        "Schichtzeit lang – 2 Spieler und 4 Spieler spielen nicht dasselbe"
    )
    assert len(english.cells) == 4 and english.is_notable


def test_a_column_at_a_glance_has_the_same_decimals(make_model):
    cells = [measured(fixed(n, (n // 4,) * 4), key=f"k{n}") for n in (400, 4000, 8000)]
    model = make_model(cells, settings=[{"rules.packages.supply": supply} for supply in range(6, 9)])
    decimals = [
        [len(word.strip("%").partition(".")[2]) for word in row[2].split()[-3::2]]
        for row in model.glance.rows
    ]
    assert decimals == [[1, 1]] * 3, model.glance.rows


def test_card_and_table_give_one_limit_for_one_number(make_model):
    model = make_model([measured(fixed(4000, (1010, 1000, 995, 995)))])
    table = plain(dict(model.figures[0].facts.rows)["Largest distance from the fair share"])
    limit = re.search(r"–([\d.]+)\)", table)[1]
    assert f"No seat is further from that than {limit} percentage points." in one(model, 0)[1]


def test_a_distance_between_shares_is_in_percentage_points(make_model):
    details = one(make_model([measured(fixed(4000, (1065, 1015, 985, 935)))]), 0)[1]
    assert re.search(r"weakest are [\d.]+–[\d.]+ percentage points apart", details)


def test_seats_closer_together_than_chance_are_not_said_to_be_certainly_equal(make_model):
    rows = dict(make_model([measured(fixed(400, (100, 100, 100, 100)))]).figures[0].facts.rows)
    assert rows["Strength w (0 = equal)"] == "0.000: less than chance leads to expect"


def test_of_very_many_cells_only_the_strongest_are_named_and_warned_of(make_model, many_cells):
    cells, settings = many_cells
    model = make_model(cells, settings=settings)
    assert len(answer_of(model, 0).cells) == 3
    assert "play them again with another seed" in " ".join(answer_of(model, 0).details)
    assert len(answer_of(model, 1).cells) == 2
    assert model.glance is not None and len(model.glance.rows) == 12


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_answer_has_a_lead_a_number_of_games_and_a_figure_that_exists(make_model, three_cells, lang):
    cells, settings = three_cells
    model = make_model(cells, lang, settings=settings)
    assert len(model.headlines) == 5
    for answer in model.headlines:
        assert answer.lead.endswith(".")
        if answer.key == "assumed":
            assert answer.target == "values"
            continue
        assert "800" in answer.details[-1]
        assert model.figure_number(answer.target) > 0


def test_what_was_not_measured_is_not_spoken_of(make_model):
    from dataclasses import replace

    cell = measured(playouts(100, 4))
    bare = replace(cell, measures=(), tallied={})
    model = make_model([bare])
    assert model.figures == ()
    assert [answer.target for answer in model.headlines if model.figure_number(answer.target)] == []
    assert "no numbers" in answer_of(model, 2).lead


def test_what_all_seats_of_a_bot_win_is_named_and_what_it_scores(make_model):
    policies = ("greedy", "random", "random", "greedy")
    model = make_model([measured(fixed(400, (200, 70, 65, 65)), policies=policies)], "de")
    assert one(model, 0)[0].startswith("greedy gewinnt 66,2 % der Partien (")
    assert "Bei gleicher Stärke wären es 50 %." in one(model, 0)[1]
    assert re.search(r"Punkte im Mittel: greedy 43,3 \(.*\) und random 41,7 \(", one(model, 1)[1])
    notes = {block.key: block.caption for block in model.figures}
    assert "die seines Bots" in notes["scores"] and "die seines Bots" in notes["score_means"]
    assert "seines Bots" not in make_model([measured(fixed(4, (1, 1, 1, 1)))], "de").figures[1].caption


def test_no_bot_is_said_to_win_most_where_it_may_be_chance(make_model):
    policies, alike, ahead = ("greedy", "random", "random", "random"), (110, 100, 95, 95), (200, 70, 65, 65)

    def lead(*wins):
        cells = [measured(fixed(400, won), policies=policies, key=f"c{i}") for i, won in enumerate(wins)]
        settings = [{"personas.greedy.weights.bronze": i} for i in range(len(wins))]
        return one(make_model(cells, settings=settings), 0)[0]

    assert lead(alike, alike).startswith("In none of the 2 variants does a bot win")
    assert lead(alike, ahead).startswith("In 1 of 2 variants a bot wins")
    assert lead(ahead, ahead) == "greedy wins most often in every variant."


def test_the_bot_whose_seat_wins_most_leads_not_the_one_with_most_seats(make_model):
    policies = ("greedy", "random", "random", "random")
    lead, details = one(make_model([measured(fixed(400, (160, 80, 80, 80)), policies=policies)]), 0)
    assert lead.startswith("greedy wins 40.0% of the games")
    assert "Otherwise: random 60.0%" in details


def test_endings_are_written_with_the_same_decimals_so_that_they_add_up(make_model):
    played = [Playout((50, 40), 48)] * 2483 + [Playout((50, 40), 40, "supply")] * 17
    lead, details = one(make_model([measured(played)]), 2)
    first = re.match(r"([\d.]+)% of the games end", lead)[1]
    other = re.search(r"Otherwise: .*? ([\d.]+)% \(", details)[1]
    assert float(first) + float(other) == pytest.approx(100)


def test_several_cells_warn_of_single_lines_that_stray(make_model, one_cell, three_cells):
    cells, settings = three_cells
    assert any("now and then" in note for note in make_model(cells, settings=settings).figures[0].notes)
    assert not make_model([one_cell]).figures[0].notes


def test_the_page_says_what_comes_between_equal_points_and_a_tie(make_model, one_cell):
    block = next(block for block in make_model([one_cell]).figures if block.key == "margin")
    assert "the number of finished bars decides first" in block.caption
