#include "codegen/vectorize/widen/active_lanes.h"

#include <llvm/ADT/SmallSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instruction.h>

#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

ActiveLanes active_lanes(Widener &widener, const llvm::Instruction &instruction, unsigned part) {
  const llvm::Value *mask = widener.condition_of(*instruction.getParent());
  if (mask == nullptr) {
    return {};
  }
  const Shape shape = widener.shape(*mask);
  if (shape.is_uniform() && !shape.varies_by_part()) {
    // At least one lane of the packet is active, and the mask is uniform, so all are.
    return {};
  }
  if (llvm::Value *together = widener.scalar_mask(part)) {
    return {.together = together};
  }
  return {.each = widener.mask(part)};
}

ActiveLanes active_lanes_of_sharing_parts(Widener &widener, const llvm::Instruction &instruction,
                                          unsigned part) {
  ActiveLanes running = active_lanes(widener, instruction, part);
  if (running.all()) {
    return running;
  }
  const Shape mask = widener.shape(*widener.condition_of(*instruction.getParent()));
  // Parts that share a mask are visited once.
  llvm::SmallSet<unsigned, 16> asked;
  asked.insert(widener.first_part(part, mask.differing_parts));
  for (const unsigned other : widener.sharing_parts(instruction, part)) {
    if (!asked.insert(widener.first_part(other, mask.differing_parts)).second) {
      continue;
    }
    const ActiveLanes more = active_lanes(widener, instruction, other);
    if (more.all()) {
      return {};
    }
    if (running.each == nullptr && more.each == nullptr) {
      running.together = widener.builder().CreateOr(running.together, more.together);
    } else {
      llvm::Value *lanes = lane_mask(widener, running);
      running = {.each = widener.builder().CreateOr(lanes, lane_mask(widener, more))};
    }
  }
  return running;
}

llvm::Value *lane_mask(Widener &widener, const ActiveLanes &running) {
  if (running.each != nullptr) {
    return running.each;
  }
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value *together = running.together == nullptr ? builder.getTrue() : running.together;
  return builder.CreateVectorSplat(widener.packet().lanes, together);
}

llvm::Value *lane_bits(Widener &widener, const ActiveLanes &running) {
  llvm::IRBuilder<> &builder = widener.builder();
  return builder.CreateBitCast(running.each, builder.getIntNTy(widener.packet().lanes));
}

llvm::Value *any_active(Widener &widener, const ActiveLanes &running) {
  llvm::IRBuilder<> &builder = widener.builder();
  if (running.each == nullptr) {
    return running.together == nullptr ? builder.getTrue() : running.together;
  }
  return builder.CreateIsNotNull(lane_bits(widener, running));
}

void set_uniform_result(Widener &widener, llvm::Instruction &value, unsigned part,
                        llvm::Value *result) {
  if (value.getType()->isVoidTy()) {
    return;
  }
  if (!widener.shape(value).is_varying()) {
    widener.set_first_lane(value, part, result);
    return;
  }
  const unsigned lanes = widener.packet().lanes;
  if (Widener::can_be_element(value.getType())) {
    widener.set_vector(value, part, widener.builder().CreateVectorSplat(lanes, result));
    return;
  }
  for (unsigned lane = 0; lane < lanes; ++lane) {
    widener.set_lane(value, part, lane, result);
  }
}

}  // namespace mux::compiler
