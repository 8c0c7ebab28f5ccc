"""The v2 resources: another view of the objects and calls that the unversioned routes know."""
