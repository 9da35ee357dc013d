#include "codegen/vectorize/cost/choose_packet.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "codegen/ir/flattened_rows.h"
#include "codegen/ir/kernel.h"
#include "codegen/ir/lane_functions.h"
#include "codegen/ir/row_loads.h"
#include "codegen/vectorize/accesses/access_planner.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/cost/instruction_cost.h"
#include "codegen/vectorize/cost/live_vectors.h"
#include "codegen/vectorize/cost/packet_cost.h"
#include "codegen/vectorize/cost/per_lane_rows.h"
#include "codegen/vectorize/cost/recurrences.h"
#include "codegen/vectorize/packet/tuning.h"
#include "compiler/interface/vector_width.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

bool is_vector_operation(const llvm::Instruction &instruction, const Shapes &shapes) {
  return shapes.of(instruction).is_varying() && !instruction.getType()->isPointerTy();
}

/// The value that a store writes; the result of other instructions.
const llvm::Value &data_of(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::StoreInst>(instruction)) {
    return *instruction.getOperand(0);
  }
  return instruction;
}

/// Whether most varying data has 64 bits. Data is what is loaded, stored or a floating-point value;
/// other integers may be indices. Loops are weighted by depth. Measured: scattering by 500 points
/// in float, after a few angles in double, took 1,010 us with 8 lanes and 511 us with 16.
bool is_mostly_double(llvm::Function &function, const Shapes &shapes) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  double doubles = 0;
  double others = 0;
  for (const llvm::BasicBlock &block : function) {
    const unsigned depth = std::min(loops.getLoopDepth(&block), tuning::deepest_loop);
    const double weight = std::pow(tuning::assumed_trip_count, depth);
    for (const llvm::Instruction &instruction : block) {
      const llvm::Value &data = data_of(instruction);
      const bool is_data = llvm::isa<llvm::StoreInst, llvm::LoadInst>(instruction) ||
                           data.getType()->isFloatingPointTy();
      if (is_data && shapes.of(data).is_varying()) {
        (data.getType()->getScalarSizeInBits() == 64 ? doubles : others) += weight;
      }
    }
  }
  return doubles > others;
}

/// Returns the number of vector operations in loops; 0 without loops. An instruction that is
/// executed lane by lane counts once per lane. Measured: a histogram with local atomics takes 5.8
/// ms with 4 parts, 37 ms with 16.
unsigned operations_in_loops(llvm::Function &function, const Shapes &shapes, unsigned lanes) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  unsigned operations = 0;
  for (const llvm::BasicBlock &block : function) {
    if (loops.getLoopFor(&block) == nullptr) {
      continue;
    }
    for (const llvm::Instruction &instruction : block) {
      if (instruction.isAtomic()) {
        operations += lanes;
      } else if (is_vector_operation(instruction, shapes)) {
        ++operations;
      }
    }
  }
  return operations;
}

/// Returns the number of parts of a function without loops.
unsigned straight_line_parts(llvm::Function &function, const Shapes &shapes, unsigned lanes) {
  unsigned operations = 0;
  unsigned under_masks = 0;
  for (const llvm::BasicBlock &block : function) {
    const llvm::Value *mask = block_mask(block);
    unsigned &count = mask == nullptr || llvm::isa<llvm::Constant>(mask) ? operations : under_masks;
    for (const llvm::Instruction &instruction : block) {
      if (instruction.isAtomic() || is_runtime_call(instruction)) {
        return 1;
      }
      count += is_vector_operation(instruction, shapes) ? 1 : 0;
    }
  }
  if (operations < tuning::min_straight_line_operations ||
      operations + under_masks > tuning::max_straight_line_operations) {
    return 1;
  }
  // The more work-items, the rarer is an all-false mask, for which a masked block is skipped.
  unsigned parts =
      under_masks == 0 ? tuning::parts_of_short_loops : tuning::parts_of_short_loops / 2;
  const double most_vectors = tuning::straight_line_vectors_per_register * vector_register_count();
  while (parts > 1 && most_live_vectors(function, {lanes, {parts, 1, 1}}) > most_vectors) {
    parts /= 2;
  }
  return parts;
}

