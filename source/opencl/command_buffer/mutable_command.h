/// @file
/// A command of a command buffer that the program has a handle of, to ask about it and, if the
/// command buffer is mutable, to change it (cl_khr_command_buffer_mutable_dispatch).
///
/// It belongs to its command buffer, whose lock guards it.
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

/// An ND-range as the program asked for it; what it left open is 0.
struct AskedRange {
  AskedRange() = default;
  /// Of a request whose number of dimensions was checked.
  explicit AskedRange(const RangeRequest &request);

  /// Points to this.
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
    /// What may be changed, and whether the program said so.
    cl_mutable_dispatch_fields_khr fields = 0;
    bool has_fields = false;
    /// As they were given, with the terminating 0; empty if there were none.
    std::vector<cl_command_properties_khr> list;
  };

  /// What can change.
  struct State {
    /// With the arguments of the command; the program does not know it. NULL if the command cannot
    /// be changed.
    Ref<Kernel> arguments;
    AskedRange asked;
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
  /// The one that it was recorded with.
  Kernel &kernel() const { return *kernel_; }
  const Properties &properties() const { return properties_; }

 private:
  CommandBuffer &command_buffer_;
  Ref<Kernel> kernel_;
  Properties properties_;

 public:
  mux_command_id_t id = 0;
  State state;
  /// What it uses.
  std::vector<Ref<Object>> used;
};

/// What becomes of a command by an update.
struct UpdatedCommand {
  MutableCommand *command;
  MutableCommand::State state;
  std::vector<Ref<Object>> used;
};

/// What mux is to do for a command: nothing, if its arguments are not all set or it has no
/// work-items. Points to the kernel and the state.
mux_ndrange_options_t options_of(DeviceKernel &kernel, const MutableCommand::State &state);

}  // namespace mux::opencl
