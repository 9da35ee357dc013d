// Events: statuses, times, waiting for them on the device and on the host.

#include <chrono>
#include <thread>

#include "fixture.h"

namespace mux::client::test {
namespace {

TEST_CASE("client: an event gets the status and the times of its command") {
  const auto queue = make_ref<TestQueue>(Order::in_order);
  std::atomic<uint32_t> count = 0;
  const Ref<Event> event = queue->make_event();
  CHECK(event->status() == event_status::queued);
  queue->call(add_one, &count, {}, event.get());
  queue->commands.wait_for(*event);
  CHECK(event->status() == event_status::done);
  CHECK(count == 1);
  const Event::Times &times = event->times();
  CHECK(times.queued <= times.submitted);
  CHECK(times.started <= times.ended);
}

TEST_CASE("client: a command waits for an event outside of any queue") {
  const Order order = GENERATE(Order::in_order, Order::out_of_order);
  const auto queue = make_ref<TestQueue>(order);
  std::atomic<uint32_t> count = 0;
  const Ref<Event> user = user_event(*queue);
  const Ref<Event> event = queue->make_event();
  queue->call(add_one, &count, {user}, event.get());
  queue->commands.flush();
  CHECK(!event->is_complete());
  CHECK(count == 0);
  CHECK(user->complete(event_status::done, 0, 0));
  CHECK(!user->complete(event_status::done, 0, 0));
  queue->commands.wait_for(*event);
  CHECK(count == 1);
}

TEST_CASE("client: a command that waits for a failed event does not run") {
  const auto queue = make_ref<TestQueue>(Order::out_of_order);
  std::atomic<uint32_t> count = 0;
  const Ref<Event> user = user_event(*queue);
  const Ref<Event> event = queue->make_event();
  queue->call(add_one, &count, {user}, event.get());
  user->complete(failed, 0, 0);
  queue->commands.wait_for(*event);
  CHECK(event->status() == waited_in_vain);
  CHECK(count == 0);
}

TEST_CASE("client: who learned of a completion from a listener finds the event complete") {
  /// Is notified while another thread looks at the event.
  struct Listener final : EventListener {
    std::atomic<bool> notified = false;
    std::atomic<bool> looking = false;

    void completed(int32_t) noexcept override {
      notified = true;
      notified.notify_all();
      looking.wait(false);
      // So that the other thread looks before the status is set.
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  };
  const auto queue = make_ref<TestQueue>(Order::in_order);
  const Ref<Event> event = user_event(*queue);
  const auto listener = std::make_shared<Listener>();
  event->add_listener(listener);
  CHECK(!event->is_complete_for_listeners());
  std::thread completing([&] { event->complete(event_status::done, 0, 0); });
  listener->notified.wait(false);
  listener->looking = true;
  listener->looking.notify_all();
  CHECK(event->is_complete_for_listeners());
  completing.join();
  CHECK(event->is_complete_for_listeners());
}

TEST_CASE("client: a command waits for a command of another queue") {
  const auto first = make_ref<TestQueue>(Order::in_order);
  const auto second = make_ref<TestQueue>(Order::in_order);
  std::atomic<uint32_t> count = 0;
  const Ref<Event> event = first->make_event();
  first->call(add_one, &count, {}, event.get());
  first->commands.flush(*event);
  std::atomic<uint32_t> *const counter = &count;
  second->call(
      [](void *data) {
        // Doubles what the first queue's command has counted.
        auto *own = static_cast<std::atomic<uint32_t> *>(data);
        own->store(own->load() * 2);
      },
      counter, {event});
  second->commands.finish();
  CHECK(count == 2);
}

TEST_CASE("client: callbacks, listeners and followers are told of the completion") {
  struct Listener final : EventListener {
    void completed(int32_t status) noexcept override { told = status; }
    std::atomic<int32_t> told = 1;
  };
  const auto queue = make_ref<TestQueue>(Order::in_order);
  const Ref<Event> event = user_event(*queue);
  const Ref<Event> follower = user_event(*queue);
  const auto listener = std::make_shared<Listener>();
  std::atomic<int32_t> called = 1;
  event->add_listener(listener);
  event->complete_with(follower);
  event->add_callback(event_status::done, [&](int32_t status) {
    called = status;
    called.notify_all();
  });
  CHECK(listener->told == 1);
  event->complete(failed, 0, 0);
  called.wait(1);
  CHECK(called == failed);
  CHECK(listener->told == failed);
  CHECK(follower->status() == failed);
}

}  // namespace
}  // namespace mux::client::test
