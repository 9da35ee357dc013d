#include <array>

#include "programs.h"

namespace mux::test::cl_create_pipe {

namespace {

constexpr const char *pass_on =
    "kernel void write(global const int *in, write_only pipe int out, global int *ok) {\n"
    "  ok[get_global_id(0)] = write_pipe(out, &in[get_global_id(0)]) == 0;\n"
    "}\n"
    "kernel void read(read_only pipe int in, global int *out, global int *ok) {\n"
    "  int value = -1;\n"
    "  ok[get_global_id(0)] = read_pipe(in, &value) == 0;\n"
    "  out[get_global_id(0)] = value;\n"
    "}\n"
    "kernel void ask(pipe int in, global uint *answers) {\n"
    "  answers[0] = get_pipe_num_packets(in);\n"
    "  answers[1] = get_pipe_max_packets(in);\n"
    "}\n";

Handle<cl_mem> pipe_of(cl_context context, cl_uint packet_size, cl_uint max_packets,
                       cl_mem_flags flags = 0) {
  return created([&](cl_int *code) {
    return clCreatePipe(context, flags, packet_size, max_packets, nullptr, code);
  });
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clCreatePipe: packets are preserved between kernels",
                 "[clCreatePipe]") {
  constexpr size_t items = 100;
  constexpr cl_uint room = 64;
  const char *options = GENERATE("-cl-std=CL3.0", "-cl-std=CL2.0");
  CAPTURE(options);
  const auto program = built_program(context, pass_on, options);
  const auto pipe = pipe_of(context, sizeof(cl_int), room);
  const auto in = buffer_of(numbers(items));
  const auto out = buffer(items * sizeof(cl_int));
  const auto ok = buffer(items * sizeof(cl_int));
  const auto answers = buffer(2 * sizeof(cl_uint));
  const auto write = kernel_of(program, "write");
  const auto read = kernel_of(program, "read");
  const auto ask = kernel_of(program, "ask");
  set_arguments(ask, pipe, answers);
  run(queue, ask, 1);
  CHECK(contents<cl_uint>(answers) == std::vector<cl_uint>{0, room});
  set_arguments(write, in, pipe, ok);
  run(queue, write, items);
  std::vector<cl_int> successes = contents<cl_int>(ok);
  CHECK(std::accumulate(successes.begin(), successes.end(), 0) == room);
  run(queue, ask, 1);
  CHECK(contents<cl_uint>(answers) == std::vector<cl_uint>{room, room});
  set_arguments(read, pipe, out, ok);
  run(queue, read, items);
  successes = contents<cl_int>(ok);
  CHECK(std::accumulate(successes.begin(), successes.end(), 0) == room);
  std::vector<cl_int> values = contents<cl_int>(out);
  std::erase(values, -1);
  std::ranges::sort(values);
  CHECK(values.size() == room);
  CHECK(std::ranges::adjacent_find(values) == values.end());
  run(queue, ask, 1);
  CHECK(contents<cl_uint>(answers) == std::vector<cl_uint>{0, room});
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCreatePipe: all devices of a context see one pipe",
                 "[clCreatePipe]") {
  const auto program = built_program(context, pass_on, "-cl-std=CL3.0");
  const auto pipe = pipe_of(context, sizeof(cl_int), 10);
  const auto memory = created(
      [&](cl_int *code) { return clCreateBuffer(context, 0, 4 * sizeof(cl_int), nullptr, code); });
  const auto write = kernel_of(program, "write");
  const auto read = kernel_of(program, "read");
  const cl_int number = 77;
  succeed(clEnqueueFillBuffer(queues[0], memory, &number, sizeof number, 0, 4 * sizeof(cl_int), 0,
                              nullptr, nullptr));
  set_arguments(write, memory, pipe, memory);
  run(queues[0], write, 1);
  set_arguments(read, pipe, memory, memory);
  run(queues[1], read, 1);
  std::array<cl_int, 4> values{};
  succeed(clEnqueueReadBuffer(queues[1], memory, CL_TRUE, 0, sizeof values, values.data(), 0,
                              nullptr, nullptr));
  CHECK(values[0] == 77);
}

TEST_CASE_METHOD(ContextFixture, "clCreatePipe: queries of the memory object", "[clCreatePipe]") {
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT) == CL_TRUE);
  const cl_mem_flags flags = GENERATE(cl_mem_flags{0}, cl_mem_flags{CL_MEM_READ_WRITE},
                                      cl_mem_flags{CL_MEM_HOST_NO_ACCESS},
                                      cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS});
  const auto pipe = pipe_of(context, 12, 100, flags);
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_TYPE, cl_mem_object_type{CL_MEM_OBJECT_PIPE});
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_FLAGS, flags);
  CHECK(info<size_t>(clGetMemObjectInfo, pipe, CL_MEM_SIZE) >= 1200);
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_HOST_PTR, static_cast<void *>(nullptr));
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_MAP_COUNT, cl_uint{0});
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_REFERENCE_COUNT, cl_uint{1});
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_CONTEXT, static_cast<cl_context>(context));
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem{nullptr});
  expect_info(clGetMemObjectInfo, pipe, CL_MEM_OFFSET, size_t{0});
}

