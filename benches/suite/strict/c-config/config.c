#include <stdio.h>
#include <string.h>

#define VERSION "1.4"
#define KEYS 4
#define STR(x) #x
#define NAME(x) STR(x) "=" VERSION

#if !defined(PATH_SEP)
#  if defined(_WIN32)
#    define PATH_SEP '\\'
#  else
#    define PATH_SEP '/'
#  endif
#endif

#ifdef __GNUC__
#  define UNUSED __attribute__((unused))
#  define LIKELY(x) __builtin_expect(!!(x), 1)
#else
#  define UNUSED
#  define LIKELY(x) (x)
#endif

struct entry {
    const char *key;
    const char *value;
};

static struct entry table[KEYS] = {
    { "root", "/srv" },
    { "mode", "fast" },
#ifdef EXPERIMENTAL
    { "lab", "yes" },
#endif
    { "user", "nobody" },
};

static const char *find(const char *key) {
    for (int i = 0; i < KEYS; i++)
        if (LIKELY(table[i].key != NULL) && strcmp(table[i].key, key) == 0)
            return table[i].value;
    return "";
}

static UNUSED int depth(const char *path) {
    int count = 0;
    for (; *path; path++)
        if (*path == PATH_SEP) count++;
    return count;
}

static const char *base(const char *path) {
    const char *at = strrchr(path, PATH_SEP);
    const char *name = at ? at + 1 : path;
    return name;
}

int main(void) {
#if KEYS > 2
    printf("%s %s\n", NAME(tool), find("mode"));
#else
    puts(NAME(tool));
#endif
    printf("%s %d\n", base("/srv/www/index"), depth(find("root")));
    return 0;
}
