"""The server over real connections: honest clients, rude ones, and ones that want to see more."""

import asyncio
import contextlib
import gc
import itertools
import json
import random
import re
import socket
import subprocess
import sys
import tracemalloc
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from examples.server.app import Close, Connection, Limits, Lobby, Table, configure
from examples.server.client import Player, ask, lowest, play
from tienlen import (
    CARDGAMES_IO,
    PAGAT,
    PRESETS,
    SOUTHERN,
    CardSet,
    Combo,
    GameRecord,
    GameState,
    Pass,
    Phase,
    Play,
    PlayerView,
    Rules,
    events_between,
    read_records,
    to_data,
)

# Nobody is waited for in these tests: the clock strikes when they say so.
LIMITS = Limits(think=10_000, grace=10_000, rounds=1)
SHORT = attrs.evolve(CARDGAMES_IO, target=1)
CARD = re.compile(r"\b[2-9TJQKA][SCDH]\b")
EXAMPLE = "write rank and suit, such as 3S or TH"
TOO_BIG = 1009
# A server that does not answer at all fails a test instead of stopping it.
PATIENCE = 60

MALFORMED = [
    "",
    "pass",
    "{",
    "[]",
    "null",
    "NaN",
    "[" * 2_000,
    '"\\ud800"',
    '{"schema": 1}',
    '{"schema": 2, "type": "Pass", "value": {"seat": 0}}',
    '{"schema": 1, "type": "Pass", "value": {"seat": "0"}}',
    '{"schema": 1, "type": "Pass", "value": {"seat": true}}',
    '{"schema": 1, "type": "Play", "value": {"seat": 0, "combo": ["1S"]}}',
    '{"schema": 1, "type": "Play", "value": {"seat": 0, "combo": ["3S", "4S"]}}',
    '{"schema": 1, "type": "Deal", "value": {"hands": [["3S"], ["4S"]]}}',
    '{"schema": 1, "type": "GameState", "value": {}}',
    '{"type": "view", "seat": 1}',
    '{"type": "watch", "table": "friday"}',
]
"""What is no action at all."""


def sit(table: str = "friday", seats: object = 2, rules: object = SHORT) -> dict[str, object]:
    written = to_data(rules) if isinstance(rules, Rules) else rules
    return {"type": "sit", "table": table, "seats": seats, "rules": written}


def watch(table: str = "friday") -> dict[str, object]:
    return {"type": "watch", "table": table}


def come_back(token: str) -> dict[str, object]:
    return {"type": "return", "token": token}


async def closed(websocket: ClientConnection) -> int | None:
    """The code with which a connection is closed; that nothing else comes is part of it."""
    with pytest.raises(ConnectionClosed) as caught:
        await asyncio.wait_for(websocket.recv(), PATIENCE)
    return None if caught.value.rcvd is None else caught.value.rcvd.code


class House:
    """A running server, and the true states that its games have gone through."""

    def __init__(self, lobby: Lobby, url: str) -> None:
        self.lobby = lobby
        self.url = url
        host, port = url.removeprefix("ws://").split(":")
        self.address = host, int(port)
        self._states: dict[str, list[GameState]] = {}

    def states(self, table: str = "friday") -> list[GameState]:
        record = self.lobby.tables[table].record
        start = [GameState.new(record.seats, record.rules)]
        states = self._states.setdefault(table, start)
        for action in record.actions[len(states) - 1 :]:
            states.append(states[-1].apply(action))
        return states

    def forget(self, table: str) -> None:
        del self._states[table]

    async def open(self, entry: dict[str, object], table: str = "friday") -> "Client":
        client = Client(self, table, entry)
        await client.come()
        return client

    async def knock(self, entry: object) -> int | None:
        """Try to come in; give the code of the answer."""
        async with connect(self.url) as websocket:
            data = entry if isinstance(entry, str | bytes) else json.dumps(entry)
            await websocket.send(data)
            return await closed(websocket)


