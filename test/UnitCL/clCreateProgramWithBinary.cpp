#include "programs.h"

namespace mux::test::cl_create_program_with_binary {

namespace {

class BinaryFixture : public QueueFixture {
 public:
  BinaryFixture() : binary(binary_of(built_program(context, some_kernels, "-DSOME -w"))) {}

  /// Returns the result of the call and the binary status.
  std::pair<cl_int, cl_int> load(const std::vector<unsigned char> &bytes) const {
    const unsigned char *begin = bytes.data();
    const size_t length = bytes.size();
    cl_int status = 1;
    cl_int code = 1;
    const Handle program(
        clCreateProgramWithBinary(context, 1, &device, &length, &begin, &status, &code));
    CHECK((program != nullptr) == (code == CL_SUCCESS));
    return {code, status};
  }

  std::vector<unsigned char> binary;
};

}  // namespace

TEST_CASE_METHOD(BinaryFixture, "clCreateProgramWithBinary: restores the program",
                 "[clCreateProgramWithBinary]") {
  const auto program = program_of_binary(context, device, binary);
  CHECK(info_text(clGetProgramInfo, program, CL_PROGRAM_SOURCE).empty());
  CHECK(build_status(program, device) == CL_BUILD_NONE);
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(binary_of(program) == binary);
  expect_none(CL_INVALID_PROGRAM_EXECUTABLE,
              [&](cl_int *code) { return clCreateKernel(program, "twice", code); });
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
  CHECK(info_text(build_info_on(device), program, CL_PROGRAM_BUILD_OPTIONS) == "-DSOME -w");
  CHECK(binary_of(program) == binary);
  const auto kernel = kernel_of(program, "twice");
  const auto memory = buffer_of(std::vector<cl_int>{1, 2, 3});
  set_arguments(kernel, memory);
  run(queue, kernel, 3);
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>{2, 4, 6});
}

TEST_CASE_METHOD(BinaryFixture, "clCreateProgramWithBinary: can be built repeatedly",
                 "[clCreateProgramWithBinary]") {
  const auto program = program_of_binary(context, device, binary);
  for (int round = 0; round < 3; ++round) {
    BuildNotice notice;
    succeed(clBuildProgram(program, 0, nullptr, "-DSOME -w", BuildNotice::notify, &notice));
    notice.wait();
    const auto kernel = kernel_of(program, "increment");
  }
  expect(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
         CL_INVALID_OPERATION);
}

TEST_CASE_METHOD(BinaryFixture, "clCreateProgramWithBinary: detects damaged binaries",
                 "[clCreateProgramWithBinary]") {
  const std::pair<cl_int, cl_int> refused = {CL_INVALID_BINARY, CL_INVALID_BINARY};
  CHECK(load(binary) == std::pair<cl_int, cl_int>(CL_SUCCESS, CL_SUCCESS));
  for (size_t place = 0; place < binary.size(); place += place < 64 ? 1 : 97) {
    INFO(place);
    std::vector<unsigned char> damaged = binary;
    damaged[place] ^= 0x10;
    CHECK(load(damaged) == refused);
  }
  for (size_t size : {size_t{1}, size_t{8}, size_t{20}, size_t{60}, binary.size() - 1}) {
    INFO(size);
    CHECK(load({binary.begin(), binary.begin() + static_cast<std::ptrdiff_t>(size)}) == refused);
  }
  std::vector<unsigned char> longer = binary;
  longer.push_back(0);
  CHECK(load(longer) == refused);
}

TEST_CASE_METHOD(BinaryFixture, "clCreateProgramWithBinary: rejects other data",
                 "[clCreateProgramWithBinary]") {
  const std::pair<cl_int, cl_int> refused = {CL_INVALID_BINARY, CL_INVALID_BINARY};
  CHECK(load({'\177', 'E', 'L', 'F', 2, 1, 1, 0}) == refused);
  const std::string text = "__kernel void f() {}";
  CHECK(load({text.begin(), text.end()}) == refused);
  CHECK(load(std::vector<unsigned char>(1000, 0)) == refused);
}

