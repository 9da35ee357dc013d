// Outputs written with non-temporal stores.

#include "codegen/vectorize/idioms/add_streaming_stores.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <catch2/catch.hpp>
#include <numeric>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

const Program &load_streaming() {
  return load_shared("streaming." + GENERATE(from_range(clang_levels())) + ".bc");
}

/// Every output is large.
constexpr uint64_t always = 0;

Range row_of(uint64_t count, uint64_t local, uint64_t nontemporal_threshold) {
  return {.global = {count, 1, 1},
          .local = {local, 1, 1},
          .dimensions = 1,
          .nontemporal_threshold = nontemporal_threshold};
}

std::vector<float> iota(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0F);
  return values;
}

/// A packet function that is also a kernel's entry point: its first arguments are the kernel's
/// buffers.
constexpr const char *stores = R"(
  define i32 @f(ptr %written, ptr %range, ptr %read_too, i64 %count, <16 x float> %value) {
  entry:
    store <16 x float> %value, ptr %written, align 4
    %behind = getelementptr float, ptr %written, i64 16
    store volatile <16 x float> %value, ptr %behind, align 4
    store float 1.0, ptr %behind, align 4
    store <16 x float> %value, ptr %read_too, align 4
    EXTRA
    ret i32 0
  }
)";

struct StreamingStores {
  unsigned stores = 0;
  unsigned fences = 0;
  /// Branches, including those around fences.
  unsigned questions = 0;
};

StreamingStores count_streaming(std::string text, const std::string &extra) {
  text.replace(text.find("EXTRA"), std::string("EXTRA").size(), extra);
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  KernelDescription description;
  description.arguments.resize(3);
  for (KernelArgument &argument : description.arguments) {
    argument.kind = ArgumentKind::buffer;
  }
  description.arguments[0].reads = false;
  llvm::Function &function = *module->getFunction("f");
  add_streaming_stores(function, description, 16);
  lower_streaming_stores(function);
  REQUIRE_FALSE(llvm::verifyModule(*module));
  StreamingStores found;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    found.stores += instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal) ? 1 : 0;
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
    found.questions += branch != nullptr && branch->isConditional() ? 1 : 0;
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr) {
      REQUIRE(call->getCalledFunction()->isIntrinsic());
      found.fences += 1;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("write-only whole cache lines have a streaming form for large outputs", "[streaming]") {
  const StreamingStores found = count_streaming(stores, "");
  CHECK(found.stores == 1);
  CHECK(found.fences == 1);
}

TEST_CASE("adjacent stores share a run-time check", "[streaming]") {
  constexpr const char *more = R"(
    %a = getelementptr float, ptr %written, i64 %count
    store <16 x float> %value, ptr %a, align 4
    %next = add i64 %count, 48
    %b = getelementptr float, ptr %written, i64 %next
    store <16 x float> %value, ptr %b, align 4)";
  const StreamingStores together = count_streaming(stores, more);
  CHECK(together.stores == 3);
  CHECK(together.questions == 3);
  const std::string apart = std::string(more) + R"(
    %read = load <16 x float>, ptr %read_too, align 4
    %c = getelementptr float, ptr %written, i64 64
    store <16 x float> %read, ptr %c, align 4)";
  const StreamingStores separated = count_streaming(stores, apart);
  CHECK(separated.stores == 4);
  CHECK(separated.questions == 4);
}

TEST_CASE("kernels with loops have no streaming form", "[streaming]") {
  CHECK(count_streaming(stores, R"(br label %loop
  loop:
    br i1 true, label %loop, label %done
  done:)")
            .stores == 0);
}

TEST_CASE("kernels with atomic operations do not use the streaming form", "[streaming]") {
  CHECK(count_streaming(stores, "fence release").fences == 0);
}

TEST_CASE("large and small outputs are equal, at any alignment", "[streaming]") {
  const Program &program = load_streaming();
  for (const uint64_t large : {always, uint64_t{4000}, UINT64_MAX}) {
    for (const uint64_t width : {16, 33, 1024, 1027}) {
      for (const size_t start : {0, 1, 16}) {
        constexpr uint64_t height = 5;
        const size_t count = width * height;
        std::vector<float> in(count + start);
        std::vector<float> out(count + start, -1);
        for (size_t i = 0; i < in.size(); ++i) {
          in[i] = static_cast<float>(i);
        }
        // Part of a buffer: the kernel sees a pointer to its middle.
        Call(program, "rows")
            .pointer(out.data() + start)
            .pointer(in.data() + start)
            .value(static_cast<uint32_t>(width))
            .run({.global = {width, height, 1},
                  .local = {48, 2, 1},
                  .dimensions = 2,
                  .nontemporal_threshold = large},
                 2);
        for (size_t i = 0; i < out.size(); ++i) {
          REQUIRE(out[i] == (i < start ? -1 : 2 * in[i]));
        }
      }
    }
  }
}

TEST_CASE("several outputs are equal, at any alignment", "[streaming]") {
  const Program &program = load_streaming();
  for (const uint64_t large : {always, UINT64_MAX}) {
    for (const uint64_t width : {64, 256, 264, 1000}) {
      for (const size_t start : {0, 16, 17}) {
        const std::vector<float> in = iota(2 * width);
        std::vector<float> two_rows(2 * width, -1);
        std::vector<float> other(width + start, -1);
        Call(program, "columns")
            .pointer(two_rows.data())
            .pointer(other.data() + start)
            .pointer(const_cast<float *>(in.data()))
            .run(row_of(width, 64, large), 2);
        for (size_t i = 0; i < width; ++i) {
          REQUIRE(two_rows[i] == 1 + in[i]);
          REQUIRE(two_rows[width + i] == 2 * in[width + i]);
          REQUIRE(other[start + i] == in[i] + in[width + i]);
        }
        for (size_t i = 0; i < start; ++i) {
          REQUIRE(other[i] == -1);
        }
      }
    }
  }
}

TEST_CASE("large outputs that a kernel also reads or publishes are correct", "[streaming]") {
  const Program &program = load_streaming();
  constexpr size_t count = 4096;
  std::vector<float> data(count, 1);
  Call(program, "update").buffer(data).run(row_of(count, 64, always), 2);
  std::vector<float> out(count, -1);
  std::vector<float> result(1, 0);
  std::vector<int32_t> arrived(1, 0);
  Call(program, "publish")
      .buffer(out)
      .buffer(result)
      .buffer(arrived)
      .value(static_cast<int32_t>(count / 64))
      .run(row_of(count, 64, always), 2);
  CHECK(result[0] == 1);
  for (size_t i = 0; i < count; ++i) {
    REQUIRE(data[i] == 2);
    REQUIRE(out[i] == static_cast<float>(i));
  }
}

}  // namespace mux::compiler::test
