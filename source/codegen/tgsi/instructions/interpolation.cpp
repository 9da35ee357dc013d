// INTERP_CENTROID, INTERP_SAMPLE and INTERP_OFFSET: inputs of a fragment at another place.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/body/fragment_planes.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

FragmentPlace place_of(Body &body, const Instruction &instruction, FragmentPlanes &planes) {
  switch (instruction.opcode) {
    case Opcode::INTERP_SAMPLE:
      return planes.sample(body.read_integer(instruction, 1, 0));
    case Opcode::INTERP_OFFSET:
      return {body.read_float(instruction, 1, 0), body.read_float(instruction, 1, 1)};
    default:
      return planes.centroid();
  }
}

/// All components are computed before the first one is stored.
void interpolate(Body &body, const Instruction &instruction) {
  FragmentPlanes planes(body.program, body.kernel, body.builder);
  const FragmentPlace place = place_of(body, instruction, planes);
  const Source &input = instruction.sources[0];
  Source plain = input;
  plain.negate = false;
  plain.absolute = false;
  Value *index = body.index_value(input.place.index);
  std::array<Value *, component_count> results = {};
  for (unsigned i = 0; i < component_count; ++i) {
    if ((instruction.destinations[0].mask >> i & 1) != 0) {
      Value *at_place = planes.interpolate(index, input.swizzle[i], place,
                                           body.as_float(body.read(instruction, plain, i)));
      results[i] = body.modify(input, at_place);
    }
  }
  for (unsigned i = 0; i < component_count; ++i) {
    if (results[i] != nullptr) {
      body.write(instruction, i, results[i]);
    }
  }
}

constexpr TranslatedOpcode interpolation_table[] = {
    {Opcode::INTERP_CENTROID, interpolate},
    {Opcode::INTERP_SAMPLE, interpolate},
    {Opcode::INTERP_OFFSET, interpolate},
};

}  // namespace

std::span<const TranslatedOpcode> interpolation_instructions() {
  return interpolation_table;
}

}  // namespace mux::compiler::tgsi
