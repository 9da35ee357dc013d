/// @file
/// Common code of tests of descriptors, updates and clones: a kernel with an argument of every kind
/// that reports the values, and a callback that blocks a dispatch.

#pragma once

#include <mux/extensions.h>

#include <future>

#include "fixtures.h"

namespace mux::test {

/// A user callback that blocks until it is opened: commands recorded after it cannot run before.
/// Opens when it is destroyed.
class Gate {
 public:
  ~Gate() { open(); }

  /// Records the callback.
  mux_result_t record(mux_command_buffer_t target) {
    return muxCommandUserCallback(
        target,
        [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
          auto *self = static_cast<Gate *>(user_data);
          ++self->arrived;
          self->opened_.wait();
        },
        this, 0, nullptr, nullptr);
  }
  void open() {
    if (!open_) {
      open_ = true;
      promise_.set_value();
    }
  }

  /// Calls that reached the gate.
  std::atomic<int> arrived{0};

 private:
  std::promise<void> promise_;
  std::shared_future<void> opened_ = promise_.get_future().share();
  bool open_ = false;
};

/// Arguments of muxUpdateDescriptors().
struct Update {
  std::vector<uint64_t> indices;
  Arguments arguments;

  mux_result_t apply(mux_command_buffer_t target, mux_command_id_t command) {
    return muxUpdateDescriptors(target, command, indices.size(), indices.data(),
                                arguments.descriptors.data());
  }
};

/// An update of a recorded ND-range.
struct NdRangeUpdate {
  mux_command_id_t command;
  mux_kernel_t kernel;
  Arguments *arguments;
  Range range;

  /// Points into this object.
  mux_ndrange_update_t info() {
    mux_ndrange_update_t made{};
    made.command_id = command;
    made.kernel = kernel;
    if (!arguments->descriptors.empty()) {
      made.options.descriptors = arguments->descriptors.data();
      made.options.descriptors_length = arguments->descriptors.size();
    }
    std::copy_n(range.local, 3, made.options.local_size);
    made.options.global_offset = range.offset;
    made.options.global_size = range.global;
    made.options.dimensions = range.dimensions;
    return made;
  }
  mux_result_t apply(mux_command_buffer_t target) {
    const mux_ndrange_update_t update = info();
    return muxUpdateNDRanges(target, 1, &update);
  }
};

/// A kernel whose arguments are a buffer, a value, local memory and a buffer that may be null. Each
/// of its `groups` work-groups of `local_items` work-items stores into its own `report_ints` of the
/// first argument: the value, the first int of the last argument or -1, and 1 if all of the local
/// memory works. Local memory must have room for `local_items` ints.
class TellingKernelFixture : public KernelFixture {
 public:
  static constexpr size_t groups = 4;
  static constexpr size_t local_items = 8;
  static constexpr size_t report_ints = 4;
  static constexpr size_t report_bytes = groups * report_ints * sizeof(int);
  enum Argument : uint64_t { out, value, scratch, maybe };

  struct Report {
    int value;
    int pointed_to;
    int local_works;
    int unused;

    bool operator==(const Report &) const = default;
  };

  /// The report of the kernel; all work-groups must agree.
  static Report report(const TestBuffer &buffer, size_t offset = 0) {
    const auto *reports = reinterpret_cast<const Report *>(buffer.bytes.data() + offset);
    for (size_t group = 1; group < groups; ++group) {
      if (!(reports[group] == reports[0])) {
        return {-2, -2, -2, -2};
      }
    }
    return reports[0];
  }
  static void clear(const TestBuffer &buffer) {
    std::fill(buffer.bytes.begin(), buffer.bytes.end(), uint8_t{0});
  }

  TestBuffer make_report() { return make_buffer(report_bytes); }
  /// A buffer whose first int is `content`.
  TestBuffer make_pointee(int content) {
    const int values[4] = {content, content + 1, content + 2, content + 3};
    return make_buffer(std::span<const int>(values));
  }
  mux_result_t record_telling(mux_command_buffer_t target, Arguments &arguments) {
    return record(target, kernel, arguments, Range::linear(groups * local_items, local_items));
  }

  mux_executable_t executable = load(compile(R"(
kernel void tell(global int *out, int value, local int *scratch, global const int *maybe) {
  const size_t item = get_local_id(0);
  const size_t last = get_local_size(0) - 1;
  scratch[item] = (int)item + value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int right = scratch[last - item] == (int)(last - item) + value;
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[item] = right;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    int works = 1;
    for (size_t i = 0; i <= last; ++i) {
      works = works && scratch[i];
    }
    global int *report = out + 4 * get_group_id(0);
    report[0] = value;
    report[1] = maybe == 0 ? -1 : maybe[0];
    report[2] = works;
  }
}
)"));
  mux_kernel_t kernel = make_kernel(executable, "tell");
};

}  // namespace mux::test
