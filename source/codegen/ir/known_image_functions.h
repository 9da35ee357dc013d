/// @file
/// Recognizes the library functions for images of known format and for known samplers
/// (builtins/library/known_images.inc). They are called before formats are known; the calls remain
/// until every kernel is a single function (pipeline/lower/specialize_opaque_arguments.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

bool is_known_image_function(const llvm::Function &function);

}  // namespace mux::compiler
