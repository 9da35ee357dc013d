#include "codegen/tgsi/text/operands.h"

#include <string>

#include "codegen/tgsi/text/declarations.h"

namespace mux::compiler::tgsi {
namespace {

constexpr size_t offset_letters = 3;

/// "x", "y", "z" or "w".
uint8_t component_of(const Cursor &cursor, std::string_view word, char letter) {
  const size_t component = component_names.find(letter);
  if (component == std::string_view::npos) {
    cursor.refuse(word, "a component is x, y, z or w");
  }
  return static_cast<uint8_t>(component);
}

/// "[ADDR[n].x+k]" after the first bracket.
void parse_indirect_index(Cursor &cursor, const OperandScope &scope, Index &index) {
  const std::string_view word = cursor.word();
  if (word != "ADDR") {
    cursor.refuse(word, "an index is a number or an address register");
  }
  index.is_indirect = true;
  cursor.expect('[');
  const std::string_view number = cursor.peek_word();
  index.address = cursor.number(register_limit(File::address) - 1);
  if (scope.declared.find(File::address, 0, index.address) == nullptr) {
    cursor.refuse(number, "the address register is not declared");
  }
  cursor.expect(']');
  cursor.expect('.');
  const std::string_view letter = cursor.word();
  if (letter.size() != 1) {
    cursor.refuse(letter, "a component is x, y, z or w");
  }
  index.component = component_of(cursor, letter, letter.front());
  if (cursor.accept('+')) {
    index.offset = cursor.integer();
  } else if (cursor.is_before('-')) {
    index.offset = cursor.integer();
  }
}

Index parse_index(Cursor &cursor, const OperandScope &scope) {
  Index index;
  cursor.expect('[');
  const std::string_view word = cursor.peek_word();
  if (!word.empty() && word.front() >= 'A') {
    parse_indirect_index(cursor, scope, index);
  } else {
    index.offset = static_cast<int32_t>(cursor.number(INT32_MAX));
  }
  cursor.expect(']');
  return index;
}

Register parse_register(Cursor &cursor, const OperandScope &scope) {
  const std::string_view word = cursor.word();
  const auto file = find_file(word);
  if (!file) {
    cursor.refuse(word, "is no register file");
  }
  Register place;
  place.file = *file;
  if (file == File::null && !cursor.is_before('[')) {
    return place;
  }
  place.index = parse_index(cursor, scope);
  if (cursor.is_before('[')) {
    place.dimension = place.index;
    place.index = parse_index(cursor, scope);
  }
  if (cursor.accept('(')) {
    const std::string_view number = cursor.peek_word();
    place.array = cursor.number();
    if (place.array != 0 && scope.declared.find_array(*file, place.array) == nullptr) {
      cursor.refuse(number, "the array is not declared");
    }
    cursor.expect(')');
  }
  return place;
}

/// Checks the first of two indices of a register.
/// @return its value for the lookup of the declaration; nothing if it is computed.
std::optional<uint32_t> check_dimension(const Cursor &cursor, const OperandScope &scope,
                                        const Register &place, std::string_view word) {
  const bool has_one = place.dimension.has_value();
  switch (place.file) {
    case File::hardware_atomic:
      if (!has_one) {
        cursor.refuse(word, "has no buffer's index");
      }
      [[fallthrough]];
    case File::constant: {
      if (has_one && place.dimension->is_indirect) {
        return std::nullopt;
      }
      const uint32_t buffer = has_one ? static_cast<uint32_t>(place.dimension->offset) : 0;
      if (!scope.declared.has_dimension(place.file, buffer)) {
        cursor.refuse(word, "the buffer is not declared");
      }
      return buffer;
    }
    case File::input:
    case File::output:
      return 0;
    default:
      // Mesa's driver writes a vertex index to temporaries of tessellation control shaders.
      if (has_one && !(place.file == File::temporary && scope.stage == Stage::tess_control)) {
        cursor.refuse(word, "the file has one index only");
      }
      return 0;
  }
}

/// Checks that inputs and outputs have a vertex index if they are declared with one.
void check_vertex(const Cursor &cursor, const OperandScope &scope, const Register &place,
                  const Declaration &declaration, std::string_view word) {
  if (place.file != File::input && place.file != File::output) {
    return;
  }
  if (place.dimension && !declaration.per_vertex) {
    cursor.refuse(word, "the register has no vertex index");
  }
  // Mesa's driver omits the vertex index of outputs that it writes through temporaries.
  const bool may_omit = place.file == File::output && scope.stage == Stage::tess_control;
  if (!place.dimension && declaration.per_vertex && !may_omit) {
    cursor.refuse(word, "the register needs a vertex index");
  }
}

void check_register(const Cursor &cursor, const OperandScope &scope, const Register &place,
                    std::string_view word) {
  const auto index = static_cast<uint32_t>(place.index.offset);
  switch (place.file) {
    case File::null:
      return;
    case File::immediate:
      if (scope.immediates == 0 || (!place.index.is_indirect && index >= scope.immediates)) {
        cursor.refuse(word, "the immediate " + std::to_string(index) + " is not defined");
      }
      return;
    case File::memory:
      // The declared index is the kind of memory, that of operands is 0.
      if (place.index.is_indirect || index != 0 ||
          scope.declared.find_any(File::memory) == nullptr) {
        cursor.refuse(word, "only MEMORY[0] exists, if shared memory is declared");
      }
      return;
    default:
      break;
  }
  const auto dimension = check_dimension(cursor, scope, place, word);
  const Declaration *declaration = place.index.is_indirect || !dimension
                                       ? scope.declared.find_any(place.file)
                                       : scope.declared.find(place.file, *dimension, index);
  if (declaration == nullptr) {
    cursor.refuse(word, "the register " + std::to_string(index) + " is not declared");
  }
  if (!place.index.is_indirect && dimension) {
    check_vertex(cursor, scope, place, *declaration, word);
  }
}

bool is_resource(File file) {
  return file == File::buffer || file == File::memory || file == File::image ||
         file == File::hardware_atomic;
}

bool may_be_written(File file, const OpcodeInfo &info) {
  if (info.form == Form::store) {
    return file == File::buffer || file == File::memory || file == File::image;
  }
  return file == File::temporary || file == File::output || file == File::address ||
         file == File::null;
}

bool may_be_read(File file, const OpcodeInfo &info, size_t position) {
  if (info.form == Form::texture && position + 1 == info.sources) {
    return file == File::sampler;
  }
  if (info.form == Form::resource && position == 0) {
    return is_resource(file);
  }
  if (info.form == Form::interpolation && position == 0) {
    return file == File::input;
  }
  return !is_resource(file) && file != File::sampler && file != File::sampler_view &&
         file != File::constant_buffer;
}

void parse_swizzle(Cursor &cursor, Source &source, size_t letters) {
  if (!cursor.accept('.')) {
    return;
  }
  const std::string_view word = cursor.word();
  if (word.size() != letters) {
    cursor.refuse(word, "a swizzle has " + std::to_string(letters) + " letters");
  }
  for (size_t i = 0; i < letters; ++i) {
    source.swizzle[i] = component_of(cursor, word, word[i]);
  }
}

}  // namespace

Destination parse_destination(Cursor &cursor, const OperandScope &scope, const OpcodeInfo &info) {
  Destination destination;
  const std::string_view word = cursor.peek_word();
  destination.place = parse_register(cursor, scope);
  if (!may_be_written(destination.place.file, info)) {
    cursor.refuse(word, "cannot be the destination of " + std::string(info.name));
  }
  check_register(cursor, scope, destination.place, word);
  if (cursor.accept('.')) {
    destination.mask = parse_mask(cursor);
  }
  return destination;
}

Source parse_source(Cursor &cursor, const OperandScope &scope, const OpcodeInfo &info,
                    size_t position) {
  Source source;
  source.negate = cursor.accept('-');
  source.absolute = cursor.accept('|');
  const std::string_view word = cursor.peek_word();
  source.place = parse_register(cursor, scope);
  if (!may_be_read(source.place.file, info, position)) {
    cursor.refuse(
        word, "cannot be source " + std::to_string(position + 1) + " of " + std::string(info.name));
  }
  check_register(cursor, scope, source.place, word);
  parse_swizzle(cursor, source, component_count);
  if (source.absolute) {
    cursor.expect('|');
  }
  return source;
}

Source parse_offset(Cursor &cursor, const OperandScope &scope) {
  Source source;
  const std::string_view word = cursor.peek_word();
  source.place = parse_register(cursor, scope);
  const File file = source.place.file;
  if (file != File::immediate && file != File::temporary && file != File::constant &&
      file != File::input) {
    cursor.refuse(word, "cannot be a texel offset");
  }
  check_register(cursor, scope, source.place, word);
  parse_swizzle(cursor, source, offset_letters);
  return source;
}

}  // namespace mux::compiler::tgsi
