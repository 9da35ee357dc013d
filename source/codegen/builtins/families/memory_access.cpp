// vload, vstore and their variants for half as a storage format (OpenCL C 6.15.7). Vectors of 3
// elements occupy three elements in memory, except in vloada and vstorea, which pad them to four.

#include <llvm/IR/Intrinsics.h>

#include <optional>

#include "codegen/builtins/expansion.h"
#include "codegen/builtins/families/conversions.h"
#include "codegen/builtins/name_affixes.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Parses and removes a vector width at the front of the text; 1 if there is none.
unsigned take_lanes(std::string_view &text) {
  for (const unsigned lanes : {16u, 2u, 3u, 4u, 8u}) {
    if (take_prefix(text, std::to_string(lanes))) {
      return lanes;
    }
  }
  return 1;
}

/// The parsed remainder of a name after vload or vstore.
struct Access {
  unsigned lanes = 1;
  bool as_half = false;
  /// Aligned to the whole vector.
  bool aligned = false;
  Rounding rounding = Rounding::to_nearest_even;
};

std::optional<Access> parse_access(std::string_view name) {
  Access access;
  access.aligned = take_prefix(name, "a_");
  access.as_half = take_prefix(name, access.aligned ? "half" : "_half");
  if (access.aligned && !access.as_half) {
    return std::nullopt;
  }
  access.lanes = take_lanes(name);
  if (!access.as_half && access.lanes == 1) {
    return std::nullopt;
  }
  if (!name.empty()) {
    const std::optional<Rounding> rounding = parse_rounding(name);
    if (!rounding || !access.as_half) {
      return std::nullopt;
    }
    access.rounding = *rounding;
  }
  return access;
}

/// The address, type and alignment of an access.
struct ElementLocation {
  Value *pointer;
  llvm::Type *type;
  llvm::Align alignment;
};

ElementLocation locate(Expansion &expansion, const Access &access, size_t offset_index,
                       size_t pointer_index) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const ParameterType &pointer = expansion.type(pointer_index);
  ParameterType scalar;
  scalar.element = pointer.element;
  llvm::Type *element = llvm_type(expansion.function().getContext(), scalar);
  const unsigned stride = access.aligned && access.lanes == 3 ? 4 : access.lanes;
  Value *offset = expansion.argument(offset_index);
  Value *index = builder.CreateMul(offset, llvm::ConstantInt::get(offset->getType(), stride));
  const unsigned bytes = bit_width(pointer.element) / 8;
  return {builder.CreateGEP(element, expansion.argument(pointer_index), index),
          access.lanes == 1 ? element : llvm::FixedVectorType::get(element, access.lanes),
          llvm::Align(access.aligned ? bytes * stride : bytes)};
}

/// Whether the parameters are an offset and a pointer to scalars; for accesses as half, to half.
bool takes_location(Expansion &expansion, const Access &access, size_t offset_index,
                    size_t pointer_index) {
  const ParameterType &offset = expansion.type(offset_index);
  const ParameterType &pointer = expansion.type(pointer_index);
  return !offset.is_pointer && offset.lanes == 1 && is_integer(offset.element) &&
         pointer.is_pointer && pointer.lanes == 1 &&
         (access.as_half ? pointer.element == Element::float16
                         : is_integer(pointer.element) || is_floating_point(pointer.element));
}

bool expand_load(Expansion &expansion, const Access &access) {
  if (expansion.size() != 2 || !takes_location(expansion, access, 0, 1)) {
    return false;
  }
  const ElementLocation location = locate(expansion, access, 0, 1);
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *value = builder.CreateAlignedLoad(location.type, location.pointer, location.alignment);
  if (access.as_half) {
    value = builder.CreateFPExt(value, location.type->getWithNewType(builder.getFloatTy()));
  }
  return expansion.finish(value);
}

bool expand_store(Expansion &expansion, const Access &access) {
  if (expansion.size() != 3 || !takes_location(expansion, access, 1, 2)) {
    return false;
  }
  const ParameterType &type = expansion.type(0);
  const bool known_value = access.as_half ? is_real(type.element) && !type.is_pointer
                                          : type.element == expansion.type(2).element;
  if (type.is_pointer || type.lanes != access.lanes || !known_value) {
    return false;
  }
  const ElementLocation location = locate(expansion, access, 1, 2);
  Value *value = expansion.argument(0);
  if (access.as_half) {
    value = narrow_float(expansion.builder(), value, location.type, access.rounding);
  }
  expansion.builder().CreateAlignedStore(value, location.pointer, location.alignment);
  return expansion.finish_void();
}

}  // namespace

bool expand_memory_access(Expansion &expansion) {
  std::string_view name = expansion.name();
  if (take_prefix(name, "vload")) {
    const std::optional<Access> access = parse_access(name);
    return access && expand_load(expansion, *access);
  }
  if (take_prefix(name, "vstore")) {
    const std::optional<Access> access = parse_access(name);
    return access && expand_store(expansion, *access);
  }
  return false;
}

}  // namespace mux::compiler::builtins
