"""Counting games and checking states and bots: the part of `tienlen.testing` without Hypothesis.

Everything else is imported.
"""

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import add
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from tienlen._value import check_int, told
from tienlen.actions import Action, Deal, IllegalMoveError, Pass, Play
from tienlen.cards import CARDS, DECK, CardSet
from tienlen.combos import Combo
from tienlen.data import from_data, to_data
from tienlen.errors import IllegalReason
from tienlen.game import GameState, Phase
from tienlen.moves import legal_moves
from tienlen.notation import GameRecord
from tienlen.policies import Settlement, TwosLast
from tienlen.rules import CARDGAMES_IO, Rules
from tienlen.view import PUBLIC, PlayerView

T = TypeVar("T")

Bot: TypeAlias = Callable[[PlayerView], Play | Pass]
"""What a player is to a program: it is shown the view of the seat to move and says what to do."""


def open_actions(state: GameState) -> Iterator[Play | Pass]:
    """Every play and pass open to any seat, the seat to move first, then those that may chop."""
    if state.turn is not None:
        yield from state.legal_actions()
        for seat in range(state.seats):
            if seat != state.turn:
                yield from state.legal_actions(seat)


def perft(state: GameState, depth: int) -> int:
    """Count the sequences of ``depth`` actions that may follow a state.

    Actions are plays and passes of every seat, free chops out of turn among them.  A deal is none,
    so nothing follows the end of a round: sequences that reach it earlier are not counted.
    Programs that know the same rules count the same numbers; where they differ, `divide` leads to
    the place.

    >>> hands = [CardSet.parse("3S 3C"), CardSet.parse("4S")]
    >>> state = GameState.position(hands=hands, turn=0)
    >>> [perft(state, depth) for depth in range(5)]
    [1, 3, 4, 2, 0]
    >>> perft(state, -1)
    Traceback (most recent call last):
        ...
    ValueError: a depth is 0 or more, not -1

    Args:
        state: where to begin.
        depth: the number of actions, 0 or more; there is one sequence of none.

    Raises:
        ValueError: ``depth`` is negative.
    """
    check_int(depth, "a depth")
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {told(depth)}")
    if depth == 0:
        return 1
    if depth == 1:
        return sum(len(state.legal_actions(seat)) for seat in range(state.seats))
    return sum(perft(state.apply(action), depth - 1) for action in open_actions(state))


def divide(state: GameState, depth: int) -> dict[Play | Pass, int]:
    """Count as `perft` does, by first action: how two programs find where they differ.

    >>> hands = [CardSet.parse("3S 3C"), CardSet.parse("4S")]
    >>> state = GameState.position(hands=hands, turn=0)
    >>> for action, count in divide(state, 2).items():
    ...     print(action.combo, count)
    3S 2
    3C 2
    3S 3C 0
    >>> divide(state, 0)
    Traceback (most recent call last):
        ...
    ValueError: a depth by first action is 1 or more, not 0

    Args:
        state: where to begin.
        depth: the number of actions, the first among them: 1 or more.

    Raises:
        ValueError: ``depth`` is less than 1.
    """
    check_int(depth, "a depth")
    if depth < 1:
        raise ValueError(f"a depth by first action is 1 or more, not {told(depth)}")
    return {action: perft(state.apply(action), depth - 1) for action in open_actions(state)}


def check_bot(
    bot: Bot,
    *,
    rules: Rules = CARDGAMES_IO,
    seats: int = 4,
    rounds: int = 20,
    seed: int = 0,
) -> None:
    """Let a bot play, and fail if it does what it may not, with the record that leads there.

    The bot plays one seat, another in each round, against seats that act at random and lay free
    chops when they can (rule 9.1).  When its seat is to move it is called with the view of that
    seat and answers with a `~tienlen.Play` or a `~tienlen.Pass`.  A game that is over is followed
    by another.

    >>> check_bot(lambda view: view.legal_actions()[0])
    >>> check_bot(lambda view: "pass")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: the bot answered 'pass', which is no Play or Pass
    the game so far:
    tienlen 1
    seats 4
    ...

    Args:
        bot: what chooses the actions.
        rules: the rule set.
        seats: the number of seats.
        rounds: how many rounds are played.
        seed: decides the deals and the other seats; the same seed, the same games.

    Raises:
        AssertionError: the bot answered with an action that is not legal, with another seat's, or
            with something else, or it changed what it was shown.  What the bot itself raises goes
            through, with the record as a note.
    """
    rng = random.Random(seed)
    record = GameRecord.new(seats, rules)
    for number in range(rounds):
        if record.final.phase is Phase.OVER:
            record = GameRecord.new(seats, rules)
        record = record.apply(Deal.shuffled(rng, seats, rules))
        while record.final.phase is Phase.PLAYING:
            record = record.apply(_next_action(record, bot, number % seats, rng))


