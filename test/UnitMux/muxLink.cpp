#include <mux/compiler.h>
#include <mux/extensions.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "../run_in_threads.h"
#include "object_checks.h"

namespace mux::test::mux_link {

namespace {

constexpr EntryPoint entry_point("muxLink");

using Binaries = std::vector<std::string>;

/// A request with the lists that it points to.
class Request {
 public:
  explicit Request(const Binaries &binaries, const char *options = nullptr,
                   uint32_t output = mux_compile_output_portable) {
    for (const std::string &binary : binaries) {
      pointers.push_back(binary.data());
      lengths.push_back(binary.size());
    }
    info.binaries = pointers.data();
    info.binary_lengths = lengths.data();
    info.binary_count = pointers.size();
    info.options = options;
    info.output = output;
  }
  Request(const Request &) = delete;
  Request &operator=(const Request &) = delete;

  std::vector<const void *> pointers;
  std::vector<uint64_t> lengths;
  mux_link_info_t info{};
};

struct Linked {
  mux_result_t result;
  std::string log;
  std::string binary;
};

Linked try_link(const Request &request) {
  CountingAllocator counter;
  mux_compilation_t compilation = nullptr;
  Linked linked;
  linked.result = muxLink(&request.info, counter.info(), &compilation);
  linked.log = muxGetCompilationLog(compilation);
  if (muxGetCompilationBinary(compilation) != nullptr) {
    linked.binary.assign(static_cast<const char *>(muxGetCompilationBinary(compilation)),
                         muxGetCompilationBinaryLength(compilation));
  }
  CHECK((compilation != nullptr) ==
        (linked.result == mux_success || linked.result == mux_error_failure));
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
  return linked;
}

std::string link(const Binaries &binaries, const char *options = nullptr,
                 uint32_t output = mux_compile_output_portable) {
  const Linked linked = try_link(Request(binaries, options, output));
  INFO(linked.log);
  REQUIRE(linked.result == mux_success);
  CHECK(linked.log.empty());
  CHECK_FALSE(linked.binary.empty());
  return linked.binary;
}

std::string link_library(const Binaries &binaries, const char *options = "-create-library") {
  return link(binaries, options, mux_compile_output_object);
}

/// Requires that the binaries cannot be linked, with this text in the log.
void refuses(const Binaries &binaries, const std::string &expected, const char *options = nullptr,
             uint32_t output = mux_compile_output_portable) {
  const Linked linked = try_link(Request(binaries, options, output));
  INFO("expected: " << expected << "\nlog:\n" << linked.log);
  CHECK(linked.result == mux_error_failure);
  CHECK(linked.binary.empty());
  CHECK(linked.log.find(expected) != std::string::npos);
  entry_point.fails_because("error: ", mux_error_failure, linked.result);
}

std::string object(std::string_view source, const char *options = "-cl-std=CL3.0") {
  return compile(source, options, mux_compile_output_object);
}

constexpr const char *caller =
    "int helper(int x);\n"
    "extern constant int table[];\n"
    "kernel void k(global int *out) { out[0] = helper(out[0]) + table[1]; }\n";
constexpr const char *callee =
    "constant int table[] = {1, 20, 300};\n"
    "int helper(int x) { return 2 * x; }\n";

class LinkFixture : public KernelFixture {
 public:
  /// The result of the kernel for a value.
  template <class T>
  T run(const std::string &binary, T value, const char *name = "k") {
    const TestBuffer out = make_buffer(16);
    out.as<T>()[0] = value;
    launch(make_kernel(load(binary), name), Arguments().buffer(out), Range::linear(1, 1));
    return out.as<T>()[0];
  }
};

}  // namespace

TEST_CASE("muxLink: invalid requests", "[muxLink]") {
  CountingAllocator counter;
  mux_compilation_t compilation = nullptr;
  const Binaries objects = {object(caller), object(callee)};
  const auto invalid = [&](const mux_link_info_t &info, const char *reason) {
    entry_point.fails_because(reason, mux_error_invalid_value,
                              muxLink(&info, counter.info(), &compilation));
  };
  entry_point.fails(mux_error_invalid_value, muxLink(nullptr, counter.info(), &compilation));
  Request request(objects);
  const mux_link_info_t valid = request.info;
  mux_link_info_t info = valid;
  info.binary_count = 0;
  invalid(info, "binary_count is 0");
  info = valid;
  info.binaries = nullptr;
  invalid(info, "binaries is NULL");
  info = valid;
  info.binary_lengths = nullptr;
  invalid(info, "binary_lengths is NULL");
  info = valid;
  info.output = 3;
  invalid(info, "output is 3");
  request.pointers[1] = nullptr;
  invalid(valid, "binaries[1] is NULL");
  request.pointers[1] = objects[1].data();
  request.lengths[0] = 0;
  invalid(valid, "binary_lengths[0] is 0");
  request.lengths[0] = objects[0].size();
  for (const mux_allocator_info_t &broken : invalid_allocators(counter.info())) {
    entry_point.fails(mux_error_null_allocator_callback, muxLink(&valid, broken, &compilation));
  }
  entry_point.fails(mux_error_null_out_parameter, muxLink(&valid, counter.info(), nullptr));
  CHECK(compilation == nullptr);
  CHECK(counter.live() == 0);
}

TEST_CASE("muxLink: every failing allocation is mux_error_out_of_memory", "[muxLink]") {
  CountingAllocator counter;
  const Binaries objects = {object(caller), object(callee)};
  const Request request(objects);
  mux_compilation_t compilation = nullptr;
  const int failures = fail_each_allocation(
      entry_point, counter, [&] { return muxLink(&request.info, counter.info(), &compilation); });
  CHECK(failures > 0);
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE_METHOD(LinkFixture, "muxLink: kernels use functions and variables of other objects",
                 "[muxLink]") {
  for (const uint32_t output : {mux_compile_output_portable, mux_compile_output_native}) {
    CHECK(run(link({object(caller), object(callee)}, nullptr, output), 11) == 42);
    CHECK(run(link({object(callee), object(caller)}, "", output), 12) == 44);
  }
  // Also of a single object.
  CHECK(run(link({object("kernel void k(global int *out) { out[0] += 1; }")}), 1) == 2);
}

TEST_CASE_METHOD(LinkFixture, "muxLink: a variable that kernels write is shared by all objects",
                 "[muxLink]") {
  const std::string binary =
      link({object("global int counter = 40;\n"
                   "kernel void first(global int *out) { counter += 1; }\n"),
            object("extern global int counter;\n"
                   "kernel void k(global int *out) { out[0] += counter; }")});
  mux_executable_t executable = load(binary);
  const TestBuffer out = make_buffer(4);
  for (const char *name : {"first", "k"}) {
    launch(make_kernel(executable, name), Arguments().buffer(out), Range::linear(1, 1));
  }
  CHECK(out.as<int>()[0] == 41);
}

TEST_CASE_METHOD(LinkFixture, "muxLink: a constant that several objects define is one constant",
                 "[muxLink]") {
  const char *const first =
      "__attribute__((weak)) constant int n = 3;\n"
      "int helper(int x);\n"
      "kernel void k(global int *out) { out[0] = helper(out[0]) + n; }\n";
  const std::string binary =
      link({object(first), object("__attribute__((weak)) constant int n = 3;\n"
                                  "int helper(int x) { return x * n; }\n")});
  CHECK(run(binary, 10) == 33);
  const int five = 5;
  const mux_constant_value_t constant = {"n", 0, sizeof(five), &five};
  const mux_executable_options_t options = {0, &constant, 1};
  mux_executable_t executable = nullptr;
  REQUIRE(muxCreateExecutableWithOptions(device, binary.data(), binary.size(), &options, allocator,
                                         &executable) == mux_success);
  uint64_t count = 0;
  CHECK(muxGetExecutableConstantCount(executable, &count) == mux_success);
  CHECK(count == 1);
  const TestBuffer out = make_buffer(4);
  out.as<int>()[0] = 10;
  launch(make_kernel(executable, "k"), Arguments().buffer(out), Range::linear(1, 1));
  CHECK(out.as<int>()[0] == 55);
  clean_up();
  muxDestroyExecutable(device, executable, allocator);
}

TEST_CASE_METHOD(LinkFixture, "muxLink: the definitions of a constant must agree", "[muxLink]") {
  const std::string kernel = object(
      "extern constant int n;\n"
      "kernel void k(global int *out) { out[0] = n; }\n");
  const std::string three = object("__attribute__((weak)) constant int n = 3;");
  refuses({kernel, three, object("__attribute__((weak)) constant int n = 4;")},
          "variable 'n' of binary 1 (kernel.cl) is declared in binary 2 (kernel.cl) with another "
          "default value");
  refuses({kernel, three, object("__attribute__((weak)) constant long n = 3;")},
          "with another size");
  // A definition that is not weak is the value, and there is no constant any more.
  const std::string binary = link({kernel, three, object("constant int n = 4;")});
  CHECK(run(binary, 0) == 4);
  uint64_t count = 77;
  CHECK(muxGetExecutableConstantCount(load(binary), &count) == mux_success);
  CHECK(count == 0);
}

TEST_CASE_METHOD(LinkFixture, "muxLink: internal symbols may have any name", "[muxLink]") {
  const std::string first = object(
      "static int value(int x) { return x + 1; }\n"
      "constant int table[] = {1};\n"
      "inline int twice(int x) { return 2 * x; }\n"
      "kernel void k(global int *out) { local int shared; shared = twice(value(out[0]));\n"
      "  out[0] = shared + table[0]; }\n");
  const std::string second = object(
      "static int value(int x) { return x + 100; }\n"
      "static constant int table[] = {1000};\n"
      "inline int twice(int x) { return 2 * x; }\n"
      "kernel void other(global int *out) { local int shared; shared = twice(value(out[0]));\n"
      "  out[0] = shared + table[0]; }\n");
  const std::string binary = link({first, second});
  CHECK(run(binary, 1) == 5);
  CHECK(run(binary, 1, "other") == 1202);
}

TEST_CASE_METHOD(LinkFixture, "muxLink: arguments of every kind are passed to other objects",
                 "[muxLink]") {
  const std::string types =
      "typedef struct { float4 a; int b; char c[20]; } pair;\n"
      "typedef struct { int x; } small;\n"
      "pair mirror(pair p, small s);\n"
      "float3 add(float3 a, uchar b, local int *l, global const int *g);\n";
  const std::string used =
      object(types +
                 "kernel void k(global int *out) {\n"
                 "  local int shared; shared = 3; pair p; p.b = out[0]; p.a = 2.0f; p.c[19] = 5;\n"
                 "  small s = {100}; p = mirror(p, s);\n"
                 "  out[0] = p.b + p.c[19] + (int)add(p.a.xyz, 200, &shared, out).y; }\n",
             "-cl-std=CL3.0 -g");
  const std::string defined = object(
      types +
          "pair mirror(pair p, small s) { p.b += s.x; p.c[19] *= 2; p.a += 1.0f; return p; }\n"
          "float3 add(float3 a, uchar b, local int *l, global const int *g) {\n"
          "  return a + (float)b + *l + *g; }\n",
      "-cl-std=CL3.0 -cl-opt-disable");
  for (const uint32_t output : {mux_compile_output_portable, mux_compile_output_native}) {
    CHECK(run(link({used, defined}, nullptr, output), 1000) == 1100 + 10 + 3 + 200 + 3 + 1000);
  }
}

TEST_CASE_METHOD(LinkFixture, "muxLink: libraries are linked like objects", "[muxLink]") {
  const std::string library = link_library({object(callee)});
  CHECK(run(link({object(caller), library}), 11) == 42);
  // A library may have undefined symbols, and contain libraries.
  const std::string caller_library = link_library({object(caller)});
  CHECK(run(link({caller_library, library}), 11) == 42);
  CHECK(run(link({link_library({caller_library, library})}), 11) == 42);
  refuses({caller_library}, "'helper'");
  refuses({library, library},
          "function 'helper' is defined in binary 0 (library) and again in "
          "binary 1 (library)");
}

TEST_CASE_METHOD(LinkFixture, "muxLink: argument descriptions are preserved", "[muxLink]") {
  // Declared before it is defined.
  const std::string declaration =
      "kernel void described(global const float *restrict in, int number);\n"
      "kernel void other(global const float *in) { described(in, 1); }\n";
  const std::string definition =
      "kernel __attribute__((reqd_work_group_size(4, 1, 1)))\n"
      "void described(global const float *restrict in, int number) {}\n";
  mux_kernel_t kernel =
      make_kernel(load(link({object(declaration), object(definition)})), "described");
  mux_kernel_argument_info_t info{};
  REQUIRE(muxGetKernelArgumentInfo(kernel, 0, &info) == mux_success);
  CHECK(std::string(info.name) == "in");
  CHECK(std::string(info.type_name) == "float*");
  CHECK(info.type_qualifiers ==
        (mux_kernel_argument_type_qualifier_const | mux_kernel_argument_type_qualifier_restrict));
  REQUIRE(muxGetKernelArgumentInfo(kernel, 1, &info) == mux_success);
  CHECK(std::string(info.name) == "number");
  mux_kernel_info_t kernel_info{};
  REQUIRE(muxGetKernelInfo(kernel, &kernel_info) == mux_success);
  CHECK(kernel_info.required_local_size[0] == 4);
}

TEST_CASE("muxLink: what a kernel needs and nothing defines is named", "[muxLink]") {
  refuses({object(caller)}, "link: error: undefined function 'helper'");
  refuses({object(caller), object("int helper(int x) { return x; }")}, "variable 'table'");
  refuses({object(caller)}, "'helper'", nullptr, mux_compile_output_native);
  // Symbols that no kernel needs may be undefined.
  link({object("int absent(int x);\nint unused(int x) { return absent(x); }\nkernel void k() {}")});
}

TEST_CASE("muxLink: duplicate definitions are rejected by name", "[muxLink]") {
  const std::string kernel = object("kernel void k(global int *out) { out[0] = 1; }");
  refuses({object(caller), object(callee), kernel},
          "link: error: kernel 'k' is defined in binary 0 (kernel.cl) and again in binary 2 "
          "(kernel.cl)");
  refuses({object(callee), object(caller), object(callee)}, "function 'helper' is defined in");
  refuses({object(callee), object(caller), object(callee)}, "variable 'table' is defined in");
  refuses({object(callee), object(callee)}, "function 'helper' is defined in", "-create-library",
          mux_compile_output_object);
}

TEST_CASE("muxLink: declarations must match definitions", "[muxLink]") {
  const std::string defined = object(callee);
  const auto with = [](const std::string &declaration, const std::string &use) {
    return object(declaration + "\nkernel void k(global int *out) { out[0] = " + use + "; }\n");
  };
  refuses({with("int helper(float x);", "helper(1)"), defined},
          "function 'helper' of binary 1 (kernel.cl) is declared in binary 0 (kernel.cl) with "
          "another type");
  refuses({with("extern constant int helper;", "helper"), defined},
          "one is a function, the other a variable");
  refuses({with("extern global int table[];", "table[0]"), defined}, "another address space");
  refuses({defined, with("extern constant int table[4];", "table[3]")}, "another size");
  refuses({with("int absent(int x);", "absent(1)"),
           object("extern global int absent;\nkernel void other(global int *a) { *a = absent; }")},
          "one is a function, the other a variable");
}

TEST_CASE("muxLink: recursion across objects is rejected", "[muxLink]") {
  refuses({object("int b(int x);\nint a(int x) { return x > 0 ? b(x - 1) : 0; }\n"),
           object("int a(int x);\nint b(int x) { return a(x); }\n"
                  "kernel void k(global int *out) { out[0] = a(out[0]); }\n")},
          "calls itself");
}

TEST_CASE("muxLink: inconsistent options and outputs are rejected", "[muxLink]") {
  const Binaries objects = {object(caller), object(callee)};
  for (const char *option :
       {"-create-libraries", "-cl-mad-enable", "-O2", "kernel.cl", "-D A", "-cl-std=CL3.0"}) {
    refuses(objects,
            "link options: error: unknown option '" +
                std::string(option, std::strcspn(option, " ")) + "'",
            option);
  }
  refuses(objects, "quote", "'-create-library");
  refuses(objects, "'-enable-link-options' needs '-create-library'", "-enable-link-options");
  for (const uint32_t output : {mux_compile_output_portable, mux_compile_output_native}) {
    refuses(objects, "'-create-library' creates an object", "-create-library", output);
  }
  refuses(objects, "needs '-create-library'", "", mux_compile_output_object);
}

TEST_CASE_METHOD(LinkFixture, "muxLink: every option of clLinkProgram is accepted", "[muxLink]") {
  const Binaries objects = {object(caller), object(callee)};
  for (const char *option :
       {"-cl-denorms-are-zero", "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
        "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp",
        " -cl-no-subgroup-ifp\t-cl-denorms-are-zero "}) {
    INFO(option);
    CHECK(run(link(objects, option), 11) == 42);
    link_library(objects, ("-create-library -enable-link-options " + std::string(option)).c_str());
  }
}

TEST_CASE_METHOD(LinkFixture, "muxLink: math options change objects and libraries that allow it",
                 "[muxLink]") {
  const std::string source = object(
      "kernel void is_nan(global float *a) { a[0] = a[0] != a[0] ? 1.0f : 0.0f; }\n"
      "kernel void add_zero(global float *a) { a[0] = a[0] + 0.0f; }\n"
      "kernel void cancel(global float *a) { a[0] = (a[0] + 1.0e20f) - 1.0e20f; }\n");
  const std::string closed = link_library({source});
  const std::string open = link_library({source}, "-create-library -enable-link-options");
  const auto sees_nan = [&](const std::string &binary) {
    return run(binary, std::numeric_limits<float>::quiet_NaN(), "is_nan") == 1.0f;
  };
  const auto sees_sign = [&](const std::string &binary) {
    return !std::signbit(run(binary, -0.0f, "add_zero"));
  };
  const auto keeps_order = [&](const std::string &binary) {
    return run(binary, 1.0f, "cancel") == 0.0f;
  };
  for (const std::string &binary : {source, closed, open}) {
    const bool may_change = &binary != &closed && binary != closed;
    const std::string plain = link({binary});
    CHECK(sees_nan(plain));
    CHECK(sees_sign(plain));
    CHECK(keeps_order(plain));
    CHECK(sees_nan(link({binary}, "-cl-finite-math-only")) != may_change);
    CHECK(sees_sign(link({binary}, "-cl-no-signed-zeros")) != may_change);
    const std::string unsafe = link({binary}, "-cl-unsafe-math-optimizations");
    CHECK(sees_nan(unsafe));
    CHECK(sees_sign(unsafe) != may_change);
    CHECK(keeps_order(unsafe) != may_change);
    const std::string relaxed = link({binary}, "-cl-fast-relaxed-math");
    CHECK(sees_nan(relaxed) != may_change);
    CHECK(keeps_order(relaxed) != may_change);
    // Also if it is in another library.
    const std::string outer = link({link_library({binary}, "-create-library -enable-link-options")},
                                   "-cl-finite-math-only");
    CHECK(sees_nan(outer) != may_change);
  }
}

TEST_CASE("muxLink: other data is mux_error_invalid_binary", "[muxLink]") {
  const std::string good = object(caller);
  const auto is_invalid = [&](const std::string &bad, const std::string &reason) {
    const Linked linked = try_link(Request({good, bad}));
    entry_point.fails_because("binary 1 " + reason, mux_error_invalid_binary, linked.result);
  };
  is_invalid("no container", "is no container");
  is_invalid(good.substr(0, 3), "is no container");
  is_invalid(compile("kernel void k() {}"), "is a finished program");
  is_invalid(compile("kernel void k() {}", nullptr, mux_compile_output_native),
             "is a finished program");
  is_invalid(link({object("kernel void k() {}")}), "is a finished program");
  for (size_t length = 4; length < good.size(); length += 101) {
    is_invalid(good.substr(0, length), "cannot be read: truncated");
  }
  for (size_t at = 0; at < good.size(); at += 37) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    is_invalid(damaged, "");
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxLink: an object or a library is not an executable",
                 "[muxLink]") {
  for (const std::string &binary : {object("kernel void k() {}"), link_library({object(callee)})}) {
    mux_executable_t executable = nullptr;
    CHECK(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
          mux_error_invalid_binary);
    CHECK(std::string(muxGetLastErrorMessage()).find("muxLink()") != std::string::npos);
    CHECK(executable == nullptr);
  }
}

TEST_CASE("muxLink: the same objects give the same binary", "[muxLink]") {
  const Binaries objects = {object(caller), object(callee)};
  CHECK(link(objects) == link(objects));
}

TEST_CASE("muxLink: on eight threads at once", "[muxLink]") {
  CountingAllocator counter;
  const Binaries objects = {object(caller), object(callee)};
  const Binaries incomplete = {objects[0]};
  const Request good(objects);
  const Request bad(incomplete);
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const bool is_good = (thread + i) % 2 == 0;
      mux_compilation_t compilation = nullptr;
      const mux_result_t result =
          muxLink(is_good ? &good.info : &bad.info, counter.info(), &compilation);
      failed += result != (is_good ? mux_success : mux_error_failure);
      muxDestroyCompilation(compilation, counter.info());
    }
    return failed;
  });
  for (const int failed : failures) {
    CHECK(failed == 0);
  }
  CHECK(counter.live() == 0);
}

}  // namespace mux::test::mux_link
