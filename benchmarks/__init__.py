"""How fast the library is, as ratios to known libraries; run it as ``python -m benchmarks``."""
