#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <set>

#include "compile.h"

using namespace mux::test;

namespace {

const std::set<std::string> extensions = {
    "__IMAGE_SUPPORT__",
    "cl_intel_required_subgroup_size",
    "cl_intel_subgroups",
    "cl_intel_subgroups_char",
    "cl_intel_subgroups_long",
    "cl_intel_subgroups_short",
    "cl_khr_async_work_group_copy_fence",
    "cl_khr_extended_async_copies",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "cl_khr_kernel_clock",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "__opencl_c_kernel_clock_scope_device",
    "__opencl_c_kernel_clock_scope_work_group",
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

const std::set<std::string> features = {
    "__opencl_c_ext_image_unorm_int_2_101010",
    "__opencl_c_3d_image_writes",
    "__opencl_c_images",
    "__opencl_c_read_write_images",
    "cl_ext_float_atomics",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp32_global_atomic_min_max",
    "__opencl_c_ext_fp32_local_atomic_add",
    "__opencl_c_ext_fp32_local_atomic_min_max",
    "__opencl_c_ext_fp64_global_atomic_add",
    "__opencl_c_ext_fp64_global_atomic_min_max",
    "__opencl_c_ext_fp64_local_atomic_add",
    "__opencl_c_ext_fp64_local_atomic_min_max",
    "__opencl_c_fp64",
    "__opencl_c_generic_address_space",
    "__opencl_c_int64",
    "__opencl_c_kernel_clock_scope_sub_group",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_subgroups",
    "__opencl_c_work_group_collective_functions",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_work_group_uniform_arithmetic",
};

/// Every extension and feature known to Clang's header or to Clang itself.
std::set<std::string> known_names() {
  std::set<std::string> names = {
      "cl_khr_3d_image_writes", "cl_khr_depth_images",         "cl_khr_fp16",
      "cl_khr_gl_msaa_sharing", "cl_khr_mipmap_image",         "cl_khr_srgb_image_writes",
      "cl_khr_subgroups",       "cl_intel_subgroups",          "cl_intel_subgroups_short",
      "cl_amd_media_ops",       "__opencl_c_3d_image_writes",  "__opencl_c_subgroups",
      "__opencl_c_pipes",       "__opencl_c_device_enqueue",   "__opencl_c_images",
      "__IMAGE_SUPPORT__",      "__opencl_c_read_write_images"};
  std::ifstream header(MUX_OPENCL_BASE_HEADER);
  REQUIRE(header);
  const std::regex definition("#define ((cl_|__opencl_c_)[a-z0-9_]+)\\b.*");
  std::smatch match;
  for (std::string line; std::getline(header, line);) {
    if (std::regex_match(line, match, definition)) {
      names.insert(match[1]);
    }
  }
  // Internal to Clang: selects the declarations of built-ins with pointers.
  names.erase("__opencl_c_named_address_space_builtins");
  return names;
}

std::string require_defined(const std::string &name, bool defined) {
  return std::string(defined ? "#ifndef " : "#ifdef ") + name + "\n#error " + name + "\n#endif\n";
}

}  // namespace

TEST_CASE("exactly the extensions and features of the device are defined", "[muxCompile]") {
  const auto [version, has_features] =
      GENERATE(table<const char *, bool>({{"CL1.2", false}, {"CL3.0", true}, {"CL3.1", true}}));
  std::string source;
  for (const std::string &name : known_names()) {
    if (extensions.count(name) == 0 && features.count(name) == 0) {
      source += require_defined(name, false);
    }
  }
  for (const std::string &name : extensions) {
    source += require_defined(name, true);
  }
  for (const std::string &name : features) {
    // Clang defines this one in every version, because 64-bit integers always exist.
    source += require_defined(name, has_features || name == "__opencl_c_int64");
  }
  INFO(version);
  REQUIRE(compiles(source, std::string("-cl-std=") + version));
}

TEST_CASE("muxGetCompilerFeatures names exactly the features defined since OpenCL C 3.0",
          "[muxGetCompilerFeatures]") {
  mux_compiler_features_t told = {};
  REQUIRE(muxGetCompilerFeatures(&told) == mux_success);
  std::set<std::string> named(told.features, told.features + told.feature_count);
  named.insert(told.extensions, told.extensions + told.extension_count);
  REQUIRE(named.size() == told.feature_count + told.extension_count);
  std::set<std::string> defined = features;
  defined.insert(extensions.begin(), extensions.end());
  defined.erase("__IMAGE_SUPPORT__");
  REQUIRE(named == defined);
  for (uint64_t i = 0; i < told.feature_count; ++i) {
    REQUIRE(std::string(told.features[i]).starts_with("__opencl_c_"));
  }
  for (uint64_t i = 0; i < told.extension_count; ++i) {
    REQUIRE(std::string(told.extensions[i]).starts_with("cl_"));
  }
}

TEST_CASE("every version that muxGetCompilerFeatures names is accepted",
          "[muxGetCompilerFeatures]") {
  mux_compiler_features_t told = {};
  REQUIRE(muxGetCompilerFeatures(&told) == mux_success);
  const std::vector<std::string> versions(told.versions, told.versions + told.version_count);
  REQUIRE(versions ==
          std::vector<std::string>{"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1"});
  for (const std::string &version : versions) {
    REQUIRE(compiles("kernel void k() {}", "-cl-std=" + version));
  }
}

TEST_CASE("no feature that the device lacks is defined in OpenCL C 2.0", "[muxCompile]") {
  std::string source;
  for (const std::string &name : known_names()) {
    if (extensions.count(name) == 0 && features.count(name) == 0) {
      source += require_defined(name, false);
    }
  }
  REQUIRE(compiles(source, "-cl-std=CL2.0"));
}

TEST_CASE("unsupported features cannot be used", "[muxCompile]") {
  REQUIRE(refused("kernel void k(global int *a) { a[0] = work_group_reduce_add(1); }",
                  "-cl-std=CL1.2", "work_group_reduce_add"));
  REQUIRE(refused("kernel void k(global int *a) { a[0] = dot_acc_sat(1u, 2u, 3); }",
                  "-cl-std=CL3.0", "error:"));
}

TEST_CASE("images of unsupported extensions cannot be used", "[muxCompile]") {
  const auto version = GENERATE(as<std::string>{}, "-cl-std=CL1.2", "-cl-std=CL3.0");
  REQUIRE(refused("kernel void k(read_only image2d_msaa_t a) {}", version, "error:"));
  REQUIRE(
      refused("kernel void k(read_only image2d_t a, sampler_t s, global float4 *o) {\n"
              "  o[0] = read_imagef(a, s, (float2)(0), 1.0f);\n"
              "}",
              version, "no matching function for call to 'read_imagef'"));
}

TEST_CASE("half arithmetic exists in every version of OpenCL C, once the extension is enabled",
          "[muxCompile]") {
  const auto version =
      GENERATE(as<std::string>{}, "-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL3.0");
  const std::string kernel =
      "kernel void k(global half *a, half2 b) {\n"
      "  a[0] = a[1] * a[2] + sin(b.x) + (half)M_PI_H - HALF_EPSILON + 0.5h;\n"
      "}\n";
  REQUIRE(compiles("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + kernel, version));
  REQUIRE(refused(kernel, version, "requires cl_khr_fp16"));
}

TEST_CASE("images are read and written as half", "[muxCompile]") {
  REQUIRE(
      compiles("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
               "kernel void k(read_only image2d_t a, write_only image2d_t b, sampler_t s) {\n"
               "  write_imageh(b, (int2)(0), read_imageh(a, (int2)(0)) +\n"
               "                             read_imageh(a, s, (float2)(0)));\n"
               "}",
               "-cl-std=CL3.0"));
}

TEST_CASE("images exist in every version of OpenCL C", "[muxCompile]") {
  const auto version = GENERATE(as<std::string>{}, "-cl-std=CL1.1", "-cl-std=CL1.2",
                                "-cl-std=CL2.0", "-cl-std=CL3.0");
  REQUIRE(
      compiles("constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;\n"
               "kernel void k(read_only image2d_t a, write_only image2d_t b) {\n"
               "  write_imagef(b, (int2)(0), read_imagef(a, s, (float2)(0)));\n"
               "}\n",
               version));
  REQUIRE(
      compiles("#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
               "kernel void k(write_only image3d_t a) {\n"
               "  write_imageui(a, (int4)(0), (uint4)(1));\n"
               "}\n",
               version));
}

TEST_CASE("depth images exist from OpenCL C 1.2 on", "[muxCompile]") {
  const auto version =
      GENERATE(as<std::string>{}, "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0");
  REQUIRE(
      compiles("#pragma OPENCL EXTENSION cl_khr_depth_images : enable\n"
               "kernel void k(read_only image2d_depth_t a, write_only image2d_array_depth_t b,\n"
               "              sampler_t s) {\n"
               "  const float depth = read_imagef(a, s, (float2)(0));\n"
               "  write_imagef(b, (int4)(0), depth + get_image_width(b));\n"
               "}\n",
               version));
}

TEST_CASE("channel types have names", "[muxCompile]") {
  REQUIRE(
      compiles("kernel void k(read_only image2d_t a, global int *b) {\n"
               "  b[0] = get_image_channel_data_type(a) == CLK_UNORM_INT_2_101010_EXT;\n"
               "  b[1] = get_image_channel_order(a) == CLK_ABGR;\n"
               "}\n",
               "-cl-std=CL3.0"));
}

TEST_CASE("images for reading and writing exist from OpenCL C 2.0 on", "[muxCompile]") {
  const std::string source =
      "kernel void k(read_write image2d_t a) {\n"
      "  write_imagef(a, (int2)(0), read_imagef(a, (int2)(1)));\n"
      "  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,\n"
      "                         memory_scope_work_item);\n"
      "}\n";
  REQUIRE(compiles(source, "-cl-std=CL2.0"));
  REQUIRE(compiles(source, "-cl-std=CL3.0"));
  REQUIRE(refused(source, "-cl-std=CL1.2", "error:"));
}

TEST_CASE("enabling an unsupported extension is a warning", "[muxCompile]") {
  const CompileResult result =
      compile("#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\nkernel void k() {}\n");
  REQUIRE(result.result == mux_success);
  REQUIRE(contains(result.log, "kernel.cl:1:26: warning: unsupported OpenCL extension"));
}

TEST_CASE("generic address space pointers exist from OpenCL C 3.0 on", "[muxCompile]") {
  const std::string source =
      "int f(int *p) { return *p; }\n"
      "kernel void k(global int *a, local int *b) { a[0] = f(a) + f(b); }\n";
  REQUIRE(compiles(source, "-cl-std=CL3.0"));
  REQUIRE(compiles(source, "-cl-std=CL3.1"));
  REQUIRE(refused(source, "-cl-std=CL1.2", "changes address space of pointer"));
}

TEST_CASE("sub-groups are those of OpenCL C 3.0, without independent forward progress",
          "[muxCompile]") {
  const std::string source =
      "kernel void k(global uint *a) { a[0] = get_sub_group_size() + sub_group_ballot(1).x; }\n";
  REQUIRE(compiles(source, "-cl-std=CL3.0"));
  REQUIRE(compiles(source, "-cl-std=CL3.1"));
  REQUIRE(refused(source, "-cl-std=CL2.0", "get_sub_group_size"));
  REQUIRE(compiles(require_defined("cl_khr_subgroups", false) +
                       require_defined("cl_khr_subgroup_ballot", false) +
                       require_defined("cl_khr_subgroup_shuffle", false),
                   "-cl-std=CL2.0"));
}

TEST_CASE("work-group collectives exist from OpenCL C 2.0 on", "[muxCompile]") {
  const std::string source =
      "kernel void k(global int *a, global ulong *b, global double *c) {\n"
      "  a[0] = work_group_reduce_add(a[1]) + work_group_scan_exclusive_logical_and(a[2]);\n"
      "  b[0] = work_group_scan_inclusive_xor(b[1]) + work_group_reduce_mul(b[2]);\n"
      "  c[0] = work_group_reduce_max(c[1]) + work_group_scan_exclusive_mul(c[2]);\n"
      "}\n";
  REQUIRE(compiles(source, "-cl-std=CL2.0"));
  REQUIRE(compiles(source, "-cl-std=CL3.0"));
  REQUIRE(refused("kernel void k(global float *a) { a[0] = work_group_reduce_and(a[1]); }",
                  "-cl-std=CL3.0", "work_group_reduce_and"));
}
