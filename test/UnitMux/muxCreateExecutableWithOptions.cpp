#include <mux/extensions.h>

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "object_checks.h"

namespace mux::test::mux_create_executable_with_options {

namespace {

constexpr EntryPoint entry_point("muxCreateExecutableWithOptions");
constexpr mux_executable_options_t nothing = {};
constexpr mux_executable_options_t local_memory = {mux_initialized_memory_local, nullptr, 0};
constexpr mux_executable_options_t private_memory = {mux_initialized_memory_private, nullptr, 0};
constexpr mux_executable_options_t everything = {
    mux_initialized_memory_local | mux_initialized_memory_private, nullptr, 0};

const std::string &binary() {
  static const std::string compiled =
      compile("kernel void one(global int *out) { out[get_global_id(0)] = 1; }\n");
  return compiled;
}

const Create<mux_executable_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                           mux_executable_t *out_executable) {
  return muxCreateExecutableWithOptions(device, binary().data(), binary().size(), &everything,
                                        allocator, out_executable);
};

class OptionsFixture : public KernelFixture {
 public:
  mux_kernel_t build_with(const mux_executable_options_t &options, const std::string &source,
                          const char *name, const char *compile_options = nullptr) {
    const std::string compiled = compile(source, compile_options);
    mux_executable_t executable = nullptr;
    REQUIRE(muxCreateExecutableWithOptions(device, compiled.data(), compiled.size(), &options,
                                           allocator, &executable) == mux_success);
    at_end([this, executable] { muxDestroyExecutable(device, executable, allocator); });
    return make_kernel(executable, name);
  }

  /// Fills the local memory and the stacks of all threads with ones.
  void leave_ones() {
    mux_kernel_t kernel = build(
        "kernel void ones(global int *out, local int *memory, uint n) {\n"
        "  for (uint i = get_local_id(0); i < n; i += get_local_size(0)) memory[i] = -1;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  volatile int stack[256];\n"
        "  for (int i = 0; i < 256; ++i) stack[i] = memory[i];\n"
        "  out[get_global_id(0)] = stack[n % 256];\n"
        "}\n",
        "ones");
    constexpr uint32_t count = 2048;
    const TestBuffer out = make_buffer(4096 * sizeof(int));
    launch(kernel, Arguments().buffer(out).local(count * sizeof(int)).value(count),
           Range::linear(4096, 16));
  }

