/// @file
/// What is bound to a context.
#pragma once

#include <mux/gallium/state.h>

#include <array>
#include <vector>

#include "gallium/state/blob.h"
#include "gallium/state/compute_state.h"
#include "gallium/state/sampler_state.h"
#include "gallium/state/surface.h"
#include "gallium/state/view.h"

namespace mux::gallium {

/// The capacities of slots; limits of the screen are not larger.
inline constexpr size_t constant_slots = 16;
inline constexpr size_t buffer_slots = 32;
inline constexpr size_t atomic_slots = 16;
inline constexpr size_t global_slots = 32;
inline constexpr size_t image_slots = 32;
inline constexpr size_t view_slots = 32;
inline constexpr size_t sampler_slots = 32;

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
};

struct Bindings {
  std::array<StageBindings, mux_gallium_stage_count> stages;
  std::array<BufferSlot, atomic_slots> atomics;
  std::array<Ref<Resource>, global_slots> globals;
  Framebuffer framebuffer;
  Ref<ComputeState> program;
};

}  // namespace mux::gallium
