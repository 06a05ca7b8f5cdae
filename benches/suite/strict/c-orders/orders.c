#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 8
#define SCALE 100
#ifdef WITH_TAXES
#define TAX 19
#else
#define TAX 7
#endif

typedef struct {
    const char *name;
    int cents;
    int count;
} Line;

typedef struct {
    Line lines[MAX_LINES];
    int used;
    int discount;
} Order;

enum state { OPEN, PAID, SENT };

#if defined(DEBUG) && DEBUG > 1
static void trace(const char *text) { fprintf(stderr, "%s\n", text); }
#else
static void trace(const char *text) { (void)text; }
#endif

static int add(Order *order, const char *name, int cents, int count) {
    if (order->used == MAX_LINES) {
        trace("full");
        return -1;
    }
    Line line = { name, cents, count };
    order->lines[order->used] = line;
    order->used++;
    return order->used;
}

static int compare(const void *a, const void *b) {
    const Line *left = a, *right = b;
    int difference = left->cents - right->cents;
    return difference ? difference : strcmp(left->name, right->name);
}

static int total(const Order *order) {
    int sum = 0;
    for (int i = 0; i < order->used; i++) {
        Line line = order->lines[i];
        int price = line.cents * line.count;
        int taxed = price + price * TAX / SCALE;
        sum += taxed;
    }
    int rest = sum - order->discount;
    return rest < 0 ? 0 : rest;
}

static const char *label(enum state state) {
    switch (state) {
    case OPEN: return "open";
    case PAID: return "paid";
    default: return "sent";
    }
}

int main(void) {
    Order order = { .used = 0, .discount = 150 };
    add(&order, "pen", 120, 3);
    add(&order, "ink", 80, 2);
    add(&order, "pad", 300, 1);
    qsort(order.lines, order.used, sizeof(Line), compare);
    for (int i = 0; i < order.used; i++)
        printf("%s %d\n", order.lines[i].name, order.lines[i].count);
    printf("%s %d\n", label(order.used > 2 ? PAID : OPEN), total(&order));
    return 0;
}