/// Whether an access of this many bytes is uniform, or contiguous across lanes.
bool is_plain_access(const llvm::Instruction &access, const Shapes &shapes, uint64_t bytes) {
  const Shape shape = shapes.of(*llvm::getLoadStorePointerOperand(&access));
  return shape.is_uniform() || has_adjacent_elements(shape, static_cast<int64_t>(bytes));
}

/// Returns the width in which a value is calculated: half is calculated in float if the processor
/// has no half arithmetic (target/lower_half_operations.h).
unsigned calculated_bits(const llvm::Value &value, const llvm::DataLayout &layout) {
  llvm::Type *type = value.getType()->getScalarType();
  const bool is_calculated =
      llvm::isa<llvm::BinaryOperator>(value) || llvm::isa<llvm::CallInst>(value);
  if (type->isHalfTy() && is_calculated && !has_half_operations()) {
    type = llvm::Type::getFloatTy(type->getContext());
  }
  return static_cast<unsigned>(layout.getTypeSizeInBits(type).getFixedValue());
}

/// Whether an instruction is half arithmetic that the processor supports.
bool is_half_operation(const llvm::Instruction &instruction) {
  return has_half_operations() && instruction.getType()->getScalarType()->isHalfTy() &&
         llvm::isa<llvm::BinaryOperator, llvm::CallInst>(instruction);
}

/// Returns the width of the widest varying value, not counting pointers and strided indices.
/// Nothing if an access is not contiguous, because shuffles of many small elements are slow.
/// Measured: sums of short8 took 78 us with 32 lanes, 18 us scalar. Half arithmetic outweighs the
/// shuffles: 64 products and sums of half8 take 48 us with 32 lanes and 92 us with 16, 32 of one
/// component of half4 14 and 34 us, of every eighth half 14.8 and 17.6 us; a product and a sum of
/// half4 6.9 us with either.
std::optional<unsigned> widest_value(llvm::Function &function, const Shapes &shapes) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  unsigned widest = 0;
  bool is_plain = true;
  bool calculates_halves = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const llvm::Value &value = data_of(instruction);
    if (llvm::isa<llvm::StoreInst, llvm::LoadInst>(instruction)) {
      is_plain = is_plain &&
                 is_plain_access(instruction, shapes, layout.getTypeStoreSize(value.getType()));
    }
    if (value.getType()->isSized() && shapes.of(value).is_varying()) {
      widest = std::max(widest, calculated_bits(value, layout));
      calculates_halves = calculates_halves || is_half_operation(instruction);
    }
  }
  return is_plain || calculates_halves ? std::optional(widest) : std::nullopt;
}

/// Returns more lanes than `lanes` if all values have at most 16 bits. Measured: products of 262144
/// bytes take 7.3 us with 64 lanes, 17.7 us with 16.
unsigned lanes_of_narrow_values(llvm::Function &function, const WorkItemTraits &kernel,
                                unsigned lanes, const VectorWidth &width) {
  constexpr unsigned widest_narrow = 16;
  const unsigned widest =
      widest_value(function, Shapes(function, {lanes})).value_or(widest_narrow + 1);
  if (width.mode == VectorWidth::Mode::lanes || widest == 0 || widest > widest_narrow) {
    return lanes;
  }
  const unsigned most = std::min(max_lanes, vector_register_bits() / (widest <= 8 ? 8 : 16));
  // Rows of unknown length may be short.
  const bool is_long =
      kernel.is_group_independent ||
      (kernel.fixed_range.has_value() && kernel.fixed_range->local_size[0] % most == 0);
  return is_long ? std::max(lanes, most) : lanes;
}

/// Returns the lanes that fill a vector register with the function's data, or the number that the
/// user selected.
unsigned choose_lanes(llvm::Function &function, const VectorWidth &width) {
  if (width.mode == VectorWidth::Mode::lanes) {
    return width.lanes;
  }
  const Shapes shapes(function, {});
  return vector_register_bits() / (is_mostly_double(function, shapes) ? 64 : 32);
}

