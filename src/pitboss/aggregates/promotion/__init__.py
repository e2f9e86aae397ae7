"""A promotion's stream: prizes by draw or chance, from their terms to the last one given."""

from __future__ import annotations

from pitboss.aggregates.promotion.check import PROMOTION
from pitboss.aggregates.promotion.events import PromotionEvent, evolve
from pitboss.aggregates.promotion.machine import act
from pitboss.aggregates.promotion.state import Promotion
from pitboss.aggregates.promotion.terms import Terms, terms_of

__all__ = ["PROMOTION", "Promotion", "PromotionEvent", "Terms", "act", "evolve", "terms_of"]
