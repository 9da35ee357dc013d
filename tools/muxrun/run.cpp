#include "muxrun/run.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string_view>

#include "common/command_line.h"
#include "muxrun/content.h"
#include "muxrun/image_content.h"

namespace mux::run {

namespace {

struct MakeDescriptor {
  const Object &object;

  mux_descriptor_info_t operator()(const BufferArgument &) const {
    return argument(std::get<Buffer>(object));
  }
  mux_descriptor_info_t operator()(const ImageArgument &) const {
    return argument(std::get<Image>(object));
  }
  mux_descriptor_info_t operator()(const SamplerArgument &sampler) const {
    return argument(sampler.sampler);
  }
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

// Collects the runtime's messages about failed commands, from any thread.
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
            const Objects &objects, const NdRange &range) {
  std::vector<mux_descriptor_info_t> descriptors;
  descriptors.reserve(arguments.size());
  for (size_t index = 0; index < arguments.size(); ++index) {
    descriptors.push_back(std::visit(MakeDescriptor{objects[index]}, arguments[index].value));
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

// Tightly packed, so that the bytes are those of consecutive pixels.
ImageInfo image_info(const ImageArgument &argument, std::string_view type_name) {
  constexpr mux_image_type_e types[] = {mux_image_type_1d, mux_image_type_2d, mux_image_type_3d};
  const bool is_array = argument.dimensions > 1 && type_name.find("array") != type_name.npos;
  const size_t dimensions = argument.dimensions - (is_array ? 1 : 0);
  ImageInfo info;
  info.type = types[dimensions - 1];
  info.format = argument.format.format;
  info.width = argument.sizes[0];
  info.height = dimensions > 1 ? argument.sizes[1] : 1;
  info.depth = dimensions > 2 ? argument.sizes[2] : 1;
  info.array_layers = is_array ? argument.sizes[dimensions] : 0;
  return info;
}

struct CreateObject {
  const Device &device;
  const mux_kernel_argument_info_t &info;

  Object operator()(const BufferArgument &wanted) const {
    return filled(Buffer(device, wanted.size()), wanted);
  }
  Object operator()(const ImageArgument &wanted) const {
    return filled(Image(device, image_info(wanted, info.type_name)), wanted);
  }
  template <class Other>
  Object operator()(const Other &) const {
    return std::monostate();
  }

 private:
  template <class Created, class Wanted>
  static Object filled(Created created, const Wanted &wanted) {
    {
      Mapping mapping = created.map();
      fill(wanted, mapping.bytes());
      mapping.flush();
    }
    return created;
  }
};

}  // namespace

Objects create_objects(const Device &device, const std::vector<Argument> &arguments,
                       std::span<const mux_kernel_argument_info_t> infos) {
  Objects objects;
  objects.reserve(arguments.size());
  for (size_t index = 0; index < arguments.size(); ++index) {
    const Argument &argument = arguments[index];
    try {
      objects.push_back(std::visit(CreateObject{device, infos[index]}, argument.value));
    } catch (const Error &error) {
      if (error.result() != mux_error_invalid_value) {
        throw;
      }
      throw tools::UsageError("argument '" + argument.text + "': " + error.what());
    }
  }
  return objects;
}

Mapping map(const Object &object) {
  const auto *buffer = std::get_if<Buffer>(&object);
  return buffer != nullptr ? buffer->map() : std::get<Image>(object).map();
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
                                          const Objects &objects, const NdRange &range,
                                          uint64_t repeat) {
  using Clock = std::chrono::steady_clock;
  Messages messages;
  CommandBuffer commands(device, messages.info());
  record(commands, kernel, arguments, objects, range);
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
