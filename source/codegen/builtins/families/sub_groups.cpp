// Sub-group built-ins (OpenCL C 6.15.19, cl_khr_subgroup_*), expanded to the marker functions of
// ir/sub_group_functions.h, which the pipeline lowers, for any sub-group size.

#include "codegen/builtins/families/group_operations.h"
#include "codegen/builtins/families/sub_group_calls.h"
#include "codegen/builtins/pipeline_calls.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Values of memory_scope.
constexpr uint32_t memory_scope_work_item = 0;
constexpr uint32_t memory_scope_sub_group = 4;

/// A ballot is a uint4, with a bit for each work-item of the largest sub-group that OpenCL allows.
/// Here a sub-group has at most 64 work-items, and the marker functions use 64 bits.
constexpr unsigned ballot_words = 4;
constexpr unsigned ballot_word_bits = 32;
constexpr unsigned most_work_items = 64;

/// The local linear id of the sub-group's first work-item.
Value *first_work_item(Expansion &expansion) {
  Value *id = query(expansion, "_Z19get_local_linear_idv");
  return expansion.builder().CreateSub(id, wide(expansion, lane(expansion)), "", true, true);
}

/// The size of this sub-group.
Value *size(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *work_items = query_product(expansion, "_Z14get_local_sizej");
  Value *rest = builder.CreateSub(work_items, first_work_item(expansion));
  return builder.CreateTrunc(builder.CreateBinaryIntrinsic(
                                 llvm::Intrinsic::umin, wide(expansion, max_size(expansion)), rest),
                             builder.getInt32Ty());
}

/// A mask with a bit set for each active work-item for which the condition holds.
Value *ballot(Expansion &expansion, Value *condition) {
  return call(expansion, {SubGroupFunction::ballot}, nullptr, {condition});
}

bool takes_nothing(Expansion &expansion) {
  return expansion.size() == 0 && has_sub_group_markers(expansion);
}

/// Returns the number of sub-groups: the product of three sizes divided by the maximum sub-group
/// size, rounded up.
bool finish_count(Expansion &expansion, llvm::StringRef sizes) {
  if (!takes_nothing(expansion)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *most = wide(expansion, max_size(expansion));
  Value *rounded_up = builder.CreateAdd(query_product(expansion, sizes),
                                        builder.CreateSub(most, builder.getInt64(1)));
  return expansion.finish(
      builder.CreateTrunc(builder.CreateUDiv(rounded_up, most), builder.getInt32Ty()));
}

bool expand_size(Expansion &expansion) {
  return takes_nothing(expansion) && expansion.finish(size(expansion));
}

bool expand_max_size(Expansion &expansion) {
  return takes_nothing(expansion) && expansion.finish(max_size(expansion));
}

bool expand_num(Expansion &expansion) {
  return finish_count(expansion, "_Z14get_local_sizej");
}

bool expand_enqueued_num(Expansion &expansion) {
  return finish_count(expansion, "_Z23get_enqueued_local_sizej");
}

bool expand_id(Expansion &expansion) {
  if (!takes_nothing(expansion)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *id = builder.CreateUDiv(first_work_item(expansion), wide(expansion, max_size(expansion)));
  return expansion.finish(builder.CreateTrunc(id, builder.getInt32Ty()));
}

bool expand_local_id(Expansion &expansion) {
  return takes_nothing(expansion) && expansion.finish(lane(expansion));
}

/// The lanes of a packet run in lockstep, so that a sub-group barrier only keeps the order of
/// memory accesses. With a scope wider than the sub-group it is also a fence.
bool expand_barrier(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const bool has_scope = expansion.size() == 2;
  if ((expansion.size() != 1 && !has_scope) || !expansion.argument(0)->getType()->isIntegerTy(32) ||
      (has_scope && !expansion.argument(1)->getType()->isIntegerTy(32))) {
    return false;
  }
  builder.CreateFence(llvm::AtomicOrdering::AcquireRelease, llvm::SyncScope::SingleThread);
  if (!has_scope) {
    return expansion.finish_void();
  }
  auto *fence = llvm::BasicBlock::Create(builder.getContext(), "fence", &expansion.function());
  auto *end = llvm::BasicBlock::Create(builder.getContext(), "end", &expansion.function());
  llvm::SwitchInst *choice = builder.CreateSwitch(expansion.argument(1), fence, 2);
  choice->addCase(builder.getInt32(memory_scope_work_item), end);
  choice->addCase(builder.getInt32(memory_scope_sub_group), end);
  builder.SetInsertPoint(fence);
  builder.CreateFence(llvm::AtomicOrdering::AcquireRelease);
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  return expansion.finish_void();
}

// Votes.

Value *bits(Expansion &expansion, uint64_t value) {
  return expansion.builder().getInt64(value);
}

/// Masks of work-items, one bit each.
Value *own_bit(Expansion &expansion) {
  return expansion.builder().CreateShl(bits(expansion, 1), wide(expansion, lane(expansion)));
}

Value *bits_before(Expansion &expansion) {
  return expansion.builder().CreateSub(own_bit(expansion), bits(expansion, 1));
}

Value *bits_up_to_own(Expansion &expansion) {
  return expansion.builder().CreateOr(own_bit(expansion), bits_before(expansion));
}

/// The mask of a full sub-group, whatever the size of this one. The functions that return a
/// "maximum" use it.
Value *all_bits(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *absent =
      builder.CreateSub(bits(expansion, most_work_items), wide(expansion, max_size(expansion)));
  return builder.CreateLShr(bits(expansion, ~uint64_t{0}), absent);
}

/// The mask of the work-item's cluster. `cluster_size` is a power of two.
Value *bits_of_cluster(Expansion &expansion, Value *cluster_size) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *count = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, cluster_size,
                                               builder.getInt32(most_work_items));
  Value *first = builder.CreateAnd(lane(expansion), builder.CreateNeg(count));
  Value *low = builder.CreateLShr(
      bits(expansion, ~uint64_t{0}),
      builder.CreateAnd(builder.CreateSub(bits(expansion, most_work_items), wide(expansion, count)),
                        most_work_items - 1));
  return builder.CreateShl(low, wide(expansion, first));
}

