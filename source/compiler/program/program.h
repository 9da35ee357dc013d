/// @file
/// Turns an executable binary into code that runs: reads and checks it, has its kernels compiled
/// for this CPU when they are first needed, unless they are finished or the cache has them, and
/// loads them.
///
/// A Program owns the machine code of its kernels and their descriptions. What it tells never
/// changes, and any number of threads may use it at once. This room knows neither LLVM nor any
/// object of the runtime.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

/// Code of a kernel, and what it expects. Lives as long as the program that it came from.
struct KernelCode {
  const KernelDescription *description;
  KernelFunction function;
};

class Program {
 public:
  virtual ~Program() = default;
  Program() = default;
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  virtual size_t kernel_count() const = 0;
  /// Known before there is code.
  /// @param index below kernel_count().
  virtual const std::string &kernel_name(size_t index) const { return kernel(index).name; }
  /// Bytes of the variables in global memory that kernels share; 0 if that is not known.
  virtual uint64_t global_variable_size() const { return 0; }
  /// Finds out all about a kernel but its code, if that has not been done. Threads that want the
  /// same kernel at once wait for the one that does it; others go side by side.
  /// @param index below kernel_count().
  /// @param[out] error why the kernel cannot be compiled, when false is returned.
  /// Throws nothing but std::bad_alloc. After a failure, the next call tries again.
  virtual bool describe(size_t /*index*/, std::string & /*error*/) const { return true; }
  /// What describe() found out.
  /// @param index of a kernel that was described.
  virtual const KernelDescription &kernel(size_t index) const = 0;
  /// Code that takes nothing for granted, generated when it is first asked for.
  /// @param index of a kernel that was described.
  /// @param groups whether the groups of a kernel that requires a local size are known to be full.
  /// @param[out] error why not, when the function is NULL.
  /// Throws nothing but std::bad_alloc.
  virtual KernelCode code(size_t index, RequiredGroups groups, std::string &error) const = 0;
  /// How long it took to compile a kernel that has code; nothing for what came compiled.
  virtual std::chrono::nanoseconds compile_time(size_t /*index*/) const { return {}; }

  /// Of the code that a kernel has.
  virtual CodeTier tier(size_t /*index*/) const { return CodeTier::optimized; }
  /// Whether it was made before, by this process or another, rather than for this program.
  virtual bool was_kept(size_t /*index*/) const { return false; }

  /// Whether kernels can be compiled for some of their runs.
  virtual bool can_specialize() const = 0;
  /// Compiles a kernel for such runs alone.
  /// @param index of a kernel that was described; can_specialize() must hold.
  /// @param specialization where quick code is wanted, it may be optimized all the same.
  /// @param[out] error why not, when NULL is returned.
  /// @return a program of this kernel alone. Throws nothing but std::bad_alloc.
  virtual std::unique_ptr<Program> specialize(size_t index, const Specialization &specialization,
                                              std::string &error) const = 0;
};

/// The code of the only kernel of a program that specialize() made.
inline KernelCode only_code(const Program &program) {
  std::string error;
  return program.code(0, RequiredGroups::any, error);
}

/// Loads an executable binary: our container, LLVM bitcode of Clang's OpenCL frontend for spir64,
/// or an ELF object with kernels written in C or C++ (include/mux/native_kernel.h). Bitcode is
/// checked as far as that is possible without generating code.
///
/// @param binary read during the call only.
/// @param[out] error what is wrong with the binary, when NULL is returned.
/// @param initialized what all code of the program is to initialize.
/// @return NULL if the binary is none of these, is damaged, needs a symbol that does not exist
/// here, uses a feature that is not supported, or is machine code and memory is to be initialized.
/// Throws nothing but std::bad_alloc and CompilerMissing.
std::unique_ptr<Program> load_program(std::string_view binary, std::string &error,
                                      InitializedMemory initialized = {});

/// Tells that programs will be loaded soon. Where all of them have to be compiled, because there is
/// no cache or nothing in it, the compiler's library is opened meanwhile, in the background. Throws
/// nothing.
void expect_programs() noexcept;

}  // namespace mux::compiler
