// Device queries of OpenCL C extensions, derived from the compiler's features.

#include <string_view>

#include "opencl/platform/device_info.h"
#include "opencl/platform/versions.h"

namespace mux::opencl {
namespace {

bool has_feature(std::string_view name) {
  for (const cl_name_version &feature : features()) {
    if (feature.name == name) {
      return true;
    }
  }
  return false;
}

struct FeatureBit {
  const char *feature;
  cl_bitfield bit;
};

/// The bits whose feature the compiler supports.
template <size_t count>
cl_bitfield bits_of(const FeatureBit (&table)[count]) {
  cl_bitfield bits = 0;
  for (const FeatureBit &row : table) {
    bits |= has_feature(row.feature) ? row.bit : 0;
  }
  return bits;
}

constexpr FeatureBit dot_products[] = {
    {"__opencl_c_integer_dot_product_input_4x8bit", CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT},
    {"__opencl_c_integer_dot_product_input_4x8bit_packed",
     CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED},
};

constexpr FeatureBit clocks[] = {
    {"__opencl_c_kernel_clock_scope_device", CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR},
    {"__opencl_c_kernel_clock_scope_work_group", CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR},
    {"__opencl_c_kernel_clock_scope_sub_group", CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR},
};

cl_device_integer_dot_product_acceleration_properties accelerated_dot_products() {
  const uint32_t kinds = compiler_features().accelerated_dot_products;
  const auto has = [kinds](mux_dot_product_e kind) {
    return static_cast<cl_bool>((kinds & kind) != 0 ? CL_TRUE : CL_FALSE);
  };
  return {has(mux_dot_product_signed),
          has(mux_dot_product_unsigned),
          has(mux_dot_product_mixed),
          has(mux_dot_product_saturated_signed),
          has(mux_dot_product_saturated_unsigned),
          has(mux_dot_product_saturated_mixed)};
}

}  // namespace

bool query_language(cl_device_info name, const InfoOut &out) {
  switch (name) {
    case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES:
      return out.of(cl_device_integer_dot_product_capabilities{bits_of(dot_products)}), true;
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT:
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED:
      // Dot products are computed on vectors of bytes packed into words.
      return out.of(accelerated_dot_products()), true;
    case CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR:
      return out.of(cl_device_kernel_clock_capabilities_khr{bits_of(clocks)}), true;
    default:
      return false;
  }
}

}  // namespace mux::opencl
