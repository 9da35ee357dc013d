#include <catch2/catch.hpp>
#include <random>

#include "compile.h"

using namespace mux::test;

namespace {

std::string repeat(const std::string &text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i) {
    result += text;
  }
  return result;
}

}  // namespace

TEST_CASE("too deeply nested source is rejected", "[muxCompile]") {
  constexpr size_t count = 200'000;
  const auto refused_body = [](const std::string &body) {
    return refused("kernel void k(global int *a, int b) { " + body + " }", "", "fatal error: ");
  };
  REQUIRE(refused_body("a[0] = " + repeat("(", count) + "1" + repeat(")", count) + ";"));
  REQUIRE(refused_body(repeat("{", count) + repeat("}", count)));
  REQUIRE(refused_body("a[0] = " + repeat("- ", count) + "1;"));
  REQUIRE(refused_body("a[0] = " + repeat("b + ", count) + "1;"));
  REQUIRE(refused_body("a[0] = " + repeat("b ? 1 : ", count) + "1;"));
  REQUIRE(refused_body("b = " + repeat("b = ", count) + "1;"));
  REQUIRE(refused_body("int " + repeat("*", count) + "p;"));
  REQUIRE(refused_body(repeat("for (;;) ", count) + ";"));
  REQUIRE(refused_body(repeat("while (b, b) ", count) + ";"));
  REQUIRE(refused_body(repeat("if (b) a[0] = 1; else ", count) + ";"));
  REQUIRE(refused_body(repeat("if (b) { a[0] = 1; } else ", count) + ";"));
}

