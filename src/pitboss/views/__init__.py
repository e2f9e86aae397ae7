"""Read models without HTTP: what pages ask about a table, from its state and its journal."""
