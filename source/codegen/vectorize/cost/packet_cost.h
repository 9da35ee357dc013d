/// @file
/// Rough costs of a packet and of scalar work-items, weighted by estimated execution counts of
/// blocks. The constants are in packet/tuning.h.

#pragma once

#include "codegen/ir/packet.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/cost/instruction_cost.h"

namespace llvm {
class DataLayout;
class Function;
class Instruction;
class Loop;
class TargetMachine;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Whether a loop of a linearized function is divergent with trip counts that differ widely between
/// lanes, so that it iterates until the last lane leaves it.
bool has_divergent_trip_count(const llvm::Loop &loop, const Shapes &shapes);

/// Estimates the cost of a packet of a linearized function, weighted by execution counts of blocks.
class PacketCost {
 public:
  /// @param plan must outlive this object.
  explicit PacketCost(const AccessPlan &plan);

  /// Returns the cost of one part.
  double total();

  /// Returns the additional scalar cost of strided loops whose accesses are contiguous across
  /// lanes: scalar code uses one element per cache line.
  double scalar_stride_cost();

  /// Returns the scalar cost of mispredictions of branches that diverge between work-items.
  double scalar_misprediction_cost();

  /// Returns the cost of one execution of an access by one part: that of its form.
  double of_access(const Access &access);

  bool is_serialized_by_lane() const { return serialized_by_lane_; }
  /// Whether a loop has accesses in which each lane iterates over a row of its own, which are
  /// contiguous in scalar code.
  bool accesses_own_rows() const { return along_rows_; }
  void assume_long_rows() { weights_.assume_long_rows(); }

 private:
  double of_packet(llvm::Instruction &instruction);

  /// Whether an instruction is arithmetic whose result may take several registers. Selects and
  /// comparisons are not counted per register, nor are indices, which become part of an access or
  /// are narrowed.
  static bool is_arithmetic(const llvm::Instruction &instruction);

  double of_lane(const llvm::Instruction &instruction) const;

  /// Whether a value is loaded from contiguous addresses, or is an address calculated with such an
  /// index.
  bool is_loaded_contiguously(const llvm::Value &value) const;

  double of_irregular_load(const Access &access);

  double of_irregular_store(const Access &access);

  /// Whether each lane iterates over a row of its own; notes it for accesses_own_rows().
  bool is_along_row(const Access &access);

  /// Whether an address is the sum of a uniform pointer and varying indices.
  bool has_common_base(const llvm::Value &pointer) const;

  /// Whether consecutive iterations of the loop access different, non-adjacent cache lines.
  bool has_large_stride(const llvm::Value &pointer, const llvm::Loop &loop);

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  const AccessPlan &plan_;
  const Packet &packet_;
  const Shapes &shapes_;
  BlockWeights weights_;
  bool serialized_by_lane_ = false;
  bool along_rows_ = false;
};

/// Returns the cost of a scalar work-item.
double scalar_work_item_cost(PacketCost &cost, llvm::Function &work_item,
                             llvm::TargetMachine &machine);

/// Whether a packet's live vectors exceed the spill threshold.
bool needs_spills(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
