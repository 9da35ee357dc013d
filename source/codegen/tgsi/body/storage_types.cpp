#include "codegen/tgsi/body/storage_types.h"

#include <algorithm>

namespace mux::compiler::tgsi {
namespace {

/// The components of a source that an instruction reads, as bits; too many for some.
unsigned components_read(const Instruction &instruction, const Source &source) {
  const Shape shape = instruction.info().shape;
  const unsigned mask = shape == Shape::component && !instruction.destinations.empty()
                            ? instruction.destinations[0].mask
                        : shape == Shape::scalar ? 1
                                                 : all_components;
  unsigned components = 0;
  for (unsigned i = 0; i < component_count; ++i) {
    if ((mask >> i & 1) != 0) {
      components |= 1U << source.swizzle[i];
    }
  }
  return components;
}

}  // namespace

StorageTypes::StorageTypes(const Program &program) {
  find_arrays(program);
  for (const Instruction &instruction : program.instructions) {
    count(instruction);
  }
}

void StorageTypes::find_array_use(const Register &place) {
  if (place.file != File::temporary || !place.index.is_indirect) {
    return;
  }
  is_one_array_ = is_one_array_ || place.array == 0;
  indexed_arrays_[place.array] = true;
}

void StorageTypes::find_arrays(const Program &program) {
  for (const Instruction &instruction : program.instructions) {
    for (const Destination &destination : instruction.destinations) {
      find_array_use(destination.place);
    }
    for (const Source &source : instruction.sources) {
      find_array_use(source.place);
    }
    for (const Source &source : instruction.offsets) {
      find_array_use(source.place);
    }
  }
  for (const Declaration &declaration : program.declarations) {
    if (declaration.file != File::temporary) {
      continue;
    }
    last_ = std::max(last_, declaration.last);
    if (declaration.array == 0 || !indexed_arrays_.contains(declaration.array)) {
      continue;
    }
    extents_[declaration.array] = {declaration.first, declaration.count()};
    for (uint32_t i = declaration.first; i <= declaration.last; ++i) {
      array_of_register_[i] = declaration.array;
    }
  }
}

StorageKey StorageTypes::key_of(const Register &place) const {
  if (is_one_array_) {
    return {true, 0};
  }
  if (place.index.is_indirect) {
    return {true, place.array};
  }
  const auto index = static_cast<uint32_t>(place.index.offset);
  const auto array = array_of_register_.find(index);
  return array == array_of_register_.end() ? StorageKey{false, index}
                                           : StorageKey{true, array->second};
}

std::pair<uint32_t, uint32_t> StorageTypes::extent_of(const StorageKey &key) const {
  return key.number == 0 ? std::pair<uint32_t, uint32_t>(0, last_ + 1) : extents_.at(key.number);
}

void StorageTypes::count(const Register &place, Type type, unsigned components) {
  if (place.file != File::temporary || type == Type::raw) {
    return;
  }
  Votes &votes = votes_[key_of(place).packed()];
  for (unsigned i = 0; i < component_count; ++i) {
    if ((components >> i & 1) != 0) {
      votes.floats[i] += type == Type::f32 ? 1 : 0;
      votes.integers[i] += type == Type::i32 ? 1 : 0;
      votes.wide_floats[i / 2] += type == Type::f64 ? 1 : 0;
      votes.wide_integers[i / 2] += type == Type::i64 ? 1 : 0;
    }
  }
}

void StorageTypes::count(const Instruction &instruction) {
  for (const Destination &destination : instruction.destinations) {
    count(destination.place, instruction.info().result, destination.mask);
  }
  for (const Source &source : instruction.sources) {
    count(source.place, instruction.info().source, components_read(instruction, source));
  }
}

ComponentTypes StorageTypes::types_of(const StorageKey &key) const {
  ComponentTypes types;
  types.fill(Type::i32);
  const auto found = votes_.find(key.packed());
  if (found == votes_.end()) {
    return types;
  }
  const Votes &votes = found->second;
  for (unsigned i = 0; i < component_count; ++i) {
    types[i] = votes.floats[i] > votes.integers[i] ? Type::f32 : Type::i32;
  }
  for (unsigned pair = 0; pair < component_count / 2; ++pair) {
    const unsigned first = 2 * pair;
    const int words = votes.floats[first] + votes.integers[first] + votes.floats[first + 1] +
                      votes.integers[first + 1];
    if (votes.wide_floats[pair] + votes.wide_integers[pair] > words) {
      types[first] = votes.wide_floats[pair] >= votes.wide_integers[pair] ? Type::f64 : Type::i64;
      types[first + 1] = types[first];
    }
  }
  return types;
}

}  // namespace mux::compiler::tgsi