class Client:
    """A client that holds all it is told against the true game."""

    def __init__(self, house: House, table: str, entry: dict[str, object]) -> None:
        self.house = house
        self.table = table
        self.entry = entry
        self.seat: int | None = None
        self.view: PlayerView | None = None
        self.index = 0
        """Which state of the game the client has been told of."""
        self.here = False

    async def come(self) -> None:
        """Connect, for the first time or again; the whole view comes, and no history."""
        if self.entry["type"] != "sit":
            self.index = len(self.house.states(self.table)) - 1
        # Whatever comes must be read by the test: a library that reads ahead would hide a slow one.
        self.websocket = await connect(self.house.url, max_queue=4)
        await self.send(self.entry)
        message = await self.hear(at=self.index)
        if message["type"] == "seated":
            self.entry, self.seat = come_back(message["token"]), message["seat"]
            message = await self.hear(at=self.index)
        assert (message["type"], message["events"]) == ("update", [])
        self.here = True

    async def go(self, rng: random.Random) -> None:
        """Close the connection, in order or not, and wait until the server has noticed."""
        if rng.random() < 0.5:
            await self.websocket.close()
        else:
            self.websocket.transport.abort()
        await self.gone()

    async def gone(self) -> None:
        self.here = False
        async with asyncio.timeout(PATIENCE):
            while self.seat in self.house.lobby.tables[self.table].here.values():
                await asyncio.sleep(0)

    async def send(self, message: object) -> None:
        self.sent = message if isinstance(message, str) else json.dumps(message)
        await self.websocket.send(self.sent)

    async def refused(self, message: object) -> str:
        """Send something and be refused; give the reason."""
        await self.send(message)
        answer = await self.hear(at=self.index)
        assert answer["type"] == "refused"
        assert answer["text"]
        reason: str = answer["reason"]
        return reason

    async def hear(self, at: int | None = None) -> dict[str, Any]:
        """Receive a message: nothing in it is wrong, and no card in it is hidden."""
        text = await asyncio.wait_for(self.websocket.recv(), PATIENCE)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.index = self.index + 1 if at is None else at
        state = self.house.states(self.table)[self.index]
        # Cards by chance, in a token, or by way of example are none.
        for other in (message.get("token", EXAMPLE), EXAMPLE):
            text = text.replace(other, "")
        shown = set(CARD.findall(text))
        hidden = shown - self.known(state)
        if message["type"] == "refused":  # it may repeat what was sent
            hidden -= set(CARD.findall(self.sent))
        assert not hidden, f"seat {self.seat} was shown {hidden}"
        if message["type"] == "update":
            before, self.view = self.view, state.view(self.seat)
            assert message["view"] == to_data(self.view)
            if message["events"]:
                assert before is not None
                events = events_between(before, self.view)
                assert message["events"] == [*map(to_data, events)]
        return message

    def known(self, state: GameState) -> set[str]:
        """The cards that the client may be shown, told without the help of a view."""
        hand = () if self.seat is None else state.hands[self.seat]
        table = () if state.table is None else state.table
        opening = () if state.opening_card is None else (state.opening_card,)
        left = () if state.last_round is None else state.last_round.hands
        return {*map(str, itertools.chain(hand, table, state.discards, opening, *left))}

    async def catch_up(self) -> None:
        """Hear all that has happened."""
        while self.index < len(self.house.states(self.table)) - 1:
            await self.hear()


Scenario = Callable[[House], Awaitable[None]]


def run(scenario: Scenario, limits: Limits = LIMITS, keep: bool = True) -> list[GameRecord]:
    """Play a scenario with a server of its own; give the records of the tables it has cleared."""
    kept: list[GameRecord] = []

    async def main() -> None:
        lobby = Lobby(limits, random.Random(1), kept.append if keep else lambda _: None)
        async with serving(lobby) as url:
            await scenario(House(lobby, url))
        assert not lobby.connections
        assert not lobby.tables
        assert not lobby.seats

    asyncio.run(main())
    return kept


