// Atomics of OpenCL C 2.0 and later (6.15.12): on atomic_int and the other atomic types, with
// memory orders. They are also expanded for integers of 8 and 16 bits, for which OpenCL C has no
// atomic types.
//
// The order of an operation is nearly always a constant: each body has a case for every order, of
// which one remains after inlining. The scope is ignored here: atomics that only the work-items of
// a group can observe are relaxed to ordinary accesses later (ir/lower_local_atomics.h).

#include <llvm/IR/Module.h>

#include "codegen/builtins/expansion.h"
#include "codegen/builtins/name_affixes.h"

namespace mux::compiler::builtins {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;

/// memory_order of OpenCL C.
enum MemoryOrder : uint32_t {
  memory_order_relaxed = 0,
  memory_order_acquire = 2,
  memory_order_release = 3,
  memory_order_acq_rel = 4,
  memory_order_seq_cst = 5,
};

struct OrderCase {
  MemoryOrder order;
  AtomicOrdering ordering;
};

/// The orders of an operation other than sequentially consistent, which is the default case,
/// because it guarantees what all other orders do.
constexpr OrderCase load_orders[] = {{memory_order_relaxed, AtomicOrdering::Monotonic},
                                     {memory_order_acquire, AtomicOrdering::Acquire}};
constexpr OrderCase store_orders[] = {{memory_order_relaxed, AtomicOrdering::Monotonic},
                                      {memory_order_release, AtomicOrdering::Release}};
constexpr OrderCase update_orders[] = {{memory_order_relaxed, AtomicOrdering::Monotonic},
                                       {memory_order_acquire, AtomicOrdering::Acquire},
                                       {memory_order_release, AtomicOrdering::Release},
                                       {memory_order_acq_rel, AtomicOrdering::AcquireRelease}};

/// Emits a switch with the operation once for each order, and positions the builder behind it.
/// @param emit takes an AtomicOrdering and returns the operation.
/// @return its result.
template <typename Emit>
Value *emit_ordered(Expansion &expansion, Value *order, llvm::ArrayRef<OrderCase> cases,
                    Emit emit) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const auto new_block = [&](const char *name) {
    return llvm::BasicBlock::Create(builder.getContext(), name, &expansion.function());
  };
  llvm::BasicBlock *strongest = new_block("seq_cst");
  llvm::BasicBlock *end = new_block("end");
  llvm::SwitchInst *choice =
      builder.CreateSwitch(order, strongest, static_cast<unsigned>(cases.size()));
  llvm::SmallVector<std::pair<Value *, llvm::BasicBlock *>, 5> results;
  const auto emit_in = [&](llvm::BasicBlock *block, AtomicOrdering ordering) {
    builder.SetInsertPoint(block);
    results.emplace_back(emit(ordering), block);
    builder.CreateBr(end);
  };
  emit_in(strongest, AtomicOrdering::SequentiallyConsistent);
  for (const OrderCase &entry : cases) {
    llvm::BasicBlock *block = new_block("order");
    choice->addCase(builder.getInt32(entry.order), block);
    emit_in(block, entry.ordering);
  }
  builder.SetInsertPoint(end);
  llvm::Type *type = results.front().first->getType();
  if (type->isVoidTy()) {
    return nullptr;
  }
  llvm::PHINode *result = builder.CreatePHI(type, static_cast<unsigned>(results.size()));
  for (const auto &[value, block] : results) {
    result->addIncoming(value, block);
  }
  return result;
}

/// A call of an atomic function: (object, operands...), and if its name ends in _explicit (...,
/// orders..., scope), where the scope is optional.
class AtomicCall {
 public:
  AtomicCall(Expansion &expansion, bool is_explicit)
      : expansion_(expansion), is_explicit_(is_explicit) {}

  /// Whether the parameters are an atomic object, `operands` operands and `orders` orders.
  bool takes(size_t operands, size_t orders) {
    first_order_ = 1 + operands;
    const size_t least = first_order_ + (is_explicit_ ? orders : 0);
    const size_t most = least + (is_explicit_ ? 1 : 0);
    if (expansion_.size() < least || expansion_.size() > most) {
      return false;
    }
    const ParameterType &object = expansion_.type(0);
    if (!object.is_pointer || !object.is_atomic || object.lanes != 1 ||
        !(is_real(object.element) || is_integer(object.element))) {
      return false;
    }
    for (size_t i = first_order_; i < expansion_.size(); ++i) {
      if (!expansion_.argument(i)->getType()->isIntegerTy(32)) {
        return false;
      }
    }
    return true;
  }

  /// Whether a parameter has the type of the object's value.
  bool takes_value(size_t index) {
    return !expansion_.type(index).is_pointer && expansion_.argument(index)->getType() == type();
  }

