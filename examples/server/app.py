"""A game server: tables of tiến lên over WebSockets.

Run it as ``python examples/server/app.py``; ``--help`` tells the options, `README.md` the messages.

Everything happens in one event loop, and no method of a table awaits anything.  So nothing comes
between the beginning and the end of a change: there is no need for locks, and all who see a table
are told the same in the same order.
"""

import argparse
import asyncio
import contextlib
import json
import random
import secrets
from collections.abc import AsyncGenerator, Callable
from enum import IntEnum
from pathlib import Path
from typing import Literal, TypeAlias, TypedDict

import attrs
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tienlen import (
    Action,
    Deal,
    GameRecord,
    IllegalMoveError,
    Pass,
    Phase,
    Play,
    Rules,
    TienLenError,
    events_between,
    from_data,
    to_data,
    write_records,
)


@attrs.frozen(kw_only=True)
class Limits:
    """How much of everything there may be, and for how long; times are in seconds."""

    connections: int = 4_000
    tables: int = 1_000
    watchers: int = 16
    """Spectators of one table."""
    rounds: int = 50
    """After so many a game is over; some rule sets have no end of their own."""
    message: int = 4_096
    """Bytes of a message from a client."""
    waiting: int = 64
    """Messages that may wait to be sent to a client."""
    entry: float = 10
    """Until a new connection must have said what it wants, or a closed one must be gone."""
    think: float = 90
    """Until a seat that is connected must have acted."""
    grace: float = 30
    """Until a seat that is away must have acted, and until an abandoned table is cleared."""


class Close(IntEnum):
    """Why the server ends a connection; codes from 4000 on are ours, the others every server's."""

    TABLE_CLOSED = 1000
    NOT_TEXT = 1003
    TOO_SLOW = 1008
    REPLACED = 4000
    NO_ENTRY = 4001
    NO_SUCH_TOKEN = 4002
    NO_SUCH_TABLE = 4003
    OTHER_GAME = 4004
    TABLE_FULL = 4005
    SERVER_FULL = 4006


class ClosedError(Exception):
    """A connection is to end, for a reason of ours or because the client has left."""

    def __init__(self, reason: Close | None) -> None:
        super().__init__(reason)
        self.reason = reason


Document: TypeAlias = dict[str, object]
"""What `to_data` gives."""


class Seated(TypedDict):
    """A seat is the client's, and the token is the proof of it."""

    type: Literal["seated"]
    seat: int
    token: str


class Update(TypedDict):
    """What has just happened, and all that the client may know now."""

    type: Literal["update"]
    events: list[Document]
    view: Document
    over: bool


class Refused(TypedDict):
    """What the client sent has changed nothing."""

    type: Literal["refused"]
    reason: str
    text: str


Message: TypeAlias = Seated | Update | Refused


def refused(reason: str, text: str) -> Refused:
    """Say no: a word for the program, a sentence for people."""
    return {"type": "refused", "reason": reason, "text": text}