Value *count_bits(Expansion &expansion, Value *set) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return builder.CreateTrunc(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, set),
                             builder.getInt32Ty());
}

/// The index of the lowest set bit; the set is not empty.
Value *lowest_bit(Expansion &expansion, Value *set) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return builder.CreateTrunc(
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, set, builder.getFalse()),
      builder.getInt32Ty());
}

bool takes_int(Expansion &expansion) {
  return expansion.size() == 1 && expansion.argument(0)->getType()->isIntegerTy(32) &&
         has_sub_group_markers(expansion);
}

bool finish_boolean(Expansion &expansion, Value *truth) {
  return expansion.finish(expansion.builder().CreateZExt(truth, expansion.result_type()));
}

bool expand_all(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return takes_int(expansion) &&
         finish_boolean(expansion, builder.CreateIsNull(ballot(
                                       expansion, builder.CreateIsNull(expansion.argument(0)))));
}

bool expand_any(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return takes_int(expansion) &&
         finish_boolean(expansion, builder.CreateIsNotNull(ballot(
                                       expansion, builder.CreateIsNotNull(expansion.argument(0)))));
}

/// The lane of the first active work-item.
Value *first_lane(Expansion &expansion) {
  return lowest_bit(expansion, ballot(expansion, expansion.builder().getTrue()));
}

bool expand_elect(Expansion &expansion) {
  return takes_nothing(expansion) &&
         finish_boolean(expansion,
                        expansion.builder().CreateICmpEQ(lane(expansion), first_lane(expansion)));
}

// Exchanges.

bool takes_value_and_integers(Expansion &expansion, size_t integers) {
  if (expansion.size() != 1 + integers || !is_value(expansion.type(0)) ||
      !has_sub_group_markers(expansion)) {
    return false;
  }
  for (size_t i = 1; i < expansion.size(); ++i) {
    if (!expansion.argument(i)->getType()->isIntegerTy(32)) {
      return false;
    }
  }
  return true;
}

bool finish_shuffle(Expansion &expansion, Value *from) {
  Value *result = shuffle(expansion, expansion.argument(0), from);
  return result != nullptr && expansion.finish(result);
}

bool expand_shuffle_to(Expansion &expansion) {
  return takes_value_and_integers(expansion, 1) && finish_shuffle(expansion, expansion.argument(1));
}

