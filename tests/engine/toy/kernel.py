"""Play toy."""

from balance.core.chance import draw, stream
from balance.core.kernel import kernel


@kernel()
def play(rules, policies, state, seed, playout, game, seats):
    n = rules.n_seats
    deal = playout // n if len(policies) > 1 else playout
    line_up = policies[playout % n if len(policies) > 1 else 0]
    state.points[:] = 0
    state.score[:] = 0
    for roll in range(rules.clock):
        for seat in range(n):
            kind = roll % rules.n_kinds
            face = 1 + draw(stream(seed, deal, kind), roll * 6 + seat, rules.n_faces[kind])
            state.points[seat, kind] += face
            state.score[seat] += face
    best, second, winners, k = -1, -1, 0, 0
    for seat in range(n):
        state.score[seat] += line_up.bonus[seat]
        score = state.score[seat]
        if score > best:
            best, second, winners, k = score, best, 1 << seat, 1
        elif score == best:
            second, winners, k = score, winners | 1 << seat, k + 1
        elif score > second:
            second = score
    game.playout = playout
    game.deal = deal
    game.n_seats = n
    game.length = rules.clock
    game.winners = winners
    game.margin = best - second
    game.throws = rules.clock * n
    game.fault = 7 if playout == rules.flaw else 0
    for seat in range(n):
        row = seats[seat]
        row.playout = playout
        row.seat = seat
        row.policy = line_up.policy[seat]
        row.score = state.score[seat]
        row.rank = 1
        for other in range(n):
            row.rank += state.score[other] > state.score[seat]
        row.share = 60 // k if winners & (1 << seat) else 0
        row.luck = state.score[seat] % 3
        row.points_bonus = line_up.bonus[seat]
        for kind in range(rules.n_kinds):
            row.points_die[kind] = state.points[seat, kind]
            row.thrown[kind] = rules.clock


@kernel(entry=True)
def batch(rules, policies, scratch, trace, seed, first, games, seats):
    n = rules.n_seats
    for k in range(len(games)):
        play(rules, policies, scratch[0], seed, first + k, games[k], seats[k * n : (k + 1) * n])
