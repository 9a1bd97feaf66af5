"""The choices a rule set is made of, as enums and small values (rule book chapter 9).

Ranks and shapes are imported.
"""

from collections.abc import Iterable
from typing import ClassVar, final

import attrs

from tienlen._value import Named, Record, check_int, told
from tienlen.shapes import Shape, Shapes


class Suits(Named):
    """Whether the suits within a combo matter; the value says how.

    >>> Suits.FOLLOW.value
    'one colour in a pair, one suit in a sequence, and an answer keeps the suits of the table'
    """

    FREE = "any"
    FOLLOW = (
        "one colour in a pair, one suit in a sequence, and an answer keeps the suits of the table"
    )


class TwosLast(Named):
    """Whether 2s may be the last cards of a hand (rule 9.2).

    >>> from tienlen import NORTHERN
    >>> NORTHERN.twos_last
    TwosLast.BARRED
    """

    ALLOWED = "a seat may go out on 2s"
    BARRED = "no seat may go out on a 2, nor be left with nothing but 2s"


class Opening(Named):
    """Which rounds are opened by the lowest card dealt, which the first play must contain.

    The seat that won the round before leads the others, as it likes (rules 5.2 and 5.3).

    >>> from tienlen import VIET_CONG
    >>> VIET_CONG.opening
    Opening.EVERY_ROUND
    """

    FIRST_ROUND = "the first round of a game"
    AFTER_INSTANT_WIN = "the first round of a game, and the round after an instant win"
    EVERY_ROUND = "every round"


class InstantWin(Named):
    """A hand that wins the round as it is dealt (rule 9.1); the value says which.

    >>> InstantWin("four 2s")
    InstantWin.FOUR_TWOS
    """

    DRAGON = "a card of every rank from 3 to ace"
    FIVE_CONSECUTIVE_PAIRS = "pairs of five consecutive ranks below 2"
    FOUR_TWOS = "four 2s"
    SIX_PAIRS = "six pairs"


class Settlement(Named):
    """How a round moves the scores.

    >>> from tienlen import PAGAT
    >>> PAGAT.settlement
    Settlement.LAST_LOSES
    """

    PLACES = "place p of n seats scores n - p points"
    LAST_LOSES = "the last place scores -1, the others 0"
    UNITS = "seats pay one another, and the payments sum to zero"


class Penalty(Named):
    """What seats pay for besides their places, where a round is settled in units (rule 9.1).

    >>> from tienlen import SOUTHERN
    >>> SOUTHERN.penalties
    (Penalty.CHOP_CHAIN, Penalty.CONG, Penalty.THOI)
    """

    CHOP_CHAIN = "2s and bombs that were chopped"
    CONG = "no card played before another seat went out"
    THOI = "2s and bombs still held at the end"


@final
@attrs.frozen(eq=False, repr=False)
class Twos(Record):
    """A set of 2s as the target of a chop: one 2, a pair, three or four of them (rule 3.2).

    >>> Twos(5)
    Traceback (most recent call last):
        ...
    ValueError: there are 1 to 4 twos, not 5
    """

    _may_be_told: ClassVar[bool] = True

    count: int
    """How many 2s, 1 to 4."""

    def __attrs_post_init__(self) -> None:
        check_int(self.count, "a number of twos")
        if not 1 <= self.count <= 4:
            raise ValueError(f"there are 1 to 4 twos, not {told(self.count)}")

    def __repr__(self) -> str:
        return f"Twos({self.count})"


def shapes_tuple(shapes: Iterable[Shapes]) -> tuple[Shapes, ...]:
    """Gather shapes; a plain function, whose signature documents and type checkers show."""
    return tuple(shapes)


@final
@attrs.frozen(eq=False, repr=False)
class Chop(Record):
    """A row of a chop table: what may be laid on a target besides a higher combo of its own shape.

    The target ``Shape(Kind.QUAD)`` means the quads below the 2s; four 2s are ``Twos(4)``.

    >>> from tienlen import Kind
    >>> Chop(Twos(2), [Shapes(Kind.DOUBLE_SEQUENCE, 4)])
    Chop(Twos(2), (Shapes(Kind.DOUBLE_SEQUENCE, 4, 13),))
    >>> Chop(Kind.QUAD, [])
    Traceback (most recent call last):
        ...
    TypeError: the target of a chop is Twos or a Shape, not Kind.QUAD
    """

    _may_be_told: ClassVar[bool] = True

    target: Twos | Shape
    """What is laid on."""
    bombs: tuple[Shapes, ...] = attrs.field(converter=shapes_tuple)
    """What may be laid on it."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.target, (Twos, Shape)):
            raise TypeError(f"the target of a chop is Twos or a Shape, not {told(self.target)}")
        for bombs in self.bombs:
            if not isinstance(bombs, Shapes):
                raise TypeError(f"the bombs of a chop are Shapes, not {told(bombs)}")

    def __repr__(self) -> str:
        return f"Chop({self.target!r}, {self.bombs!r})"
