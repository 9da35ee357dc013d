#include "compiler/features/device_features.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "compiler/features/compiler_features.h"
#include "compiler/interface/build_options.h"
#include "compiler/processor/host_target.h"
#include "compiler/spirv/supported.h"
#include "compiler/spirv/words.h"

namespace mux::compiler {
namespace {

/// Extensions that Clang defines if they are enabled.
constexpr std::array enabled_extensions = {
    "cl_khr_3d_image_writes",
    "cl_khr_byte_addressable_store",
    "cl_khr_depth_images",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_srgb_image_writes",
};

/// Features that Clang defines if they are enabled, in OpenCL C 3.0 and 3.1.
constexpr std::array enabled_features = {
    "__opencl_c_3d_image_writes",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_fp64",
    "__opencl_c_generic_address_space",
    "__opencl_c_images",
    "__opencl_c_int64",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_read_write_images",
    "__opencl_c_subgroups",
};

/// Macros that the headers define unconditionally, in some or all versions of OpenCL C.
constexpr std::array features_of_headers = {
    "__opencl_c_ext_fp32_global_atomic_add",   "__opencl_c_ext_fp32_global_atomic_min_max",
    "__opencl_c_ext_fp32_local_atomic_add",    "__opencl_c_ext_fp32_local_atomic_min_max",
    "__opencl_c_ext_fp64_global_atomic_add",   "__opencl_c_ext_fp64_global_atomic_min_max",
    "__opencl_c_ext_fp64_local_atomic_add",    "__opencl_c_ext_fp64_local_atomic_min_max",
    "__opencl_c_ext_image_unorm_int_2_101010", "__opencl_c_work_group_collective_functions",
};
constexpr std::array extensions_of_headers = {
    "cl_ext_float_atomics",
    "cl_khr_work_group_uniform_arithmetic",
};

/// Macros that the prelude defines in every version of OpenCL C, since the headers do not: Clang
/// declares the functions wherever the macro is defined, or clang/extension_functions.h does.
constexpr std::array extensions_of_prelude = {
    "cl_intel_required_subgroup_size", "cl_intel_subgroups",
    "cl_intel_subgroups_char",         "cl_intel_subgroups_long",
    "cl_intel_subgroups_short",        "cl_khr_async_work_group_copy_fence",
    "cl_khr_extended_async_copies",    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",      "cl_khr_kernel_clock",
};
constexpr std::array features_of_prelude = {
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "__opencl_c_kernel_clock_scope_device",
    "__opencl_c_kernel_clock_scope_work_group",
    "__opencl_c_kernel_clock_scope_sub_group",
};

/// Unsupported features that opencl-c-base.h defines for every spir64 target, some only from OpenCL
/// C 2.0 or 3.0 on.
constexpr std::string_view absent[] = {
    "__opencl_c_device_enqueue",
    "__opencl_c_ext_fp16_global_atomic_add",
    "__opencl_c_ext_fp16_global_atomic_load_store",
    "__opencl_c_ext_fp16_global_atomic_min_max",
    "__opencl_c_ext_fp16_local_atomic_add",
    "__opencl_c_ext_fp16_local_atomic_load_store",
    "__opencl_c_ext_fp16_local_atomic_min_max",
    "__opencl_c_ext_image_raw10_raw12",
};

/// Macros that opencl-c-base.h defines from OpenCL C 2.0 on, but that are only supported together
/// with sub-groups, from OpenCL C 3.0 on. (cl_khr_subgroups, which other versions require,
/// guarantees independent forward progress of sub-groups.)
constexpr std::array with_sub_groups = {
    "cl_khr_subgroup_ballot",           "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",   "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote", "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",          "cl_khr_subgroup_shuffle_relative",
};

template <size_t... Lengths>
constexpr auto join(const std::array<const char *, Lengths> &...lists) {
  std::array<const char *, (Lengths + ...)> joined{};
  auto end = joined.begin();
  ((end = std::copy(lists.begin(), lists.end(), end)), ...);
  return joined;
}

constexpr std::array all_features =
    join(enabled_features, features_of_headers, features_of_prelude);
constexpr std::array all_extensions =
    join(enabled_extensions, extensions_of_headers, extensions_of_prelude, with_sub_groups);

void undefine(std::string &lines, std::string_view name) {
  lines += "#undef ";
  lines += name;
  lines += '\n';
}

void define(std::string &lines, std::string_view name) {
  // The header may have defined it, too.
  undefine(lines, name);
  lines += "#define ";
  lines += name;
  lines += " 1\n";
}

}  // namespace

std::string extension_argument() {
  std::string argument = "-cl-ext=-all";
  for (const char *name : join(enabled_extensions, enabled_features)) {
    argument += ",+";
    argument += name;
  }
  return argument;
}

std::string correct_features() {
  std::string lines;
  for (const char *name : join(extensions_of_prelude, features_of_prelude)) {
    define(lines, name);
  }
  // Makes Clang declare the functions that cl_intel_subgroups shares with other extensions.
  define(lines, "__opencl_subgroup_builtins");
  for (const std::string_view name : absent) {
    undefine(lines, name);
  }
  lines += "#ifndef __opencl_c_subgroups\n";
  for (const char *name : with_sub_groups) {
    undefine(lines, name);
  }
  undefine(lines, "__opencl_c_kernel_clock_scope_sub_group");
  lines += "#endif\n";
  return lines;
}

const mux_compiler_features_t *compiler_features() {
  // Accelerated dot products. Those of equal signedness are not saturated by an instruction, but
  // by a separate addition, like a program's.
  static constexpr uint32_t dot_products = mux_dot_product_signed | mux_dot_product_unsigned |
                                           mux_dot_product_mixed | mux_dot_product_saturated_mixed;
  static const mux_compiler_features_t features = {language_versions.data(),
                                                   language_versions.size(),
                                                   all_features.data(),
                                                   all_features.size(),
                                                   all_extensions.data(),
                                                   all_extensions.size(),
                                                   has_byte_operations() ? dot_products : 0,
                                                   spirv::last_minor_version + 1,
                                                   spirv::supported_instruction_sets().data(),
                                                   spirv::supported_instruction_sets().size(),
                                                   spirv::supported_extensions().data(),
                                                   spirv::supported_extensions().size(),
                                                   spirv::supported_capabilities().data(),
                                                   spirv::supported_capabilities().size()};
  return &features;
}

}  // namespace mux::compiler
