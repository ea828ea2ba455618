"""The referees are packages beside their tests, which import them by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
