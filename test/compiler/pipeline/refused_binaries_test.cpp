#include <catch2/catch.hpp>

#include "compiler/container/container.h"
#include "compiler/program/compile.h"
#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

/// The error message for a binary, or one of its kernels; fails the test if it is accepted.
std::string refusal(std::string_view binary) {
  std::string error;
  const std::unique_ptr<Program> program = try_to_load(binary, error);
  CHECK(program == nullptr);
  CHECK_FALSE(error.empty());
  return error;
}

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("binaries of unknown formats are rejected", "[pipeline]") {
  CHECK_THAT(refusal(""), Contains("neither"));
  CHECK_THAT(refusal("B"), Contains("neither"));
  CHECK_THAT(refusal("kernel void f() {}"), Contains("neither"));
  CHECK_THAT(refusal(std::string("\x7F"
                                 "ELF\x02\x01\x01",
                                 7)),
             Contains("ELF"));
}

TEST_CASE("a thousand nested types, and a million types", "[pipeline]") {
  const std::string begin =
      "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:"
      "512-v1024:1024-n8:16:32:64\"\n%t0 = type { i32 }\n";
  std::string deep = begin;
  for (int i = 1; i < 1000; ++i) {
    deep += "%t" + std::to_string(i) + " = type { %t" + std::to_string(i - 1) + " }\n";
  }
  std::string error;
  CHECK(try_to_load(assemble(deep + R"(
    define spir_kernel void @k(ptr addrspace(1) %out) {
      %variable = alloca %t999
      store i32 5, ptr %variable
      %value = load volatile i32, ptr %variable
      store i32 %value, ptr addrspace(1) %out
      ret void
    })"),
                    error) != nullptr);
  CHECK(error.empty());
  std::string wide = "%all = type { i8";
  for (int i = 1; i <= 1000000; ++i) {
    wide += ", [" + std::to_string(i) + " x i8]";
  }
  CHECK_THAT(refusal(assemble(wide + " }\n@all = external global %all\n")),
             Contains(" types; at most 1000000 are supported"));
}

TEST_CASE("damaged bitcode is rejected", "[pipeline]") {
  const std::string whole = read_binary("program_scope.O2.bc");
  for (size_t size = 0; size < whole.size(); ++size) {
    INFO(size << " of " << whole.size() << " bytes");
    refusal(std::string_view(whole).substr(0, size));
  }
  CHECK_THAT(refusal("BC\xC0\xDE garbage that is no bitcode"), Contains("bitcode"));
  CHECK_THAT(refusal(assemble("", "x86_64-unknown-linux-gnu")), Contains("spir64"));
}

TEST_CASE("undefined symbols are named", "[pipeline]") {
  const auto variant = GENERATE(from_range(clang_levels()));
  CHECK_THAT(refusal(read_binary("unknown_function." + variant + ".bc")),
             Contains("'from_elsewhere'"));
  CHECK_THAT(refusal(assemble("@there = external addrspace(1) global i32\n"
                              "define spir_kernel void @k() {\n"
                              "  store i32 1, ptr addrspace(1) @there\n"
                              "  ret void\n"
                              "}")),
             Contains("variable 'there'"));
  CHECK_THAT(refusal(assemble("declare spir_func i32 @system(ptr)\n"
                              "define spir_kernel void @k() {\n"
                              "  call spir_func i32 @system(ptr null)\n"
                              "  ret void\n"
                              "}")),
             Contains("'system'"));
}

TEST_CASE("unsupported features are rejected by name", "[pipeline]") {
  const auto variant = GENERATE(from_range(clang_levels()));
  CHECK_THAT(refusal(read_binary("recursion." + variant + ".bc")),
             Contains("'count_down'") && Contains("recursion"));
  CHECK_THAT(refusal(read_binary("image." + variant + ".bc")),
             Contains("'reads_image'") && Contains("argument 0") && Contains("'image2d_msaa_t'"));
  CHECK_THAT(refusal(read_binary("too_many_barriers." + variant + ".bc")),
             Contains("has 10001 barriers; at most 10000 are supported"));
}