def _next_action(record: GameRecord, bot: Bot, mine: int, rng: random.Random) -> Play | Pass:
    """A free chop by another seat, else what the seat to move does."""
    state = record.final
    if state.rules.free_chops and rng.random() < 0.5:
        chops = [action for action in open_actions(state) if action.seat not in (state.turn, mine)]
        if chops:
            return rng.choice(chops)
    return _answer(record, bot) if state.turn == mine else rng.choice(state.legal_actions())


def _answer(record: GameRecord, bot: Bot) -> Play | Pass:
    """Ask the bot and look at its answer."""
    state = record.final
    view = state.view(state.turn)
    shown = pickle.loads(pickle.dumps(view))  # a copy, which it may spoil
    try:
        answer: object = bot(shown)
    except Exception as error:
        error.add_note(f"raised by the bot in seat {state.turn}\nthe game so far:\n{record}")
        raise
    if shown != view:
        fault = "changed what it was shown"
    elif not isinstance(answer, (Play, Pass)):
        fault = f"answered {answer!r}, which is no Play or Pass"
    elif answer.seat != state.turn:
        fault = f"answered {answer} in seat {state.turn}"
    elif reason := state.why_illegal(answer):
        fault = f"answered {answer}: {reason.value} (rule {', '.join(reason.rules)})"
    else:
        return answer
    raise AssertionError(f"the bot {fault}\nthe game so far:\n{record}")


def check_state(state: GameState) -> None:
    """Fail if a state breaks a law of the package: a check of the package where you use it.

    The laws: a card is in one place; what may be done is what is listed, and all of it; a refusal
    is the one foretold; acting leaves the old state alone and no card disappears; a round that ends
    is settled; pickles, data and `tienlen.GameState.position` give an equal state; a view says what
    the state says and nothing that depends on hidden cards.

    >>> check_state(GameState.new())
    >>> check_state("a state")
    Traceback (most recent call last):
        ...
    TypeError: a state is a GameState, not 'a state'

    Raises:
        AssertionError: it breaks one; the text says which, and shows the state with all hands.
    """
    if not isinstance(state, GameState):
        raise TypeError(f"a state is a GameState, not {told(state)}")
    for check in (_check_parts, _check_copies, _check_actions, _check_views):
        for holds, law in check(state):
            if not holds:
                raise AssertionError(f"{law}\nin {state!r}")


Laws: TypeAlias = Iterator[tuple[bool, str]]
"""Whether each holds, and what it says."""


def _check_parts(state: GameState) -> Laws:
    playing = state.phase is Phase.PLAYING
    yield (state.turn is not None) == playing, "a seat is to move while a round is played"
    yield (state.winner is not None) == (state.phase is Phase.OVER), "who wins ends the game"
    trick = (state.table, state.table_seat, state.opening_card)
    none = trick == (None, None, None) and not state.passed and not state.finished
    yield playing or none, "between rounds there is no trick"
    yield not playing or state.last_round is None, "a round that is played has no result"
    seats = {len(state.hands), len(state.scores), len(state.counts)}
    yield seats == {state.seats}, "hands, scores and counts are by seat"
    cards = list(chain(*state.hands, state.discards, state.table or ()))
    yield len(set(cards)) == len(cards), "a card is in one place"


def _check_copies(state: GameState) -> Laws:
    yield copy.copy(state) is copy.deepcopy(state) is state, "a copy is the state itself"
    yield _same(pickle.loads(pickle.dumps(state)), state), "a pickle gives an equal state"
    data = json.loads(json.dumps(to_data(state)))
    yield _same(from_data(data), state), "data gives an equal state"
    if state.phase is Phase.PLAYING:
        yield _same(_position(state, state.hands), state), "its parts give an equal position"


def _same(again: object, state: GameState) -> bool:
    return (again, hash(again), repr(again)) == (state, hash(state), repr(state))


def _position(state: GameState, hands: Sequence[CardSet]) -> GameState:
    """The same position, perhaps with other hands."""
    parts: dict[str, Any] = {name: getattr(state, name) for name in _PARTS}
    return GameState.position(hands=hands, **parts)


_PARTS: Final = tuple(name for name in PUBLIC if name not in ("counts", "last_round"))
"""The parameters of `GameState.position` that everybody may see."""


