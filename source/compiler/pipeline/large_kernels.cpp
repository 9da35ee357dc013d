#include "compiler/pipeline/large_kernels.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/pipeline/function_calls.h"

namespace mux::compiler {

namespace {

/// How large functions become once all they call is inlined.
class InlinedSizes {
 public:
  uint64_t of(const llvm::Function &function) {
    const auto known = sizes_.find(&function);
    if (known != sizes_.end()) {
      return known->second;
    }
    uint64_t size = 0;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const llvm::Function *callee = called_function(instruction);
      const uint64_t more = callee == nullptr || callee->isDeclaration() ? 1 : of(*callee);
      size = llvm::SaturatingAdd(size, more);
    }
    sizes_[&function] = size;
    return size;
  }

 private:
  llvm::DenseMap<const llvm::Function *, uint64_t> sizes_;
};

}  // namespace

bool check_inlined_size(const std::vector<Kernel> &kernels, std::string &error) {
  InlinedSizes sizes;
  for (const Kernel &kernel : kernels) {
    const uint64_t size = sizes.of(*kernel.function);
    if (size > most_inlined_instructions) {
      error = "kernel '" + kernel.description.name + "' has " + std::to_string(size) +
              " instructions once the functions that it calls are inlined; at most " +
              std::to_string(most_inlined_instructions) + " are supported";
      return false;
    }
  }
  return true;
}

bool check_barriers(const Kernel &kernel, std::string &error) {
  const unsigned barriers = barrier_count(*kernel.function);
  if (barriers <= most_barriers) {
    return true;
  }
  error = "kernel '" + kernel.description.name + "' has " + std::to_string(barriers) +
          " barriers; at most " + std::to_string(most_barriers) + " are supported";
  return false;
}

bool check_memory(const Kernel &kernel, std::string &error) {
  const KernelDescription &description = kernel.description;
  const auto check = [&](uint64_t bytes, const char *kind) {
    if (bytes > most_memory) {
      error = "kernel '" + description.name + "' needs " + std::to_string(bytes) + " bytes of " +
              kind + " memory";
      return false;
    }
    return true;
  };
  return check(description.local_memory_size, "local") &&
         check(description.storage_per_group, "private") &&
         check(description.storage_per_work_item, "private");
}

bool is_large(const std::vector<Region> &regions) {
  uint64_t instructions = 0;
  for (const Region &region : regions) {
    instructions += region.work_item->getInstructionCount();
  }
  return instructions > most_optimised_instructions;
}

void skip_optimisation(llvm::Function &entry) {
  entry.addFnAttr(llvm::Attribute::NoInline);
  entry.addFnAttr(llvm::Attribute::OptimizeNone);
}

}  // namespace mux::compiler
