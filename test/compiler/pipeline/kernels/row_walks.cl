// Each work-item loops over its own row.

#define SUM(NAME, TYPE)                                                                  \
  kernel void sum_of_##NAME(global const TYPE *from, global TYPE *to, int length) {      \
    const int i = get_global_id(0);                                                      \
    TYPE sum = 0;                                                                        \
    for (int k = 0; k < length; ++k) sum += from[i * length + k];                        \
    to[i] = sum;                                                                         \
  }

SUM(uchar, uchar)
SUM(short, short)
SUM(uint, uint)
SUM(long, long)

// Two rows at once, one of them with its own start, and a shared one.
kernel void product(global const uint *from, global uint *to, int length) {
  const int i = get_global_id(0);
  uint sum = 0;
  if (i % 3 != 1) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < length; ++k) {
        sum += from[i * length + k] * (from[i / 2 * length + k] + from[k * 3 + j]);
      }
    }
  }
  to[i] = sum;
}

// The row length is known, with an early exit.
kernel void first_of(global const uint *from, global uint *to, int length) {
  const int i = get_global_id(0);
  int k = 0;
  while (k < length && from[i * length + k] % 5 != 0) ++k;
  to[i] = k;
}

// Windows of adjacent work-items overlap, so they are not rows.
kernel void window(global const uint *from, global uint *to, int length) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < length; ++k) {
    sum += from[i + k];
  }
  to[i] = sum;
}

// A row for each work-item, all of the same length.
kernel void pieces(global const ushort *from, global ushort *to, global const int *where,
                   int length) {
  const int i = get_global_id(0);
  const size_t start = (size_t)length * i, end = (size_t)length * (i + 1);
  for (size_t k = start; k < end; ++k) {
    int value = from[where[k] & 1023];
    for (int step = 0; step < 3; ++step) value = value * 7 + (value >> 3);
    to[where[k] & 1023] = value;
  }
}

// Rows of different lengths.
kernel void uneven_pieces(global const ushort *from, global ushort *to, global const int *where,
                          int length) {
  const int i = get_global_id(0);
  const size_t start = (size_t)length * i, end = where[i];
  for (size_t k = start; k < end; ++k) {
    int value = from[where[k] & 1023];
    for (int step = 0; step < 3; ++step) value = value * 7 + (value >> 3);
    to[where[k] & 1023] = value;
  }
}
