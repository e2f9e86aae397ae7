"""Properties that must hold for every coup, round and series of results."""