TEST_CASE("source that is merely long compiles", "[muxCompile]") {
  const std::string head = "kernel void k(global int *a, int b) {\n";
  REQUIRE(compiles(head + repeat("a[0] = b;\n", 20'000) + "}"));
  REQUIRE(compiles(head + repeat("if (b) a[0] = 1; else a[1] = 2;\n", 5'000) + "}"));
  REQUIRE(compiles(head + "a[0] = " + repeat("b + ", 5'000) + "1; }"));
  REQUIRE(compiles("constant int table[] = {" + repeat("1, ", 100'000) + "};\n"));
}

TEST_CASE("brackets may be nested as deeply as in generated code", "[muxCompile]") {
  constexpr size_t count = 2'000;
  const auto body = [](const std::string &text) {
    return "kernel void k(global int *a, int b) { " + text + " }";
  };
  const std::string parentheses =
      body("a[0] = " + repeat("(", count) + "1" + repeat(")", count) + ";");
  REQUIRE(compiles(parentheses));
  REQUIRE(compiles(body("a[0] = " + repeat("(b + ", count) + "1" + repeat(")", count) + ";")));
  REQUIRE(compiles(body(repeat("if (a[b]) { ", count) + repeat("}", count))));
  REQUIRE(compiles(body("a[0] = " + repeat("a[", 1'000) + "b" + repeat("]", 1'000) + ";")));
  REQUIRE(compiles(parentheses, "-fbracket-depth=3000"));
  REQUIRE(refused(parentheses, "-fbracket-depth=1000", "bracket nesting level exceeded"));
  // None of these is more than the compiler's stack holds.
  constexpr size_t too_many = 10'000;
  const std::string most = "-fbracket-depth=99999999999999";
  REQUIRE(refused(body(repeat("{", too_many) + repeat("}", too_many)), most, "bracket nesting"));
  REQUIRE(
      refused(body(repeat("if (b) { ", too_many) + repeat("}", too_many)), "", "bracket nesting"));
  REQUIRE(refused(body("a[0] = " + repeat("a[", too_many) + "0" + repeat("]", too_many) + ";"),
                  most, "bracket nesting"));
}

TEST_CASE("loops may be nested as deeply as LLVM analyzes them", "[muxCompile]") {
  const auto loops = [](size_t count) {
    return "kernel void k(global int *a, int b) { " +
           repeat("for (int i = 0; i < b; ++i) { a[i] = b; ", count) + repeat("}", count) +
           " for (int i = 0; i < b; ++i) a[i] = 1; while (a[b]) { a[b] = 0; } }";
  };
  REQUIRE(compiles(loops(60)));
  REQUIRE(compiles("kernel void k(global int *a, int b) { " +
                   repeat("for (;;) { if (b) break; } while (b) a[0]++;\n", 300) + "}"));
  REQUIRE(refused(loops(257), "", "loops are nested more than 256 levels deep"));
  REQUIRE(refused("kernel void k(int b) { " + repeat("do { while (b) { ", 200) +
                      repeat("} } while (b);", 200) + "}",
                  "", "loops are nested more than 256 levels deep"));
}

TEST_CASE("source that Clang rejects without a message is an error, not a crash", "[muxCompile]") {
  const auto kernel = [](const std::string &body) {
    return "kernel void k(global int *g, local int *l) { " + body + " }";
  };
  REQUIRE(refused(kernel("event_t e[3] = {0, 0, 0};"), "", "one by one"));
  REQUIRE(refused(kernel("event_t a = 0; event_t e[2] = {a, 0};"), "", "one by one"));
  REQUIRE(refused(kernel("event_t e[2] = {0, 1};"), "", "error:"));
  REQUIRE(
      compiles(kernel("event_t e[2]; e[0] = async_work_group_copy(l, g, 4, 0); "
                      "wait_group_events(1, e);")));
  REQUIRE(compiles(kernel("event_t a = 0; event_t e[2] = {a, a};")));
}

TEST_CASE("printing a structure is an error with its line", "[muxCompile]") {
  REQUIRE(
      refused("struct s { int a[9]; };\nkernel void k() {\n  struct s s = {{1}};\n"
              "  printf(\"%d\", s);\n}",
              "-w", "kernel.cl:4:16: error: a structure cannot be printed"));
  REQUIRE(
      refused("union u { int a; };\nkernel void k(global union u *u) { printf(\"%d\", 1, u[0]); }",
              "-w", "a structure cannot be printed"));
}

TEST_CASE("inline assembly is rejected", "[muxCompile]") {
  REQUIRE(refused("kernel void k() { __asm__(\"syscall\"); }", "", "assembly is disabled"));
  REQUIRE(refused("__asm__(\".globl x\");", "", "error:"));
}

TEST_CASE("bytes that are not text are an error", "[muxCompile]") {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
  }
  REQUIRE(refused(bytes, "", "error:"));
  REQUIRE(refused(std::string("\xff\xfe"
                              "k\0",
                              4),
                  "", "UTF-16"));
  REQUIRE(refused(std::string("kernel void k() {\0 x; }", 23), "", "kernel.cl:1:20: error:"));
}

TEST_CASE("a source that includes itself is rejected", "[muxCompile]") {
  REQUIRE(refused("#include __FILE__\n", "", "error:"));
  REQUIRE(refused("#include \"__mux_source__.cl\"\n", "", "nested too deeply"));
}

TEST_CASE("truncated or damaged source does not crash", "[muxCompile]") {
  const std::string source =
      "#define SQUARE(x) ((x) * (x))\n"
      "typedef struct { float4 v; int n[3]; } item;\n"
      "constant float weights[] = {0.25f, 0.5f};\n"
      "kernel void k(global item *items, local float *tile, const float2 s) {\n"
      "  const size_t i = get_global_id(0);\n"
      "  for (int j = 0; j < 3; ++j) {\n"
      "    switch (items[i].n[j]) { case 1: tile[j] = SQUARE(s.x); break; default: break; }\n"
      "  }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  items[i].v.xyz = s.yyx * weights[1] + vload3(0, tile);\n"
      "}\n";
  REQUIRE(compiles(source));
  for (size_t length = 1; length < source.size(); length += 3) {
    const mux_result_t result = compile(source.substr(0, length)).result;
    REQUIRE((result == mux_success || result == mux_error_failure));
  }
  const unsigned seed = Catch::rngSeed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    std::string changed = source;
    for (int i = 0; i < 3; ++i) {
      changed[random() % changed.size()] = static_cast<char>(random());
    }
    const mux_result_t result = compile(changed).result;
    REQUIRE((result == mux_success || result == mux_error_failure));
  }
}
