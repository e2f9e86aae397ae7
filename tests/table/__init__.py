"""The table core: what no single scenario can show."""
