/// @file
/// Records the kernels of a draw.
#pragma once

#include "gallium/draw/memory/draw_memory.h"
#include "gallium/draw/program/draw_program.h"
#include "gallium/draw/stages/stage_resources.h"

namespace mux::gallium {

/// A draw whose state has been looked up. Its kernels get `job` for each batch.
struct PreparedDraw {
  draw_job_s job;
  ChunkSizes sizes;
  /// Tiles that the draw may touch.
  uint32_t range_tiles;
  /// Primitives of all instances.
  uint64_t primitives;
  Ref<DrawKernel> vertices;
  Ref<DrawKernel> setup;
  /// Empty if nothing is rasterized.
  Ref<DrawKernel> tiles;
  /// Empty if no vertices are written to buffers.
  Ref<DrawKernel> stream_output;
  draw_stream_output_s stream_job;
  std::vector<Use> stream_uses;
  StageResources vertex_resources;
  StageResources fragment_resources;
  /// Of the vertex buffers and the index buffer; of the render targets.
  std::vector<Use> vertex_uses;
  std::vector<Use> target_uses;
  /// NULL if there are no indices.
  Ref<Storage> indices;
  uint64_t index_offset;
};

/// Records all batches of a draw.
void record_draw(Context &context, DrawMemory &memory, PreparedDraw &draw);

}  // namespace mux::gallium
