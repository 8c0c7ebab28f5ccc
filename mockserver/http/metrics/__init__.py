"""What a server has done and what it holds, as Prometheus reads it."""
