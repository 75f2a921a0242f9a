"""Practice web sites: real pages with state behind them, the same for the same seed, renewed by a reset."""
