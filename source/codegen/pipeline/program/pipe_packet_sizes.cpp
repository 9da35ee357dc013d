#include "codegen/pipeline/program/pipe_packet_sizes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/builtins/pipes.h"
#include "codegen/pipeline/program/lower_opaque_types.h"

namespace mux::compiler {

namespace {

/// The parameters, including those of kernels, that a pipe value may originate from.
class PipeOrigins {
 public:
  explicit PipeOrigins(const llvm::Value &pipe) {
    add(pipe);
    while (!left_.empty()) {
      follow(*left_.pop_back_val());
    }
  }

  llvm::ArrayRef<const llvm::Argument *> parameters() const { return parameters_; }

 private:
  void add(const llvm::Value &value) {
    if (seen_.insert(&value).second) {
      left_.push_back(&value);
    }
  }

  void follow(const llvm::Value &value) {
    if (const auto *parameter = llvm::dyn_cast<llvm::Argument>(&value)) {
      parameters_.push_back(parameter);
      follow_callers(*parameter);
    } else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
      follow_stores(*load->getPointerOperand());
    } else if (llvm::isa<llvm::PHINode>(value) || llvm::isa<llvm::SelectInst>(value)) {
      for (const llvm::Value *operand : llvm::cast<llvm::User>(value).operand_values()) {
        if (pipe_access(operand->getType())) {
          add(*operand);
        }
      }
    }
  }

  void follow_callers(const llvm::Argument &parameter) {
    for (const llvm::User *user : parameter.getParent()->users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call != nullptr && call->getCalledFunction() == parameter.getParent()) {
        add(*call->getArgOperand(parameter.getArgNo()));
      }
    }
  }

  void follow_stores(const llvm::Value &variable) {
    for (const llvm::User *user : variable.users()) {
      const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store != nullptr && store->getPointerOperand() == &variable) {
        add(*store->getValueOperand());
      }
    }
  }

  llvm::SmallPtrSet<const llvm::Value *, 8> seen_;
  llvm::SmallVector<const llvm::Value *> left_;
  llvm::SmallVector<const llvm::Argument *> parameters_;
};

/// The packet size that a call of a pipe function passes; 0 if it passes none.
uint32_t packet_size_of(const llvm::CallBase &call) {
  constexpr unsigned fewest_arguments = 3;
  if (call.arg_size() < fewest_arguments || !pipe_access(call.getArgOperand(0)->getType())) {
    return 0;
  }
  const auto *size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 2));
  return size == nullptr ? 0 : static_cast<uint32_t>(size->getLimitedValue(UINT32_MAX));
}

using PacketSizes = llvm::DenseMap<const llvm::Argument *, uint32_t>;

void collect_sizes(const llvm::Function &function, PacketSizes &sizes) {
  for (const llvm::User *user : function.users()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledFunction() != &function) {
      continue;
    }
    const uint32_t size = packet_size_of(*call);
    if (size == 0) {
      continue;
    }
    const PipeOrigins origins(*call->getArgOperand(0));
    for (const llvm::Argument *parameter : origins.parameters()) {
      const auto [known, is_new] = sizes.try_emplace(parameter, size);
      known->second = is_new || known->second == size ? size : 0;
    }
  }
}

}  // namespace

void find_packet_sizes(llvm::Module &module, std::vector<SourceKernel> &kernels) {
  PacketSizes sizes;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() &&
        builtins::is_pipe_function(std::string_view(function.getName()))) {
      collect_sizes(function, sizes);
    }
  }
  for (SourceKernel &kernel : kernels) {
    for (const llvm::Argument &argument : kernel.function->args()) {
      kernel.description.arguments[argument.getArgNo()].packet_size = sizes.lookup(&argument);
    }
  }
}

}  // namespace mux::compiler
