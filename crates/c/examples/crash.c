/* Cuts a program down to the few tokens without which it would not divide by zero.
 *
 *     cargo build --release -p lop-c
 *     cc -Icrates/c/include crates/c/examples/crash.c target/release/liblop_c.a -lpthread -ldl -lm -o crash && ./crash
 */
#include <stdio.h>
#include <string.h>

#include "lop.h"

static const char PROGRAM[] =
    "int unused(int x) { return x + 1; }\n"
    "int crash(int n) {\n"
    "  for (int i = 0; i < n; i++) { if (i > 3) return n / 0; }\n"
    "  return unused(n);\n"
    "}\n";

/* Stands for whatever the program that you work on does with a text. */
static int divides_by_zero(const uint8_t *text, size_t size, void *context) {
    size_t *calls = context;
    ++*calls;
    for (size_t i = 0; i + 3 <= size; i++) {
        if (memcmp(text + i, "/ 0", 3) == 0) return 1;
    }
    return 0;
}

static void improved(const uint8_t *text, size_t size, size_t tokens, void *context) {
    (void)text, (void)context;
    fprintf(stderr, "%zu tokens, %zu bytes\n", tokens, size);
}

int main(void) {
    size_t calls = 0;
    lop_options options = {0};
    options.language = "c";
    options.progress = improved;
    options.context = &calls;
    lop_result result =
        lop_reduce((const uint8_t *)PROGRAM, sizeof PROGRAM - 1, divides_by_zero, &options);
    if (result.message) {
        fprintf(stderr, "%s\n", result.message);
    } else {
        printf("lop %s: %.*s\n", lop_version(), (int)result.size, (const char *)result.text);
    }
    int is_fine = result.status == LOP_STATUS_DONE && result.size == 3 && calls == result.questions;
    lop_result_free(&result);
    return is_fine ? 0 : 1;
}
