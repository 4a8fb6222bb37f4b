"""Questions: run many deals, estimate, and report as tables and charts."""
