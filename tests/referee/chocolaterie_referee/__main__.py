"""Judge a trace from standard input: `balance replay … --format jsonl | python -m chocolaterie_referee`."""

import json
import sys

from . import judge

found = judge([json.loads(line) for line in sys.stdin])
for objection in found:
    print(objection)
sys.exit(bool(found))
