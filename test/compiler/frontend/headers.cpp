#include <mux/compiler.h>
#include <mux/extensions.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "compile.h"
#include "counting_allocator.h"

using namespace mux::test;

namespace {

CompileResult compile_with(const std::vector<TestHeader> &headers, const std::string &source,
                           const std::string &options = {}) {
  return compile(source, options, nullptr, mux_compile_output_portable, headers);
}

bool compiles_with(const std::vector<TestHeader> &headers, const std::string &source,
                   const std::string &options = {}) {
  const CompileResult result = compile_with(headers, source, options);
  UNSCOPED_INFO(result.log);
  return result.result == mux_success && result.log.empty();
}

/// A line that compiles only if a condition holds.
std::string require(const std::string &condition) {
  return "_Static_assert(" + condition + ", \"\");\n";
}

mux_compile_info_t info_of(const mux_compile_header_t *headers, uint64_t count) {
  mux_compile_info_t info = {};
  info.source = "kernel void k() {}";
  info.source_length = std::strlen(info.source);
  info.headers = headers;
  info.header_count = count;
  return info;
}

}  // namespace

TEST_CASE("headers in memory are found with quotes and with angle brackets", "[muxCompile]") {
  const std::vector<TestHeader> headers = {{"foo.h", "#define FOO 1\n"},
                                           {"mydir/myinc.h", "#define MYINC 2\n"}};
  REQUIRE(compiles_with(
      headers, "#include <foo.h>\n#include <mydir/myinc.h>\n" + require("FOO == 1 && MYINC == 2")));
  REQUIRE(compiles_with(headers, "#include \"foo.h\"\n#include \"mydir/myinc.h\"\n" +
                                     require("FOO == 1 && MYINC == 2")));
  REQUIRE(compile_with(headers, "#include \"myinc.h\"\n").result == mux_error_failure);
  REQUIRE(compile_with({}, "#include <foo.h>\n").result == mux_error_failure);
}

TEST_CASE("headers in memory include each other, those in the same folder first", "[muxCompile]") {
  const std::vector<TestHeader> headers = {{"value.h", "#define VALUE 1\n"},
                                           {"dir/value.h", "#define VALUE 2\n"},
                                           {"dir/quoted.h", "#include \"value.h\"\n"},
                                           {"dir/angle.h", "#include <value.h>\n"},
                                           {"dir/up.h", "#include \"../value.h\"\n"}};
  REQUIRE(compiles_with(headers, "#include <dir/quoted.h>\n" + require("VALUE == 2")));
  REQUIRE(compiles_with(headers, "#include <dir/angle.h>\n" + require("VALUE == 1")));
  REQUIRE(compiles_with(headers, "#include <dir/up.h>\n" + require("VALUE == 1")));
}

TEST_CASE("headers may have any names", "[muxCompile]") {
  for (const char *name : {"../up.h", "/absolute/name.h", "source.cl", "kernel.cl", "a b.h",
                           "./x.h", "opencl-c-base.h", "../__mux_opencl__/other.h", "a//b.h"}) {
    INFO(name);
    const std::string include = "#include \"" + std::string(name) + "\"\n";
    REQUIRE(compiles_with({{name, "#define VALUE 1\n"}}, include + require("VALUE == 1")));
  }
}

TEST_CASE("of two headers with the same name the first one is used", "[muxCompile]") {
  REQUIRE(compiles_with({{"a.h", "#define A 1\n"}, {"a.h", "#define A 2\n"}},
                        "#include <a.h>\n" + require("A == 1")));
}

TEST_CASE("headers in memory are searched before -I", "[muxCompile]") {
  std::string folder = (std::filesystem::temp_directory_path() / "mux-headers-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::ofstream(folder + "/both.h") << "#define BOTH 1\n";
  std::ofstream(folder + "/file.h") << "#define FILE_HERE 1\n#include <both.h>\n";
  const std::string source = "#include <file.h>\n" + require("FILE_HERE == 1 && BOTH == 2");
  const bool found = compiles_with({{"both.h", "#define BOTH 2\n"}}, source, "-I '" + folder + "'");
  std::filesystem::remove_all(folder);
  REQUIRE(found);
}

TEST_CASE("an error in a header in memory has the program's name of it", "[muxCompile]") {
  const CompileResult result = compile_with(
      {{"dir/wrong.h", "\n\nconstant int wrong = nothing;\n"}}, "#include <dir/wrong.h>\n");
  REQUIRE(result.result == mux_error_failure);
  INFO(result.log);
  REQUIRE(contains(result.log, "In file included from kernel.cl:1:\ndir/wrong.h:3:22: error:"));
  REQUIRE(compiles_with({{"dir/a.h", "constant char name[] = __FILE__;\n"}},
                        "#include <dir/a.h>\n" + require("sizeof(name) == sizeof(\"dir/a.h\")")));
}

TEST_CASE("a header that includes itself is an error", "[muxCompile]") {
  const CompileResult result =
      compile_with({{"self.h", "#include \"self.h\"\n"}}, "#include <self.h>\n");
  REQUIRE(result.result == mux_error_failure);
  REQUIRE(contains(result.log, "nested too deeply"));
}

TEST_CASE("conflicting names are an error", "[muxCompile]") {
  for (const auto &[first, second] :
       {std::pair("a", "a/b.h"), std::pair("a/b.h", "a"), std::pair("x.h", ".."),
        std::pair("x.h", "."), std::pair("x.h", "/"), std::pair("x.h", "../.."),
        std::pair("x.h", "y/")}) {
    INFO(first << " and " << second);
    const CompileResult result =
        compile_with({{first, "\n"}, {second, "\n"}}, "kernel void k() {}");
    REQUIRE(result.result == mux_error_failure);
    REQUIRE(contains(result.log, "headers: error: '" + std::string(second) + "'"));
  }
}

TEST_CASE("a header may be empty, and need not end in a null character", "[muxCompile]") {
  const mux_compile_header_t headers[] = {{"empty.h", nullptr, 0},
                                          {"a.h", "#define A 1garbage", 11}};
  mux_compile_info_t info = info_of(headers, 2);
  const std::string source = "#include <empty.h>\n#include <a.h>\n" + require("A == 1");
  info.source = source.c_str();
  info.source_length = source.size();
  CountingAllocator allocator;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, allocator.info(), &compilation);
  INFO(muxGetCompilationLog(compilation));
  CHECK(result == mux_success);
  muxDestroyCompilation(compilation, allocator.info());
  REQUIRE(allocator.live() == 0);
}

TEST_CASE("muxCompile: headers without a name, a source or a list are mux_error_invalid_value",
          "[muxCompile]") {
  CountingAllocator allocator;
  mux_compilation_t compilation = nullptr;
  const mux_compile_header_t invalid[] = {{nullptr, "\n", 1}, {"", "\n", 1}, {"a.h", nullptr, 1}};
  for (const mux_compile_header_t &header : invalid) {
    const mux_compile_header_t headers[] = {{"good.h", "\n", 1}, header};
    const mux_compile_info_t info = info_of(headers, 2);
    CHECK(muxCompile(&info, allocator.info(), &compilation) == mux_error_invalid_value);
    CHECK(contains(muxGetLastErrorMessage(), "muxCompile: info->headers[1]"));
  }
  const mux_compile_info_t info = info_of(nullptr, 1);
  CHECK(muxCompile(&info, allocator.info(), &compilation) == mux_error_invalid_value);
  CHECK(contains(muxGetLastErrorMessage(), "info->headers is NULL"));
  CHECK(compilation == nullptr);
  CHECK(allocator.live() == 0);
}
