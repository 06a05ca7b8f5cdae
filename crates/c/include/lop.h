/* The lop test-case reducer: cuts what is interesting down to the few tokens that matter.
 * Made of crates/c/src/lib.rs: change it there. */

#ifndef LOP_H
#define LOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 The effort that is enough for most: `effort` of `lop_options`.
 */
#define LOP_NORMAL 0

/*
 Only big steps.
 */
#define LOP_QUICK 1

/*
 Everything there is, as long as it takes.
 */
#define LOP_THOROUGH 2

/*
 How a reduction ended.
 */
typedef enum lop_status {
  /*
   Nothing more to try.
   */
  LOP_STATUS_DONE = 0,
  /*
   The test ended it.
   */
  LOP_STATUS_STOPPED = 1,
  /*
   `max_questions` are used up.
   */
  LOP_STATUS_BUDGET = 2,
  /*
   The test says no to the input itself.
   */
  LOP_STATUS_NOT_INTERESTING = 3,
  /*
   An argument is not as it must be.
   */
  LOP_STATUS_BAD_ARGUMENT = 4,
  /*
   A fault of lop.
   */
  LOP_STATUS_FAILED = 5,
} lop_status;

/*
 What came of a reduction. To be given to `lop_result_free`, whatever it is.
 */
typedef struct lop_result {
  /*
   How it ended. Up to `LOP_STATUS_BUDGET` there is a text, from there on a message.
   */
  enum lop_status status;
  /*
   The smallest text that was found, or NULL.
   */
  uint8_t *text;
  /*
   The bytes of it.
   */
  size_t size;
  /*
   The tokens of it.
   */
  size_t tokens;
  /*
   How often the test was called.
   */
  uint64_t questions;
  /*
   Each unit and token was taken out alone and refused.
   */
  bool one_minimal;
  /*
   What went wrong and what to do about it, in UTF-8, or NULL.
   */
  char *message;
} lop_result;

/*
 The test: more than 0 if `text` is interesting, 0 if it is not, less than 0 to end the run with the best so far.

 With several jobs it is called on several threads at once. It must not throw, longjmp, or change `text`.
 */
typedef int (*lop_test)(const uint8_t *text, size_t size, void *context);

/*
 Who is told of each new best, in order, on one thread.
 */
typedef void (*lop_progress)(const uint8_t *text, size_t size, size_t tokens, void *context);

/*
 What may be said about a reduction. All zero is what most want: `lop_options options = {0};`.
 */
typedef struct lop_options {
  /*
   The name of a language, such as "c", along whose syntax tree the search cuts; NULL for plain text.
   */
  const char *language;
  /*
   How many calls of the test may run at once; 0 is 1.
   */
  size_t jobs;
  /*
   `LOP_NORMAL`, `LOP_QUICK` or `LOP_THOROUGH`.
   */
  uint32_t effort;
  /*
   The result is to be the same at any number of jobs. At one job it is.
   */
  bool deterministic;
  /*
   Ask only about what has no more syntax errors than the input.
   */
  bool keep_parsing;
  /*
   The test answers sooner than a text is parsed: nothing is parsed to save a call then.
   */
  bool instant;
  /*
   The end after so many calls of the test, the first not counted; 0 for no bound.
   */
  uint64_t max_questions;
  /*
   Who is told of each new best, or NULL.
   */
  lop_progress progress;
  /*
   What the functions are given.
   */
  void *context;
} lop_options;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The smallest text that can be found for which `is_interesting` says yes. `options` may be NULL.

 # Safety
 `text` has `size` bytes; `options` and the language that it names are there until this returns, and so is all that the
 functions use of `context`, on any thread if there is more than one job.
 */
struct lop_result lop_reduce(const uint8_t *text,
                             size_t size,
                             lop_test is_interesting,
                             const struct lop_options *options);

/*
 Frees what `lop_reduce` gave. May be called again for the same.

 # Safety
 `outcome` is NULL or what `lop_reduce` gave, with its `text`, `size` and `message` as they were.
 */
void lop_result_free(struct lop_result *outcome);

/*
 The version of lop, such as "0.1.0".
 */
const char *lop_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LOP_H */
