#include "compiler/pipeline/vectorise/choose_packet.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pipeline/host_target.h"
#include "compiler/pipeline/vectorise/shapes.h"
#include "compiler/pipeline/vectorise/vector_width.h"

namespace mux::compiler {

namespace {

unsigned register_bits() {
  const HostTarget &host = host_target();
  if (host.has_feature("avx512f") && host.has_feature("avx512vl") && host.has_feature("avx512bw") &&
      host.has_feature("avx512dq")) {
    return 512;
  }
  return host.has_feature("avx2") ? 256 : 128;
}

/// Whether more of the work is done in 64 bits than in fewer.
bool is_mostly_double(llvm::Function &function, const Shapes &shapes) {
  unsigned doubles = 0;
  unsigned others = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (!shapes.of(instruction).is_varying() || instruction.getType()->isPointerTy()) {
      continue;
    }
    const unsigned bits = instruction.getType()->getScalarSizeInBits();
    (bits == 64 ? doubles : others) += bits > 1 ? 1 : 0;
  }
  return doubles > others;
}

}  // namespace

Packet choose_packet(llvm::Function &linearised, const VectorWidth &width) {
  Packet packet;
  if (width.mode == VectorWidth::Mode::lanes) {
    packet.lanes = width.lanes;
    return packet;
  }
  const Shapes shapes(linearised, packet);
  packet.lanes = register_bits() / (is_mostly_double(linearised, shapes) ? 64 : 32);
  return packet;
}

}  // namespace mux::compiler
