"""What a step of a tournament leaves to its edition's sample: conditions, and what is secret."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.aggregates.tournament.draws import commitment_of
from pitboss.aggregates.tournament.terms import Conditions, read_conditions
from pitboss.errors import BadDataError, BadScenarioError
from pitboss.scenarios.amounts import sure_cents
from pitboss.table.tournament.slips import slip_commitment

SLIPS = ("hand-in-slip", "examine-slip", "announce-slip")
CONDITIONS_FILE = "conditions.toml"
NONCE = bytes(32).hex()


@cache
def sample(folder: Path) -> dict[str, Any]:
    """The sample of an edition's conditions, as a file has them."""
    path = folder / CONDITIONS_FILE
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadScenarioError(f"{folder.parent.name} has no sample of conditions") from error


def conditions(folder: Path, given: dict[str, Any]) -> Conditions:
    """The sample with what is said otherwise; `without` names what is left out, by its item."""
    data = {**sample(folder), **{key: one for key, one in given.items() if key != "without"}}
    without = given.get("without", ())
    data["texts"] = dict(data.get("texts", {}))
    for item in (without,) if isinstance(without, str) else without:
        field = item.replace("-", "_")
        if data.pop(field, None) is None and data["texts"].pop(item, None) is None:
            raise BadScenarioError(f"the sample of conditions has no '{item}'")
    try:
        return read_conditions(data)
    except BadDataError as error:
        raise BadScenarioError(f"conditions: {error}") from error


def filled(do: str, fields: dict[str, Any], folder: Path, seed: int) -> dict[str, Any]:
    """A step's fields with what it leaves to the sample and to the scenario's seed."""
    if do == "set-conditions" and "conditions" not in fields:
        return {"conditions": msgspec.to_builtins(conditions(folder, fields))}
    secret = hashlib.sha256(seed.to_bytes(8)).hexdigest()
    if do == "commit-draw" and not fields:
        return {"commitment": commitment_of(NONCE, secret)}
    if do == "open-draw" and not fields:
        return {"nonce": NONCE, "seed": secret}
    if do in SLIPS:
        return _slip(do, fields)
    return fields


def _slip(do: str, fields: dict[str, Any]) -> dict[str, Any]:
    """A slip sealed with the sample's nonce: a file says what is written on it."""
    written = {key: fields[key] for key in ("wager", "amount") if key in fields}
    if do == "hand-in-slip" and written:
        amount = str(written.get("amount", 0))
        cents = sure_cents(amount, "amount") if amount != "0" else 0
        return {"commitment": slip_commitment(NONCE, str(written.get("wager", "")), cents)}
    if do == "announce-slip" or written:
        fields = {"nonce": NONCE, **fields}
        if str(fields.get("amount")) == "0":
            del fields["amount"]
    return fields