  /// The results of a kernel with a single argument.
  std::vector<int> results_of(mux_kernel_t kernel, const Range &range, size_t count) {
    leave_ones();
    const TestBuffer out = make_buffer(std::span<const int>(std::vector<int>(count, 7)));
    launch(kernel, Arguments().buffer(out), range);
    return {out.as<int>().begin(), out.as<int>().end()};
  }
};

const char *const with_constants =
    "__attribute__((weak)) constant int count = 4;\n"
    "__attribute__((weak)) constant float4 color = (float4)(1, 2, 3, 4);\n"
    "kernel void k(global float *out) {\n"
    "  float sum = 0;\n"
    "  for (int i = 0; i < count; ++i) sum += color.y;\n"
    "  out[get_global_id(0)] = sum;\n"
    "}\n";

using Values = std::vector<mux_constant_value_t>;

template <class T>
mux_constant_value_t value_for(const char *name, const T &value) {
  return {name, 0, sizeof(T), &value};
}

class ConstantsFixture : public KernelFixture {
 public:
  mux_result_t try_create(const std::string &program, const Values &values,
                          mux_executable_t &executable) {
    const mux_executable_options_t options = {0, values.data(), values.size()};
    return muxCreateExecutableWithOptions(device, program.data(), program.size(), &options,
                                          allocator, &executable);
  }
  mux_executable_t create(const std::string &program, const Values &values) {
    mux_executable_t executable = nullptr;
    REQUIRE(try_create(program, values, executable) == mux_success);
    at_end([this, executable] { muxDestroyExecutable(device, executable, allocator); });
    return executable;
  }
  /// No executable is created, and the message has the reason.
  void refuses(const char *reason, const std::string &program, const Values &values,
               mux_result_t expected = mux_error_invalid_value) {
    const int64_t live = counter.live();
    mux_executable_t executable = nullptr;
    entry_point.fails_because(reason, expected, try_create(program, values, executable));
    CHECK(executable == nullptr);
    CHECK(counter.live() == live);
  }
  float result_of(mux_executable_t executable) {
    const TestBuffer out = make_buffer(64 * sizeof(float));
    launch(make_kernel(executable, "k"), Arguments().buffer(out), Range::linear(64, 16));
    for (const float value : out.as<float>()) {
      CHECK(value == out.as<float>()[0]);
    }
    return out.as<float>()[0];
  }
};

const char *const local_sums =
    "kernel void sums(global int *out) {\n"
    "  local int memory[64];\n"
    "  local int4 more;\n"
    "  int sum = more.x | more.y | more.z | more.w;\n"
    "  for (int i = 0; i < 64; ++i) sum |= memory[i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  memory[get_local_id(0) % 64] = -1;\n"
    "  more = -1;\n"
    "  out[get_global_id(0)] = sum;\n"
    "}\n";

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions.binary: a null binary is mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  mux_executable_t executable = nullptr;
  entry_point.fails(
      mux_error_invalid_value,
      muxCreateExecutableWithOptions(device, nullptr, 64, &everything, allocator, &executable));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions.binary_length: a binary of length 0 is "
                 "mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  mux_executable_t executable = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateExecutableWithOptions(device, binary().data(), 0, &everything,
                                                   allocator, &executable));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions.options: no options are mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  mux_executable_t executable = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateExecutableWithOptions(device, binary().data(), binary().size(),
                                                   nullptr, allocator, &executable));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions.initialized_memory: an unknown bit is "
                 "mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  for (const uint32_t bits : {0x4U, 0x80000000U, 0x7U}) {
    const mux_executable_options_t options = {bits, nullptr, 0};
    mux_executable_t executable = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      muxCreateExecutableWithOptions(device, binary().data(), binary().size(),
                                                     &options, allocator, &executable));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions.allocator_info: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateExecutableWithOptions]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions.out_executable: no out parameter is "
                 "mux_error_null_out_parameter",
                 "[muxCreateExecutableWithOptions]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions.device: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateExecutableWithOptions: creates an executable",
                 "[muxCreateExecutableWithOptions]") {
  check_success(*this, create, muxDestroyExecutable);
  check_own_allocator(*this, create, muxDestroyExecutable);
  check_out_of_memory(entry_point, *this, create, muxDestroyExecutable);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutableWithOptions: machine code is mux_error_invalid_binary if "
                 "memory is to be initialized",
                 "[muxCreateExecutableWithOptions]") {
  const std::string native =
      compile("kernel void k(global int *p) { *p = 1; }", nullptr, mux_compile_output_native);
  mux_executable_t executable = nullptr;
  entry_point.fails(mux_error_invalid_binary,
                    muxCreateExecutableWithOptions(device, native.data(), native.size(),
                                                   &local_memory, allocator, &executable));
  REQUIRE(muxCreateExecutableWithOptions(device, native.data(), native.size(), &nothing, allocator,
                                         &executable) == mux_success);
  muxDestroyExecutable(device, executable, allocator);
}

TEST_CASE_METHOD(
    OptionsFixture,
    "muxCreateExecutableWithOptions: declared local memory is zero-initialized for each work-group",
    "[muxCreateExecutableWithOptions]") {
  for (const mux_executable_options_t &options : {local_memory, everything}) {
    mux_kernel_t kernel = build_with(options, local_sums, "sums");
    // Groups of one packet, of several, and remainder groups.
    for (const size_t local : {1, 8, 64, 100}) {
      CAPTURE(local);
      CHECK(results_of(kernel, Range::linear(410, local), 410) == std::vector<int>(410, 0));
    }
  }
}

