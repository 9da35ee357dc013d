#include "codegen/vectorize/sub_group_packets.h"

#include <llvm/IR/Module.h>

#include <bit>

#include "codegen/ir/failure.h"
#include "codegen/ir/temporary_function.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/analysis/private_layout.h"
#include "codegen/vectorize/region_packets.h"
#include "codegen/vectorize/widen/instructions/widen.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// The element size that determines the default sub-group size: values of 32 bits are the most
/// common.
constexpr unsigned element_bits = 32;

/// Generates RegionPackets::along_index.
llvm::Error add_packet_along_index(Region &region, const SplitKernel &kernel,
                                   Compilation &compilation) {
  const PacketJob job{
      kernel, PacketMode::along_index, {VectorWidth::Mode::lanes, region.packets->packet.lanes}};
  const Packet packet{job.width.lanes};
  const TemporaryFunction function(*region.work_item);
  if (llvm::Error remark = prepare(*function, job, compilation)) {
    return remark;
  }
  if (llvm::Error remark =
          make_linear(*function, {WorkItemContext::of(*function).local_index}, compilation)) {
    return remark;
  }
  if (packet_stack_use(*function, packet) > largest_packet_stack_use) {
    return failure("the private variables of a sub-group do not fit the stack");
  }
  make_epilogue(*function, packet, job, compilation);
  const AccessPlan plan(*function, packet);
  if (llvm::Error remark = check_widenable(plan)) {
    return remark;
  }
  if (compilation.makes_code()) {
    region.packets->along_index = make_packet(plan, PacketUse::epilogue, job, compilation);
  }
  return llvm::Error::success();
}

}  // namespace

uint32_t choose_sub_group_size(const WorkItemTraits &kernel, const VectorWidth &width) {
  switch (width.mode) {
    case VectorWidth::Mode::scalar:
    case VectorWidth::Mode::loops:
      return 1;
    case VectorWidth::Mode::automatic:
    case VectorWidth::Mode::estimate:
    case VectorWidth::Mode::packets:
    case VectorWidth::Mode::lanes:
      break;
  }
  if (kernel.wanted_sub_group_size != 0) {
    return kernel.wanted_sub_group_size;
  }
  const uint32_t usual =
      width.mode == VectorWidth::Mode::lanes ? width.lanes : vector_register_bits() / element_bits;
  // A kernel that requires groups with short rows may assume that a sub-group is a row: OpenCV's
  // matrix products exchange values within rows of 8.
  const uint64_t row = kernel.description.required_local_size[0];
  return row > 1 && row < usual && std::has_single_bit(row) ? static_cast<uint32_t>(row) : usual;
}

llvm::Error make_sub_group_packets(SplitKernel &kernel, uint32_t size, Compilation &compilation,
                                   std::vector<std::string> &remarks) {
  const PacketJob job{kernel, PacketMode::sub_groups, {VectorWidth::Mode::lanes, size}};
  const auto make = [&](Region &region) -> llvm::Error {
    if (llvm::Error remark = make_region_packets(region, job, false, compilation, remarks)) {
      return remark;
    }
    return add_packet_along_index(region, kernel, compilation);
  };
  for (Region &region : kernel.regions) {
    if (llvm::Error remark = make(region)) {
      for (Region &made : kernel.regions) {
        remove_packets(made);
      }
      return remark;
    }
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler
