#include "opencl/memory/flags.h"

#include <bit>

#include "opencl/support/failure.h"

namespace mux::opencl::flags {
namespace {

bool at_most_one(cl_mem_flags flags, cl_mem_flags of) {
  return std::popcount(flags & of) <= 1;
}

}  // namespace

void check(cl_mem_flags flags, cl_mem_flags known) {
  require((flags & ~known) == 0, CL_INVALID_VALUE, "unknown memory flags");
  require(at_most_one(flags, access) && at_most_one(flags, host_access) &&
              at_most_one(flags, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR) &&
              at_most_one(flags, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR),
          CL_INVALID_VALUE, "the memory flags are mutually exclusive");
}

void check_host_pointer(cl_mem_flags flags, const void *host_ptr) {
  const bool wanted = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  require(wanted == (host_ptr != nullptr), CL_INVALID_HOST_PTR,
          wanted ? "host_ptr is NULL, but flags has CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR"
                 : "host_ptr is not NULL, but flags has neither CL_MEM_USE_HOST_PTR nor "
                   "CL_MEM_COPY_HOST_PTR");
}

cl_mem_flags inherit(cl_mem_flags flags, cl_mem_flags parent) {
  const auto widens = [&](cl_mem_flags restriction, cl_mem_flags forbidden) {
    return (parent & restriction) != 0 && (flags & forbidden) != 0;
  };
  require((flags & bytes) == 0, CL_INVALID_VALUE,
          "CL_MEM_*_HOST_PTR flags are inherited from the parent object and cannot be set");
  require(!widens(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY) &&
              !widens(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY) &&
              !widens(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY) &&
              !widens(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY) &&
              !widens(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY),
          CL_INVALID_VALUE, "the access flags exceed those of the parent object");
  const auto inherited_bits = [&](cl_mem_flags group) { return (flags & group) == 0 ? group : 0; };
  return flags | (parent & (bytes | inherited_bits(access) | inherited_bits(host_access)));
}

}  // namespace mux::opencl::flags