TEST_CASE_METHOD(OptionsFixture,
                 "muxCreateExecutableWithOptions: local memory arguments are zero-initialized for "
                 "each work-group",
                 "[muxCreateExecutableWithOptions]") {
  mux_kernel_t kernel = build_with(local_memory,
                                   "kernel void sums(global int *out, local int *one, uint n,\n"
                                   "                 local int *other, uint m) {\n"
                                   "  int sum = 0;\n"
                                   "  for (uint i = 0; i < n; ++i) sum |= one[i];\n"
                                   "  for (uint i = 0; i < m; ++i) sum |= other[i];\n"
                                   "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                   "  one[get_local_id(0) % n] = -1;\n"
                                   "  other[get_local_id(0) % m] = -1;\n"
                                   "  out[get_global_id(0)] = sum;\n"
                                   "}\n",
                                   "sums");
  for (const size_t local : {1, 16, 50}) {
    leave_ones();
    const TestBuffer out = make_buffer(std::span<const int>(std::vector<int>(200, 7)));
    launch(kernel, Arguments().buffer(out).local(5 * 4).value(5U).local(1000 * 4).value(1000U),
           Range::linear(200, local));
    CHECK(std::vector<int>(out.as<int>().begin(), out.as<int>().end()) == std::vector<int>(200, 0));
  }
}

TEST_CASE_METHOD(OptionsFixture,
                 "muxCreateExecutableWithOptions: private variables are zero-initialized",
                 "[muxCreateExecutableWithOptions]") {
  const char *const source =
      "struct Inner { int a; int3 b; };\n"
      "int of_function(int i) {\n"
      "  volatile int array[100]; int value;\n"
      "  if (i == 5) value = 3;\n"
      "  return array[i % 100] | (i == 5 ? 0 : value);\n"
      "}\n"
      "kernel void sums(global int *out) {\n"
      "  int i = get_global_id(0);\n"
      "  int maybe; float4 vector; struct Inner inner; volatile int array[64];\n"
      "  int sum = array[i % 64] | inner.a | inner.b.z | as_int(vector.w) | of_function(i);\n"
      "  if (i > 100000) maybe = 5;\n"
      "  for (int round = 0; round < 3; ++round) {\n"
      "    volatile int in_loop;\n"
      "    sum |= IN_LOOP;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    in_loop = i + 1;\n"
      "  }\n"
      "  out[i] = sum | maybe;\n"
      "}\n";
  for (const mux_executable_options_t &options : {private_memory, everything}) {
    // Without optimization, variables declared in a loop keep their value between iterations.
    for (const char *compile_options : {"-DIN_LOOP=in_loop", "-DIN_LOOP=0 -cl-opt-disable"}) {
      CAPTURE(compile_options);
      mux_kernel_t kernel = build_with(options, source, "sums", compile_options);
      for (const size_t local : {1, 32}) {
        CHECK(results_of(kernel, Range::linear(256, local), 256) == std::vector<int>(256, 0));
      }
    }
  }
}

TEST_CASE_METHOD(OptionsFixture,
                 "muxCreateExecutableWithOptions: initializers of the program take precedence",
                 "[muxCreateExecutableWithOptions]") {
  mux_kernel_t kernel = build_with(everything,
                                   "kernel void k(global int *out) {\n"
                                   "  local int shared;\n"
                                   "  int own = 3, array[4] = {1, 2};\n"
                                   "  if (get_local_id(0) == 0) shared = 10;\n"
                                   "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                   "  out[get_global_id(0)] = own + shared + array[1] + array[3];\n"
                                   "}\n",
                                   "k");
  CHECK(results_of(kernel, Range::linear(64, 16), 64) == std::vector<int>(64, 15));
}

