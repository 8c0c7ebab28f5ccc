"""Data: JSON, tables and other records, read from a prompt, judged or made up."""
