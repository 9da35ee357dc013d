#include <sys/mman.h>
#include <unistd.h>

#include "programs.h"

namespace mux::test::cl_import_memory_arm {

namespace {

/// The entry point, which loaders do not export.
class Fixture : public QueueFixture {
 public:
  Fixture()
      : import_memory(reinterpret_cast<decltype(import_memory)>(
            clGetExtensionFunctionAddressForPlatform(platform, "clImportMemoryARM"))) {
    REQUIRE(import_memory != nullptr);
  }

  decltype(&clImportMemoryARM) import_memory;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clImportMemoryARM: a buffer in host memory") {
  const cl_import_properties_arm none[] = {0};
  const cl_import_properties_arm host[] = {CL_IMPORT_TYPE_ARM, CL_IMPORT_TYPE_HOST_ARM, 0};
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
  for (const cl_import_properties_arm *properties :
       {static_cast<const cl_import_properties_arm *>(nullptr), none, host}) {
    // Only aligned for its type.
    std::vector<cl_int> values = numbers(101);
    const auto memory = created([&](cl_int *code) {
      return import_memory(context, CL_MEM_READ_WRITE, properties, values.data() + 1, 400, code);
    });
    set_arguments(kernel, memory);
    run(queue, kernel, 100);
    std::vector<cl_int> expected = numbers(101, 1);
    expected[0] = 0;
    CHECK(values == expected);
    values[1] = 77;
    CHECK(contents<cl_int>(memory)[0] == 77);
    expect_info(clGetMemObjectInfo, memory, CL_MEM_SIZE, size_t{400});
    expect_info(clGetMemObjectInfo, memory, CL_MEM_HOST_PTR,
                static_cast<void *>(values.data() + 1));
    expect_info(clGetMemObjectInfo, memory, CL_MEM_TYPE, cl_mem_object_type{CL_MEM_OBJECT_BUFFER});
  }
}

TEST_CASE_METHOD(Fixture, "clImportMemoryARM: invalid arguments") {
  cl_int values[100] = {};
  const auto refuse = [&](cl_int expected, cl_mem_flags flags,
                          std::vector<cl_import_properties_arm> properties, void *memory,
                          size_t size) {
    expect_none(expected, [&](cl_int *code) {
      return import_memory(context, flags, properties.data(), memory, size, code);
    });
  };
  expect_none(CL_INVALID_CONTEXT,
              [&](cl_int *code) { return import_memory(nullptr, 0, nullptr, values, 400, code); });
  for (const cl_mem_flags flags :
       {cl_mem_flags{CL_MEM_COPY_HOST_PTR}, cl_mem_flags{CL_MEM_ALLOC_HOST_PTR},
        cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}, cl_mem_flags{1} << 40}) {
    refuse(CL_INVALID_VALUE, flags, {0}, values, 400);
  }
  refuse(CL_INVALID_PROPERTY, 0, {CL_IMPORT_TYPE_HOST_ARM, CL_IMPORT_TYPE_HOST_ARM, 0}, values,
         400);
  refuse(CL_INVALID_PROPERTY, 0, {CL_IMPORT_TYPE_ARM, CL_IMPORT_TYPE_DMA_BUF_ARM, 0}, values, 400);
  refuse(
      CL_INVALID_PROPERTY, 0,
      {CL_IMPORT_TYPE_ARM, CL_IMPORT_TYPE_HOST_ARM, CL_IMPORT_TYPE_ARM, CL_IMPORT_TYPE_HOST_ARM, 0},
      values, 400);
  refuse(CL_INVALID_VALUE, 0, {0}, nullptr, 400);
  refuse(CL_INVALID_BUFFER_SIZE, 0, {0}, values, 0);
  refuse(CL_INVALID_BUFFER_SIZE, 0, {0}, values, CL_IMPORT_MEMORY_WHOLE_ALLOCATION_ARM);
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void *pages = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(pages != MAP_FAILED);
  REQUIRE(munmap(static_cast<std::byte *>(pages) + page, page) == 0);
  refuse(CL_INVALID_OPERATION, 0, {0}, static_cast<std::byte *>(pages) + page - 4, 8);
  refuse(CL_INVALID_OPERATION, 0, {0}, reinterpret_cast<void *>(UINTPTR_MAX - 3), 8);
  CHECK(created([&](cl_int *code) {
          return import_memory(context, 0, nullptr, static_cast<std::byte *>(pages) + page - 4, 4,
                               code);
        }) != nullptr);
  munmap(pages, page);
}

TEST_CASE_METHOD(Fixture, "clImportMemoryARM: the device lists the extension") {
  const std::string extensions = info_text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  CHECK(extensions.find("cl_arm_import_memory ") != std::string::npos);
  CHECK(extensions.find("cl_arm_import_memory_host") != std::string::npos);
}

}  // namespace mux::test::cl_import_memory_arm
