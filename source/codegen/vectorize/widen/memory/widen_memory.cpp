#include "codegen/vectorize/widen/memory/widen_memory.h"
#include "codegen/vectorize/accesses/access.h"
#include "codegen/vectorize/accesses/exchange_address.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/accesses/structures.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "codegen/vectorize/analysis/private_layout.h"
#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/memory/combine_atomics.h"
#include "codegen/vectorize/widen/memory/gather_members.h"
#include "codegen/vectorize/widen/memory/interleaved_access.h"
#include "codegen/vectorize/widen/memory/lane_addresses.h"
#include "codegen/vectorize/widen/memory/lane_exchange.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/memory/near_gather.h"
#include "codegen/vectorize/widen/memory/scatter_members.h"
#include "codegen/vectorize/widen/memory/serialize.h"
#include "codegen/vectorize/widen/memory/uniform_address.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

llvm::Value *reverse(Widener &widener, llvm::Value *vector) {
  return widener.builder().CreateVectorReverse(vector);
}

/// Returns the location of a part's contiguous elements. It starts at the first lane, or for a
/// negative stride at the last one.
VectorLocation neighbors(Widener &widener, llvm::Value &pointer, unsigned part, llvm::Type *element,
                         llvm::Align alignment, const ActiveLanes &running) {
  const int64_t stride = widener.shape(pointer).stride;
  const int64_t last = static_cast<int64_t>(widener.packet().lanes) - 1;
  llvm::Value *first = widener.first_lane(pointer, part);
  const llvm::Align own = first_lane_alignment(alignment, stride, running);
  return {advance(widener, first, stride < 0 ? stride * last : 0),
          stride < 0 ? own
                     : std::max(own, known_alignment(widener, decompose_address(widener, pointer))),
          widener.vector_type(type_in_memory(element))};
}

/// Returns the active lanes in the order of their elements in memory.
ActiveLanes in_memory_order(Widener &widener, ActiveLanes running, bool reversed) {
  if (reversed && running.each != nullptr) {
    running.each = reverse(widener, running.each);
  }
  return running;
}

/// Loads from a uniform address.
void load_one(Widener &widener, llvm::LoadInst &load) {
  llvm::Value &pointer = *load.getPointerOperand();
  // With one address for all parts, at least one lane of the packet is active.
  const bool is_one_address = !widener.shape(pointer).varies_by_part();
  for (const unsigned part : widener.parts_of(load)) {
    llvm::Value *address = widener.first_lane(pointer, part);
    const ActiveLanes running =
        is_one_address ? ActiveLanes() : active_lanes_of_sharing_parts(widener, load, part);
    if (!running.all()) {
      address = pointer_if(widener, any_active(widener, running), address);
    }
    llvm::LoadInst *scalar =
        widener.builder().CreateAlignedLoad(load.getType(), address, load.getAlign());
    copy_access_metadata(&load, *scalar, running.all());
    set_uniform_result(widener, load, part, scalar);
  }
}

void load_neighbors(Widener &widener, llvm::LoadInst &load, bool reversed) {
  for (const unsigned part : widener.parts_of(load)) {
    const ActiveLanes running =
        in_memory_order(widener, active_lanes_of_sharing_parts(widener, load, part), reversed);
    const VectorLocation location = neighbors(widener, *load.getPointerOperand(), part,
                                              load.getType(), load.getAlign(), running);
    llvm::Value *value = load_lanes(widener, {{&load}, running}, location);
    value = from_memory(widener, value, load.getType());
    widener.set_vector(load, part, reversed ? reverse(widener, value) : value);
  }
}

/// The addresses of a gather or scatter, and its mask.
struct MaskedAddresses {
  llvm::Value *addresses = nullptr;
  llvm::Value *mask = nullptr;
};

/// Processors have no gathers of elements of less than 32 bits. Code generators scalarize those,
/// with a branch for each lane if there is a mask. So inactive lanes access the dummy variable
/// instead.
MaskedAddresses masked_addresses(Widener &widener, llvm::Value &pointer, unsigned part,
                                 llvm::Type *element, const ActiveLanes &running) {
  llvm::Value *addresses = lane_addresses(widener, pointer, part);
  llvm::Value *mask = lane_mask(widener, running);
  if (running.all() || size_in_memory(widener.layout(), element) >= 4) {
    return {addresses, mask};
  }
  llvm::IRBuilder<> &builder = widener.builder();
  const unsigned lanes = widener.packet().lanes;
  llvm::Value *other = builder.CreateVectorSplat(lanes, nowhere(widener, pointer.getType()));
  return {builder.CreateSelect(mask, addresses, other), lane_mask(widener, {})};
}