TEST_CASE("modules that no OpenCL C frontend emits are rejected", "[pipeline]") {
  const auto kernel = [](const std::string &body) {
    return assemble("define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {\n" + body +
                    "\n  ret void\n}");
  };
  CHECK_THAT(refusal(kernel("call void asm \"nop\", \"\"()")), Contains("inline assembly"));
  CHECK_THAT(refusal(kernel("%q = load ptr, ptr addrspace(1) %p\n  call void %q()")),
             Contains("function pointer"));
  CHECK_THAT(refusal(kernel("%q = load i32, ptr addrspace(257) null")), Contains("257"));
  CHECK_THAT(refusal(kernel("%v = load <1000000000 x i32>, ptr addrspace(1) %p")),
             Contains("1000000000 elements"));
  CHECK_THAT(refusal(kernel("%a = alloca i32, i64 %n\n  store volatile i32 1, ptr %a")),
             Contains("variable length"));
  CHECK_THAT(refusal(assemble("@x = thread_local global i32 0\n"
                              "define spir_kernel void @k() {\n"
                              "  store i32 1, ptr @x\n"
                              "  ret void\n"
                              "}")),
             Contains("thread-local"));
  CHECK_THAT(refusal(assemble("define internal void @init() { ret void }\n"
                              "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] "
                              "[{ i32, ptr, ptr } { i32 1, ptr @init, ptr null }]")),
             Contains("constructors"));
  CHECK_THAT(refusal(assemble("define spir_kernel void @k(ptr %p) { ret void }")),
             Contains("private"));
}

TEST_CASE("errors that need no code generation are reported before it", "[pipeline]") {
  const auto refusal_at_once = [](const std::string &binary) {
    std::string error;
    CHECK(load_program(binary, error) == nullptr);
    return error;
  };
  CHECK_THAT(refusal_at_once(read_binary("unknown_function.O2.bc")), Contains("'from_elsewhere'"));
  CHECK_THAT(refusal_at_once(read_binary("recursion.O2.bc")), Contains("recursion"));
  CHECK_THAT(refusal_at_once(read_binary("image.O2.bc")), Contains("'image2d_msaa_t'"));
  CHECK_THAT(refusal_at_once(assemble("define spir_kernel void @k(ptr %p) { ret void }")),
             Contains("private"));
  CHECK_THAT(refusal_at_once(assemble("declare spir_func i32 @printf(ptr)\n"
                                      "define spir_kernel void @k() {\n"
                                      "  call spir_func i32 @printf(ptr null)\n"
                                      "  ret void\n"
                                      "}")),
             Contains("declaration that differs from OpenCL C's"));
}

namespace {

/// A kernel that may print, with a format named @f.
std::string printing_kernel(
    const std::string &body,
    const std::string &declaration = "declare spir_func i32 @printf(ptr, ...)") {
  return assemble("@f = constant [4 x i8] c\"%d\\0A\\00\"\n" + declaration +
                  "\ndefine spir_kernel void @k(ptr addrspace(1) %p, i1 %c) {\n" + body +
                  "\n  ret void\n}");
}

}  // namespace

TEST_CASE("printf calls that no frontend emits are rejected", "[pipeline]") {
  CHECK_THAT(refusal(printing_kernel("call spir_func void (ptr, ...) @printf(ptr @f, i32 1)",
                                     "declare spir_func void @printf(ptr, ...)")),
             Contains("declaration that differs from OpenCL C's"));
  CHECK_THAT(refusal(printing_kernel("call spir_func i32 (i32, ...) @printf(i32 5)",
                                     "declare spir_func i32 @printf(i32, ...)")),
             Contains("declaration that differs from OpenCL C's"));
  CHECK_THAT(refusal(printing_kernel("call spir_func i32 @printf(ptr @f, i32 1)",
                                     "declare spir_func i32 @printf(ptr, i32)")),
             Contains("declaration that differs from OpenCL C's"));
}

