/// @file
/// Sampler states. Immutable.
#pragma once

#include <mux/gallium/shader_abi.h>
#include <mux/gallium/state.h>

#include "gallium/support/object.h"

namespace mux::gallium {

class SamplerState final : public OfContext, public mux_gallium_sampler_state_s {
 public:
  using HandleType = mux_gallium_sampler_state_t;
  static constexpr const char *is_null = "the sampler state is NULL";

  /// Fails if an enumerator is out of range.
  SamplerState(const void *context, const mux_gallium_sampler_template_t &description);

  /// What kernels get.
  const mux_gallium_sampler_layout_t &layout() const { return layout_; }

 private:
  mux_gallium_sampler_layout_t layout_;
};

}  // namespace mux::gallium