TEST_CASE_METHOD(ContextFixture, "clCreatePipe: rejects invalid arguments", "[clCreatePipe]") {
  const auto refuse = [&](cl_int expected, cl_mem_flags flags, cl_uint packet_size,
                          cl_uint max_packets) {
    expect_none(expected, [&](cl_int *code) {
      return clCreatePipe(context, flags, packet_size, max_packets, nullptr, code);
    });
  };
  expect_none(CL_INVALID_CONTEXT,
              [](cl_int *code) { return clCreatePipe(nullptr, 0, 4, 10, nullptr, code); });
  for (const cl_mem_flags flags :
       {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
        CL_MEM_COPY_HOST_PTR, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, 1 << 30}) {
    refuse(CL_INVALID_VALUE, flags, 4, 10);
  }
  const cl_pipe_properties properties[] = {0};
  expect_none(CL_INVALID_VALUE,
              [&](cl_int *code) { return clCreatePipe(context, 0, 4, 10, properties, code); });
  const auto largest = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  refuse(CL_INVALID_PIPE_SIZE, 0, 0, 10);
  refuse(CL_INVALID_PIPE_SIZE, 0, largest + 1, 10);
  refuse(CL_INVALID_PIPE_SIZE, 0, UINT32_MAX, 10);
  refuse(CL_INVALID_PIPE_SIZE, 0, 4, 0);
  refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, 0, largest, UINT32_MAX);
  pipe_of(context, largest, 1);
}

TEST_CASE_METHOD(QueueFixture, "clCreatePipe: buffer and image commands reject pipes",
                 "[clCreatePipe]") {
  const auto owned = pipe_of(context, 4, 100);
  const cl_mem pipe = owned;
  const auto memory = buffer(64);
  cl_int value = 0;
  const size_t box[3] = {1, 1, 1};
  const size_t origin[3] = {0, 0, 0};
  cl_int code = CL_SUCCESS;
  expect(clEnqueueReadBuffer(queue, pipe, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  expect(clEnqueueWriteBuffer(queue, pipe, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  expect(clEnqueueFillBuffer(queue, pipe, &value, 4, 0, 4, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  expect(clEnqueueCopyBuffer(queue, pipe, memory, 0, 0, 4, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  expect(clEnqueueCopyBuffer(queue, memory, pipe, 0, 0, 4, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  expect(clEnqueueReadBufferRect(queue, pipe, CL_TRUE, origin, origin, box, 0, 0, 0, 0, &value, 0,
                                 nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  expect(clEnqueueReadImage(queue, pipe, CL_TRUE, origin, box, 0, 0, &value, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  clEnqueueMapBuffer(queue, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &code);
  expect(code, CL_INVALID_MEM_OBJECT);
  expect(clEnqueueUnmapMemObject(queue, pipe, &value, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  expect(clGetImageInfo(pipe, CL_IMAGE_WIDTH, sizeof value, &value, nullptr),
         CL_INVALID_MEM_OBJECT);
  const cl_buffer_region region = {0, 4};
  expect_none(CL_INVALID_MEM_OBJECT, [&](cl_int *out) {
    return clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, out);
  });
  // Migration has no effect.
  succeed(clEnqueueMigrateMemObjects(queue, 1, &pipe, 0, 0, nullptr, nullptr));
  succeed(clFinish(queue));
}

}  // namespace mux::test::cl_create_pipe
