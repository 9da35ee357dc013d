/// @file
/// What the code of programs that sample textures depends on, as constants of the program:
/// `texture_N_view` and `texture_N_sampler` of shader_abi.h.
#pragma once

#include <mux/gallium/shader_abi.h>

#include <array>

#include "gallium/state/sampler_state.h"
#include "gallium/state/view.h"

namespace mux::gallium {

/// The numbers of `texture_N_view`.
using ViewCode = std::array<uint32_t, 4>;

/// @param view NULL if none is bound.
ViewCode view_code(const SamplerView *view) noexcept;

/// The number of `texture_N_sampler`. What makes no difference with the view is left out, so that
/// there are fewer different numbers.
///
/// @param sampler NULL if none is bound.
/// @param view NULL if none is bound.
uint32_t sampler_code(const SamplerState *sampler, const SamplerView *view) noexcept;

}  // namespace mux::gallium
