#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <string>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::mux_get_kernel_argument_info {

namespace {
constexpr EntryPoint entry_point("muxGetKernelArgumentInfo");
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelArgumentInfo: describes every kind of argument",
                 "[muxGetKernelArgumentInfo]") {
  mux_kernel_t kernel = build(
      "typedef struct { int a; float4 b; } pair;\n"
      "kernel void k(global const float *in, global int *out, constant char *table,\n"
      "              local double *scratch, int number, float3 vector, pair both, uchar small) {\n"
      "  out[0] = in[0] + table[0] + number + vector.x + both.b.y + small;\n"
      "}\n",
      "k");
  struct Expected {
    uint32_t kind;
    uint64_t size;
    const char *name;
  };
  const Expected expected[] = {
      {mux_kernel_argument_kind_buffer, 8, "in"},
      {mux_kernel_argument_kind_buffer, 8, "out"},
      {mux_kernel_argument_kind_buffer, 8, "table"},
      {mux_kernel_argument_kind_local_buffer, 8, "scratch"},
      {mux_kernel_argument_kind_plain_old_data, 4, "number"},
      {mux_kernel_argument_kind_plain_old_data, 16, "vector"},
      {mux_kernel_argument_kind_plain_old_data, 32, "both"},
      {mux_kernel_argument_kind_plain_old_data, 1, "small"},
  };
  uint64_t index = 0;
  for (const Expected &argument : expected) {
    CAPTURE(argument.name);
    mux_kernel_argument_info_t info{};
    REQUIRE(muxGetKernelArgumentInfo(kernel, index++, &info) == mux_success);
    CHECK(info.kind == argument.kind);
    CHECK(info.size == argument.size);
    REQUIRE(info.type_name != nullptr);
    REQUIRE(info.name != nullptr);
    // A binary may omit names, but they must not be wrong.
    CHECK((*info.name == '\0' || std::string(info.name) == argument.name));
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "muxGetKernelArgumentInfo: address spaces and qualifiers as in the source",
                 "[muxGetKernelArgumentInfo]") {
  mux_kernel_t kernel = build(
      "kernel void k(global const float *restrict in, global volatile int *out, constant char *c,\n"
      "              local double *scratch, int number, read_only image2d_t r,\n"
      "              write_only image3d_t w, read_write image1d_t both, sampler_t s) {\n"
      "  out[0] = in[0] + c[0] + number + read_imagef(r, s, (float2)(0)).x;\n"
      "}\n",
      "k", "-cl-std=CL3.0");
  struct Expected {
    uint32_t address_space;
    uint32_t image_access;
    uint32_t type_qualifiers;
  };
  const Expected expected[] = {
      {mux_kernel_argument_address_space_global, 0,
       mux_kernel_argument_type_qualifier_const | mux_kernel_argument_type_qualifier_restrict},
      {mux_kernel_argument_address_space_global, 0, mux_kernel_argument_type_qualifier_volatile},
      {mux_kernel_argument_address_space_constant, 0, mux_kernel_argument_type_qualifier_const},
      {mux_kernel_argument_address_space_local, 0, 0},
      {mux_kernel_argument_address_space_private, 0, 0},
      {mux_kernel_argument_address_space_global, mux_kernel_argument_image_access_read_only, 0},
      {mux_kernel_argument_address_space_global, mux_kernel_argument_image_access_write_only, 0},
      {mux_kernel_argument_address_space_global, mux_kernel_argument_image_access_read_write, 0},
      {mux_kernel_argument_address_space_private, 0, 0},
  };
  uint64_t index = 0;
  for (const Expected &argument : expected) {
    CAPTURE(index);
    mux_kernel_argument_info_t info{};
    REQUIRE(muxGetKernelArgumentInfo(kernel, index++, &info) == mux_success);
    CHECK(info.address_space == argument.address_space);
    CHECK(info.image_access == argument.image_access);
    CHECK(info.type_qualifiers == argument.type_qualifiers);
  }
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelArgumentInfo: pipes and their packet sizes",
                 "[muxGetKernelArgumentInfo]") {
  mux_kernel_t kernel = build(
      "typedef struct { char bytes[11]; } packet;\n"
      "void pass_on(pipe double in, global double *out) { read_pipe(in, out); }\n"
      "kernel void k(write_only pipe packet out, pipe double in, global packet *data,\n"
      "              global double *numbers, pipe int unused) {\n"
      "  reserve_id_t id = reserve_write_pipe(out, 1);\n"
      "  if (is_valid_reserve_id(id)) {\n"
      "    write_pipe(out, id, 0, data);\n"
      "    commit_write_pipe(out, id);\n"
      "  }\n"
      "  pass_on(in, numbers);\n"
      "}\n",
      "k", "-cl-std=CL3.0");
  struct Expected {
    uint64_t index;
    uint32_t access;
    uint32_t packet_size;
    const char *type;
  };
  for (const Expected &expected : {
           Expected{0, mux_kernel_argument_image_access_write_only, 11, "packet"},
           Expected{1, mux_kernel_argument_image_access_read_only, 8, "double"},
           Expected{4, mux_kernel_argument_image_access_read_only, 0, "int"},
       }) {
    CAPTURE(expected.index);
    mux_kernel_argument_info_t info{};
    REQUIRE(muxGetKernelArgumentInfo(kernel, expected.index, &info) == mux_success);
    CHECK(info.kind == mux_kernel_argument_kind_buffer);
    CHECK(info.size == 8);
    CHECK(info.address_space == mux_kernel_argument_address_space_global);
    CHECK(info.image_access == expected.access);
    CHECK(info.type_qualifiers == mux_kernel_argument_type_qualifier_pipe);
    CHECK(info.packet_size == expected.packet_size);
    CHECK(std::string(info.type_name) == expected.type);
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "muxGetKernelArgumentInfo: access includes all accesses of the kernel",
                 "[muxGetKernelArgumentInfo]") {
  mux_kernel_t kernel = build(
      "kernel void k(global const float *in, global float *out, global float *both) {\n"
      "  out[0] = in[0];\n"
      "  both[0] += 1;\n"
      "}\n",
      "k");
  const auto access = [&](uint64_t index) {
    mux_kernel_argument_info_t info{};
    REQUIRE(muxGetKernelArgumentInfo(kernel, index, &info) == mux_success);
    return info.access;
  };
  CHECK((access(0) & mux_kernel_argument_access_read) != 0);
  CHECK((access(1) & mux_kernel_argument_access_write) != 0);
  CHECK((access(2) & mux_kernel_argument_access_read) != 0);
  CHECK((access(2) & mux_kernel_argument_access_write) != 0);
}

TEST_CASE_METHOD(KernelFixture, "muxGetKernelArgumentInfo: rejects invalid arguments",
                 "[muxGetKernelArgumentInfo]") {
  mux_kernel_t kernel = build("kernel void k(int a) {}", "k");
  mux_kernel_argument_info_t info{};
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetKernelArgumentInfo(invalid, 0, &info));
  }
  for (const uint64_t index : {uint64_t{1}, ~uint64_t{0}}) {
    entry_point.fails(mux_error_invalid_value, muxGetKernelArgumentInfo(kernel, index, &info));
  }
  entry_point.fails(mux_error_null_out_parameter, muxGetKernelArgumentInfo(kernel, 0, nullptr));
}

}  // namespace mux::test::mux_get_kernel_argument_info
