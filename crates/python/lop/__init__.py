"""The lop test-case reducer: cuts what is interesting down to the few tokens that matter.

    >>> import lop
    >>> lop.reduce(b"some input with a bug in it", lambda text: b"bug" in text).data
    b'bug'
"""

from ._lop import LopError, NotInteresting, Outcome, Progress, Stop, __version__, languages, reduce

__all__ = ["LopError", "NotInteresting", "Outcome", "Progress", "Stop", "languages", "reduce"]
