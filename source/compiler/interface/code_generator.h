/// @file
/// Interface of the code generator, which compiles bitcode to machine code, without a dependency on
/// LLVM.
///
/// Results do not depend on earlier calls. Threads may use it concurrently. Functions throw nothing
/// but std::bad_alloc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/kernel_abi.h"
#include "compiler/interface/compile_request.h"
#include "compiler/interface/compiled_object.h"
#include "compiler/interface/compiler_missing.h"
#include "compiler/interface/front_half.h"

namespace mux::compiler {

class CodeGenerator {
 public:
  /// Checks bitcode as far as possible without generating code: that it is well-formed, and that no
  /// kernel needs a function or a feature that is not supported. Later errors concern single
  /// kernels: too much memory or too many barriers.
  ///
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool inspect(std::string_view bitcode, ProgramOutline &outline,
                       std::string &error) const = 0;

  /// Marks the program's bitcode, so that code compiled from it initializes memory.
  ///
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool mark(std::string_view bitcode, InitializedMemory initialized, std::string &marked,
                    std::string &error) const = 0;

  /// Extracts some kernels and the functions that they call.
  ///
  /// @param kernels must all be defined in the bitcode.
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool extract(std::string_view bitcode, const std::vector<std::string> &kernels,
                       std::string &extracted, std::string &error) const = 0;

  /// Compiles spir64 bitcode for code_target(), whether or not it can run on the host.
  ///
  /// @param[in,out] front_half the front half of the kernel, from a compilation of the same bitcode
  /// and kernel; if it is null, it is set to the one made now, and stays null if memory runs out.
  /// NULL to compile from the bitcode and make none. Precondition: NULL, or
  /// shares_front_half(job.request) and passes are not being debugged.
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool compile(std::string_view bitcode, const CompileJob &job, SharedFrontHalf *front_half,
                       CompiledObject &object, std::string &error) const = 0;

 protected:
  ~CodeGenerator() = default;
};

/// The code generator of this process. Loads it if necessary.
///
/// @param[out] error the reason, when NULL is returned. Later calls fail with the same text.
const CodeGenerator *find_code_generator(std::string &error);

/// The same, but throws CompilerMissing if there is none.
inline const CodeGenerator &require_code_generator() {
  return require_service(find_code_generator);
}

}  // namespace mux::compiler
