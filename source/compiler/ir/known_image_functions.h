/// @file
/// Functions of the library (builtins/library/known_images.inc) for images whose formats are known,
/// and for known samplers. They are called before anybody knows: calls stay what they are until
/// kernels are one function each (pipeline/lower/opaque_arguments.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

bool is_known_image_function(const llvm::Function &function);

}  // namespace mux::compiler
