#include "codegen/pipeline/lower/add_noalias_scopes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <vector>

#include "codegen/ir/local_accesses.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// Appends to an access's scopes, which inlined functions may have set.
void add_scopes(llvm::Instruction &access, unsigned kind, llvm::ArrayRef<llvm::Metadata *> scopes) {
  if (!scopes.empty()) {
    llvm::MDNode *added = llvm::MDNode::get(access.getContext(), scopes);
    access.setMetadata(kind, llvm::MDNode::concatenate(access.getMetadata(kind), added));
  }
}

/// Memory that is disjoint by address space.
enum class Memory { unknown, global, local };

Memory accessed_memory(const llvm::Instruction &instruction) {
  const llvm::Value *address = accessed_address(instruction);
  if (address == nullptr) {
    return Memory::unknown;
  }
  const unsigned space = address->getType()->getPointerAddressSpace();
  return space == address_space::local          ? Memory::local
         : address_space::excludes_local(space) ? Memory::global
                                                : Memory::unknown;
}

/// Adds alias scopes that separate local memory from buffers.
void add_local_memory_scopes(llvm::Function &function) {
  const auto accesses = [&](Memory memory) {
    return llvm::any_of(llvm::instructions(function), [memory](const llvm::Instruction &access) {
      return accessed_memory(access) == memory;
    });
  };
  if (!accesses(Memory::local) || !accesses(Memory::global)) {
    return;
  }
  llvm::MDBuilder builder(function.getContext());
  llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain("memory");
  llvm::Metadata *global = builder.createAnonymousAliasScope(domain, "global");
  llvm::Metadata *local = builder.createAnonymousAliasScope(domain, "local");
  for (llvm::Instruction &access : llvm::instructions(function)) {
    const Memory memory = accessed_memory(access);
    if (memory != Memory::unknown) {
      const bool is_local = memory == Memory::local;
      add_scopes(access, llvm::LLVMContext::MD_alias_scope, is_local ? local : global);
      add_scopes(access, llvm::LLVMContext::MD_noalias, is_local ? global : local);
    }
  }
}

class BufferSeparator {
 public:
  explicit BufferSeparator(const SourceKernel &kernel)
      : kernel_(kernel), function_(*kernel.function) {}

  /// Whether a loop writes a buffer that is not `restrict`, and accesses another one.
  bool matters() const {
    const llvm::DominatorTree dominators(function_);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(loops, [this](const llvm::Loop *loop) { return matters_in(*loop); });
  }

  void separate() const {
    const std::vector<llvm::MDNode *> scopes = make_scopes();
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      const llvm::SmallBitVector reached = buffers_of(instruction);
      if (reached.any()) {
        note(instruction, reached, scopes);
      }
    }
  }

 private:
  bool is_buffer(const llvm::Argument &argument) const {
    // Parameters that hoist_constants() has added are behind the arguments.
    const auto &arguments = kernel_.description.arguments;
    return argument.getArgNo() < arguments.size() &&
           arguments[argument.getArgNo()].kind == ArgumentKind::buffer;
  }

  /// The arguments that an instruction may access, by index. None if it may access anything else.
  llvm::SmallBitVector buffers_of(const llvm::Instruction &instruction) const {
    llvm::SmallBitVector none(function_.arg_size());
    const llvm::Value *address = accessed_address(instruction);
    if (address == nullptr) {
      return none;
    }
    llvm::SmallVector<const llvm::Value *> objects;
    llvm::getUnderlyingObjects(address, objects, nullptr, 0);
    llvm::SmallBitVector reached = none;
    for (const llvm::Value *object : objects) {
      const auto *argument = llvm::dyn_cast<llvm::Argument>(object);
      if (argument == nullptr || !is_buffer(*argument)) {
        return none;
      }
      reached.set(argument->getArgNo());
    }
    return reached;
  }

  bool matters_in(const llvm::Loop &loop) const {
    llvm::SmallBitVector accessed(function_.arg_size());
    llvm::SmallBitVector written(function_.arg_size());
    for (const llvm::BasicBlock *block : loop.blocks()) {
      for (const llvm::Instruction &instruction : *block) {
        const llvm::SmallBitVector reached = buffers_of(instruction);
        accessed |= reached;
        if (instruction.mayWriteToMemory()) {
          written |= reached;
        }
      }
    }
    return accessed.count() > 1 && llvm::any_of(written.set_bits(), [this](unsigned argument) {
             return !function_.getArg(argument)->hasNoAliasAttr();
           });
  }

  /// By argument index; NULL for arguments that are not buffers.
  std::vector<llvm::MDNode *> make_scopes() const {
    llvm::MDBuilder builder(function_.getContext());
    llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain("buffers");
    std::vector<llvm::MDNode *> scopes;
    for (const llvm::Argument &argument : function_.args()) {
      scopes.push_back(is_buffer(argument) ? builder.createAnonymousAliasScope(domain, "buffer")
                                           : nullptr);
    }
    return scopes;
  }

  static void note(llvm::Instruction &access, const llvm::SmallBitVector &reached,
                   llvm::ArrayRef<llvm::MDNode *> scopes) {
    llvm::SmallVector<llvm::Metadata *> own;
    llvm::SmallVector<llvm::Metadata *> others;
    for (unsigned argument = 0; argument < scopes.size(); ++argument) {
      if (scopes[argument] != nullptr) {
        (reached.test(argument) ? own : others).push_back(scopes[argument]);
      }
    }
    add_scopes(access, llvm::LLVMContext::MD_alias_scope, own);
    add_scopes(access, llvm::LLVMContext::MD_noalias, others);
  }

  const SourceKernel &kernel_;
  llvm::Function &function_;
};

}  // namespace

void add_noalias_scopes(SourceKernel &kernel) {
  add_local_memory_scopes(*kernel.function);
  const BufferSeparator separator(kernel);
  kernel.description.distinct_buffers_matter = separator.matters();
  if (kernel.shape.has_value() && kernel.shape->has_distinct_buffers) {
    separator.separate();
  }
}

}  // namespace mux::compiler
