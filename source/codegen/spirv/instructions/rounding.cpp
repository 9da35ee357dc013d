#include "codegen/spirv/instructions/rounding.h"

namespace mux::compiler::spirv {

const char *rounding_suffix(FPRoundingMode mode) {
  switch (mode) {
    case FPRoundingMode::RTE:
      return "_rte";
    case FPRoundingMode::RTZ:
      return "_rtz";
    case FPRoundingMode::RTP:
      return "_rtp";
    default:
      return "_rtn";
  }
}

}  // namespace mux::compiler::spirv
