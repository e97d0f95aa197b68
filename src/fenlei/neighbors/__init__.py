"""Nearest neighbours: search structures, classifiers, editing and condensing."""