@contextlib.asynccontextmanager
async def serving(lobby: Lobby) -> AsyncGenerator[str]:
    """Run a server on a port that is free."""
    config = configure(lobby)
    config.log_level = "error"
    config.configure_logging()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve([listening]))
        host, port = listening.getsockname()
        try:
            yield f"ws://{host}:{port}"
        finally:
            server.should_exit = True
            await running


async def two_players(house: House) -> tuple[Client, Client]:
    """Sit down at a table for two; the one to move comes first."""
    players = [await house.open(sit()) for _ in range(2)]
    await players[0].hear()
    await players[1].hear()
    turn = house.states()[-1].turn
    assert turn is not None
    return players[turn], players[1 - turn]


# The way in


WRONG_ENTRIES: list[tuple[object, int]] = [
    *((text, Close.NO_ENTRY) for text in MALFORMED if "watch" not in text),
    (b"\x00", Close.NOT_TEXT),
    ("x" * 5_000, TOO_BIG),
    ({"type": "sit"}, Close.NO_ENTRY),
    (sit(seats="2"), Close.NO_ENTRY),
    (sit(seats=True), Close.NO_ENTRY),
    (sit(seats=5), Close.NO_ENTRY),
    (sit(seats=10**400), Close.NO_ENTRY),
    (sit(rules="SOUTHERN"), Close.NO_ENTRY),
    (sit(rules=to_data(Pass(0))), Close.NO_ENTRY),
    (sit(rules={"schema": 1, "type": "Rules", "value": {"target": 0}}), Close.NO_ENTRY),
    ({"type": "return", "token": 1}, Close.NO_ENTRY),
    (come_back(""), Close.NO_SUCH_TOKEN),
    (watch(), Close.NO_SUCH_TABLE),
]


def test_who_does_not_say_what_they_want_is_turned_away() -> None:
    async def scenario(house: House) -> None:
        for entry, code in WRONG_ENTRIES:
            assert await house.knock(entry) == code, entry
            assert not house.lobby.tables

    assert run(scenario) == []


def test_who_says_nothing_is_turned_away() -> None:
    async def scenario(house: House) -> None:
        async with connect(house.url) as websocket:
            assert await closed(websocket) == Close.NO_ENTRY

    run(scenario, Limits(entry=0))


def test_a_table_is_for_one_game_and_so_many_seats() -> None:
    async def scenario(house: House) -> None:
        await house.open(sit())
        assert await house.knock(sit(seats=3)) == Close.OTHER_GAME
        assert await house.knock(sit(rules=SOUTHERN)) == Close.OTHER_GAME
        await house.open(sit())
        assert await house.knock(sit()) == Close.TABLE_FULL

    run(scenario)


def test_there_is_room_for_so_many() -> None:
    async def scenario(house: House) -> None:
        await house.open(sit())
        assert await house.knock(sit("saturday")) == Close.SERVER_FULL
        await house.open(watch())
        assert await house.knock(watch()) == Close.TABLE_FULL
        await house.open(sit())
        assert await house.knock(watch()) == Close.SERVER_FULL

    run(scenario, attrs.evolve(LIMITS, tables=1, watchers=1, connections=3))


# Refusals


def test_before_the_deal_nothing_is_played() -> None:
    async def scenario(house: House) -> None:
        player = await house.open(sit())
        assert await player.refused(to_data(Pass(0))) == "WRONG_PHASE"

    run(scenario)


