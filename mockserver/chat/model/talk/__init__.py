"""Talk: plain sentences about the topic of a message, and reasoning before a reply."""
