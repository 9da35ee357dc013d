// Packets of all types, one for each work-item, from private memory and back.

typedef struct {
  char bytes[7];
} odd;
typedef struct {
  int number;
  double value;
} mixed;
typedef struct {
  uchar4 bytes;
  float matrix[3][4];
} table;
typedef struct {
  int words[256];
} largest;

#define PACKETS(name, type)                                                                 \
  kernel void write_##name(write_only pipe type out, global const type *in,                 \
                           global int *results) {                                           \
    const size_t i = get_global_id(0);                                                      \
    const type packet = in[i];                                                              \
    results[i] = write_pipe(out, &packet);                                                  \
  }                                                                                         \
  kernel void read_##name(read_only pipe type in, global type *out, global int *results) {  \
    const size_t i = get_global_id(0);                                                      \
    type packet;                                                                            \
    results[i] = read_pipe(in, &packet);                                                    \
    if (results[i] == 0) {                                                                  \
      out[i] = packet;                                                                      \
    }                                                                                       \
  }

PACKETS(char, char)
PACKETS(ushort, ushort)
PACKETS(int, int)
PACKETS(double, double)
PACKETS(float3, float3)
PACKETS(char3, char3)
PACKETS(long16, long16)
PACKETS(odd, odd)
PACKETS(mixed, mixed)
PACKETS(table, table)
PACKETS(largest, largest)
