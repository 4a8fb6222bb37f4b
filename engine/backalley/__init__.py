"""Back Alley: rules, players of the cards, and deals by number."""
