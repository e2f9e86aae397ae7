"""Speed, measured beside a floor or a peer in the same run; never asserted by a test."""
