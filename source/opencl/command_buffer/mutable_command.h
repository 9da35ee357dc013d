/// @file
/// A recorded command with a handle, for queries and, if the command buffer is mutable, for updates
/// (cl_khr_command_buffer_mutable_dispatch).
///
/// Owned by its command buffer, and guarded by its lock.
#pragma once

#include <mux/mux.h>

#include <vector>

#include "opencl/kernel/kernel.h"
#include "opencl/kernel/range.h"
#include "opencl/support/object.h"

struct _cl_mutable_command_khr : mux::opencl::Handle {
  using Handle::Handle;
};

namespace mux::opencl {

class CommandBuffer;

/// An ND-range as requested; sizes that the program left open are 0.
struct RequestedRange {
  RequestedRange() = default;
  /// @param request with a valid number of dimensions.
  explicit RequestedRange(const RangeRequest &request);

  /// A request that points to this object.
  RangeRequest request() const {
    return {dimensions, offset.data(), global.data(), has_local ? local.data() : nullptr};
  }

  cl_uint dimensions = 0;
  bool has_local = false;
  Size3 offset{};
  Size3 global{};
  Size3 local{};
};

class MutableCommand final : public _cl_mutable_command_khr {
 public:
  using HandleType = cl_mutable_command_khr;
  static constexpr Kind kind_of = Kind::mutable_command;
  static constexpr cl_int invalid = CL_INVALID_MUTABLE_COMMAND_KHR;
  static constexpr const char *invalid_text = "not a command of a command buffer of this platform";

  struct Properties {
    cl_mutable_dispatch_asserts_khr asserts = 0;
    /// The fields that may be updated, and whether the program specified them.
    cl_mutable_dispatch_fields_khr fields = 0;
    bool has_fields = false;
    /// With the terminating 0; empty if there were none.
    std::vector<cl_command_properties_khr> list;
  };

  /// The part of a command that updates change.
  struct State {
    /// An internal kernel object with the arguments of the command. NULL if the command is not
    /// mutable.
    Ref<Kernel> arguments;
    RequestedRange asked;
    Range range;
    /// Whether all arguments are set.
    bool complete = true;
  };

  MutableCommand(CommandBuffer &command_buffer, Kernel &kernel, Properties properties, State state)
      : _cl_mutable_command_khr(Kind::mutable_command),
        command_buffer_(command_buffer),
        kernel_(kernel),
        properties_(std::move(properties)),
        state(std::move(state)) {}

  CommandBuffer &command_buffer() const { return command_buffer_; }
  /// The kernel that was recorded.
  Kernel &kernel() const { return *kernel_; }
  const Properties &properties() const { return properties_; }

 private:
  CommandBuffer &command_buffer_;
  Ref<Kernel> kernel_;
  Properties properties_;

 public:
  mux_command_id_t id = 0;
  State state;
  /// Objects that the command uses.
  std::vector<Ref<RefCounted>> used;
};

/// A command with its state after an update.
struct UpdatedCommand {
  MutableCommand *command;
  MutableCommand::State state;
  std::vector<Ref<RefCounted>> used;
};

/// The ND-range to execute, which is empty if arguments are unset or there are no work-items.
/// Points to the kernel and the state.
mux_ndrange_options_t options_of(DeviceKernel &kernel, const MutableCommand::State &state);

}  // namespace mux::opencl
