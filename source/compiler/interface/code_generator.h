/// @file
/// From bitcode to machine code, for whoever knows nothing of LLVM.
///
/// Keeps nothing between calls, so any number of threads may use it at once. Nothing throws but
/// std::bad_alloc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/interface/compile_request.h"
#include "compiler/interface/compiled_object.h"
#include "compiler/interface/compiler_missing.h"

namespace mux::compiler {

class CodeGenerator {
 public:
  /// Checks all that can be checked without generating code: that the bitcode is well-formed, and
  /// that no kernel needs a function or a feature that does not exist here. What is found later
  /// concerns one kernel: memory or barriers that are too many.
  ///
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool inspect(std::string_view bitcode, ProgramOutline &outline,
                       std::string &error) const = 0;

  /// Bitcode of the same program whose code initializes memory, however it is compiled.
  ///
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool mark(std::string_view bitcode, InitializedMemory initialized, std::string &marked,
                    std::string &error) const = 0;

  /// Bitcode that has some kernels of it, and what they call.
  ///
  /// @param kernels none that is not in it.
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool extract(std::string_view bitcode, const std::vector<std::string> &kernels,
                       std::string &extracted, std::string &error) const = 0;

  /// Compiles spir64 bitcode for code_target(), whether or not it could run here.
  ///
  /// @param[out] error what is wrong with the bitcode, when false is returned.
  virtual bool compile(std::string_view bitcode, const CompileJob &job, CompiledObject &object,
                       std::string &error) const = 0;

 protected:
  ~CodeGenerator() = default;
};

/// The code generator of this process, which may have to be loaded first.
///
/// @param[out] error why not, when NULL is returned. Later calls fail with the same words.
const CodeGenerator *find_code_generator(std::string &error);

/// The same. Throws CompilerMissing if there is none.
inline const CodeGenerator &require_code_generator() {
  return require_service(find_code_generator);
}

}  // namespace mux::compiler
