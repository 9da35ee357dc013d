// Sub-groups (OpenCL C 6.15.19, cl_khr_subgroup_*): a sub-group is one work-item today
// (compiler/sub_groups.h). What tells sub-groups apart is written for any size; what exchanges
// values within one relies on there being nobody to exchange them with.

#include "compiler/sub_groups.h"

#include <llvm/IR/Module.h>

#include "compiler/builtins/group_operations.h"
#include "compiler/builtins/pipeline_calls.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Of memory_scope.
constexpr uint32_t memory_scope_work_item = 0;
constexpr uint32_t memory_scope_sub_group = 4;

/// A uint4 holds a bit for each work-item of the largest sub-group there could be.
constexpr unsigned ballot_words = 4;
constexpr unsigned ballot_word_bits = 32;

// Who is who.

Value *size_constant(Expansion &expansion) {
  return expansion.builder().getInt64(sub_group_size);
}

bool finish_number(Expansion &expansion, Value *number) {
  return number != nullptr && expansion.size() == 0 &&
         expansion.finish(
             expansion.builder().CreateTrunc(number, expansion.builder().getInt32Ty()));
}

Value *local_linear_id(Expansion &expansion) {
  return query(expansion, "_Z19get_local_linear_idv");
}

/// How many sub-groups so many work-items make.
Value *count_of(Expansion &expansion, Value *work_items) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return work_items == nullptr
             ? nullptr
             : builder.CreateUDiv(
                   builder.CreateAdd(work_items, builder.getInt64(sub_group_size - 1)),
                   size_constant(expansion));
}

bool expand_size(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *id = local_linear_id(expansion);
  Value *work_items = query_product(expansion, "_Z14get_local_sizej");
  if (id == nullptr || work_items == nullptr) {
    return false;
  }
  Value *first = builder.CreateSub(id, builder.CreateURem(id, size_constant(expansion)));
  return finish_number(
      expansion, builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, size_constant(expansion),
                                               builder.CreateSub(work_items, first)));
}

bool expand_max_size(Expansion &expansion) {
  return finish_number(expansion, size_constant(expansion));
}

bool expand_num(Expansion &expansion) {
  return finish_number(expansion,
                       count_of(expansion, query_product(expansion, "_Z14get_local_sizej")));
}

bool expand_enqueued_num(Expansion &expansion) {
  return finish_number(
      expansion, count_of(expansion, query_product(expansion, "_Z23get_enqueued_local_sizej")));
}

bool expand_id(Expansion &expansion) {
  Value *id = local_linear_id(expansion);
  return id != nullptr &&
         finish_number(expansion, expansion.builder().CreateUDiv(id, size_constant(expansion)));
}

bool expand_local_id(Expansion &expansion) {
  Value *id = local_linear_id(expansion);
  return id != nullptr &&
         finish_number(expansion, expansion.builder().CreateURem(id, size_constant(expansion)));
}

// What is left of an exchange with nobody.
static_assert(sub_group_size == 1, "the functions below must exchange values between work-items");

