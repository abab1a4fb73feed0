#define _GNU_SOURCE
#include "affinity.h"

#include <sched.h>
#include <string.h>

int affinity_get(uint8_t *bits, size_t size) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
    memset(bits, 0, size);
    for (size_t number = 0; number < size * 8 && number < CPU_SETSIZE; number++)
        if (CPU_ISSET(number, &set)) bits[number / 8] |= (uint8_t)(1 << number % 8);
    return 0;
}

int affinity_set(const uint8_t *bits, size_t size) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t number = 0; number < size * 8 && number < CPU_SETSIZE; number++)
        if (bits[number / 8] >> number % 8 & 1) CPU_SET(number, &set);
    return sched_setaffinity(0, sizeof set, &set);
}
