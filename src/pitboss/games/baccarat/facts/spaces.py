"""The fact spaces of baccarat: everything that the counts and the pairs of a coup can be."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.decision.space import Space
from pitboss.editions.edition import Edition
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.coup import outcomes
from pitboss.games.baccarat.facts.pairs import pairs_space
from pitboss.games.baccarat.facts.points import Points, facts_of, tell


def spaces(edition: Edition) -> Mapping[str, Space]:
    """Points by the edition's tableau, and pairs."""
    if edition.tableau is None:
        raise ValueError(f"{edition.name} has no tableau")
    return {"points": points_space(edition.tableau), "pairs": pairs_space()}


def points_space(tableau: Tableau) -> Space:
    """Every member that a coup dealt by this tableau can reach."""
    members = (
        facts_of(tableau, (player, banker), (third, last))
        for player, banker, third, last in outcomes(tableau)
    )
    return Space("points", Points._fields, members, tell)
