"""Words of the steps."""

TEXTS: dict[str, tuple[str, str]] = {}
