#include "opencl/platform/platform.h"

#include <memory>
#include <new>

#include "client/process.h"
#include "opencl/platform/extensions.h"
#include "opencl/platform/external_types.h"
#include "opencl/platform/svm_types.h"
#include "opencl/platform/versions.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

namespace mux::opencl {

Platform::Platform() : _cl_platform_id(Kind::platform) {
  uint64_t count = 0;
  check(muxGetDeviceInfos(mux_device_type_all, 0, nullptr, &count));
  std::vector<mux_device_info_t> infos(count);
  if (count != 0) {
    check(muxGetDeviceInfos(mux_device_type_all, count, infos.data(), nullptr));
  }
  for (mux_device_info_t info : infos) {
    if (info->device_type != mux_device_type_compiler) {
      devices_.push_back(new Device(info));
    }
  }
}

Platform &Platform::get() {
  static Platform *const platform = [] {
    std::unique_ptr<Platform> made(new Platform);
    client::call_in_forked_children([] { get().replace_used_devices(); });
    return made.release();
  }();
  return *platform;
}

void Platform::replace_used_devices() noexcept {
  try {
    for (Device *&device : devices_) {
      device = &device->succeed();
    }
  } catch (const std::bad_alloc &) {
    // Objects of the parent that remain report the failure when they are used.
    return;
  }
}

Platform &platform_of(cl_platform_id handle) {
  return handle == nullptr ? Platform::get() : checked<Platform>(handle);
}

namespace {

cl_int get_platforms(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  require(platforms == nullptr || num_entries != 0, CL_INVALID_VALUE,
          "num_entries is 0, but platforms is not NULL");
  require(platforms != nullptr || num_platforms != nullptr, CL_INVALID_VALUE,
          "platforms and num_platforms are both NULL");
  cl_platform_id platform = &Platform::get();
  write_list(std::span(&platform, 1), num_entries, platforms, num_platforms);
  return CL_SUCCESS;
}

void platform_info(cl_platform_info name, const InfoOut &out) {
  switch (name) {
    case CL_PLATFORM_PROFILE:
      return out.text("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return out.text(versions::platform_text);
    case CL_PLATFORM_NUMERIC_VERSION:
      return out.of(versions::platform);
    case CL_PLATFORM_NAME:
      return out.text("Mux");
    case CL_PLATFORM_VENDOR:
      return out.text("Mux");
    case CL_PLATFORM_EXTENSIONS:
      return out.text(extension_text());
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return out.array(std::span(extensions()));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return out.of(cl_ulong{1});
    case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
      return out.of(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
    case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return out.array(std::span(external::semaphore_handle_types));
    case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
      return out.array(std::span(external::memory_handle_types));
    case CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR:
      return out.array(svm_types::capabilities());
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return out.text("MUX");
    default:
      fail_unknown_info("a platform", name);
  }
}

}  // namespace

}  // namespace mux::opencl

using namespace mux::opencl;

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  return call("clGetPlatformIDs",
              [&] { return get_platforms(num_entries, platforms, num_platforms); });
}

cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                              cl_uint *num_platforms) {
  return call("clIcdGetPlatformIDsKHR",
              [&] { return get_platforms(num_entries, platforms, num_platforms); });
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  return call("clGetPlatformInfo", [&] {
    platform_of(platform);
    platform_info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  // The call is a hint, and there is nothing to unload.
  return call("clUnloadPlatformCompiler", [&] { checked<Platform>(platform); });
}

cl_int clUnloadCompiler() {
  return CL_SUCCESS;
}
