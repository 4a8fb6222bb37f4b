"""The commands of Back Alley."""
