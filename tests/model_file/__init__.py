"""Model files: the container, the values, whole models, and what a hostile file may try."""
