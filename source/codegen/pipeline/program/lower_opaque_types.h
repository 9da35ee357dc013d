/// @file
/// Lowers images, samplers, pipes and reservations, which have target types in spir64
/// (target("spirv.Image", ...) and so on), to what kernel_abi.h passes: a pointer to an ImageView,
/// a sampler's bits in an i64, a pointer to global memory. A reservation is an i64
/// (builtins/pipes.h). Events are lowered with the built-ins (builtins/events.h).

#pragma once

#include <llvm/Support/Error.h>

#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/kernel.h"

namespace llvm {
class Module;
class Type;
}  // namespace llvm

namespace mux::compiler {

/// Properties of an image type.
struct ImageType {
  /// As OpenCL C spells it: image2d_array_t.
  std::string name;
  /// From the access qualifier.
  bool reads = true;
  bool writes = true;
  /// False for types that are recognized but not supported, such as multi-sampled images.
  bool supported = true;
};

/// Nothing if the type is not that of an image.
std::optional<ImageType> image_type(const llvm::Type *type);

bool is_sampler_type(const llvm::Type *type);

/// The access qualifier of a pipe type; nothing if the type is not that of a pipe.
std::optional<ImageAccess> pipe_access(const llvm::Type *type);

/// Replaces these types everywhere: parameters and results of functions, variables, values.
/// Program-scope variables may only hold reservations. Samplers in the source become constants. The
/// kernels become new functions with the same names.
/// @return an error that names what cannot be replaced.
llvm::Error lower_opaque_types(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
