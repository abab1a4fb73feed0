#ifndef MEASURE_H
#define MEASURE_H

// now: seconds. median: of so many figures, which it sorts.
void measure_curves(int rounds, double (*now)(void), double (*median)(double *, int));

#endif
