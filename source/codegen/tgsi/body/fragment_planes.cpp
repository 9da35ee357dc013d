#include "codegen/tgsi/body/fragment_planes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <mux/gallium/stage_abi.h>

#include <cstddef>

#include "codegen/tgsi/body/stage_function.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {

using llvm::Value;

FragmentPlanes::FragmentPlanes(const Program &program, llvm::Function &function,
                               llvm::IRBuilder<> &builder)
    : program_(program),
      builder_(builder),
      planes_(builder.CreateLoad(
          llvm::PointerType::get(builder.getContext(), address_space::private_memory),
          member_of_values(function, builder, offsetof(mux_gallium_fragment_values_s, planes)))) {}

Value *FragmentPlanes::load(llvm::Type *type, uint64_t offset) {
  return builder_.CreateLoad(
      type, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), planes_, offset));
}

Value *FragmentPlanes::load_float(Value *pointer, Value *offset) {
  return builder_.CreateLoad(builder_.getFloatTy(),
                             builder_.CreateInBoundsGEP(builder_.getInt8Ty(), pointer, offset));
}

FragmentPlace FragmentPlanes::centroid() {
  const uint64_t offset = offsetof(mux_gallium_fragment_planes_s, centroid);
  return {load(builder_.getFloatTy(), offset), load(builder_.getFloatTy(), offset + sizeof(float))};
}

FragmentPlace FragmentPlanes::sample(Value *sample) {
  Value *count = load(builder_.getInt32Ty(), offsetof(mux_gallium_fragment_planes_s, sample_count));
  Value *last = builder_.CreateSub(count, builder_.getInt32(1));
  sample = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, sample, last);
  Value *positions = load(llvm::PointerType::get(builder_.getContext(), address_space::global),
                          offsetof(mux_gallium_fragment_planes_s, sample_positions));
  const auto coordinate = [&](uint64_t number) {
    constexpr uint64_t bytes = 2 * sizeof(float);
    Value *offset =
        builder_.CreateAdd(builder_.CreateMul(builder_.CreateZExt(sample, builder_.getInt64Ty()),
                                              builder_.getInt64(bytes)),
                           builder_.getInt64(number * sizeof(float)));
    constexpr double center = 0.5;
    return builder_.CreateFSub(load_float(positions, offset),
                               llvm::ConstantFP::get(builder_.getFloatTy(), center));
  };
  return {coordinate(0), coordinate(1)};
}

/// Whether an input is declared with an interpolation; a constant if the index is.
Value *FragmentPlanes::is_in(Value *index, Interpolation interpolation) {
  Value *result = builder_.getFalse();
  for (const Declaration *input : program_.of_file(File::input)) {
    if (input->interpolation.value_or(Interpolation::constant) == interpolation) {
      Value *number = builder_.CreateSub(index, builder_.getInt32(input->first));
      result = builder_.CreateOr(result,
                                 builder_.CreateICmpULT(number, builder_.getInt32(input->count())));
    }
  }
  return result;
}

Value *FragmentPlanes::evaluate(const FragmentPlace &place, Value *value, Value *dx, Value *dy) {
  Value *along_x = builder_.CreateFAdd(value, builder_.CreateFMul(place.x, dx));
  return builder_.CreateFAdd(along_x, builder_.CreateFMul(place.y, dy));
}

Value *FragmentPlanes::interpolate(Value *index, unsigned component, const FragmentPlace &place,
                                   Value *plain) {
  index = clamp_register(program_, builder_, File::input, index);
  const auto is_always = [](Value *condition, bool truth) {
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(condition);
    return constant != nullptr && constant->isOne() == truth;
  };
  Value *is_constant = is_in(index, Interpolation::constant);
  if (is_always(is_constant, true)) {
    return plain;
  }
  Value *plane = load(llvm::PointerType::get(builder_.getContext(), address_space::private_memory),
                      offsetof(mux_gallium_fragment_planes_s, inputs));
  Value *start = builder_.CreateMul(builder_.CreateZExt(index, builder_.getInt64Ty()),
                                    builder_.getInt64(sizeof(mux_gallium_fragment_plane_s)));
  const auto load_part = [&](uint64_t offset) {
    return load_float(
        plane, builder_.CreateAdd(start, builder_.getInt64(offset + component * sizeof(float))));
  };
  Value *value = evaluate(place, load_part(offsetof(mux_gallium_fragment_plane_s, value)),
                          load_part(offsetof(mux_gallium_fragment_plane_s, dx)),
                          load_part(offsetof(mux_gallium_fragment_plane_s, dy)));
  Value *is_linear = is_in(index, Interpolation::linear);
  if (!is_always(is_linear, true)) {
    const auto load_reciprocal = [&](uint64_t number) {
      return load(builder_.getFloatTy(),
                  offsetof(mux_gallium_fragment_planes_s, reciprocal_w) + number * sizeof(float));
    };
    Value *reciprocal_w =
        evaluate(place, load_reciprocal(0), load_reciprocal(1), load_reciprocal(2));
    value = builder_.CreateSelect(is_linear, value, builder_.CreateFDiv(value, reciprocal_w));
  }
  Value *is_color = is_in(index, Interpolation::color);
  if (!is_always(is_color, false)) {
    Value *is_flat = builder_.CreateICmpNE(
        load(builder_.getInt32Ty(), offsetof(mux_gallium_fragment_planes_s, colors_are_flat)),
        builder_.getInt32(0));
    is_constant = builder_.CreateOr(is_constant, builder_.CreateAnd(is_color, is_flat));
  }
  return builder_.CreateSelect(is_constant, plain, value);
}

}  // namespace mux::compiler::tgsi
