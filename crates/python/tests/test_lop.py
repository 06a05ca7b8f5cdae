"""What `import lop` does, and that it is what the command line does. For pytest, and for `python -m unittest`.

LOP names the program that is compared with; without it that test is left out.
"""
import os, subprocess, tempfile, threading, unittest

import lop

PROGRAM = b"""#include <stdio.h>
int unused(int x) { return x + 1; }
int crash(int *p, int n) {
  for (int i = 0; i < n; i++) { if (p[i] > 3) return p[i + 1]; }
  return unused(n);
}
int main(void) { int a[3] = {1, 2, 3}; printf("%d", crash(a, 2)); return 0; }
"""


class Reduce(unittest.TestCase):
    def test_a_function_is_enough_of_a_test(self):
        done = lop.reduce(b"some input with a bug in it", lambda text: b"bug" in text)
        self.assertEqual(done.data, b"bug")
        self.assertEqual(bytes(done), done.data)
        self.assertEqual((done.bytes, done.tokens), ((27, 3), (7, 1)))
        self.assertTrue(done.one_minimal and done.ended == "fixpoint" and done.questions > 1)

    def test_it_finds_what_the_command_line_finds_byte_for_byte(self):
        program = os.environ.get("LOP")
        if program is None:
            self.skipTest("LOP names no program")
        for wanted, language in ((b"p[i + 1]", "c"), (b"printf", "c"), (b"a[3]", None)):
            for jobs in 1, 4:
                here = lop.reduce(PROGRAM, lambda text: wanted in text, language=language, jobs=jobs, deterministic=True)
                with tempfile.TemporaryDirectory() as place:
                    file, out = os.path.join(place, "input.c"), os.path.join(place, "out.c")
                    with open(file, "wb") as input:
                        input.write(PROGRAM)
                    command = [program, file, "-o", out, "--jobs", str(jobs), "--deterministic", "--quiet"]
                    command += ["--language", language or "text", "--", "grep", "-qF", wanted.decode(), "@@"]
                    env = dict(os.environ, XDG_STATE_HOME=place)
                    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, env=env)
                    with open(out, "rb") as result:
                        self.assertEqual(here.data, result.read(), (wanted, jobs))

    def test_jobs_ask_at_the_same_time(self):
        lock, two, inside = threading.Lock(), threading.Event(), [0]

        def test(text):
            with lock:
                inside[0] += 1
                if inside[0] == 2:
                    two.set()
            # All but the question about the input wait for company, which one that held the GIL would never get.
            if text != PROGRAM and not two.wait(timeout=100):
                raise AssertionError("nobody came")
            with lock:
                inside[0] -= 1
            return b"crash" in text

        done = lop.reduce(PROGRAM, test, language="c", jobs=2)
        self.assertEqual(done.data, b"crash")

    def test_what_the_test_raises_is_raised(self):
        asked = []

        def test(text):
            asked.append(text)
            if len(asked) == 2:
                raise KeyError("what now")
            return True

        with self.assertRaisesRegex(KeyError, "what now"):
            lop.reduce(PROGRAM, test)
        self.assertEqual(len(asked), 2)

    def test_what_the_progress_function_raises_is_raised(self):
        def progress(now):
            raise OSError(f"{now.tokens} are too many")

        with self.assertRaisesRegex(OSError, "too many"):
            lop.reduce(PROGRAM, lambda text: b"crash" in text, progress=progress)

    def test_an_interrupt_ends_the_run(self):
        import signal

        # Who was started in the background by a shell does not listen to it.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))

        def test(text):
            signal.raise_signal(signal.SIGINT)
            return True

        with self.assertRaises(KeyboardInterrupt):
            lop.reduce(PROGRAM * 100, test, max_questions=100_000_000)

    def test_stop_ends_the_run_with_the_best_so_far(self):
        seen = []

        def progress(now):
            seen.append(now.data)
            if len(seen) == 2:
                raise lop.Stop

        done = lop.reduce(PROGRAM, lambda text: text.startswith(b"#"), progress=progress)
        self.assertIn(done.ended, ("stopped", "fixpoint"))
        self.assertLessEqual(len(done.data), len(seen[-1]))

        def test(text):
            raise lop.Stop

        done = lop.reduce(PROGRAM, test)
        self.assertEqual((done.data, done.ended, done.questions), (PROGRAM, "stopped", 0))

    def test_progress_is_told_of_each_best_in_order(self):
        seen = []
        done = lop.reduce(PROGRAM, lambda text: b"crash" in text, jobs=4, progress=seen.append)
        self.assertEqual(seen[-1].data, done.data)
        self.assertEqual([it.tokens for it in seen], sorted((it.tokens for it in seen), reverse=True))
        self.assertTrue(all(it.pass_name for it in seen))

    def test_what_cannot_be_is_an_error_that_says_why(self):
        with self.assertRaisesRegex(lop.NotInteresting, "not interesting"):
            lop.reduce(PROGRAM, lambda text: False)
        with self.assertRaisesRegex(lop.LopError, "no language klingon"):
            lop.reduce(PROGRAM, lambda text: True, language="klingon")
        with self.assertRaisesRegex(lop.LopError, "no effort huge"):
            lop.reduce(PROGRAM, lambda text: True, effort="huge")
        with self.assertRaisesRegex(lop.LopError, "cannot be protected"):
            lop.reduce(b"a", lambda text: True, protect=[(0, 7)])
        with self.assertRaises(TypeError):
            lop.reduce("text", lambda text: True)
        self.assertTrue(issubclass(lop.NotInteresting, lop.LopError) and issubclass(lop.LopError, ValueError))

    def test_options_mean_what_they_say(self):
        self.assertEqual(lop.reduce(b"a = 1; b = 2;", lambda text: True, protect=[(7, 8)]).data, b"b")
        self.assertEqual(lop.reduce(PROGRAM, lambda text: True, max_questions=0).ended, "budget")
        kept = lop.reduce(b"int x; int y;", lambda text: b"y" in text, language="c", keep_parsing=True)
        self.assertEqual(kept.data, b"y;")
        self.assertIn("c", lop.languages())
        self.assertEqual(lop.reduce(bytearray(b"a b"), lambda text: b"b" in text).data, b"b")

    def test_runs_may_be_side_by_side(self):
        found = {}
        words = [b"crash", b"printf", b"unused", b"main"]

        def run(word):
            found[word] = lop.reduce(PROGRAM, lambda text: word in text, language="c").data

        threads = [threading.Thread(target=run, args=(it,)) for it in words]
        for it in threads:
            it.start()
        for it in threads:
            it.join()
        self.assertEqual(found, {it: it for it in words})


if __name__ == "__main__":
    unittest.main()