def test_each_refusal_has_its_reason_and_changes_nothing() -> None:
    async def scenario(house: House) -> None:
        mover, other = await two_players(house)
        spectator = await house.open(watch())
        state = house.states()[-1]
        assert mover.seat is not None
        assert other.seat is not None
        forged = to_data(state.legal_actions()[0])
        assert await other.refused(forged) == "NOT_YOUR_SEAT"
        assert await spectator.refused(forged) == "NOT_YOUR_SEAT"
        assert await mover.refused(to_data(Pass(10**400))) == "NOT_YOUR_SEAT"
        assert await mover.refused(to_data(Pass(-1))) == "NOT_YOUR_SEAT"
        lowest_of_other = Combo([min(state.hands[other.seat])])
        assert await other.refused(to_data(Play(other.seat, lowest_of_other))) == "NOT_YOUR_TURN"
        assert await other.refused(to_data(Pass(other.seat))) == "NOT_YOUR_TURN"
        assert await mover.refused(to_data(Play(mover.seat, lowest_of_other))) == "CARDS_NOT_HELD"
        highest = Combo([max(state.hands[mover.seat])])
        assert await mover.refused(to_data(Play(mover.seat, highest))) == "MISSING_OPENING_CARD"
        assert await mover.refused(to_data(Pass(mover.seat))) == "CANNOT_PASS_LEAD"
        for client, text in itertools.product((mover, other, spectator), MALFORMED):
            assert await client.refused(text) == "MALFORMED"
        # Nobody has heard anything else: the next that all hear is the next play.
        await mover.send(to_data(state.legal_actions()[0]))
        for client in (mover, other, spectator):
            assert (await client.hear())["events"][0]["type"] == "Played"

    run(scenario)


BREACHES: list[tuple[str | bytes | list[str], int]] = [
    (b"{}", Close.NOT_TEXT),
    ("x" * 5_000, TOO_BIG),
    (["x" * 1_000] * 5, TOO_BIG),  # in fragments
]


@pytest.mark.parametrize(("message", "code"), BREACHES)
def test_a_breach_of_protocol_ends_the_connection_and_not_the_game(
    message: str | bytes | list[str], code: int
) -> None:
    async def scenario(house: House) -> None:
        mover, other = await two_players(house)
        await mover.websocket.send(message)
        assert await closed(mover.websocket) == code
        await mover.gone()
        await mover.come()
        await mover.send(to_data(house.states()[-1].legal_actions()[0]))
        await mover.hear()
        await other.hear()

    run(scenario)


# Connections that come and go


def test_a_second_connection_with_a_token_replaces_the_first() -> None:
    async def scenario(house: House) -> None:
        mover, other = await two_players(house)
        first = mover.websocket
        await mover.come()
        assert await closed(first) == Close.REPLACED
        await mover.send(to_data(house.states()[-1].legal_actions()[0]))
        await mover.hear()
        await other.hear()
        assert len(house.lobby.tables["friday"].here) == 2

    run(scenario)


def test_a_token_that_is_almost_right_is_wrong() -> None:
    async def scenario(house: House) -> None:
        mover, _ = await two_players(house)
        token = str(mover.entry["token"])
        for wrong in (token[:-1], token + "A", token.swapcase(), "friday"):
            assert await house.knock(come_back(wrong)) == Close.NO_SUCH_TOKEN
        assert len({*house.lobby.seats}) == 2

    run(scenario)


def test_a_client_that_does_not_read_is_cut_off_and_holds_up_nobody() -> None:
    async def scenario(house: House) -> None:
        lobby = house.lobby
        mover, other = await two_players(house)
        with socket.socket() as small:
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            small.setblocking(False)
            await asyncio.get_running_loop().sock_connect(small, house.address)
            slow = await connect(house.url, sock=small, max_queue=1, compression=None)
            await slow.send(json.dumps(watch()))
            # Each of these is answered at length, and no answer is read.
            value = {"seat": 0, "combo": ["no card"] * 100}
            wrong = json.dumps({"schema": 1, "type": "Play", "value": value})
            flood = asyncio.create_task(send_for_ever(slow, wrong))
            while len(lobby.connections) < 3:
                await asyncio.sleep(0)
            lobby.limits = attrs.evolve(lobby.limits, entry=0)  # do not wait for it to close
            async with asyncio.timeout(PATIENCE):
                while len(lobby.connections) == 3:
                    await asyncio.sleep(0)
            assert None not in lobby.tables["friday"].here.values()
            await mover.send(to_data(house.states()[-1].legal_actions()[0]))
            await mover.hear()
            await other.hear()
            flood.cancel()
            slow.transport.abort()

    run(scenario)


