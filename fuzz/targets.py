"""What is fuzzed: one function for each entrance, which takes any bytes and may raise nothing.

A target gives the bytes to its entrance, lets the documented errors pass, and holds what was read
against the laws of the documentation.  Whatever it raises is a fault.  No fuzzer is needed here:
the test suite gives the corpus to the same functions.
"""

import ast
import io
import json
import pickle
from collections.abc import Callable
from typing import Final

from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    PAGAT,
    SOUTHERN,
    VIET_CONG,
    Card,
    CardSet,
    Combo,
    DataError,
    DuplicateCardError,
    GameRecord,
    InvalidComboError,
    NotationError,
    RecordError,
    TienLenError,
    classify,
    from_data,
    read_records,
    to_data,
    write_records,
)

PRESETS: Final = (CARDGAMES_IO, PAGAT, SOUTHERN, NORTHERN, VIET_CONG)


def card(data: bytes) -> None:
    """`Card.parse`: a card or a `NotationError`."""
    text = text_of(data)
    try:
        read = Card.parse(text)
    except NotationError as error:
        _check_refusal(error)
    else:
        for again in (str(read), str(read).lower(), read.pretty()):
            assert Card.parse(again) is read


def card_set(data: bytes) -> None:
    """`CardSet.parse`: cards, or an error that names the one that is at fault."""
    text = text_of(data)
    try:
        read = CardSet.parse(text)
    except (NotationError, DuplicateCardError) as error:
        _check_refusal(error)
    else:
        backwards = ",".join(map(str, reversed(list(read))))
        for again in (str(read), read.pretty(), backwards):
            assert CardSet.parse(again) == read


def combo(data: bytes) -> None:
    """`Combo.parse`: under any rules and under each preset, which `classify` agrees with."""
    text = text_of(data)
    for rules in (None, *PRESETS):
        try:
            read = Combo.parse(text, rules)
        except InvalidComboError as error:
            _check_refusal(error)
            if rules is not None:
                assert classify(CardSet.parse(text), rules) is None
        except (NotationError, DuplicateCardError) as error:
            return _check_refusal(error)
        else:
            assert Combo.parse(str(read), rules) == Combo.parse(read.pretty(), rules) == read
            assert rules is None or classify(read.cards, rules) == read
    return None


def record(data: bytes) -> None:
    """`GameRecord.parse`: a record that is written and replayed to the same, or a `RecordError`."""
    text = text_of(data)
    read = _parsed(text)
    if isinstance(read, RecordError):
        _check_record_refusal(read, None, text)
    else:
        written = str(read)
        again = GameRecord.parse(written)
        assert again == read == GameRecord(read.rules, read.seats, read.actions)
        assert again.final == read.final == list(read.states())[-1]
        assert str(again) == written


def records(data: bytes) -> None:
    """`read_records`: past broken games to the end of the file, and as `GameRecord.parse` does."""
    text = text_of(data)
    games = read_records(io.StringIO(text))
    outcomes: list[GameRecord | RecordError] = []
    while True:
        try:
            outcomes.append(next(games))
        except StopIteration:
            break
        except RecordError as error:
            outcomes.append(error)
            _check_record_refusal(error, len(outcomes), text)
    if len(outcomes) == 1:
        alone, (in_file,) = _parsed(text), outcomes
        if isinstance(alone, RecordError):
            assert isinstance(in_file, type(alone))
            assert in_file.line == alone.line
        else:
            assert in_file == alone
    good = [each for each in outcomes if isinstance(each, GameRecord)]
    file = io.StringIO()
    write_records(file, good)
    file.seek(0)
    assert list(read_records(file)) == good


def json_data(data: bytes) -> None:
    """`from_data`, of whatever JSON can say."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return
    _check_data(document)


def python_data(data: bytes) -> None:
    """`from_data`, of what JSON cannot say: tuples, sets, bytes, keys of every type."""
    try:
        document = ast.literal_eval(text_of(data))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return
    _check_data(document)


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    target.__name__: target
    for target in (card, card_set, combo, record, records, json_data, python_data)
}
"""By name: what is fuzzed.  A folder of the corpus has the same name."""


def text_of(data: bytes) -> str:
    """Make text of any bytes; what is no UTF-8 becomes lone surrogates, which text may hold too."""
    return data.decode("utf-8", "surrogateescape")


def _check_refusal(error: TienLenError) -> None:
    """An error is a ValueError, can tell what is wrong, and survives the way between processes."""
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error) != ""


def _parsed(text: str) -> GameRecord | RecordError:
    try:
        return GameRecord.parse(text)
    except RecordError as error:
        return error


def _check_record_refusal(error: RecordError, game: int | None, text: str) -> None:
    _check_refusal(error)
    assert error.game == game
    assert error.line is not None
    assert 1 <= error.line <= 1 + text.count("\n")


def _check_data(document: object) -> None:
    try:
        value = from_data(document)
    except DataError as error:
        return _check_data_refusal(error)
    written = json.dumps(to_data(value))
    assert from_data(json.loads(written)) == value
    assert json.dumps(to_data(from_data(json.loads(written)))) == written
    # Read once more, the document is still what it was.
    assert from_data(document, type(value)) == value
    return None


def _check_data_refusal(error: DataError) -> None:
    _check_refusal(error)
    assert error.faults
    assert all(path.startswith("$") for path, _ in error.faults)
    assert all(len(problem) <= 500 for _, problem in error.faults)
    assert len(str(error)) <= 20_000
