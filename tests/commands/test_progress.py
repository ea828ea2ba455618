import pytest

from balance.commands.progress import _speed
from balance.engine.running import Progress


@pytest.mark.parametrize(
    ("played", "seconds", "text"),
    [
        (1000, 0.1, ""),
        (1000, 1.9, ""),
        (1000, 10.0, "100 a second, 1:30 left"),
        (10_000, 0.5, "20,000 a second"),
    ],
)
def test_no_time_is_foretold_before_it_can_be(played, seconds, text):
    assert _speed(Progress(played, 10_000, seconds)) == text
