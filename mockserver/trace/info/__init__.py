"""Information about the service, its caller and its projects."""