  Value *object() { return expansion_.argument(0); }
  llvm::Type *type() {
    return pointee_type(expansion_.function().getContext(), expansion_.type(0));
  }
  Value *order(size_t index = 0) {
    return is_explicit_ ? expansion_.argument(first_order_ + index)
                        : expansion_.builder().getInt32(memory_order_seq_cst);
  }

 private:
  Expansion &expansion_;
  bool is_explicit_;
  size_t first_order_ = 1;
};

/// atomic_init is not an atomic operation.
bool expand_init(Expansion &expansion, bool is_explicit) {
  AtomicCall call(expansion, is_explicit);
  if (is_explicit || !call.takes(1, 0) || !call.takes_value(1)) {
    return false;
  }
  expansion.builder().CreateStore(expansion.argument(1), call.object());
  return expansion.finish_void();
}

bool expand_load(Expansion &expansion, bool is_explicit) {
  AtomicCall call(expansion, is_explicit);
  if (!call.takes(0, 1) || expansion.result_type() != call.type()) {
    return false;
  }
  const llvm::DataLayout &layout = expansion.module().getDataLayout();
  return expansion.finish(
      emit_ordered(expansion, call.order(), load_orders, [&](AtomicOrdering ordering) {
        llvm::LoadInst *load = expansion.builder().CreateAlignedLoad(
            call.type(), call.object(), llvm::Align(layout.getTypeStoreSize(call.type())));
        load->setAtomic(ordering);
        return load;
      }));
}

void emit_store(Expansion &expansion, AtomicCall &call, Value *value) {
  const llvm::DataLayout &layout = expansion.module().getDataLayout();
  emit_ordered(expansion, call.order(), store_orders, [&](AtomicOrdering ordering) {
    llvm::StoreInst *store = expansion.builder().CreateAlignedStore(
        value, call.object(), llvm::Align(layout.getTypeStoreSize(call.type())));
    store->setAtomic(ordering);
    return store;
  });
}

bool expand_store(Expansion &expansion, bool is_explicit) {
  AtomicCall call(expansion, is_explicit);
  if (!call.takes(1, 1) || !call.takes_value(1)) {
    return false;
  }
  emit_store(expansion, call, expansion.argument(1));
  return expansion.finish_void();
}

Value *emit_update(Expansion &expansion, AtomicCall &call, AtomicRMWInst::BinOp operation,
                   Value *operand) {
  return emit_ordered(expansion, call.order(), update_orders, [&](AtomicOrdering ordering) {
    return expansion.builder().CreateAtomicRMW(operation, call.object(), operand,
                                               llvm::MaybeAlign(), ordering);
  });
}

bool expand_update(Expansion &expansion, bool is_explicit, AtomicRMWInst::BinOp operation) {
  AtomicCall call(expansion, is_explicit);
  if (operation == AtomicRMWInst::BAD_BINOP || !call.takes(1, 1) || !call.takes_value(1) ||
      expansion.result_type() != call.type()) {
    return false;
  }
  return expansion.finish(emit_update(expansion, call, operation, expansion.argument(1)));
}

bool expand_exchange(Expansion &expansion, bool is_explicit) {
  return expand_update(expansion, is_explicit, AtomicRMWInst::Xchg);
}

struct FetchOperation {
  std::string_view name;
  AtomicRMWInst::BinOp when_signed;
  AtomicRMWInst::BinOp when_unsigned;
  AtomicRMWInst::BinOp when_real;
};

constexpr FetchOperation fetch_operations[] = {
    {"add", AtomicRMWInst::Add, AtomicRMWInst::Add, AtomicRMWInst::FAdd},
    {"sub", AtomicRMWInst::Sub, AtomicRMWInst::Sub, AtomicRMWInst::FSub},
    {"or", AtomicRMWInst::Or, AtomicRMWInst::Or, AtomicRMWInst::BAD_BINOP},
    {"xor", AtomicRMWInst::Xor, AtomicRMWInst::Xor, AtomicRMWInst::BAD_BINOP},
    {"and", AtomicRMWInst::And, AtomicRMWInst::And, AtomicRMWInst::BAD_BINOP},
    {"min", AtomicRMWInst::Min, AtomicRMWInst::UMin, AtomicRMWInst::FMin},
    {"max", AtomicRMWInst::Max, AtomicRMWInst::UMax, AtomicRMWInst::FMax},
};

bool expand_fetch(Expansion &expansion, bool is_explicit, std::string_view name) {
  if (expansion.size() == 0) {
    return false;
  }
  for (const FetchOperation &operation : fetch_operations) {
    if (name == operation.name) {
      const Element element = expansion.type(0).element;
      return expand_update(expansion, is_explicit,
                           is_real(element)             ? operation.when_real
                           : is_signed_integer(element) ? operation.when_signed
                                                        : operation.when_unsigned);
    }
  }
  return false;
}

