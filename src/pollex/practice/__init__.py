"""Web sites to practise on: real pages with state behind them, the same for the same seed, made new by a reset."""
