#include "codegen/vectorize/remarks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/ir/explanations.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/accesses/describe_access.h"
#include "codegen/vectorize/cost/check_profitability.h"
#include "codegen/vectorize/cost/estimate_costs.h"
#include "codegen/vectorize/cost/packet_cost.h"
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

llvm::Error check_pay_with_remarks(const AccessPlan &plan, llvm::Function &work_item,
                                   Compilation &compilation, std::vector<std::string> &remarks) {
  const auto check = [&] { return check_profitability(plan, work_item, compilation.machine); };
  if (!are_decisions_explained()) {
    return compilation.passes.run("check_profitability", plan.function(), check);
  }
  // Before check_profitability(), which may set metadata on loops of the work-item function.
  const EstimatedCosts costs = estimate_costs(plan, work_item, compilation.machine);
  llvm::Error refusal = compilation.passes.run("check_profitability", plan.function(), check);
  remarks.push_back(describe(costs, plan.packet(), !refusal));
  if (refusal) {
    remark_accesses(plan, remarks);
  }
  return refusal;
}

void remark_accesses(const AccessPlan &plan, std::vector<std::string> &remarks) {
  if (!are_accesses_explained()) {
    return;
  }
  PacketCost cost(plan);
  std::vector<std::string> lines;
  for (const Access &access : plan.accesses()) {
    std::string line;
    llvm::raw_string_ostream stream(line);
    stream << describe_place(access) << ": " << name_of(access.form) << describe_mask(access)
           << ": " << reason_of(access) << "; cost "
           << llvm::format("%.2f", cost.of_access(access));
    if (!llvm::is_contained(lines, line)) {
      lines.push_back(std::move(line));
    }
  }
  remarks.insert(remarks.end(), lines.begin(), lines.end());
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
