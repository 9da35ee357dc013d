#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "programs.h"

namespace mux::test::cl_build_program {

namespace {

cl_int build(cl_program program, const char *options) {
  return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
}

bool has(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

/// A folder with a header that defines VALUE.
class HeaderFolder {
 public:
  HeaderFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "mux-headers-XXXXXX";
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
    std::ofstream(path_ / "value.h") << "#define VALUE 1\n";
  }
  ~HeaderFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  HeaderFolder(const HeaderFolder &) = delete;
  HeaderFolder &operator=(const HeaderFolder &) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: builds an executable", "[clBuildProgram]") {
  const auto program = program_of(context, some_kernels);
  CHECK(build_status(program, device) == CL_BUILD_NONE);
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_NONE);
  succeed(build(program, "-DSOMETHING=1"));
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(info_text(build_info_on(device), program, CL_PROGRAM_BUILD_OPTIONS) == "-DSOMETHING=1");
  CHECK(build_log(program, device).empty());
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: logs the errors of a source",
                 "[clBuildProgram]") {
  const auto program = program_of(context, "kernel void f(global int *a) { a = missing; }");
  expect(build(program, nullptr), CL_BUILD_PROGRAM_FAILURE);
  CHECK(build_status(program, device) == CL_BUILD_ERROR);
  CHECK(has(build_log(program, device), "missing"));
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_NONE);
  expect_none(CL_INVALID_PROGRAM_EXECUTABLE,
              [&](cl_int *code) { return clCreateKernel(program, "f", code); });
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: logs an undefined function", "[clBuildProgram]") {
  const auto program = program_of(
      context, "int elsewhere(int); kernel void f(global int *a) { *a = elsewhere(1); }");
  expect(build(program, nullptr), CL_BUILD_PROGRAM_FAILURE);
  CHECK(has(build_log(program, device), "elsewhere"));
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: logs warnings of a successful build",
                 "[clBuildProgram]") {
  const auto program = program_of(context, "#warning look here\nkernel void f() {}");
  succeed(build(program, nullptr));
  CHECK(has(build_log(program, device), "look here"));
  succeed(build(program, "-w"));
  CHECK(build_log(program, device).empty());
  expect(build(program, "-Werror"), CL_BUILD_PROGRAM_FAILURE);
}

TEST_CASE_METHOD(ContextFixture,
                 "clBuildProgram: finds headers by paths that macros of the options name",
                 "[clBuildProgram]") {
  const HeaderFolder folder;
  const auto program = program_of(context,
                                  "#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)\n"
                                  "#include TEXT_OF(FOLDER/value.h)\n"
                                  "#if VALUE != 1\n#error\n#endif\nkernel void f() {}");
  succeed(build(program, ("-D FOLDER=" + folder.path()).c_str()));
  succeed(build(program, ("-w -DFOLDER=" + folder.path() + " -DMORE").c_str()));
  CHECK(info_text(build_info_on(device), program, CL_PROGRAM_BUILD_OPTIONS) ==
        "-w -DFOLDER=" + folder.path() + " -DMORE");
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: finds headers by their absolute paths",
                 "[clBuildProgram]") {
  const HeaderFolder folder;
  const auto including = [&](const char *name) {
    const std::string source =
        "#include \"" + folder.path() + "/" + name + "\"\nkernel void f() {}";
    return program_of(context, source.c_str());
  };
  succeed(build(including("value.h"), nullptr));
  const auto missing = including("no_such_header.h");
  expect(build(missing, nullptr), CL_BUILD_PROGRAM_FAILURE);
  CHECK(build_log(missing, device).find("no_such_header.h") != std::string::npos);
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: rejects unknown options", "[clBuildProgram]") {
  const auto program = program_of(context, some_kernels);
  for (const char *options : {"-no-such-option", "-cl-std=CL9.9", "-D", "-create-library"}) {
    expect(build(program, options), CL_INVALID_BUILD_OPTIONS);
    CHECK(!build_log(program, device).empty());
  }
  BuildNotice notice;
  expect(clBuildProgram(program, 0, nullptr, "-no-such-option", BuildNotice::notify, &notice),
         CL_INVALID_BUILD_OPTIONS);
  CHECK(notice.calls == 0);
  succeed(build(program, nullptr));
}

