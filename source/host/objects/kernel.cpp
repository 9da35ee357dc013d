#include "host/objects/kernel.h"

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <string_view>

#include "compiler/interface/compiler_missing.h"
#include "host/objects/device_info.h"
#include "host/objects/executable.h"
#include "host/objects/tuning.h"
#include "host/objects/work_items.h"
#include "host/support/error.h"
#include "host/support/object_id.h"

namespace mux::host {
namespace {

/// Returns the required local size, or the one preferred by the code, if the device supports it.
std::array<size_t, 3> preferred_local_size(const compiler::KernelDescription &description) {
  const bool required = description.required_local_size[0] != 0;
  const uint64_t(&wanted)[3] =
      required ? description.required_local_size : description.preferred_local_size;
  const bool runs =
      std::all_of(std::begin(wanted), std::end(wanted),
                  [](uint64_t size) { return size >= 1 && size <= max_work_group_size; }) &&
      wanted[0] * wanted[1] * wanted[2] <= max_work_group_size;
  if (!runs) {
    return {tuning::preferred_local_size, 1, 1};
  }
  return {wanted[0], wanted[1], wanted[2]};
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

mux_kernel_argument_address_space_e address_space(const compiler::KernelArgument &argument) {
  switch (argument.kind) {
    case compiler::ArgumentKind::buffer:
      return argument.is_constant ? mux_kernel_argument_address_space_constant
                                  : mux_kernel_argument_address_space_global;
    case compiler::ArgumentKind::local_buffer:
      return mux_kernel_argument_address_space_local;
    case compiler::ArgumentKind::image:
      return mux_kernel_argument_address_space_global;
    case compiler::ArgumentKind::plain_old_data:
    case compiler::ArgumentKind::sampler:
      break;
  }
  return mux_kernel_argument_address_space_private;
}

mux_kernel_argument_image_access_e public_access(compiler::ImageAccess access) {
  switch (access) {
    case compiler::ImageAccess::read_only:
      return mux_kernel_argument_image_access_read_only;
    case compiler::ImageAccess::write_only:
      return mux_kernel_argument_image_access_write_only;
    case compiler::ImageAccess::read_write:
      return mux_kernel_argument_image_access_read_write;
    case compiler::ImageAccess::none:
      break;
  }
  return mux_kernel_argument_image_access_none;
}

uint32_t type_qualifiers(const compiler::KernelArgument &argument) {
  return (argument.is_pipe ? uint32_t{mux_kernel_argument_type_qualifier_pipe} : 0) |
         (argument.is_const ? uint32_t{mux_kernel_argument_type_qualifier_const} : 0) |
         (argument.is_restrict ? uint32_t{mux_kernel_argument_type_qualifier_restrict} : 0) |
         (argument.is_volatile ? uint32_t{mux_kernel_argument_type_qualifier_volatile} : 0);
}

}  // namespace

Kernel::Kernel(mux_device_t device, const Allocator &allocator,
               const compiler::KernelDescription &description) noexcept
    : mux_kernel_s{}, allocator_(allocator), description_(description) {
  const std::array<size_t, 3> preferred = preferred_local_size(description);
  this->id = object_id(mux_object_id_kernel);
  this->device = device;
  preferred_local_size_x = preferred[0];
  preferred_local_size_y = preferred[1];
  preferred_local_size_z = preferred[2];
  local_memory_size = description.local_memory_size;
  max_sub_group_count = host::max_sub_group_count(description);
}

ChosenCode Kernel::choose_code(const CommandRange &range, std::string &error) const {
  return code_source_.variants == nullptr ? ChosenCode{{&description_, function_}, nullptr}
                                          : code_source_.choose(range, error);
}

namespace {

/// Describes a kernel as far as that is possible without code.
mux_result_t describe(const compiler::Program &program, size_t index) {
  const char *name = program.kernel_name(index).c_str();
  try {
    std::string error;
    return program.describe(index, error) ? mux_success
                                          : fail(mux_error_invalid_binary, "%s", error.c_str());
  } catch (const compiler::CompilerMissing &missing) {
    return fail(mux_error_feature_unsupported, "%s", missing.what());
  } catch (const std::bad_alloc &) {
    return fail(mux_error_out_of_memory, "no memory, or no thread, to compile kernel '%s'", name);
  } catch (const std::exception &exception) {
    return fail(mux_error_internal, "compiling kernel '%s' failed: %s", name, exception.what());
  }
}

mux_result_t create_kernel(Executable &executable, size_t index, const Allocator &allocator,
                           mux_kernel_t *out_kernel) {
  const compiler::Program &program = executable.program();
  const mux_result_t result = describe(program, index);
  if (result != mux_success) {
    return result;
  }
  KernelVariant *first_variant = nullptr;
  if (!executable.variants().prepare(index, first_variant)) {
    return fail(mux_error_out_of_memory, "no memory for a kernel");
  }
  Kernel *kernel = allocator.create<Kernel>(executable.device, allocator, program.kernel(index));
  if (kernel == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a kernel");
  }
  kernel->set_code_source({&executable.variants(), index, first_variant});
  *out_kernel = kernel;
  return mux_success;
}

}  // namespace

mux_result_t create_kernel(mux_device_t, mux_executable_t executable, const char *name,
                           uint64_t name_length, mux_allocator_info_t allocator_info,
                           mux_kernel_t *out_kernel) {
  auto &owner = *static_cast<Executable *>(executable);
  const compiler::Program &program = owner.program();
  const std::string_view wanted(name, name_length);
  for (size_t index = 0; index < program.kernel_count(); ++index) {
    if (program.kernel_name(index) == wanted) {
      return create_kernel(owner, index, Allocator(allocator_info), out_kernel);
    }
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

mux_result_t get_kernel_info(mux_kernel_t kernel, mux_kernel_info_t *out_info) {
  const compiler::KernelDescription &description = static_cast<Kernel *>(kernel)->description();
  mux_kernel_info_t info{};
  std::copy(std::begin(description.required_local_size), std::end(description.required_local_size),
            std::begin(info.required_local_size));
  std::copy(std::begin(description.local_size_hint), std::end(description.local_size_hint),
            std::begin(info.local_size_hint));
  const uint64_t required = required_work_items(description);
  info.max_local_size = required != 0 ? required : max_work_group_size;
  info.preferred_local_size_multiple =
      *std::max_element(std::begin(description.lanes), std::end(description.lanes));
  info.local_memory_size = description.local_memory_size;
  info.private_memory_size = description.storage_per_work_item + description.storage_per_group;
  info.required_sub_group_size = description.required_sub_group_size;
  info.required_sub_group_count = description.required_sub_group_count;
  info.attributes = description.attributes.c_str();
  *out_info = info;
  return mux_success;
}

mux_result_t get_kernel_vectorization(mux_kernel_t kernel, const char **out_text) {
  *out_text = static_cast<Kernel *>(kernel)->description().vectorization.c_str();
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
  *out_info = {public_kind(argument.kind),
               access,
               argument.size,
               argument.type_name.c_str(),
               argument.name.c_str(),
               address_space(argument),
               public_access(argument.image_access),
               type_qualifiers(argument),
               argument.packet_size};
  return mux_success;
}

}  // namespace mux::host
