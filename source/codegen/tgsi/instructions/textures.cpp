// Texture instructions. The work is done by functions of the library.

#include <llvm/IR/Constants.h>

#include <array>

#include "codegen/tgsi/instructions/derivatives.h"
#include "codegen/tgsi/instructions/table.h"
#include "codegen/tgsi/instructions/texture_operands.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;
using Coordinates = std::array<Value *, component_count>;

llvm::Type *words_type(Body &body) {
  return llvm::FixedVectorType::get(body.builder.getInt32Ty(), component_count);
}

/// Writes the components of a vector; zeros if the texture's number is none of those declared.
void write_words(Body &body, const Instruction &instruction, const Resource &texture,
                 Value *words) {
  if (texture.is_declared != nullptr) {
    words = body.builder.CreateSelect(texture.is_declared, words,
                                      llvm::Constant::getNullValue(words->getType()));
  }
  for (unsigned i = 0; i < component_count; ++i) {
    body.write(instruction, i, body.builder.CreateExtractElement(words, uint64_t{i}));
  }
}

/// The texel offsets of an instruction, or one of several.
Coordinates offsets_of(Body &body, const Instruction &instruction, const TextureTarget &target,
                       size_t index) {
  Coordinates offsets = {};
  if (index < instruction.offsets.size()) {
    for (unsigned i = 0; i < target.dimensions && !target.is_cube; ++i) {
      offsets[i] = body.as_integer(body.read(instruction, instruction.offsets[index], i));
    }
  }
  return offsets;
}

/// The coordinates of a source, the layer last. Projected ones are divided by the last component.
Coordinates coordinates_of(Body &body, const Instruction &instruction, const TextureTarget &target,
                           size_t source) {
  Coordinates coordinates = {};
  const bool is_projected = instruction.opcode == Opcode::TXP;
  for (unsigned i = 0; i < target.dimensions; ++i) {
    coordinates[i] = body.read_float(instruction, source, i);
    if (is_projected) {
      coordinates[i] = body.divide(coordinates[i], body.read_float(instruction, source, 3));
    }
  }
  if (target.layer) {
    coordinates[3] = body.read_float(instruction, source, *target.layer);
  }
  return coordinates;
}

Value *reference_of(Body &body, const Instruction &instruction, const TextureTarget &target) {
  if (!target.reference) {
    return nullptr;
  }
  const OperandPlace place = *target.reference;
  if (place.source + 1 >= instruction.sources.size() ||
      (place.source != 0 && instruction.opcode == Opcode::TXD)) {
    instruction.refuse("the instruction has no source for the reference of the target");
  }
  Value *reference = body.read_float(instruction, place.source, place.component);
  return instruction.opcode == Opcode::TXP
             ? body.divide(reference, body.read_float(instruction, 0, 3))
             : reference;
}

/// The level or bias: in the last component of the coordinates, or in the second source, after the
/// reference if that is there too.
Value *level_operand(Body &body, const Instruction &instruction, const TextureTarget &target) {
  const bool has_second = instruction.opcode == Opcode::TXB2 || instruction.opcode == Opcode::TXL2;
  if (!has_second) {
    return body.read_float(instruction, 0, 3);
  }
  const bool is_after_reference = target.reference && target.reference->source == 1;
  return body.read_float(instruction, 1, is_after_reference ? 1 : 0);
}

/// The level of the derivatives along x and y.
Value *level_of_steps(Body &body, const TextureTarget &target, const Resource &texture,
                      const Coordinates &coordinates, const Coordinates &step_x,
                      const Coordinates &step_y) {
  return TextureCall(body, "mux_texture_level")
      .address(texture.layout)
      .number(bits_of(target))
      .floats(coordinates)
      .floats(step_x)
      .floats(step_y)
      .build(body.builder.getFloatTy());
}

/// The level of the derivatives that are operands.
Value *level_of_derivatives(Body &body, const Instruction &instruction, const TextureTarget &target,
                            const Resource &texture, const Coordinates &coordinates) {
  const auto step = [&](size_t source) {
    Coordinates values = {};
    for (unsigned i = 0; i < target.dimensions; ++i) {
      values[i] = body.read_float(instruction, source, i);
    }
    return values;
  };
  return level_of_steps(body, target, texture, coordinates, step(1), step(2));
}

