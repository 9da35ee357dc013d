/// @file
/// Compute programs: kernels, and what each of their parameters gets. Immutable but for measured
/// costs.
#pragma once

#include <mux/extensions.h>
#include <mux/gallium/compute.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "client/kernel_cost.h"
#include "gallium/screen/screen.h"
#include "gallium/state/parameters.h"

namespace mux::gallium {

/// A kernel of a program.
struct EntryPoint {
  std::string name;
  mux_kernel_t kernel = nullptr;
  mux_kernel_info_t info{};
  std::vector<Parameter> parameters;
  client::KernelCost cost;
};

class ComputeState final : public OfContext, public mux_gallium_compute_state_s {
 public:
  using HandleType = mux_gallium_compute_state_t;
  static constexpr const char *is_null = "the compute program is NULL";

  /// Compiles the program.
  /// @param[out] log receives the compiler's messages, also if it fails.
  ComputeState(const void *context, Screen &screen,
               const mux_gallium_compute_template_t &description, std::string &log);
  ~ComputeState() override;

  uint32_t static_shared_memory() const { return static_shared_memory_; }
  uint32_t input_size() const { return input_size_; }
  uint32_t entry_point_count() const { return static_cast<uint32_t>(entry_points_.size()); }
  /// Fails if there is no such entry point.
  EntryPoint &entry_point(uint32_t index) const;
  /// Fails with mux_error_missing_kernel if there is none of this name.
  uint32_t find(const char *name) const;

 private:
  void load(const void *binary, uint64_t size);
  void add_entry_point(uint64_t index);
  void destroy() noexcept;

  Ref<Screen> screen_;
  uint32_t static_shared_memory_;
  uint32_t input_size_;
  mux_executable_t executable_ = nullptr;
  std::vector<std::unique_ptr<EntryPoint>> entry_points_;
};

}  // namespace mux::gallium