/// Returns the number of loads in loops per part of a packet.
double loads_of_part(llvm::Function &function, const Packet &packet) {
  const Shapes shapes(function, packet);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  uint64_t loads = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || loops.getLoopFor(load->getParent()) == nullptr) {
      continue;
    }
    loads += shapes.of(*load->getPointerOperand()).distinct_parts(packet);
  }
  return static_cast<double>(loads) / packet.part_count();
}

/// Reduces the lanes to the length of a row if it is known and shorter. Measured: a transposition
/// in groups of 4 x 4 takes 0.058 ms with 4 lanes, 0.31 ms with 16 lanes of which 4 are active.
unsigned fit_row(unsigned lanes, const WorkItemTraits &kernel, const VectorWidth &width) {
  // Joined groups may have any size, and the size of sub-groups has been chosen already.
  if (!kernel.fixed_range.has_value() || kernel.is_group_independent ||
      width.mode == VectorWidth::Mode::lanes) {
    return lanes;
  }
  const uint64_t row = kernel.fixed_range->local_size[0];
  const bool is_suitable = row > 1 && row < lanes && std::has_single_bit(row) &&
                           row * tuning::min_lane_utilization_divisor >= lanes;
  return is_suitable ? static_cast<unsigned>(row) : lanes;
}

/// Returns the largest power of two that divides the size, but at most `limit`.
unsigned largest_divisor(uint64_t size, unsigned limit) {
  return std::min<unsigned>(limit, uint64_t{1} << std::countr_zero(size));
}

/// Reduces the parts of a packet with a loop until its live vectors are within the limit.
void fit_registers(llvm::Function &function, Packet &packet) {
  for (unsigned &parts : packet.parts) {
    while (parts > 1 && most_live_vectors(function, packet) > tuning::most_loop_vectors) {
      parts /= 2;
    }
  }
}

/// Returns the packet of several rows with the fewest loads per part among those whose live vectors
/// fit the registers.
Packet choose_block(llvm::Function &function, const WorkItemTraits &kernel, unsigned lanes) {
  // Joined groups may have any size, and groups of unknown size may be no wider than a vector.
  unsigned rows = tuning::most_rows;
  unsigned vectors = kernel.is_group_independent ? tuning::most_vectors_of_rows : 1;
  if (!kernel.is_group_independent && kernel.fixed_range.has_value()) {
    const uint64_t(&size)[3] = kernel.fixed_range->local_size;
    rows = largest_divisor(size[1], tuning::most_rows);
    vectors =
        size[0] % lanes == 0 ? largest_divisor(size[0] / lanes, tuning::most_vectors_of_rows) : 1;
  }
  Packet best{lanes, {1, std::min(rows, tuning::most_rows / 2), 1}};
  fit_registers(function, best);
  double least = loads_of_part(function, best);
  for (unsigned x = 1; x <= vectors; x *= 2) {
    for (unsigned y = 2; y <= rows; y *= 2) {
      const Packet packet{lanes, {x, y, 1}};
      const double loads = loads_of_part(function, packet);
      if (loads < least && most_live_vectors(function, packet) <= vector_register_count()) {
        best = packet;
        least = loads;
      }
    }
  }
  return best;
}

/// Reduces the parts if rows are known to be short: the remainder of a row is executed part by part
/// under a mask, and of a row that is shorter than a packet that is all of it. Measured: a filter
/// in groups of 16 x 16 took 3.3 ms with 4 parts, of which each row filled only one.
unsigned fit_parts(unsigned parts, unsigned lanes, const WorkItemTraits &kernel) {
  if (!kernel.fixed_range.has_value() || kernel.is_group_independent) {
    return parts;
  }
  constexpr uint64_t least_share = 4;
  const uint64_t vectors = kernel.fixed_range->local_size[0] / lanes;
  while (parts > 1 && (parts > vectors || vectors % parts * least_share > vectors)) {
    parts /= 2;
  }
  return parts;
}