/// A barrier of one work-item waits for nobody; with a scope beyond the sub-group it still is a
/// fence.
bool expand_barrier(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  if (expansion.size() == 1 && expansion.argument(0)->getType()->isIntegerTy(32)) {
    return expansion.finish_void();
  }
  if (expansion.size() != 2 || !expansion.argument(0)->getType()->isIntegerTy(32) ||
      !expansion.argument(1)->getType()->isIntegerTy(32)) {
    return false;
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

bool takes_int(Expansion &expansion) {
  return expansion.size() == 1 && expansion.argument(0)->getType()->isIntegerTy(32);
}

/// 1 if the first argument is not zero, else 0.
bool finish_truth(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *truth = builder.CreateIsNotNull(expansion.argument(0));
  return expansion.finish(builder.CreateZExt(truth, builder.getInt32Ty()));
}

/// Whether the predicate holds for all, or any, of one.
bool expand_vote(Expansion &expansion) {
  return takes_int(expansion) && finish_truth(expansion);
}

bool expand_elect(Expansion &expansion) {
  return expansion.size() == 0 && expansion.finish(expansion.builder().getInt32(1));
}

bool is_value(const ParameterType &type) {
  return !type.is_pointer && type.element != Element::named;
}

bool expand_all_equal(Expansion &expansion) {
  return expansion.size() == 1 && is_value(expansion.type(0)) &&
         expansion.finish(expansion.builder().getInt32(1));
}

/// The value of another work-item, or of the first: there is but one. Of a type that may be a
/// vector, followed by whose value it is.
bool expand_own_value(Expansion &expansion) {
  if (expansion.size() == 0 || expansion.size() > 3 || !is_value(expansion.type(0))) {
    return false;
  }
  for (size_t i = 1; i < expansion.size(); ++i) {
    if (!expansion.argument(i)->getType()->isIntegerTy(32)) {
      return false;
    }
  }
  return expansion.finish(expansion.argument(0));
}

/// reduce_<operation>, scan_<...>_<operation>; also after non_uniform_ and, with a size of the
/// cluster, clustered_.
bool expand_combination(Expansion &expansion, std::string_view name, size_t parameters) {
  const std::optional<CollectiveKind> kind = take_collective_kind(name);
  if (!kind || expansion.size() != parameters ||
      expansion.argument(0)->getType() != expansion.result_type() ||
      (parameters == 2 && !expansion.argument(1)->getType()->isIntegerTy(32))) {
    return false;
  }
  const std::optional<NamedOperation> named = named_operation(name, expansion.type(0));
  if (!named) {
    return false;
  }
  llvm::Type *type = expansion.result_type();
  if (*kind == CollectiveKind::scan_exclusive) {
    if (named->is_logical) {
      return expansion.finish(
          llvm::ConstantInt::get(type, named->operation == GroupOperation::bitwise_and ? 1 : 0));
    }
    return expansion.finish(identity_of(named->operation, type));
  }
  if (named->is_logical) {
    return finish_truth(expansion);
  }
  return expansion.finish(expansion.argument(0));
}

// Ballots: the only bit that counts is that of work-item 0.

llvm::Type *ballot_type(Expansion &expansion) {
  return llvm::FixedVectorType::get(expansion.builder().getInt32Ty(), ballot_words);
}

Value *ballot_of(Expansion &expansion, Value *bit) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return builder.CreateInsertElement(llvm::Constant::getNullValue(ballot_type(expansion)),
                                     builder.CreateZExt(bit, builder.getInt32Ty()), uint64_t{0});
}

/// The bit of a ballot that stands for the work-item, as a number.
Value *own_bit(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  return builder.CreateAnd(builder.CreateExtractElement(expansion.argument(0), uint64_t{0}), 1);
}

bool takes_ballot(Expansion &expansion, size_t parameters) {
  return expansion.size() == parameters &&
         expansion.argument(0)->getType() == ballot_type(expansion);
}

bool expand_ballot(Expansion &expansion) {
  return takes_int(expansion) &&
         expansion.finish(
             ballot_of(expansion, expansion.builder().CreateIsNotNull(expansion.argument(0))));
}

/// The work-item's own bit, and as many as are set.
bool expand_own_bit(Expansion &expansion) {
  return takes_ballot(expansion, 1) && expansion.finish(own_bit(expansion));
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

/// The bits below the work-item's own: none. Where the only bit is, if it is set.
bool expand_no_bit(Expansion &expansion) {
  return takes_ballot(expansion, 1) && expansion.finish(expansion.builder().getInt32(0));
}

bool expand_mask_with_own(Expansion &expansion) {
  return expansion.size() == 0 &&
         expansion.finish(ballot_of(expansion, expansion.builder().getTrue()));
}

bool expand_mask_of_others(Expansion &expansion) {
  return expansion.size() == 0 &&
         expansion.finish(ballot_of(expansion, expansion.builder().getFalse()));
}

constexpr NamedExpansion query_table[] = {
    {"get_sub_group_size", expand_size},
    {"get_max_sub_group_size", expand_max_size},
    {"get_num_sub_groups", expand_num},
    {"get_enqueued_num_sub_groups", expand_enqueued_num},
    {"get_sub_group_id", expand_id},
    {"get_sub_group_local_id", expand_local_id},
    {"get_sub_group_eq_mask", expand_mask_with_own},
    {"get_sub_group_ge_mask", expand_mask_with_own},
    {"get_sub_group_le_mask", expand_mask_with_own},
    {"get_sub_group_gt_mask", expand_mask_of_others},
    {"get_sub_group_lt_mask", expand_mask_of_others},
};

/// After sub_group_.
constexpr NamedExpansion exchange_table[] = {
    {"barrier", expand_barrier},
    {"all", expand_vote},
    {"any", expand_vote},
    {"non_uniform_all", expand_vote},
    {"non_uniform_any", expand_vote},
    {"non_uniform_all_equal", expand_all_equal},
    {"elect", expand_elect},
    {"broadcast", expand_own_value},
    {"non_uniform_broadcast", expand_own_value},
    {"broadcast_first", expand_own_value},
    {"shuffle", expand_own_value},
    {"shuffle_xor", expand_own_value},
    {"shuffle_up", expand_own_value},
    {"shuffle_down", expand_own_value},
    {"rotate", expand_own_value},
    {"clustered_rotate", expand_own_value},
    {"ballot", expand_ballot},
    {"inverse_ballot", expand_own_bit},
    {"ballot_bit_extract", expand_bit_extract},
    {"ballot_bit_count", expand_own_bit},
    {"ballot_inclusive_scan", expand_own_bit},
    {"ballot_exclusive_scan", expand_no_bit},
    {"ballot_find_lsb", expand_no_bit},
    {"ballot_find_msb", expand_no_bit},
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
