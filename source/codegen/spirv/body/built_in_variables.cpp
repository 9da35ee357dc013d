// Built-in variables of the storage class Input: queries of the ND-range.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {
namespace {

/// The OpenCL C function that returns the value, with or without a dimension argument.
struct Query {
  BuiltIn built_in;
  const char *name;
  bool has_dimensions;
  /// Width of the function's result.
  unsigned bits;
};

constexpr Query queries[] = {
    {BuiltIn::NumWorkgroups, "get_num_groups", true, 64},
    {BuiltIn::WorkgroupSize, "get_local_size", true, 64},
    {BuiltIn::WorkgroupId, "get_group_id", true, 64},
    {BuiltIn::LocalInvocationId, "get_local_id", true, 64},
    {BuiltIn::GlobalInvocationId, "get_global_id", true, 64},
    {BuiltIn::GlobalSize, "get_global_size", true, 64},
    {BuiltIn::EnqueuedWorkgroupSize, "get_enqueued_local_size", true, 64},
    {BuiltIn::GlobalOffset, "get_global_offset", true, 64},
    {BuiltIn::WorkDim, "get_work_dim", false, 32},
    {BuiltIn::LocalInvocationIndex, "get_local_linear_id", false, 64},
    {BuiltIn::GlobalLinearId, "get_global_linear_id", false, 64},
    {BuiltIn::SubgroupSize, "get_sub_group_size", false, 32},
    {BuiltIn::SubgroupMaxSize, "get_max_sub_group_size", false, 32},
    {BuiltIn::NumSubgroups, "get_num_sub_groups", false, 32},
    {BuiltIn::NumEnqueuedSubgroups, "get_enqueued_num_sub_groups", false, 32},
    {BuiltIn::SubgroupId, "get_sub_group_id", false, 32},
    {BuiltIn::SubgroupLocalInvocationId, "get_sub_group_local_id", false, 32},
};

/// Queries whose result is a mask of work-items.
constexpr Query masks[] = {
    {BuiltIn::SubgroupEqMask, "get_sub_group_eq_mask", false, 32},
    {BuiltIn::SubgroupGeMask, "get_sub_group_ge_mask", false, 32},
    {BuiltIn::SubgroupGtMask, "get_sub_group_gt_mask", false, 32},
    {BuiltIn::SubgroupLeMask, "get_sub_group_le_mask", false, 32},
    {BuiltIn::SubgroupLtMask, "get_sub_group_lt_mask", false, 32},
};

constexpr unsigned dimensions = 3;

template <size_t Count>
const Query *find(const Query (&table)[Count], BuiltIn built_in) {
  for (const Query &query : table) {
    if (query.built_in == built_in) {
      return &query;
    }
  }
  return nullptr;
}

llvm::Value *load_scalar(Body &body, const Query &query, llvm::Type *type,
                         const Instruction &user) {
  llvm::Value *answer = call_builtin(body, user, query.name,
                                     llvm::IntegerType::get(type->getContext(), query.bits), {});
  return body.builder.CreateZExtOrTrunc(answer, type);
}

llvm::Value *load_vector(Body &body, const Query &query, llvm::FixedVectorType *type,
                         const Instruction &user) {
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < dimensions; ++i) {
    const BuiltinArgument dimension = uint32_argument(body.builder.getInt32(i));
    llvm::Value *answer =
        call_builtin(body, user, query.name, llvm::IntegerType::get(type->getContext(), query.bits),
                     {&dimension, 1});
    answer = body.builder.CreateZExtOrTrunc(answer, type->getElementType());
    result = body.builder.CreateInsertElement(result, answer, uint64_t{i});
  }
  return result;
}

}  // namespace

llvm::Value *load_built_in(Body &body, BuiltIn built_in, const Type &type,
                           const Instruction &user) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type.type);
  const Query *query = find(queries, built_in);
  const bool is_integer = type.type->isIntOrIntVectorTy() && !type.type->isIntOrIntVectorTy(1);
  if (query != nullptr && is_integer && query->has_dimensions == (vector != nullptr) &&
      (vector == nullptr || vector->getNumElements() == dimensions)) {
    return vector == nullptr ? load_scalar(body, *query, type.type, user)
                             : load_vector(body, *query, vector, user);
  }
  const Query *mask = find(masks, built_in);
  if (mask != nullptr && vector != nullptr && vector->getNumElements() == 4 &&
      vector->getElementType()->isIntegerTy(32)) {
    return call_builtin(body, user, mask->name, type.type, {});
  }
  user.refuse("the variable BuiltIn " +
              enumerant_name(OperandKind::BuiltIn, static_cast<uint32_t>(built_in)) +
              " is not supported, or has the wrong type");
}

}  // namespace mux::compiler::spirv
