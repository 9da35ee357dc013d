#include "codegen/vectorize/remarks.h"

#include <llvm/IR/Function.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/ir/explanations.h"
#include "codegen/vectorize/cost/check_profitability.h"
#include "codegen/vectorize/cost/estimate_costs.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {
namespace {

std::string describe(const EstimatedCosts &costs, const Packet &packet, bool pays) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "estimated cost per work-item: scalar: " << llvm::format("%.2f", costs.scalar)
         << (pays ? "" : " (chosen)");
  for (const EstimatedCosts::OfLanes &other : costs.packets) {
    stream << ", packets of " << other.lanes << ": " << llvm::format("%.2f", other.cost)
           << (other.spills ? " and spills" : "")
           << (pays && other.lanes == packet.lanes ? " (chosen)" : "");
  }
  return text;
}

}  // namespace

llvm::Error check_pay_with_remarks(llvm::Function &linearized, llvm::Function &work_item,
                                   const Packet &packet, Compilation &compilation,
                                   std::vector<std::string> &remarks) {
  const auto check = [&] {
    return check_profitability(linearized, work_item, compilation.machine, packet);
  };
  if (!are_decisions_explained()) {
    return compilation.passes.run("check_profitability", linearized, check);
  }
  // Before check_profitability(), which may set metadata on loops of the work-item function.
  const EstimatedCosts costs = estimate_costs(linearized, work_item, compilation.machine, packet);
  llvm::Error refusal = compilation.passes.run("check_profitability", linearized, check);
  remarks.push_back(describe(costs, packet, !refusal));
  return refusal;
}

void remark_packet(const Packet &packet, std::vector<std::string> &remarks) {
  if (!are_decisions_explained()) {
    return;
  }
  const unsigned bits = vector_register_bits();
  std::string text = "vectorization factor: " + std::to_string(packet.lanes);
  const unsigned lane = bits / packet.lanes;
  if (packet.lanes * lane == bits && lane >= 8 && lane <= 64) {
    text += " (elements of " + std::to_string(lane) + " bits in vectors of " +
            std::to_string(bits) + ")";
  }
  remarks.push_back(text + ", interleave count: " + std::to_string(packet.part_count()));
}

void remark_refusal(llvm::StringRef what, llvm::Error refusal, std::vector<std::string> &remarks) {
  const std::string reason = llvm::toString(std::move(refusal));
  if (are_decisions_explained()) {
    remarks.push_back(what.str() + ": not vectorized: " + reason);
  }
}

}  // namespace mux::compiler
