#include "opencl/kernel/kernel.h"

#include <algorithm>
#include <string_view>

namespace mux::opencl {
namespace {

/// Initial value of seen_, which LiveObjects::View::gone() never returns.
constexpr uint64_t never = UINT64_MAX;

bool same(const mux_kernel_argument_info_t &one, const mux_kernel_argument_info_t &other) {
  return one.kind == other.kind && one.size == other.size &&
         one.address_space == other.address_space && one.image_access == other.image_access &&
         std::string_view(one.type_name) == other.type_name;
}

/// Whether two descriptors are memory and refer to the same memory. Allocations are compared by
/// their mux buffer, because an allocation may have the address of a freed one.
bool is_same_memory(const mux_descriptor_info_t &one, const mux_descriptor_info_t &other) {
  if (one.type != other.type) {
    return false;
  }
  switch (one.type) {
    case mux_descriptor_info_type_buffer:
      return one.buffer_descriptor.buffer == other.buffer_descriptor.buffer &&
             one.buffer_descriptor.offset == other.buffer_descriptor.offset;
    case mux_descriptor_info_type_custom_buffer:
      return one.custom_buffer_descriptor.data == other.custom_buffer_descriptor.data;
    default:
      return one.type == mux_descriptor_info_type_null_buffer;
  }
}

}  // namespace

Kernel::Kernel(Program &program, std::string name)
    : _cl_kernel(Kind::kernel),
      attachment_(program),
      name_(std::move(name)),
      executable_(choose_executable()),
      code_(&executable_->kernel(name_)),
      arguments_(program.context(), code_->arguments),
      on_device_(program.context().devices().size()) {
  require_same_definition();
}

Kernel::Kernel(const Kernel &other)
    : _cl_kernel(Kind::kernel),
      attachment_(other.program()),
      name_(other.name_),
      executable_(other.executable_),
      code_(other.code_),
      arguments_(other.arguments_),
      on_device_(other.on_device_.size()),
      indirect_pointers_(other.indirect_pointers_) {
  look_up_allocations();
}

Kernel::~Kernel() = default;

Ref<Executable> Kernel::choose_executable() const {
  for (const size_t device : program().devices()) {
    Ref<Executable> executable = program().build(device)->executable;
    if (executable && executable->has(name_)) {
      return executable;
    }
  }
  fail(CL_INVALID_KERNEL_NAME, "kernel_name is not a kernel of the program");
}

void Kernel::require_same_definition() const {
  const Binary *first = nullptr;
  for (const size_t device : program().devices()) {
    const BuildResult build = program().build(device);
    // Devices with the same binary have the same definition.
    if (!build->executable || !build->executable->has(name_) || build->binary.get() == first) {
      continue;
    }
    first = first == nullptr ? build->binary.get() : first;
    if (build->executable.get() != executable_.get()) {
      require(
          std::ranges::equal(build->executable->kernel(name_).arguments, code_->arguments, same),
          CL_INVALID_KERNEL_DEFINITION,
          "the declaration of the kernel differs between the devices");
    }
  }
}

DeviceKernel &Kernel::on(size_t device) {
  if (DeviceKernel *made = on_device_[device].load(std::memory_order_acquire)) {
    return *made;
  }
  const std::lock_guard guard(lock_);
  if (DeviceKernel *made = on_device_[device].load(std::memory_order_relaxed)) {
    return *made;
  }
  Ref<Executable> executable = program().executable_on(device);
  require(executable && executable->has(name_), CL_INVALID_PROGRAM_EXECUTABLE,
          "the program has no executable for the device");
  auto made = std::make_unique<DeviceKernel>(std::move(executable), name_,
                                             program().uniform_groups(device));
  const LiveObjects::View live(context().memory_objects());
  for (size_t index = 0; index < arguments_.count(); ++index) {
    const Argument &argument = arguments_[index];
    // Released memory objects cannot be described; retain_used() fails for them.
    if (argument.memory == nullptr || live.has(argument.memory_number)) {
      made->descriptors[index] = arguments_.descriptor(index, device);
    }
  }
  owned_.push_back(std::move(made));
  on_device_[device].store(owned_.back().get(), std::memory_order_release);
  return *owned_.back();
}

void Kernel::describe(cl_uint index) {
  for (size_t device = 0; device < on_device_.size(); ++device) {
    if (DeviceKernel *made = on_device_[device].load(std::memory_order_relaxed)) {
      const mux_descriptor_info_t descriptor = arguments_.descriptor(index, device);
      // Unchanged descriptors are not written: other threads may be reading them.
      if (!is_same_memory(descriptor, made->descriptors[index])) {
        made->descriptors[index] = descriptor;
      }
    }
  }
}

void Kernel::set_argument(cl_uint index, size_t size, const void *value) {
  const std::lock_guard guard(lock_);
  arguments_.set(index, size, value);
  version_.store(0, std::memory_order_relaxed);
  seen_.store(never, std::memory_order_relaxed);
  describe(index);
}

void Kernel::set_argument_pointer(cl_uint index, const void *pointer) {
  const std::lock_guard guard(lock_);
  arguments_.set_pointer(index, pointer);
  version_.store(0, std::memory_order_relaxed);
  describe(index);
}

void Kernel::set_indirect_pointers(SharedKind kind, std::vector<const void *> pointers) {
  const std::lock_guard guard(lock_);
  indirect_pointers_[static_cast<size_t>(kind)].swap(pointers);
  look_up_allocations();
}

bool Kernel::has_indirect_pointers() const {
  return std::ranges::any_of(indirect_pointers_,
                             [](const auto &pointers) { return !pointers.empty(); });
}

void Kernel::require_ready() {
  require(arguments_.all_set(), CL_INVALID_KERNEL_ARGS, "an argument of the kernel is not set");
  if ((arguments_.has_pointers() || has_indirect_pointers()) &&
      looked_up_.load(std::memory_order_acquire) != context().shared_allocations().freed()) {
    const std::lock_guard guard(lock_);
    look_up_allocations();
  }
}

uint64_t Kernel::version() {
  static std::atomic<uint64_t> last{0};
  uint64_t version = version_.load(std::memory_order_relaxed);
  if (version == 0) {
    // Threads that do so concurrently get different numbers for the same state, which is allowed.
    version = last.fetch_add(1, std::memory_order_relaxed) + 1;
    version_.store(version, std::memory_order_relaxed);
  }
  return version;
}

void Kernel::retain_used(std::vector<Ref<RefCounted>> &kept) {
  const LiveObjects::View live(context().memory_objects());
  const bool all_there = seen_.load(std::memory_order_relaxed) == live.gone();
  for (size_t index = 0; index < arguments_.count(); ++index) {
    const Argument &argument = arguments_[index];
    if (argument.memory != nullptr) {
      const bool there = all_there || live.has(argument.memory_number);
      Ref<MemObject> memory = there ? Ref<MemObject>::if_alive(*argument.memory) : Ref<MemObject>();
      require(bool(memory), CL_INVALID_KERNEL_ARGS,
              "a memory object that is an argument was released");
      kept.emplace_back(std::move(memory));
    } else if (argument.allocation != nullptr) {
      kept.emplace_back(argument.allocation);
    }
  }
  for (SharedAllocation *allocation : indirect_allocations_) {
    kept.emplace_back(allocation);
  }
  seen_.store(live.gone(), std::memory_order_relaxed);
}

void Kernel::look_up_allocations() {
  version_.store(0, std::memory_order_relaxed);
  const SharedAllocations &allocations = context().shared_allocations();
  const uint64_t freed = allocations.freed();
  arguments_.look_up_allocations();
  for (size_t index = 0; index < arguments_.count(); ++index) {
    if (arguments_[index].pointer != nullptr) {
      describe(static_cast<cl_uint>(index));
    }
  }
  std::vector<SharedAllocation *> found;
  for (const std::vector<const void *> &pointers : indirect_pointers_) {
    for (const void *pointer : pointers) {
      if (SharedAllocation *allocation = allocations.find(pointer).get()) {
        found.push_back(allocation);
      }
    }
  }
  if (found != indirect_allocations_) {
    indirect_allocations_.swap(found);
  }
  looked_up_.store(freed, std::memory_order_release);
}

}  // namespace mux::opencl