TEST_CASE("printf formats that are not constant are parsed at run time", "[pipeline]") {
  for (const std::string format : {"poison", "null", "inttoptr (i64 64 to ptr)"}) {
    INFO(format);
    CHECK(load(printing_kernel("call spir_func i32 (ptr, ...) @printf(ptr " + format + ", i32 1)"))
              ->kernel(0)
              .prints);
  }
  // More alternatives than are compared.
  std::string choices;
  std::string last = "@f";
  for (int i = 0; i < 5000; ++i) {
    const std::string place = "%g" + std::to_string(i);
    choices += "  " + place + " = getelementptr i8, ptr addrspace(1) %p, i64 " + std::to_string(i) +
               "\n  %b" + std::to_string(i) + " = load volatile i1, ptr addrspace(1) " + place +
               "\n  %s" + std::to_string(i) + " = select i1 %b" + std::to_string(i) +
               ", ptr getelementptr (i8, ptr @f, i64 " + std::to_string(i % 3) + "), ptr " + last +
               "\n";
    last = "%s" + std::to_string(i);
  }
  CHECK(load(printing_kernel(choices + "call spir_func i32 (ptr, ...) @printf(ptr " + last +
                             ", i32 1)"))
            ->kernel(0)
            .prints);
  // Integers of any width are converted to that of the conversion.
  CHECK(load(printing_kernel("call spir_func i32 (ptr, ...) @printf(ptr @f, i128 -1)\n"
                             "call spir_func i32 (ptr, ...) @printf(ptr @f, i7 -1)"))
            ->kernel(0)
            .prints);
}

TEST_CASE("address space queries that no frontend emits are rejected", "[pipeline]") {
  struct Question {
    const char *result;
    const char *name;
    const char *parameter;
  };
  for (const auto &[result, name, parameter] :
       {Question{"i32", "__to_local", "ptr addrspace(4)"}, Question{"ptr", "__to_private", "i64"},
        Question{"float", "_Z9get_fencePU3AS4v", "ptr addrspace(4)"}}) {
    const std::string declared = std::string(result) + " @" + name + "(" + parameter;
    INFO(declared);
    CHECK_THAT(refusal(assemble("declare spir_func " + declared +
                                ")\ndefine spir_kernel void @k(ptr addrspace(1) %p) {\n"
                                "  %r = call spir_func " +
                                declared + " undef)\n  store volatile " + result +
                                " %r, ptr addrspace(1) %p\n  ret void\n}")),
               Contains(name) && Contains("undefined symbol"));
  }
}

TEST_CASE("program-scope variables keep their value between calls", "[pipeline]") {
  const auto program = load(read_binary("program_scope.O2.bc"));
  Call call(*program, "count");
  CHECK(call.description().may_access_any_memory);
  std::vector<int> out(1);
  call.buffer(out).run({});
  CHECK(out[0] == 7);
  call.run({});
  CHECK(out[0] == 9);
}

TEST_CASE("a container has bitcode or a native object", "[pipeline]") {
  const std::string bitcode = read_binary("plain.O2.bc");
  Container container;
  container.code = bitcode;
  CHECK(load(write_container(container))->kernel_count() > 10);

  CompiledObject object;
  std::string error;
  REQUIRE(compile_bitcode(bitcode, RequiredGroups::any, object, error));
  container.kind = CodeKind::object;
  container.kernels = object.kernels;
  container.cpu = object.cpu;
  container.cpu_features = object.cpu_features;
  container.code = object.code;
  const std::unique_ptr<Program> program = load(write_container(container));
  std::vector<int> data{1, 2, 3};
  Call(*program, "add_one").buffer(data).run({.global = {3, 1, 1}, .local = {2, 1, 1}});
  CHECK(data == std::vector<int>{2, 3, 4});

  container.cpu_features += ",+warp-drive";
  CHECK_THAT(refusal(write_container(container)), Contains("'warp-drive'"));
  container.cpu_features = object.cpu_features;
  container.kernels[0].name = "missing";
  CHECK_THAT(refusal(write_container(container)), Contains("missing"));
  container.kernels.clear();
  container.code = "this is not an ELF object";
  CHECK_THAT(refusal(write_container(container)), Contains("object"));
}

}  // namespace mux::compiler::test
