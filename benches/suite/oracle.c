/* The test of the benchmarks: fast, and with an answer that depends on nothing but the file.
 *
 * oracle FILE MILLISECONDS exact BYTES      sleeps, then says yes to a file of that many bytes
 * oracle FILE MILLISECONDS tokens TEXT...   sleeps, then says yes to a file that holds the tokens of each TEXT side by
 *                                           side, and the TEXTs in this order
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static int is_word(int byte) {
    return byte >= 0x80 || byte == '_' || byte == '$' || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z');
}

/* The tokens of a text with one space before each and one behind the last. */
static char *spaced(const unsigned char *text, size_t size) {
    char *out = malloc(2 * size + 3), *at = out;
    int in_word = 0;
    if (!out)
        exit(2);
    for (size_t i = 0; i < size; i++) {
        int word = is_word(text[i]);
        if (!word && (text[i] <= ' ')) {
            in_word = 0;
            continue;
        }
        if (!word || !in_word)
            *at++ = ' ';
        *at++ = (char)text[i];
        in_word = word;
    }
    *at++ = ' ';
    *at = 0;
    return out;
}

static char *read_all(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    struct stat about;
    if (!file || fstat(fileno(file), &about))
        exit(2);
    char *text = malloc((size_t)about.st_size + 1);
    if (!text)
        exit(2);
    *size = fread(text, 1, (size_t)about.st_size, file);
    return text;
}

int main(int argc, char **argv) {
    if (argc < 5)
        return 2;
    long milliseconds = atol(argv[2]);
    struct timespec pause = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    if (milliseconds)
        nanosleep(&pause, NULL);
    if (!strcmp(argv[3], "exact")) {
        struct stat about;
        return stat(argv[1], &about) || about.st_size != atol(argv[4]);
    }
    size_t size;
    char *text = read_all(argv[1], &size), *from = spaced((unsigned char *)text, size);
    for (int i = 4; i < argc; i++) {
        char *wanted = spaced((unsigned char *)argv[i], strlen(argv[i]));
        char *found = strstr(from, wanted);
        if (!found)
            return 1;
        /* The space behind is the space before the next. */
        from = found + strlen(wanted) - 1;
    }
    return 0;
}
