/// @file
/// Events that complete when another one does, and do not pass on its failure.
#pragma once

#include "client/event.h"

namespace mux::gallium {

/// Creates an event outside of any queue that completes successfully when `event` does, failed or
/// not: commands of other contexts that wait for it run in either case.
/// @param holder keeps the device.
client::Ref<client::Event> regardless_of_failure(client::Event &event,
                                                 client::Ref<client::RefCounted> holder);

/// Completes `follower`, an event outside of any queue, successfully when `event` completes, failed
/// or not.
void complete_after(client::Event &event, client::Ref<client::Event> follower);

/// Completes an event outside of any queue successfully.
void complete(client::Event &event) noexcept;

/// Waits until an event completes, at most `timeout` nanoseconds. Returns whether it did.
bool wait_at_most(client::Event &event, uint64_t timeout);

}  // namespace mux::gallium
