#include <catch2/catch.hpp>
#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::mux_get_device_infos {

namespace {

constexpr EntryPoint entry_point("muxGetDeviceInfos");

/// The device info of headers without `source_capabilities`, which programs and targets built with
/// them use.
struct OtherDeviceInfo {
  mux_id_t id;
  uint32_t allocation_capabilities;
  uint32_t address_capabilities;
  uint32_t cache_capabilities;
  uint32_t half_capabilities;
  uint32_t float_capabilities;
  uint32_t double_capabilities;
  uint32_t integer_capabilities;
  uint32_t custom_buffer_capabilities;
  uint32_t endianness;
  uint32_t khronos_vendor_id;
  uint32_t shared_local_memory_type;
  uint32_t device_type;
  const char *builtin_kernel_declarations;
  const char *device_name;
  uint32_t max_concurrent_work_items;
  uint32_t max_work_group_size_x;
  uint32_t max_work_group_size_y;
  uint32_t max_work_group_size_z;
  uint32_t max_work_width;
  uint32_t clock_frequency;
  uint32_t compute_units;
  uint32_t buffer_alignment;
  uint64_t memory_size;
  uint64_t allocation_size;
  uint64_t cache_size;
  uint64_t cacheline_size;
  uint64_t shared_local_memory_size;
  uint32_t native_vector_width;
  uint32_t preferred_vector_width;
  bool image_support;
  bool image2d_array_writes;
  bool image3d_writes;
  uint32_t max_image_dimension_1d;
  uint32_t max_image_dimension_2d;
  uint32_t max_image_dimension_3d;
  uint32_t max_image_array_layers;
  uint32_t max_storage_images;
  uint32_t max_sampled_images;
  uint32_t max_samplers;
  uint32_t queue_types[mux_queue_type_total];
  int8_t device_priority;
  bool query_counter_support;
  bool descriptors_updatable;
  bool can_clone_command_buffers;
  bool supports_builtin_kernels;
  uint32_t max_sub_group_count;
  bool sub_groups_support_ifp;
  uint32_t max_hardware_counters;
  bool supports_work_group_collectives;
  bool supports_generic_address_space;
  size_t num_sub_group_sizes;
  size_t *sub_group_sizes;
};

}  // namespace

#define CHECK_PLACE(member) \
  CHECK(offsetof(mux_device_info_s, member) == offsetof(OtherDeviceInfo, member))

