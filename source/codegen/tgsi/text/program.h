/// @file
/// A shader as parsed: typed declarations and instructions whose operands were validated.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/tgsi/text/names.h"
#include "codegen/tgsi/text/opcodes.h"

namespace mux::compiler::tgsi {

/// A set of components: bit 0 is x.
using Mask = uint8_t;
inline constexpr Mask all_components = 0xf;
inline constexpr unsigned component_count = 4;
inline constexpr std::string_view component_names = "xyzw";
/// Size of a component.
inline constexpr unsigned word_bytes = 4;
inline constexpr unsigned word_bits = 32;

struct Declaration {
  File file = File::null;
  uint32_t line = 0;
  /// Whether the registers have an index of a vertex: IN[][i].
  bool per_vertex = false;
  /// The constant buffer or the buffer of atomic counters; 0 for other files.
  uint32_t dimension = 0;
  uint32_t first = 0;
  uint32_t last = 0;
  Mask mask = all_components;
  /// The number n of ARRAY(n); 0 if the registers are no array.
  uint32_t array = 0;
  std::optional<Semantic> semantic;
  uint32_t semantic_index = 0;
  std::optional<Interpolation> interpolation;
  Location location = Location::center;
  /// The vertex stream of each component.
  std::array<uint8_t, component_count> streams = {};
  bool invariant = false;
  /// Of views and images.
  Target target = Target::buffer;
  std::array<ViewType, component_count> view_types = {};
  /// Of images, without PIPE_FORMAT_.
  std::string format;
  bool is_writable = false;
  bool is_raw = false;

  uint32_t count() const { return last - first + 1; }
};

/// An index of a register: a constant, or the sum of a constant and an address register.
struct Index {
  int32_t offset = 0;
  bool is_indirect = false;
  uint32_t address = 0;
  uint8_t component = 0;
};

struct Register {
  File file = File::null;
  /// The vertex, the constant buffer or the buffer of atomic counters.
  std::optional<Index> dimension;
  Index index;
  /// The number n of the array ARRAY(n) that is indexed; 0 if none is named.
  uint32_t array = 0;
};

struct Destination {
  Register place;
  Mask mask = all_components;
};

struct Source {
  Register place;
  std::array<uint8_t, component_count> swizzle = {0, 1, 2, 3};
  bool negate = false;
  bool absolute = false;
};

struct Instruction {
  Opcode opcode = Opcode::NOP;
  bool saturate = false;
  bool precise = false;
  uint32_t line = 0;
  std::vector<Destination> destinations;
  std::vector<Source> sources;
  std::optional<Target> target;
  /// Without PIPE_FORMAT_; empty if there is none.
  std::string format;
  /// Whether it is marked COHERENT or VOLATILE.
  bool coherent = false;
  /// Texel offsets.
  std::vector<Source> offsets;

  const OpcodeInfo &info() const { return info_of(opcode); }
  /// Throws TextError at the instruction.
  [[noreturn]] void refuse(const std::string &text) const;
};

using Immediate = std::array<uint32_t, component_count>;

struct Program {
  Stage stage = Stage::vertex;
  std::map<Property, uint32_t> properties;
  std::vector<Declaration> declarations;
  std::vector<Immediate> immediates;
  /// All but END.
  std::vector<Instruction> instructions;

  /// The declarations of a file, in order of dimension and register.
  std::vector<const Declaration *> of_file(File file) const;
};

}  // namespace mux::compiler::tgsi
