"""The game of 够级 (Gouji): cards, plays, deals, matches, records, AI players.

Pure: no input or output, no clock, no network, no database. Everything that is random follows from a
seed; everything that is hidden leaves only through :meth:`Deal.view`. Seats are the numbers 0–5 in code;
people and records see 1–6.
"""