TEST_CASE(
    "Devices: the layout of the device info is compatible with headers without source_capabilities",
    "[muxGetDeviceInfos]") {
  CHECK_PLACE(id);
  CHECK_PLACE(allocation_capabilities);
  CHECK_PLACE(address_capabilities);
  CHECK_PLACE(cache_capabilities);
  CHECK_PLACE(half_capabilities);
  CHECK_PLACE(float_capabilities);
  CHECK_PLACE(double_capabilities);
  CHECK_PLACE(integer_capabilities);
  CHECK_PLACE(custom_buffer_capabilities);
  CHECK_PLACE(endianness);
  CHECK_PLACE(khronos_vendor_id);
  CHECK_PLACE(shared_local_memory_type);
  CHECK_PLACE(device_type);
  CHECK_PLACE(builtin_kernel_declarations);
  CHECK_PLACE(device_name);
  CHECK_PLACE(max_concurrent_work_items);
  CHECK_PLACE(max_work_group_size_x);
  CHECK_PLACE(max_work_group_size_y);
  CHECK_PLACE(max_work_group_size_z);
  CHECK_PLACE(max_work_width);
  CHECK_PLACE(clock_frequency);
  CHECK_PLACE(compute_units);
  CHECK_PLACE(buffer_alignment);
  CHECK_PLACE(memory_size);
  CHECK_PLACE(allocation_size);
  CHECK_PLACE(cache_size);
  CHECK_PLACE(cacheline_size);
  CHECK_PLACE(shared_local_memory_size);
  CHECK_PLACE(native_vector_width);
  CHECK_PLACE(preferred_vector_width);
  CHECK_PLACE(image_support);
  CHECK_PLACE(image2d_array_writes);
  CHECK_PLACE(image3d_writes);
  CHECK_PLACE(max_image_dimension_1d);
  CHECK_PLACE(max_image_dimension_2d);
  CHECK_PLACE(max_image_dimension_3d);
  CHECK_PLACE(max_image_array_layers);
  CHECK_PLACE(max_storage_images);
  CHECK_PLACE(max_sampled_images);
  CHECK_PLACE(max_samplers);
  CHECK_PLACE(queue_types);
  CHECK_PLACE(device_priority);
  CHECK_PLACE(query_counter_support);
  CHECK_PLACE(descriptors_updatable);
  CHECK_PLACE(can_clone_command_buffers);
  CHECK_PLACE(supports_builtin_kernels);
  CHECK_PLACE(max_sub_group_count);
  CHECK_PLACE(sub_groups_support_ifp);
  CHECK_PLACE(max_hardware_counters);
  CHECK_PLACE(supports_work_group_collectives);
  CHECK_PLACE(supports_generic_address_space);
  CHECK_PLACE(num_sub_group_sizes);
  CHECK_PLACE(sub_group_sizes);
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
  // A short array: the first infos, and no write past the array.
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

TEST_CASE("Devices: image limits are at least those that OpenCL 3.0 requires",
          "[muxGetDeviceInfos]") {
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

TEST_CASE("Devices: the vendor is the PCI vendor id of the processor's manufacturer",
          "[muxGetDeviceInfos]") {
  const std::map<std::string, uint32_t> makers = {
      {"GenuineIntel", 0x8086}, {"AuthenticAMD", 0x1022}, {"HygonGenuine", 0x1d94},
      {"CentaurHauls", 0x1106}, {"  Shanghai  ", 0x1d17},
  };
  std::ifstream file("/proc/cpuinfo");
  std::string maker;
  for (std::string line; std::getline(file, line) && maker.empty();) {
    if (line.starts_with("vendor_id") && line.find(": ") != std::string::npos) {
      maker = line.substr(line.find(": ") + 2);
    }
  }
  const auto known = makers.find(maker);
  CAPTURE(maker);
  CHECK(host_device_info()->khronos_vendor_id == (known == makers.end() ? 0 : known->second));
}

namespace {

/// Prevents that a value is computed before the rounding mode is set, or after it is reset.
template <typename T>
T hidden(T value) {
  asm volatile("" : "+m"(value) : : "memory");
  return value;
}

template <typename To, typename From>
To converted(From value, int mode) {
  std::fesetround(mode);
  const To result = hidden(static_cast<To>(hidden(value)));
  std::fesetround(FE_TONEAREST);
  return result;
}

struct RoundingMode {
  uint32_t capability;
  int mode;
};

/// In the order of the kernel's results.
constexpr RoundingMode rounding_modes[] = {
    {mux_floating_point_capabilities_rte, FE_TONEAREST},
    {mux_floating_point_capabilities_rtz, FE_TOWARDZERO},
    {mux_floating_point_capabilities_rtp, FE_UPWARD},
    {mux_floating_point_capabilities_rtn, FE_DOWNWARD},
};

}  // namespace

TEST_CASE_METHOD(KernelFixture, "Devices: rounding modes match the device info",
                 "[muxGetDeviceInfos]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const double *in, global const long *wide, global float *floats,
                  global double *doubles) {
      size_t i = get_global_id(0);
      floats[i * 4] = convert_float_rte(in[i]);
      floats[i * 4 + 1] = convert_float_rtz(in[i]);
      floats[i * 4 + 2] = convert_float_rtp(in[i]);
      floats[i * 4 + 3] = convert_float_rtn(in[i]);
      doubles[i * 4] = convert_double_rte(wide[i]);
      doubles[i * 4 + 1] = convert_double_rtz(wide[i]);
      doubles[i * 4 + 2] = convert_double_rtp(wide[i]);
      doubles[i * 4 + 3] = convert_double_rtn(wide[i]);
    })",
                              "k");
  const double values[] = {0.1, -0.1, 1.0 / 3, -1e30 / 7, 16777217.0, 1e300, -1e300, 1e-320};
  const int64_t wides[] = {1,
                           -1,
                           (int64_t{1} << 53) + 1,
                           -(int64_t{1} << 53) - 1,
                           (int64_t{1} << 60) + 200,
                           -(int64_t{1} << 60) - 56,
                           INT64_MAX,
                           INT64_MIN + 1};
  constexpr size_t count = std::size(values);
  const TestBuffer in = make_buffer(std::span<const double>(values));
  const TestBuffer wide = make_buffer(std::span<const int64_t>(wides));
  const TestBuffer floats = make_buffer(count * 4 * sizeof(float));
  const TestBuffer doubles = make_buffer(count * 4 * sizeof(double));
  launch(kernel, Arguments().buffer(in).buffer(wide).buffer(floats).buffer(doubles),
         Range::linear(count, count));
  for (size_t i = 0; i < count; ++i) {
    for (size_t kind = 0; kind < std::size(rounding_modes); ++kind) {
      const auto [capability, mode] = rounding_modes[kind];
      CAPTURE(values[i], wides[i], mode);
      CHECK((device->info->float_capabilities & capability) != 0);
      CHECK((device->info->double_capabilities & capability) != 0);
      CHECK(floats.as<float>()[i * 4 + kind] == converted<float>(values[i], mode));
      CHECK(doubles.as<double>()[i * 4 + kind] == converted<double>(wides[i], mode));
    }
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "Devices: floating-point numbers are those of IEEE 754, with denormals, infinity, "
                 "NaN and a fused multiply-add",
                 "[muxGetDeviceInfos]") {
  constexpr uint32_t expected =
      mux_floating_point_capabilities_denorm | mux_floating_point_capabilities_inf_nan |
      mux_floating_point_capabilities_rte | mux_floating_point_capabilities_rtz |
      mux_floating_point_capabilities_rtp | mux_floating_point_capabilities_rtn |
      mux_floating_point_capabilities_fma | mux_floating_point_capabilities_full;
  CHECK(device->info->float_capabilities == expected);
  CHECK(device->info->double_capabilities == expected);
  CHECK(device->info->half_capabilities == expected);
  mux_kernel_t kernel = build(R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    kernel void k(global const float *f, global const double *d, global float *of_floats,
                  global double *of_doubles, global half *h) {
      of_floats[0] = f[0] / f[1];
      of_floats[1] = f[2] * f[2];
      of_floats[2] = f[5] - f[5];
      of_floats[3] = fma(f[3], f[3], f[4]);
      of_doubles[0] = d[0] / d[1];
      of_doubles[1] = d[2] * d[2];
      of_doubles[2] = d[5] - d[5];
      of_doubles[3] = fma(d[3], d[3], d[4]);
      h[6] = h[0] / h[1];
      h[7] = h[2] * h[2];
      h[8] = h[5] - h[5];
      h[9] = fma(h[3], h[3], h[4]);
    })",
                              "k");
  const auto check = [&]<typename T>(T, std::span<const T> results, std::span<const T> in) {
    CHECK(results[0] == in[0] / in[1]);
    CHECK(std::fpclassify(results[0]) == FP_SUBNORMAL);
    CHECK(results[1] == std::numeric_limits<T>::infinity());
    CHECK(std::isnan(results[2]));
    CHECK(results[3] == std::fma(in[3], in[3], in[4]));
    CHECK(results[3] != 0);
  };
  const auto numbers = []<typename T>(T) {
    const T one_and_a_bit = 1 + std::numeric_limits<T>::epsilon();
    return std::vector<T>{
        std::numeric_limits<T>::min(),          8,
        std::numeric_limits<T>::max(),          one_and_a_bit,
        -hidden(one_and_a_bit * one_and_a_bit), std::numeric_limits<T>::infinity()};
  };
  const std::vector<float> floats = numbers(float());
  const std::vector<double> doubles = numbers(double());
  const TestBuffer f = make_buffer(std::span<const float>(floats));
  const TestBuffer d = make_buffer(std::span<const double>(doubles));
  const TestBuffer of_floats = make_buffer(4 * sizeof(float));
  const TestBuffer of_doubles = make_buffer(4 * sizeof(double));
  // Bits of half: the smallest normal number, 8, the largest, 1 + 2^-10, the negated square of that
  // without its last bit, infinity; and room for four results.
  const std::vector<uint16_t> halves = {0x0400, 0x4800, 0x7bff, 0x3c01, 0xbc02, 0x7c00, 0, 0, 0, 0};
  const TestBuffer h = make_buffer(std::span<const uint16_t>(halves));
  launch(kernel, Arguments().buffer(f).buffer(d).buffer(of_floats).buffer(of_doubles).buffer(h),
         Range::linear(1, 1));
  check(float(), std::span<const float>(of_floats.as<float>()), std::span<const float>(floats));
  check(double(), std::span<const double>(of_doubles.as<double>()),
        std::span<const double>(doubles));
  const std::span<const uint16_t> of_halves = h.as<uint16_t>();
  CHECK(of_halves[6] == 0x0080);
  CHECK(of_halves[7] == 0x7c00);
  CHECK((of_halves[8] & 0x7fff) > 0x7c00);
  // 2^-20
  CHECK(of_halves[9] == 0x0010);
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
  // The only whitespace is the space; tokens that the syntax excludes do not occur.
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

TEST_CASE("Devices: limits of a feature are set if and only if it is supported",
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

}  // namespace mux::test::mux_get_device_infos
