#include "compiler/pipeline/vectorise/sub_group_packets.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/pipeline/host_target.h"
#include "compiler/pipeline/vectorise/index_range.h"
#include "compiler/pipeline/vectorise/linearise.h"
#include "compiler/pipeline/vectorise/private_layout.h"
#include "compiler/pipeline/vectorise/row_end.h"
#include "compiler/pipeline/vectorise/vector_width.h"
#include "compiler/pipeline/vectorise/widen.h"
#include "compiler/pipeline/work_item_context.h"

namespace mux::compiler {

namespace {

/// Elements of this many bits fill a vector register: numbers of 32 bits are the most common ones.
constexpr unsigned element_bits = 32;

/// Calculates the local ids from the local index. No group has 2^32 work-items.
void count_along_index(llvm::Function &function) {
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::BasicBlock &entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  llvm::Type *narrow = builder.getInt32Ty();
  llvm::Value *rest = builder.CreateTrunc(context.local_index, narrow);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value *id = rest;
    if (i < 2) {
      llvm::Value *size = builder.CreateTrunc(context.local_size[i], narrow);
      id = builder.CreateURem(rest, size);
      rest = builder.CreateUDiv(rest, size);
    }
    context.local_id[i]->replaceAllUsesWith(
        builder.CreateZExt(id, context.local_id[i]->getType(), "local_id"));
  }
}

}  // namespace

uint32_t choose_sub_group_size(const Kernel &kernel, const VectorWidth &width) {
  switch (width.mode) {
    case VectorWidth::Mode::scalar:
    case VectorWidth::Mode::loops:
      return 1;
    case VectorWidth::Mode::automatic:
    case VectorWidth::Mode::estimate:
    case VectorWidth::Mode::packets:
    case VectorWidth::Mode::lanes:
      break;
  }
  if (kernel.wanted_sub_group_size != 0) {
    return kernel.wanted_sub_group_size;
  }
  return width.mode == VectorWidth::Mode::lanes ? width.lanes
                                                : vector_register_bits() / element_bits;
}

llvm::Function *make_packet_along_index(llvm::Function &scalar, unsigned lanes,
                                        std::string &reason) {
  count_along_index(scalar);
  allow_large_ids(scalar);
  if (!linearise(scalar, {WorkItemContext::of(scalar).local_index}, reason)) {
    return nullptr;
  }
  const Packet packet{lanes};
  if (packet_stack_use(scalar, packet) > largest_packet_stack_use) {
    reason = "the private variables of a sub-group do not fit the stack";
    return nullptr;
  }
  stop_at_group_end(scalar);
  interleave_variables(scalar, lanes);
  return can_widen(scalar, packet, reason) ? widen(scalar, packet) : nullptr;
}

}  // namespace mux::compiler
