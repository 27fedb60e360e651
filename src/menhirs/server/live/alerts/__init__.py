"""Turn alerts of slow games."""