bool expand_broadcast_first(Expansion &expansion) {
  return takes_value_and_integers(expansion, 0) && finish_shuffle(expansion, first_lane(expansion));
}

bool expand_shuffle_xor(Expansion &expansion) {
  return takes_value_and_integers(expansion, 1) &&
         finish_shuffle(expansion,
                        expansion.builder().CreateXor(lane(expansion), expansion.argument(1)));
}

bool expand_shuffle_up(Expansion &expansion) {
  return takes_value_and_integers(expansion, 1) &&
         finish_shuffle(expansion,
                        expansion.builder().CreateSub(lane(expansion), expansion.argument(1)));
}

bool expand_shuffle_down(Expansion &expansion) {
  return takes_value_and_integers(expansion, 1) &&
         finish_shuffle(expansion,
                        expansion.builder().CreateAdd(lane(expansion), expansion.argument(1)));
}

/// Rotates by the second argument within clusters.
bool finish_rotation(Expansion &expansion, Value *cluster_size) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *within = builder.CreateSub(cluster_size, builder.getInt32(1));
  Value *own = lane(expansion);
  Value *lane = builder.CreateAnd(builder.CreateAdd(own, expansion.argument(1)), within);
  Value *cluster = builder.CreateAnd(own, builder.CreateNot(within));
  return finish_shuffle(expansion, builder.CreateOr(lane, cluster));
}

bool expand_sub_group_rotate(Expansion &expansion) {
  return takes_value_and_integers(expansion, 1) && finish_rotation(expansion, max_size(expansion));
}

bool expand_clustered_rotate(Expansion &expansion) {
  return takes_value_and_integers(expansion, 2) &&
         finish_rotation(expansion, expansion.argument(2));
}

bool expand_all_equal(Expansion &expansion) {
  if (!takes_value_and_integers(expansion, 0)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *own = expansion.argument(0);
  Value *first = shuffle(expansion, own, first_lane(expansion));
  if (first == nullptr) {
    return false;
  }
  Value *differs = own->getType()->isFPOrFPVectorTy() ? builder.CreateFCmpUNE(own, first)
                                                      : builder.CreateICmpNE(own, first);
  if (differs->getType()->isVectorTy()) {
    differs = builder.CreateOrReduce(differs);
  }
  return finish_boolean(expansion, builder.CreateIsNull(ballot(expansion, differs)));
}

// Reductions and scans.

/// Combines the boolean argument over the work-items in the mask `considered`.
Value *combine_booleans(Expansion &expansion, GroupOperation operation, Value *considered) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *truth = expansion.argument(0);
  const bool is_and = operation == GroupOperation::bitwise_and;
  Value *set =
      ballot(expansion, is_and ? builder.CreateIsNull(truth) : builder.CreateIsNotNull(truth));
  set = builder.CreateAnd(set, considered);
  if (operation == GroupOperation::bitwise_xor) {
    return builder.CreateTrunc(count_bits(expansion, set), builder.getInt1Ty());
  }
  return is_and ? builder.CreateIsNull(set) : builder.CreateIsNotNull(set);
}

bool expand_logical(Expansion &expansion, CollectiveKind kind, GroupOperation operation) {
  Value *considered = nullptr;
  if (expansion.size() == 2) {
    considered = bits_of_cluster(expansion, expansion.argument(1));
  } else if (kind == CollectiveKind::reduce) {
    considered = bits(expansion, ~uint64_t{0});
  } else {
    considered =
        kind == CollectiveKind::scan_inclusive ? bits_up_to_own(expansion) : bits_before(expansion);
  }
  return finish_boolean(expansion, combine_booleans(expansion, operation, considered));
}

SubGroupFunction function_of(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::scan_inclusive:
      return SubGroupFunction::scan_inclusive;
    case CollectiveKind::scan_exclusive:
      return SubGroupFunction::scan_exclusive;
    default:
      return SubGroupFunction::reduce;
  }
}

