/* Packs the readings of a weather station into frames and prints them in hexadecimal.
 *
 * A frame is one kind byte, the readings as they come, and a checksum. Written for the examples of lop: it is correct
 * GNU C, and gcc 12 crashes on it when it is built with -O2 -D_FORTIFY_SOURCE=3.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum kind { TEMPERATURE = 1, PRESSURE, WIND, RAIN };

enum unit { TENTHS_OF_DEGREE, PASCAL, CM_PER_SECOND, MICROMETRE };

struct reading {
    uint32_t seconds;
    int32_t value;
};

struct series {
    enum kind kind;
    enum unit unit;
    const char *station;
    size_t length, room;
    struct reading *readings;
};

struct sink {
    FILE *to;
    unsigned long frames, bytes;
};

static const struct {
    enum kind kind;
    enum unit unit;
    const char *name;
    int32_t lowest, highest;
} kinds[] = {
    { TEMPERATURE, TENTHS_OF_DEGREE, "temperature", -900, 600 },
    { PRESSURE, PASCAL, "pressure", 85000, 110000 },
    { WIND, CM_PER_SECOND, "wind", 0, 11500 },
    { RAIN, MICROMETRE, "rain", 0, 2000000 },
};

static void die(const char *why) {
    fprintf(stderr, "frames: %s\n", why);
    exit(EXIT_FAILURE);
}

static uint32_t checksum(const void *data, size_t size, uint32_t sum) {
    const uint8_t *byte = data;
    for (size_t i = 0; i < size; i++) {
        sum ^= byte[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return sum;
}

static struct series *series_new(enum kind kind, const char *station) {
    struct series *it = calloc(1, sizeof *it);
    if (!it)
        die("out of memory");
    it->kind = kind;
    it->station = station;
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (kinds[i].kind == kind)
            it->unit = kinds[i].unit;
    return it;
}

static void series_add(struct series *it, uint32_t seconds, int32_t value) {
    if (it->length == it->room) {
        it->room = it->room ? 2 * it->room : 8;
        it->readings = realloc(it->readings, it->room * sizeof *it->readings);
        if (!it->readings)
            die("out of memory");
    }
    it->readings[it->length++] = (struct reading){ seconds, value };
}

static void series_free(struct series *it) {
    free(it->readings);
    free(it);
}

static int is_plausible(enum kind kind, int32_t value) {
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (kinds[i].kind == kind)
            return kinds[i].lowest <= value && value <= kinds[i].highest;
    return 0;
}

static size_t drop_outliers(struct series *it) {
    size_t kept = 0;
    for (size_t i = 0; i < it->length; i++)
        if (is_plausible(it->kind, it->readings[i].value))
            it->readings[kept++] = it->readings[i];
    size_t dropped = it->length - kept;
    it->length = kept;
    return dropped;
}

static int by_time(const void *a, const void *b) {
    const struct reading *left = a, *right = b;
    return (left->seconds > right->seconds) - (left->seconds < right->seconds);
}

static void print_hex(struct sink *sink, const void *data, size_t size) {
    const uint8_t *byte = data;
    for (size_t i = 0; i < size; i++)
        fprintf(sink->to, "%02x%s", byte[i], i % 16 == 15 ? "\n" : " ");
    fputc('\n', sink->to);
    sink->frames++;
    sink->bytes += size;
}

static void send(struct sink *sink, const struct series *series, size_t first, size_t count) {
    const size_t size = count * sizeof(struct reading);
    struct {
        uint8_t kind;
        uint8_t payload[size];
        uint32_t sum;
    } frame;
    uint32_t sum = checksum(&series->readings[first], size, ~0u);

    memset(&frame, 0, sizeof frame);
    frame.kind = series->kind;
    memcpy(frame.payload, &series->readings[first], size);
    memcpy(&frame.sum, &sum, sizeof sum);
    print_hex(sink, &frame, sizeof frame);
}

static void send_all(struct sink *sink, struct series *series, size_t per_frame) {
    size_t dropped = drop_outliers(series);
    if (dropped)
        fprintf(stderr, "%s: %zu readings make no sense\n", series->station, dropped);
    qsort(series->readings, series->length, sizeof *series->readings, by_time);
    for (size_t first = 0; first < series->length; first += per_frame) {
        size_t left = series->length - first;
        send(sink, series, first, left < per_frame ? left : per_frame);
    }
}

int main(int argc, char **argv) {
    size_t per_frame = argc > 1 ? strtoul(argv[1], NULL, 10) : 4;
    struct sink sink = { stdout, 0, 0 };
    struct series *series = series_new(TEMPERATURE, "roof");

    if (!per_frame)
        die("how many readings to a frame?");
    for (uint32_t hour = 0; hour < 24; hour++)
        series_add(series, hour * 3600, 120 + (int32_t)(hour < 14 ? 7 * hour : 7 * (28 - hour)));
    series_add(series, 24 * 3600, 32767);
    send_all(&sink, series, per_frame);
    series_free(series);
    fprintf(stderr, "%lu frames, %lu bytes\n", sink.frames, sink.bytes);
    return EXIT_SUCCESS;
}
