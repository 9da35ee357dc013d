#include "codegen/vectorize/widen/instructions/widen_calls.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/lane_functions.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/target/processor_operations.h"
#include "codegen/vectorize/analysis/components.h"
#include "codegen/vectorize/widen/instructions/keep_scalar.h"
#include "codegen/vectorize/widen/instructions/widen_sub_groups.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Reduces a condition over all lanes of all parts, by `or` (any) or by `and` (all).
llvm::Value *reduce(Widener &widener, llvm::Value &condition, bool any) {
  llvm::IRBuilder<> &builder = widener.builder();
  const bool is_scalar = !widener.shape(condition).is_varying();
  llvm::Value *result = nullptr;
  for (const unsigned part : widener.parts_of(condition)) {
    llvm::Value *value =
        is_scalar ? widener.first_lane(condition, part) : widener.vector(condition, part);
    if (result == nullptr) {
      result = value;
    } else {
      result = any ? builder.CreateOr(result, value) : builder.CreateAnd(result, value);
    }
  }
  if (is_scalar) {
    return result;
  }
  return any ? builder.CreateOrReduce(result) : builder.CreateAndReduce(result);
}

/// Builds a comparison of the number of lanes that fulfill the condition with the call's limit.
llvm::Value *is_few(Widener &widener, const llvm::CallInst &call) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value &condition = *call.getArgOperand(0);
  llvm::Value *count = builder.getInt32(0);
  for (const unsigned part : widener.all_parts()) {
    llvm::Value *bits = builder.CreateBitCast(widener.vector(condition, part),
                                              builder.getIntNTy(widener.packet().lanes));
    llvm::Value *in_part = builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
    count = builder.CreateAdd(count, builder.CreateZExtOrTrunc(in_part, count->getType()));
  }
  return builder.CreateICmpULE(count, call.getArgOperand(1));
}

bool widen_lane_call(Widener &widener, llvm::CallInst &call) {
  const bool any = is_lane_call(call, LaneFunction::any);
  if (any || is_lane_call(call, LaneFunction::all)) {
    widener.set_first_lane(call, 0, reduce(widener, *call.getArgOperand(0), any));
    return true;
  }
  if (is_lane_call(call, LaneFunction::few)) {
    widener.set_first_lane(call, 0, is_few(widener, call));
    return true;
  }
  if (is_lane_call(call, LaneFunction::first)) {
    widener.set_first_lane(call, 0, widener.first_lane(*call.getArgOperand(0), 0));
    return true;
  }
  // Widener handles the masks; in a packet that is a whole group, all work-items arrive at a
  // barrier together.
  return is_barrier_call(call) || is_lane_call(call, LaneFunction::mask);
}

/// Whether the intrinsic has a second result that indicates overflow.
bool has_overflow_bit(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::sadd_with_overflow:
    case llvm::Intrinsic::uadd_with_overflow:
    case llvm::Intrinsic::ssub_with_overflow:
    case llvm::Intrinsic::usub_with_overflow:
    case llvm::Intrinsic::smul_with_overflow:
    case llvm::Intrinsic::umul_with_overflow:
      return true;
    default:
      return false;
  }
}

/// Whether the intrinsic operates element by element.
bool is_element_wise(const Widener &widener, const llvm::CallInst &call, llvm::Intrinsic::ID id) {
  if (has_overflow_bit(id)) {
    return can_be_element(call.getArgOperand(0)->getType());
  }
  if (!llvm::isTriviallyVectorizable(id) || component_count(call.getType()) == 0) {
    return false;
  }
  const unsigned components = component_count(call.getType());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value &argument = *call.getArgOperand(i);
    const bool fits = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i)
                          ? widener.shape(argument).is_uniform()
                          : component_count(argument.getType()) == components;
    if (!fits) {
      return false;
    }
  }
  return true;
}

llvm::CallInst *build_intrinsic(Widener &widener, llvm::CallInst &call, llvm::Intrinsic::ID id,
                                unsigned part, unsigned component) {
  llvm::SmallVector<llvm::Value *> arguments;
  llvm::SmallVector<llvm::Type *> types;
  if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1) && !has_overflow_bit(id)) {
    types.push_back(widener.vector_type(component_type(call.getType(), component)));
  }
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value &argument = *call.getArgOperand(i);
    arguments.push_back(llvm::isVectorIntrinsicWithScalarOpAtArg(id, i)
                            ? widener.first_lane(argument, part)
                            : widener.vector(argument, part, component));
    if (has_overflow_bit(id) ? i == 0 : llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, i)) {
      types.push_back(arguments.back()->getType());
    }
  }
  llvm::Module *module = widener.function().getParent();
  llvm::CallInst *result =
      widener.builder().CreateCall(llvm::Intrinsic::getDeclaration(module, id, types), arguments);
  result->copyIRFlags(&call);
  result->copyMetadata(call, {llvm::LLVMContext::MD_fpmath});
  return result;
}

bool widen_intrinsic(Widener &widener, llvm::CallInst &call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id == llvm::Intrinsic::not_intrinsic || !is_element_wise(widener, call, id)) {
    return false;
  }
  for (const unsigned part : widener.parts_of(call)) {
    if (has_overflow_bit(id)) {
      llvm::Value *both = build_intrinsic(widener, call, id, part, 0);
      for (unsigned i = 0; i < 2; ++i) {
        widener.set_vector(call, part, widener.builder().CreateExtractValue(both, i), i);
      }
      continue;
    }
    for (unsigned i = 0; i < component_count(call.getType()); ++i) {
      widener.set_vector(call, part, build_intrinsic(widener, call, id, part, i), i);
    }
  }
  return true;
}

bool widen_operation(Widener &widener, llvm::CallInst &call) {
  if (!is_operation_call(call)) {
    return false;
  }
  for (const unsigned part : widener.parts_of(call)) {
    llvm::SmallVector<llvm::Value *> arguments;
    for (const llvm::Use &argument : call.args()) {
      arguments.push_back(widener.vector(*argument, part));
    }
    widener.set_vector(call, part, call_same_operation(widener.builder(), call, arguments));
  }
  return true;
}

}  // namespace

bool widen_call(Widener &widener, llvm::CallInst &call) {
  if (widen_lane_call(widener, call) || widen_sub_group_call(widener, call)) {
    return true;
  }
  if (call.getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl) {
    // A scope declaration holds at the same point of the packet.
    keep_scalar(widener, call);
    return true;
  }
  return widener.shape(call).is_varying() && !call.mayHaveSideEffects() &&
         (widen_intrinsic(widener, call) || widen_operation(widener, call));
}

}  // namespace mux::compiler
