/// @file
/// A sampler object.
#pragma once

#include <mux/mux.h>

#include <span>
#include <vector>

#include "opencl/context/context.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Sampler final : public Object, public _cl_sampler {
 public:
  using HandleType = cl_sampler;
  static constexpr Kind kind_of = Kind::sampler;
  static constexpr cl_int invalid = CL_INVALID_SAMPLER;
  static constexpr const char *invalid_text = "not a sampler of this platform";

  struct Modes {
    cl_bool normalized_coordinates = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
  };

  /// @param modes validated.
  /// @param properties with the terminating 0; empty if there were none.
  Sampler(Context &context, const Modes &modes, std::vector<cl_sampler_properties> properties);

  Context &context() const { return *context_; }
  const Modes &modes() const { return modes_; }
  std::span<const cl_sampler_properties> properties() const { return properties_; }
  /// The value for kernel descriptors, the same on every device.
  mux_sampler_t value() const;

 private:
  Ref<Context> context_;
  Modes modes_;
  std::vector<cl_sampler_properties> properties_;
};

}  // namespace mux::opencl
