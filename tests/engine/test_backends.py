import threading
import time

import pytest

from balance.engine.backends import ordered_map


def never() -> bool:
    return False


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_order_whoever_was_faster(jobs):
    def work(n):
        time.sleep(0.002 * (n % 3))
        return n * n

    assert list(ordered_map(work, range(40), jobs=jobs, is_stopped=never)) == [n * n for n in range(40)]


@pytest.mark.parametrize("jobs", [1, 3])
def test_no_tasks_no_results(jobs):
    assert list(ordered_map(str, [], jobs=jobs, is_stopped=never)) == []


def test_workers_do_not_run_away_from_a_slow_consumer():
    begun = []
    results = ordered_map(lambda n: begun.append(n) or n, range(500), jobs=2, is_stopped=never)
    for n in results:
        if n == 10:
            time.sleep(0.1)
            assert len(begun) < 30
            break
    results.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_endless_list_of_tasks_is_drawn_lazily(jobs):
    drawn = []

    def tasks():
        n = 0
        while True:
            drawn.append(n)
            yield n
            n += 1

    results = ordered_map(lambda n: n, tasks(), jobs=jobs, is_stopped=never)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    results.close()
    assert len(drawn) < 40


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_first_failure_in_order_is_raised_after_the_results_before_it(jobs):
    def work(n):
        if n == 4:
            time.sleep(0.05)  # the later failure happens first
            raise ValueError("4")
        if n == 5:
            raise ValueError("5")
        return n

    got = []
    with pytest.raises(ValueError, match="4"):
        for result in ordered_map(work, range(20), jobs=jobs, is_stopped=never):
            got.append(result)  # noqa: PERF402  # what came before the failure counts
    assert got == [0, 1, 2, 3]


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_a_stop_running_tasks_end_and_no_other_begins(jobs):
    stop = threading.Event()
    begun = []

    def work(n):
        begun.append(n)
        time.sleep(0.005)
        return n

    got = []
    for result in ordered_map(work, range(200), jobs=jobs, is_stopped=stop.is_set):
        got.append(result)
        if result == 5:
            stop.set()
    assert got == list(range(len(got)))
    assert set(begun) >= set(got)
    assert 6 <= len(begun) <= 6 + 2 * 3
    time.sleep(0.05)
    assert len(begun) <= 12


def test_a_consumer_that_fails_leaves_no_warning_and_no_thread():
    before = threading.active_count()
    results = ordered_map(lambda n: time.sleep(0.01) or n, range(100), jobs=3, is_stopped=never)
    next(results)
    results.close()
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before
