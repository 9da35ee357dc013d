#include "codegen/ir/add_local_id_ranges.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

#include "codegen/ir/recorded_local_size.h"
#include "codegen/ir/truncations.h"
#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

namespace {

/// Attaches the range [0, end) to an id and to its hidden truncations.
/// @param end exclusive.
void bound(llvm::Value &id, uint64_t end) {
  auto &parameter = *llvm::cast<llvm::Argument>(&id);
  const auto below_end = [&](llvm::Type &type) {
    return llvm::Attribute::get(id.getContext(), llvm::Attribute::Range,
                                llvm::ConstantRange(llvm::APInt(type.getIntegerBitWidth(), 0),
                                                    llvm::APInt(type.getIntegerBitWidth(), end)));
  };
  parameter.removeAttr(llvm::Attribute::Range);
  parameter.addAttr(below_end(*id.getType()));
  for (llvm::User *user : id.users()) {
    if (is_hidden_truncation(*user)) {
      llvm::cast<llvm::CallBase>(user)->addRetAttr(below_end(*user->getType()));
    }
  }
}

}  // namespace

void add_local_id_ranges(llvm::Function &work_item_function, const std::array<uint64_t, 3> &size) {
  record_local_size(work_item_function, size);
  // Otherwise the size is unknown, or truncations to 32 bits wrap.
  constexpr uint64_t end_of_sizes = uint64_t{1} << 31;
  const auto is_bound = [](uint64_t each) { return each != 0 && each < end_of_sizes; };
  if (!std::all_of(size.begin(), size.end(), is_bound)) {
    return;
  }
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  for (unsigned i = 0; i < 3; ++i) {
    bound(*context.local_id[i], size[i]);
  }
}

}  // namespace mux::compiler
