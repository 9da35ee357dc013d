#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <string>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::mux_get_kernel_info {

namespace {

constexpr EntryPoint entry_point("muxGetKernelInfo");

class KernelInfoFixture : public KernelFixture {
 public:
  mux_kernel_info_t info_of(const char *source, const char *options = nullptr) {
    mux_kernel_info_t info{};
    REQUIRE(muxGetKernelInfo(build(source, "k", options), &info) == mux_success);
    REQUIRE(info.attributes != nullptr);
    return info;
  }
};

bool is(const uint64_t (&sizes)[3], const uint64_t (&expected)[3]) {
  return std::equal(std::begin(sizes), std::end(sizes), std::begin(expected));
}

}  // namespace

TEST_CASE_METHOD(KernelInfoFixture, "muxGetKernelInfo: a kernel without attributes",
                 "[muxGetKernelInfo]") {
  const mux_kernel_info_t info =
      info_of("kernel void k(global int *p) { p[get_global_id(0)] += 1; }");
  CHECK(is(info.required_local_size, {0, 0, 0}));
  CHECK(is(info.local_size_hint, {0, 0, 0}));
  CHECK(info.max_local_size == device->info->max_concurrent_work_items);
  CHECK(info.local_memory_size == 0);
  CHECK(info.private_memory_size == 0);
  CHECK(info.required_sub_group_size == 0);
  CHECK(std::string(info.attributes).empty());
}

TEST_CASE_METHOD(KernelInfoFixture, "muxGetKernelInfo: sizes and attributes as in the source",
                 "[muxGetKernelInfo]") {
  const mux_kernel_info_t info = info_of(
      "__attribute__((vec_type_hint(ushort4)))\n"
      "__attribute__((reqd_work_group_size(8, 4, 2)))\n"
      "__attribute__((work_group_size_hint(16, 2, 1)))\n"
      "kernel void k(global int *p) { p[0] = 1; }");
  CHECK(is(info.required_local_size, {8, 4, 2}));
  CHECK(is(info.local_size_hint, {16, 2, 1}));
  CHECK(info.max_local_size == 64);
  CHECK(std::string(info.attributes) ==
        "reqd_work_group_size(8,4,2) work_group_size_hint(16,2,1) vec_type_hint(ushort4)");
}

TEST_CASE_METHOD(KernelInfoFixture, "muxGetKernelInfo: every type that vec_type_hint can name",
                 "[muxGetKernelInfo]") {
  for (const char *type : {"char", "uchar2", "short3", "ushort", "int4", "uint8", "long16", "ulong",
                           "float", "float2", "double4"}) {
    CAPTURE(type);
    const std::string source = "__attribute__((vec_type_hint(" + std::string(type) +
                               "))) kernel void k(global int *p) { p[0] = 1; }";
    CHECK(std::string(info_of(source.c_str()).attributes) ==
          "vec_type_hint(" + std::string(type) + ')');
  }
}

TEST_CASE_METHOD(KernelInfoFixture, "muxGetKernelInfo: a required sub-group size",
                 "[muxGetKernelInfo]") {
  const mux_kernel_info_t info = info_of(
      "__attribute__((intel_reqd_sub_group_size(8)))\n"
      "kernel void k(global uint *p) { p[get_global_id(0)] = get_sub_group_size(); }",
      "-cl-std=CL3.0");
  CHECK(info.required_sub_group_size == 8);
  CHECK(std::string(info.attributes) == "intel_reqd_sub_group_size(8)");
}

TEST_CASE_METHOD(KernelInfoFixture, "muxGetKernelInfo: memory of a group and of a work-item",
                 "[muxGetKernelInfo]") {
  const mux_kernel_info_t info = info_of(
      "kernel void k(global float *p) {\n"
      "  local float shared[100];\n"
      "  size_t l = get_local_id(0);\n"
      "  float kept = p[get_global_id(0)];\n"
      "  shared[l % 100] = kept;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = kept * shared[(l + 1) % 100];\n"
      "}");
  CHECK(info.local_memory_size >= 400);
  CHECK(info.private_memory_size >= 4);
}

TEST_CASE_METHOD(KernelInfoFixture,
                 "muxGetKernelInfo: the preferred multiple is the vectorization factor",
                 "[muxGetKernelInfo]") {
  mux_kernel_t kernel = build("kernel void k(global int *p) { p[get_global_id(0)] += 1; }", "k");
  mux_kernel_info_t info{};
  REQUIRE(muxGetKernelInfo(kernel, &info) == mux_success);
  size_t width = 0;
  size_t height = 0;
  size_t depth = 0;
  REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 256, 1, 1, nullptr, &width, &height, &depth) ==
          mux_success);
  CHECK(info.preferred_local_size_multiple >= 1);
  CHECK(width % info.preferred_local_size_multiple == 0);
}

TEST_CASE_METHOD(KernelInfoFixture, "muxGetKernelInfo: two calls return the same string",
                 "[muxGetKernelInfo]") {
  mux_kernel_t kernel = build(
      "__attribute__((reqd_work_group_size(4, 1, 1))) kernel void k(global int *p) { p[0] = 1; }",
      "k");
  mux_kernel_info_t first{};
  mux_kernel_info_t second{};
  REQUIRE(muxGetKernelInfo(kernel, &first) == mux_success);
  REQUIRE(muxGetKernelInfo(kernel, &second) == mux_success);
  CHECK(first.attributes == second.attributes);
}

TEST_CASE_METHOD(KernelInfoFixture, "muxGetKernelInfo: rejects invalid arguments",
                 "[muxGetKernelInfo]") {
  mux_kernel_info_t info{};
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetKernelInfo(invalid, &info));
  }
  CHECK(info.attributes == nullptr);
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetKernelInfo(build("kernel void k() {}", "k"), nullptr));
}

}  // namespace mux::test::mux_get_kernel_info
