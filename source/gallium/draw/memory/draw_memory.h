/// @file
/// Memory that the kernels of a draw pass data to each other in. A context has one, which its draws
/// use one after the other.
#pragma once

#include "gallium/draw/kernels/draw_abi.h"
#include "gallium/resource/storage.h"

namespace mux::gallium {

/// What a batch of a draw needs for each of its chunks.
struct ChunkSizes {
  uint64_t outputs;
  uint64_t records;
  uint64_t sets;

  uint64_t total() const { return outputs + records + sets + sizeof(draw_chunk_s); }
};

ChunkSizes chunk_sizes(uint32_t output_count, uint32_t tile_count);

/// Most chunks of a batch: so many that all of them are within a bound of memory, and at least one.
uint32_t max_chunks(const ChunkSizes &sizes);

/// The memory of a batch.
struct DrawMemory {
  Ref<Storage> outputs;
  Ref<Storage> chunks;
  Ref<Storage> records;
  Ref<Storage> sets;

  /// Replaces what is too small for some chunks. What commands use is kept by them.
  void reserve(Screen &screen, const ChunkSizes &sizes, uint32_t chunk_count);
};

}  // namespace mux::gallium
