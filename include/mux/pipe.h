/// @file
/// Memory layout of OpenCL C pipes (section 6.15.14, `__opencl_c_pipes`), to which pipe arguments
/// of kernels point.
///
/// A pipe is stored in a buffer. Create a buffer of mux_pipe_size() bytes, write an empty pipe into
/// it with mux_pipe_initialize(), and pass the buffer to kernels with a buffer descriptor:
///
///     muxCreateBuffer(device, mux_pipe_size(sizeof(int), 1024), allocator, &buffer);
///     ... bind it to memory and map that: data
///     mux_pipe_initialize(data, sizeof(int), 1024);
///
/// From its first byte, a pipe consists of
///
/// 1. the header, ::mux_pipe_t;
/// 2. `max_packets` 32-bit words, the states of the slots of a ring buffer. A position consists of
///    a lap and the slot in the lap. In lap n (modulo 2^31) a slot's state is 2n while it is free,
///    and 2n + 1 once a packet has been committed to it; when that packet has been read, it is 2n +
///    2, free in the next lap;
/// 3. at the next multiple of #MUX_PIPE_ALIGNMENT bytes, the slots: `max_packets` times
///    `packet_size` bytes.
///
/// Packets are read in the order of the reservations that they were written with. A packet can be
/// read as soon as all packets before it have been committed; a slot can be written again once its
/// read, and all reads of slots before it, have been committed. No function blocks: without enough
/// packets or slots, a reservation fails at once.
///
/// Commands that access pipes are ordered like those on any buffer that is read and written. The
/// functions here are thread-safe and cannot fail; the pipe must not be used concurrently with
/// mux_pipe_initialize().
#ifndef MUX_PIPE_H_INCLUDED
#define MUX_PIPE_H_INCLUDED

#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Alignment of the address of a pipe in bytes.
#define MUX_PIPE_ALIGNMENT 128

/// The largest packet in bytes.
#define MUX_PIPE_MAX_PACKET_SIZE 1024

/// Header of a pipe. Writing and reading state is on separate cache lines of 64 bytes, to avoid
/// false sharing.
typedef struct mux_pipe_s {
  /// Bytes of a packet, from 1 to #MUX_PIPE_MAX_PACKET_SIZE. Functions for packets of another size
  /// fail.
  uint32_t packet_size;
  /// Capacity in packets, at least 1.
  uint32_t max_packets;
  /// Not used.
  uint8_t reserved_0[56];
  /// Position of the next write: slot in the lower 32 bits, lap in the upper.
  uint64_t write_position;
  /// Number of committed writes, modulo 2^32.
  uint32_t written;
  /// Not used.
  uint8_t reserved_1[52];
  /// Position of the next read.
  uint64_t read_position;
  /// Number of committed reads, modulo 2^32.
  uint32_t removed;
  /// Not used.
  uint8_t reserved_2[52];
} mux_pipe_t;

/// Returns the offset of the first slot in bytes.
///
/// @param max_packets capacity in packets.
static inline uint64_t mux_pipe_packets_offset(uint32_t max_packets) {
  const uint64_t places = max_packets;
  const uint64_t states = sizeof(mux_pipe_t) + places * sizeof(uint32_t);
  return (states + MUX_PIPE_ALIGNMENT - 1) / MUX_PIPE_ALIGNMENT * MUX_PIPE_ALIGNMENT;
}

/// Returns the size of a pipe in bytes.
///
/// @param packet_size bytes of a packet, from 1 to #MUX_PIPE_MAX_PACKET_SIZE.
/// @param max_packets capacity in packets, at least 1.
static inline uint64_t mux_pipe_size(uint32_t packet_size, uint32_t max_packets) {
  const uint64_t places = max_packets;
  return mux_pipe_packets_offset(max_packets) + places * packet_size;
}

/// Initializes an empty pipe. Does not write the slots.
///
/// @param memory mux_pipe_size() bytes, at a multiple of #MUX_PIPE_ALIGNMENT.
/// @param packet_size bytes of a packet, from 1 to #MUX_PIPE_MAX_PACKET_SIZE.
/// @param max_packets capacity in packets, at least 1.
static inline void mux_pipe_initialize(void *memory, uint32_t packet_size, uint32_t max_packets) {
  const uint32_t sizes[2] = {packet_size, max_packets};
  memset(memory, 0, mux_pipe_packets_offset(max_packets));
  memcpy(memory, sizes, sizeof sizes);
}

#ifdef __cplusplus
}
#endif

#endif  // MUX_PIPE_H_INCLUDED