TEST_CASE_METHOD(QueueFixture, "clBuildProgram: accepts the options of the specification",
                 "[clBuildProgram]") {
  const auto program = program_of(context,
                                  "kernel void f(global int *a) { *a = VALUE; }\n"
                                  "#ifdef __FAST_RELAXED_MATH__\n#undef VALUE\n#define VALUE 9\n"
                                  "#endif\n");
  for (const char *options :
       {"-D VALUE=1", "-DVALUE=1 -cl-single-precision-constant -cl-denorms-are-zero",
        "-D VALUE=1 -cl-fp32-correctly-rounded-divide-sqrt -cl-opt-disable -cl-strict-aliasing",
        "-D VALUE=1 -cl-std=CL2.0 -cl-uniform-work-group-size -cl-no-subgroup-ifp -cl-mad-enable",
        "-D VALUE=1 -cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only",
        "-D VALUE=1 -cl-fast-relaxed-math -w -Werror -cl-kernel-arg-info -g -cl-std=CL3.0",
        "  -I. -I /tmp -D\tVALUE=1  "}) {
    INFO(options);
    succeed(build(program, options));
    CHECK(info_text(build_info_on(device), program, CL_PROGRAM_BUILD_OPTIONS) == options);
  }
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: the version without an option is 1.2",
                 "[clBuildProgram]") {
  const auto program =
      program_of(context, "#if __OPENCL_C_VERSION__ != EXPECTED\n#error version\n#endif\n");
  succeed(build(program, "-DEXPECTED=120"));
  succeed(build(program, "-DEXPECTED=300 -cl-std=CL3.0"));
  succeed(build(program, "-DEXPECTED=310 -cl-std=CL3.1"));
  succeed(build(program, "-DEXPECTED=110 -cl-std=CL1.1"));
  expect(build(program, "-DEXPECTED=300"), CL_BUILD_PROGRAM_FAILURE);
  expect(build(program, "-DEXPECTED=310 -cl-std=CL3.0"), CL_BUILD_PROGRAM_FAILURE);
  expect(build(program, "-DEXPECTED=300 -cl-std=CL3.1"), CL_BUILD_PROGRAM_FAILURE);
  expect(build(program, "-DEXPECTED=320 -cl-std=CL3.2"), CL_INVALID_BUILD_OPTIONS);
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: feature macros match the device's features",
                 "[clBuildProgram]") {
  size_t size = 0;
  succeed(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, 0, nullptr, &size));
  std::vector<cl_name_version> features(size / sizeof(cl_name_version));
  succeed(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, size, features.data(), nullptr));
  CHECK(!features.empty());
  std::string source;
  for (const cl_name_version &feature : features) {
    source += std::string("#ifndef ") + feature.name + "\n#error " + feature.name + "\n#endif\n";
  }
  const auto program = program_of(context, source.c_str());
  CHECK(build(program, "-cl-std=CL3.0") == CL_SUCCESS);
  CHECK(build(program, "-cl-std=CL3.1") == CL_SUCCESS);
  CHECK(build_log(program, device).empty());
  succeed(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0, nullptr, &size));
  std::vector<cl_name_version> versions(size / sizeof(cl_name_version));
  succeed(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, size, versions.data(), nullptr));
  CHECK(versions.back().version == CL_MAKE_VERSION(3, 1, 0));
  for (const cl_name_version &version : versions) {
    const std::string option = "-cl-std=CL" + std::to_string(CL_VERSION_MAJOR(version.version)) +
                               "." + std::to_string(CL_VERSION_MINOR(version.version));
    CHECK(build(program_of(context, some_kernels), option.c_str()) == CL_SUCCESS);
  }
}

TEST_CASE_METHOD(QueueFixture, "clBuildProgram: functions of OpenCL C 3.1 without an extension",
                 "[clBuildProgram]") {
  const auto kernel = kernel_of_source(context, R"(
kernel void f(global uint *a) {
  uint lane = get_sub_group_local_id();
  uint size = get_sub_group_size();
  uint values[] = {bit_reverse(0x80000000u) + bitfield_insert(0u, 3u, 1, 2),
                   dot_4x8packed_uu_uint(0x01020304u, 0x01010101u) + dot((uchar4)(2), (uchar4)(3)),
                   sub_group_shuffle((uchar)(lane + 5), size - 1) == size + 4,
                   sub_group_shuffle_xor((ushort)lane, 1u),
                   sub_group_shuffle_down((ulong)lane, 1u),
                   sub_group_rotate((short)lane, 1),
                   sub_group_reduce_add((char)1) == size,
                   all(sub_group_broadcast((float4)(lane), 2) == 2.0f)};
  if (get_global_id(0) == 0) for (int i = 0; i < 8; ++i) a[i] = values[i];
})",
                                       "-cl-std=CL3.1");
  const auto memory = buffer(8 * sizeof(cl_uint));
  set_arguments(kernel, memory);
  const size_t size = 64;
  succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr));
  CHECK(contents<cl_uint>(memory) == std::vector<cl_uint>{7, 34, 1, 1, 1, 1, 1, 1});
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: calls a callback after completion",
                 "[clBuildProgram]") {
  const auto program = program_of(context, some_kernels);
  BuildNotice notice;
  succeed(clBuildProgram(program, 0, nullptr, nullptr, BuildNotice::notify, &notice));
  notice.wait();
  CHECK(notice.program == program);
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
  const auto broken = program_of(context, "kernel");
  BuildNotice failed;
  succeed(clBuildProgram(broken, 0, nullptr, nullptr, BuildNotice::notify, &failed));
  failed.wait();
  CHECK(failed.calls == 1);
  CHECK(build_status(broken, device) == CL_BUILD_ERROR);
  CHECK(!build_log(broken, device).empty());
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: the build of a released program completes",
                 "[clBuildProgram]") {
  BuildNotice notice;
  {
    const auto program = program_of(context, some_kernels);
    succeed(clBuildProgram(program, 0, nullptr, nullptr, BuildNotice::notify, &notice));
  }
  notice.wait();
  CHECK(notice.calls == 1);
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: fails while kernels exist", "[clBuildProgram]") {
  const auto program = built_program(context, some_kernels);
  auto kernel = kernel_of(program, "increment");
  expect(build(program, nullptr), CL_INVALID_OPERATION);
  succeed(clRetainKernel(kernel));
  succeed(clReleaseKernel(kernel));
  expect(build(program, nullptr), CL_INVALID_OPERATION);
  auto clone = created([&](cl_int *code) { return clCloneKernel(kernel, code); });
  kernel.reset();
  expect(build(program, nullptr), CL_INVALID_OPERATION);
  clone.reset();
  succeed(build(program, nullptr));
}

