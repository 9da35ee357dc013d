#include "opencl/queue/event.h"

#include <utility>

namespace mux::opencl {

static_assert(client::event_status::done == CL_COMPLETE);
static_assert(client::event_status::submitted == CL_SUBMITTED);
static_assert(client::event_status::queued == CL_QUEUED);

Event::Event(Context &context)
    : UserCounted(Ref<RefCounted>(context)),
      _cl_event(Kind::event),
      context_(context),
      type_(CL_COMMAND_USER) {}

Event::Event(Context &context, Queue &queue, client::Queue &commands, Ref<RefCounted> holder,
             cl_command_type type)
    : UserCounted(commands, std::move(holder)),
      _cl_event(Kind::event),
      context_(context),
      command_queue_(&queue),
      type_(type) {}

void Event::notify(cl_int status, EventNotify function, void *user_data) {
  add_callback(
      status, [this, function, user_data](int32_t reached) { function(this, reached, user_data); });
}

}  // namespace mux::opencl
