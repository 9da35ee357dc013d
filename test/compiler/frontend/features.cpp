#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <set>

#include "compile.h"

using namespace mux::test;

namespace {

const std::set<std::string> extensions = {
    "cl_khr_byte_addressable_store",    "cl_khr_fp64",
    "cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics",
    "cl_khr_int64_base_atomics",        "cl_khr_int64_extended_atomics",
    "cl_khr_local_int32_base_atomics",  "cl_khr_local_int32_extended_atomics",
};

const std::set<std::string> features = {
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
    "__opencl_c_program_scope_global_variables",
};

/// Every extension and feature that Clang's header knows of, and those that only Clang itself does.
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
  // For Clang's own use: how built-in functions that take pointers are declared.
  names.erase("__opencl_c_named_address_space_builtins");
  return names;
}

std::string require_defined(const std::string &name, bool defined) {
  return std::string(defined ? "#ifndef " : "#ifdef ") + name + "\n#error " + name + "\n#endif\n";
}

}  // namespace

TEST_CASE("exactly the extensions and features of the device are defined", "[muxCompile]") {
  const auto [version, has_features] =
      GENERATE(table<const char *, bool>({{"CL1.2", false}, {"CL3.0", true}}));
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
    // Clang defines this one in every version: there always are 64-bit integers.
    source += require_defined(name, has_features || name == "__opencl_c_int64");
  }
  INFO(version);
  REQUIRE(compiles(source, std::string("-cl-std=") + version));
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

TEST_CASE("what the device lacks cannot be used", "[muxCompile]") {
  REQUIRE(refused("kernel void k(global half *a) { a[0] = a[1] + a[2]; }", "", "error:"));
  REQUIRE(refused("kernel void k(global int *a) { a[0] = work_group_reduce_add(1); }",
                  "-cl-std=CL3.0", "work_group_reduce_add"));
  REQUIRE(refused("kernel void k(global int *a) { a[0] = get_sub_group_size(); }", "-cl-std=CL3.0",
                  "get_sub_group_size"));
  REQUIRE(refused("kernel void k(read_only image2d_t a) {}", "-cl-std=CL3.0",
                  "requires __opencl_c_images support"));
  REQUIRE(refused("kernel void k(global int *a) { a[0] = dot_acc_sat(1u, 2u, 3); }",
                  "-cl-std=CL3.0", "error:"));
}

TEST_CASE("asking for an extension that the device lacks warns", "[muxCompile]") {
  const CompileResult result =
      compile("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k() {}\n");
  REQUIRE(result.result == mux_success);
  REQUIRE(contains(result.log, "kernel.cl:1:26: warning: unsupported OpenCL extension"));
}

TEST_CASE("pointers to the generic address space exist in OpenCL C 3.0", "[muxCompile]") {
  const std::string source =
      "int f(int *p) { return *p; }\n"
      "kernel void k(global int *a, local int *b) { a[0] = f(a) + f(b); }\n";
  REQUIRE(compiles(source, "-cl-std=CL3.0"));
  REQUIRE(refused(source, "-cl-std=CL1.2", "changes address space of pointer"));
}
