#include "fixtures.h"

namespace mux::test::cl_enqueue_native_kernel {

namespace {

struct Arguments {
  cl_mem memory;
  cl_int factor;
  cl_mem nothing;
};

struct Received {
  cl_int *values;
  cl_int factor;
  void *nothing;
};

void CL_CALLBACK multiply(void *given) {
  const Received &received = *static_cast<Received *>(given);
  for (int index = 0; index < 16; ++index) {
    received.values[index] *= received.factor;
  }
  if (received.nothing != nullptr) {
    received.values[0] = -1;
  }
}

void CL_CALLBACK no_arguments(void *given) {
  CHECK(given == nullptr);
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clEnqueueNativeKernel: calls the function with addresses") {
  const Handle<cl_mem> memory = buffer_of(numbers(16));
  Arguments arguments = {memory, 3, memory};
  const cl_mem list[] = {memory, nullptr};
  const void *places[] = {&arguments.memory, &arguments.nothing};
  succeed(clEnqueueNativeKernel(queue, multiply, &arguments, sizeof arguments, 2, list, places, 0,
                                nullptr, nullptr));
  // The arguments were copied by the call.
  arguments.factor = 100;
  const cl_int pattern = 7;
  succeed(clEnqueueFillBuffer(queue, memory, &pattern, 4, 60, 4, 0, nullptr, nullptr));
  std::vector<cl_int> expected(16);
  for (cl_int index = 0; index < 15; ++index) {
    expected[static_cast<size_t>(index)] = 3 * index;
  }
  expected[15] = 7;
  CHECK(contents<cl_int>(memory) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueNativeKernel: without arguments; event and wait list") {
  check_enqueue(*this, CL_COMMAND_NATIVE_KERNEL,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueNativeKernel(on, no_arguments, nullptr, 0, 0, nullptr, nullptr,
                                               count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueNativeKernel: invalid arguments") {
  const Handle<cl_mem> memory = buffer(64);
  Arguments arguments = {memory, 3, nullptr};
  const cl_mem list[] = {memory};
  const void *places[] = {&arguments.memory};
  const void *wrong_places[] = {&arguments + 1};
  using Function = void(CL_CALLBACK *)(void *);
  const auto enqueue = [&](Function function, void *given, size_t size, cl_uint count,
                           const cl_mem *objects, const void **where) {
    return clEnqueueNativeKernel(queue, function, given, size, count, objects, where, 0, nullptr,
                                 nullptr);
  };
  constexpr size_t size = sizeof arguments;
  expect(enqueue(nullptr, &arguments, size, 1, list, places), CL_INVALID_VALUE);
  expect(enqueue(multiply, nullptr, size, 0, nullptr, nullptr), CL_INVALID_VALUE);
  expect(enqueue(multiply, nullptr, 0, 1, list, places), CL_INVALID_VALUE);
  expect(enqueue(multiply, &arguments, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  expect(enqueue(multiply, &arguments, size, 1, nullptr, places), CL_INVALID_VALUE);
  expect(enqueue(multiply, &arguments, size, 1, list, nullptr), CL_INVALID_VALUE);
  expect(enqueue(multiply, &arguments, size, 0, list, nullptr), CL_INVALID_VALUE);
  expect(enqueue(multiply, &arguments, size, 0, nullptr, places), CL_INVALID_VALUE);
  expect(enqueue(multiply, &arguments, size, 1, list, wrong_places), CL_INVALID_VALUE);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const Handle<cl_mem> picture = image({CL_RGBA, CL_UNORM_INT8}, description);
  const cl_mem pictures[] = {picture};
  expect(enqueue(multiply, &arguments, size, 1, pictures, places), CL_INVALID_MEM_OBJECT);
  expect(clEnqueueNativeKernel(other_queue, multiply, &arguments, size, 1, list, places, 0, nullptr,
                               nullptr),
         CL_INVALID_CONTEXT);
}

}  // namespace mux::test::cl_enqueue_native_kernel
