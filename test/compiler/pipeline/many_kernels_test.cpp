// Programs with hundreds of kernels: each is compiled from a part of the program.

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "compiler/program/program_bitcode.h"
#include "kernel_runner.h"

namespace mux::compiler::test {
namespace {

std::vector<std::string> kernel_names(size_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    names.push_back("k" + std::to_string(i));
  }
  return names;
}

// Kernels that write their number, obtained from a function and a shared table.
std::string program_text(size_t count) {
  const std::string size = std::to_string(count);
  std::string table = "@table = internal addrspace(2) constant [" + size + " x i32] [";
  std::string kernels;
  for (size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    table += (i == 0 ? "i32 " : ", i32 ") + number;
    kernels += "define spir_kernel void @k" + number +
               "(ptr addrspace(1) %out) {\n"
               "  %value = call spir_func i32 @number(i64 " +
               number +
               ")\n"
               "  store i32 %value, ptr addrspace(1) %out\n"
               "  ret void\n"
               "}\n";
  }
  return table +
         "]\n"
         "define internal spir_func i32 @number(i64 %i) {\n"
         "  %place = getelementptr [" +
         size +
         " x i32], ptr addrspace(2) @table, i64 0, i64 %i\n"
         "  %value = load i32, ptr addrspace(2) %place\n"
         "  ret i32 %value\n"
         "}\n" +
         kernels;
}

// Records requests; its output lists the kernels it contains.
class NotingGenerator final : public CodeGenerator {
 public:
  bool inspect(std::string_view, ProgramOutline &, std::string &) const override { return false; }
  bool mark(std::string_view, InitializedMemory, std::string &, std::string &) const override {
    return false;
  }
  bool compile(std::string_view, const CompileJob &, SharedFrontHalf *, CompiledObject &,
               std::string &) const override {
    return false;
  }
  bool extract(std::string_view, const std::vector<std::string> &kernels, std::string &extracted,
               std::string &error) const override {
    ++extractions;
    extracted = kernels.front() + " to " + kernels.back();
    error = can_extract ? "" : "no";
    return can_extract;
  }

  mutable int extractions = 0;
  bool can_extract = true;
};

}  // namespace

TEST_CASE("many kernels are compiled individually, from any thread", "[pipeline]") {
  constexpr size_t count = 300;
  std::string error;
  const std::unique_ptr<Program> program = load_program(assemble(program_text(count)), error);
  INFO(error);
  REQUIRE(program != nullptr);
  REQUIRE(program->kernel_count() == count);
  std::atomic<int> failures{0};
  const auto describe_all = [&](size_t first) {
    for (size_t i = 0; i < count; ++i) {
      const size_t index = (first + i) % count;
      std::string reason;
      if (!program->describe(index, reason) ||
          program->kernel(index).name != program->kernel_name(index)) {
        ++failures;
      }
    }
  };
  std::thread other(describe_all, count / 2);
  describe_all(0);
  other.join();
  CHECK(failures == 0);
  for (const int32_t number : {0, 1, 63, 64, 150, 299}) {
    CAPTURE(number);
    std::vector<int32_t> out = {-1};
    Call(*program, "k" + std::to_string(number)).buffer(out).run(Range{});
    CHECK(out[0] == number);
  }
}

TEST_CASE("parts of a large program are compiled once, with their first kernel", "[pipeline]") {
  const std::vector<std::string> kernels = kernel_names(600);
  const ProgramBitcode bitcode("all", kernels);
  const NotingGenerator generator;
  CHECK(bitcode.whole() == "all");
  CHECK(generator.extractions == 0);
  const std::string_view first = bitcode.with("k0", generator);
  CHECK(first.starts_with("k0 to "));
  const std::string_view last = bitcode.with("k599", generator);
  CHECK(last.ends_with(" to k599"));
  CHECK(bitcode.with("k1", generator) == first);
  CHECK(bitcode.with("k598", generator) == last);
  CHECK(generator.extractions == 2);
  // All kernels, and none.
  CHECK(bitcode.with("", generator) == "all");
  CHECK(bitcode.with("k600", generator) == "all");
}

TEST_CASE("programs with few kernels, or that cannot be split, have no parts", "[pipeline]") {
  const std::vector<std::string> few = kernel_names(20);
  NotingGenerator generator;
  CHECK(ProgramBitcode("all", few).with("k7", generator) == "all");
  CHECK(ProgramBitcode("all").with("k7", generator) == "all");
  CHECK(generator.extractions == 0);
  generator.can_extract = false;
  const std::vector<std::string> many = kernel_names(600);
  const ProgramBitcode bitcode("all", many);
  CHECK(bitcode.with("k7", generator) == "all");
  CHECK(bitcode.with("k8", generator) == "all");
  CHECK(generator.extractions == 1);
}

}  // namespace mux::compiler::test
