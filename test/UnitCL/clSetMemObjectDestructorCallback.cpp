#include "images.h"

#include <mutex>
#include <thread>

namespace mux::test::cl_set_mem_object_destructor_callback {

namespace {

/// Records callbacks in the order of their calls.
struct Calls {
  std::mutex lock;
  std::vector<int> order;
  std::vector<cl_mem> objects;
  std::atomic<int> count{0};

  void wait_for(int expected) const {
    for (int now = count; now < expected; now = count) {
      count.wait(now);
    }
  }
};

struct Callback {
  Calls *calls;
  int number;
};

void CL_CALLBACK note(cl_mem memory, void *data) {
  const Callback &callback = *static_cast<Callback *>(data);
  Calls &calls = *callback.calls;
  {
    const std::lock_guard guard(calls.lock);
    calls.order.push_back(callback.number);
    calls.objects.push_back(memory);
  }
  ++calls.count;
  calls.count.notify_all();
}

}  // namespace

TEST_CASE_METHOD(QueueFixture,
                 "clSetMemObjectDestructorCallback: is called after a short command, without a "
                 "flush and while the device is asleep") {
  Calls calls;
  Callback callback{&calls, 0};
  Handle<cl_mem> memory = buffer(64);
  succeed(clSetMemObjectDestructorCallback(memory, note, &callback));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const cl_uint value = 7;
  succeed(clEnqueueFillBuffer(queue, memory, &value, 4, 0, 64, 0, nullptr, nullptr));
  memory.reset();
  calls.wait_for(1);
  CHECK(calls.count == 1);
}

TEST_CASE_METHOD(ContextFixture,
                 "clSetMemObjectDestructorCallback: called in reverse order of registration") {
  Calls calls;
  Callback callbacks[] = {{&calls, 0}, {&calls, 1}, {&calls, 2}};
  const bool is_image = GENERATE(false, true);
  Handle<cl_mem> memory = is_image ? image(r32, plane(4, 4)) : buffer(64);
  const cl_mem object = memory;
  for (Callback &callback : callbacks) {
    succeed(clSetMemObjectDestructorCallback(memory, note, &callback));
  }
  CHECK(calls.count == 0);
  memory.reset();
  calls.wait_for(3);
  CHECK(calls.order == std::vector<int>{2, 1, 0});
  CHECK(calls.objects == std::vector<cl_mem>(3, object));
}

TEST_CASE_METHOD(QueueFixture,
                 "clSetMemObjectDestructorCallback: called after the last command and sub-buffer") {
  Calls calls;
  Callback callback = {&calls, 1};
  cl_uint host[64] = {};
  Handle<cl_mem> memory = buffer(256, CL_MEM_USE_HOST_PTR, host);
  succeed(clSetMemObjectDestructorCallback(memory, note, &callback));
  const cl_buffer_region region = {128, 64};
  Handle<cl_mem> part = created([&](cl_int *code) {
    return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
  });
  memory.reset();
  const Handle<cl_event> user = user_event();
  const cl_uint pattern = 5;
  succeed(clEnqueueFillBuffer(queue, part, &pattern, 4, 0, 64, 1, user.address(), nullptr));
  part.reset();
  succeed(clFlush(queue));
  CHECK(calls.count == 0);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  calls.wait_for(1);
  CHECK(host[32] == 5);
}

TEST_CASE_METHOD(ContextFixture, "clSetMemObjectDestructorCallback: invalid arguments") {
  const Handle<cl_mem> memory = buffer(64);
  expect(clSetMemObjectDestructorCallback(nullptr, note, nullptr), CL_INVALID_MEM_OBJECT);
  expect(clSetMemObjectDestructorCallback(memory, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_set_mem_object_destructor_callback
