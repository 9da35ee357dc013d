/// @file
/// Images, samplers, pipes and their reservations, which spir64 has types of their own for
/// (target("spirv.Image", ...) and so on), become what kernel_abi.h passes: a pointer to an
/// ImageView, the bits of a sampler in 64 bits, a pointer to global memory; a reservation has 64
/// bits (builtins/pipes.h). Events are the built-ins' (builtins/events.h).

#pragma once

#include <llvm/Support/Error.h>

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/kernel.h"

namespace llvm {
class Module;
class Type;
}  // namespace llvm

namespace mux::compiler {

/// What the type of an image says.
struct ImageType {
  /// As OpenCL C spells it: image2d_array_t.
  std::string name;
  /// From the access qualifier.
  bool reads = true;
  bool writes = true;
  /// Depth, multi-sampled and the like are known, but not supported.
  bool supported = true;
};

/// Nothing if the type is not that of an image.
std::optional<ImageType> image_type(const llvm::Type *type);

bool is_sampler_type(const llvm::Type *type);

/// What the type of a pipe says: what a kernel does with it. Nothing if the type is not that of a
/// pipe.
std::optional<ImageAccess> pipe_access(const llvm::Type *type);

/// Replaces these types wherever they stand: parameters and results of functions, variables,
/// values. Variables outside of functions hold nothing of it but reservations. Samplers that the
/// source declares become constants. The kernels are found by other functions afterwards, of the
/// same names.
/// @return an error that says what cannot be replaced.
llvm::Error lower_opaque_types(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
