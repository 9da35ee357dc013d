#include "external_memory.h"

namespace mux::test::cl_create_buffer_with_properties {

TEST_CASE_METHOD(QueueFixture,
                 "clCreateBufferWithProperties: creates a buffer like clCreateBuffer()") {
  std::vector<cl_int> values = numbers(100);
  const cl_mem_properties none[] = {0};
  for (const cl_mem_properties *properties : {static_cast<const cl_mem_properties *>(none),
                                              static_cast<const cl_mem_properties *>(nullptr)}) {
    const Handle<cl_mem> memory = created([&](cl_int *code) {
      return clCreateBufferWithProperties(context, properties, CL_MEM_COPY_HOST_PTR, 400,
                                          values.data(), code);
    });
    CHECK(contents<cl_int>(memory) == values);
    const std::vector<cl_mem_properties> expected(properties == nullptr ? 0 : 1);
    expect_list(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_PROPERTIES, expected);
  }
}

TEST_CASE_METHOD(QueueFixture, "clCreateBufferWithProperties: a buffer in imported memory") {
  for (const ExternalFile &file : external_files(8192)) {
    CAPTURE(file.type);
    file.write(numbers(100));
    const auto memory = imported_buffer(context, file, 8000);
    const auto again = imported_buffer(context, file, 400);
    CHECK(contents<cl_int>(again) == numbers(100));
    const cl_int pattern = 7;
    succeed(clEnqueueFillBuffer(queue, memory, &pattern, 4, 0, 8000, 0, nullptr, nullptr));
    CHECK(contents<cl_int>(again) == std::vector<cl_int>(100, 7));
    CHECK(file.read<cl_int>(2001)[1999] == 7);
    CHECK(file.read<cl_int>(2001)[2000] == 0);
    expect_info(clGetMemObjectInfo, cl_mem(memory), CL_MEM_SIZE, size_t{8000});
    expect_info(clGetMemObjectInfo, cl_mem(memory), CL_MEM_HOST_PTR, static_cast<void *>(nullptr));
    expect_info(clGetMemObjectInfo, cl_mem(memory), CL_MEM_FLAGS, cl_mem_flags{CL_MEM_READ_WRITE});
    const cl_buffer_region region = {4096, 400};
    const auto part = created([&](cl_int *code) {
      return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
    });
    CHECK(contents<cl_int>(part) == std::vector<cl_int>(100, 7));
  }
}

TEST_CASE_METHOD(QueueFixture, "clCreateBufferWithProperties: read-only imported memory") {
  const ExternalFile file(4096);
  file.write(numbers(100));
  const std::string path = "/proc/self/fd/" + std::to_string(file.descriptor());
  const auto for_reading = [&] {
    return static_cast<cl_mem_properties>(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  };
  const cl_mem_properties properties[] = {file.type, for_reading(), 0};
  const auto create = [&](cl_mem_flags flags) {
    return [&, flags](cl_int *code) {
      return clCreateBufferWithProperties(context, properties, flags, 400, nullptr, code);
    };
  };
  expect_none(CL_INVALID_PROPERTY, create(CL_MEM_READ_WRITE));
  expect_none(CL_INVALID_PROPERTY, create(CL_MEM_READ_ONLY));
  const auto memory = created(create(CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY));
  CHECK(contents<cl_int>(memory) == numbers(100));
  // Fill and copy commands ignore these flags, as the specification says.
  const cl_int seven = 7;
  succeed(clEnqueueFillBuffer(queue, memory, &seven, sizeof seven, 0, 400, 0, nullptr, nullptr));
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>(100, 7));
}

TEST_CASE_METHOD(ContextFixture,
                 "clCreateBufferWithProperties: the device lists the handle types for import") {
  const std::vector<cl_external_memory_handle_type_khr> types = {
      CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};
  constexpr cl_device_info linear_images = 0x2052;
  expect_list(clGetDeviceInfo, device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, types);
  expect_list(clGetDeviceInfo, device, linear_images, types);
  expect_list(clGetPlatformInfo, platform, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
              types);
}

TEST_CASE_METHOD(ContextFixture, "clCreateBufferWithProperties: invalid handles") {
  const ExternalFile file(4096);
  const auto refuse = [&](cl_int expected, std::vector<cl_mem_properties> properties,
                          cl_mem_flags flags = 0, size_t size = 400, void *host = nullptr) {
    properties.push_back(0);
    expect_none(expected, [&](cl_int *code) {
      return clCreateBufferWithProperties(context, properties.data(), flags, size, host, code);
    });
  };
  const auto own = static_cast<cl_mem_properties>(file.descriptor());
  const auto this_device =
      static_cast<cl_mem_properties>(reinterpret_cast<uintptr_t>(cl_device_id(device)));
  constexpr cl_mem_properties opaque = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
  constexpr cl_mem_properties dma_buf = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
  refuse(CL_INVALID_PROPERTY, {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KHR, own});
  refuse(CL_INVALID_PROPERTY, {dma_buf, own});
  refuse(CL_INVALID_PROPERTY, {opaque, own, opaque, own});
  refuse(CL_INVALID_PROPERTY, {opaque, own, dma_buf, own});
  refuse(CL_INVALID_PROPERTY, {opaque, cl_mem_properties(-1)});
  refuse(CL_INVALID_PROPERTY, {dma_buf, cl_mem_properties(-1)});
  refuse(CL_INVALID_PROPERTY, {opaque, 100000});
  refuse(CL_INVALID_PROPERTY, {device_list, this_device, 0});
  refuse(CL_INVALID_PROPERTY, {opaque, own, device_list, 0});
  const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
  Handle<cl_device_id> part;
  succeed(clCreateSubDevices(device, by_one, 1, part.out(), nullptr));
  const auto other_device =
      static_cast<cl_mem_properties>(reinterpret_cast<uintptr_t>(cl_device_id(part)));
  refuse(CL_INVALID_DEVICE, {opaque, own, device_list, this_device, other_device, 0});
  int pipe_ends[2] = {};
  REQUIRE(pipe(pipe_ends) == 0);
  refuse(CL_INVALID_PROPERTY, {opaque, static_cast<cl_mem_properties>(pipe_ends[0])});
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  int host = 0;
  refuse(CL_INVALID_VALUE, {opaque, own}, CL_MEM_USE_HOST_PTR, 4, &host);
  refuse(CL_INVALID_VALUE, {opaque, own}, CL_MEM_ALLOC_HOST_PTR);
  refuse(CL_INVALID_VALUE, {opaque, own}, CL_MEM_COPY_HOST_PTR, 4, &host);
  refuse(CL_INVALID_HOST_PTR, {opaque, own}, 0, 4, &host);
  refuse(CL_INVALID_BUFFER_SIZE, {opaque, own}, 0, 4097);
  refuse(CL_INVALID_BUFFER_SIZE, {opaque, own}, 0, 0);
  // The descriptor is still owned by the program.
  CHECK(fcntl(file.descriptor(), F_GETFD) >= 0);
}

TEST_CASE_METHOD(ContextFixture,
                 "clCreateBufferWithProperties: CL_INVALID_PROPERTY for unknown properties") {
  const cl_mem_properties properties[] = {CL_MEM_FLAGS, 1, 0};
  expect_none(CL_INVALID_PROPERTY, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, properties, 0, 4, nullptr, code);
  });
}

TEST_CASE_METHOD(ContextFixture, "clCreateBufferWithProperties: the codes of clCreateBuffer()") {
  int host = 0;
  expect_none(CL_INVALID_CONTEXT, [&](cl_int *code) {
    return clCreateBufferWithProperties(nullptr, nullptr, 0, 4, nullptr, code);
  });
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, nullptr, cl_mem_flags{1} << 40, 4, nullptr, code);
  });
  expect_none(CL_INVALID_BUFFER_SIZE, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, nullptr, 0, 0, nullptr, code);
  });
  expect_none(CL_INVALID_HOST_PTR, [&](cl_int *code) {
    return clCreateBufferWithProperties(context, nullptr, 0, 4, &host, code);
  });
}

}  // namespace mux::test::cl_create_buffer_with_properties