/// Gathers the elements of a part, as they are in memory.
llvm::Value *gather_part(Widener &widener, llvm::LoadInst &load, unsigned part) {
  llvm::Type *type = widener.vector_type(type_in_memory(load.getType()));
  const ActiveLanes running = active_lanes_of_sharing_parts(widener, load, part);
  const MaskedAddresses masked =
      masked_addresses(widener, *load.getPointerOperand(), part, load.getType(), running);
  llvm::Instruction *value = widener.builder().CreateMaskedGather(
      type, masked.addresses, load.getAlign(), masked.mask, llvm::Constant::getNullValue(type));
  copy_access_metadata(&load, *value, running.all());
  return value;
}

void gather(Widener &widener, llvm::LoadInst &load) {
  for (const unsigned part : widener.parts_of(load)) {
    llvm::Value *value = gather_part(widener, load, part);
    widener.set_vector(load, part, from_memory(widener, value, load.getType()));
  }
}

void load_partners(Widener &widener, llvm::LoadInst &load, const ExchangeAddress &exchange) {
  for (const unsigned part : widener.parts_of(load)) {
    llvm::Value *value = load_exchanged(widener, load, exchange, part,
                                        [&] { return gather_part(widener, load, part); });
    widener.set_vector(load, part, from_memory(widener, value, load.getType()));
  }
}

/// Loads all members of the structure at the position of the first one.
void load_nearby(Widener &widener, llvm::LoadInst &load, const Structure &structure) {
  if (widener.has_vector(load, widener.parts_of(load).front())) {
    return;
  }
  for (const unsigned part : widener.parts_of(load)) {
    const auto gather_any = [&]() -> llvm::SmallVector<llvm::Value *, 8> {
      if (structure.members.size() == 1) {
        return {gather_part(widener, load, part)};
      }
      return gather_members(widener, structure, part,
                            active_lanes_of_sharing_parts(widener, load, part));
    };
    const llvm::SmallVector<llvm::Value *, 8> values =
        load_near(widener, structure, part, gather_any);
    for (size_t i = 0; i < values.size(); ++i) {
      llvm::Instruction &member = *structure.members[i];
      widener.set_vector(member, part, from_memory(widener, values[i], member.getType()));
    }
  }
}

/// Returns the value of a part's last active lane; an unspecified value if there is none.
llvm::Value *last_value(Widener &widener, llvm::Value &value, unsigned part,
                        const ActiveLanes &running) {
  if (widener.shape(value).is_uniform()) {
    return widener.first_lane(value, part);
  }
  const unsigned lanes = widener.packet().lanes;
  if (running.each == nullptr) {
    return widener.lane(value, part, lanes - 1);
  }
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value *bits = lane_bits(widener, running);
  llvm::Value *above =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, builder.getFalse());
  llvm::Value *index = builder.CreateZExtOrTrunc(above, builder.getInt32Ty());
  index = builder.CreateAnd(builder.CreateSub(builder.getInt32(lanes - 1), index), lanes - 1);
  return builder.CreateExtractElement(widener.vector(value, part), index);
}

/// Stores to one address for all parts.
void store_once(Widener &widener, llvm::StoreInst &store) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value &value = *store.getValueOperand();
  llvm::Value *last = nullptr;
  if (widener.shape(value).is_uniform() && !widener.shape(value).varies_by_part()) {
    last = widener.first_lane(value, 0);
  } else {
    for (const unsigned part : widener.all_parts()) {
      const ActiveLanes running = active_lanes(widener, store, part);
      llvm::Value *candidate = last_value(widener, value, part, running);
      last = last == nullptr || running.all()
                 ? candidate
                 : builder.CreateSelect(any_active(widener, running), candidate, last);
    }
  }
  llvm::StoreInst *scalar = builder.CreateAlignedStore(
      last, widener.first_lane(*store.getPointerOperand(), 0), store.getAlign());
  copy_access_metadata(&store, *scalar, true);
}

/// Stores to one address for each part.
void store_by_part(Widener &widener, llvm::StoreInst &store) {
  for (const unsigned part : widener.all_parts()) {
    const ActiveLanes running = active_lanes(widener, store, part);
    llvm::Value *value = last_value(widener, *store.getValueOperand(), part, running);
    llvm::Value *address = widener.first_lane(*store.getPointerOperand(), part);
    if (!running.all()) {
      address = pointer_if(widener, any_active(widener, running), address);
    }
    llvm::StoreInst *scalar =
        widener.builder().CreateAlignedStore(value, address, store.getAlign());
    copy_access_metadata(&store, *scalar, running.all());
  }
}