/// Number of loads in loops whose address is uniform along one dimension only.
struct LoopLoads {
  unsigned shared_along_x = 0;
  unsigned shared_along_y = 0;
};

LoopLoads loads_in_loops(llvm::Function &linearized) {
  const Shapes shapes(linearized, {16, {1, 2, 1}});
  const llvm::DominatorTree dominators(linearized);
  const llvm::LoopInfo loops(dominators);
  LoopLoads loads;
  for (const llvm::Instruction &instruction : llvm::instructions(linearized)) {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || loops.getLoopFor(load->getParent()) == nullptr) {
      continue;
    }
    const Shape address = shapes.of(*load->getPointerOperand());
    const bool differs_by_row = address.varies_by_part();
    loads.shared_along_x += address.is_uniform() && differs_by_row ? 1 : 0;
    loads.shared_along_y += !address.is_uniform() && !differs_by_row ? 1 : 0;
  }
  return loads;
}

/// Whether an access in a loop is not contiguous across lanes while each lane iterates over a row
/// of its own.
bool accesses_own_rows(llvm::Function &linearized, const Shapes &shapes, const Packet &packet) {
  const llvm::DataLayout &layout = linearized.getParent()->getDataLayout();
  const llvm::DominatorTree dominators(linearized);
  const llvm::LoopInfo loops(dominators);
  AccessPlanner planner(linearized, packet, shapes);
  return llvm::any_of(llvm::instructions(linearized), [&](llvm::Instruction &access) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&access);
    if (pointer == nullptr || shapes.of(*pointer).is_uniform() ||
        !accesses_own_row(access, loops, shapes, layout)) {
      return false;
    }
    const std::optional<Access> planned = planner.plan(access, block_mask(*access.getParent()));
    return planned.has_value() && planned->is_irregular();
  });
}

/// Whether a long loop is bound by the latency of a recurrence, which several parts hide.
bool is_bound_by_recurrence(llvm::Function &linearized, const Shapes &shapes, unsigned lanes,
                            unsigned operations, bool is_quick) {
  const unsigned most = is_quick ? tuning::max_operations_of_quick_recurrence_loops
                                 : tuning::max_operations_of_recurrence_loops;
  return operations <= most &&
         recurrence_to_throughput_ratio(linearized, shapes, lanes) >= tuning::min_recurrence_ratio;
}

}  // namespace

bool rows_share_loads(llvm::Function &linearized) {
  const LoopLoads loads = loads_in_loops(linearized);
  return loads.shared_along_y != 0 && loads.shared_along_x != 0;
}

bool rows_diverge_less(llvm::Function &linearized, const WorkItemTraits &kernel) {
  // A group may be a single row; an ND-range split without regard to groups rarely is.
  if (!kernel.is_group_independent || loads_in_loops(linearized).shared_along_x != 0) {
    return false;
  }
  const Shapes shapes(linearized, {16, {1, 2, 1}});
  const llvm::DominatorTree dominators(linearized);
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops.getLoopsInPreorder(), [&](const llvm::Loop *loop) {
    const llvm::Value *mask = block_mask(*loop->getHeader());
    return mask != nullptr && shapes.of(*mask).varies_by_part() &&
           has_divergent_trip_count(*loop, shapes);
  });
}

