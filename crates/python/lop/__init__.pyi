from collections.abc import Callable, Sequence
from typing import Literal, final

__version__: str
__all__ = ["LopError", "NotInteresting", "Outcome", "Progress", "Stop", "languages", "reduce"]

class LopError(ValueError):
    """The reduction could not begin, or not go on; says why."""

class NotInteresting(LopError):
    """The test says no to the input itself."""

class Stop(Exception):
    """Raised in a callback, it ends the run with the best so far."""

@final
class Outcome:
    """A result, and what is known of it."""

    @property
    def data(self) -> bytes:
        """The smallest bytes found, for which the test was true."""
    @property
    def tokens(self) -> tuple[int, int]:
        """Tokens before and after."""
    @property
    def bytes(self) -> tuple[int, int]:
        """Bytes before and after."""
    @property
    def questions(self) -> int:
        """How often the test was called."""
    @property
    def ended(self) -> Literal["fixpoint", "budget", "stopped"]:
        """Why the run ended: nothing more to try, the budget is used up, or a callback raised Stop."""
    @property
    def one_minimal(self) -> bool:
        """Each unit and token was taken out alone and refused."""
    def __bytes__(self) -> bytes: ...

@final
class Progress:
    """A new best."""

    @property
    def data(self) -> bytes:
        """The best so far."""
    @property
    def tokens(self) -> int:
        """Tokens of it."""
    @property
    def pass_name(self) -> str:
        """The pass that found it."""

def reduce(
    data: bytes | bytearray,
    is_interesting: Callable[[bytes], object],
    *,
    language: str | None = None,
    jobs: int = 1,
    effort: Literal["quick", "normal", "thorough"] = "normal",
    max_questions: int | None = None,
    deterministic: bool = False,
    keep_parsing: bool = False,
    instant: bool = False,
    protect: Sequence[tuple[int, int]] = (),
    progress: Callable[[Progress], object] | None = None,
) -> Outcome:
    """The smallest bytes that can be found for which `is_interesting` is true.

    With a `language` (see `languages()`) the search cuts along the syntax tree. `jobs` calls of the test may run at
    once, each on a thread; the GIL is held in calls only, so that what they start runs side by side. With one job, or
    with `deterministic`, the same input and answers give the same result. `protect` has ranges of bytes that stay.
    `instant` says that the test answers sooner than a text is parsed: nothing is parsed to save a call then.
    `progress` is called with each new best, on one thread, in order.

    What a callback raises ends the run and is raised here, and so is KeyboardInterrupt; `Stop` ends it with the best
    so far as the outcome. Raises NotInteresting when the test says no to `data` itself, LopError for what cannot be.
    """

def languages() -> list[str]:
    """The languages that `reduce` knows by name."""
