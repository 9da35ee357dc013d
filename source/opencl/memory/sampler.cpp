#include "opencl/memory/sampler.h"

namespace mux::opencl {
namespace {

mux_address_mode_e address_mode(cl_addressing_mode mode) {
  switch (mode) {
    case CL_ADDRESS_CLAMP_TO_EDGE:
      return mux_address_mode_clamp_edge;
    case CL_ADDRESS_CLAMP:
      return mux_address_mode_clamp;
    case CL_ADDRESS_REPEAT:
      return mux_address_mode_repeat;
    case CL_ADDRESS_MIRRORED_REPEAT:
      return mux_address_mode_repeat_mirror;
    default:
      return mux_address_mode_none;
  }
}

}  // namespace

Sampler::Sampler(Context &context, const Modes &modes,
                 std::vector<cl_sampler_properties> properties)
    : _cl_sampler(Kind::sampler),
      context_(context),
      modes_(modes),
      properties_(std::move(properties)) {}

mux_sampler_t Sampler::value() const {
  mux_sampler_t sampler{};
  sampler.address_mode = address_mode(modes_.addressing);
  sampler.filter_mode =
      modes_.filter == CL_FILTER_LINEAR ? mux_filter_mode_linear : mux_filter_mode_nearest;
  sampler.normalize_coords = modes_.normalized_coordinates != CL_FALSE;
  return sampler;
}

}  // namespace mux::opencl
