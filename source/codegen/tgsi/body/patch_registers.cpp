#include "codegen/tgsi/body/patch_registers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <mux/gallium/stage_abi.h>

#include <cstddef>

#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {

using llvm::Value;

std::optional<uint64_t> patch_of(Stage stage, File file) {
  if (stage == Stage::tess_control) {
    return file == File::input ? offsetof(mux_gallium_tess_control_values_s, input)
                               : offsetof(mux_gallium_tess_control_values_s, output);
  }
  if (stage == Stage::tess_evaluation && file == File::input) {
    return offsetof(mux_gallium_tess_evaluation_values_s, input);
  }
  return std::nullopt;
}

Value *patch_register(llvm::IRBuilder<> &builder, Value *patch, Value *vertex, Value *index,
                      unsigned component) {
  const auto load = [&](llvm::Type *type, uint64_t offset) {
    return builder.CreateLoad(
        type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), patch, offset));
  };
  // Products of two numbers of 32 bits.
  const auto load_wide = [&](uint64_t offset) {
    return builder.CreateZExt(load(builder.getInt32Ty(), offset), builder.getInt64Ty());
  };
  llvm::Type *pointer = llvm::PointerType::get(builder.getContext(), address_space::global);
  Value *number =
      builder.CreateAdd(builder.CreateMul(builder.CreateZExt(index, builder.getInt64Ty()),
                                          builder.getInt64(component_count)),
                        builder.getInt64(component));
  if (vertex == nullptr) {
    Value *word =
        builder.CreateMul(number, load_wide(offsetof(mux_gallium_patch_s, per_patch_stride)));
    return builder.CreateInBoundsGEP(builder.getInt32Ty(),
                                     load(pointer, offsetof(mux_gallium_patch_s, per_patch)), word);
  }
  Value *last = builder.CreateSub(
      load(builder.getInt32Ty(), offsetof(mux_gallium_patch_s, vertex_count)), builder.getInt32(1));
  vertex = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, vertex, last);
  Value *start = builder.CreateMul(builder.CreateZExt(vertex, builder.getInt64Ty()),
                                   load_wide(offsetof(mux_gallium_patch_s, vertex_stride)));
  Value *word = builder.CreateAdd(
      start, builder.CreateMul(number, load_wide(offsetof(mux_gallium_patch_s, component_stride))));
  return builder.CreateInBoundsGEP(builder.getInt32Ty(),
                                   load(pointer, offsetof(mux_gallium_patch_s, vertices)), word);
}

}  // namespace mux::compiler::tgsi
