/// @file
/// What is bound to a context.
#pragma once

#include <mux/gallium/state.h>

#include <array>
#include <map>
#include <vector>

#include "gallium/draw/state/draw_bindings.h"
#include "gallium/screen/capabilities.h"
#include "gallium/state/blob.h"
#include "gallium/state/compute_state.h"
#include "gallium/state/handle.h"
#include "gallium/state/sampler_state.h"
#include "gallium/state/surface.h"
#include "gallium/state/view.h"

namespace mux::gallium {

/// A range of a buffer, or constants by value; empty if neither is set.
struct BufferSlot {
  Ref<Resource> resource;
  uint64_t offset = 0;
  uint64_t size = 0;
  Ref<Blob> data;
};

struct StageBindings {
  std::array<BufferSlot, constant_slots> constants;
  std::array<BufferSlot, buffer_slots> buffers;
  std::array<Ref<ImageView>, image_slots> images;
  std::array<Ref<SamplerView>, view_slots> views;
  std::array<Ref<SamplerState>, sampler_slots> samplers;
  /// Values of constant buffer 0; empty if they were dropped.
  std::vector<uint32_t> inlinable;
};

struct Framebuffer {
  std::array<Ref<Surface>, MUX_GALLIUM_MAX_COLOR_BUFFERS> color;
  Ref<Surface> depth_stencil;
  /// Of one without surfaces.
  uint32_t width = 0;
  uint32_t height = 0;
  uint32_t layers = 0;
};

/// Handles by what programs use.
template <typename T>
using HandleTable = std::map<uint64_t, Ref<T>>;

struct Bindings {
  std::array<StageBindings, mux_gallium_stage_count> stages;
  std::array<BufferSlot, atomic_slots> atomics;
  std::array<Ref<Resource>, global_slots> globals;
  HandleTable<TextureHandle> texture_handles;
  HandleTable<ImageHandle> image_handles;
  /// Of both kinds.
  std::vector<Ref<Handle>> residents;
  Framebuffer framebuffer;
  Ref<ComputeState> program;
  DrawBindings draw;
};

}  // namespace mux::gallium
