"""Holds the library's answers and games against the oracle's."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests import bridge, oracle, strategies
from tienlen import GameState, IllegalMoveError, LegalMoves, Pass, Play


def canonical(combo: tuple[str, ...], rules: oracle.Rules) -> tuple[int, int, int]:
    """The place of a combo among legal moves: kind, run length, cards as an integer."""
    name = oracle.name(combo, rules)
    assert name is not None
    kind, _, _ = name.partition(" of ")
    _, run_length = strategies.parts(name)
    order = [*strategies.SETS, *strategies.WIDTHS]
    return order.index(kind), run_length, sum(2 ** oracle.DECK.index(card) for card in combo)


def assert_same_moves(
    moves: LegalMoves,
    expected: list[tuple[str, ...]],
    rules: oracle.Rules = oracle.CARDGAMES_IO,
) -> None:
    """Compare a move list, asked in every way a sequence can be asked."""
    in_order = sorted(expected, key=lambda combo: canonical(combo, rules))
    listed = list(moves)
    assert [bridge.strings(move) for move in listed] == in_order
    assert [bridge.name(move) for move in listed] == [oracle.name(each, rules) for each in in_order]
    assert len(moves) == moves.total == len(expected)
    assert bool(moves) is bool(expected)
    assert [moves[place] for place in range(len(listed))] == listed
    assert [moves.index(move) for move in listed] == list(range(len(listed)))
    assert all(move in moves for move in listed)
    assert list(reversed(moves)) == listed[::-1]


class Table:
    """A game on two boards: every action is put to both, and both must say and become the same."""

    def __init__(self, game: oracle.Game, largest_hand: int = 13) -> None:
        """Begin with the oracle's game as it stands; of larger hands no move list is compared."""
        self.game = game
        if game.phase == "PLAYING":
            self.state = bridge.position(game)
        else:
            self.state = GameState.new(seats=game.seats, rules=bridge.rules(game.rules))
        self.largest_hand = largest_hand
        self.refusals: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.moves: list[tuple[str, ...]] = []
        self.free_chops: list[tuple[int, tuple[str, ...]]] = []
        self._links = 0
        self.compare()

    def do(self, action: oracle.Action) -> None:
        """Try an action, legal or not."""
        expected = self.game.refusal(action)
        asked = bridge.action(action)
        reason = self.state.why_illegal(asked)
        assert (None if reason is None else reason.name) == expected
        if expected is None:
            self._note_before(action)
            chops = self._chops_paid()
            self.game.do(action)
            self.state = self.state.apply(asked)
            self.compare()
            self._note_after(chops)
        else:
            self.refusals[expected] += 1
            with pytest.raises(IllegalMoveError) as refused:
                self.state.apply(asked)
            assert refused.value.reason is reason
            assert refused.value.action == (None if action[0] == "deal" else asked)
            assert refused.value.seat == (None if action[0] == "deal" else action[1])
            assert bridge.state_picture(self.state) == bridge.game_picture(self.game)

    def compare(self) -> None:
        """Compare the boards and what each seat may do next."""
        game, state, turn = self.game, self.state, self.game.turn
        assert bridge.state_picture(state) == bridge.game_picture(game)
        if turn is not None:
            assert bridge.position(game) == state
        listed = [bridge.strings(move) for move in state.legal_moves()]
        if turn is None or len(game.hands[turn]) <= self.largest_hand:
            self.moves = game.legal_moves()
            assert set(listed) == set(self.moves)
        else:
            self.moves = listed
            assert all(game.refusal(("play", turn, list(cards))) is None for cards in listed)
        assert len(listed) == len(set(listed)) == len(state.legal_moves())
        self.free_chops = []
        for seat in range(state.seats):
            moves = state.legal_moves(seat)
            actions = [Play(seat, move) for move in moves]
            if seat == turn:
                assert list(state.legal_actions()) == list(state.legal_actions(seat))
                passes = [Pass(seat)] if game.table is not None else []
                assert list(state.legal_actions()) == [*actions, *passes]
                continue
            chops = game.legal_free_chops(seat)
            assert [bridge.strings(move) for move in moves] == sorted(
                chops, key=lambda combo: canonical(combo, game.rules)
            )
            assert list(state.legal_actions(seat)) == actions
            self.free_chops += [(seat, cards) for cards in chops]

    # What to deal and to try

    def shuffled(self, rng: random.Random) -> list[list[str]]:
        deck = oracle.DECK.copy()
        rng.shuffle(deck)
        size = self.game.rules.hand_size
        return [deck[size * seat : size * (seat + 1)] for seat in range(self.game.seats)]

    def tempting(self, seat: int) -> list[tuple[str, ...]]:
        """Combos that look right but need not be: of a hand, of other hands, of other rules."""
        few = self.game.hands[seat][:8] if 0 <= seat < self.game.seats else []
        own = oracle.legal_moves(few)
        foreign = [("JS", "QS", "KS", "AS", "2S"), ("KS", "KC", "AS", "AC", "2S", "2C")]
        return [*own, *((card,) for hand in self.game.hands for card in hand), *foreign]

    # What has come up

    def _chops_paid(self) -> int:
        return sum(reason == "CHOP" for *_, reason in [*self.game.payments, *self.game.paid])

    def _note_before(self, action: oracle.Action) -> None:
        game = self.game
        if action[0] != "play":
            return
        _, seat, cards = action
        if seat != game.turn:
            after_passing = seat in game.passed
            self.seen[f"free chop {'after passing' if after_passing else 'out of turn'}"] += 1
        if oracle.is_barred(game.hands[seat], cards, game.rules):
            self.seen["barred play that is allowed"] += 1
        if game.table is not None and oracle.is_bomb(cards, game.rules):
            bomb = oracle.is_bomb(game.table, game.rules)
            self._links += oracle.is_twos(game.table) or bomb

    def _note_after(self, chops: int) -> None:
        game = self.game
        if game.table is None and self._links:
            kind = "chain" if self._chops_paid() > chops else "void chain"
            self.seen[f"{kind} of {min(self._links, 3)}{'+' if self._links >= 3 else ''}"] += 1
            self._links = 0
        for *_, reason in game.paid:
            self.seen[reason] += 1
        if game.instant_win is not None:
            self.seen[game.instant_win] += 1
        if sum(reason == "CONG" for *_, reason in game.paid) > 1:
            self.seen["several cóng"] += 1


