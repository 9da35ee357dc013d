#include "codegen/optimize/simplify_packet.h"

#include "codegen/optimize/function_passes.h"

namespace mux::compiler {

void simplify_packet(llvm::Function &packet, llvm::TargetMachine &machine) {
  FunctionPasses(packet, machine).run(folding_passes());
}

}  // namespace mux::compiler
