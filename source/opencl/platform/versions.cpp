#include "opencl/platform/versions.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "opencl/platform/device.h"

namespace mux::opencl {
namespace {

/// Parses "CL1.2" as a version; returns 0 for versions that are not reported: the compiler accepts
/// 2.0 sources, but lacks required features of 2.0.
cl_version version_of(std::string_view name) {
  const bool known = name.size() == 5 && name.starts_with("CL") && name != "CL2.0";
  return known ? CL_MAKE_VERSION(name[2] - '0', name[4] - '0', 0) : 0;
}

}  // namespace

cl_name_version make_name_version(const char *name, cl_version version) {
  cl_name_version result{};
  result.version = version;
  std::strncpy(result.name, name, sizeof result.name - 1);
  return result;
}

const mux_compiler_features_t &compiler_features() {
  static const mux_compiler_features_t features = [] {
    mux_compiler_features_t told{};
    muxGetCompilerFeatures(&told);
    return told;
  }();
  return features;
}

const std::vector<cl_name_version> &features() {
  static const std::vector<cl_name_version> list = [] {
    std::vector<cl_name_version> made;
    const mux_compiler_features_t &compiler = compiler_features();
    for (const char *name : std::span(compiler.features, compiler.feature_count)) {
      // Feature macros exist from this version on, also those defined by extensions.
      made.push_back(make_name_version(name, CL_MAKE_VERSION(3, 0, 0)));
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
        made.push_back(make_name_version("OpenCL C", version));
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
      made.push_back(make_name_version("SPIR-V", CL_MAKE_VERSION(1, minor, 0)));
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
    kernels.push_back(
        make_name_version(names.substr(begin, end - begin).c_str(), CL_MAKE_VERSION(1, 0, 0)));
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
