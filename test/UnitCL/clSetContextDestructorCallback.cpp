#include "fixtures.h"

#include <mutex>

namespace mux::test::cl_set_context_destructor_callback {

namespace {

struct Calls {
  std::mutex lock;
  std::vector<cl_context> contexts;
  std::vector<int> order;
  std::atomic<int> count{0};
};

struct Callback {
  Calls *calls;
  int number;
};

void CL_CALLBACK note(cl_context context, void *data) {
  const Callback &callback = *static_cast<Callback *>(data);
  Calls &calls = *callback.calls;
  {
    const std::lock_guard guard(calls.lock);
    calls.contexts.push_back(context);
    calls.order.push_back(callback.number);
  }
  ++calls.count;
  calls.count.notify_all();
}

}  // namespace

TEST_CASE_METHOD(
    ContextFixture,
    "clSetContextDestructorCallback: called when the context is unused, in reverse order") {
  Calls calls;
  Callback callbacks[] = {{&calls, 0}, {&calls, 1}};
  const cl_context object = context;
  for (Callback &callback : callbacks) {
    succeed(clSetContextDestructorCallback(context, note, &callback));
  }
  Handle<cl_mem> memory = buffer(64);
  context.reset();
  CHECK(calls.count == 0);
  memory.reset();
  for (int now = calls.count; now < 2; now = calls.count) {
    calls.count.wait(now);
  }
  CHECK(calls.order == std::vector<int>{1, 0});
  CHECK(calls.contexts == std::vector<cl_context>(2, object));
}

TEST_CASE_METHOD(ContextFixture, "clSetContextDestructorCallback: invalid arguments") {
  expect(clSetContextDestructorCallback(nullptr, note, nullptr), CL_INVALID_CONTEXT);
  expect(clSetContextDestructorCallback(context, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_set_context_destructor_callback
