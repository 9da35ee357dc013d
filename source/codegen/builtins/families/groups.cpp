// Work-group collectives (OpenCL C 6.15.16 and cl_khr_work_group_uniform_arithmetic), expanded to
// the collectives of ir/collectives.h, which the pipeline lowers.

#include <llvm/IR/Module.h>

#include "codegen/builtins/families/group_operations.h"
#include "codegen/builtins/pipeline_calls.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Builds a call of a collective. NULL if the module uses its name for something else.
Value *call_collective(Expansion &expansion, const Collective &collective,
                       llvm::ArrayRef<Value *> arguments) {
  llvm::Function *function =
      declare_collective(expansion.module(), collective, arguments[0]->getType());
  if (function == nullptr) {
    return nullptr;
  }
  llvm::CallInst *call = expansion.builder().CreateCall(function, arguments);
  call->setConvergent();
  return call;
}

/// Logical operations: booleans are widened to i8 only, so that as many as possible fit a vector.
bool expand_logical(Expansion &expansion, const Collective &collective) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *truth =
      builder.CreateZExt(builder.CreateIsNotNull(expansion.argument(0)), builder.getInt8Ty());
  Value *combined = call_collective(expansion, collective, {truth});
  return combined != nullptr && expansion.finish(builder.CreateZExt(
                                    builder.CreateIsNotNull(combined), expansion.result_type()));
}

/// Reductions and scans.
bool expand_combination(Expansion &expansion, CollectiveKind kind, std::string_view operation) {
  if (!expansion.takes_results(1)) {
    return false;
  }
  const std::optional<NamedOperation> named = named_operation(operation, expansion.type(0));
  if (!named) {
    return false;
  }
  const Collective collective{kind, named->operation};
  if (named->is_logical) {
    return expand_logical(expansion, collective);
  }
  Value *combined = call_collective(expansion, collective, {expansion.argument(0)});
  return combined != nullptr && expansion.finish(combined);
}

/// work_group_broadcast(value, local ids of the source work-item, x first).
bool expand_broadcast(Expansion &expansion) {
  const ParameterType &type = expansion.type(0);
  if (expansion.size() < 2 || expansion.size() > 4 || type.is_pointer || type.lanes != 1 ||
      !(is_integer(type.element) || is_floating_point(type.element)) ||
      expansion.argument(0)->getType() != expansion.result_type()) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *index = builder.getInt64(0);
  for (size_t i = expansion.size() - 1; i > 0; --i) {
    const auto dimension = static_cast<uint32_t>(i - 1);
    Value *size = query(expansion, "_Z14get_local_sizej", dimension);
    if (size == nullptr || !expansion.argument(i)->getType()->isIntegerTy(64)) {
      return false;
    }
    index = builder.CreateAdd(builder.CreateMul(index, size), expansion.argument(i));
  }
  Value *result = call_collective(expansion, Collective{CollectiveKind::broadcast},
                                  {expansion.argument(0), index});
  return result != nullptr && expansion.finish(result);
}

}  // namespace

bool expand_work_group(Expansion &expansion) {
  constexpr std::string_view prefix = "work_group_";
  std::string_view name = expansion.name();
  if (!name.starts_with(prefix) || expansion.size() == 0) {
    return false;
  }
  name.remove_prefix(prefix.size());
  if (name == "all" || name == "any") {
    return expand_combination(expansion, CollectiveKind::reduce,
                              name == "all" ? "logical_and" : "logical_or");
  }
  if (name == "broadcast") {
    return expand_broadcast(expansion);
  }
  const std::optional<CollectiveKind> kind = take_collective_kind(name);
  return kind && expand_combination(expansion, *kind, name);
}

}  // namespace mux::compiler::builtins
