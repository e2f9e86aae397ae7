"""Routes: simulations started, followed, stopped and drawn; for staff and study."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

import msgspec
from litestar import Litestar, Response, delete, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import JSONBody, Parameter

from pitboss.api.charts import Shade, drawn, estimates_chart
from pitboss.api.context import computed
from pitboss.api.floor import until_gone
from pitboss.api.guard import (
    HOUSE,
    SESSION_OVER,
    Connection,
    Request,
    Socket,
    context_of,
    session_of,
)
from pitboss.api.lookup import Name, book_of, devices
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.games.game import Game
from pitboss.jobs.pool import Job, Jobs, Simulation
from pitboss.jobs.request import AskSimulation, Simulate, Unit
from pitboss.refusal import Refusal
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import choose

Id = Annotated[str, Parameter(max_length=32)]


class Simulations(msgspec.Struct, frozen=True, kw_only=True):
    """Simulations, the newest first, without their reports."""

    simulations: list[Simulation]


def _unit(asked: AskSimulation, game: Game) -> Unit:
    if asked.kind == "protection":
        return "shoes"
    if asked.kind == "bankroll":
        return "sessions"
    return game.unit


def jobs_of(app: Litestar) -> Jobs:
    """The simulations of an application, made when first asked for; ended when it shuts down."""
    found: Jobs | None = getattr(app.state, "jobs", None)
    if found is None:
        found = app.state.jobs = Jobs()
        app.on_shutdown.append(found.close)
    return found


def job_of(connection: Connection, number: str) -> Job:
    """A simulation that is kept; a problem where there is none."""
    job = jobs_of(connection.app).jobs.get(number)
    if job is None:
        raise ProblemError(404, "no-such-simulation", "There is no such simulation.")
    return job


@post("/rulebooks/{rulebook:str}/simulations", opt={"roles": HOUSE, "refusal": devices})
async def start(request: Request, rulebook: Name, data: JSONBody[AskSimulation]) -> Simulation:
    """Start a simulation; it runs in a process of its own as soon as there is room."""
    book = book_of(request, rulebook)
    edition = book.edition
    setting = choose(edition, data.game, data.decks, None, data.sign)
    if isinstance(setting, Refusal):
        raise refused(setting, 422)
    if data.kind == "bankroll":
        missing = not_offered(edition, setting, data.wager)
        if isinstance(missing, Refusal):
            raise refused(missing, 422)
    given = msgspec.structs.asdict(data) | {"game": setting.game, "decks": setting.decks}
    asked = Simulate(**given, rulebook=rulebook, edition=edition.identity.edition)
    titles = {name: wager.title for name, wager in edition.wagers.items()}
    person = session_of(request).person
    return jobs_of(request.app).start(asked, person, _unit(data, book.game), titles).shown()


@get("/simulations", opt={"roles": HOUSE})
async def every(request: Request) -> Simulations:
    """The simulations that are kept."""
    kept = reversed(jobs_of(request.app).jobs.values())
    return Simulations(simulations=[job.shown(whole=False) for job in kept])


@get("/simulations/{number:str}", opt={"roles": HOUSE})
async def one(request: Request, number: Id) -> Simulation:
    """One simulation, and how far it is."""
    return job_of(request, number).shown()


@delete("/simulations/{number:str}", status_code=200, opt={"roles": HOUSE})
async def stop(request: Request, number: Id) -> Simulation:
    """Stop a simulation; what was done so far is reported."""
    job = job_of(request, number)
    jobs_of(request.app).stop(job)
    return job.shown()


@get("/simulations/{number:str}/chart", opt={"roles": HOUSE}, media_type="image/svg+xml")
async def chart(request: Request, number: Id, theme: Shade = "dark") -> Response[bytes]:
    """What a simulation found, as a chart."""
    job = job_of(request, number)
    made = job.chart
    if job.asked.kind == "edges" and job.wagers:
        game = book_of(request, job.asked.rulebook).edition.games[job.asked.game or ""]
        title = f"{game.title}: {job.done:,} {job.unit} dealt"
        made = estimates_chart([msgspec.structs.asdict(row) for row in job.wagers], title)
    if made is None:
        raise ProblemError(409, "nothing-yet", "There is nothing to draw yet.")
    found = made
    return await computed(request.app, lambda: drawn(found, theme))


@websocket("/simulations/{number:str}/stream", opt={"roles": HOUSE})
async def stream(socket: Socket, number: Id) -> None:
    """Follow a simulation until it is over."""
    job = job_of(socket, number)
    context, session = context_of(socket), session_of(socket)
    await socket.accept()
    gone = asyncio.create_task(until_gone(socket))
    try:
        async for shown in job.follow(gone):
            if not context.sessions.holds(session):
                await socket.close(code=SESSION_OVER, reason="the session is over")
                return
            await socket.send_data(msgspec.json.encode(shown).decode(), mode="text")
        if not gone.done():
            await socket.close()
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client went away while something was sent
    finally:
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await gone


router = router_of(__name__, "odds")
