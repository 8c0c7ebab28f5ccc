"""The prompt: its messages, the chat template that renders them, and its tokens."""
