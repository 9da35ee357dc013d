#include "codegen/generate/kept_front_half.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <new>
#include <string>
#include <utility>

#include "codegen/ir/failure.h"

namespace mux::compiler {
namespace {

class KeptFrontHalf final : public FrontHalf {
 public:
  KeptFrontHalf(std::string bitcode, SourceKernel kernel)
      : bitcode_(std::move(bitcode)),
        kernel_(std::move(kernel)),
        function_(kernel_.function->getName()) {
    kernel_.function = nullptr;
  }

  /// The strings of the description are small beside these.
  uint64_t size() const override {
    return sizeof(*this) + bitcode_.capacity() +
           kernel_.description.arguments.capacity() * sizeof(KernelArgument);
  }

  llvm::Expected<RestoredKernel> restore(llvm::LLVMContext &context) const {
    llvm::Expected<std::unique_ptr<llvm::Module>> module =
        llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode_, "kernel binary"), context);
    if (!module) {
      return module.takeError();
    }
    RestoredKernel result{std::move(*module), kernel_};
    result.kernel.function = result.module->getFunction(function_);
    if (result.kernel.function == nullptr) {
      return failure("internal compiler error: the kernel's function is missing");
    }
    return result;
  }

 private:
  std::string bitcode_;
  /// Without its function.
  SourceKernel kernel_;
  std::string function_;
};

/// Without the symbol table for linkers that llvm::WriteBitcodeToFile() adds. The order of uses is
/// preserved, since passes visit uses in order.
std::string front_half_bytes(const llvm::Module &module) {
  llvm::SmallVector<char, 0> bytes;
  llvm::BitcodeWriter writer(bytes);
  writer.writeModule(module, /*ShouldPreserveUseListOrder=*/true);
  writer.writeStrtab();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

SharedFrontHalf keep_front_half(const llvm::Module &module, const SourceKernel &kernel) {
  try {
    return std::make_shared<const KeptFrontHalf>(front_half_bytes(module), kernel);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

llvm::Expected<RestoredKernel> restore_front_half(const FrontHalf &front_half,
                                                  llvm::LLVMContext &context) {
  return static_cast<const KeptFrontHalf &>(front_half).restore(context);
}

}  // namespace mux::compiler