async def send_for_ever(websocket: ClientConnection, text: str) -> None:
    while True:
        await websocket.send(text)


# The clock


def test_for_a_seat_that_is_away_the_server_passes_or_leads_the_lowest() -> None:
    async def scenario(house: House) -> None:
        mover, other = await two_players(house)
        table = house.lobby.tables["friday"]
        first = house.states()[-1].legal_actions()[0]
        await mover.go(random.Random(0))
        table.wake()
        await other.hear()
        assert table.record.actions[-1] == first
        table.wake()  # the other has slept
        await other.hear()
        assert table.record.actions[-1] == Pass(other.seat or 0)
        await mover.come()
        assert mover.view is not None
        assert mover.view.turn == mover.seat

    run(scenario)


def test_a_free_seat_is_waited_for_as_long_as_somebody_waits() -> None:
    async def scenario(house: House) -> None:
        player = await house.open(sit())
        table = house.lobby.tables["friday"]
        table.wake()
        assert house.lobby.tables == {"friday": table}
        spectator = await house.open(watch())
        await player.go(random.Random(0))
        table.wake()
        assert house.lobby.tables == {}
        assert await closed(spectator.websocket) == Close.TABLE_CLOSED
        assert await house.knock(player.entry) == Close.NO_SUCH_TOKEN

    assert len(run(scenario)) == 1


async def look_on(url: str, table: str) -> list[str]:
    """Sit down and do nothing but listen until the table is cleared."""
    async with connect(url, compression=None) as websocket:
        await websocket.send(json.dumps(sit(table, seats=4)))
        return [str(text) async for text in websocket]


async def look_on_together(url: str, table: str) -> None:
    heard = await asyncio.gather(*(look_on(url, table) for _ in range(4)))
    assert all(json.loads(texts[-1])["over"] for texts in heard)


def test_with_clients_that_do_nothing_a_game_plays_itself() -> None:
    async def scenario(house: House) -> None:
        await look_on_together(house.url, "friday")

    (record,) = run(scenario, Limits(think=0, grace=0))
    assert record.final.phase is Phase.OVER


def test_a_game_without_a_target_ends_after_so_many_rounds() -> None:
    async def scenario(house: House) -> None:
        name = "friday"
        players = [Player(name, 3, PAGAT) for _ in range(3)]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(play(house.url, player, lowest, lambda _: None))
        assert all(player.over for player in players)

    (record,) = run(scenario, attrs.evolve(LIMITS, rounds=3))
    assert (record.final.phase, record.final.round) == (Phase.DEALING, 4)


# Whole games

CASES = [
    (rules if rules.target is None else attrs.evolve(rules, target=1), seats)
    for rules in PRESETS.values()
    for seats in rules.seats
]


async def play_at_random(house: House, number: int) -> None:
    """Play one game with clients that come and go, lie and pry."""
    rng = random.Random(number)
    rules, seats = CASES[number % len(CASES)]
    name = f"game {number}"
    players = [await house.open(sit(name, seats, rules), name) for _ in range(seats)]
    table = house.lobby.tables[name]
    watchers: list[Client] = []
    try:
        while not table.over:
            for client in (*players, *watchers):
                if client.here:
                    await client.catch_up()
            if rng.random() < 0.3:
                length = len(table.record)
                await rng.choice(TRICKS)(Rudeness(house, players, watchers, rng))
                assert len(table.record) == length
            else:
                await move(house, players, rng)
        for client in (*players, *watchers):
            await (client.catch_up() if client.here else client.come())
            assert client.view == table.record.final.view(client.seat)
        table.wake()
        for client in (*players, *watchers):
            assert await closed(client.websocket) == Close.TABLE_CLOSED
    except BaseException as error:
        error.add_note(f"game {number}, so far:\n{table.record}")
        raise
    house.forget(name)


