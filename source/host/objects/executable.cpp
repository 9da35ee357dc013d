#include "host/objects/executable.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "compiler/interface/compiler_missing.h"
#include "host/support/error.h"
#include "host/support/object_id.h"

namespace mux::host {

Executable::Executable(mux_device_t device, const Allocator &allocator) noexcept
    : mux_executable_s{object_id(mux_object_id_executable), device}, allocator_(allocator) {}

namespace {

std::optional<std::string_view> name_of(const mux_constant_value_t &constant) {
  return constant.name == nullptr ? std::nullopt : std::optional<std::string_view>(constant.name);
}

compiler::LoadOptions load_options(const mux_executable_options_t &options) {
  compiler::LoadOptions result;
  result.initialized = {(options.initialized_memory & mux_initialized_memory_local) != 0,
                        (options.initialized_memory & mux_initialized_memory_private) != 0};
  for (uint64_t i = 0; i < options.constant_count; ++i) {
    const mux_constant_value_t &constant = options.constants[i];
    result.constants.push_back(
        {name_of(constant), constant.id,
         std::string_view(static_cast<const char *>(constant.value), constant.size)});
  }
  return result;
}

}  // namespace

mux_result_t create_executable(mux_device_t device, const void *binary, uint64_t binary_length,
                               mux_allocator_info_t allocator_info,
                               mux_executable_t *out_executable) {
  const mux_executable_options_t options{};
  return create_executable_with_options(device, binary, binary_length, &options, allocator_info,
                                        out_executable);
}

mux_result_t create_executable_with_options(mux_device_t device, const void *binary,
                                            uint64_t binary_length,
                                            const mux_executable_options_t *options,
                                            mux_allocator_info_t allocator_info,
                                            mux_executable_t *out_executable) {
  const Allocator allocator(allocator_info);
  Executable *executable = allocator.create<Executable>(device, allocator);
  if (executable == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for an executable");
  }
  mux_result_t result = mux_success;
  try {
    std::string error;
    std::unique_ptr<compiler::Program> program =
        compiler::load_program(std::string_view(static_cast<const char *>(binary), binary_length),
                               error, load_options(*options));
    if (program == nullptr) {
      result = fail(mux_error_invalid_binary, "%s", error.c_str());
    } else {
      executable->set_program(std::move(program));
    }
  } catch (const compiler::ConstantRefused &refused) {
    result = fail(mux_error_invalid_value, "%s", refused.what());
  } catch (const compiler::CompilerMissing &missing) {
    result = fail(mux_error_feature_unsupported, "%s", missing.what());
  } catch (const std::bad_alloc &) {
    result = fail(mux_error_out_of_memory, "no memory, or no thread, to load the binary");
  } catch (const std::exception &exception) {
    result = fail(mux_error_internal, "loading the binary failed: %s", exception.what());
  } catch (...) {
    result = fail(mux_error_internal, "loading the binary failed");
  }
  if (result != mux_success) {
    Allocator::destroy(allocator, executable);
    return result;
  }
  *out_executable = executable;
  return mux_success;
}

void destroy_executable(mux_device_t, mux_executable_t executable, mux_allocator_info_t) {
  auto *object = static_cast<Executable *>(executable);
  Allocator::destroy(object->allocator(), object);
}

mux_result_t get_executable_info(mux_executable_t executable, mux_executable_info_t *out_info) {
  out_info->global_variable_size =
      static_cast<Executable *>(executable)->program().global_variable_size();
  return mux_success;
}

mux_result_t get_executable_constant_count(mux_executable_t executable, uint64_t *out_count) {
  *out_count = static_cast<Executable *>(executable)->program().constants().size();
  return mux_success;
}

mux_result_t get_executable_constant_info(mux_executable_t executable, uint64_t index,
                                          mux_constant_info_t *out_info) {
  const compiler::Program &program = static_cast<Executable *>(executable)->program();
  const compiler::ProgramConstant &constant = program.constants()[index];
  out_info->name = constant.id.has_value() ? nullptr : constant.symbol.c_str();
  out_info->id = constant.id.value_or(0);
  out_info->is_fixed = constant.is_fixed ? 1 : 0;
  out_info->size = constant.default_value.size();
  out_info->value = program.constant_value(index).data();
  out_info->default_value = constant.default_value.data();
  return mux_success;
}

mux_result_t get_executable_kernel_count(mux_executable_t executable, uint64_t *out_count) {
  *out_count = static_cast<Executable *>(executable)->program().kernel_count();
  return mux_success;
}

mux_result_t get_executable_kernel_name(mux_executable_t executable, uint64_t index,
                                        const char **out_name) {
  const compiler::Program &program = static_cast<Executable *>(executable)->program();
  *out_name = program.kernel_name(index).c_str();
  return mux_success;
}

}  // namespace mux::host
