"""Route: the texts of a rulebook in another language, for pages that show them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Router, get
from litestar.params import Parameter

from pitboss.api.door.kept import KEPT, kept
from pitboss.api.guard import PUBLIC, Request
from pitboss.api.lookup import Name, book_of
from pitboss.editions.texts import words_in

Language = Annotated[Literal["zh"], Parameter(description="The language.")]
"""English is what the rulebook's own texts are in."""


class RulebookWords(msgspec.Struct, frozen=True, kw_only=True):
    """From each text of a rulebook to what it is in a language; what is missing is English."""

    rulebook: str
    edition: str
    language: str
    texts: dict[str, str]


@get(
    "/rulebooks/{rulebook:str}/words/{language:str}",
    opt={"roles": PUBLIC, "answer": RulebookWords} | KEPT,
)
@kept
def rulebook_words(request: Request, rulebook: Name, language: Language) -> RulebookWords:
    """The texts of a rulebook in a language; nothing anew for whoever has them (`ETag`)."""
    edition = book_of(request, rulebook).edition
    return RulebookWords(
        rulebook=rulebook,
        edition=edition.identity.edition,
        language=language,
        texts=words_in(edition, language),
    )


TYPES = (RulebookWords,)
router = Router("/", route_handlers=[rulebook_words], tags=["rulebooks"])
