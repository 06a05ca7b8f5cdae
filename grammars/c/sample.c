#include <stddef.h>
#include "sample.h"

#define LIMIT 16
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#undef UNUSED
#pragma pack(1)

#if defined(LIMIT) && LIMIT > 8
typedef unsigned long long word_t;
#elif LIMIT == 8
typedef unsigned char word_t;
typedef unsigned char uint8_t;
#else
typedef int word_t;
#endif

#ifdef __cplusplus
extern "C" {
int exported(void);
}
#endif

/* Types of every sort. */
enum color { RED, GREEN = 1 << 2, BLUE, };
enum { ANONYMOUS };
union value { int number; float real; char bytes[sizeof(int)]; };
struct list {
  struct list *next, *previous;
  const char *name;
  unsigned flags : 3, rest : 5;
  int (*compare)(const void *left, const void *right);
  union value values[LIMIT];
  struct { int x, y; } at;
} __attribute__((packed));
typedef struct list list_t, *list_p;
typedef int (*handler_t)(int, ...);
typedef int compare_t(const void *, const void *);
typedef float vector_t[4];
typedef union { int whole; char part; } word_u;
typedef struct { int low, high; } range_t;

extern int errno_value;
static const double table[][2] = { { 1.0, 2e3 }, { .5, 0x1p3 } };
static inline int declared(void), also_declared(int);
static volatile int counter = 0;
static struct list head = { .next = NULL, .values = { [0] = { 1 }, [1 ... 3] = { 2 } }, .at = { 1, 2 }, };
char text[] = "one\n" "two\x41";
wchar_t wide = L'w';
int array[3] = { 1, 2, 3 };
int *restrict pointer = (int *)0;
int (*matrix)[4];
int (single), attributed [[deprecated]];
range_t range = { 1, 2 };
const char *described(int), *const *list_of(int names[]);
_Static_assert(sizeof(array) >= 2, "small");

__attribute__((noreturn)) void stop(int code);

static int old_style(a, b)
  int a;
  char *b;
{
  return a + *b;
}

int sum(const int *values, size_t count, ...)
{
  int total = 0, i;
  for (i = 0; i < (int)count; i++)
    total += values[i];
  for (int j = 0, k = 1; j < 3; ++j, k *= 2) {
    if (j == 1)
      continue;
    else if (k > 2)
      break;
    else
      total -= j;
  }
  for (;;) {
    while (total > 100)
      total /= 2;
    do {
      total--;
    } while (total & 1);
    break;
  }
  return total;
}

static word_t hash(register const unsigned char *bytes, size_t length)
{
  word_t state = 5381u;
  const unsigned char *end = bytes + length;
  while (bytes != end)
    state = ((state << 5) + state) ^ *bytes++;
  return state % 0xFFFFuL;
}

int control(int kind, list_p item)
{
  switch (kind) {
  case RED:
  case GREEN:
    item->at.x = ~kind;
    break;
  case BLUE: {
    item->at.y = !kind, kind = -kind;
    goto done;
  }
  default:
    return (kind) ? kind : -1;
  }
  if (item == NULL || !item->name)
    return 1;
  {
    int nested = item ? 1 : 0;
    (void)nested;
  }
  if (kind) ; else { stop(1); }
again:
  if (kind-- > 0)
    goto again;
done:
  return kind, 0;
}

#ifndef NO_ASM
static inline unsigned spin(unsigned value)
{
  __asm__ volatile("nop" : "=r"(value) : "0"(value) : "memory");
  asm("" ::: "cc");
  asm("mov $1, %%eax\n\t"
      "add %%eax, %0" : "=r"(value));
  return value;
}
#endif

static int callbacks(handler_t handler, int argument)
{
  int (*local)(int, ...) = handler;
  int (*both[])(int, ...) = { handler, local };
  struct { int a; float b; } pair = { 1, 2.5f };
  struct list made = (struct list){ .name = "made" };
  range_t whole = (range_t){ .low = range.low };
  size_t offset = offsetof(struct list, name) + sizeof made + _Alignof(int);
  const char *message = argument > 0 ? "positive" : "other";
  pair.a |= argument >> 1;
  pair.b *= both[0](3) + made.compare(0, 0);
  array[argument % 3] = local(argument, message, offset, &made, pair.a);
  return MAX(array[0], (*handler)(1)) + _Generic(argument, int: 1, default: 2);
}

int main(int argc, char **argv)
{
  list_t first = head;
  int result = sum(array, sizeof(array) / sizeof(array[0]));
  result += (int)hash((const unsigned char *)argv[0], argc);
  result ^= control(result, &first) == 0 && argc != 2;
  callbacks(NULL, result);
  old_style(1, "x");
  printf("%d\n", result);
  return result;
}
