"""Mergeable summaries of rows: `summarise` a block, `merge` two summaries; nothing here knows a model."""
