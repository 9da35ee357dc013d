// Atomics of OpenCL C 1.2: atomic_* on 32-bit integers, and atom_* of the cl_khr_*_atomics
// extensions on 32- and 64-bit integers. Their memory order is relaxed. They are also expanded for
// integers of 8 and 16 bits, for programs that declare them.

#include <optional>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;

struct Operation {
  std::string_view name;
  AtomicRMWInst::BinOp when_signed;
  AtomicRMWInst::BinOp when_unsigned;
};

constexpr Operation operations[] = {
    {"add", AtomicRMWInst::Add, AtomicRMWInst::Add},
    {"sub", AtomicRMWInst::Sub, AtomicRMWInst::Sub},
    {"xchg", AtomicRMWInst::Xchg, AtomicRMWInst::Xchg},
    {"inc", AtomicRMWInst::Add, AtomicRMWInst::Add},
    {"dec", AtomicRMWInst::Sub, AtomicRMWInst::Sub},
    {"min", AtomicRMWInst::Min, AtomicRMWInst::UMin},
    {"max", AtomicRMWInst::Max, AtomicRMWInst::UMax},
    {"and", AtomicRMWInst::And, AtomicRMWInst::And},
    {"or", AtomicRMWInst::Or, AtomicRMWInst::Or},
    {"xor", AtomicRMWInst::Xor, AtomicRMWInst::Xor},
};

/// Whether the parameters are a pointer to an integer, or to a float for an exchange, and
/// `operands` values of that type.
bool takes_location(Expansion &expansion, size_t operands, bool exchange) {
  const ParameterType &pointer = expansion.type(0);
  if (expansion.size() != operands + 1 || !pointer.is_pointer || pointer.lanes != 1 ||
      !(is_integer(pointer.element) || (exchange && pointer.element == Element::float32))) {
    return false;
  }
  llvm::Type *type = pointee_type(expansion.function().getContext(), pointer);
  if (expansion.result_type() != type) {
    return false;
  }
  for (size_t i = 1; i <= operands; ++i) {
    if (expansion.argument(i)->getType() != type) {
      return false;
    }
  }
  return true;
}

bool expand_compare_exchange(Expansion &expansion) {
  if (!takes_location(expansion, 2, false)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *pair = builder.CreateAtomicCmpXchg(expansion.argument(0), expansion.argument(1),
                                            expansion.argument(2), llvm::MaybeAlign(),
                                            AtomicOrdering::Monotonic, AtomicOrdering::Monotonic);
  return expansion.finish(builder.CreateExtractValue(pair, 0));
}

bool expand_read_modify_write(Expansion &expansion, const Operation &operation) {
  const bool by_one = operation.name == "inc" || operation.name == "dec";
  if (!takes_location(expansion, by_one ? 0 : 1, operation.name == "xchg")) {
    return false;
  }
  Value *operand =
      by_one ? llvm::ConstantInt::get(expansion.result_type(), 1) : expansion.argument(1);
  return expansion.finish(expansion.builder().CreateAtomicRMW(
      expansion.is_signed(0) ? operation.when_signed : operation.when_unsigned,
      expansion.argument(0), operand, llvm::MaybeAlign(), AtomicOrdering::Monotonic));
}

}  // namespace

bool expand_atomic(Expansion &expansion) {
  std::string_view name = expansion.name();
  if (name.starts_with("atomic_")) {
    name.remove_prefix(7);
  } else if (name.starts_with("atom_")) {
    name.remove_prefix(5);
  } else {
    return false;
  }
  if (expansion.size() == 0) {
    return false;
  }
  if (name == "cmpxchg") {
    return expand_compare_exchange(expansion);
  }
  for (const Operation &operation : operations) {
    if (name == operation.name) {
      return expand_read_modify_write(expansion, operation);
    }
  }
  return false;
}

}  // namespace mux::compiler::builtins