/// The stronger of the success and the failure order of a compare-exchange: the failure order is
/// applied to success as well.
Value *joined_order(Expansion &expansion, AtomicCall &call) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *success = call.order(0);
  Value *failure = call.order(1);
  const auto is = [&](Value *order, MemoryOrder value) {
    return builder.CreateICmpEQ(order, builder.getInt32(value));
  };
  Value *acquired = builder.CreateSelect(
      is(success, memory_order_relaxed), builder.getInt32(memory_order_acquire),
      builder.CreateSelect(is(success, memory_order_release),
                           builder.getInt32(memory_order_acq_rel), success));
  return builder.CreateSelect(
      is(failure, memory_order_seq_cst), failure,
      builder.CreateSelect(is(failure, memory_order_acquire), acquired, success));
}

/// (object, expected *, desired). Compares bits, as C does.
bool expand_compare_exchange(Expansion &expansion, bool is_explicit, bool is_weak) {
  AtomicCall call(expansion, is_explicit);
  if (!call.takes(2, 2) || !call.takes_value(2) || !expansion.type(1).is_pointer ||
      expansion.type(1).element != expansion.type(0).element || expansion.type(1).lanes != 1 ||
      !expansion.result_type()->isIntegerTy(1)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Type *bits = builder.getIntNTy(bit_width(expansion.type(0).element));
  Value *expected = builder.CreateLoad(bits, expansion.argument(1));
  Value *desired = builder.CreateBitCast(expansion.argument(2), bits);
  Value *pair = emit_ordered(expansion, joined_order(expansion, call), update_orders,
                             [&](AtomicOrdering ordering) {
                               llvm::AtomicCmpXchgInst *exchange = builder.CreateAtomicCmpXchg(
                                   call.object(), expected, desired, llvm::MaybeAlign(), ordering,
                                   llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(ordering));
                               exchange->setWeak(is_weak);
                               return exchange;
                             });
  Value *exchanged = builder.CreateExtractValue(pair, 1);
  auto *failed = llvm::BasicBlock::Create(builder.getContext(), "failed", &expansion.function());
  auto *done = llvm::BasicBlock::Create(builder.getContext(), "done", &expansion.function());
  builder.CreateCondBr(exchanged, done, failed);
  builder.SetInsertPoint(failed);
  builder.CreateStore(builder.CreateExtractValue(pair, 0), expansion.argument(1));
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  return expansion.finish(exchanged);
}

bool expand_strong_compare_exchange(Expansion &expansion, bool is_explicit) {
  return expand_compare_exchange(expansion, is_explicit, false);
}

bool expand_weak_compare_exchange(Expansion &expansion, bool is_explicit) {
  return expand_compare_exchange(expansion, is_explicit, true);
}

/// atomic_flag is an atomic_int with the values 0 and 1.
bool takes_flag(Expansion &expansion, AtomicCall &call) {
  return call.takes(0, 1) && expansion.type(0).element == Element::int32;
}

bool expand_flag_test_and_set(Expansion &expansion, bool is_explicit) {
  AtomicCall call(expansion, is_explicit);
  if (!takes_flag(expansion, call) || !expansion.result_type()->isIntegerTy(1)) {
    return false;
  }
  Value *old = emit_update(expansion, call, AtomicRMWInst::Xchg, expansion.builder().getInt32(1));
  return expansion.finish(expansion.builder().CreateIsNotNull(old));
}

bool expand_flag_clear(Expansion &expansion, bool is_explicit) {
  AtomicCall call(expansion, is_explicit);
  if (!takes_flag(expansion, call)) {
    return false;
  }
  emit_store(expansion, call, expansion.builder().getInt32(0));
  return expansion.finish_void();
}

struct NamedAtomic {
  std::string_view name;
  bool (*expand)(Expansion &, bool is_explicit);
};

constexpr NamedAtomic atomics[] = {
    {"init", expand_init},
    {"load", expand_load},
    {"store", expand_store},
    {"exchange", expand_exchange},
    {"compare_exchange_strong", expand_strong_compare_exchange},
    {"compare_exchange_weak", expand_weak_compare_exchange},
    {"flag_test_and_set", expand_flag_test_and_set},
    {"flag_clear", expand_flag_clear},
};

}  // namespace

bool expand_atomic_object(Expansion &expansion) {
  std::string_view name = expansion.name();
  if (!take_prefix(name, "atomic_")) {
    return false;
  }
  const bool is_explicit = take_suffix(name, "_explicit");
  if (take_prefix(name, "fetch_")) {
    return expand_fetch(expansion, is_explicit, name);
  }
  for (const NamedAtomic &atomic : atomics) {
    if (name == atomic.name) {
      return atomic.expand(expansion, is_explicit);
    }
  }
  return false;
}

}  // namespace mux::compiler::builtins
