"""OpenTelemetry: exported spans become finished calls."""
