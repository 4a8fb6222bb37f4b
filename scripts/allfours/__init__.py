"""The commands of All Fours."""
