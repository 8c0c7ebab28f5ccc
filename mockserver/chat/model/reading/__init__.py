"""Reading a prompt: the conversation, the texts that it is about, and its wording."""
