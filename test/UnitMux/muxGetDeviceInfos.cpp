#include <catch2/catch.hpp>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "fixtures.h"
#include "threads.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxGetDeviceInfos");
}

TEST_CASE("muxGetDeviceInfos.rc01: no device type is mux_error_invalid_value",
          "[muxGetDeviceInfos]") {
  uint64_t count = 0;
  entry_point.fails(mux_error_invalid_value, muxGetDeviceInfos(0, 0, nullptr, &count));
}

TEST_CASE("muxGetDeviceInfos.rc02: an array of length 0 is mux_error_invalid_value",
          "[muxGetDeviceInfos]") {
  mux_device_info_t info = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxGetDeviceInfos(mux_device_type_all, 0, &info, nullptr));
  CHECK(info == nullptr);
}

TEST_CASE("muxGetDeviceInfos.rc03: a length without an array is mux_error_null_out_parameter",
          "[muxGetDeviceInfos]") {
  uint64_t count = 0;
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetDeviceInfos(mux_device_type_all, 1, nullptr, &count));
}

TEST_CASE("muxGetDeviceInfos.rc04: counts first, then fills", "[muxGetDeviceInfos]") {
  uint64_t count = 0;
  REQUIRE(muxGetDeviceInfos(mux_device_type_all, 0, nullptr, &count) == mux_success);
  REQUIRE(count >= 1);
  std::vector<mux_device_info_t> infos(count + 2, nullptr);
  uint64_t filled = 0;
  REQUIRE(muxGetDeviceInfos(mux_device_type_all, infos.size(), infos.data(), &filled) ==
          mux_success);
  CHECK(filled == count);
  for (size_t i = 0; i < infos.size(); ++i) {
    CHECK((infos[i] != nullptr) == (i < count));
  }
  // Fewer than there are: the first of them, and no write past the array.
  std::vector<mux_device_info_t> one(2, nullptr);
  REQUIRE(muxGetDeviceInfos(mux_device_type_all, 1, one.data(), nullptr) == mux_success);
  CHECK(one[0] == infos[0]);
  CHECK(one[1] == nullptr);
}

TEST_CASE("muxGetDeviceInfos.rc04: asks for types", "[muxGetDeviceInfos]") {
  uint64_t cpus = 0;
  REQUIRE(muxGetDeviceInfos(mux_device_type_cpu, 0, nullptr, &cpus) == mux_success);
  CHECK(cpus >= 1);
  uint64_t virtual_gpus = 1;
  REQUIRE(muxGetDeviceInfos(mux_device_type_gpu_virtual, 0, nullptr, &virtual_gpus) == mux_success);
  CHECK(virtual_gpus == 0);
}

TEST_CASE("muxGetDeviceInfos.vu01: thread-safe", "[muxGetDeviceInfos]") {
  const auto infos = run_in_threads([](unsigned) {
    mux_device_info_t info = nullptr;
    muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr);
    return info;
  });
  for (mux_device_info_t info : infos) {
    CHECK(info != nullptr);
    CHECK(info == infos.front());
  }
}

TEST_CASE("Devices.vu01 to vu04: the host device describes itself consistently",
          "[muxGetDeviceInfos]") {
  const mux_device_info_t info = host_device_info();
  CHECK((info->id & mux_object_id_mask) == mux_object_id_device);
  CHECK(target_of(info->id) != 0);
  CHECK((info->allocation_capabilities & (mux_allocation_capabilities_coherent_host |
                                          mux_allocation_capabilities_alloc_device)) != 0);
  CHECK(info->memory_size > 0);
  CHECK(info->allocation_size > 0);
  CHECK(info->allocation_size <= info->memory_size);
  CHECK(info->compute_units > 0);
  CHECK(info->device_type == mux_device_type_cpu);
  REQUIRE(info->device_name != nullptr);
  CHECK(std::strlen(info->device_name) > 0);
  CHECK(info->endianness == mux_endianness_little);
  CHECK((info->address_capabilities & mux_address_capabilities_bits64) != 0);
  CHECK((info->integer_capabilities & mux_integer_capabilities_64bit) != 0);
  CHECK(info->max_concurrent_work_items > 0);
  CHECK(info->max_work_group_size_x > 0);
  CHECK(info->max_work_group_size_y > 0);
  CHECK(info->max_work_group_size_z > 0);
  CHECK(info->max_work_width > 0);
  CHECK(info->native_vector_width > 0);
  CHECK(info->preferred_vector_width > 0);
  CHECK(info->cacheline_size > 0);
  CHECK((info->cacheline_size & (info->cacheline_size - 1)) == 0);
  CHECK(info->shared_local_memory_size >= 32 * 1024);
  CHECK(info->buffer_alignment > 0);
  CHECK(info->queue_types[mux_queue_type_compute] >= 1);
  if (const char *units = std::getenv("MUX_COMPUTE_UNITS")) {
    CHECK(info->compute_units == std::strtoul(units, nullptr, 10));
  }
}