TEST_CASE_METHOD(ConstantsFixture,
                 "muxCreateExecutableWithOptions: kernels have the values given for constants",
                 "[muxCreateExecutableWithOptions]") {
  const std::string program = compile(with_constants);
  CHECK(result_of(create(program, {})) == 8);
  for (const int count : {0, 1, 4, 100}) {
    CHECK(result_of(create(program, {value_for("count", count)})) == 2.0F * count);
  }
  const std::array<float, 4> color = {5, 6, 7, 8};
  CHECK(result_of(create(program, {value_for("color", color)})) == 24);
  const int two = 2;
  CHECK(result_of(create(program, {value_for("color", color), value_for("count", two)})) == 12);
}

TEST_CASE_METHOD(ConstantsFixture,
                 "muxCreateExecutableWithOptions: executables of one binary have values of their "
                 "own, which are copied",
                 "[muxCreateExecutableWithOptions]") {
  std::string program = compile(with_constants);
  int one = 1;
  int three = 3;
  mux_executable_t first = create(program, {value_for("count", one)});
  mux_executable_t second = create(program, {value_for("count", three)});
  mux_executable_t plain = create(program, {});
  one = three = 77;
  program.assign(program.size(), '\0');
  CHECK(result_of(second) == 6);
  CHECK(result_of(first) == 2);
  CHECK(result_of(plain) == 8);
}

TEST_CASE_METHOD(ConstantsFixture,
                 "muxCreateExecutableWithOptions.constants, constant_value and constant_name: "
                 "incomplete values are mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  const std::string program = compile(with_constants);
  const int number = 1;
  const mux_executable_options_t no_list = {0, nullptr, 1};
  mux_executable_t executable = nullptr;
  entry_point.fails_because("options->constants is NULL", mux_error_invalid_value,
                            muxCreateExecutableWithOptions(device, program.data(), program.size(),
                                                           &no_list, allocator, &executable));
  refuses("options->constants[1].value is NULL", program,
          {value_for("count", number), {"color", 0, 16, nullptr}});
  refuses("options->constants[0].name is empty", program, {value_for("", number)});
}

TEST_CASE_METHOD(ConstantsFixture,
                 "muxCreateExecutableWithOptions.constant_once: two values for one constant are "
                 "mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  const std::string program = compile(with_constants);
  const int number = 1;
  const std::array<float, 4> color = {};
  refuses("options->constants[0] and [2] are both for constant 'count'", program,
          {value_for("count", number), value_for("color", color), value_for("count", number)});
  refuses("are both for specialization constant 3", program,
          {{nullptr, 3, 4, &number}, {nullptr, 3, 4, &number}});
}

TEST_CASE_METHOD(ConstantsFixture,
                 "muxCreateExecutableWithOptions: constants that the program does not have, or in "
                 "another size, are mux_error_invalid_value",
                 "[muxCreateExecutableWithOptions]") {
  const std::string program = compile(with_constants);
  const int number = 1;
  refuses("no constant 'cuont'; its constants: constant 'count', constant 'color'", program,
          {value_for("cuont", number)});
  refuses("no specialization constant 0", program, {{nullptr, 0, 4, &number}});
  refuses("constant 'count' has 4 bytes, and the value for it 8", program,
          {value_for("count", uint64_t{1})});
  refuses("constant 'count' has 4 bytes, and the value for it 0", program,
          {{"count", 0, 0, &number}});
  refuses("constant 'color' has 16 bytes, and the value for it 4", program,
          {value_for("color", number)});
  // A variable that is not weak.
  refuses("its constants: none",
          compile("constant int count = 1; kernel void k(global int *p) { *p = count; }"),
          {value_for("count", number)});
}

TEST_CASE_METHOD(ConstantsFixture,
                 "muxCreateExecutableWithOptions: machine code is mux_error_invalid_binary if a "
                 "constant is given",
                 "[muxCreateExecutableWithOptions]") {
  const int number = 1;
  refuses("one is given for constant 'count'",
          compile(with_constants, nullptr, mux_compile_output_native), {value_for("count", number)},
          mux_error_invalid_binary);
  mux_executable_t plain = create(compile(with_constants, nullptr, mux_compile_output_native), {});
  CHECK(result_of(plain) == 8);
}

}  // namespace mux::test::mux_create_executable_with_options
