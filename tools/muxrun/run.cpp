#include "muxrun/run.h"

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "common/command_line.h"
#include "muxrun/content.h"

namespace mux::run {

namespace {

struct MakeDescriptor {
  const std::optional<Buffer> &buffer;

  mux_descriptor_info_t operator()(const BufferArgument &) const { return argument(*buffer); }
  mux_descriptor_info_t operator()(const ScalarArgument &scalar) const {
    mux_descriptor_info_t descriptor = {};
    descriptor.type = mux_descriptor_info_type_plain_old_data;
    descriptor.plain_old_data_descriptor.data = scalar.value.data();
    descriptor.plain_old_data_descriptor.length = scalar.value.size();
    return descriptor;
  }
  mux_descriptor_info_t operator()(const LocalArgument &local) const {
    return local_argument(local.size);
  }
  mux_descriptor_info_t operator()(const NullArgument &) const { return null_argument(); }
};

// Collects what the runtime says about commands that fail, on whatever thread.
class Messages {
 public:
  Messages() : info_{collect, this} {}

  mux_callback_info_t info() { return &info_; }

  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  static void collect(void *user_data, const char *message, const void *, size_t) {
    Messages &self = *static_cast<Messages *>(user_data);
    const std::lock_guard lock(self.mutex_);
    self.text_ += (self.text_.empty() ? "" : "; ") + std::string(message);
  }

  mux_callback_info_s info_;
  std::mutex mutex_;
  std::string text_;
};

void record(CommandBuffer &commands, const Kernel &kernel, const std::vector<Argument> &arguments,
            const Buffers &buffers, const NdRange &range) {
  std::vector<mux_descriptor_info_t> descriptors;
  for (size_t index = 0; index < arguments.size(); ++index) {
    descriptors.push_back(std::visit(MakeDescriptor{buffers[index]}, arguments[index].value));
  }
  try {
    commands.nd_range(kernel, descriptors, range);
  } catch (const Error &error) {
    if (error.result() != mux_error_invalid_value) {
      throw;
    }
    throw tools::UsageError(error.what());
  }
  commands.finalize();
}

}  // namespace

Buffers create_buffers(const Device &device, const std::vector<Argument> &arguments) {
  Buffers buffers;
  for (const Argument &argument : arguments) {
    std::optional<Buffer> &buffer = buffers.emplace_back();
    const auto *wanted = std::get_if<BufferArgument>(&argument.value);
    if (wanted == nullptr) {
      continue;
    }
    try {
      buffer.emplace(device, wanted->size());
    } catch (const Error &error) {
      if (error.result() != mux_error_invalid_value) {
        throw;
      }
      throw tools::UsageError("argument '" + argument.text + "': " + error.what());
    }
    Mapping mapping = buffer->map();
    fill(*wanted, mapping.bytes());
    mapping.flush();
  }
  return buffers;
}

NdRange choose_range(const Options &options, const mux_kernel_s &kernel) {
  const size_t preferred[3] = {kernel.preferred_local_size_x, kernel.preferred_local_size_y,
                               kernel.preferred_local_size_z};
  NdRange range;
  range.dimensions = options.global_size.dimensions;
  for (size_t dimension = 0; dimension < 3; ++dimension) {
    const size_t global_size = options.global_size.values[dimension];
    range.global_size[dimension] = global_size;
    range.local_size[dimension] = options.local_size
                                      ? options.local_size->values[dimension]
                                      : std::clamp<size_t>(preferred[dimension], 1, global_size);
    range.global_offset[dimension] =
        options.global_offset ? options.global_offset->values[dimension] : 0;
  }
  return range;
}

std::vector<std::chrono::nanoseconds> run(const Device &device, const Kernel &kernel,
                                          const std::vector<Argument> &arguments,
                                          const Buffers &buffers, const NdRange &range,
                                          uint64_t repeat) {
  using Clock = std::chrono::steady_clock;
  Messages messages;
  CommandBuffer commands(device, messages.info());
  record(commands, kernel, arguments, buffers, range);
  Fence fence(device);
  const Queue queue = device.queue();
  std::vector<std::chrono::nanoseconds> times;
  for (uint64_t count = 0; count < repeat; ++count) {
    const Clock::time_point start = Clock::now();
    queue.dispatch(commands, fence.get());
    try {
      queue.wait(fence);
    } catch (const Error &error) {
      const std::string reason = messages.text();
      throw Error(error.result(),
                  "the kernel failed: " + (reason.empty() ? std::string(error.what()) : reason));
    }
    times.push_back(Clock::now() - start);
    fence.reset();
  }
  return times;
}

std::string timing_line(std::vector<std::chrono::nanoseconds> times) {
  std::sort(times.begin(), times.end());
  const size_t middle = times.size() / 2;
  const std::chrono::duration<double, std::micro> least = times.front();
  const std::chrono::duration<double, std::micro> most = times.back();
  std::chrono::duration<double, std::micro> median = times[middle];
  if (times.size() % 2 == 0) {
    median = (median + times[middle - 1]) / 2;
  }
  char line[160];
  std::snprintf(line, sizeof(line), "dispatch min %.1f us, median %.1f us, max %.1f us over %zu\n",
                least.count(), median.count(), most.count(), times.size());
  return line;
}

}  // namespace mux::run
