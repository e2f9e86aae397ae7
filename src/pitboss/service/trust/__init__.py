"""Signing: checkpoints into the anchor, the house log and to witnesses."""
