"""Model files of every format number there ever was and what their models predicted."""
