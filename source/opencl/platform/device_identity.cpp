#include <cstdint>
#include <string>

#include "opencl/platform/device_info.h"
#include "opencl/platform/extensions.h"
#include "opencl/platform/platform.h"
#include "opencl/platform/versions.h"
#include "opencl/support/log.h"
#include "support/environment.h"

namespace mux::opencl {
namespace {

/// The driver version, or its override from the environment for programs that check for a known
/// vendor.
std::string_view driver_version() {
  const std::string_view wanted = environment::text("MUX_OPENCL_DRIVER_VERSION");
  return wanted.empty() ? versions::driver_text : wanted;
}

cl_uint vendor_id(const mux_device_info_s &info) {
  environment::Problem problem;
  const auto id = environment::number("MUX_OPENCL_VENDOR_ID", 0, UINT32_MAX, problem);
  log_ignored(problem);
  if (id) {
    return static_cast<cl_uint>(*id);
  }
  // Programs would take a GPU with the vendor id of the processor's manufacturer for a known GPU. 0
  // is not assigned to any vendor.
  return device_type() == CL_DEVICE_TYPE_GPU ? 0 : info.khronos_vendor_id;
}

/// CL_DEVICE_OPENCL_C_VERSION, for programs that look at one version only. Versions above 1.2
/// require features that are optional in 3.0, among them device-side enqueue, which is not
/// supported.
cl_version language_version() {
  const std::vector<cl_name_version> &offered = opencl_c_versions();
  std::vector<std::string> texts;
  std::string expected = "a version of OpenCL C:";
  for (const cl_name_version &named : offered) {
    texts.push_back(std::to_string(CL_VERSION_MAJOR(named.version)) + "." +
                    std::to_string(CL_VERSION_MINOR(named.version)));
    expected += " " + texts.back();
  }
  const std::vector<std::string_view> names(texts.begin(), texts.end());
  environment::Problem problem;
  const auto index = environment::choice("MUX_OPENCL_C_VERSION", names, expected, problem);
  log_ignored(problem);
  return index ? offered[*index].version : CL_MAKE_VERSION(1, 2, 0);
}

std::string language_text() {
  const cl_version version = language_version();
  return "OpenCL C " + std::to_string(CL_VERSION_MAJOR(version)) + "." +
         std::to_string(CL_VERSION_MINOR(version)) + " Mux";
}

struct Uuid {
  cl_uchar bytes[CL_UUID_SIZE];
};

/// Hashes a text to a UUID, the same on every machine: two FNV-1a hashes with different offset
/// bases.
Uuid uuid_of(const std::string &text) {
  Uuid uuid{};
  for (uint64_t half = 0; half < 2; ++half) {
    uint64_t hash = 0xcbf29ce484222325U + half;
    for (const char character : text) {
      hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3U;
    }
    std::memcpy(uuid.bytes + half * sizeof hash, &hash, sizeof hash);
  }
  return uuid;
}

}  // namespace

bool query_identity(const Device &device, cl_device_info name, const InfoOut &out) {
  const mux_device_info_s &info = *device.info();
  switch (name) {
    case CL_DEVICE_TYPE:
      return out.of(device_type()), true;
    case CL_DEVICE_VENDOR_ID:
      return out.of(vendor_id(info)), true;
    case CL_DEVICE_NAME:
      return out.text(info.device_name), true;
    case CL_DEVICE_VENDOR:
      return out.text("Mux"), true;
    case CL_DRIVER_VERSION:
      return out.text(driver_version()), true;
    case CL_DEVICE_PROFILE:
      return out.text("FULL_PROFILE"), true;
    case CL_DEVICE_VERSION:
      return out.text(versions::platform_text), true;
    case CL_DEVICE_NUMERIC_VERSION:
      return out.of(versions::platform), true;
    case CL_DEVICE_OPENCL_C_VERSION:
      return out.text(language_text()), true;
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
      return out.of(language_version()), true;
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
      return out.array(std::span(opencl_c_versions())), true;
    case CL_DEVICE_OPENCL_C_FEATURES:
      return out.array(std::span(features())), true;
    case CL_DEVICE_EXTENSIONS:
      return out.text(extension_text()), true;
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return out.array(std::span(extensions())), true;
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
      // No conformance test version passed, in the required format.
      return out.text("v0000-01-01-00"), true;
    case CL_DEVICE_IL_VERSION:
      return out.text(il_text()), true;
    case CL_DEVICE_ILS_WITH_VERSION:
      return out.array(std::span(ils())), true;
    case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS:
      return out.array(std::span(compiler_features().spirv_instruction_sets,
                                 compiler_features().spirv_instruction_set_count)),
             true;
    case CL_DEVICE_SPIRV_EXTENSIONS:
      return out.array(std::span(compiler_features().spirv_extensions,
                                 compiler_features().spirv_extension_count)),
             true;
    case CL_DEVICE_SPIRV_CAPABILITIES:
      return out.array(std::span(compiler_features().spirv_capabilities,
                                 compiler_features().spirv_capability_count)),
             true;
    case CL_DEVICE_BUILT_IN_KERNELS:
      return out.text(built_in_kernel_names(device)), true;
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: {
      const std::vector<cl_name_version> kernels = built_in_kernels(device);
      return out.array(std::span(kernels)), true;
    }
    case CL_DEVICE_PLATFORM:
      return out.of<cl_platform_id>(&Platform::get()), true;
    case CL_DEVICE_REFERENCE_COUNT:
      return out.of(device.parent() != nullptr ? device.references() : cl_uint{1}), true;
    case CL_DEVICE_UUID:
      return out.of(
                 uuid_of(std::string(info.device_name) + std::to_string(device.compute_units()))),
             true;
    case CL_DRIVER_UUID:
      return out.of(uuid_of(versions::driver_text)), true;
    case CL_DEVICE_LUID_VALID:
      return out.of(cl_bool{CL_FALSE}), true;
    case CL_DEVICE_LUID:
      return out.write("\0\0\0\0\0\0\0", CL_LUID_SIZE), true;
    case CL_DEVICE_NODE_MASK:
      return out.of(cl_uint{0}), true;
    default:
      return false;
  }
}

}  // namespace mux::opencl