async def move(house: House, players: list[Client], rng: random.Random) -> None:
    """Let somebody act who may, or the server in place of the one who is to act and is away."""
    state = house.states(players[0].table)[-1]
    assert state.turn is not None
    able = [player for player in players if player.here and state.legal_actions(player.seat)]
    if able and (players[state.turn].here or rng.random() < 0.5):
        player = rng.choice(able)
        await player.send(to_data(rng.choice(state.legal_actions(player.seat))))
        await player.hear()
    elif any(player.here for player in players):
        house.lobby.tables[players[0].table].wake()
    else:
        await rng.choice(players).come()


# What a rude client does; none of it may change the game, nor be heard of by others.


@attrs.frozen
class Rudeness:
    """Who is at a table, for those who misbehave there."""

    house: House
    players: list[Client]
    watchers: list[Client]
    rng: random.Random

    @property
    def state(self) -> GameState:
        return self.house.states(self.players[0].table)[-1]

    async def anybody(self, *, but: int | None = None) -> Client:
        """Somebody who is connected, or is now."""
        clients = [c for c in (*self.players, *self.watchers) if c.seat != but or but is None]
        client = self.rng.choice(clients)
        if not client.here:
            await client.come()
        return client

    async def drop_out(self) -> None:
        client = await self.anybody()
        if client.seat is None:
            self.watchers.remove(client)
            await client.websocket.close()
        else:
            await client.go(self.rng)

    async def come_twice(self) -> None:
        client = await self.anybody()
        if client.seat is not None:
            first = client.websocket
            await client.come()
            assert await closed(first) == Close.REPLACED

    async def watch(self) -> None:
        if len(self.watchers) < 2:
            table = self.players[0].table
            self.watchers.append(await self.house.open(watch(table), table))

    async def forge(self) -> None:
        """Send what another seat may do now."""
        actions = self.state.legal_actions()
        client = await self.anybody(but=actions.seat)
        assert await client.refused(to_data(self.rng.choice(actions))) == "NOT_YOUR_SEAT"

    async def steal_cards(self) -> None:
        """Play cards of somebody else as one's own."""
        client = await self.anybody()
        if client.seat is None:
            return
        hands = [hand for seat, hand in enumerate(self.state.hands) if hand and seat != client.seat]
        play = Play(client.seat, Combo([self.rng.choice([*self.rng.choice(hands)])]))
        reason = self.state.why_illegal(play)
        assert reason is not None
        assert await client.refused(to_data(play)) == reason.name

    async def play_out_of_turn(self) -> None:
        client = await self.anybody(but=self.state.turn)
        if client.seat is None:
            return
        actions: list[Pass | Play] = [Pass(client.seat), Play(client.seat, Combo.parse("3S"))]
        action = self.rng.choice(actions)
        reason = self.state.why_illegal(action)
        assert reason is not None
        assert await client.refused(to_data(action)) == reason.name

    async def talk_nonsense(self) -> None:
        client = await self.anybody()
        assert await client.refused(self.rng.choice(MALFORMED)) == "MALFORMED"

    async def break_protocol(self) -> None:
        client = await self.anybody()
        message, code = self.rng.choice(BREACHES)
        await client.websocket.send(message)
        assert await closed(client.websocket) == code
        if client.seat is None:
            self.watchers.remove(client)
        else:
            await client.gone()

    async def guess_a_token(self) -> None:
        tokens = [str(player.entry["token"]) for player in self.players]
        guess = "".join(map(self.rng.choice, zip(*tokens, strict=True)))
        assert await self.house.knock(come_back(guess)) == Close.NO_SUCH_TOKEN


