#include "programs.h"
#include "spirv_modules.h"

namespace mux::test::cl_compile_program {

namespace {

cl_int compile(cl_program program, const char *options, std::vector<cl_program> headers = {},
               std::vector<const char *> names = {}) {
  return clCompileProgram(program, 0, nullptr, options, static_cast<cl_uint>(headers.size()),
                          headers.empty() ? nullptr : headers.data(),
                          names.empty() ? nullptr : names.data(), nullptr, nullptr);
}

}  // namespace

TEST_CASE_METHOD(ContextFixture, "clCompileProgram: creates a compiled object",
                 "[clCompileProgram]") {
  const auto program = program_of(context, "int missing(void); kernel void f() { missing(); }");
  succeed(compile(program, "-DX=1"));
  CHECK(build_status(program, device) == CL_BUILD_SUCCESS);
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  CHECK(info_text(build_info_on(device), program, CL_PROGRAM_BUILD_OPTIONS) == "-DX=1");
  expect_none(CL_INVALID_PROGRAM_EXECUTABLE,
              [&](cl_int *code) { return clCreateKernel(program, "f", code); });
  size_t count = 0;
  expect(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
         CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE_METHOD(ContextFixture, "clCompileProgram: finds headers in programs",
                 "[clCompileProgram]") {
  const auto header = program_of(context, "#define VALUE 1\n");
  const auto nested = program_of(context, "#include \"value.h\"\n");
  const auto other = program_of(context, "#error the first of a name counts\n");
  const auto program =
      program_of(context, "#include <folder/nested.h>\n#if VALUE != 1\n#error\n#endif\n");
  succeed(compile(program, nullptr, {header, nested, other},
                  {"value.h", "folder/nested.h", "value.h"}));
  expect(compile(program, nullptr, {header}, {"value.h"}), CL_COMPILE_PROGRAM_FAILURE);
  CHECK(build_status(program, device) == CL_BUILD_ERROR);
  CHECK(build_log(program, device).find("folder/nested.h") != std::string::npos);
}

TEST_CASE_METHOD(QueueFixture, "clCompileProgram: ignores headers for SPIR-V modules",
                 "[clCompileProgram]") {
  const auto program = il_program(context, spirv_module("vector_add"));
  const auto foreign = program_of(other_context, "");
  succeed(compile(program, nullptr, {foreign}, {nullptr}));
  succeed(compile(program, nullptr, {}, {"h"}));
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
}

TEST_CASE_METHOD(ContextFixture, "clCompileProgram: calls a callback", "[clCompileProgram]") {
  const auto program = program_of(context, some_kernels);
  BuildNotice notice;
  succeed(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, BuildNotice::notify,
                           &notice));
  notice.wait();
  CHECK(notice.program == program);
  CHECK(binary_type(program, device) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
}

TEST_CASE_METHOD(QueueFixture, "clCompileProgram: rejects invalid arguments",
                 "[clCompileProgram]") {
  const auto program = program_of(context, some_kernels);
  const auto header = program_of(context, "");
  const auto foreign = program_of(other_context, "");
  const cl_device_id no_device = nullptr;
  BuildNotice notice;
  expect(compile(nullptr, nullptr), CL_INVALID_PROGRAM);
  expect(compile(program, nullptr, {nullptr}, {"h"}), CL_INVALID_PROGRAM);
  expect(compile(program, nullptr, {foreign}, {"h"}), CL_INVALID_CONTEXT);
  expect(compile(program, nullptr, {header}, {}), CL_INVALID_VALUE);
  expect(compile(program, nullptr, {header}, {nullptr}), CL_INVALID_VALUE);
  expect(compile(program, nullptr, {}, {"h"}), CL_INVALID_VALUE);
  expect(compile(program, "-no-such-option"), CL_INVALID_COMPILER_OPTIONS);
  expect(clCompileProgram(program, 1, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
         CL_INVALID_VALUE);
  expect(clCompileProgram(program, 0, &device, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
         CL_INVALID_VALUE);
  expect(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, &notice),
         CL_INVALID_VALUE);
  expect(clCompileProgram(program, 1, &no_device, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
         CL_INVALID_DEVICE);
  const auto built = built_program(context, some_kernels);
  const auto kernel = kernel_of(built, "twice");
  expect(compile(built, nullptr), CL_INVALID_OPERATION);
}

}  // namespace mux::test::cl_compile_program
