#include "compiler/pipeline/vectorise/widen_division.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

#include "compiler/pipeline/vectorise/running_lanes.h"
#include "compiler/pipeline/vectorise/widener.h"

namespace mux::compiler {

llvm::Value *divide(Widener &widener, llvm::BinaryOperator &division, unsigned part,
                    unsigned component) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value *dividend = widener.vector(*division.getOperand(0), part, component);
  llvm::Value *divisor = widener.vector(*division.getOperand(1), part, component);
  if (!llvm::isa<llvm::Constant>(divisor)) {
    const RunningLanes running = reading_lanes(widener, division, part);
    if (!running.all()) {
      // A divisor of 0 would trap whoever has it.
      llvm::Value *condition = running.each != nullptr ? running.each : running.together;
      llvm::Value *one = llvm::ConstantInt::get(divisor->getType(), 1);
      divisor = builder.CreateSelect(condition, divisor, one);
    }
  }
  return builder.CreateBinOp(division.getOpcode(), dividend, divisor);
}

}  // namespace mux::compiler
