// Each work-item walks along a row of its own.

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

// Two rows at once, one of them with a start of its own, and what all read.
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

// The length of a row is known, and it ends early.
kernel void first_of(global const uint *from, global uint *to, int length) {
  const int i = get_global_id(0);
  int k = 0;
  while (k < length && from[i * length + k] % 5 != 0) ++k;
  to[i] = k;
}

// What each work-item walks along lies beside what its neighbors do: no rows of their own.
kernel void window(global const uint *from, global uint *to, int length) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < length; ++k) {
    sum += from[i + k];
  }
  to[i] = sum;
}

// A piece for each work-item, as many elements for all: they reach its end together.
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

// The same, and each piece ends where it does.
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
