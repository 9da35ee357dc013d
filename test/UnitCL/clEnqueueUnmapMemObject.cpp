#include "fixtures.h"

namespace mux::test::cl_enqueue_unmap_mem_object {

namespace {

void *map(cl_command_queue queue, cl_mem memory, size_t offset = 0) {
  cl_int code = 0;
  void *pointer = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, offset, 16, 0, nullptr,
                                     nullptr, &code);
  succeed(code);
  return pointer;
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clEnqueueUnmapMemObject: removes a mapping once") {
  const Handle<cl_mem> memory = buffer(64);
  void *pointer = map(queue, memory);
  succeed(clEnqueueUnmapMemObject(queue, memory, pointer, 0, nullptr, nullptr));
  expect(clEnqueueUnmapMemObject(queue, memory, pointer, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueUnmapMemObject: of mappings at one address, those for writing first") {
  const Handle<cl_mem> memory = buffer(64);
  void *pointer = map(queue, memory);
  cl_int code = 0;
  const auto write = [&] {
    clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_WRITE, 0, 16, 0, nullptr, nullptr, &code);
    succeed(code);
  };
  write();
  succeed(clEnqueueUnmapMemObject(queue, memory, pointer, 0, nullptr, nullptr));
  write();
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueUnmapMemObject: CL_INVALID_VALUE for other addresses") {
  const Handle<cl_mem> memory = buffer(64);
  const Handle<cl_mem> other = buffer(64);
  auto *pointer = static_cast<std::byte *>(map(queue, memory, 16));
  for (void *wrong : {static_cast<void *>(pointer + 1), static_cast<void *>(pointer - 16),
                      static_cast<void *>(nullptr)}) {
    expect(clEnqueueUnmapMemObject(queue, memory, wrong, 0, nullptr, nullptr), CL_INVALID_VALUE);
  }
  expect(clEnqueueUnmapMemObject(queue, other, pointer, 0, nullptr, nullptr), CL_INVALID_VALUE);
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_MAP_COUNT, cl_uint{1});
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueUnmapMemObject: event, queue and wait list arguments") {
  const Handle<cl_mem> memory = buffer(64);
  void *pointer = map(queue, memory);
  check_enqueue(*this, CL_COMMAND_UNMAP_MEM_OBJECT,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueUnmapMemObject(on, memory, pointer, count, list, event);
                });
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_MAP_COUNT, cl_uint{0});
}

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueUnmapMemObject: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT") {
  const Handle<cl_mem> memory = buffer(64);
  void *pointer = map(queue, memory);
  expect(clEnqueueUnmapMemObject(other_queue, memory, pointer, 0, nullptr, nullptr),
         CL_INVALID_CONTEXT);
  expect(clEnqueueUnmapMemObject(queue, nullptr, pointer, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
}

}  // namespace mux::test::cl_enqueue_unmap_mem_object
