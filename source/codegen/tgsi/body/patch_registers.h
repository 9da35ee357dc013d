/// @file
/// Registers of patches: inputs and outputs of shaders of tessellation that are in memory
/// (mux_gallium_patch_s).

#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// The offset of the mux_gallium_patch_s of a file in the structure of values; nothing if the
/// file's registers are the caller's variables.
std::optional<uint64_t> patch_of(Stage stage, File file);

/// The address of a component of a patch's register.
/// @param patch of a mux_gallium_patch_s.
/// @param vertex of 32 bits; NULL for registers that the patch has once.
/// @param index of 32 bits.
llvm::Value *patch_register(llvm::IRBuilder<> &builder, llvm::Value *patch, llvm::Value *vertex,
                            llvm::Value *index, unsigned component);

}  // namespace mux::compiler::tgsi
