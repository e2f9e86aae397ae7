"""What went wrong, always told the same way: a code, one sentence, and clauses where there are."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from pitboss.errors import PitbossError
from pitboss.refusal import Refusal
from pitboss.views.problem import Problem, _ended, keyed, problem_of
from pitboss.words import not_fitting

log = logging.getLogger("pitboss.api")

UNKNOWN = (
    "The journal does not answer now; whether anything was written is not known. "
    "Ask again: under the same id nothing is done twice."
)
CODES = {
    400: ("malformed", "The request cannot be read."),
    401: ("not-signed-in", "Sign in first."),
    403: ("forbidden", "People of another role may do this."),
    404: ("unknown", "There is nothing of that name."),
    405: ("wrong-method", "This address does not take that method."),
    408: ("too-slow", "The request did not come in time."),
    409: ("refused", "What was asked cannot be done now."),
    413: ("too-large", "The request is too large."),
    415: ("not-json", "The body must be JSON."),
    421: ("wrong-host", "This server is not asked for by that name."),
    422: ("invalid", "The request does not say what is needed."),
    429: ("too-many", "There were too many requests; wait a little."),
    500: ("internal", "Something is wrong on our side; it is written down here."),
    503: ("unavailable", UNKNOWN),
}
UNREADABLE = ("bad-command", "id-reused", "text-too-long")
"""Refusals that say something of the request, whatever the table is like."""
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"content-security-policy": b"default-src 'none'; style-src 'self'; img-src 'self'; "
    b"font-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    b"frame-ancestors 'none'",
}


class ProblemError(Exception):
    """End the request with this status and problem."""

    def __init__(
        self,
        status: int,
        code: str | None = None,
        sentence: str | None = None,
        clauses: tuple[str, ...] = (),
        wait: int | None = None,
    ) -> None:
        usual = CODES[status]
        self.status = status
        told = _ended(sentence or usual[1])
        self.problem = Problem(code=code or usual[0], sentence=told, clauses=clauses)
        self.wait = wait
        super().__init__(self.problem.sentence)


def refused(refusal: Refusal, status: int = 409) -> ProblemError:
    """A refusal of ours as the end of a request."""
    error = ProblemError(422 if refusal.code in UNREADABLE else status)
    told = problem_of(refusal)
    error.problem = msgspec.structs.replace(told, sentence=_ended(told.sentence))
    return error


def answer(problem: Problem, status: int, wait: int | None = None) -> Response[Problem]:
    """The response that tells of a problem."""
    headers = {name.decode(): value.decode() for name, value in HEADERS.items()}
    if wait is not None:
        headers["Retry-After"] = str(wait)
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(
        keyed(problem), status_code=status, headers=headers, media_type="application/json"
    )


def on_error(request: Request[Any, Any, Any], error: PitbossError) -> Response[Problem]:
    """One of the tree that people meet; what is wrong on our side is told like any fault."""
    if error.status == 500:
        return on_anything(request, error)
    told = str(error)
    sentence = _ended(told[:1].upper() + told[1:])
    return answer(Problem(code=error.code, sentence=sentence), error.status)


def on_problem(_: Request[Any, Any, Any], error: ProblemError) -> Response[Problem]:
    """One of ours."""
    return answer(error.problem, error.status, error.wait)


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """One of the framework's: its status is kept, its words where they help."""
    status = error.status_code
    extra: Any = error.extra
    if status == 400 and extra:  # what was read does not fit; it was well-formed
        first = extra[0] if isinstance(extra, list) else {}
        where = first.get("key") or first.get("source") or "the request"
        message = str(first.get("message", error.detail))
        what = not_fitting(ValueError(f"{message} - at `$.{where}`"))
        sentence = what[:1].upper() + what[1:]
        return answer(Problem(code="invalid", sentence=_ended(sentence)), 422)
    code, sentence = CODES.get(status, ("refused", "The request was not done."))
    return answer(Problem(code=code, sentence=sentence), status)


def on_recursion(_: Request[Any, Any, Any], __: RecursionError) -> Response[Problem]:
    """JSON nested deeper than anyone needs."""
    return answer(Problem(code="malformed", sentence="The request is nested too deeply."), 400)


def on_store(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The store did not answer: logged in full, and worth another try."""
    log.error("%s %s: the store failed", request.method, request.url.path, exc_info=error)
    code, sentence = CODES[503]
    return answer(Problem(code=code, sentence=sentence), 503, wait=1)


def on_anything(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A fault of ours: logged in full, told in a sentence that tells nothing of the inside."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    code, sentence = CODES[500]
    return answer(Problem(code=code, sentence=sentence), 500)
