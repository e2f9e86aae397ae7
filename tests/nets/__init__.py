"""Nets: what tables do, as digests that must stay equal while the source is moved about."""
