"""What it means that a clause is `shown`: as what, where, and of a term which rules use it."""

from __future__ import annotations

from pitboss.conformity.clauses.glossary import DEFINITION, Glossary, glossary_of
from pitboss.conformity.clauses.status import DECLARED
from pitboss.editions.edition import Clause, Edition

WHERE = "`pitboss rules` and the rulebook's page"
MOST = 6


def shown_as(edition: Edition, clause: Clause, glossary: Glossary | None = None) -> str:
    """How a clause is shown; nothing where it is not only shown."""
    if edition.clauses[clause.clause].status != "shown":
        return ""
    if clause.kind != DEFINITION:
        return f"legal text, read in {WHERE}"
    words = glossary or glossary_of(edition)
    if clause.clause not in {term.clause for term in words.terms}:
        return f"a heading, read in {WHERE}"
    built, planned = users_of(edition, clause.clause, words)
    if built:
        use = f"the rules that use it: {_listed(built)}"
    elif planned:
        use = f"no rule built yet uses it, only {_listed(planned)}"
    else:
        use = "no rule uses it"
    return f"a term, read in {WHERE}; {use}"


def users_of(edition: Edition, term: str, words: Glossary) -> tuple[list[str], list[str]]:
    """The clauses whose summary uses a defined term: those that are built, and the others."""
    built: list[str] = []
    others: list[str] = []
    for clause in edition.clauses.values():
        spans = words.spans(clause.summary, clause.clause)
        if clause.clause != term and any(span.clause == term for span in spans):
            (others if clause.status in DECLARED else built).append(clause.clause)
    return built, others


def _listed(clauses: list[str]) -> str:
    more = f" and {len(clauses) - MOST} more" if len(clauses) > MOST else ""
    return ", ".join(clauses[:MOST]) + more