TEST_CASE_METHOD(QueueFixture, "clBuildProgram: builds again as soon as the kernels are released",
                 "[clBuildProgram]") {
  const auto program = built_program(context, some_kernels);
  const auto memory = buffer_of(numbers(16));
  for (int round = 0; round < 5; ++round) {
    auto kernel = kernel_of(program, "increment");
    set_arguments(kernel, memory);
    const size_t size = 16;
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    kernel.reset();
    succeed(build(program, nullptr));
  }
  CHECK(contents<cl_int>(memory) == numbers(16, 5));
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: from eight threads, one at a time",
                 "[clBuildProgram]") {
  const auto program = program_of(context, some_kernels);
  std::atomic<int> built{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 5; ++round) {
        const cl_int code = build(program, nullptr);
        built += code == CL_SUCCESS ? 1 : 0;
        refused += code == CL_INVALID_OPERATION ? 1 : 0;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(built > 0);
  CHECK(built + refused == 40);
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
}

TEST_CASE_METHOD(TwoDevicesFixture, "clBuildProgram: for some of the devices", "[clBuildProgram]") {
  const auto program = program_of(context, some_kernels);
  succeed(clBuildProgram(program, 1, devices[1].address(), nullptr, nullptr, nullptr));
  CHECK(build_status(program, devices[0]) == CL_BUILD_NONE);
  CHECK(build_status(program, devices[1]) == CL_BUILD_SUCCESS);
  const auto sizes = [&] {
    std::vector<size_t> list(2);
    succeed(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, 16, list.data(), nullptr));
    return list;
  };
  CHECK(sizes()[0] == 0);
  CHECK(sizes()[1] != 0);
  const auto kernel = kernel_of(program, "increment");
  const size_t size = 1;
  succeed(clSetKernelArgSVMPointer(kernel, 0, nullptr));
  expect(clEnqueueNDRangeKernel(queues[0], kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
         CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE_METHOD(PlatformFixture, "clBuildProgram: a sub-device uses the executable of its parent",
                 "[clBuildProgram]") {
  const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
  cl_device_id parts[1] = {};
  succeed(clCreateSubDevices(device, by_one, 1, parts, nullptr));
  const Handle part(parts[0]);
  const cl_device_id both[] = {device, part};
  const auto context = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 2, both, nullptr, nullptr, code); });
  const auto program = program_of(context, some_kernels);
  succeed(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr));
  const auto kernel = kernel_of(program, "increment");
  const auto queue = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, part, nullptr, code);
  });
  std::vector<cl_int> values = numbers(16);
  succeed(clSetKernelArgSVMPointer(kernel, 0, values.data()));
  run(queue, kernel, 16);
  CHECK(values == numbers(16, 1));
}

TEST_CASE_METHOD(ContextFixture, "clBuildProgram: rejects invalid arguments", "[clBuildProgram]") {
  const auto program = program_of(context, some_kernels);
  BuildNotice notice;
  const cl_device_id no_device = nullptr;
  expect(build(nullptr, nullptr), CL_INVALID_PROGRAM);
  expect(clBuildProgram(program, 1, nullptr, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  expect(clBuildProgram(program, 0, &device, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  expect(clBuildProgram(program, 0, nullptr, nullptr, nullptr, &notice), CL_INVALID_VALUE);
  expect(clBuildProgram(program, 1, &no_device, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
  const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
  cl_device_id part = nullptr;
  succeed(clCreateSubDevices(device, by_one, 1, &part, nullptr));
  expect(clBuildProgram(program, 1, &part, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
  succeed(clReleaseDevice(part));
  CHECK(build_status(program, device) == CL_BUILD_NONE);
}

}  // namespace mux::test::cl_build_program
