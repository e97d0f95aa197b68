from .naming import on

__all__ = ["on"]
