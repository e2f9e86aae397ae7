"""Decision tables: spaces of facts, rows over them, and automata, compiled once to integers."""
