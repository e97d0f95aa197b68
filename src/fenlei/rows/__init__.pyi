from .scanned import Scan, scan

__all__ = ["Scan", "scan"]