/// reduce_<operation>, scan_<...>_<operation>; also with the prefix non_uniform_ or, with a cluster
/// size as second argument, clustered_.
bool expand_combination(Expansion &expansion, std::string_view name, size_t parameters) {
  const bool clustered = parameters == 2;
  const std::optional<CollectiveKind> kind = take_collective_kind(name);
  if (!kind || expansion.size() != parameters || !has_sub_group_markers(expansion) ||
      expansion.argument(0)->getType() != expansion.result_type() ||
      (clustered &&
       (*kind != CollectiveKind::reduce || !expansion.argument(1)->getType()->isIntegerTy(32)))) {
    return false;
  }
  const std::optional<NamedOperation> named = named_operation(name, expansion.type(0));
  if (!named) {
    return false;
  }
  if (named->is_logical) {
    return expand_logical(expansion, *kind, named->operation);
  }
  const SubGroupCall function{clustered ? SubGroupFunction::clustered_reduce : function_of(*kind),
                              named->operation};
  llvm::SmallVector<Value *, 2> arguments;
  for (size_t i = 0; i < expansion.size(); ++i) {
    arguments.push_back(expansion.argument(i));
  }
  Value *result = call(expansion, function, expansion.result_type(), arguments);
  return result != nullptr && expansion.finish(result);
}

// Built-ins on uint4 ballots.

llvm::Type *ballot_type(Expansion &expansion) {
  return llvm::FixedVectorType::get(expansion.builder().getInt32Ty(), ballot_words);
}

bool finish_set(Expansion &expansion, Value *set) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *result = llvm::Constant::getNullValue(ballot_type(expansion));
  for (unsigned word = 0; word < most_work_items / ballot_word_bits; ++word) {
    Value *component = builder.CreateLShr(set, uint64_t{word} * ballot_word_bits);
    result = builder.CreateInsertElement(
        result, builder.CreateTrunc(component, builder.getInt32Ty()), uint64_t{word});
  }
  return expansion.finish(result);
}

/// The first argument, a uint4 ballot, as 64 bits.
Value *ballot_operand(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *set = bits(expansion, 0);
  for (unsigned word = 0; word < most_work_items / ballot_word_bits; ++word) {
    Value *component = builder.CreateZExt(
        builder.CreateExtractElement(expansion.argument(0), uint64_t{word}), builder.getInt64Ty());
    set = builder.CreateOr(set, builder.CreateShl(component, uint64_t{word} * ballot_word_bits));
  }
  return set;
}

bool takes_ballot(Expansion &expansion, size_t parameters) {
  return expansion.size() == parameters && has_sub_group_markers(expansion) &&
         expansion.argument(0)->getType() == ballot_type(expansion);
}

bool expand_ballot(Expansion &expansion) {
  return takes_int(expansion) &&
         finish_set(expansion,
                    ballot(expansion, expansion.builder().CreateIsNotNull(expansion.argument(0))));
}