Packet choose_packet(llvm::Function &linearized, const WorkItemTraits &kernel,
                     PartDirection direction, const VectorWidth &width, bool is_quick) {
  Packet packet;
  packet.lanes = fit_row(choose_lanes(linearized, width), kernel, width);
  packet.lanes = lanes_of_narrow_values(linearized, kernel, packet.lanes, width);
  if (direction == PartDirection::y) {
    return choose_block(linearized, kernel, packet.lanes);
  }
  const Shapes shapes(linearized, packet);
  const unsigned operations = operations_in_loops(linearized, shapes, packet.lanes);
  bool waits = false;
  if (operations != 0 && operations <= tuning::tiny_loop && kernel.fixed_range.has_value() &&
      kernel.fixed_range->local_size[0] > packet.lanes &&
      kernel.fixed_range->local_size[0] % packet.lanes == 0) {
    packet.parts[0] =
        largest_divisor(kernel.fixed_range->local_size[0] / packet.lanes, tuning::most_parts);
  } else if (operations != 0 && operations <= tuning::short_loop) {
    packet.parts[0] = tuning::parts_of_short_loops;
  } else if (operations != 0 && operations <= 2 * tuning::short_loop) {
    packet.parts[0] = tuning::parts_of_short_loops / 2;
  } else if (operations > 2 * tuning::short_loop) {
    waits = is_bound_by_recurrence(linearized, shapes, packet.lanes, operations, is_quick);
    packet.parts[0] = waits ? tuning::parts_of_recurrence_loops : 1;
  } else if (operations == 0) {
    packet.parts[0] = straight_line_parts(linearized, shapes, packet.lanes);
  }
  if (packet.parts[0] > 1 &&
      (has_row_load(linearized) || accesses_own_rows(linearized, shapes, packet))) {
    // Each work-item uses a cache line of its own, and rows at power-of-two strides map to few
    // cache sets. Measured: sums of 4,096 rows of 1,024 and of 500 floats took 5.8 and 0.37 ms with
    // 4 parts, 3.4 and 0.38 with 2, and 1.7 and 0.40 with one; a product of matrices of 512 x 512,
    // a row for each work-item, 134, 65 and 25 ms. Rotations of rows of 256 floats at a stride of 1
    // KiB took 127 us with 4 parts and 35 us with one.
    packet.parts[0] = 1;
  }
  packet.parts[0] = fit_parts(packet.parts[0], packet.lanes, kernel);
  while (packet.parts[0] > 1 && packet.size(0) > shortest_row_length(linearized)) {
    packet.parts[0] /= 2;
  }
  if (operations != 0 && !waits) {
    fit_registers(linearized, packet);
  }
  if (direction == PartDirection::rows) {
    packet.parts = {1, std::min(packet.parts[0], tuning::parts_of_short_loops), 1};
  }
  return packet;
}

namespace {

/// Whether a whole group as one packet has too many live vectors, and packets of regions would have
/// fewer or compile faster.
bool has_too_many_live_vectors(llvm::Function &linearized, const Packet &packet, bool is_quick) {
  const LiveVectors live = live_vectors(linearized, packet);
  return live.anywhere > tuning::most_group_vectors &&
         (live.in_loops_without_barriers > tuning::most_group_vectors ||
          live.anywhere > 2 * live.at_barriers ||
          (is_quick && packet.part_count() > tuning::most_parts_of_quick_groups));
}

}  // namespace

std::optional<Packet> choose_group_packet(llvm::Function &linearized, const FixedRange &range,
                                          const VectorWidth &width, bool is_quick) {
  const uint64_t(&size)[3] = range.local_size;
  const unsigned suitable = choose_lanes(linearized, width);
  const unsigned lanes = largest_divisor(size[0], suitable);
  if (lanes < 2 || lanes * tuning::min_lane_utilization_divisor < suitable ||
      size[0] * size[1] * size[2] > uint64_t{lanes} * tuning::most_group_parts) {
    return std::nullopt;
  }
  Packet packet{lanes};
  packet.parts = {static_cast<unsigned>(size[0]) / lanes, static_cast<unsigned>(size[1]),
                  static_cast<unsigned>(size[2])};
  packet.is_group = true;
  // Vectors that the user selected wider than the processor's take several registers each.
  const uint64_t registers = std::max(1U, lanes / (vector_register_bits() / 32));
  if (registers * linearized.getInstructionCount() * packet.part_count() >
          tuning::most_group_instructions ||
      has_too_many_live_vectors(linearized, packet, is_quick)) {
    return std::nullopt;
  }
  return packet;
}

}  // namespace mux::compiler
