"""All Fours: rules, scoring, players and simulation."""