TRICKS = [
    Rudeness.drop_out,
    Rudeness.drop_out,
    Rudeness.come_twice,
    Rudeness.watch,
    Rudeness.forge,
    Rudeness.steal_cards,
    Rudeness.play_out_of_turn,
    Rudeness.talk_nonsense,
    Rudeness.break_protocol,
    Rudeness.guess_a_token,
]


def is_over(record: GameRecord) -> bool:
    """Whether a game has come to its end, by its target or by the limit of rounds."""
    state = record.final
    return state.phase is Phase.OVER or (state.phase is Phase.DEALING and state.round == 2)


def remaining() -> list[object]:
    """What the server has not let go of."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Table | Connection)]


def test_two_hundred_games() -> None:
    async def scenario(house: House) -> None:
        for number in range(200):
            await play_at_random(house, number)
        while house.lobby.connections:  # the last ones are just closing
            await asyncio.sleep(0)
        assert remaining() == []

    kept = run(scenario)
    assert len(kept) == 200
    for record, (rules, seats) in zip(kept, itertools.cycle(CASES), strict=False):
        assert (record.rules, record.seats) == (rules, seats)
        assert is_over(record)
        assert GameRecord.parse(str(record)).final == record.final


def test_memory_returns_to_where_it_was() -> None:
    async def scenario(house: House) -> None:
        async def in_use_after(games: int) -> int:
            for number in range(games):
                await look_on_together(house.url, f"game {number}")
            while house.lobby.connections:
                await asyncio.sleep(0)
            assert remaining() == []
            return tracemalloc.get_traced_memory()[0]

        before = await in_use_after(5)
        # A game that is remembered takes some 30,000 bytes.  The rest is the event loop's, which
        # keeps a hundred cancelled alarms or so.
        assert await in_use_after(20) - before < 20 * 4_000

    tracemalloc.start()
    try:
        run(scenario, Limits(think=0, grace=0), keep=False)
    finally:
        tracemalloc.stop()


# The honest client, and both programs as they are started


def test_many_tables_at_once_whose_connections_break() -> None:
    async def scenario(house: House) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(12):
                rules, seats = CASES[number]
                for _ in range(seats):
                    player = Player(f"table {number}", seats, rules)
                    group.create_task(play(house.url, player, lowest, lambda _: None))
            for _ in range(200):
                await asyncio.sleep(0.001)
                for connection in [*house.lobby.connections][::5]:
                    connection.end(None)

    kept = run(scenario)
    assert len(kept) == 12
    assert all(map(is_over, kept))


def test_a_person_is_asked_until_the_answer_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [CardSet.parse("3S 4S"), CardSet.parse("5S 6S")]
    view = GameState.position(hands=hands, turn=0).view(0)
    answers = iter(["", "1S", "3S 4S", "4S", " pass"])

    def typed(prompt: str) -> str:
        assert prompt
        return next(answers)

    monkeypatch.setattr("builtins.input", typed)
    assert ask(view) == Play(0, Combo.parse("4S"))
    assert ask(view) == Pass(0)


def test_both_programs_play_a_game_as_they_are_started(tmp_path: Path) -> None:
    here, records = Path(__file__).parent, tmp_path / "games.txt"
    serve = [sys.executable, str(here / "app.py"), "--port=0", f"--records={records}"]
    with subprocess.Popen(serve, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        said = iter(server.stderr)
        port = next(found[1] for line in said if (found := re.search(r"127\.0\.0\.1:(\d+)", line)))
        sit_down = [sys.executable, str(here / "client.py"), "friday", "--bots=3", "--seats=3"]
        subprocess.run([*sit_down, f"--url=ws://127.0.0.1:{port}"], check=True)
        server.terminate()
        server.communicate()
    with records.open(encoding="utf-8") as file:
        (record,) = read_records(file)
    assert record.final.phase is Phase.OVER
