/// @file
/// Pipes of OpenCL C (section 6.15.14, `__opencl_c_pipes`): what a kernel's argument of a pipe type
/// points to.
///
/// A pipe is memory in a buffer. Whoever wants one makes a buffer of mux_pipe_size() bytes, has
/// mux_pipe_initialize() write an empty pipe into it, and gives the buffer to kernels by a buffer
/// descriptor:
///
///     muxCreateBuffer(device, mux_pipe_size(sizeof(int), 1024), allocator, &buffer);
///     ... bind it to memory and map that: data
///     mux_pipe_initialize(data, sizeof(int), 1024);
///
/// From its first byte, a pipe consists of
///
/// 1. the header, ::mux_pipe_t;
/// 2. `max_packets` words of 32 bits, the states of the places for packets. A position counts the
///    laps around all places and the place in the lap. In lap n (modulo 2^31) a place's state is
///    2n while it is free, and 2n + 1 once a packet has been committed there; when that packet has
///    been read, it is 2n + 2, free in the next lap;
/// 3. at the next multiple of #MUX_PIPE_ALIGNMENT bytes, the places: `max_packets` times
///    `packet_size` bytes.
///
/// What packets are read in is the order of the reservations they were written by. A packet can be
/// read as soon as all packets before it have been committed; a place can be written again when
/// what was read there before it, in the order of places, has been committed too. No function
/// waits: where there are not enough packets or places, a reservation fails at once.
///
/// Commands order their work on pipes as on any buffer that is read and written. The functions here
/// may be called from any thread, and fail never; nothing else may use the pipe at the same time as
/// mux_pipe_initialize().
#ifndef MUX_PIPE_H_INCLUDED
#define MUX_PIPE_H_INCLUDED

#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What the address of a pipe is a multiple of, in bytes.
#define MUX_PIPE_ALIGNMENT 128

/// The largest packet in bytes.
#define MUX_PIPE_MAX_PACKET_SIZE 1024

/// What a pipe begins with. The lines of 64 bytes are apart, so that writing and reading disturb
/// each other as little as possible.
typedef struct mux_pipe_s {
  /// Bytes of a packet, from 1 to #MUX_PIPE_MAX_PACKET_SIZE. Functions for packets of another size
  /// fail.
  uint32_t packet_size;
  /// How many packets the pipe holds, from 1.
  uint32_t max_packets;
  uint8_t reserved_0[56];
  /// Where the next packet will be written: the place in the lower 32 bits, the lap in the upper.
  uint64_t write_position;
  /// Packets whose writing was committed, modulo 2^32.
  uint32_t written;
  uint8_t reserved_1[52];
  /// Where the next packet will be read.
  uint64_t read_position;
  /// Packets whose reading was committed, modulo 2^32.
  uint32_t removed;
  uint8_t reserved_2[52];
} mux_pipe_t;

/// Bytes from the beginning of a pipe to its first packet.
///
/// @param max_packets how many packets the pipe holds.
static inline uint64_t mux_pipe_packets_offset(uint32_t max_packets) {
  const uint64_t places = max_packets;
  const uint64_t states = sizeof(mux_pipe_t) + places * sizeof(uint32_t);
  return (states + MUX_PIPE_ALIGNMENT - 1) / MUX_PIPE_ALIGNMENT * MUX_PIPE_ALIGNMENT;
}

/// Bytes of a pipe.
///
/// @param packet_size bytes of a packet, from 1 to #MUX_PIPE_MAX_PACKET_SIZE.
/// @param max_packets how many packets the pipe holds, from 1.
static inline uint64_t mux_pipe_size(uint32_t packet_size, uint32_t max_packets) {
  const uint64_t places = max_packets;
  return mux_pipe_packets_offset(max_packets) + places * packet_size;
}

/// Makes an empty pipe. What the places hold stays as it is.
///
/// @param memory mux_pipe_size() bytes, at a multiple of #MUX_PIPE_ALIGNMENT.
/// @param packet_size bytes of a packet, from 1 to #MUX_PIPE_MAX_PACKET_SIZE.
/// @param max_packets how many packets the pipe holds, from 1.
static inline void mux_pipe_initialize(void *memory, uint32_t packet_size, uint32_t max_packets) {
  const uint32_t sizes[2] = {packet_size, max_packets};
  memset(memory, 0, mux_pipe_packets_offset(max_packets));
  memcpy(memory, sizes, sizeof sizes);
}

#ifdef __cplusplus
}
#endif

#endif  // MUX_PIPE_H_INCLUDED
