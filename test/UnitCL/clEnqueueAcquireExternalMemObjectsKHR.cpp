#include "external_memory.h"
#include "programs.h"

namespace mux::test::cl_enqueue_acquire_external_mem_objects_khr {

namespace {

class Fixture : public QueueFixture {
 public:
  Fixture() {
    load("clEnqueueAcquireExternalMemObjectsKHR", acquire);
    load("clEnqueueReleaseExternalMemObjectsKHR", give_back);
  }

  template <typename Function>
  void load(const char *name, Function &function) const {
    function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
    REQUIRE(function != nullptr);
  }

  clEnqueueAcquireExternalMemObjectsKHR_fn acquire = nullptr;
  clEnqueueReleaseExternalMemObjectsKHR_fn give_back = nullptr;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clEnqueueAcquireExternalMemObjectsKHR: acquires and releases memory",
                 "[clEnqueueAcquireExternalMemObjectsKHR]") {
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
  for (const ExternalFile &file : external_files(4096)) {
    CAPTURE(file.type);
    const auto memory = imported_buffer(context, file, 400);
    set_arguments(kernel, memory);
    const cl_mem object = memory;
    for (cl_int round = 0; round < 3; ++round) {
      const std::vector<cl_int> before = numbers(100, round);
      file.write(before);
      const size_t items = 100;
      succeed(acquire(queue, 1, &object, 0, nullptr, nullptr));
      succeed(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
      succeed(give_back(queue, 1, &object, 0, nullptr, nullptr));
      succeed(clFinish(queue));
      CHECK(file.read<cl_int>(100) == numbers(100, round + 1));
    }
  }
}

TEST_CASE_METHOD(Fixture,
                 "clEnqueueAcquireExternalMemObjectsKHR: event, queue and wait list arguments",
                 "[clEnqueueAcquireExternalMemObjectsKHR]") {
  const auto memory = imported_buffer(context, ExternalFile(4096), 400);
  const cl_mem object = memory;
  const auto enqueue = [&](auto function, cl_uint count, const cl_mem *objects) {
    return [=](cl_command_queue on, cl_uint waits, const cl_event *list, cl_event *event) {
      return function(on, count, objects, waits, list, event);
    };
  };
  check_enqueue(*this, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, enqueue(acquire, 1, &object));
  check_enqueue(*this, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, enqueue(give_back, 1, &object));
  check_enqueue(*this, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, enqueue(acquire, 0, nullptr));
}

TEST_CASE_METHOD(Fixture, "clEnqueueAcquireExternalMemObjectsKHR: invalid arguments",
                 "[clEnqueueAcquireExternalMemObjectsKHR]") {
  const auto memory = imported_buffer(context, ExternalFile(4096), 400);
  const auto plain = buffer(400);
  const cl_mem objects[] = {memory, plain};
  const cl_mem none = nullptr;
  const auto failed = user_event();
  succeed(clSetUserEventStatus(failed, -1));
  for (const auto function : {acquire, give_back}) {
    expect(function(queue, 0, objects, 0, nullptr, nullptr), CL_INVALID_VALUE);
    expect(function(queue, 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    expect(function(queue, 2, objects, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    expect(function(queue, 1, &none, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    expect(function(other_queue, 1, objects, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    expect(function(queue, 1, objects, 1, failed.address(), nullptr),
           CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "clEnqueueAcquireExternalMemObjectsKHR: the memory is restricted to a device",
                 "[clEnqueueAcquireExternalMemObjectsKHR]") {
  const auto acquire = reinterpret_cast<clEnqueueAcquireExternalMemObjectsKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueAcquireExternalMemObjectsKHR"));
  const auto first =
      static_cast<cl_mem_properties>(reinterpret_cast<uintptr_t>(cl_device_id(devices[0])));
  const auto memory = imported_buffer(context, ExternalFile(4096), 400, {device_list, first, 0});
  const cl_mem object = memory;
  succeed(acquire(queues[0], 1, &object, 0, nullptr, nullptr));
  expect(acquire(queues[1], 1, &object, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
}

}  // namespace mux::test::cl_enqueue_acquire_external_mem_objects_khr
