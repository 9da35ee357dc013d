#include "codegen/pipeline/barriers/carried_slots.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

void CarriedSlots::add(const llvm::Instruction &value, llvm::ArrayRef<unsigned> barriers,
                       bool is_shared) {
  llvm::Type *type = value.getType();
  const llvm::DataLayout &layout = value.getModule()->getDataLayout();
  const uint64_t size = layout.getTypeAllocSize(type);
  const uint64_t alignment =
      std::min<uint64_t>(layout.getABITypeAlign(type).value(), local_memory_alignment);
  const auto is_free = [&](const Place &place) {
    return place.is_shared == is_shared && place.size == size &&
           place.slot.alignment == alignment && llvm::none_of(barriers, [&](unsigned barrier) {
             return barrier < place.barriers.size() && place.barriers.test(barrier);
           });
  };
  auto *place = llvm::find_if(places_, is_free);
  if (place == places_.end()) {
    const ContextArray::Slot slot = is_shared ? storage_.add_shared(type) : storage_.add(type);
    place = &places_.emplace_back(Place{slot, size, is_shared, {}});
  }
  place->barriers.resize(std::max(place->barriers.size(), barriers.back() + 1));
  for (const unsigned barrier : barriers) {
    place->barriers.set(barrier);
  }
  slots_[&value] = place->slot;
}

}  // namespace mux::compiler
