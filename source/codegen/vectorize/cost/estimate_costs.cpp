#include "codegen/vectorize/cost/estimate_costs.h"

#include <algorithm>

#include "codegen/vectorize/cost/packet_cost.h"

namespace mux::compiler {

EstimatedCosts estimate_costs(const AccessPlan &plan, llvm::Function &work_item,
                              llvm::TargetMachine &machine) {
  const Packet &packet = plan.packet();
  EstimatedCosts costs;
  PacketCost chosen(plan);
  costs.scalar = scalar_work_item_cost(chosen, work_item, machine);
  const unsigned least = packet.is_group ? packet.lanes : std::max(2U, packet.lanes / 4);
  for (unsigned lanes = least; lanes <= packet.lanes; lanes *= 2) {
    Packet other = packet;
    other.lanes = lanes;
    costs.packets.push_back({lanes, PacketCost(AccessPlan(plan.function(), other)).total() / lanes,
                             !packet.is_group && needs_spills(plan.function(), other)});
  }
  return costs;
}

}  // namespace mux::compiler
