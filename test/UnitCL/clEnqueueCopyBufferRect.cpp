#include "rectangles.h"

namespace mux::test::cl_enqueue_copy_buffer_rect {

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferRect: copies regions with the pitches of both") {
  const BoxPair boxes = GENERATE(from_range(box_pairs()));
  const Handle<cl_mem> source = buffer_of(numbers<cl_uchar>(240));
  const Handle<cl_mem> destination = buffer_of(std::vector<cl_uchar>(300, 255));
  std::vector<cl_uchar> expected(300, 255);
  copy_box(numbers<cl_uchar>(240), boxes.from, expected, boxes.to, boxes.region);
  succeed(clEnqueueCopyBufferRect(queue, source, destination, boxes.from.origin, boxes.to.origin,
                                  boxes.region, boxes.from.row_pitch, boxes.from.slice_pitch,
                                  boxes.to.row_pitch, boxes.to.slice_pitch, 0, nullptr, nullptr));
  CHECK(contents<cl_uchar>(destination) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferRect: event, queue and wait list arguments") {
  const Handle<cl_mem> source = buffer(64);
  const Handle<cl_mem> destination = buffer(64);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 4};
  check_enqueue(*this, CL_COMMAND_COPY_BUFFER_RECT,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueCopyBufferRect(on, source, destination, origin, origin, region, 0,
                                                 0, 0, 0, count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferRect: invalid arguments") {
  const Handle<cl_mem> source = buffer(64);
  const Handle<cl_mem> destination = buffer(4096);
  for (const WrongBox &wrong : wrong_boxes()) {
    INFO(wrong.name);
    expect(
        clEnqueueCopyBufferRect(queue, source, destination, wrong.origin, wrong.host_origin,
                                wrong.region, wrong.row_pitch, wrong.slice_pitch,
                                wrong.host_row_pitch, wrong.host_slice_pitch, 0, nullptr, nullptr),
        CL_INVALID_VALUE);
    expect(clEnqueueCopyBufferRect(queue, destination, source, wrong.host_origin, wrong.origin,
                                   wrong.region, wrong.host_row_pitch, wrong.host_slice_pitch,
                                   wrong.row_pitch, wrong.slice_pitch, 0, nullptr, nullptr),
           CL_INVALID_VALUE);
  }
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 4};
  const auto copy = [&](cl_command_queue on, cl_mem from, cl_mem to) {
    return clEnqueueCopyBufferRect(on, from, to, origin, origin, region, 0, 0, 0, 0, 0, nullptr,
                                   nullptr);
  };
  expect(copy(queue, nullptr, destination), CL_INVALID_MEM_OBJECT);
  expect(copy(queue, source, nullptr), CL_INVALID_MEM_OBJECT);
  expect(copy(other_queue, source, destination), CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferRect: within one buffer") {
  const Handle<cl_mem> memory = buffer_of(numbers<cl_uchar>(240));
  const size_t region[3] = {4, 3, 2};
  const size_t from[3] = {};
  const auto copy = [&](std::vector<size_t> to, size_t row_pitch = 10, size_t slice_pitch = 60) {
    return clEnqueueCopyBufferRect(queue, memory, memory, from, to.data(), region, 10, 60,
                                   row_pitch, slice_pitch, 0, nullptr, nullptr);
  };
  // The destination is in the gaps between rows, between slices, and after the source.
  succeed(copy({4, 0, 0}));
  succeed(copy({0, 3, 0}));
  succeed(copy({0, 0, 2}));
  std::vector<cl_uchar> expected = numbers<cl_uchar>(240);
  for (const size_t start : {4, 30, 120}) {
    for (size_t z = 0; z < 2; ++z) {
      for (size_t y = 0; y < 3; ++y) {
        std::copy_n(numbers<cl_uchar>(240).begin() + static_cast<std::ptrdiff_t>(z * 60 + y * 10),
                    4, expected.begin() + static_cast<std::ptrdiff_t>(start + z * 60 + y * 10));
      }
    }
  }
  CHECK(contents<cl_uchar>(memory) == expected);
  for (const std::vector<size_t> &to :
       {std::vector<size_t>{0, 0, 0}, {3, 0, 0}, {1, 2, 0}, {0, 0, 1}, {8, 0, 0}}) {
    expect(copy(to), CL_MEM_COPY_OVERLAP);
  }
  expect(copy({0, 0, 2}, 20, 60), CL_INVALID_VALUE);
  expect(copy({0, 0, 1}, 10, 120), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferRect: CL_MEM_COPY_OVERLAP of sub-buffers") {
  const Handle<cl_mem> memory = buffer(1024);
  const cl_buffer_region regions[] = {{0, 512}, {256, 512}};
  Handle<cl_mem> parts[2];
  for (size_t index = 0; index < 2; ++index) {
    parts[index] = created([&](cl_int *code) {
      return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[index], code);
    });
  }
  const size_t region[3] = {8, 4, 1};
  const auto copy = [&](size_t from_row, size_t to_row, size_t to_x) {
    const size_t from[3] = {0, from_row, 0};
    const size_t to[3] = {to_x, to_row, 0};
    return clEnqueueCopyBufferRect(queue, parts[0], parts[1], from, to, region, 32, 0, 32, 0, 0,
                                   nullptr, nullptr);
  };
  expect(copy(8, 0, 0), CL_MEM_COPY_OVERLAP);
  expect(copy(8, 3, 7), CL_MEM_COPY_OVERLAP);
  succeed(copy(8, 0, 8));
  succeed(copy(8, 4, 0));
  succeed(copy(0, 0, 0));
}

}  // namespace mux::test::cl_enqueue_copy_buffer_rect