TEST_CASE("Devices: images are at least what OpenCL 3.0 asks for", "[muxGetDeviceInfos]") {
  const mux_device_info_t info = host_device_info();
  CHECK(info->image_support);
  CHECK(info->image2d_array_writes);
  CHECK(info->image3d_writes);
  CHECK(info->max_image_dimension_1d >= 65536);
  CHECK(info->max_image_dimension_2d >= 16384);
  CHECK(info->max_image_dimension_3d >= 2048);
  CHECK(info->max_image_array_layers >= 2048);
  CHECK(info->max_storage_images >= 64);
  CHECK(info->max_sampled_images >= 128);
  CHECK(info->max_samplers >= 16);
}

TEST_CASE("Devices.vu05, vu06: built-in kernels are declared as the specification says",
          "[muxGetDeviceInfos]") {
  const mux_device_info_t info = host_device_info();
  const bool has_builtin_kernels =
      (info->source_capabilities & mux_source_capabilities_builtin_kernel) != 0;
  CHECK(has_builtin_kernels == info->supports_builtin_kernels);
  REQUIRE(has_builtin_kernels);
  REQUIRE(info->builtin_kernel_declarations != nullptr);
  const std::string declarations = info->builtin_kernel_declarations;
  REQUIRE_FALSE(declarations.empty());
  // The only whitespace is the space; nothing of what the syntax excludes is there.
  for (const char *const excluded : {"\t", "\n", "\r", "[", "]", "struct ", "__attribute__",
                                     "__kernel", "kernel ", "void ", "**"}) {
    CAPTURE(excluded);
    CHECK(declarations.find(excluded) == std::string::npos);
  }
  // name(parameters), separated by semicolons; a parameter is a type and a name.
  const std::regex declaration(R"( *([A-Za-z_]\w*) *\(([^()]*)\) *)");
  const std::regex parameter(R"( *((\w+|\*) *)*\b\w+[ *]+\w+ *)");
  std::set<std::string> names;
  std::stringstream list(declarations);
  for (std::string one; std::getline(list, one, ';');) {
    CAPTURE(one);
    std::smatch match;
    REQUIRE(std::regex_match(one, match, declaration));
    CHECK(match[1].length() < 64);
    CHECK(names.insert(match[1]).second);
    std::stringstream parameters(match[2]);
    for (std::string each; std::getline(parameters, each, ',');) {
      CAPTURE(each);
      CHECK(std::regex_match(each, parameter));
    }
  }
}

TEST_CASE("Devices: what goes with a feature is there if and only if the feature is",
          "[muxGetDeviceInfos]") {
  const mux_device_info_t info = host_device_info();
  for (const uint32_t limit :
       {info->max_image_dimension_1d, info->max_image_dimension_2d, info->max_image_dimension_3d,
        info->max_image_array_layers, info->max_storage_images, info->max_sampled_images,
        info->max_samplers}) {
    CHECK((limit != 0) == info->image_support);
  }
  CHECK((info->max_hardware_counters == 0 || info->query_counter_support));
  REQUIRE((info->max_sub_group_count != 0) == (info->num_sub_group_sizes != 0));
  REQUIRE((info->num_sub_group_sizes != 0) == (info->sub_group_sizes != nullptr));
  for (size_t i = 0; i < info->num_sub_group_sizes; ++i) {
    CHECK(info->sub_group_sizes[i] > 0);
    CHECK(info->sub_group_sizes[i] <= info->max_concurrent_work_items);
  }
}
