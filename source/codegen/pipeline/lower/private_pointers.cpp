#include "codegen/pipeline/lower/private_pointers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/ir/local_accesses.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

class PrivatePointers {
 public:
  explicit PrivatePointers(llvm::ArrayRef<llvm::AddrSpaceCastInst *> variables)
      : variables_(variables.begin(), variables.end()) {
    for (llvm::AddrSpaceCastInst *variable : variables) {
      pointers_.insert(variable);
    }
  }

  void use() {
    follow();
    while (drop_mixed()) {
    }
    for (llvm::Instruction *pointer : pointers_) {
      if (!variables_.contains(pointer)) {
        make_private(*pointer);
      }
    }
    for (llvm::Instruction *pointer : pointers_) {
      llvm::Value *now = variables_.contains(pointer) ? pointer->getOperand(0) : pointer;
      llvm::SmallVector<llvm::Use *> uses;
      for (llvm::Use &use : pointer->uses()) {
        uses.push_back(&use);
      }
      for (llvm::Use *use : uses) {
        replace_use(*use, *now);
      }
    }
    for (llvm::Instruction *variable : variables_) {
      variable->eraseFromParent();
    }
  }

 private:
  /// Finds all pointers that are derived from the variables.
  void follow() {
    for (size_t i = 0; i < pointers_.size(); ++i) {
      for (llvm::User *user : pointers_[i]->users()) {
        if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user) || is_step(*user, *pointers_[i])) {
          pointers_.insert(llvm::cast<llvm::Instruction>(user));
        }
      }
    }
  }

  static bool is_step(const llvm::User &user, const llvm::Value &pointer) {
    const auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(&user);
    return step != nullptr && step->getPointerOperand() == &pointer &&
           step->getType()->isPointerTy();
  }

  /// Removes pointers that may point to other memory as well.
  /// @return whether any were removed.
  bool drop_mixed() {
    return pointers_.remove_if([&](const llvm::Instruction *pointer) {
      return !variables_.contains(pointer) &&
             !llvm::all_of(pointer->operands(), [&](const llvm::Use &use) {
               return !use->getType()->isPointerTy() || is_private(*use);
             });
    });
  }

  bool is_private(llvm::Value &value) const {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(value) ||
           (instruction != nullptr &&
            pointers_.contains(const_cast<llvm::Instruction *>(instruction)));
  }

  static void make_private(llvm::Instruction &pointer) {
    llvm::Type *type = llvm::PointerType::get(pointer.getContext(), address_space::private_memory);
    pointer.mutateType(type);
    for (llvm::Use &use : pointer.operands()) {
      if (use->getType()->isPointerTy() && llvm::isa<llvm::Constant>(use)) {
        use.set(llvm::isa<llvm::PoisonValue>(use)  ? llvm::PoisonValue::get(type)
                : llvm::isa<llvm::UndefValue>(use) ? llvm::UndefValue::get(type)
                                                   : llvm::Constant::getNullValue(type));
      }
    }
  }

  void replace_use(llvm::Use &use, llvm::Value &pointer) {
    auto &user = *llvm::cast<llvm::Instruction>(use.getUser());
    if (pointers_.contains(&user)) {
      use.set(&pointer);
      return;
    }
    if (auto *block = llvm::dyn_cast<llvm::MemIntrinsic>(&user)) {
      use_in_block(*block, use, pointer);
      return;
    }
    if (auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&user)) {
      llvm::IRBuilder<> builder(cast);
      cast->replaceAllUsesWith(builder.CreateAddrSpaceCast(&pointer, cast->getType()));
      cast->eraseFromParent();
      return;
    }
    if (is_address(use)) {
      use.set(&pointer);
      make_not_volatile(user);
      make_not_atomic(user);
      return;
    }
    keep_local(use, pointer);
  }

  static bool is_address(const llvm::Use &use) {
    const llvm::User *user = use.getUser();
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      return use.getOperandNo() == store->getPointerOperandIndex();
    }
    if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(user)) {
      return use.getOperandNo() == update->getPointerOperandIndex();
    }
    if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(user)) {
      return use.getOperandNo() == exchange->getPointerOperandIndex();
    }
    return llvm::isa<llvm::LoadInst>(user);
  }

  /// Intrinsics are overloaded by pointer types.
  static void use_in_block(llvm::MemIntrinsic &block, llvm::Use &use, llvm::Value &pointer) {
    use.set(&pointer);
    llvm::SmallVector<llvm::Type *, 3> types;
    for (const llvm::Use &argument : block.args()) {
      if (argument->getType()->isPointerTy() || argument.get() == block.getLength()) {
        types.push_back(argument->getType());
      }
    }
    block.setCalledFunction(
        llvm::Intrinsic::getDeclaration(block.getModule(), block.getIntrinsicID(), types));
    block.setVolatile(llvm::ConstantInt::getFalse(block.getContext()));
  }

  void keep_local(llvm::Use &use, llvm::Value &pointer) {
    llvm::Value *&local = local_[&pointer];
    if (local == nullptr) {
      auto &instruction = llvm::cast<llvm::Instruction>(pointer);
      // Instructions that produce pointers are not terminators.
      llvm::IRBuilder<> builder(instruction.getParent(), *instruction.getInsertionPointAfterDef());
      local = builder.CreateAddrSpaceCast(
          &pointer, llvm::PointerType::get(pointer.getContext(), address_space::local));
    }
    use.set(local);
  }

  llvm::SmallPtrSet<llvm::Instruction *, 8> variables_;
  /// Including the variables.
  llvm::SetVector<llvm::Instruction *> pointers_;
  /// Casts of private pointers to local memory, for uses that cannot be rewritten.
  llvm::DenseMap<llvm::Value *, llvm::Value *> local_;
};

}  // namespace

void use_private_pointers(llvm::ArrayRef<llvm::AddrSpaceCastInst *> variables) {
  PrivatePointers(variables).use();
}

}  // namespace mux::compiler
