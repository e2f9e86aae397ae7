"""What ranks may do that no table asks about: the ladders come from the house's editions."""

from __future__ import annotations

from pitboss.api.guard import Connection, context_of, session_of
from pitboss.api.problems import ProblemError
from pitboss.editions.edition import Edition
from pitboss.service.intake import EXCLUDING
from pitboss.service.sessions import Session


def editions_of(connection: Connection, house: str | None) -> list[Edition]:
    """The editions of a house on the shelf."""
    books = context_of(connection).books.values()
    return [book.edition for book in books if book.edition.identity.house == house]


def highest(connection: Connection, sentence: str) -> Session:
    """The session, where it is of the highest rank of its house."""
    session = session_of(connection)
    if not any(
        session.rank == one.ranks.ladder[-1] for one in editions_of(connection, session.house)
    ):
        raise ProblemError(403, "rank-too-low", sentence)
    return session


def above_lowest(connection: Connection, sentence: str) -> Session:
    """The session, where its rank is above the lowest of its house."""
    session = session_of(connection)
    editions = editions_of(connection, session.house)
    if not any(session.rank in one.ranks.ladder[1:] for one in editions):
        raise ProblemError(403, "rank-too-low", sentence)
    return session


def may_exclude(connection: Connection) -> Session:
    """The session, where its rank may exclude people from the casino.

    The rulebooks of the house name the rank; where none of them does it is the highest.
    """
    session = session_of(connection)
    editions = editions_of(connection, session.house)
    rules = [(one, one.approvals[EXCLUDING]) for one in editions if EXCLUDING in one.approvals]
    if not rules:
        return highest(connection, "People are excluded by the highest rank.")
    for edition, rule in rules:
        rank = session.rank
        if rank in edition.ranks.ladder and edition.ranks.meets(rank, rule.rank):
            return session
    rule = rules[0][1]
    sentence = f"To exclude someone takes a {rule.rank} or above."
    raise ProblemError(403, "rank-too-low", sentence, rule.clauses)
