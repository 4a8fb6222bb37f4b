"""The questions of Back Alley, and its deal records."""
