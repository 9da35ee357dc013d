#include "codegen/tgsi/text/declarations.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace mux::compiler::tgsi {
namespace {

/// Greater than the number of arrays of any shader, which is that of its registers at most.
constexpr uint32_t largest_array = 65535;
constexpr uint32_t largest_semantic_index = 255;
constexpr uint32_t last_stream = 3;

/// Whether the stage has registers of the file.
bool has_file(Stage stage, File file) {
  switch (file) {
    case File::input:
    case File::output:
      return stage != Stage::compute;
    case File::memory:
      return stage == Stage::compute;
    default:
      return true;
  }
}

bool has_dimension(File file) {
  return file == File::constant || file == File::hardware_atomic;
}

/// "[]", "[n]" or "[first..last]" in a declaration.
struct Range {
  bool is_empty = false;
  uint32_t first = 0;
  uint32_t last = 0;
};

Range parse_range(Cursor &cursor, File file) {
  Range range;
  cursor.expect('[');
  if (cursor.accept(']')) {
    range.is_empty = true;
    return range;
  }
  const uint32_t largest = register_limit(file) - 1;
  const std::string_view place = cursor.peek_word();
  range.first = cursor.number(largest);
  range.last = range.first;
  if (cursor.accept('.')) {
    cursor.expect('.');
    range.last = cursor.number(largest);
    if (range.last < range.first) {
      cursor.refuse(place, "the range ends before it begins");
    }
  }
  cursor.expect(']');
  return range;
}

/// The brackets after the file's name: at most two, of which the last one has the registers.
void parse_registers(Cursor &cursor, Declaration &declaration, std::string_view word) {
  Range range = parse_range(cursor, declaration.file);
  if (cursor.is_before('[')) {
    const bool may_be_per_vertex =
        declaration.file == File::input || declaration.file == File::output;
    if (range.is_empty ? !may_be_per_vertex : !has_dimension(declaration.file)) {
      cursor.refuse(word, "the file has no second index of this form");
    }
    if (range.first != range.last) {
      cursor.refuse(word, "the first index is a range");
    }
    constexpr uint32_t last_buffer = 31;
    if (range.first > last_buffer) {
      cursor.refuse(word, "the buffer's number is larger than " + std::to_string(last_buffer));
    }
    declaration.per_vertex = range.is_empty;
    declaration.dimension = range.first;
    range = parse_range(cursor, declaration.file);
  }
  if (range.is_empty) {
    cursor.refuse(word, "has no register's index");
  }
  declaration.first = range.first;
  declaration.last = range.last;
}

/// "(n)".
uint32_t parse_array(Cursor &cursor) {
  cursor.expect('(');
  const std::string_view word = cursor.peek_word();
  const uint32_t array = cursor.number(largest_array);
  if (array == 0) {
    cursor.refuse(word, "arrays are numbered from 1");
  }
  cursor.expect(')');
  return array;
}

void parse_streams(Cursor &cursor, Declaration &declaration) {
  cursor.expect('(');
  for (size_t i = 0; i < component_count; ++i) {
    if (i != 0) {
      cursor.expect(',');
    }
    declaration.streams[i] = static_cast<uint8_t>(cursor.number(last_stream));
  }
  cursor.expect(')');
}

void parse_semantic(Cursor &cursor, Declaration &declaration) {
  const std::string_view word = cursor.word();
  declaration.semantic = find_semantic(word);
  if (!declaration.semantic) {
    cursor.refuse(word, "is no semantic");
  }
  if (cursor.accept('[')) {
    declaration.semantic_index = cursor.number(largest_semantic_index);
    cursor.expect(']');
  }
}

/// An attribute of an input or output after its semantic.
void parse_varying_attribute(Cursor &cursor, Declaration &declaration) {
  const std::string_view word = cursor.word();
  if (const auto interpolation = find_interpolation(word)) {
    declaration.interpolation = interpolation;
  } else if (const auto location = find_location(word)) {
    declaration.location = *location;
  } else if (word == "STREAM") {
    parse_streams(cursor, declaration);
  } else if (word == "INVARIANT") {
    declaration.invariant = true;
  } else if (word == "ARRAY") {
    declaration.array = parse_array(cursor);
  } else {
    cursor.refuse(word, "is no attribute of an input or output");
  }
}

/// The semantic of an input, output or system value, and what follows it.
void parse_varying(Cursor &cursor, Declaration &declaration, Stage stage) {
  if (!cursor.accept(',')) {
    if (declaration.file != File::input || stage != Stage::vertex) {
      cursor.refuse("',' and a semantic were expected");
    }
    return;
  }
  parse_semantic(cursor, declaration);
  while (declaration.file != File::system_value && cursor.accept(',')) {
    parse_varying_attribute(cursor, declaration);
  }
}

ViewType parse_view_type(Cursor &cursor) {
  const std::string_view word = cursor.word();
  const auto type = find_view_type(word);
  if (!type) {
    cursor.refuse(word, "is no type of a view");
  }
  return *type;
}

Target parse_target(Cursor &cursor) {
  const std::string_view word = cursor.word();
  const auto target = find_target(word);
  if (!target) {
    cursor.refuse(word, "is no texture target");
  }
  return *target;
}

/// A target and one type, or one for each component.
void parse_view(Cursor &cursor, Declaration &declaration) {
  cursor.expect(',');
  declaration.target = parse_target(cursor);
  cursor.expect(',');
  declaration.view_types.fill(parse_view_type(cursor));
  if (cursor.is_before(',')) {
    for (size_t i = 1; i < component_count; ++i) {
      cursor.expect(',');
      declaration.view_types[i] = parse_view_type(cursor);
    }
  }
}

void parse_image(Cursor &cursor, Declaration &declaration) {
  cursor.expect(',');
  declaration.target = parse_target(cursor);
  cursor.expect(',');
  const std::string_view word = cursor.word();
  if (!word.starts_with(format_prefix) || !is_image_format(word.substr(format_prefix.size()))) {
    cursor.refuse(word, "is no format of an image");
  }
  declaration.format = word.substr(format_prefix.size());
  while (cursor.accept(',')) {
    const std::string_view attribute = cursor.word();
    declaration.is_writable = declaration.is_writable || attribute == "WR";
    declaration.is_raw = declaration.is_raw || attribute == "RAW";
    if (attribute != "WR" && attribute != "RAW") {
      cursor.refuse(attribute, "is no attribute of an image");
    }
  }
}

/// Attributes of the other files.
void parse_plain_attributes(Cursor &cursor, Declaration &declaration) {
  while (cursor.accept(',')) {
    const std::string_view word = cursor.word();
    const File file = declaration.file;
    const bool may_be_array = file == File::temporary || file == File::hardware_atomic;
    if (word == "ARRAY" && may_be_array) {
      declaration.array = parse_array(cursor);
    } else if (!((word == "LOCAL" && file == File::temporary) ||
                 (word == "ATOMIC" && file == File::buffer) ||
                 (word == "SHARED" && file == File::memory))) {
      cursor.refuse(word, "is no attribute of the file");
    }
  }
}

void parse_attributes(Cursor &cursor, Declaration &declaration, Stage stage) {
  switch (declaration.file) {
    case File::input:
    case File::output:
    case File::system_value:
      parse_varying(cursor, declaration, stage);
      break;
    case File::sampler_view:
      parse_view(cursor, declaration);
      break;
    case File::image:
      parse_image(cursor, declaration);
      break;
    default:
      parse_plain_attributes(cursor, declaration);
      break;
  }
  cursor.expect_end();
}

/// Shared memory has one kind, the number 1.
void check_memory(const Cursor &cursor, const Declaration &declaration, std::string_view word) {
  if (declaration.file == File::memory && (declaration.first != 1 || declaration.last != 1)) {
    cursor.refuse(word, "only shared memory, MEMORY[1], is supported");
  }
}

uint32_t parse_number_of_immediate(Cursor &cursor, std::string_view type) {
  if (type == "FLT32") {
    return cursor.hexadecimal();
  }
  return type == "INT32" ? static_cast<uint32_t>(cursor.integer()) : cursor.number();
}

/// Parses the value of a property that has no names for it.
uint32_t parse_number_of_property(Cursor &cursor, Property property) {
  switch (property) {
    case Property::block_width:
    case Property::block_height:
    case Property::block_depth:
      // No dimension of a work-group is larger in any API that has such shaders.
      return cursor.number(65535);
    default:
      return cursor.number();
  }
}

}  // namespace

