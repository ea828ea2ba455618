import numpy as np
import polars as pl
import pytest

from balance.core.errors import RunError, UsageError
from balance.core.tables import GAME_COLUMNS, SEAT_COLUMNS, table_columns
from balance.engine import store
from balance.engine.frames import games_frame, seats_frame, tables_of
from balance.engine.worker import play_rows, prepare


def settings_of(experiment):
    return [prepare(experiment.game, cell, experiment.seed) for cell in experiment.cells]


def test_the_columns_of_the_contract_come_first_then_points_then_the_games_own(toy):
    settings = settings_of(toy())
    tables = tables_of(settings)
    games, seats = play_rows(settings[0], 0, 10)
    assert games_frame(tables, settings[0], games).columns == [*GAME_COLUMNS, "throws"]
    assert seats_frame(tables, settings[0], seats).columns == [
        *SEAT_COLUMNS,
        "points_low",
        "points_high",
        "points_bonus",
        "luck",
        "thrown_low",
        "thrown_high",
    ]


def test_values_words_and_types(toy):
    experiment = toy(rotate=True)
    settings = settings_of(experiment)
    rows, seat_rows = play_rows(settings[0], 8, 10)
    tables = tables_of(settings)
    games, seats = games_frame(tables, settings[0], rows), seats_frame(tables, settings[0], seat_rows)
    assert games["playout"].to_list() == list(range(8, 18))
    assert set(games["end_reason"]) == {"clock"}
    assert games["truncated"].dtype == pl.Boolean
    assert games["winners"].to_list() == rows["winners"].tolist()
    assert set(seats["policy"]) == {"greedy", "random"}
    points = seats.select(pl.sum_horizontal(pl.col("^points_.*$"))).to_series()
    assert points.to_list() == seats["score"].to_list()
    assert seats["win_share"].to_list() == (seat_rows["share"] / 60).tolist()
    assert games["playout"].dtype == games["deal"].dtype == seats["playout"].dtype == pl.Int64
    assert {seats[name].dtype for name in ("seat", "score", "rank", "luck")} == {pl.Int32}


def test_cells_with_other_things_share_one_schema(toy):
    experiment = toy(faces=({"low": 6, "high": 12}, {"high": 12, "odd": 5}))
    settings = settings_of(experiment)
    tables = tables_of(settings)
    frames = [seats_frame(tables, setting, play_rows(setting, 0, 6)[1]) for setting in settings]
    assert frames[0].schema == frames[1].schema
    assert [name for name in frames[0].columns if name.startswith("thrown")] == [
        "thrown_low",
        "thrown_high",
        "thrown_odd",
    ]
    assert frames[0]["thrown_odd"].sum() == frames[1]["thrown_low"].sum() == 0
    assert frames[1]["thrown_high"].sum() == frames[1]["thrown_odd"].sum() == 6 * 4 * 3


def test_two_columns_of_one_name_are_refused(toy):
    with pytest.raises(UsageError, match="points_bonus"):
        tables_of(settings_of(toy(faces=({"bonus": 6},))))


def test_a_record_without_a_common_field_is_refused():
    with pytest.raises(ValueError, match="playout"):
        table_columns({"cell": "text", "playout": "long"}, {"seat": ()}, [])


def test_a_number_that_does_not_fit_is_not_cut(toy):
    settings = settings_of(toy())
    games, _ = play_rows(settings[0], 0, 3)
    games["margin"][1] = 2**31
    with pytest.raises(RunError, match="margin"):
        games_frame(tables_of(settings), settings[0], games)


def test_an_unknown_code_is_not_given_a_word(toy):
    settings = settings_of(toy())
    games, _ = play_rows(settings[0], 0, 3)
    games["end_reason"][1] = -1
    with pytest.raises(RunError, match="end_reason"):
        games_frame(tables_of(settings), settings[0], games)


def test_no_rows_are_an_empty_table(toy):
    settings = settings_of(toy())
    layout = settings[0].game.module("layout")
    frame = games_frame(tables_of(settings), settings[0], np.zeros(0, layout.GAME_ROW))
    assert frame.height == 0


def test_a_first_interruption_while_a_table_is_written_loses_nothing(monkeypatch):
    """polars ends its query at a Ctrl-C that only asks for an end."""
    frame = pl.DataFrame({"a": [1, 2]})
    whole, written = store._parquet(frame), store._written
    hits = iter([True])

    def interrupted_once(frame):
        if next(hits, False):
            raise KeyboardInterrupt
        return written(frame)

    monkeypatch.setattr(store, "_written", interrupted_once)
    assert store._parquet(frame) == whole
