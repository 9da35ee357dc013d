#include <mux/target.h>

#include <cstring>

#include "core/call.h"
#include "core/registry.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxRegisterTarget(const mux_target_hooks_t *hooks, mux_target_id_t *out_target_id) {
  Call call("muxRegisterTarget");
  if (!check::not_null(call, "muxRegisterTarget.hooks", "hooks", hooks) ||
      !check::not_zero(call, "muxRegisterTarget.size", "hooks->size", hooks->size) ||
      !check::at_most(call, "muxRegisterTarget.size", "hooks->size", hooks->size,
                      "the size this library knows,", sizeof(mux_target_hooks_t)) ||
      !check::multiple_of(call, "muxRegisterTarget.size", "hooks->size", hooks->size,
                          sizeof(void *))) {
    return call.finish();
  }
  mux_target_hooks_t known = {};
  std::memcpy(&known, hooks, hooks->size);
  if (!check::not_null(call, "muxRegisterTarget.name", "hooks->name", known.name) ||
      !check::not_null(call, "muxRegisterTarget.get_device_infos", "hooks->get_device_infos",
                       known.get_device_infos) ||
      !check::out(call, "muxRegisterTarget.out", "out_target_id", out_target_id)) {
    return call.finish();
  }
  const mux_target_id_t id = mux::core::add_target(known);
  if (id == MUX_NULL_ID) {
    call.fail("muxRegisterTarget.capacity", mux_error_out_of_memory,
              "the table of targets is full, it holds %u", mux::core::target_capacity);
    return call.finish();
  }
  *out_target_id = id;
  return call.finish();
}
