#ifndef AFFINITY_H
#define AFFINITY_H

#include <stddef.h>
#include <stdint.h>

// The processors that this thread may run on, one bit each, the lowest first. Swift's Glibc does not show the
// functions for it. They return 0, or -1 when they fail.
int affinity_get(uint8_t *bits, size_t size);
int affinity_set(const uint8_t *bits, size_t size);

#endif
