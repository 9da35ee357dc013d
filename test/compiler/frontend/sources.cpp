#include <catch2/catch.hpp>

#include "compile.h"

using namespace mux::test;

TEST_CASE("an error has file, line and column, and the source line", "[muxCompile]") {
  const CompileResult result =
      compile("kernel void k(global int *out) {\n  int x = 1;\n  out[0] = x + y;\n}\n", "",
              "folder/wrong.cl");
  REQUIRE(result.result == mux_error_failure);
  REQUIRE(contains(result.log, "folder/wrong.cl:3:16: error: use of undeclared identifier 'y'\n"));
  REQUIRE(contains(result.log, "    3 |   out[0] = x + y;\n"));
  REQUIRE(contains(result.log, "      |                ^\n"));
  REQUIRE(contains(result.log, "1 error generated."));
  REQUIRE_FALSE(contains(result.log, "\x1b"));
  REQUIRE(contains(result.message, "muxCompile: folder/wrong.cl:3:16: error:"));
}

TEST_CASE("the source has a default name in messages", "[muxCompile]") {
  REQUIRE(contains(compile("kernel void k() { x; }").log, "kernel.cl:1:19: error:"));
  REQUIRE(contains(compile("kernel void k() { x; }", "", "").log, "kernel.cl:1:19: error:"));
}

TEST_CASE("any name of the source is accepted", "[muxCompile]") {
  for (const char *name : {"-", "<stdin>", ".", "..", "/", "//a//b", "a b.cl", "/etc/passwd",
                           "/__mux_opencl__/opencl-c-base.h", "x\ny", "-o", "\xff\xfe"}) {
    INFO(name);
    REQUIRE(compile("kernel void k() {}", "", name).result == mux_success);
    REQUIRE(contains(compile("kernel void k() { x; }", "", name).log,
                     std::string(name) + ":1:19: error:"));
  }
}

TEST_CASE("all errors are reported", "[muxCompile]") {
  const CompileResult result = compile("kernel void k() {\n  a;\n  b;\n}\nint f() { return c; }\n");
  REQUIRE(contains(result.log, "kernel.cl:2:3: error:"));
  REQUIRE(contains(result.log, "kernel.cl:3:3: error:"));
  REQUIRE(contains(result.log, "kernel.cl:5:18: error:"));
  REQUIRE(contains(result.log, "3 errors generated."));
}

TEST_CASE("an error in a macro has its use and its definition", "[muxCompile]") {
  const CompileResult result = compile("#define TWICE(x) (y * x)\nint f() { return TWICE(2); }\n");
  REQUIRE(contains(result.log, "kernel.cl:2:18: error:"));
  REQUIRE(contains(result.log, "kernel.cl:1:19: note: expanded from macro 'TWICE'"));
}

TEST_CASE("a warning is in the log of a source that compiles", "[muxCompile]") {
  const CompileResult result = compile("kernel void k() {\n  int x = 1.5;\n}\n");
  REQUIRE(result.result == mux_success);
  REQUIRE_FALSE(result.binary.empty());
  REQUIRE(contains(result.log, "kernel.cl:2:11: warning:"));
  REQUIRE(contains(result.log, "1 warning generated."));
}

TEST_CASE("sources of every shape compile without a message", "[muxCompile]") {
  const std::string source = GENERATE(
      "kernel void k(global float *a, global const float *b, float s, ulong n) {\n"
      "  size_t i = get_global_id(0);\n"
      "  if (i < n) a[i] = s * b[i] + a[i];\n"
      "}",
      "kernel void k(global double *a) { a[0] = sqrt(a[0]) + 1.0; }",
      "kernel void k(global long *a) { a[0] = a[0] * 3l + (long)get_local_id(2); }",
      "kernel void k(local float *a) { a[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); }",
      "__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void k(__global float4 *a) {\n"
      "  __local float4 tile[64];\n"
      "  tile[get_local_id(0)] = a[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  a[get_global_id(0)] = tile[63 - get_local_id(0)].wzyx;\n"
      "}",
      "struct s { float4 v; char c[3]; };\n"
      "kernel void k(struct s value, global struct s *out) { *out = value; }",
      "constant int table[] = {1, 2, 3};\n"
      "kernel void k(global int *a) { a[0] = table[a[1]]; }",
      "kernel void k(global int *a) { atomic_add(a, 1); atomic_cmpxchg(a, 0, 1); }",
      "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
      "kernel void k(global long *a) { atom_add(a, 1l); }",
      "kernel void k(global half *a, global float *b) { *b = vload_half(0, a); }",
      "kernel void k(global uchar4 *a) { a[0] = convert_uchar4_sat_rte((float4)(1.5f)); }",
      "static int helper(int x) { return x + 1; }\n"
      "kernel void k(global int *a) { a[0] = helper(a[0]); }");
  for (const char *version : {"CL1.2", "CL3.0"}) {
    INFO(version << "\n" << source);
    REQUIRE(compiles(source, std::string("-cl-std=") + version));
  }
}

TEST_CASE("a source without kernels compiles", "[muxCompile]") {
  REQUIRE(compiles("int f(int x) { return x; }"));
  REQUIRE(compiles(" "));
  REQUIRE(compiles("// nothing"));
}

TEST_CASE("violations of OpenCL C are errors", "[muxCompile]") {
  REQUIRE(refused("kernel int k() { return 1; }", "", "kernel must have void return type"));
  REQUIRE(refused("kernel void k(global int **a) {}", "", "1:28: error:"));
  REQUIRE(refused("kernel void k(int n) { int a[n]; }", "", "1:30: error:"));
  REQUIRE(refused("#error stop\n", "", "kernel.cl:1:2: error: stop"));
}
