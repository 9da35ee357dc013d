#include <catch2/catch.hpp>

#include "compile.h"

using namespace mux::test;

namespace {

constexpr const char *versions[] = {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1"};

/// A source that compiles only if a condition of the preprocessor holds.
std::string require_condition(const std::string &condition) {
  return "#if !(" + condition + ")\n#error no\n#endif\n";
}

/// A source that compiles only if MACRO expands to a string literal of these characters.
std::string require_text(const std::string &characters) {
  std::string source = "constant char text[] = MACRO;\ntypedef char size[sizeof(text) == " +
                       std::to_string(characters.size() + 1) + " ? 1 : -1];\n";
  for (size_t i = 0; i < characters.size(); ++i) {
    source += "_Static_assert(MACRO[" + std::to_string(i) +
              "] == " + std::to_string(static_cast<int>(characters[i])) + ", \"\");\n";
  }
  return source;
}

}  // namespace

TEST_CASE("the language version is OpenCL C 1.2 unless -cl-std= sets it", "[muxCompile]") {
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == 120")));
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == 100"), "-cl-std=CL1.0"));
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == 110"), "-cl-std=CL1.1"));
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == 120"), "-cl-std=CL1.2"));
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == 200"), "-cl-std=CL2.0"));
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == 300"), "-cl-std=CL3.0"));
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == 310"), "-cl-std=CL3.1"));
  REQUIRE(compiles(require_condition("__OPENCL_C_VERSION__ == CL_VERSION_3_1"), "-cl-std=CL3.1"));
}

TEST_CASE("every version of OpenCL C has the macros of versions", "[muxCompile]") {
  for (const char *version : versions) {
    INFO(version);
    REQUIRE(compiles(require_condition(
                         "__OPENCL_VERSION__ == 310 && CL_VERSION_1_0 == 100 && "
                         "CL_VERSION_1_1 == 110 && CL_VERSION_1_2 == 120 && "
                         "CL_VERSION_2_0 == 200 && CL_VERSION_3_0 == 300 && CL_VERSION_3_1 == 310"),
                     std::string("-cl-std=") + version));
  }
}

TEST_CASE("a kernel compiles in every language version", "[muxCompile]") {
  for (const char *version : versions) {
    INFO(version);
    REQUIRE(compiles("kernel void k(global float *a) { a[get_global_id(0)] *= 2.0f; }",
                     std::string("-cl-std=") + version));
  }
}

TEST_CASE("options of other implementations without effect are accepted", "[muxCompile]") {
  const std::string source = "kernel void k(global float *a) { a[0] = 1; }";
  for (const std::string options :
       {"-g0", "-g1", "-g2", "-g3", "-ggdb", "-s kernel.cl", "-g -s 'two words.cl'", "-profiling",
        "-x cl", "-x clc", "-fbracket-depth=300",
        "-fbracket-depth=0 -cl-std=CL3.0 -fbracket-depth=256"}) {
    INFO(options);
    REQUIRE(compiles(source, options));
  }
  REQUIRE(refused(source, "-s", "option '-s' needs the name of a file"));
  REQUIRE(refused(source, "-x", "option '-x' needs a language"));
  REQUIRE(refused(source, "-x c++", "unknown language 'c++' in '-x c++'"));
  REQUIRE(refused(source, "-x spir", "unknown language 'spir'"));
  REQUIRE(refused(source, "-fbracket-depth=", "option '-fbracket-depth=' needs a number"));
  REQUIRE(refused(source, "-fbracket-depth=9x", "needs a number"));
  REQUIRE(refused(source, "-fbracket-depth=-1", "needs a number"));
  for (const std::string option : {"-O3", "-g4", "-cl-nv-verbose", "-cl-intel-gtpin-rera",
                                   "-fno-math-errno", "-qopencl", "-v"}) {
    REQUIRE(refused(source, option, "unknown option '" + option + "'"));
  }
}

TEST_CASE("an unknown language version is rejected", "[muxCompile]") {
  for (const char *version : {"", "CL1.3", "CL3.2", "CL4.0", "CLC++", "CL3.0 -cl-std=c99", "3.0"}) {
    INFO(version);
    REQUIRE(refused("kernel void k() {}", std::string("-cl-std=") + version,
                    "build options: error: unknown language version"));
  }
}

TEST_CASE("-D defines macros, in one word or two", "[muxCompile]") {
  REQUIRE(compiles(require_condition("A == 1 && B == 1 && C == 7 && defined(D)"),
                   "-DA -D B -DC=7 -D D="));
  REQUIRE(compiles(require_condition("MAX(2, 3) == 3"), "'-DMAX(a,b)=((a)>(b)?(a):(b))'"));
}

TEST_CASE("options have shell quoting", "[muxCompile]") {
  REQUIRE(compiles(require_text("hello"), R"(-DMACRO=\"hello\")"));
  REQUIRE(compiles(require_text("hello world"), R"('-DMACRO="hello world"')"));
  REQUIRE(compiles(require_text("hello world"), R"(-DMACRO='"hello world"')"));
  REQUIRE(compiles(require_text("hello world"), R"(-DMACRO="\"hello world\"")"));
  REQUIRE(compiles(require_text("a\\b"), R"(-DMACRO='"a\\b"')"));
  REQUIRE(compiles(require_text("it's"), R"(-DMACRO="\"it's\"")"));
  REQUIRE(compiles(require_condition("A == 1 && B == 2"), " \t-DA=1\n  '-DB=2'\t"));
  REQUIRE(refused("kernel void k() {}", "-DA='1", "the quote ' at column 5 is never closed"));
  REQUIRE(refused("kernel void k() {}", "-DA=\"1", "the quote \" at column 5 is never closed"));
  REQUIRE(refused("kernel void k() {}", "-DA=1\\", "backslash"));
}

TEST_CASE("an invalid macro definition is an error", "[muxCompile]") {
  REQUIRE(refused("kernel void k() {}", "-D1A", "error: macro name must be an identifier"));
  REQUIRE(refused("kernel void k() {}", "-D", "build options: error: option '-D' needs a macro"));
  REQUIRE(refused("kernel void k() {}", "-DA -I", "option '-I' needs a folder"));
}

TEST_CASE("a macro definition cannot contain a line break", "[muxCompile]") {
  REQUIRE(compile(require_condition("!defined(B)"), "'-DA=1\n#define B 1'").result == mux_success);
}

TEST_CASE("every option of clBuildProgram is accepted", "[muxCompile]") {
  for (const char *option :
       {"-cl-single-precision-constant", "-cl-denorms-are-zero",
        "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-opt-disable", "-cl-strict-aliasing",
        "-cl-uniform-work-group-size", "-cl-no-subgroup-ifp", "-cl-mad-enable",
        "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
        "-cl-fast-relaxed-math", "-cl-kernel-arg-info", "-w", "-Werror", "-g", "-Wall",
        "-Wno-unused-variable", "-Werror=unused-value"}) {
    for (const char *version : {" -cl-std=CL1.2", " -cl-std=CL3.0", " -cl-std=CL3.1"}) {
      INFO(option << version);
      REQUIRE(compiles("kernel void k(global float *a) { a[0] = a[1] / a[2] + 1.0f; }",
                       std::string(option) + version));
    }
  }
}

TEST_CASE("-cl-fast-relaxed-math defines its macro", "[muxCompile]") {
  REQUIRE(compiles(require_condition("defined(__FAST_RELAXED_MATH__)"), "-cl-fast-relaxed-math"));
  REQUIRE(compiles(require_condition("!defined(__FAST_RELAXED_MATH__)")));
}

TEST_CASE("-cl-single-precision-constant makes a constant single", "[muxCompile]") {
  const std::string source = "_Static_assert(sizeof(1.0) == SIZE, \"\");\n";
  REQUIRE(compiles(source, "-DSIZE=8"));
  REQUIRE(compiles(source, "-DSIZE=4 -cl-single-precision-constant"));
}

TEST_CASE("-w, -Werror and -W control warnings", "[muxCompile]") {
  const std::string source = "kernel void k() { int x = 1.5; }";
  REQUIRE(contains(compile(source).log, "warning:"));
  REQUIRE(compiles(source, "-w"));
  REQUIRE(compiles(source, "-Wno-literal-conversion"));
  REQUIRE(refused(source, "-Werror", "error:"));
  REQUIRE(refused(source, "-Werror=literal-conversion", "error:"));
  REQUIRE(contains(compile(source, "-Wbogus").log, "unknown warning option '-Wbogus'"));
}

TEST_CASE("unknown options are rejected by name", "[muxCompile]") {
  for (const char *option :
       {"-o",         "--help",        "-load",         "-Xclang",      "-include",
        "-emit-llvm", "-triple",       "-fplugin=x.so", "-mllvm",       "-S",
        "-E",         "-cl-ext=+all",  "-cl-bogus",     "-O2",          "-",
        "kernel.cl",  "@file",         "-Wl,-z,now",    "-Wp,-MD,file", "-isystem",
        "-U",         "-resource-dir", "-fmodules"}) {
    INFO(option);
    REQUIRE(refused("kernel void k() {}", option, "build options: error: unknown option '"));
  }
  // All of them are reported, not just the first.
  const CompileResult result = compile("kernel void k() {}", "-o out -DA -load");
  REQUIRE(contains(result.log, "unknown option '-o'\n"));
  REQUIRE(contains(result.log, "unknown option 'out'\n"));
  REQUIRE(contains(result.log, "unknown option '-load'\n"));
  REQUIRE(contains(result.message, "muxCompile: build options: error: unknown option '-o'"));
}
