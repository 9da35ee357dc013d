#include "opencl/platform/versions.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "opencl/platform/device.h"

namespace mux::opencl {
namespace {

struct Named {
  const char *name;
  cl_version version;
};

constexpr cl_version first_version = CL_MAKE_VERSION(1, 0, 0);

/// Extensions of the API. The compiler reports those of OpenCL C.
constexpr Named api_extensions[] = {
    {"cl_ext_image_unorm_int_2_101010", first_version},
    {"cl_khr_icd", CL_MAKE_VERSION(2, 0, 0)},
    {"cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 8)},
    {"cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5)},
    {"cl_khr_create_command_queue", first_version},
    {"cl_khr_device_uuid", first_version},
    {"cl_khr_expect_assume", first_version},
    {"cl_khr_extended_versioning", first_version},
    {"cl_khr_external_memory", CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_external_memory_dma_buf", first_version},
    {"cl_khr_external_memory_opaque_fd", first_version},
    {"cl_khr_external_semaphore", CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_external_semaphore_opaque_fd", first_version},
    {"cl_khr_external_semaphore_sync_fd", CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_il_program", first_version},
    {"cl_khr_image2d_from_buffer", first_version},
    {"cl_khr_initialize_memory", first_version},
    {"cl_khr_priority_hints", first_version},
    {"cl_khr_semaphore", first_version},
    {"cl_khr_spirv_extended_debug_info", first_version},
    {"cl_khr_spirv_linkonce_odr", first_version},
    {"cl_khr_spirv_no_integer_wrap_decoration", first_version},
    {"cl_khr_spirv_queries", first_version},
    {"cl_khr_suggested_local_work_size", first_version},
    {"cl_khr_throttle_hints", first_version},
    {"cl_khr_unified_svm", CL_MAKE_VERSION(0, 9, 0)},
    {"cl_ext_buffer_device_address", CL_MAKE_VERSION(1, 0, 2)},
    {"cl_arm_import_memory", CL_MAKE_VERSION(1, 1, 0)},
    {"cl_arm_import_memory_host", first_version},
    {"cl_intel_unified_shared_memory", CL_MAKE_VERSION(1, 1, 0)},
};

/// OpenCL C extensions whose version is above 1.0.0.
constexpr Named later_versions[] = {
    {"cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0)},
};

cl_version version_of_extension(std::string_view name) {
  for (const Named &extension : later_versions) {
    if (extension.name == name) {
      return extension.version;
    }
  }
  return first_version;
}

cl_name_version make(const char *name, cl_version version) {
  cl_name_version result{};
  result.version = version;
  std::strncpy(result.name, name, sizeof result.name - 1);
  return result;
}

/// Parses "CL1.2" as a version; returns 0 for versions that are not reported: the compiler accepts
/// 2.0 sources, but lacks required features of 2.0.
cl_version version_of(std::string_view name) {
  const bool known = name.size() == 5 && name.starts_with("CL") && name != "CL2.0";
  return known ? CL_MAKE_VERSION(name[2] - '0', name[4] - '0', 0) : 0;
}

}  // namespace

const mux_compiler_features_t &compiler_features() {
  static const mux_compiler_features_t features = [] {
    mux_compiler_features_t told{};
    muxGetCompilerFeatures(&told);
    return told;
  }();
  return features;
}

const std::vector<cl_name_version> &extensions() {
  static const std::vector<cl_name_version> list = [] {
    std::vector<cl_name_version> made;
    for (const Named &extension : api_extensions) {
      made.push_back(make(extension.name, extension.version));
    }
    const mux_compiler_features_t &compiler = compiler_features();
    for (const char *name : std::span(compiler.extensions, compiler.extension_count)) {
      made.push_back(make(name, version_of_extension(name)));
    }
    return made;
  }();
  return list;
}

const std::string &extension_text() {
  static const std::string text = [] {
    std::string made;
    for (const cl_name_version &extension : extensions()) {
      made += made.empty() ? "" : " ";
      made += extension.name;
    }
    return made;
  }();
  return text;
}

const std::vector<cl_name_version> &features() {
  static const std::vector<cl_name_version> list = [] {
    std::vector<cl_name_version> made;
    const mux_compiler_features_t &compiler = compiler_features();
    for (const char *name : std::span(compiler.features, compiler.feature_count)) {
      // Feature macros exist from this version on, also those defined by extensions.
      made.push_back(make(name, CL_MAKE_VERSION(3, 0, 0)));
    }
    return made;
  }();
  return list;
}

const std::vector<cl_name_version> &opencl_c_versions() {
  static const std::vector<cl_name_version> list = [] {
    std::vector<cl_name_version> made;
    const mux_compiler_features_t &compiler = compiler_features();
    for (const char *name : std::span(compiler.versions, compiler.version_count)) {
      if (const cl_version version = version_of(name)) {
        made.push_back(make("OpenCL C", version));
      }
    }
    return made;
  }();
  return list;
}

const std::vector<cl_name_version> &ils() {
  static const std::vector<cl_name_version> list = [] {
    std::vector<cl_name_version> made;
    for (uint32_t minor = 0; minor < compiler_features().spirv_version_count; ++minor) {
      made.push_back(make("SPIR-V", CL_MAKE_VERSION(1, minor, 0)));
    }
    return made;
  }();
  return list;
}

const std::string &il_text() {
  static const std::string text = [] {
    std::string made;
    for (const cl_name_version &version : ils()) {
      made += made.empty() ? "" : " ";
      made += "SPIR-V_1." + std::to_string(CL_VERSION_MINOR(version.version));
    }
    return made;
  }();
  return text;
}

std::vector<cl_name_version> built_in_kernels(const Device &device) {
  std::vector<cl_name_version> kernels;
  std::string names = built_in_kernel_names(device);
  for (size_t begin = 0; begin < names.size();) {
    const size_t end = std::min(names.find(';', begin), names.size());
    kernels.push_back(make(names.substr(begin, end - begin).c_str(), first_version));
    begin = end + 1;
  }
  return kernels;
}

std::string built_in_kernel_names(const Device &device) {
  // The device lists declarations, "name(arguments)", separated by semicolons.
  const char *declarations = device.info()->builtin_kernel_declarations;
  std::string names;
  int depth = 0;
  for (const char *next = declarations != nullptr ? declarations : ""; *next != '\0'; ++next) {
    depth += *next == '(' ? 1 : 0;
    if (depth == 0) {
      names += *next;
    }
    depth -= *next == ')' ? 1 : 0;
  }
  return names;
}

}  // namespace mux::opencl