TEST_CASE_METHOD(BinaryFixture, "clCreateProgramWithBinary: rejects invalid arguments",
                 "[clCreateProgramWithBinary]") {
  const unsigned char *bytes = binary.data();
  const unsigned char *nothing = nullptr;
  const size_t length = binary.size();
  const size_t zero = 0;
  cl_int status = 1;
  const auto with = [&](cl_context of, cl_uint count, const cl_device_id *list,
                        const size_t *lengths, const unsigned char **binaries) {
    return [=, &status](cl_int *code) {
      return clCreateProgramWithBinary(of, count, list, lengths, binaries, &status, code);
    };
  };
  expect_none(CL_INVALID_CONTEXT, with(nullptr, 1, &device, &length, &bytes));
  expect_none(CL_INVALID_VALUE, with(context, 0, &device, &length, &bytes));
  expect_none(CL_INVALID_VALUE, with(context, 1, nullptr, &length, &bytes));
  expect_none(CL_INVALID_VALUE, with(context, 1, &device, nullptr, &bytes));
  expect_none(CL_INVALID_VALUE, with(context, 1, &device, &length, nullptr));
  CHECK(status == 1);
  expect_none(CL_INVALID_VALUE, with(context, 1, &device, &zero, &bytes));
  CHECK(status == CL_INVALID_VALUE);
  expect_none(CL_INVALID_VALUE, with(context, 1, &device, &length, &nothing));
  const cl_device_id no_device = nullptr;
  expect_none(CL_INVALID_DEVICE, with(context, 1, &no_device, &length, &bytes));
}

TEST_CASE_METHOD(BinaryFixture,
                 "clCreateProgramWithBinary: preserves the binary type of objects and libraries",
                 "[clCreateProgramWithBinary]") {
  const auto source = program_of(context, "int three(void) { return 3; }");
  succeed(clCompileProgram(source, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  const auto object = program_of_binary(context, device, binary_of(source));
  CHECK(binary_type(object, device) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  expect(clBuildProgram(object, 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_BINARY);
  const auto library = created([&](cl_int *code) {
    return clLinkProgram(context, 0, nullptr, "-create-library", 1, object.address(), nullptr,
                         nullptr, code);
  });
  const auto loaded = program_of_binary(context, device, binary_of(library));
  CHECK(binary_type(loaded, device) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  const auto caller =
      program_of(context, "int three(void); kernel void f(global int *a) { *a = three(); }");
  succeed(clCompileProgram(caller, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  const cl_program parts[] = {loaded, caller};
  const auto program = created([&](cl_int *code) {
    return clLinkProgram(context, 0, nullptr, nullptr, 2, parts, nullptr, nullptr, code);
  });
  const auto kernel = kernel_of(program, "f");
  const auto memory = buffer_of(std::vector<cl_int>{0});
  set_arguments(kernel, memory);
  run(queue, kernel, 1);
  CHECK(contents<cl_int>(memory).front() == 3);
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCreateProgramWithBinary: with the binary of another device",
                 "[clCreateProgramWithBinary]") {
  const auto whole = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code); });
  const std::vector<unsigned char> binary = binary_of(built_program(whole, some_kernels));
  const unsigned char *bytes[] = {binary.data(), binary.data()};
  const size_t lengths[] = {binary.size(), binary.size()};
  const cl_device_id list[] = {devices[1], devices[0]};
  cl_int status[] = {1, 1};
  const auto program = created([&](cl_int *code) {
    return clCreateProgramWithBinary(context, 2, list, lengths, bytes, status, code);
  });
  CHECK(status[0] == CL_SUCCESS);
  CHECK(status[1] == CL_SUCCESS);
  expect_list(clGetProgramInfo, program, CL_PROGRAM_DEVICES,
              std::vector<cl_device_id>{devices[1], devices[0]});
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  const auto kernel = kernel_of(program, "increment");
  std::vector<cl_int> values = numbers(16);
  succeed(clSetKernelArgSVMPointer(kernel, 0, values.data()));
  run(queues[0], kernel, 16);
  run(queues[1], kernel, 16);
  CHECK(values == numbers(16, 2));
}

}  // namespace mux::test::cl_create_program_with_binary
