"""HTTP and WebSocket: who is asking, what they may see, what they may ask for. No rules."""
