// Entry points of samplers.

#include <algorithm>

#include "opencl/memory/sampler.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"
#include "opencl/support/properties.h"

using namespace mux::opencl;

namespace {

void require_samplers(const Context &context) {
  require(
      std::ranges::any_of(context.devices(),
                          [](const Ref<Device> &device) { return device->info()->image_support; }),
      CL_INVALID_OPERATION, "no device of the context supports images");
}

void require_modes(const Sampler::Modes &modes) {
  require(modes.normalized_coordinates == CL_TRUE || modes.normalized_coordinates == CL_FALSE,
          CL_INVALID_VALUE, "normalized_coords is not CL_TRUE or CL_FALSE");
  require(modes.addressing >= CL_ADDRESS_NONE && modes.addressing <= CL_ADDRESS_MIRRORED_REPEAT,
          CL_INVALID_VALUE, "unknown addressing mode");
  require(modes.filter == CL_FILTER_NEAREST || modes.filter == CL_FILTER_LINEAR, CL_INVALID_VALUE,
          "unknown filter mode");
}

/// Parses a property list, and copies it with its terminating 0.
std::vector<cl_sampler_properties> copy_sampler_properties(const cl_sampler_properties *properties,
                                                           Sampler::Modes &modes) {
  const auto take = [&](cl_sampler_properties name, cl_sampler_properties value) {
    switch (name) {
      case CL_SAMPLER_NORMALIZED_COORDS:
        require(value <= CL_TRUE, CL_INVALID_VALUE,
                "CL_SAMPLER_NORMALIZED_COORDS is not CL_TRUE or CL_FALSE");
        modes.normalized_coordinates = static_cast<cl_bool>(value);
        break;
      case CL_SAMPLER_ADDRESSING_MODE:
        modes.addressing =
            static_cast<cl_addressing_mode>(std::min<cl_sampler_properties>(value, UINT32_MAX));
        break;
      case CL_SAMPLER_FILTER_MODE:
        modes.filter =
            static_cast<cl_filter_mode>(std::min<cl_sampler_properties>(value, UINT32_MAX));
        break;
      default:
        fail(CL_INVALID_VALUE, "unknown sampler property");
    }
  };
  return copy_properties(properties, CL_INVALID_VALUE, take);
}

void sampler_info(const Sampler &sampler, cl_sampler_info name, const InfoOut &out) {
  switch (name) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return out.of(sampler.references());
    case CL_SAMPLER_CONTEXT:
      return out.of<cl_context>(&sampler.context());
    case CL_SAMPLER_NORMALIZED_COORDS:
      return out.of(sampler.modes().normalized_coordinates);
    case CL_SAMPLER_ADDRESSING_MODE:
      return out.of(sampler.modes().addressing);
    case CL_SAMPLER_FILTER_MODE:
      return out.of(sampler.modes().filter);
    case CL_SAMPLER_PROPERTIES:
      return out.array(sampler.properties());
    default:
      fail_unknown_info("a sampler", name);
  }
}

}  // namespace

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *sampler_properties,
                                         cl_int *errcode_ret) {
  return create<Context>("clCreateSamplerWithProperties", context, errcode_ret,
                         [&]() -> cl_sampler {
                           Context &object = checked<Context>(context);
                           Sampler::Modes modes;
                           std::vector<cl_sampler_properties> copy =
                               copy_sampler_properties(sampler_properties, modes);
                           require_modes(modes);
                           require_samplers(object);
                           return New<Sampler>(object, modes, std::move(copy)).give();
                         });
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                           cl_int *errcode_ret) {
  return create<Context>("clCreateSampler", context, errcode_ret, [&]() -> cl_sampler {
    Context &object = checked<Context>(context);
    const Sampler::Modes modes = {normalized_coords, addressing_mode, filter_mode};
    require_modes(modes);
    require(normalized_coords == CL_TRUE || (addressing_mode != CL_ADDRESS_REPEAT &&
                                             addressing_mode != CL_ADDRESS_MIRRORED_REPEAT),
            CL_INVALID_VALUE,
            "CL_ADDRESS_REPEAT and CL_ADDRESS_MIRRORED_REPEAT need normalized coordinates");
    require_samplers(object);
    return New<Sampler>(object, modes, std::vector<cl_sampler_properties>()).give();
  });
}

cl_int clRetainSampler(cl_sampler sampler) {
  return call("clRetainSampler", [&] { retain<Sampler>(sampler); });
}

cl_int clReleaseSampler(cl_sampler sampler) {
  return call("clReleaseSampler", [&] { release<Sampler>(sampler); });
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret) {
  return call("clGetSamplerInfo", [&] {
    sampler_info(checked<Sampler>(sampler), param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}
