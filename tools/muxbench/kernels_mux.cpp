#include "muxbench/kernels_runner.h"
#include "muxbench/launch_on_mux.h"

namespace mux::bench {
namespace {

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
      std::vector<mux_descriptor_info_t> arguments = arguments_of(launch, buffers_);
      for (const size_t size : local_memory) {
        arguments.push_back(local_argument(size));
      }
      commands_.nd_range(kernel_, arguments, nd_range_of(launch));
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
