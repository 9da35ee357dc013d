#include "gallium/draw/memory/draw_memory.h"

#include <algorithm>
#include <bit>

namespace mux::gallium {
namespace {

/// Bytes of all chunks of a batch. Larger draws are done in several batches, each of which reads
/// the tiles that it touches; 48 MiB are 100,000 triangles and more.
constexpr uint64_t max_batch_bytes = uint64_t{48} << 20U;

/// Chunks of a batch: each tile goes through all of them.
constexpr uint64_t max_batch_chunks = 1024;

void grow(Screen &screen, Ref<Storage> &storage, uint64_t size) {
  if (!storage || storage->size() < size) {
    storage = make_ref<Storage>(screen, std::bit_ceil(size));
  }
}

}  // namespace

ChunkSizes chunk_sizes(uint32_t output_count, uint32_t tile_count) {
  constexpr uint64_t register_bytes = 16;
  return {DRAW_CHUNK_VERTICES * register_bytes * output_count,
          DRAW_CHUNK_RECORDS * sizeof(draw_record_s),
          uint64_t{tile_count} * DRAW_SET_WORDS * sizeof(uint32_t)};
}

uint32_t max_chunks(const ChunkSizes &sizes) {
  return static_cast<uint32_t>(
      std::clamp<uint64_t>(max_batch_bytes / sizes.total(), 1, max_batch_chunks));
}

void DrawMemory::reserve(Screen &screen, const ChunkSizes &sizes, uint32_t chunk_count) {
  grow(screen, outputs, sizes.outputs * chunk_count);
  grow(screen, chunks, sizeof(draw_chunk_s) * chunk_count);
  grow(screen, records, sizes.records * chunk_count);
  grow(screen, sets, sizes.sets * chunk_count);
}

}  // namespace mux::gallium
