#include "codegen/pipeline/lower/infer_argument_access.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/ir/work_item_functions.h"
#include "codegen/target/pipeline_functions.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

class AccessFinder {
 public:
  explicit AccessFinder(KernelDescription &description) : description_(description) {
    for (KernelArgument &argument : description_.arguments) {
      // The access of images is set from their access qualifiers.
      if (argument.kind == ArgumentKind::buffer) {
        argument.reads = false;
        argument.writes = false;
      }
    }
    description_.may_access_any_memory = false;
  }

  void visit(const llvm::Instruction &instruction) {
    if (!instruction.mayReadOrWriteMemory()) {
      return;
    }
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      access(load->getPointerOperand(), true, false);
    } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      access(store->getPointerOperand(), false, true);
    } else if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      access(update->getPointerOperand(), true, true);
    } else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      access(exchange->getPointerOperand(), true, true);
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      visit_call(*call);
    } else if (!llvm::isa<llvm::FenceInst>(instruction)) {
      description_.may_access_any_memory = true;
    }
  }

 private:
  void visit_call(const llvm::CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if (callee != nullptr && is_pipeline_function(callee->getName())) {
      return;
    }
    if (!call.onlyAccessesArgMemory() && !call.onlyAccessesInaccessibleMemOrArgMem() &&
        !call.onlyAccessesInaccessibleMemory()) {
      description_.may_access_any_memory = true;
    }
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const llvm::Value *operand = call.getArgOperand(i);
      if (operand->getType()->isPtrOrPtrVectorTy() && !call.doesNotAccessMemory(i)) {
        access(operand, !call.onlyWritesMemory(i), !call.onlyReadsMemory(i));
      }
    }
  }

  void access(const llvm::Value *pointer, bool reads, bool writes) {
    if (pointer->getType()->isVectorTy()) {
      // A gather or scatter; its lanes may point anywhere.
      description_.may_access_any_memory = true;
      return;
    }
    llvm::SmallVector<const llvm::Value *> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    for (const llvm::Value *object : objects) {
      access_object(object, reads, writes);
    }
  }

  /// Whether an object is an image's pixels: the address is loaded from the ImageView, the only
  /// pointer in memory that is invariant.
  bool is_image(const llvm::Value *object) const {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(object);
    if (load == nullptr || !load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) {
      return false;
    }
    llvm::SmallVector<const llvm::Value *> views;
    llvm::getUnderlyingObjects(load->getPointerOperand(), views, nullptr, 0);
    return llvm::all_of(views, [this](const llvm::Value *view) {
      const auto *argument = llvm::dyn_cast<llvm::Argument>(view);
      return argument != nullptr &&
             description_.arguments[argument->getArgNo()].kind == ArgumentKind::image;
    });
  }

  void access_object(const llvm::Value *object, bool reads, bool writes) {
    if (is_image(object)) {
      return;
    }
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object)) {
      KernelArgument &described = description_.arguments[argument->getArgNo()];
      described.reads |= reads && described.kind == ArgumentKind::buffer;
      described.writes |= writes && described.kind == ArgumentKind::buffer;
    } else if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
      if (!variable->isConstant() && variable->getAddressSpace() != address_space::local) {
        description_.may_access_any_memory = true;
      }
    } else if (!llvm::isa<llvm::AllocaInst>(object) && !llvm::isa<llvm::UndefValue>(object) &&
               !llvm::isa<llvm::ConstantPointerNull>(object)) {
      description_.may_access_any_memory = true;
    }
  }

  KernelDescription &description_;
};

}  // namespace

void infer_argument_access(SourceKernel &kernel) {
  AccessFinder finder(kernel.description);
  for (const llvm::Instruction &instruction : llvm::instructions(*kernel.function)) {
    finder.visit(instruction);
  }
}

}  // namespace mux::compiler
