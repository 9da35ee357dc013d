/// @file
/// An event: the execution status of a command, or a user event (client/event.h).
#pragma once

#include "client/event.h"
#include "opencl/context/context.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Queue;

using EventNotify = void(CL_CALLBACK *)(cl_event event, cl_int status, void *user_data);

class Event final : public UserCounted<client::Event>, public _cl_event {
 public:
  using HandleType = cl_event;
  static constexpr Kind kind_of = Kind::event;
  static constexpr cl_int invalid = CL_INVALID_EVENT;
  static constexpr const char *invalid_text = "not an event of this platform";

  /// Creates a user event.
  explicit Event(Context &context);
  /// Creates the event of a command that is being enqueued.
  /// @param commands the implementation of the queue.
  /// @param holder owns the queue.
  Event(Context &context, Queue &queue, client::Queue &commands, Ref<RefCounted> holder,
        cl_command_type type);

  Context &context() const { return context_; }
  /// NULL for user events.
  Queue *command_queue() const { return command_queue_; }
  cl_command_type type() const { return type_; }
  bool is_user_event() const { return type_ == CL_COMMAND_USER; }

  /// Calls the function on the service thread when the execution status reaches `status`.
  void notify(cl_int status, EventNotify function, void *user_data);

 private:
  /// Retained by the base class, directly or by the queue.
  Context &context_;
  Queue *command_queue_ = nullptr;
  cl_command_type type_;
};

}  // namespace mux::opencl
