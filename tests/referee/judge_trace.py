"""Judge a trace from standard input: `balance replay … --format jsonl | python tests/referee/judge_trace.py`."""

import json
import sys
from importlib import import_module

events = [json.loads(line) for line in sys.stdin]
found = import_module(f"{events[0]['game']}.referee").judge(events)
for objection in found:
    print(objection)
sys.exit(bool(found))
