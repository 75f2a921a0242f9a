"""Files on disk that other processes read meanwhile."""
