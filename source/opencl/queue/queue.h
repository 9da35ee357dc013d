/// @file
/// A command queue: checks wait lists and creates events; client/queue.h executes the commands.
#pragma once

#include <mux/mux.h>

#include <span>
#include <vector>

#include "client/queue.h"
#include "opencl/context/context.h"
#include "opencl/queue/event.h"
#include "opencl/queue/recorder.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// The arguments common to all clEnqueue*().
struct Enqueue {
  cl_command_type type;
  cl_uint num_events_in_wait_list;
  const cl_event *event_wait_list;
  /// Where the event is returned, or NULL.
  cl_event *event;
  /// Whether the call returns after the command has ended.
  bool blocking = false;
};

/// The wait list. Fails if the list and its length are inconsistent.
inline std::span<const cl_event> wait_list(const Enqueue &info) {
  require((info.num_events_in_wait_list == 0) == (info.event_wait_list == nullptr),
          CL_INVALID_EVENT_WAIT_LIST,
          "event_wait_list and num_events_in_wait_list are inconsistent");
  return {info.event_wait_list, info.num_events_in_wait_list};
}

inline Event &event_of_wait_list(cl_event handle) {
  return checked<Event>(handle, CL_INVALID_EVENT_WAIT_LIST,
                        "an element of event_wait_list is not a valid event");
}

class Queue final : public CommandSource, public _cl_command_queue {
 public:
  using HandleType = cl_command_queue;
  static constexpr Kind kind_of = Kind::queue;
  static constexpr cl_int invalid = CL_INVALID_COMMAND_QUEUE;
  static constexpr const char *invalid_text = "not a command queue of this platform";

  /// @param properties with the terminating 0; empty if there were none.
  Queue(Context &context, Device &device, cl_command_queue_properties flags,
        std::vector<cl_queue_properties> properties);
  ~Queue() override;

  Context &context() const { return *context_; }
  Device &device() const { return *device_; }
  size_t device_index() const { return device_index_; }
  cl_command_queue_properties flags() const { return flags_; }
  bool in_order() const { return commands_.in_order(); }
  bool profiles() const { return (flags_ & CL_QUEUE_PROFILING_ENABLE) != 0; }
  std::span<const cl_queue_properties> properties() const { return properties_; }

  /// Enqueues a command. Checks the wait list first; changes nothing on failure.
  void enqueue(const Enqueue &info, Record record_command);
  /// Enqueues a finalized command buffer as one command, in a dispatch of its own.
  /// @param owner of the command buffer; retained until the command ends, as `used` is.
  void enqueue_finalized(const Enqueue &info, mux_command_buffer_t commands, RefCounted &owner,
                         RefCounted &used);
  /// Enqueues a command that only orders others. With a wait list, it does not wait for all earlier
  /// commands, whatever `order` says.
  void enqueue_marker(const Enqueue &info, client::Queue::MarkerOrder order);
  void flush() override { commands_.flush(); }
  void finish() override { commands_.finish(); }

 private:
  void released() noexcept override;

  /// The events of the wait list that are not complete; those of other queues are flushed.
  std::vector<Ref<client::Event>> checked_waits(const Enqueue &info) const;
  /// Enqueues by `enqueue`, called with the wait list and the command's event or NULL, and returns
  /// the event to the program.
  template <typename EnqueueCommand>
  void enqueue_with_event(const Enqueue &info, EnqueueCommand enqueue);
  void wait_for(Event &event);

  Ref<Context> context_;
  Ref<Device> device_;
  size_t device_index_;
  cl_command_queue_properties flags_;
  std::vector<cl_queue_properties> properties_;
  /// Destroyed first: it uses the device.
  client::Queue commands_;
};

/// Enqueues the command that is recorded.
class Enqueuer final : public Recorder {
 public:
  Enqueuer(Queue &queue, const Enqueue &info) : queue_(queue), info_(info) {}

  Context &context() const override { return queue_.context(); }
  Device &device() const override { return queue_.device(); }
  size_t device_index() const override { return queue_.device_index(); }
  void record(Record record_command) override { queue_.enqueue(info_, record_command); }

 private:
  Queue &queue_;
  Enqueue info_;
};

}  // namespace mux::opencl
