#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "compiler/program/compile.h"

namespace mux::compiler {

namespace {

/// The kernels of a module that may be compiled each on its own; none if they share variables, or
/// if anything is wrong with the module.
std::vector<std::string> independent_kernels(std::string_view bitcode) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "kernel binary"),
      context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return {};
  }
  constexpr unsigned local_space = 3;
  for (const llvm::GlobalVariable &variable : (*module)->globals()) {
    if (!variable.isConstant() && variable.getAddressSpace() != local_space) {
      return {};
    }
  }
  std::vector<std::string> kernels;
  for (const llvm::Function &function : **module) {
    if (!function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      kernels.push_back(function.getName().str());
    }
  }
  return kernels;
}

/// Calls `work` on this thread and on others, as many as there are processors and at most `count`.
/// Those that cannot be started are done without.
template <typename Work>
void run_on_threads(size_t count, const Work &work) {
  const size_t others = std::min<size_t>(count, std::thread::hardware_concurrency()) - 1;
  std::vector<std::thread> threads;
  threads.reserve(others);
  try {
    while (threads.size() < others) {
      threads.emplace_back(work);
    }
  } catch (const std::exception &) {
    // No memory, or too many threads.
  }
  work();
  for (std::thread &thread : threads) {
    thread.join();
  }
}

}  // namespace

bool compile_in_parallel(std::string_view bitcode, RequiredGroups required_groups,
                         std::vector<CompiledObject> &objects, std::string &error) {
  const std::vector<std::string> kernels = independent_kernels(bitcode);
  if (kernels.size() > 1 && std::thread::hardware_concurrency() > 1) {
    objects = std::vector<CompiledObject>(kernels.size());
    std::atomic<size_t> next{0};
    std::atomic<bool> failed{false};
    run_on_threads(kernels.size(), [&]() noexcept {
      try {
        std::string reason;
        for (size_t i = next++; i < kernels.size() && !failed; i = next++) {
          if (!compile_kernel(bitcode, kernels[i], required_groups, objects[i], reason)) {
            failed = true;
          }
        }
      } catch (const std::exception &) {
        failed = true;
      }
    });
    if (!failed) {
      return true;
    }
    // Once more for the error, which must not depend on who came first.
  }
  objects = std::vector<CompiledObject>(1);
  return compile_bitcode(bitcode, required_groups, objects.front(), error);
}

}  // namespace mux::compiler
