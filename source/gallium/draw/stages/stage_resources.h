/// @file
/// What a shader of a stage accesses, as addresses.
#pragma once

#include <mux/gallium/stage_abi.h>

#include <vector>

#include "gallium/context/context.h"

namespace mux::gallium {

/// The resources of a stage, and what must be kept while a command uses them.
struct StageResources {
  mux_gallium_stage_resources_t addresses;
  std::vector<Use> uses;
  std::vector<Ref<RefCounted>> kept;
};

/// Fills in the addresses of what is bound to a stage, for a shader that declares constant buffers,
/// shader buffers, buffers of counters, views and images as bits. Compressed textures are decoded.
struct StageMasks {
  uint32_t constants = ~0U;
  uint32_t buffers = ~0U;
  uint32_t atomics = ~0U;
  uint32_t views = ~0U;
  uint32_t images = ~0U;
};
void collect_resources(Context &context, uint32_t stage, const StageMasks &masks,
                       StageResources &made);

}  // namespace mux::gallium
