#include "fixtures.h"

namespace mux::test::cl_get_device_info {

namespace {

template <typename T>
struct Least {
  cl_device_info name;
  T least;
};

/// Minimum values of the full profile.
template <typename T>
void expect_at_least(cl_device_id device, const std::vector<Least<T>> &numbers) {
  for (const Least<T> &number : numbers) {
    INFO(std::hex << number.name);
    size_t size = 0;
    succeed(clGetDeviceInfo(device, number.name, 0, nullptr, &size));
    REQUIRE(size == sizeof(T));
    CHECK(info<T>(clGetDeviceInfo, device, number.name) >= number.least);
  }
}

template <typename T>
void expect_device(cl_device_id device, cl_device_info name, T expected,
                   std::source_location where = std::source_location::current()) {
  expect_info(clGetDeviceInfo, device, name, expected, where);
}

std::vector<cl_name_version> named_versions(cl_device_id device, cl_device_info name) {
  size_t size = 0;
  succeed(clGetDeviceInfo(device, name, 0, nullptr, &size));
  std::vector<cl_name_version> list(size / sizeof(cl_name_version));
  succeed(clGetDeviceInfo(device, name, size, list.data(), nullptr));
  return list;
}

}  // namespace

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: identity") {
  expect_device(device, CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_CPU});
  expect_device(device, CL_DEVICE_PLATFORM, platform);
  expect_device(device, CL_DEVICE_PARENT_DEVICE, cl_device_id{nullptr});
  expect_device(device, CL_DEVICE_REFERENCE_COUNT, cl_uint{1});
  expect_device(device, CL_DEVICE_NUMERIC_VERSION, cl_version{CL_MAKE_VERSION(3, 1, 0)});
  CHECK(info_text(clGetDeviceInfo, device, CL_DEVICE_VERSION).starts_with("OpenCL 3.1 "));
  CHECK(info_text(clGetDeviceInfo, device, CL_DEVICE_PROFILE) == "FULL_PROFILE");
  CHECK(info_text(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION).starts_with("OpenCL C "));
  for (const cl_device_info name : {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION}) {
    CHECK(!info_text(clGetDeviceInfo, device, name).empty());
  }
  for (const cl_device_info name :
       {CL_DEVICE_EXTENSIONS, CL_DEVICE_BUILT_IN_KERNELS, CL_DEVICE_IL_VERSION,
        CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED}) {
    size_t size = 0;
    succeed(clGetDeviceInfo(device, name, 0, nullptr, &size));
    CHECK(size >= 1);
  }
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: minimum values of the full profile") {
  expect_at_least<cl_uint>(device, {{CL_DEVICE_MAX_COMPUTE_UNITS, 1},
                                    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3},
                                    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 1},
                                    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 1},
                                    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 1},
                                    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 1},
                                    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 1},
                                    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 0},
                                    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 1},
                                    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 1},
                                    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 1},
                                    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 1},
                                    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 1},
                                    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 1},
                                    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 0},
                                    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 1},
                                    {CL_DEVICE_MAX_CLOCK_FREQUENCY, 0},
                                    {CL_DEVICE_ADDRESS_BITS, 64},
                                    {CL_DEVICE_VENDOR_ID, 1},
                                    {CL_DEVICE_MAX_READ_IMAGE_ARGS, 128},
                                    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 64},
                                    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 64},
                                    {CL_DEVICE_MAX_SAMPLERS, 16},
                                    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 1},
                                    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 1},
                                    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024},
                                    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 128},
                                    {CL_DEVICE_MAX_CONSTANT_ARGS, 8},
                                    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 1},
                                    {CL_DEVICE_MAX_NUM_SUB_GROUPS, 1},
                                    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 1},
                                    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 0},
                                    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 0},
                                    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 0},
                                    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, 0},
                                    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, 0},
                                    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 0},
                                    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 0},
                                    {CL_DEVICE_MAX_PIPE_ARGS, 16},
                                    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 1},
                                    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, 1024}});
  expect_at_least<size_t>(device, {{CL_DEVICE_MAX_WORK_GROUP_SIZE, 1},
                                   {CL_DEVICE_IMAGE2D_MAX_WIDTH, 16384},
                                   {CL_DEVICE_IMAGE2D_MAX_HEIGHT, 16384},
                                   {CL_DEVICE_IMAGE3D_MAX_WIDTH, 2048},
                                   {CL_DEVICE_IMAGE3D_MAX_HEIGHT, 2048},
                                   {CL_DEVICE_IMAGE3D_MAX_DEPTH, 2048},
                                   {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 65536},
                                   {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 2048},
                                   {CL_DEVICE_MAX_PARAMETER_SIZE, 1024},
                                   {CL_DEVICE_PRINTF_BUFFER_SIZE, 1 << 20},
                                   {CL_DEVICE_PROFILING_TIMER_RESOLUTION, 1},
                                   {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 1},
                                   {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, 65536},
                                   {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, 0}});
  expect_at_least<cl_ulong>(device, {{CL_DEVICE_GLOBAL_MEM_SIZE, 32 << 20},
                                     {CL_DEVICE_MAX_MEM_ALLOC_SIZE, 32 << 20},
                                     {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 64 << 10},
                                     {CL_DEVICE_LOCAL_MEM_SIZE, 32 << 10},
                                     {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 0}});
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: several constant buffers fit into memory") {
  const auto memory = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_GLOBAL_MEM_SIZE);
  const auto buffer = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  const auto variable = info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  CHECK(buffer <= memory / 4);
  CHECK(buffer <= info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  CHECK(variable <= memory / 4);
  CHECK(info<size_t>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE) <= memory);
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: capabilities") {
  for (const cl_device_info name :
       {CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE,
        CL_DEVICE_LINKER_AVAILABLE, CL_DEVICE_ENDIAN_LITTLE, CL_DEVICE_HOST_UNIFIED_MEMORY}) {
    INFO(std::hex << name);
    expect_device(device, name, cl_bool{CL_TRUE});
  }
  expect_device(device, CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_bool{CL_FALSE});
  expect_device(device, CL_DEVICE_PIPE_SUPPORT, cl_bool{CL_TRUE});
  expect_device(device, CL_DEVICE_EXECUTION_CAPABILITIES,
                cl_device_exec_capabilities{CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL});
  const auto queues = info<cl_command_queue_properties>(clGetDeviceInfo, device,
                                                        CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
  CHECK((queues & CL_QUEUE_PROFILING_ENABLE) != 0);
  CHECK(info<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_SINGLE_FP_CONFIG) >=
        (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
  const auto shared =
      info<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES);
  CHECK((shared & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0);
  const auto atomics = info<cl_device_atomic_capabilities>(clGetDeviceInfo, device,
                                                           CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  CHECK((atomics & CL_DEVICE_ATOMIC_ORDER_RELAXED) != 0);
  CHECK((atomics & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP) != 0);
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: extensions of OpenCL C") {
  expect_device(device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
                cl_device_integer_dot_product_capabilities_khr{
                    CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                    CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR});
  for (const cl_device_info name :
       {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR}) {
    const auto accelerated = info<cl_device_integer_dot_product_acceleration_properties_khr>(
        clGetDeviceInfo, device, name);
    CHECK(accelerated.signed_accelerated <= CL_TRUE);
    CHECK(accelerated.accumulating_saturating_mixed_signedness_accelerated <= CL_TRUE);
  }
  constexpr cl_device_info clocks = 0x1076;
  constexpr cl_bitfield every_scope = 7;
  expect_device(device, clocks, every_scope);
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: the extensions that OpenCL 3.1 requires") {
  const std::string names = " " + info_text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS) + " ";
  const std::string of_platform =
      " " + info_text(clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS) + " ";
  const std::vector<cl_name_version> told =
      named_versions(device, CL_DEVICE_EXTENSIONS_WITH_VERSION);
  for (const std::string name :
       {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics", "cl_khr_fp64", "cl_khr_3d_image_writes",
        "cl_khr_depth_images", "cl_khr_image2d_from_buffer", "cl_khr_device_uuid",
        "cl_khr_extended_bit_ops", "cl_khr_integer_dot_product", "cl_khr_spirv_queries",
        "cl_khr_subgroup_extended_types", "cl_khr_subgroup_rotate", "cl_khr_subgroup_shuffle",
        "cl_khr_subgroup_shuffle_relative", "cl_khr_suggested_local_work_size"}) {
    CAPTURE(name);
    CHECK(names.find(" " + name + " ") != std::string::npos);
    CHECK(of_platform.find(" " + name + " ") != std::string::npos);
    CHECK(std::ranges::count(told, name, &cl_name_version::name) == 1);
  }
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: the languages that OpenCL 3.1 requires") {
  const std::vector<cl_name_version> languages =
      named_versions(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
  std::vector<cl_version> versions;
  for (const cl_name_version &language : languages) {
    CHECK(std::string(language.name) == "OpenCL C");
    versions.push_back(language.version);
  }
  CHECK(versions == std::vector<cl_version>{CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                                            CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0),
                                            CL_MAKE_VERSION(3, 1, 0)});
  // Some optional features of 3.0 are not supported.
  CHECK(
      info_text(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION).starts_with("OpenCL C 1.2 "));
  const std::vector<cl_name_version> features = named_versions(device, CL_DEVICE_OPENCL_C_FEATURES);
  for (const std::string name : {"__opencl_c_int64", "__opencl_c_subgroups",
                                 "__opencl_c_integer_dot_product_input_4x8bit_packed"}) {
    CAPTURE(name);
    const auto found = std::ranges::find(features, name, &cl_name_version::name);
    REQUIRE(found != features.end());
    CHECK(found->version == CL_MAKE_VERSION(3, 0, 0));
  }
  const std::vector<cl_name_version> ils = named_versions(device, CL_DEVICE_ILS_WITH_VERSION);
  for (const cl_uint minor : {0, 1, 2, 3, 4}) {
    CHECK(std::ranges::count(ils, CL_MAKE_VERSION(1, minor, 0), &cl_name_version::version) == 1);
  }
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: versions of extensions of OpenCL C") {
  const std::vector<cl_name_version> told =
      named_versions(device, CL_DEVICE_EXTENSIONS_WITH_VERSION);
  const std::pair<const char *, cl_version> expected[] = {
      {"cl_khr_async_work_group_copy_fence", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_extended_async_copies", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_extended_bit_ops", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0)},
      {"cl_khr_kernel_clock", CL_MAKE_VERSION(1, 0, 0)},
      {"cl_khr_expect_assume", CL_MAKE_VERSION(1, 0, 0)},
  };
  for (const auto &[name, version] : expected) {
    CAPTURE(name);
    size_t found = 0;
    for (const cl_name_version &extension : told) {
      found += std::string(extension.name) == name && extension.version == version ? 1 : 0;
    }
    CHECK(found == 1);
  }
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: lists") {
  size_t size = 0;
  // CL_DEVICE_MAX_WORK_GROUP_SIZES, called CL_DEVICE_MAX_WORK_ITEM_SIZES before OpenCL 3.1.
  constexpr cl_device_info work_group_sizes = 0x1005;
  succeed(clGetDeviceInfo(device, work_group_sizes, 0, nullptr, &size));
  REQUIRE(size == 3 * sizeof(size_t));
  size_t sizes[3] = {};
  succeed(clGetDeviceInfo(device, work_group_sizes, size, sizes, nullptr));
  CHECK((sizes[0] >= 1 && sizes[1] >= 1 && sizes[2] >= 1));
  std::vector<cl_device_partition_property> ways = {CL_DEVICE_PARTITION_EQUALLY,
                                                    CL_DEVICE_PARTITION_BY_COUNTS};
  // If the machine has a domain that only some processors share.
  if (info<cl_device_affinity_domain>(clGetDeviceInfo, device,
                                      CL_DEVICE_PARTITION_AFFINITY_DOMAIN) != 0) {
    ways.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  }
  expect_list(clGetDeviceInfo, device, CL_DEVICE_PARTITION_PROPERTIES, ways);
  expect_list(clGetDeviceInfo, device, CL_DEVICE_PARTITION_TYPE,
              std::vector<cl_device_partition_property>());
  for (const cl_device_info name :
       {CL_DEVICE_EXTENSIONS_WITH_VERSION, CL_DEVICE_OPENCL_C_ALL_VERSIONS,
        CL_DEVICE_OPENCL_C_FEATURES, CL_DEVICE_ILS_WITH_VERSION,
        CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION}) {
    succeed(clGetDeviceInfo(device, name, 0, nullptr, &size));
    CHECK(size % sizeof(cl_name_version) == 0);
  }
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceInfo: CL_INVALID_DEVICE, CL_INVALID_VALUE") {
  cl_ulong value = 0;
  expect(clGetDeviceInfo(nullptr, CL_DEVICE_TYPE, sizeof value, &value, nullptr),
         CL_INVALID_DEVICE);
  expect(clGetDeviceInfo(reinterpret_cast<cl_device_id>(platform), CL_DEVICE_TYPE, sizeof value,
                         &value, nullptr),
         CL_INVALID_DEVICE);
  expect(clGetDeviceInfo(device, CL_CONTEXT_DEVICES, sizeof value, &value, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_device_info
