"""What the service says of itself, of its caller and of its projects."""
