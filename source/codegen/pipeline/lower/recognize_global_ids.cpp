#include "codegen/pipeline/lower/recognize_global_ids.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/robust_access.h"
#include "codegen/ir/work_item_functions.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// An instruction that computes a global id without the global offset, in 32 bits.
struct GlobalId {
  llvm::Instruction *instruction = nullptr;
  unsigned dimension = 0;
};

class GlobalIds {
 public:
  explicit GlobalIds(const SourceKernel &kernel)
      : function_(*kernel.function), size_(kernel.description.required_local_size) {}

  void run() {
    if (size_[0] == 0 || !find() || found_.empty()) {
      return;
    }
    for (const GlobalId &id : found_) {
      llvm::IRBuilder<> builder(id.instruction);
      llvm::Value *global = truncated_query(builder, "_Z13get_global_idj", id.dimension);
      llvm::Value *offset = truncated_query(builder, "_Z17get_global_offsetj", id.dimension);
      id.instruction->replaceAllUsesWith(builder.CreateSub(global, offset));
    }
  }

 private:
  struct IdQuery {
    WorkItemQuery query = WorkItemQuery::work_dim;
    unsigned dimension = 0;

    bool operator==(const IdQuery &) const = default;
  };

  /// The query of a constant dimension that an instruction is.
  static std::optional<IdQuery> query_of(const llvm::Value &value) {
    const llvm::Function *callee = called_function(value);
    const auto query = callee == nullptr ? std::nullopt : work_item_query(callee->getName());
    const auto *dimension =
        query && llvm::cast<llvm::CallInst>(value).arg_size() == 1
            ? llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(value).getArgOperand(0))
            : nullptr;
    if (dimension == nullptr || dimension->getValue().uge(3)) {
      return std::nullopt;
    }
    return IdQuery{*query, static_cast<unsigned>(dimension->getZExtValue())};
  }

  /// The query that a value is truncated from to 32 bits.
  static std::optional<IdQuery> truncated_id(const llvm::Value &value) {
    const auto *truncation = llvm::dyn_cast<llvm::TruncInst>(&value);
    return truncation != nullptr && truncation->getType()->isIntegerTy(32)
               ? query_of(*truncation->getOperand(0))
               : std::nullopt;
  }

  /// The dimension if a value is the id of the group's first work-item.
  std::optional<unsigned> start_of_group(llvm::Value &value) const {
    using namespace llvm::PatternMatch;
    llvm::Value *group = &value;
    const llvm::APInt *factor = nullptr;
    uint64_t size = 1;
    if (match(&value, m_Mul(m_Value(group), m_APInt(factor)))) {
      size = factor->getZExtValue();
    } else if (match(&value, m_Shl(m_Value(group), m_APInt(factor))) && factor->ult(32)) {
      size = uint64_t{1} << factor->getZExtValue();
    }
    const std::optional<IdQuery> query = truncated_id(*group);
    return query && query->query == WorkItemQuery::group_id && size_[query->dimension] == size
               ? std::optional(query->dimension)
               : std::nullopt;
  }

  std::optional<unsigned> global_id(llvm::Instruction &instruction) const {
    if (instruction.getOpcode() != llvm::Instruction::Add) {
      // The groups may have one work-item in this dimension.
      const std::optional<IdQuery> query = truncated_id(instruction);
      return query && query->query == WorkItemQuery::group_id && size_[query->dimension] == 1
                 ? std::optional(query->dimension)
                 : std::nullopt;
    }
    for (const unsigned i : {0U, 1U}) {
      const std::optional<unsigned> start = start_of_group(*instruction.getOperand(i));
      if (start && truncated_id(*instruction.getOperand(1 - i)) ==
                       IdQuery{WorkItemQuery::local_id, *start}) {
        return start;
      }
    }
    return std::nullopt;
  }

  /// Whether all users of a value are global ids, or lead to them alone.
  bool is_part_of_ids(const llvm::Value &value, unsigned steps) const {
    return llvm::all_of(value.users(), [&](const llvm::User *user) {
      return ids_.contains(user) ||
             (steps != 0 && llvm::isa<llvm::TruncInst, llvm::BinaryOperator>(user) &&
              is_part_of_ids(*user, steps - 1));
    });
  }

  /// @return whether the kernel does not depend on its groups otherwise.
  bool find() {
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      if (is_barrier_call(instruction)) {
        return false;
      }
      if (const std::optional<unsigned> dimension = global_id(instruction)) {
        found_.push_back({&instruction, *dimension});
        ids_.insert(&instruction);
      }
    }
    // A truncation, then a product.
    constexpr unsigned most_steps = 2;
    return llvm::none_of(function_.args(),
                         [](const llvm::Argument &argument) {
                           return argument.getType()->isPointerTy() &&
                                  argument.getType()->getPointerAddressSpace() ==
                                      address_space::local;
                         }) &&
           llvm::all_of(llvm::instructions(function_), [&](const llvm::Instruction &instruction) {
             const std::optional<IdQuery> query = query_of(instruction);
             const bool is_of_group = query && (query->query == WorkItemQuery::group_id ||
                                                query->query == WorkItemQuery::local_id);
             return !is_of_group || is_part_of_ids(instruction, most_steps);
           });
  }

  llvm::Value *truncated_query(llvm::IRBuilder<> &builder, llvm::StringRef name,
                               unsigned dimension) {
    auto *type = llvm::FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
    llvm::FunctionCallee callee = function_.getParent()->getOrInsertFunction(name, type);
    auto &query = *llvm::cast<llvm::Function>(callee.getCallee());
    query.setDoesNotAccessMemory();
    query.setDoesNotThrow();
    query.setWillReturn();
    return builder.CreateTrunc(builder.CreateCall(callee, {builder.getInt32(dimension)}),
                               builder.getInt32Ty());
  }

  llvm::Function &function_;
  const uint64_t (&size_)[3];
  llvm::SmallVector<GlobalId> found_;
  llvm::SmallPtrSet<const llvm::Value *, 16> ids_;
};

}  // namespace

void recognize_global_ids(const SourceKernel &kernel) {
  if (kernel.function->hasFnAttribute(computes_global_ids_attribute)) {
    GlobalIds(kernel).run();
  }
}

}  // namespace mux::compiler