void store_one(Widener &widener, llvm::StoreInst &store) {
  if (!widener.shape(*store.getPointerOperand()).varies_by_part()) {
    store_once(widener, store);
  } else {
    store_by_part(widener, store);
  }
}

void store_neighbors(Widener &widener, llvm::StoreInst &store, bool reversed) {
  llvm::Value &stored = *store.getValueOperand();
  for (const unsigned part : widener.all_parts()) {
    const ActiveLanes running =
        in_memory_order(widener, active_lanes(widener, store, part), reversed);
    const VectorLocation location = neighbors(widener, *store.getPointerOperand(), part,
                                              stored.getType(), store.getAlign(), running);
    llvm::Value *value = to_memory(widener, widener.vector(stored, part));
    store_vector(widener, {{&store}, running}, location,
                 reversed ? reverse(widener, value) : value);
  }
}

/// @param value the elements of the part, as they are to be in memory.
void scatter_part(Widener &widener, llvm::StoreInst &store, unsigned part, llvm::Value *value) {
  const ActiveLanes running = active_lanes(widener, store, part);
  const MaskedAddresses masked = masked_addresses(widener, *store.getPointerOperand(), part,
                                                  store.getValueOperand()->getType(), running);
  llvm::Instruction *scattered =
      widener.builder().CreateMaskedScatter(value, masked.addresses, store.getAlign(), masked.mask);
  copy_access_metadata(&store, *scattered, running.all());
}

void scatter(Widener &widener, llvm::StoreInst &store) {
  for (const unsigned part : widener.all_parts()) {
    llvm::Value *value = to_memory(widener, widener.vector(*store.getValueOperand(), part));
    scatter_part(widener, store, part, value);
  }
}

void store_partners(Widener &widener, llvm::StoreInst &store, const ExchangeAddress &exchange) {
  for (const unsigned part : widener.all_parts()) {
    llvm::Value *value = to_memory(widener, widener.vector(*store.getValueOperand(), part));
    store_exchanged(widener, store, exchange, part, value,
                    [&] { scatter_part(widener, store, part, value); });
  }
}

void widen_load(Widener &widener, llvm::LoadInst &load, const Access &access) {
  switch (access.form) {
    case AccessForm::uniform:
      return load_one(widener, load);
    case AccessForm::contiguous:
      return load_neighbors(widener, load, false);
    case AccessForm::reversed:
      return load_neighbors(widener, load, true);
    case AccessForm::interleaved:
      return widen_interleaved_load(widener, load, *access.group);
    case AccessForm::exchanged:
      return load_partners(widener, load, *access.exchange);
    case AccessForm::nearby:
      return load_nearby(widener, load, *access.structure);
    case AccessForm::structures:
      return load_structures(widener, load, access);
    case AccessForm::words:
      return gather_words(widener, load, access);
    case AccessForm::indexed:
      return gather(widener, load);
    case AccessForm::combined:
    case AccessForm::lane_by_lane:
      return serialize(widener, load);
  }
}

void widen_store(Widener &widener, llvm::StoreInst &store, const Access &access) {
  switch (access.form) {
    case AccessForm::uniform:
      return store_one(widener, store);
    case AccessForm::contiguous:
      return store_neighbors(widener, store, false);
    case AccessForm::reversed:
      return store_neighbors(widener, store, true);
    case AccessForm::interleaved:
      return widen_interleaved_store(widener, store, *access.group);
    case AccessForm::exchanged:
      return store_partners(widener, store, *access.exchange);
    case AccessForm::structures:
    case AccessForm::words:
      return store_members(widener, store, access);
    case AccessForm::indexed:
      return scatter(widener, store);
    case AccessForm::nearby:
    case AccessForm::combined:
    case AccessForm::lane_by_lane:
      return serialize(widener, store);
  }
}

}  // namespace

void widen_access(Widener &widener, const Access &access) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(access.instruction)) {
    widen_load(widener, *load, access);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(access.instruction)) {
    widen_store(widener, *store, access);
  } else if (access.form == AccessForm::combined) {
    combine_atomic(widener, llvm::cast<llvm::AtomicRMWInst>(*access.instruction));
  } else {
    serialize(widener, *access.instruction);
  }
}

void widen_variable(Widener &widener, llvm::AllocaInst &variable) {
  const PacketVariable copies = packet_layout(variable, widener.packet());
  llvm::AllocaInst *all =
      packet_variable(widener, widener.builder().getInt8Ty(), copies.size, copies.alignment);
  for (const unsigned part : widener.all_parts()) {
    widener.set_first_lane(variable, part,
                           advance(widener, all, static_cast<int64_t>(part * copies.part_stride)));
  }
}

}  // namespace mux::compiler
