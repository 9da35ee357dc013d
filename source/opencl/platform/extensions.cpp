#include "opencl/platform/extensions.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include "opencl/platform/versions.h"

namespace mux::opencl {
namespace {

enum class Reporting {
  /// Always: this layer implements it.
  always,
  /// If the compiler supports it. The compiler's other extensions need no row: their version is
  /// 1.0.0.
  by_compiler,
  /// Never: only the entry points exist.
  never,
};

struct Extension {
  const char *name;
  cl_version version;
  Reporting reporting = Reporting::always;
};

constexpr cl_version first_version = CL_MAKE_VERSION(1, 0, 0);

// scripts/opencl_entry_points reads the names.
constexpr Extension known_extensions[] = {
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
    {"cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0), Reporting::by_compiler},
    {"cl_khr_priority_hints", first_version},
    {"cl_khr_semaphore", first_version},
    {"cl_khr_spirv_extended_debug_info", first_version},
    {"cl_khr_spirv_linkonce_odr", first_version},
    {"cl_khr_spirv_no_integer_wrap_decoration", first_version},
    {"cl_khr_spirv_queries", first_version},
    // Guarantees independent forward progress of sub-groups, which the device does not have.
    {"cl_khr_subgroups", first_version, Reporting::never},
    {"cl_khr_suggested_local_work_size", first_version},
    {"cl_khr_throttle_hints", first_version},
    {"cl_khr_unified_svm", CL_MAKE_VERSION(0, 9, 0)},
    {"cl_ext_buffer_device_address", CL_MAKE_VERSION(1, 0, 2)},
    {"cl_arm_import_memory", CL_MAKE_VERSION(1, 1, 0)},
    {"cl_arm_import_memory_host", first_version},
    {"cl_intel_unified_shared_memory", CL_MAKE_VERSION(1, 1, 0)},
};

cl_version version_of_extension(std::string_view name) {
  const auto *const row = std::ranges::find(known_extensions, name, &Extension::name);
  return row == std::end(known_extensions) ? first_version : row->version;
}

}  // namespace

const std::vector<cl_name_version> &extensions() {
  static const std::vector<cl_name_version> list = [] {
    std::vector<cl_name_version> made;
    for (const Extension &extension : known_extensions) {
      if (extension.reporting == Reporting::always) {
        made.push_back(make_name_version(extension.name, extension.version));
      }
    }
    const mux_compiler_features_t &compiler = compiler_features();
    for (const char *name : std::span(compiler.extensions, compiler.extension_count)) {
      made.push_back(make_name_version(name, version_of_extension(name)));
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

}  // namespace mux::opencl