def _check_actions(state: GameState) -> Laws:
    before = pickle.dumps(state)
    for seat in range(state.seats):
        actions = state.legal_actions(seat)
        for action in _some(actions):
            yield state.why_illegal(action) is None, f"{action} is listed, so it is legal"
        for action in _tempting(state, seat):
            reason = state.why_illegal(action)
            yield (action in actions) == (reason is None), f"{action} is legal if it is listed"
            if reason is None:
                place = actions.index(action)
                yield actions[place] == action, f"{action} is where its index says"
            yield from _check_apply(state, action, reason)
    playing = state.phase is Phase.PLAYING
    nobody = IllegalReason.NO_SUCH_SEAT if playing else IllegalReason.WRONG_PHASE
    bad_deal = IllegalReason.BAD_DEAL if state.phase is Phase.DEALING else IllegalReason.WRONG_PHASE
    yield from _check_apply(state, Pass(state.seats), nobody)
    yield from _check_apply(state, Pass(-1), nobody)
    yield from _check_apply(state, Deal([()] * state.seats), bad_deal)
    yield pickle.dumps(state) == before, "whatever is asked or done, the state stays as it was"


def _some(items: Sequence[T]) -> Iterable[T]:
    """All of few items, some of many."""
    return items[:: len(items) // _MANY + 1]


_MANY: Final = 500
"""A hand of 13 cards has no more plays than this."""


def _tempting(state: GameState, seat: int) -> Iterator[Play | Pass]:
    """What a seat might try: to pass, any card of the pack, any combo of its hand."""
    yield Pass(seat)
    lax = attrs.evolve(state.rules, twos_last=TwosLast.ALLOWED)
    singles = (Combo([card]) for card in CARDS)
    for combo in dict.fromkeys(chain(singles, _some(legal_moves(state.hands[seat], rules=lax)))):
        yield Play(seat, combo)


def _check_apply(state: GameState, action: Action, reason: IllegalReason | None) -> Laws:
    try:
        after = state.apply(action)
    except IllegalMoveError as refusal:
        yield refusal.reason is reason, f"{action} is refused for the reason foretold"
        shown = (None, None) if isinstance(action, Deal) else (action, action.seat)
        yield (refusal.action, refusal.seat) == shown, "the refusal says what was refused"
        return
    yield reason is None, f"{action} is refused for the reason foretold"
    yield _cards_of(after) == _cards_of(state), f"no card comes or goes by {action}"
    hands = list(state.hands)
    if isinstance(action, Play):
        hands[action.seat] -= action.combo.cards
    yield after.hands == tuple(hands), f"hands lose what is played by {action}"
    result = after.last_round
    yield (result is None) == (after.phase is Phase.PLAYING), f"{action} settles the round it ends"
    if result is not None:
        scores = tuple(map(add, state.scores, result.points))
        yield (after.scores, result.hands) == (scores, after.hands), f"{action} moves the scores"
        balanced = state.rules.settlement is not Settlement.UNITS or not sum(result.points)
        yield balanced, f"units change hands after {action}, none comes or goes"
    else:
        yield after.scores == state.scores, f"{action} moves no scores in the middle of a round"


def _cards_of(state: GameState) -> CardSet:
    return CardSet.of(chain(*state.hands, state.discards, state.table or ()))


def _check_views(state: GameState) -> Laws:
    for seat in (*range(state.seats), None):
        view = state.view(seat)
        who = "a spectator" if seat is None else f"seat {seat}"
        same = all(getattr(view, name) == getattr(state, name) for name in _PUBLIC)
        yield same, f"what is public, {who} sees as it is"
        twin = _twin(state, seat)
        seen = [(str(each), pickle.dumps(each), to_data(each)) for each in (view, twin.view(seat))]
        yield seen[0] == seen[1], f"{who} sees nothing that depends on hidden cards"
        yield from_data(to_data(view)) == view, f"data gives {who} an equal view"
        if seat is None:
            continue
        yield view.hand == state.hands[seat], f"{who} sees its hand"
        yield view.legal_actions() == state.legal_actions(seat), f"{who} sees what it may do"
        for action in _tempting(state, seat):
            reasons = {each.why_illegal(action) for each in (state, view, twin)}
            yield len(reasons) == 1, f"whoever is asked, {action} is legal or not for one reason"


_PUBLIC: Final = (*PUBLIC, "seats", "phase", "winner")


def _twin(state: GameState, seat: int | None) -> GameState:
    """A position in which the cards that a seat cannot see are elsewhere."""
    if state.phase is not Phase.PLAYING:
        return state
    known = CardSet() if state.opening_card is None else CardSet.of([state.opening_card])
    if seat is not None:
        known |= state.hands[seat]
    known |= state.discards | (CardSet() if state.table is None else state.table.cards)
    unseen = list(DECK - known)
    hands: list[CardSet] = []
    for holder, hand in enumerate(state.hands):
        if holder == seat:
            hands.append(hand)
            continue
        kept = hand & known
        hidden = [unseen.pop() for _ in range(len(hand) - len(kept))]
        hands.append(kept | CardSet.of(hidden))
    return _position(state, hands)