std::pair<Property, uint32_t> parse_property(Cursor &cursor, Stage stage) {
  const std::string_view name = cursor.word();
  const PropertyInfo *info = find_property(name);
  if (info == nullptr) {
    cursor.refuse(name, "is no property");
  }
  if ((info->stages & stage_bit(stage)) == 0) {
    cursor.refuse(name, "is no property of the stage " + std::string(name_of(stage)));
  }
  const std::optional<uint32_t> named = find_property_value(info->property, cursor.peek_word());
  if (named) {
    cursor.word();
  }
  const uint32_t value = named ? *named : parse_number_of_property(cursor, info->property);
  cursor.expect_end();
  return {info->property, value};
}

Declaration parse_declaration(Cursor &cursor, Stage stage) {
  Declaration declaration;
  declaration.line = cursor.line();
  const std::string_view word = cursor.word();
  const auto file = find_file(word);
  if (!file || file == File::null || file == File::immediate || file == File::constant_buffer) {
    cursor.refuse(word, "is no file whose registers are declared");
  }
  if (!has_file(stage, *file)) {
    cursor.refuse(word, "is no file of the stage " + std::string(name_of(stage)));
  }
  declaration.file = *file;
  parse_registers(cursor, declaration, word);
  check_memory(cursor, declaration, word);
  if (cursor.accept('.')) {
    declaration.mask = parse_mask(cursor);
  }
  parse_attributes(cursor, declaration, stage);
  return declaration;
}

Immediate parse_immediate(Cursor &cursor, uint32_t expected) {
  cursor.expect('[');
  const std::string_view index = cursor.peek_word();
  if (cursor.number(register_limit(File::immediate) - 1) != expected) {
    cursor.refuse(index, "immediate " + std::to_string(expected) + " was expected");
  }
  cursor.expect(']');
  const std::string_view type = cursor.word();
  if (type != "FLT32" && type != "UINT32" && type != "INT32") {
    cursor.refuse(type, "is no type of an immediate; FLT32, UINT32 and INT32 are");
  }
  Immediate immediate = {};
  cursor.expect('{');
  for (size_t i = 0; i < component_count; ++i) {
    if (i != 0) {
      cursor.expect(',');
    }
    immediate[i] = parse_number_of_immediate(cursor, type);
  }
  cursor.expect('}');
  cursor.expect_end();
  return immediate;
}

Mask parse_mask(Cursor &cursor) {
  const std::string_view word = cursor.word();
  Mask mask = 0;
  for (const char letter : word) {
    const size_t component = component_names.find(letter);
    if (component == std::string_view::npos || mask >> component != 0) {
      cursor.refuse(word, "is no part of xyzw in this order");
    }
    mask = static_cast<Mask>(mask | 1U << component);
  }
  return mask;
}

}  // namespace mux::compiler::tgsi
