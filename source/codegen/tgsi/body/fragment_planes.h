/// @file
/// The inputs of a fragment at other places than those that IN has
/// (mux_gallium_fragment_planes_s).

#pragma once

#include <llvm/IR/IRBuilder.h>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// A place in window space, relative to the center of the pixel, as floats.
struct FragmentPlace {
  llvm::Value *x = nullptr;
  llvm::Value *y = nullptr;
};

class FragmentPlanes {
 public:
  /// Loads what all inputs have in common, at the builder's place.
  FragmentPlanes(const Program &program, llvm::Function &function, llvm::IRBuilder<> &builder);

  FragmentPlace centroid();
  /// @param sample its number, 32 bits.
  FragmentPlace sample(llvm::Value *sample);

  /// A component of an input.
  /// @param index of the register, 32 bits.
  /// @param plain the value that IN has, a float, for constant inputs.
  llvm::Value *interpolate(llvm::Value *index, unsigned component, const FragmentPlace &place,
                           llvm::Value *plain);

 private:
  llvm::Value *is_in(llvm::Value *index, Interpolation interpolation);
  llvm::Value *load(llvm::Type *type, uint64_t offset);
  llvm::Value *load_float(llvm::Value *pointer, llvm::Value *offset);
  llvm::Value *evaluate(const FragmentPlace &place, llvm::Value *value, llvm::Value *dx,
                        llvm::Value *dy);

  const Program &program_;
  llvm::IRBuilder<> &builder_;
  /// Of a mux_gallium_fragment_planes_s.
  llvm::Value *planes_;
};

}  // namespace mux::compiler::tgsi
