#include "codegen/ir/known_image_functions.h"

#include <llvm/IR/Function.h>

#include "codegen/ir/builtin_attribute.h"

namespace mux::compiler {

bool is_known_image_function(const llvm::Function &function) {
  // The names are mangled: there is an overload for each type of colors and of coordinates.
  const llvm::StringRef name = function.getName();
  return function.hasFnAttribute(builtin_attribute) &&
         (name.starts_with("_Z14mux_known_read") || name.starts_with("_Z15mux_known_write"));
}

}  // namespace mux::compiler
