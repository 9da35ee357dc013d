#include "opencl/queue/file_event.h"

#include "client/clock.h"
#include "client/file_watch.h"

namespace mux::opencl {
namespace {

void complete(Event &event, cl_int status) {
  const cl_ulong time = client::now();
  event.complete(status, time, time);
}

}  // namespace

Ref<Event> event_of_file(Context &context, client::File file, uint32_t events, FileResult result) {
  const New<Event> made(context);
  const Ref<Event> event(made.get());
  client::file_watch::watch(std::move(file), events, [event, result = std::move(result)] {
    const std::optional<cl_int> status = result();
    if (status) {
      complete(*event, *status);
    }
    return status.has_value();
  });
  return event;
}

Ref<Event> completed_event(Context &context) {
  const New<Event> made(context);
  complete(*made, CL_COMPLETE);
  return Ref<Event>(made.get());
}

}  // namespace mux::opencl
