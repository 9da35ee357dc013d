#include "codegen/vectorize/cost/check_profitability.h"

#include "codegen/ir/failure.h"
#include "codegen/vectorize/cost/packet_cost.h"
#include "codegen/vectorize/cost/work_item_cost.h"
#include "codegen/vectorize/packet/tuning.h"

namespace mux::compiler {

llvm::Error check_profitability(const AccessPlan &plan, llvm::Function &work_item,
                                llvm::TargetMachine &machine) {
  const Packet &packet = plan.packet();
  PacketCost cost(plan);
  const double most = packet.lanes * scalar_work_item_cost(cost, work_item, machine);
  const double total = cost.total();
  // Live vectors are counted only if they can change the decision. For a whole group,
  // choose_group_packet() has checked them.
  const bool spills_matter =
      !packet.is_group && total <= most && total * tuning::spill_cost_factor > most;
  const bool spills = spills_matter && needs_spills(plan.function(), packet);
  const bool pay = total <= most && !spills;
  const std::optional<VectorLoops> along_rows =
      cost.accesses_own_rows() ? vectorize_row_loops(work_item, machine) : std::nullopt;
  if (along_rows.has_value()) {
    cost.assume_long_rows();
    if (pay && cost.total() <= packet.lanes * along_rows->cost) {
      return llvm::Error::success();
    }
    reserve_loops_for_vectorizer(work_item, *along_rows);
  }
  if (!pay) {
    return failure(cost.is_serialized_by_lane()
                       ? "most of it is atomic operations or calls, which are executed lane by lane"
                   : spills ? "packets would spill too many vector registers"
                            : "packets are estimated to be slower because of its memory accesses");
  }
  return along_rows.has_value()
             ? failure(
                   "each iterates over a row, and vectors along rows are estimated to be faster")
             : llvm::Error::success();
}

}  // namespace mux::compiler