bool expand_inverse_ballot(Expansion &expansion) {
  if (!takes_ballot(expansion, 1)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  return finish_boolean(expansion, builder.CreateIsNotNull(builder.CreateAnd(
                                       ballot_operand(expansion), own_bit(expansion))));
}

bool expand_bit_extract(Expansion &expansion) {
  if (!takes_ballot(expansion, 2) || !expansion.argument(1)->getType()->isIntegerTy(32)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *index = expansion.argument(1);
  Value *word = builder.CreateAnd(builder.CreateUDiv(index, builder.getInt32(ballot_word_bits)),
                                  ballot_words - 1);
  Value *bit = builder.CreateAnd(index, ballot_word_bits - 1);
  Value *shifted =
      builder.CreateLShr(builder.CreateExtractElement(expansion.argument(0), word), bit);
  return expansion.finish(builder.CreateAnd(shifted, 1));
}

/// Returns the number of bits set in the ballot, of those in `considered`.
bool finish_bit_count(Expansion &expansion, Value *(*considered)(Expansion &)) {
  if (!takes_ballot(expansion, 1)) {
    return false;
  }
  Value *set = expansion.builder().CreateAnd(ballot_operand(expansion), considered(expansion));
  return expansion.finish(count_bits(expansion, set));
}

bool expand_bit_count(Expansion &expansion) {
  return finish_bit_count(expansion, all_bits);
}

bool expand_inclusive_count(Expansion &expansion) {
  return finish_bit_count(expansion, bits_up_to_own);
}

bool expand_exclusive_count(Expansion &expansion) {
  return finish_bit_count(expansion, bits_before);
}

bool expand_find_lowest(Expansion &expansion) {
  if (!takes_ballot(expansion, 1)) {
    return false;
  }
  Value *set = expansion.builder().CreateAnd(ballot_operand(expansion), all_bits(expansion));
  return expansion.finish(lowest_bit(expansion, set));
}

bool expand_find_highest(Expansion &expansion) {
  if (!takes_ballot(expansion, 1)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *set = builder.CreateAnd(ballot_operand(expansion), all_bits(expansion));
  Value *above = builder.CreateTrunc(
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, set, builder.getFalse()),
      builder.getInt32Ty());
  return expansion.finish(builder.CreateSub(builder.getInt32(most_work_items - 1), above));
}

bool expand_eq_mask(Expansion &expansion) {
  return takes_nothing(expansion) && finish_set(expansion, own_bit(expansion));
}

bool expand_lt_mask(Expansion &expansion) {
  return takes_nothing(expansion) && finish_set(expansion, bits_before(expansion));
}

bool expand_le_mask(Expansion &expansion) {
  return takes_nothing(expansion) && finish_set(expansion, bits_up_to_own(expansion));
}

bool expand_ge_mask(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return takes_nothing(expansion) &&
         finish_set(expansion, builder.CreateAnd(all_bits(expansion),
                                                 builder.CreateNot(bits_before(expansion))));
}

bool expand_gt_mask(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return takes_nothing(expansion) &&
         finish_set(expansion, builder.CreateAnd(all_bits(expansion),
                                                 builder.CreateNot(bits_up_to_own(expansion))));
}

constexpr NamedExpansion query_table[] = {
    {"get_sub_group_size", expand_size},       {"get_max_sub_group_size", expand_max_size},
    {"get_num_sub_groups", expand_num},        {"get_enqueued_num_sub_groups", expand_enqueued_num},
    {"get_sub_group_id", expand_id},           {"get_sub_group_local_id", expand_local_id},
    {"get_sub_group_eq_mask", expand_eq_mask}, {"get_sub_group_ge_mask", expand_ge_mask},
    {"get_sub_group_le_mask", expand_le_mask}, {"get_sub_group_gt_mask", expand_gt_mask},
    {"get_sub_group_lt_mask", expand_lt_mask},
};

/// Names without the prefix sub_group_.
constexpr NamedExpansion exchange_table[] = {
    {"barrier", expand_barrier},
    {"all", expand_all},
    {"any", expand_any},
    {"non_uniform_all", expand_all},
    {"non_uniform_any", expand_any},
    {"non_uniform_all_equal", expand_all_equal},
    {"elect", expand_elect},
    {"broadcast", expand_shuffle_to},
    {"non_uniform_broadcast", expand_shuffle_to},
    {"broadcast_first", expand_broadcast_first},
    {"shuffle", expand_shuffle_to},
    {"shuffle_xor", expand_shuffle_xor},
    {"shuffle_up", expand_shuffle_up},
    {"shuffle_down", expand_shuffle_down},
    {"rotate", expand_sub_group_rotate},
    {"clustered_rotate", expand_clustered_rotate},
    {"ballot", expand_ballot},
    {"inverse_ballot", expand_inverse_ballot},
    {"ballot_bit_extract", expand_bit_extract},
    {"ballot_bit_count", expand_bit_count},
    {"ballot_inclusive_scan", expand_inclusive_count},
    {"ballot_exclusive_scan", expand_exclusive_count},
    {"ballot_find_lsb", expand_find_lowest},
    {"ballot_find_msb", expand_find_highest},
};

}  // namespace

bool expand_sub_group(Expansion &expansion) {
  constexpr std::string_view prefix = "sub_group_";
  constexpr std::string_view non_uniform = "non_uniform_";
  constexpr std::string_view clustered = "clustered_";
  if (expand_from_table(query_table, expansion)) {
    return true;
  }
  std::string_view name = expansion.name();
  if (!name.starts_with(prefix)) {
    return false;
  }
  name.remove_prefix(prefix.size());
  for (const NamedExpansion &row : exchange_table) {
    if (row.name == name) {
      return row.expand(expansion);
    }
  }
  if (name.starts_with(clustered)) {
    name.remove_prefix(clustered.size());
    return expand_combination(expansion, name, 2);
  }
  if (name.starts_with(non_uniform)) {
    name.remove_prefix(non_uniform.size());
  }
  return expand_combination(expansion, name, 1);
}

}  // namespace mux::compiler::builtins
