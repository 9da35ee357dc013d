#include "host/kernel.h"

#include <algorithm>
#include <string_view>

#include "host/device_info.h"
#include "host/error.h"
#include "host/executable.h"
#include "host/schedule/tuning.h"
#include "host/target.h"

namespace mux::host {
namespace {

size_t preferred_local_size(const compiler::KernelDescription &description, int dimension,
                            size_t otherwise) {
  const uint64_t required = description.required_local_size[dimension];
  // A kernel that requires more than the device has cannot be run; its preference must still be
  // valid.
  return required != 0 ? std::min<uint64_t>(required, max_work_group_size) : otherwise;
}

mux_kernel_argument_kind_e public_kind(compiler::ArgumentKind kind) {
  switch (kind) {
    case compiler::ArgumentKind::buffer:
      return mux_kernel_argument_kind_buffer;
    case compiler::ArgumentKind::plain_old_data:
      return mux_kernel_argument_kind_plain_old_data;
    case compiler::ArgumentKind::local_buffer:
      return mux_kernel_argument_kind_local_buffer;
    case compiler::ArgumentKind::image:
      return mux_kernel_argument_kind_image;
    case compiler::ArgumentKind::sampler:
      break;
  }
  return mux_kernel_argument_kind_sampler;
}

}  // namespace

Kernel::Kernel(mux_device_t device, const Allocator &allocator,
               const compiler::KernelDescription &description,
               compiler::KernelFunction function) noexcept
    : mux_kernel_s{object_id(mux_object_id_kernel),
                   device,
                   preferred_local_size(description, 0, tuning::preferred_local_size),
                   preferred_local_size(description, 1, 1),
                   preferred_local_size(description, 2, 1),
                   description.local_memory_size,
                   0},
      allocator_(allocator),
      description_(description),
      function_(function) {}

mux_result_t create_kernel(mux_device_t device, mux_executable_t executable, const char *name,
                           uint64_t name_length, mux_allocator_info_t allocator_info,
                           mux_kernel_t *out_kernel) {
  const compiler::Program &program = static_cast<Executable *>(executable)->program();
  const std::string_view wanted(name, name_length);
  for (size_t index = 0; index < program.kernel_count(); ++index) {
    const compiler::KernelDescription &description = program.kernel(index);
    if (description.name != wanted) {
      continue;
    }
    const Allocator allocator(allocator_info);
    Kernel *kernel =
        allocator.create<Kernel>(device, allocator, description, program.entry_point(index));
    if (!kernel) {
      return fail(mux_error_out_of_memory, "no memory for a kernel");
    }
    *out_kernel = kernel;
    return mux_success;
  }
  return fail(mux_error_missing_kernel, "the executable has no kernel '%.*s'",
              static_cast<int>(std::min<size_t>(wanted.size(), 256)), wanted.data());
}

void destroy_kernel(mux_device_t, mux_kernel_t kernel, mux_allocator_info_t) {
  auto *object = static_cast<Kernel *>(kernel);
  Allocator::destroy(object->allocator(), object);
}

mux_result_t get_kernel_argument_count(mux_kernel_t kernel, uint64_t *out_count) {
  *out_count = static_cast<Kernel *>(kernel)->description().arguments.size();
  return mux_success;
}

mux_result_t get_kernel_argument_info(mux_kernel_t kernel, uint64_t index,
                                      mux_kernel_argument_info_t *out_info) {
  const compiler::KernelDescription &description = static_cast<Kernel *>(kernel)->description();
  const compiler::KernelArgument &argument = description.arguments[index];
  uint32_t access = 0;
  if (argument.kind == compiler::ArgumentKind::buffer ||
      argument.kind == compiler::ArgumentKind::local_buffer ||
      argument.kind == compiler::ArgumentKind::image) {
    access |= argument.reads ? uint32_t{mux_kernel_argument_access_read} : 0;
    access |= argument.writes ? uint32_t{mux_kernel_argument_access_write} : 0;
  }
  *out_info = {public_kind(argument.kind), access, argument.size, argument.type_name.c_str(),
               argument.name.c_str()};
  return mux_success;
}

}  // namespace mux::host
