/// @file
/// Turns an executable binary into code that runs: reads and checks it, compiles its kernels for
/// this CPU when they are first needed, unless they are finished, and loads them with LLVM ORC.
///
/// A Program owns the machine code of its kernels and their descriptions. What it tells never
/// changes, and any number of threads may use it at once. This room knows LLVM but neither Clang
/// nor any object of the runtime.

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
  /// Generates the code of a kernel, if it has none yet. Threads that want the same kernel at once
  /// wait for the one that compiles it; different kernels are compiled side by side.
  /// @param index below kernel_count().
  /// @param[out] error why the kernel cannot be compiled, when false is returned.
  /// Throws nothing but std::bad_alloc. After a failure, the next call tries again.
  virtual bool generate_code(size_t /*index*/, std::string & /*error*/) const { return true; }
  /// How long that takes, also where the code was kept from another process; nothing for what came
  /// compiled.
  /// @param index of a kernel that has code.
  virtual std::chrono::nanoseconds compile_time(size_t /*index*/) const { return {}; }
  /// @param index of a kernel that has code.
  virtual const KernelDescription &kernel(size_t index) const = 0;
  /// For ND-ranges of full groups; of other ND-ranges too, unless the kernel requires a local size.
  /// @param index of a kernel that has code.
  virtual KernelFunction entry_point(size_t index) const = 0;
  /// For ND-ranges whose last groups are not full. Of a kernel that requires a local size this is
  /// compiled when it is first asked for.
  /// @param index of a kernel that has code.
  /// @param[out] error why not, when the function is NULL.
  /// Throws nothing but std::bad_alloc.
  virtual KernelCode code_for_partial_groups(size_t index, std::string &error) const = 0;

  /// Whether kernels can be compiled once more.
  virtual bool can_specialize() const = 0;
  /// Compiles a kernel once more, for such runs alone.
  /// @param index of a kernel that has code; can_specialize() must hold.
  /// @param[out] error why not, when NULL is returned.
  /// @return a program of this kernel alone. Throws nothing but std::bad_alloc.
  virtual std::unique_ptr<Program> specialize(size_t index, const Specialization &specialization,
                                              std::string &error) const = 0;
};

/// Loads an executable binary: our container, LLVM bitcode of Clang's OpenCL frontend for spir64,
/// or an ELF object with kernels written in C or C++ (include/mux/native_kernel.h). Bitcode is
/// checked as far as that is possible without generating code.
///
/// @param binary read during the call only.
/// @param[out] error what is wrong with the binary, when NULL is returned.
/// @param initialized what all code of the program is to initialize.
/// @return NULL if the binary is none of these, is damaged, needs a symbol that does not exist
/// here, uses a feature that is not supported, or is machine code and memory is to be initialized.
/// Throws nothing but std::bad_alloc.
std::unique_ptr<Program> load_program(std::string_view binary, std::string &error,
                                      InitializedMemory initialized = {});

}  // namespace mux::compiler
