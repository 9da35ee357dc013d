#include "codegen/tgsi/body/temporaries.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace mux::compiler::tgsi {

using llvm::Value;

llvm::Type *Temporaries::llvm_type(Type type) {
  switch (type) {
    case Type::f32:
      return entry_builder_.getFloatTy();
    case Type::f64:
      return entry_builder_.getDoubleTy();
    case Type::i64:
      return entry_builder_.getInt64Ty();
    default:
      return entry_builder_.getInt32Ty();
  }
}

llvm::AllocaInst *Temporaries::define(llvm::Type *type, const StorageKey &key) {
  llvm::Type *stored =
      key.is_array ? llvm::ArrayType::get(type, types_.extent_of(key).second) : type;
  llvm::AllocaInst *variable = entry_builder_.CreateAlloca(stored);
  if (key.is_array) {
    const uint64_t bytes = types_.extent_of(key).second * type->getPrimitiveSizeInBits() / 8;
    entry_builder_.CreateMemSet(variable, entry_builder_.getInt8(0), bytes, variable->getAlign());
  } else {
    entry_builder_.CreateStore(llvm::Constant::getNullValue(type), variable);
  }
  return variable;
}

Temporaries::Place Temporaries::find(llvm::IRBuilder<> &builder, const Register &place,
                                     Value *index, unsigned component) {
  const StorageKey key = types_.key_of(place);
  const auto [found, is_new] = variables_.try_emplace(key.packed());
  Variables &variables = found->second;
  if (is_new) {
    variables.types = types_.types_of(key);
  }
  const Type type = variables.types[component];
  const bool is_wide = type == Type::f64 || type == Type::i64;
  llvm::AllocaInst *&variable = variables.of_component[is_wide ? component & ~1U : component];
  if (variable == nullptr) {
    variable = define(llvm_type(type), key);
  }
  Place result{variable, llvm_type(type), is_wide};
  if (key.is_array) {
    const auto [first, count] = types_.extent_of(key);
    Value *element =
        index == nullptr
            ? builder.getInt32(static_cast<uint32_t>(place.index.offset) - first)
            : builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                            builder.CreateSub(index, builder.getInt32(first)),
                                            builder.getInt32(count - 1));
    result.pointer = builder.CreateInBoundsGEP(
        variable->getAllocatedType(), variable,
        {builder.getInt64(0), builder.CreateZExt(element, builder.getInt64Ty())});
  }
  return result;
}

void Temporaries::enter(const llvm::BasicBlock *block) {
  if (block != known_block_) {
    known_.clear();
    known_block_ = block;
  }
}

Value *Temporaries::load_place(llvm::IRBuilder<> &builder, const Place &place) {
  // Elements of arrays may be stored through other indices.
  if (!llvm::isa<llvm::AllocaInst>(place.pointer)) {
    return builder.CreateLoad(place.type, place.pointer);
  }
  enter(builder.GetInsertBlock());
  Value *&value = known_[place.pointer];
  if (value == nullptr) {
    value = builder.CreateLoad(place.type, place.pointer);
  }
  return value;
}

void Temporaries::store_place(llvm::IRBuilder<> &builder, const Place &place, Value *value) {
  builder.CreateStore(value, place.pointer);
  if (llvm::isa<llvm::AllocaInst>(place.pointer)) {
    enter(builder.GetInsertBlock());
    known_[place.pointer] = value;
  }
}

Value *Temporaries::load(llvm::IRBuilder<> &builder, const Register &place, Value *index,
                         unsigned component) {
  const Place from = find(builder, place, index, component);
  Value *value = load_place(builder, from);
  if (!from.is_wide) {
    return value;
  }
  value = builder.CreateBitCast(value, builder.getInt64Ty());
  return builder.CreateTrunc(component % 2 == 0 ? value : builder.CreateLShr(value, 32),
                             builder.getInt32Ty());
}

void Temporaries::store(llvm::IRBuilder<> &builder, const Register &place, Value *index,
                        unsigned component, Value *value) {
  const Place to = find(builder, place, index, component);
  if (!to.is_wide) {
    store_place(builder, to, builder.CreateBitCast(value, to.type));
    return;
  }
  llvm::Type *wide = builder.getInt64Ty();
  Value *before = builder.CreateBitCast(load_place(builder, to), wide);
  Value *word = builder.CreateZExt(builder.CreateBitCast(value, builder.getInt32Ty()), wide);
  constexpr uint64_t low_word = 0xffffffff;
  Value *both = component % 2 == 0 ? builder.CreateOr(builder.CreateAnd(before, ~low_word), word)
                                   : builder.CreateOr(builder.CreateAnd(before, low_word),
                                                      builder.CreateShl(word, 32));
  store_place(builder, to, builder.CreateBitCast(both, to.type));
}

Value *Temporaries::address_variable(uint32_t index, unsigned component) {
  llvm::AllocaInst *&variable = addresses_[index * component_count + component];
  if (variable == nullptr) {
    variable = define(entry_builder_.getInt32Ty(), {});
  }
  return variable;
}

}  // namespace mux::compiler::tgsi