def play_on(table: Table, rng: random.Random, rounds: int | None = None) -> None:
    """Play some rounds, or all of a game, at random; each action after a mostly illegal one.

    Bombs and free chops are laid more often than chance has them.
    """
    game = table.game
    log: list[oracle.Action] = []

    def do(action: oracle.Action) -> None:
        log.append(action)
        try:
            table.do(action)
        except AssertionError as difference:
            difference.add_note(f"after {log}")
            raise

    def random_play(seat: int) -> oracle.Play:
        tempting = table.tempting(seat)
        some = rng.sample(tempting, min(5, len(tempting)))
        on = game.table
        good = [cards for cards in some if on is None or oracle.beats(cards, on, game.rules)]
        return ("play", seat, list((good or some)[0]))

    def legal_action(seat: int) -> oracle.Action:
        leads = game.table is None
        twos = [cards for cards in table.moves if oracle.is_twos(cards)]
        bombs = [cards for cards in table.moves if oracle.is_bomb(cards, game.rules)]
        dear = twos if leads and rng.random() < 0.5 else bombs
        if dear and rng.random() < 0.8:
            # Small bombs leave room for greater ones to be laid on them.
            return ("play", seat, list(rng.choice(dear[: rng.randint(1, 10)])))
        if table.moves and (leads or rng.random() < 0.8):
            return ("play", seat, list(rng.choice(table.moves)))
        return ("pass", seat)

    last = None if rounds is None else game.round + rounds
    while game.phase != "OVER" and game.round != last:
        if game.phase == "DEALING":
            do(("deal", table.shuffled(rng)[1:]))
            do(("deal", table.shuffled(rng)))
            # It may have been won as it was dealt.
            continue
        seat = rng.choice([game.turn or 0, rng.randrange(-1, game.seats + 1)])
        do(("pass", seat) if rng.random() < 0.3 else random_play(seat))
        if table.free_chops and rng.random() < 0.5:
            seat, cards = rng.choice(table.free_chops)
            do(("play", seat, list(cards)))
        elif game.turn is not None:
            do(legal_action(game.turn))
    if game.phase == "OVER":
        do(("deal", table.shuffled(rng)))
    if game.phase != "PLAYING":
        do(random_play(0))