/// The level that is no operand: of the derivatives in fragment shaders; NULL, which is level 0, in
/// stages without derivatives.
Value *implicit_level(Body &body, const TextureTarget &target, const Resource &texture,
                      const Coordinates &coordinates) {
  if (body.program.stage != Stage::fragment) {
    return nullptr;
  }
  const auto step = [&](Axis axis) {
    Coordinates values = {};
    for (unsigned i = 0; i < target.dimensions; ++i) {
      values[i] = derivative(body, coordinates[i], axis);
    }
    return values;
  };
  return level_of_steps(body, target, texture, coordinates, step(Axis::x), step(Axis::y));
}

/// No filtered instruction has these targets.
TextureTarget filtered_target(const Instruction &instruction) {
  const TextureTarget target = texture_target(instruction);
  if (target.is_buffer || target.is_multisampled) {
    instruction.refuse("the target has no filtered texels");
  }
  return target;
}

/// TEX, TXP, TXB, TXL, TXD and those with a second source.
void sample(Body &body, const Instruction &instruction) {
  const TextureTarget target = filtered_target(instruction);
  const Resource texture = find_texture(body, instruction);
  const Coordinates coordinates = coordinates_of(body, instruction, target, 0);
  Value *level = nullptr;
  Value *bias = nullptr;
  switch (instruction.opcode) {
    case Opcode::TXL:
    case Opcode::TXL2:
      level = level_operand(body, instruction, target);
      break;
    case Opcode::TXB:
    case Opcode::TXB2:
      level = implicit_level(body, target, texture, coordinates);
      bias = level_operand(body, instruction, target);
      break;
    case Opcode::TXD:
      level = level_of_derivatives(body, instruction, target, texture, coordinates);
      break;
    default:
      level = implicit_level(body, target, texture, coordinates);
      break;
  }
  Value *reference = reference_of(body, instruction, target);
  const Coordinates offsets = offsets_of(body, instruction, target, 0);
  const auto build = [&](const TextureCode *code) {
    TextureCall call(body, code != nullptr ? "mux_texture_sample_known" : "mux_texture_sample");
    call.address(texture.pointer)
        .address(texture.layout)
        .address(texture.sampler)
        .number(bits_of(target))
        .floats(coordinates)
        .floats({reference})
        .floats({level})
        .floats({bias})
        .integers(offsets);
    return (code != nullptr ? call.code(*code) : call).build(words_type(body));
  };
  write_words(body, instruction, texture, for_texture(body, texture, true, build));
}

void fetch(Body &body, const Instruction &instruction) {
  const TextureTarget target = texture_target(instruction);
  if (target.is_cube) {
    instruction.refuse("texels of cubes cannot be fetched");
  }
  const Resource texture = find_texture(body, instruction);
  const Coordinates offsets = offsets_of(body, instruction, target, 0);
  Coordinates place = {};
  for (unsigned i = 0; i < target.dimensions; ++i) {
    place[i] = body.read_integer(instruction, 0, i);
    if (offsets[i] != nullptr) {
      place[i] = body.builder.CreateAdd(place[i], offsets[i]);
    }
  }
  if (target.layer) {
    place[3] = body.read_integer(instruction, 0, *target.layer);
  }
  const bool has_level = instruction.opcode == Opcode::TXF && !target.is_rectangle &&
                         !target.is_buffer && !target.is_multisampled;
  Value *last =
      has_level || target.is_multisampled ? body.read_integer(instruction, 0, 3) : nullptr;
  const auto build = [&](const TextureCode *code) {
    TextureCall call(body, code != nullptr ? "mux_texture_fetch_known" : "mux_texture_fetch");
    call.address(texture.pointer)
        .address(texture.layout)
        .number(bits_of(target))
        .integers(place)
        .integers({has_level ? last : nullptr})
        .integers({target.is_multisampled ? last : nullptr});
    return (code != nullptr ? call.code(*code) : call).build(words_type(body));
  };
  write_words(body, instruction, texture, for_texture(body, texture, false, build));
}

