/// @file
/// Looks up the state of a draw, and what its kernels are compiled for.
#pragma once

#include <optional>

#include "gallium/draw/record/draw_commands.h"

namespace mux::gallium {

/// A range of vertices to draw, of a stream of vertices or of indices.
struct DrawRange {
  uint32_t mode;
  uint32_t start;
  uint32_t count;
  uint32_t start_instance;
  uint32_t instance_count;
  int32_t index_bias;
  uint32_t draw_id;
  /// Bytes of an index; 0 if there are none.
  uint32_t index_size;
  /// NULL if there are none, or they are in `index_storage`.
  Resource *index_resource;
  Ref<Storage> index_storage;
  /// Of the first index.
  uint64_t index_offset;
};

/// Returns nothing if nothing is drawn. Fails if the state does not allow it.
std::optional<PreparedDraw> prepare(Context &context, const DrawRange &range);

}  // namespace mux::gallium
