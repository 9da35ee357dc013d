// Each file in examples/ is a test of a pass (example.h).

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <catch2/catch.hpp>

#include "codegen/passes/pass_list.h"
#include "compiler/processor/host_target.h"
#include "example.h"
#include "kernel_passes.h"
#include "passes.h"

namespace mux::test {
namespace {

const std::vector<Example> &all_examples() {
  static const std::vector<Example> examples = read_examples();
  return examples;
}

PassResult run(const Example &example) {
  llvm::LLVMContext context;
  const auto module = read_ir(example.text, context);
  PassResult result = is_program(*module) ? run_in_pipeline(example.pass, example.options, *module)
                                          : run_pass(example.pass, example.options, *module);
  CHECK(example.options.unknown() == std::vector<std::string>());
  return result;
}

/// Whether it is for another processor than the target.
bool is_for_others(const Example &example) {
  const std::optional<std::string> needed = example.options.text("processor");
  const std::optional<std::string> missing = example.options.text("without");
  const compiler::HostTarget &target = compiler::code_target();
  return (needed.has_value() && !target.has_feature(*needed)) ||
         (missing.has_value() && target.has_feature(*missing));
}

TEST_CASE("passes turn the examples into the expected IR, and checks fail without them") {
  for (const Example &example : all_examples()) {
    DYNAMIC_SECTION(example.name) {
      if (is_for_others(example)) {
        WARN(example.name << " is for another processor");
        continue;
      }
      const bool is_unchanged = example.options.has("unchanged");
      const PassResult result = run(example);
      INFO(result.after);
      if (is_unchanged) {
        CHECK(result.after == result.before);
      } else {
        CHECK(check(example.text, result.after) == "");
        CHECK(check(example.text, result.before) != "");
      }
    }
  }
}

TEST_CASE("every pass has an example") {
  for (const std::string_view pass : compiler::pass_list) {
    INFO(pass);
    CHECK(llvm::any_of(all_examples(), [pass](const Example &example) {
      return example.pass == pass && !example.options.has("unchanged");
    }));
  }
}

TEST_CASE("an example is named after its pass") {
  for (const Example &example : all_examples()) {
    INFO(example.name);
    CHECK(llvm::StringRef(example.name).starts_with(example.pass));
  }
}

TEST_CASE("missing expectations of an example are detected") {
  CHECK(check("; CHECK: add\n", "add").empty());
  CHECK(!check("; CHECK: add\n", "sub").empty());
  CHECK(!check("; CHECK-NOT: sub\n", "sub").empty());
  CHECK(!check("no checks\n", "sub").empty());
}

TEST_CASE("unused options of an example are reported") {
  const Example example = read_example("x.ll", "; PASS: widen lanes=4 width=8 late\n");
  CHECK(example.pass == "widen");
  CHECK(example.options.number("lanes") == 4);
  CHECK(example.options.unknown() == std::vector<std::string>{"late", "width"});
}

}  // namespace
}  // namespace mux::test
