#include <mux/compiler.h>
#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_compile {

namespace {

constexpr EntryPoint entry_point("muxCompile");
constexpr const char *source = "kernel void k(global int *out) { out[0] = VALUE; }";

mux_compile_info_t request(const char *text, const char *options = nullptr) {
  mux_compile_info_t info{};
  info.source = text;
  info.source_length = std::strlen(text);
  info.options = options;
  return info;
}

/// Compiles, checks that the result is `expected` and returns the log.
std::string log_of(const mux_compile_info_t &info, mux_result_t expected) {
  CountingAllocator counter;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, counter.info(), &compilation);
  std::string log = muxGetCompilationLog(compilation);
  INFO("build log:\n" << log);
  CHECK(result == expected);
  CHECK(compilation != nullptr);
  CHECK((muxGetCompilationBinary(compilation) != nullptr) == (expected == mux_success));
  CHECK((muxGetCompilationBinaryLength(compilation) != 0) == (expected == mux_success));
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
  return log;
}

}  // namespace

TEST_CASE("muxCompile: invalid requests", "[muxCompile]") {
  CountingAllocator counter;
  mux_compilation_t compilation = nullptr;
  const mux_compile_info_t valid = request(source, "-DVALUE=1");
  entry_point.fails(mux_error_invalid_value, muxCompile(nullptr, counter.info(), &compilation));
  mux_compile_info_t info = valid;
  info.source = nullptr;
  entry_point.fails(mux_error_invalid_value, muxCompile(&info, counter.info(), &compilation));
  info = valid;
  info.source_length = 0;
  entry_point.fails(mux_error_invalid_value, muxCompile(&info, counter.info(), &compilation));
  info = valid;
  info.output = 3;
  entry_point.fails(mux_error_invalid_value, muxCompile(&info, counter.info(), &compilation));
  info = valid;
  info.language = mux_compile_language_tgsi + 1;
  entry_point.fails(mux_error_invalid_value, muxCompile(&info, counter.info(), &compilation));
  for (const mux_allocator_info_t &invalid : invalid_allocators(counter.info())) {
    entry_point.fails(mux_error_null_allocator_callback, muxCompile(&valid, invalid, &compilation));
  }
  entry_point.fails(mux_error_null_out_parameter, muxCompile(&valid, counter.info(), nullptr));
  CHECK(compilation == nullptr);
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCompile: every failing allocation is mux_error_out_of_memory", "[muxCompile]") {
  CountingAllocator counter;
  const mux_compile_info_t info = request(source, "-DVALUE=1");
  mux_compilation_t compilation = nullptr;
  const int failures = fail_each_allocation(
      entry_point, counter, [&] { return muxCompile(&info, counter.info(), &compilation); });
  CHECK(failures > 0);
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCompile: errors are logged with file, line and column", "[muxCompile]") {
  mux_compile_info_t info = request("kernel void k(global int *out) {\n  out[0] = nowhere;\n}\n");
  CHECK(log_of(info, mux_error_failure).find("kernel.cl:2:12") != std::string::npos);
  info.source_name = "blur.cl";
  const std::string log = log_of(info, mux_error_failure);
  CHECK(log.find("blur.cl:2:12") != std::string::npos);
  CHECK(log.find("nowhere") != std::string::npos);
}

TEST_CASE("muxCompile: warnings are logged, and are errors only with -Werror", "[muxCompile]") {
  const char *text = "kernel void k(global int *out) { float x = 1; int *y = &x; *out = *y; }";
  CHECK_FALSE(log_of(request(text, "-Wno-error"), mux_success).empty());
  CHECK(log_of(request(text, "-w"), mux_success).empty());
  CHECK_FALSE(log_of(request(text, "-Werror"), mux_error_failure).empty());
}

TEST_CASE("muxCompile: options", "[muxCompile]") {
  CHECK(log_of(request(source, "-DVALUE=1"), mux_success).empty());
  CHECK(log_of(request(source, "-D VALUE=1"), mux_success).empty());
  CHECK(log_of(request(source, "  -DVALUE='1 + 2'   -cl-std=CL1.2 "), mux_success).empty());
  CHECK(log_of(request(source, "-D VALUE=1 -cl-std=CL3.0 -cl-fast-relaxed-math"), mux_success)
            .empty());
  CHECK(log_of(request(source, "-DVALUE=1 -cl-opt-disable"), mux_success).empty());
  CHECK(log_of(request(source,
                       "-DVALUE=1 -cl-mad-enable -cl-no-signed-zeros "
                       "-cl-unsafe-math-optimizations -cl-finite-math-only "
                       "-cl-denorms-are-zero -cl-single-precision-constant "
                       "-cl-fp32-correctly-rounded-divide-sqrt"),
               mux_success)
            .empty());
  CHECK_FALSE(log_of(request(source), mux_error_failure).empty());
  CHECK_FALSE(log_of(request(source, "-DVALUE=1 -cl-std=CL9"), mux_error_failure).empty());
  CHECK_FALSE(log_of(request(source, "-DVALUE=1 --no-such-option"), mux_error_failure).empty());
  CHECK_FALSE(log_of(request(source, "-DVALUE='1"), mux_error_failure).empty());
}

