"""Code: functions, classes, pages and commands, and queries in SQL."""
