"""Coverage-guided fuzzing of everything that reads text or data; `README.md` says how it is run."""
