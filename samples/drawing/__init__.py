"""Draws the papers of the samples."""
