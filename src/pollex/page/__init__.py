"""What Pollex sees and does in a browser."""