TEST_CASE("muxCompile: a language that is named is not detected", "[muxCompile]") {
  mux_compile_info_t info = request(source, "-DVALUE=1");
  info.language = mux_compile_language_opencl_c;
  CHECK(log_of(info, mux_success).empty());
  info.language = mux_compile_language_spirv;
  CHECK(log_of(info, mux_error_failure).find("the magic number of SPIR-V is missing") !=
        std::string::npos);
  info.language = mux_compile_language_tgsi;
  CHECK(log_of(info, mux_error_failure).find("the name of a stage was expected") !=
        std::string::npos);

  // SPIR-V's magic number in this machine's byte order, and nothing else.
  const char *ends_in_header = "header: is truncated";
  info = request("\x03\x02\x23\x07");
  CHECK(log_of(info, mux_error_failure).find(ends_in_header) != std::string::npos);
  info.language = mux_compile_language_spirv;
  CHECK(log_of(info, mux_error_failure).find(ends_in_header) != std::string::npos);
  info.language = mux_compile_language_opencl_c;
  CHECK(log_of(info, mux_error_failure).find(ends_in_header) == std::string::npos);
}

TEST_CASE("muxCompile: source that is no OpenCL C at all", "[muxCompile]") {
  CHECK_FALSE(log_of(request("#error stop here"), mux_error_failure).empty());
  CHECK_FALSE(log_of(request("}}}}"), mux_error_failure).empty());
  CHECK_FALSE(log_of(request("\xff\xfe\xfd"), mux_error_failure).empty());
  CHECK_FALSE(log_of(request("#include \"no/such/file.h\""), mux_error_failure).empty());
  const std::string deep(20000, '(');
  CHECK_FALSE(log_of(request(("int x = " + deep + ";").c_str()), mux_error_failure).empty());
}

TEST_CASE("muxCompile: the source need not end in a null character", "[muxCompile]") {
  const std::string text = "kernel void k() {}garbage that must not be read";
  mux_compile_info_t info = request(text.c_str());
  info.source_length = std::strlen("kernel void k() {}");
  CHECK(log_of(info, mux_success).empty());
}

TEST_CASE_METHOD(KernelFixture, "muxCompile: portable and native binaries run alike",
                 "[muxCompile]") {
  for (const mux_compile_output_e output :
       {mux_compile_output_portable, mux_compile_output_native}) {
    const TestBuffer out = make_buffer(4);
    mux_kernel_t kernel = make_kernel(load(compile(source, "-DVALUE=42", output)), "k");
    launch(kernel, Arguments().buffer(out), Range::linear(1, 1));
    CHECK(out.as<int>()[0] == 42);
  }
}

TEST_CASE("muxCompile: the same source gives the same binary", "[muxCompile]") {
  CHECK(compile(source, "-DVALUE=1") == compile(source, "-DVALUE=1"));
  CHECK(compile(source, "-DVALUE=1") != compile(source, "-DVALUE=2"));
}

TEST_CASE("muxCompile: headers in memory", "[muxCompile]") {
  mux_compile_info_t info =
      request("#include <dir/value.h>\nkernel void k(global int *a) { *a = X; }");
  CHECK_FALSE(log_of(info, mux_error_failure).empty());
  const char *header = "#define X 1";
  const mux_compile_header_t headers[] = {{"dir/value.h", header, std::strlen(header)}};
  info.headers = headers;
  info.header_count = 1;
  CHECK(log_of(info, mux_success).empty());
}

TEST_CASE("muxCompile: on eight threads at once", "[muxCompile]") {
  CountingAllocator counter;
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (int i = 0; i < 4; ++i) {
      const bool good = (thread + static_cast<unsigned>(i)) % 2 == 0;
      const mux_compile_info_t info = request(source, good ? "-DVALUE=1" : "-DVALUE=nowhere");
      mux_compilation_t compilation = nullptr;
      const mux_result_t result = muxCompile(&info, counter.info(), &compilation);
      failed += result != (good ? mux_success : mux_error_failure);
      muxDestroyCompilation(compilation, counter.info());
    }
    return failed;
  });
  for (const int failed : failures) {
    CHECK(failed == 0);
  }
  CHECK(counter.live() == 0);
}

}  // namespace mux::test::mux_compile
