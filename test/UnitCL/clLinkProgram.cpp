#include "programs.h"

namespace mux::test::cl_link_program {

namespace {

class LinkFixture : public QueueFixture {
 public:
  Handle<cl_program> object(const char *source, const char *options = nullptr) const {
    auto program = program_of(context, source);
    succeed(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr));
    return program;
  }
  /// Returns the program and the error code.
  std::pair<Handle<cl_program>, cl_int> link(std::vector<cl_program> programs,
                                             const char *options = nullptr) const {
    cl_int code = 1;
    Handle program(clLinkProgram(context, 0, nullptr, options,
                                 static_cast<cl_uint>(programs.size()), programs.data(), nullptr,
                                 nullptr, &code));
    return {std::move(program), code};
  }
  cl_int result(cl_program program, const char *kernel_name) const {
    const auto kernel = kernel_of(program, kernel_name);
    const auto memory = buffer_of(std::vector<cl_int>{0});
    set_arguments(kernel, memory);
    run(queue, kernel, 1);
    return contents<cl_int>(memory).front();
  }

  const char *caller = "int three(void); kernel void f(global int *a) { *a = three(); }";
  const char *callee = "int three(void) { return 3; } kernel void g(global int *a) { *a = 4; }";
};

}  // namespace

TEST_CASE_METHOD(LinkFixture, "clLinkProgram: links objects to an executable", "[clLinkProgram]") {
  const auto one = object(caller);
  const auto other = object(callee);
  const auto [program, code] = link({one, other}, "");
  succeed(code);
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
  expect_info(clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS, size_t{2});
  CHECK(result(program, "f") == 3);
  CHECK(result(program, "g") == 4);
  expect(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_OPERATION);
  const auto loaded = program_of_binary(context, device, binary_of(program));
  succeed(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr));
  CHECK(result(loaded, "f") == 3);
}

TEST_CASE_METHOD(LinkFixture, "clLinkProgram: links a library, and an executable from it",
                 "[clLinkProgram]") {
  const auto other = object(callee);
  const auto [library, code] = link({other}, "-create-library -enable-link-options");
  succeed(code);
  CHECK(binary_type(library, device) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  CHECK(info_text(build_info_on(device), library, CL_PROGRAM_BUILD_OPTIONS) ==
        "-create-library -enable-link-options");
  const auto one = object(caller);
  const auto [program, linked] = link({one, library}, "-cl-fast-relaxed-math");
  succeed(linked);
  CHECK(result(program, "f") == 3);
}

TEST_CASE_METHOD(LinkFixture, "clLinkProgram: returns the program with the log on failure",
                 "[clLinkProgram]") {
  const auto one = object(caller);
  const auto [program, code] = link({one});
  expect(code, CL_LINK_PROGRAM_FAILURE);
  REQUIRE(program != nullptr);
  CHECK(build_status(program, device) == CL_BUILD_ERROR);
  CHECK(build_log(program, device).find("three") != std::string::npos);
  const auto other = object(callee);
  CHECK(link({other, other}).second == CL_LINK_PROGRAM_FAILURE);
}

TEST_CASE_METHOD(LinkFixture, "clLinkProgram: calls a callback", "[clLinkProgram]") {
  const auto other = object(callee);
  BuildNotice notice;
  const auto program = created([&](cl_int *code) {
    return clLinkProgram(context, 1, &device, nullptr, 1, other.address(), BuildNotice::notify,
                         &notice, code);
  });
  notice.wait();
  CHECK(notice.program == program);
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
  CHECK(result(program, "g") == 4);
}

TEST_CASE_METHOD(LinkFixture,
                 "clLinkProgram: requires uniform work-groups if one of the objects does",
                 "[clLinkProgram]") {
  const auto one = object(caller, "-cl-std=CL3.0");
  const auto enqueue = [&](cl_program program) {
    const auto kernel = kernel_of(program, "f");
    succeed(clSetKernelArgSVMPointer(kernel, 0, nullptr));
    const size_t global = 6;
    const size_t local = 4;
    const auto user = user_event();
    const cl_int code = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 1,
                                               user.address(), nullptr);
    succeed(clSetUserEventStatus(user, -1));
    return code;
  };
  const auto uniform = object(callee, "-cl-std=CL3.0 -cl-uniform-work-group-size");
  CHECK(enqueue(link({one, uniform}).first) == CL_INVALID_WORK_GROUP_SIZE);
  const auto any = object(callee, "-cl-std=CL3.0");
  CHECK(enqueue(link({one, any}).first) == CL_SUCCESS);
}

TEST_CASE_METHOD(LinkFixture, "clLinkProgram: rejects invalid arguments", "[clLinkProgram]") {
  const auto one = object(callee);
  const auto source = program_of(context, callee);
  const auto foreign = program_of(other_context, callee);
  const auto built = built_program(context, callee);
  const cl_device_id no_device = nullptr;
  const auto code_of = [&](cl_context of, cl_uint devices, const cl_device_id *list,
                           const char *options, cl_uint count, const cl_program *programs,
                           void *user_data = nullptr) {
    cl_int code = CL_SUCCESS;
    CHECK(clLinkProgram(of, devices, list, options, count, programs, nullptr, user_data, &code) ==
          nullptr);
    return code;
  };
  const cl_program mixed[] = {one, source};
  const cl_program none[] = {nullptr};
  int user_data = 0;
  CHECK(code_of(nullptr, 0, nullptr, nullptr, 1, one.address()) == CL_INVALID_CONTEXT);
  CHECK(code_of(context, 0, nullptr, nullptr, 1, foreign.address()) == CL_INVALID_CONTEXT);
  CHECK(code_of(context, 1, nullptr, nullptr, 1, one.address()) == CL_INVALID_VALUE);
  CHECK(code_of(context, 0, &device, nullptr, 1, one.address()) == CL_INVALID_VALUE);
  CHECK(code_of(context, 0, nullptr, nullptr, 0, nullptr) == CL_INVALID_VALUE);
  CHECK(code_of(context, 0, nullptr, nullptr, 0, one.address()) == CL_INVALID_VALUE);
  CHECK(code_of(context, 0, nullptr, nullptr, 1, nullptr) == CL_INVALID_VALUE);
  CHECK(code_of(context, 0, nullptr, nullptr, 1, one.address(), &user_data) == CL_INVALID_VALUE);
  CHECK(code_of(context, 0, nullptr, nullptr, 1, none) == CL_INVALID_PROGRAM);
  CHECK(code_of(context, 1, &no_device, nullptr, 1, one.address()) == CL_INVALID_DEVICE);
  CHECK(code_of(context, 0, nullptr, "-no-such-option", 1, one.address()) ==
        CL_INVALID_LINKER_OPTIONS);
  CHECK(code_of(context, 0, nullptr, "-enable-link-options", 1, one.address()) ==
        CL_INVALID_LINKER_OPTIONS);
  CHECK(code_of(context, 0, nullptr, nullptr, 2, mixed) == CL_INVALID_OPERATION);
  CHECK(code_of(context, 0, nullptr, nullptr, 1, source.address()) == CL_INVALID_OPERATION);
  CHECK(code_of(context, 0, nullptr, nullptr, 1, built.address()) == CL_INVALID_OPERATION);
}

}  // namespace mux::test::cl_link_program
