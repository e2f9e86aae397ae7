"""Route: the texts of a rulebook in another language, for pages that show them."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec
from litestar import Response, Router, get
from litestar.params import Parameter

from pitboss.api.guard import PUBLIC, Request
from pitboss.api.lookup import Name, book_of
from pitboss.editions.texts import words_in

Language = Annotated[Literal["zh"], Parameter(description="The language.")]
"""English is what the rulebook's own texts are in."""
ANEW = "no-cache"


class RulebookWords(msgspec.Struct, frozen=True, kw_only=True):
    """From each text of a rulebook to what it is in a language; what is missing is English."""

    rulebook: str
    edition: str
    language: str
    texts: dict[str, str]


@get(
    "/rulebooks/{rulebook:str}/words/{language:str}",
    opt={"roles": PUBLIC, "answer": RulebookWords},
)
async def rulebook_words(request: Request, rulebook: Name, language: Language) -> Response[bytes]:
    """The texts of a rulebook in a language; nothing anew for whoever has them (`ETag`)."""
    edition = book_of(request, rulebook).edition
    found = RulebookWords(
        rulebook=rulebook,
        edition=edition.identity.edition,
        language=language,
        texts=words_in(edition, language),
    )
    body = msgspec.json.encode(found)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": ANEW}
    known = [one.strip() for one in request.headers.get("if-none-match", "").split(",")]
    if tag in known or f"W/{tag}" in known:
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


TYPES = (RulebookWords,)
router = Router("/", route_handlers=[rulebook_words], tags=["rulebooks"])
