#include <mux/mux.hpp>

#include "muxbench/kernels_runner.h"

namespace mux::bench {
namespace {

NdRange nd_range(const Launch &launch) {
  if (launch.global_size.size() == 1) {
    return NdRange({launch.global_size[0]}, {launch.local_size[0]});
  }
  return NdRange({launch.global_size[0], launch.global_size[1]},
                 {launch.local_size[0], launch.local_size[1]});
}

class MuxRunner : public Runner {
 public:
  MuxRunner(std::string_view source, const char *version, const std::string &name,
            const Workload &workload, std::span<const size_t> local_memory)
      : Runner("mux"),
        workload_(workload),
        executable_(device_, Compilation(source, std::string("-cl-std=") + version).binary()),
        kernel_(executable_, name) {
    buffers_.reserve(workload.arrays.size());
    for (const Array &array : workload.arrays) {
      buffers_.emplace_back(device_, array.initial.bytes().size());
      buffers_.back().write(array.initial.bytes());
    }
    for (const Launch &launch : workload.launches) {
      std::vector<mux_descriptor_info_t> arguments;
      arguments.reserve(launch.arguments.size());
      for (const KernelArgument &each : launch.arguments) {
        arguments.push_back(descriptor(each));
      }
      for (const size_t size : local_memory) {
        arguments.push_back(local_argument(size));
      }
      commands_.nd_range(kernel_, arguments, nd_range(launch));
    }
    commands_.finalize();
  }

  void restore() override {
    for (size_t index = 0; index < buffers_.size(); ++index) {
      if (workload_.arrays[index].tolerance) {
        buffers_[index].write(workload_.arrays[index].initial.bytes());
      }
    }
  }

  void run() override {
    queue_.dispatch(commands_, fence_.get());
    queue_.wait(fence_);
    fence_.reset();
  }

  std::vector<std::byte> read(size_t array) override {
    std::vector<std::byte> bytes(buffers_[array].size());
    buffers_[array].read(std::span(bytes));
    return bytes;
  }

 private:
  // Values are copied when the command is recorded, from the launch.
  mux_descriptor_info_t descriptor(const KernelArgument &each) const {
    if (const auto *array = std::get_if<ArrayArgument>(&each)) {
      return argument(buffers_[array->index]);
    }
    if (const auto *number = std::get_if<uint32_t>(&each)) {
      return argument(*number);
    }
    return argument(std::get<float>(each));
  }

  const Workload &workload_;
  Device device_;
  Queue queue_ = device_.queue();
  Executable executable_;
  Kernel kernel_;
  std::vector<Buffer> buffers_;
  CommandBuffer commands_{device_};
  Fence fence_{device_};
};

}  // namespace

std::unique_ptr<Runner> make_mux_runner(std::string_view source, const char *version,
                                        const std::string &name, const Workload &workload,
                                        std::span<const size_t> local_memory) {
  return std::make_unique<MuxRunner>(source, version, name, workload, local_memory);
}

}  // namespace mux::bench
