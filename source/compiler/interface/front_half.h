/// @file
/// The front half of a kernel's compilation: the kernel with its calls inlined and simplified, up
/// to the first step that depends on what its code is specialized for.
///
/// The code generator makes it; its caller keeps it and passes it to later compilations of the same
/// kernel. It never changes, so any number of threads may compile from it at once.
#pragma once

#include <cstdint>
#include <memory>

#include "compiler/abi/specialization.h"
#include "compiler/interface/compile_request.h"

namespace mux::compiler {

class FrontHalf {
 public:
  FrontHalf() = default;
  FrontHalf(const FrontHalf &) = delete;
  FrontHalf &operator=(const FrontHalf &) = delete;
  virtual ~FrontHalf() = default;

  /// Bytes of memory that it takes.
  virtual uint64_t size() const = 0;
};

using SharedFrontHalf = std::shared_ptr<const FrontHalf>;

/// Whether compilations of a request may share their front half. Those for values of arguments and
/// for known images may not: constants simplify the code more before calls of image functions are
/// lowered and loops are recognized. Nor may all kernels of a program together.
inline bool shares_front_half(const CompileRequest &request) {
  const Specialization &special = request.specialization;
  return !request.kernel.empty() && special.arguments.empty() &&
         (!special.shape.has_value() || special.shape->opaque_arguments == OpaqueArguments());
}

}  // namespace mux::compiler
