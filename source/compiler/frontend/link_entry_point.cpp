/// muxLink(): validates its parameters, links, and creates a compilation object with the results.

#include <mux/compiler.h>

#include <string>

#include "compiler/frontend/compilation.h"
#include "compiler/frontend/link_options.h"
#include "compiler/frontend/linker.h"

namespace {

using mux::compiler::LinkRequest;
using mux::compiler::LinkResult;
using mux::compiler::list_element;

constexpr const char *link_name = "muxLink";

mux_result_t fail_to_link(mux_result_t result, const std::string &message) {
  return mux::compiler::fail(link_name, result, message);
}

mux_result_t validate_binaries(const mux_link_info_t &info) {
  if (info.binary_count == 0) {
    return fail_to_link(mux_error_invalid_value, "info->binary_count is 0");
  }
  if (info.binaries == nullptr) {
    return fail_to_link(mux_error_invalid_value, "info->binaries is NULL");
  }
  if (info.binary_lengths == nullptr) {
    return fail_to_link(mux_error_invalid_value, "info->binary_lengths is NULL");
  }
  for (uint64_t i = 0; i < info.binary_count; ++i) {
    if (info.binaries[i] == nullptr) {
      return fail_to_link(mux_error_invalid_value, list_element("info->binaries", i) + " is NULL");
    }
    if (info.binary_lengths[i] == 0) {
      return fail_to_link(mux_error_invalid_value,
                          list_element("info->binary_lengths", i) + " is 0");
    }
  }
  return mux_success;
}

mux_result_t validate_link(const mux_link_info_t *info, const mux_allocator_info_t &allocator_info,
                           const mux_compilation_t *out_compilation) {
  if (info == nullptr) {
    return fail_to_link(mux_error_invalid_value, "info is NULL");
  }
  if (const mux_result_t result = validate_binaries(*info); result != mux_success) {
    return result;
  }
  if (info->output > mux_compile_output_object) {
    return fail_to_link(mux_error_invalid_value, "info->output is " + std::to_string(info->output) +
                                                     ", not one of mux_compile_output_e");
  }
  return mux::compiler::check_allocator_and_result(link_name, allocator_info, out_compilation);
}

/// Parses the options and links.
LinkResult link_program(const mux_link_info_t &info, std::string &binary, std::string &log) {
  LinkRequest request;
  if (!mux::compiler::parse_link_options(info.options == nullptr ? "" : info.options, info.output,
                                         request, log)) {
    return LinkResult::failure;
  }
  for (uint64_t i = 0; i < info.binary_count; ++i) {
    request.binaries.emplace_back(static_cast<const char *>(info.binaries[i]),
                                  info.binary_lengths[i]);
  }
  return mux::compiler::link_binaries(request, binary, log);
}

mux_result_t link_checked(const mux_link_info_t &info, const mux_allocator_info_t &allocator_info,
                          mux_compilation_t *out_compilation) {
  std::string binary;
  std::string log;
  const LinkResult result = link_program(info, binary, log);
  if (result == LinkResult::invalid_binary) {
    return fail_to_link(mux_error_invalid_binary, mux::compiler::first_error(log));
  }
  if (result == LinkResult::out_of_memory) {
    return fail_to_link(mux_error_out_of_memory, "the linker ran out of memory or threads");
  }
  *out_compilation = mux::compiler::create_compilation(allocator_info, binary, log);
  if (*out_compilation == nullptr) {
    return fail_to_link(mux_error_out_of_memory, "the allocator returned NULL");
  }
  return result == LinkResult::success
             ? mux_success
             : fail_to_link(mux_error_failure, mux::compiler::first_error(log));
}

}  // namespace

extern "C" mux_result_t muxLink(const mux_link_info_t *info, mux_allocator_info_t allocator_info,
                                mux_compilation_t *out_compilation) {
  if (out_compilation != nullptr) {
    *out_compilation = nullptr;
  }
  return mux::compiler::catch_exceptions(link_name, [&] {
    const mux_result_t result = validate_link(info, allocator_info, out_compilation);
    return result == mux_success ? link_checked(*info, allocator_info, out_compilation) : result;
  });
}