class Connection:
    """One client: what waits to be sent to it, and whether it is to go."""

    def __init__(self, websocket: WebSocket, limits: Limits) -> None:
        self._websocket = websocket
        self._waiting = asyncio.Queue[str](limits.waiting)
        self.ended: asyncio.Future[Close | None] = asyncio.get_running_loop().create_future()
        """Done when the connection is to end: the reason, or None if the client has left."""

    def send(self, message: Message) -> None:
        """Send without waiting; a client that lets messages pile up is cut off."""
        try:
            self._waiting.put_nowait(json.dumps(message))
        except asyncio.QueueFull:
            self.end(Close.TOO_SLOW)

    def end(self, reason: Close | None) -> None:
        """Have the connection ended; the first reason counts."""
        if not self.ended.done():
            self.ended.set_result(reason)

    async def write(self) -> None:
        """Pass on what waits, as fast as the client takes it."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await self._websocket.send_text(await self._waiting.get())
        self.end(None)

    async def receive(self) -> str:
        """Wait for the next message."""
        await asyncio.sleep(0)  # However much a client sends at once, the others get their turn.
        message = await self._websocket.receive()
        if self.ended.done() or message["type"] == "websocket.disconnect":
            raise ClosedError(None)
        text: str | None = message.get("text")
        if text is None:
            raise ClosedError(Close.NOT_TEXT)
        return text


class Table:
    """A game, the clients that see it, and the clock."""

    def __init__(self, lobby: "Lobby", name: str, record: GameRecord) -> None:
        self.lobby = lobby
        self.name = name
        self.record = record
        self.tokens: list[str] = []
        """The proofs of the seats taken so far, by seat."""
        self.here: dict[Connection, int | None] = {}
        """Who is connected, and sees the game from which seat; None for a spectator."""
        self._clock = self._alarm(lobby.limits.grace)

    @property
    def over(self) -> bool:
        """Whether nothing will be played any more."""
        state = self.record.final
        enough = state.phase is Phase.DEALING and state.round > self.lobby.limits.rounds
        return enough or state.phase is Phase.OVER

    @property
    def abandoned(self) -> bool:
        """Whether no player is connected."""
        return all(seat is None for seat in self.here.values())

    def sit(self, connection: Connection) -> int:
        """Give a client the next seat and its token; the last one to sit down starts the game."""
        seat = len(self.tokens)
        if seat == self.record.seats:
            raise ClosedError(Close.TABLE_FULL)
        self.tokens.append(secrets.token_urlsafe())
        connection.send({"type": "seated", "seat": seat, "token": self.tokens[seat]})
        self.join(connection, seat)
        if len(self.tokens) == self.record.seats:
            self._go_on()
        return seat

    def join(self, connection: Connection, seat: int | None) -> None:
        """Show a client the game; whoever else saw it from the same seat has to go."""
        abandoned = self.abandoned
        if seat is not None:
            for other in [other for other, taken in self.here.items() if taken == seat]:
                other.end(Close.REPLACED)
                del self.here[other]
        self.here[connection] = seat
        connection.send(self._update(seat, []))
        if abandoned is not self.abandoned:
            self._wind()

    def leave(self, connection: Connection) -> None:
        """Forget a client that has gone; its seat waits for the token."""
        abandoned = self.abandoned
        self.here.pop(connection, None)
        if abandoned is not self.abandoned:
            self._wind()

    def take(self, connection: Connection, seat: int | None, text: str) -> None:
        """Do what a client has sent, or tell it why not; nobody else hears of a refusal."""
        try:
            action = from_data(json.loads(text), Play, Pass)
        except (ValueError, RecursionError) as error:  # no JSON, no action, or nested too deep
            connection.send(refused("MALFORMED", str(error)))
            return
        if action.seat != seat:
            connection.send(refused("NOT_YOUR_SEAT", "you can act for your own seat only"))
            return
        try:
            self.act(action)
        except IllegalMoveError as error:
            connection.send(refused(error.reason.name, str(error)))

    def act(self, action: Play | Pass) -> None:
        """Apply an action; whether it is legal, and whose turn it is, the rules know."""
        self._apply(action)
        self._go_on()

    def wake(self) -> None:
        """Go on without whoever the table has waited for."""
        state = self.record.final
        if self.over or self.abandoned:
            self.end()
        elif state.turn is None:  # some seats are still free
            self._wind()
        else:
            actions = state.legal_actions()
            self.act(Pass(state.turn) if actions.can_pass else actions[0])

    def end(self) -> None:
        """Clear the table: nothing refers to it any more."""
        self._clock.cancel()
        for connection in self.here:
            connection.end(Close.TABLE_CLOSED)
        self.here.clear()
        self.lobby.forget(self)

    def _go_on(self) -> None:
        """Deal when a deal is due, and give the seat to move its time."""
        while self.record.final.phase is Phase.DEALING and not self.over:
            record = self.record
            self._apply(Deal.shuffled(self.lobby.rng, record.seats, record.rules))
        self._wind()

    def _apply(self, action: Action) -> None:
        """Change the game and tell everybody, each what it may know."""
        before = self.record.final.view(None)
        self.record = self.record.apply(action)
        # Events speak of what is public, so those that a spectator sees are those that all see.
        events = [to_data(event) for event in events_between(before, self.record.final.view(None))]
        for connection, seat in self.here.items():
            connection.send(self._update(seat, events))

    def _update(self, seat: int | None, events: list[Document]) -> Update:
        """Write what a seat is told; a view is the only part of the game that leaves the server."""
        view = to_data(self.record.final.view(seat))
        return {"type": "update", "events": events, "view": view, "over": self.over}

    def _wind(self) -> None:
        """Begin to wait anew, for the seat to move or, if there is none, for anybody."""
        turn, limits = self.record.final.turn, self.lobby.limits
        connected = turn is not None and turn in self.here.values()
        self._clock.cancel()
        self._clock = self._alarm(limits.think if connected else limits.grace)

    def _alarm(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self.wake)


class Lobby:
    """All tables, and the way to them."""

    def __init__(
        self,
        limits: Limits,
        rng: random.Random | None = None,
        keep: Callable[[GameRecord], None] = lambda _: None,
    ) -> None:
        self.limits = limits
        # Anyone can try out the seeds of a generator; there is nothing to try out here.
        self.rng = rng or random.SystemRandom()
        self.keep = keep
        """What is done with the record of a table that is cleared."""
        self.tables: dict[str, Table] = {}
        self.seats: dict[str, tuple[Table, int]] = {}
        """By token."""
        self.connections: set[Connection] = set()

    async def serve(self, connection: Connection) -> None:
        """Bring a client to its table, and the table what it sends."""
        try:
            if len(self.connections) > self.limits.connections:
                raise ClosedError(Close.SERVER_FULL)
            async with asyncio.timeout(self.limits.entry):
                text = await connection.receive()
            table, seat = self.enter(connection, text)
            try:
                while True:
                    table.take(connection, seat, await connection.receive())
            finally:
                table.leave(connection)
        except TimeoutError:
            connection.end(Close.NO_ENTRY)
        except ClosedError as closed:
            connection.end(closed.reason)

    def enter(self, connection: Connection, text: str) -> tuple[Table, int | None]:
        """Find the table that a first message asks for, and the seat, None to watch."""
        try:
            entry = json.loads(text)
        except (ValueError, RecursionError):
            raise ClosedError(Close.NO_ENTRY) from None
        match entry:
            case {"type": "sit", "table": str(name), "seats": int(seats), "rules": rules}:
                table = self._table(name, seats, rules)
                seat = table.sit(connection)
                self.seats[table.tokens[seat]] = table, seat
                return table, seat
            case {"type": "return", "token": str(token)}:
                if token not in self.seats:
                    raise ClosedError(Close.NO_SUCH_TOKEN)
                table, seat = self.seats[token]
                table.join(connection, seat)
                return table, seat
            case {"type": "watch", "table": str(name)}:
                if name not in self.tables:
                    raise ClosedError(Close.NO_SUCH_TABLE)
                table = self.tables[name]
                if [*table.here.values()].count(None) >= self.limits.watchers:
                    raise ClosedError(Close.TABLE_FULL)
                table.join(connection, None)
                return table, None
            case _:
                raise ClosedError(Close.NO_ENTRY)

    def _table(self, name: str, seats: int, rules: object) -> Table:
        """Give the table of a name, a new one if there is none."""
        try:
            record = GameRecord(from_data(rules, Rules), seats, ())
        except (TienLenError, TypeError):  # to JSON's matching, `true` is an int
            raise ClosedError(Close.NO_ENTRY) from None
        if name not in self.tables:
            if len(self.tables) >= self.limits.tables:
                raise ClosedError(Close.SERVER_FULL)
            self.tables[name] = Table(self, name, record)
        table = self.tables[name]
        if (table.record.rules, table.record.seats) != (record.rules, record.seats):
            raise ClosedError(Close.OTHER_GAME)
        return table

    def forget(self, table: Table) -> None:
        """Let go of a table, and keep its record."""
        del self.tables[table.name]
        for token in table.tokens:
            del self.seats[token]
        self.keep(table.record)


async def connect(websocket: WebSocket) -> None:
    """Serve one connection from its beginning to its end."""
    lobby: Lobby = websocket.app.state.lobby
    await websocket.accept()
    connection = Connection(websocket, lobby.limits)
    lobby.connections.add(connection)
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(work) for work in (connection.write(), lobby.serve(connection))
            ]
            reason = await connection.ended
            for task in tasks:
                task.cancel()
        if reason is not None:
            # A client that does not read is not waited for.
            with contextlib.suppress(WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(lobby.limits.entry):
                    await websocket.close(reason, reason.name)
    finally:
        lobby.connections.discard(connection)


def configure(lobby: Lobby, host: str = "127.0.0.1", port: int = 8000) -> uvicorn.Config:
    """Put the server together; `uvicorn.Server` runs what it gives."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        app.state.lobby = lobby
        yield
        for table in [*lobby.tables.values()]:
            table.end()

    return uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/", connect)], lifespan=lifespan),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=lobby.limits.message,
        timeout_graceful_shutdown=5,
    )


def main() -> None:
    """Run the server until it is interrupted."""
    parser = argparse.ArgumentParser(description="Serve tiến lên over WebSockets.")
    parser.add_argument("--host", default="127.0.0.1", help="default: this machine alone")
    parser.add_argument("--port", type=int, default=8000, help="default: 8000")
    parser.add_argument("--records", type=Path, help="a file to which games are added as they end")
    options = parser.parse_args()

    def keep(record: GameRecord) -> None:
        if options.records is not None:
            with options.records.open("a", encoding="utf-8") as file:
                write_records(file, [record])

    uvicorn.Server(configure(Lobby(Limits(), keep=keep), options.host, options.port)).run()


if __name__ == "__main__":
    main()
