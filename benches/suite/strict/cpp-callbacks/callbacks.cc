#include <cstdlib>

template <class T> struct Pair { T first, second; };
typedef Pair<long> Range;
typedef int (*Compare)(const void *, const void *);

struct Base {
    int id;
    explicit Base(int id) : id(id) {}
    int number() const { return id; }
};

struct Task : Base {
    Range range;
    Task(int id, long from, long to) : Base(id), range{from, to} {}
    long length() const { return range.second - range.first; }
};

static int by_length(const void *a, const void *b) {
    const Task *left = static_cast<const Task *>(a);
    const Task *right = static_cast<const Task *>(b);
    return static_cast<int>(left->length() - right->length());
}

static Range joined(Range a, Range b) {
    Range result = a;
    if (b.first < a.first) result.first = b.first;
    if (b.second > a.second) result.second = b.second;
    return result;
}

static long span(const Task *tasks, int count) {
    Range all = tasks[0].range;
    for (int i = 1; i < count; i++) all = joined(all, tasks[i].range);
    long total = all.second - all.first;
    return total;
}

static void sort(Task *tasks, int count, Compare compare) {
    qsort(tasks, static_cast<size_t>(count), sizeof *tasks, compare);
}

int main() {
    Task tasks[] = { Task(1, 10, 40), Task(2, 5, 15), Task(3, 20, 90) };
    sort(tasks, 3, by_length);
    if (tasks[0].number() != 2) return 1;
    return span(tasks, 3) == 85 ? 3 : 0;
}
