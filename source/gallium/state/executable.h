/// @file
/// The kernels of a compiled program, and what each of their parameters gets. Immutable but for
/// measured costs.
#pragma once

#include <mux/extensions.h>
#include <mux/gallium/compute.h>

#include <memory>
#include <span>
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

class Executable {
 public:
  /// @param screen outlives the executable.
  /// @param binary read during the call only.
  /// @param constants values of the program's constants.
  Executable(const Screen &screen, std::span<const std::byte> binary,
             std::span<const mux_constant_value_t> constants);
  ~Executable();
  Executable(const Executable &) = delete;
  Executable &operator=(const Executable &) = delete;

  uint32_t entry_point_count() const { return static_cast<uint32_t>(entry_points_.size()); }
  /// Fails if there is no such entry point.
  EntryPoint &entry_point(uint32_t index) const;
  /// Fails with mux_error_missing_kernel if there is none of this name.
  uint32_t find(const char *name) const;
  mux_executable_t handle() const { return executable_; }

 private:
  void load();
  void add_entry_point(uint64_t index);
  void destroy() noexcept;

  const Screen &screen_;
  mux_executable_t executable_ = nullptr;
  std::vector<std::unique_ptr<EntryPoint>> entry_points_;
};

}  // namespace mux::gallium