void query_texture_size(Body &body, const Instruction &instruction) {
  const TextureTarget target = texture_target(instruction);
  const Resource texture = find_texture(body, instruction);
  Value *words = TextureCall(body, "mux_texture_size")
                     .address(texture.layout)
                     .number(bits_of(target))
                     .integers({body.read_integer(instruction, 0, 0)})
                     .build(words_type(body));
  write_words(body, instruction, texture, words);
}

void query_samples(Body &body, const Instruction &instruction) {
  const Resource texture = find_texture(body, instruction);
  Value *samples = TextureCall(body, "mux_texture_samples")
                       .address(texture.layout)
                       .build(body.builder.getInt32Ty());
  Value *words = llvm::Constant::getNullValue(words_type(body));
  write_words(body, instruction, texture,
              body.builder.CreateInsertElement(words, samples, uint64_t{0}));
}

Value *gather_at(Body &body, const Instruction &instruction, const TextureTarget &target,
                 const Resource &texture, Value *reference, const Coordinates &offsets) {
  const Coordinates coordinates = coordinates_of(body, instruction, target, 0);
  Value *component = target.reference ? nullptr : body.read_integer(instruction, 1, 0);
  return for_texture(body, texture, true, [&](const TextureCode *code) {
    TextureCall call(body, code != nullptr ? "mux_texture_gather_known" : "mux_texture_gather");
    call.address(texture.pointer)
        .address(texture.layout)
        .address(texture.sampler)
        .number(bits_of(target))
        .floats(coordinates)
        .floats({reference})
        .integers({component})
        .integers(offsets);
    return (code != nullptr ? call.code(*code) : call).build(words_type(body));
  });
}

/// With four offsets, each result is the last texel, the one without neighbors, of a footprint.
void gather(Body &body, const Instruction &instruction) {
  const TextureTarget target = filtered_target(instruction);
  const Resource texture = find_texture(body, instruction);
  Value *reference = reference_of(body, instruction, target);
  if (instruction.offsets.size() < component_count) {
    write_words(body, instruction, texture,
                gather_at(body, instruction, target, texture, reference,
                          offsets_of(body, instruction, target, 0)));
    return;
  }
  Value *words = llvm::Constant::getNullValue(words_type(body));
  constexpr uint64_t last = component_count - 1;
  for (unsigned i = 0; i < component_count; ++i) {
    Value *gathered = gather_at(body, instruction, target, texture, reference,
                                offsets_of(body, instruction, target, i));
    words = body.builder.CreateInsertElement(
        words, body.builder.CreateExtractElement(gathered, last), uint64_t{i});
  }
  write_words(body, instruction, texture, words);
}

void query_level(Body &body, const Instruction &instruction) {
  const TextureTarget target = filtered_target(instruction);
  const Resource texture = find_texture(body, instruction);
  const Coordinates coordinates = coordinates_of(body, instruction, target, 0);
  llvm::Type *type = llvm::FixedVectorType::get(body.builder.getFloatTy(), 2);
  Value *levels = TextureCall(body, "mux_texture_levels")
                      .address(texture.layout)
                      .address(texture.sampler)
                      .number(bits_of(target))
                      .floats({implicit_level(body, target, texture, coordinates)})
                      .build(type);
  Value *words = llvm::Constant::getNullValue(words_type(body));
  for (uint64_t i = 0; i < 2; ++i) {
    words = body.builder.CreateInsertElement(
        words, body.as_integer(body.builder.CreateExtractElement(levels, i)), i);
  }
  write_words(body, instruction, texture, words);
}

constexpr TranslatedOpcode texture_table[] = {
    {Opcode::TEX, sample},         {Opcode::TXP, sample},   {Opcode::TXB, sample},
    {Opcode::TXL, sample},         {Opcode::TXD, sample},   {Opcode::TEX2, sample},
    {Opcode::TXB2, sample},        {Opcode::TXL2, sample},  {Opcode::TEX_LZ, sample},
    {Opcode::TXF, fetch},          {Opcode::TXF_LZ, fetch}, {Opcode::TXQ, query_texture_size},
    {Opcode::TXQS, query_samples}, {Opcode::TG4, gather},   {Opcode::LODQ, query_level},
};

}  // namespace

std::span<const TranslatedOpcode> texture_instructions() {
  return texture_table;
}

}  // namespace mux::compiler::tgsi
