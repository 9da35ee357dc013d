/// @file
/// Loads executable binaries: checks them, compiles their kernels for this CPU on demand unless
/// they are precompiled or cached, and loads the code.
///
/// A Program owns the machine code of its kernels and their descriptions. Results of its functions
/// never change, and any number of threads may call them at once. This room depends neither on LLVM
/// nor on the runtime's objects.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/program_constant.h"
#include "compiler/abi/specialization.h"
#include "compiler/program/given_constants.h"

namespace mux::compiler {

/// Code of a kernel and its description. Lives as long as the program that it came from.
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
  /// Available before the kernel is described.
  /// @param index below kernel_count().
  virtual const std::string &kernel_name(size_t index) const { return kernel(index).name; }
  /// Bytes of program-scope variables in global memory; 0 if that is not known.
  virtual uint64_t global_variable_size() const { return 0; }
  /// The constants whose values can be given when the program is loaded. None if it is machine
  /// code.
  virtual std::span<const ProgramConstant> constants() const { return {}; }
  /// The value that the program's code has for one of constants().
  /// @param index below their number.
  virtual std::string_view constant_value(size_t /*index*/) const { return {}; }
  /// Describes a kernel, unless that has been done. Threads that describe the same kernel
  /// concurrently wait for one of them; different kernels are described in parallel.
  /// @param index below kernel_count().
  /// @param[out] error why the kernel cannot be compiled, when false is returned.
  /// Throws nothing but std::bad_alloc. After a failure, the next call tries again.
  virtual bool describe(size_t /*index*/, std::string & /*error*/) const { return true; }
  /// The result of describe().
  /// @param index of a kernel that was described.
  virtual const KernelDescription &kernel(size_t index) const = 0;
  /// Generic code for any ND-range, generated when first requested.
  /// @param index of a kernel that was described.
  /// @param groups whether the work-groups of a kernel that requires a local size are known to be
  /// full.
  /// @param[out] error the reason, when the function is NULL.
  /// Throws nothing but std::bad_alloc.
  virtual KernelCode code(size_t index, RequiredGroups groups, std::string &error) const = 0;
  /// Compile time of a kernel that has code; 0 for precompiled code.
  virtual std::chrono::nanoseconds compile_time(size_t /*index*/) const { return {}; }

  /// The tier of a kernel's code.
  virtual CodeTier tier(size_t /*index*/) const { return CodeTier::optimized; }
  /// Whether the code was taken from the cache.
  virtual bool was_cached(size_t /*index*/) const { return false; }

  /// Whether kernels can be specialized.
  virtual bool can_specialize() const = 0;
  /// Compiles a kernel for a specialization.
  /// @param index of a kernel that was described; can_specialize() must hold.
  /// @param specialization if it requests quick code, cached optimized code may be returned
  /// instead.
  /// @param[out] error the reason, when NULL is returned.
  /// @return a program of this kernel only. Throws nothing but std::bad_alloc.
  virtual std::unique_ptr<Program> specialize(size_t index, const Specialization &specialization,
                                              std::string &error) const = 0;
};

/// The code of the only kernel of a program that specialize() made.
inline KernelCode only_code(const Program &program) {
  std::string error;
  return program.code(0, RequiredGroups::any, error);
}

/// What all code of a program is made for.
struct LoadOptions {
  /// The memory that is initialized.
  InitializedMemory initialized = {};
  /// Values of constants, at most one for each; read during the call only.
  std::vector<GivenConstant> constants = {};
};

/// Loads an executable binary: a container of Mux, LLVM bitcode of Clang's OpenCL frontend for
/// spir64, or an ELF object with kernels written in C or C++ (include/mux/native_kernel.h). Bitcode
/// is checked as far as possible without generating code.
///
/// @param binary read during the call only.
/// @param[out] error what is wrong with the binary, when NULL is returned.
/// @return NULL if the binary is none of these, is damaged, needs a symbol that does not exist
/// here, uses a feature that is not supported, or is machine code and there are options.
/// Throws nothing but std::bad_alloc, CompilerMissing and ConstantRefused.
std::unique_ptr<Program> load_program(std::string_view binary, std::string &error,
                                      const LoadOptions &options = {});

/// Announces that programs will be loaded. If all of them have to be compiled, because there is no
/// cache or it is empty, opens the compiler's library in the background. Throws nothing.
void expect_programs() noexcept;

}  // namespace mux::compiler
