"""Commands that run tables: run, deal, chaos, demo."""
